//! Direct search: breadth-first over (cell, orientation, set of labeled cells visited), contracted to the labeled cells
//! (`stages.rs`).

use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::label_graph::LabelGraph;
use super::listing::Trails;
use super::stages::{Counted, Explored, Key, Length, TrailWeight, explore};
use super::{LabeledBoard, Objective, Trail};
use crate::geometry::{Cell, Direction};
use crate::puzzle::{Count, Listed, Receiver, Searched};
use crate::rolling::{Endpoints, State};
use crate::run::{Bytes, Request, Stop, Verdict};
use crate::search::Ended;

/// The results of all searches of an instance: one for each start if the tour is closed, because its end depends on its start.
struct Run<'a, const W: usize, V> {
    explored: Vec<Explored<'a, W, V>>,
    states: u64,
    /// Why the search stopped, and a lower bound on the length of a trail.
    stop: Option<(Stop, u64)>,
}

impl<'a, const W: usize, V: TrailWeight> Run<'a, W, V> {
    fn new(graph: &'a LabelGraph, keep: bool, request: &Request<'_>) -> Self {
        let Endpoints { start, closed, .. } = &graph.board.endpoints;
        let starts: Vec<State> = start.states(&graph.board.graph).collect();
        let sets: Vec<Vec<State>> =
            if *closed { starts.into_iter().map(|start| vec![start]).collect() } else { vec![starts] };
        let last = sets.len().saturating_sub(1);
        let mut run = Self { explored: Vec::new(), states: 0, stop: None };
        for (i, starts) in sets.into_iter().enumerate() {
            let memory = Bytes(request.control.memory_limit().0.saturating_sub(run.bytes()));
            let request = Request { control: request.control.clone().with_memory_limit(memory), ..request.clone() };
            let mut explored = explore(graph, starts, keep, &request);
            run.states += explored.states;
            if let Some((stop, at_least)) = explored.stop.take() {
                // For the starts that were not searched, it is known only that every label takes a roll.
                let unknown = if i < last { graph.labels() as u64 } else { u64::MAX };
                let known = run.best().map_or(u64::MAX, u64::from);
                run.stop = Some((stop, at_least.min(unknown).min(known)));
                return run;
            }
            run.add(explored);
        }
        run
    }

    /// The length of the shortest trails so far.
    fn best(&self) -> Option<u32> {
        self.explored.first()?.ends.first().map(|end| end.weight.length())
    }

    /// Keeps the trails from some starts, unless there are shorter ones from others.
    fn add(&mut self, explored: Explored<'a, W, V>) {
        let Some(length) = explored.ends.first().map(|end| end.weight.length()) else { return };
        match self.best().map(|best| length.cmp(&best)) {
            Some(Greater) => return,
            Some(Equal) => {}
            Some(Less) | None => self.explored.clear(),
        }
        self.explored.push(explored);
    }

    /// The memory of the stages that are kept, in bytes.
    fn bytes(&self) -> u64 {
        let entries: usize = self.explored.iter().flat_map(|explored| &explored.layers).map(Vec::len).sum();
        (entries * size_of::<(Key<W>, V)>()) as u64
    }

    /// The shortest length and the number of trails.
    fn ended(&self) -> Ended<(u64, u64)> {
        if let Some((stop, at_least)) = &self.stop {
            return Ended::Stopped { stop: stop.clone(), at_least: *at_least };
        }
        let weights: Vec<V> = self.explored.iter().flat_map(|e| &e.ends).map(|end| end.weight).collect();
        let all = weights.iter().map(|weight| weight.trails()).fold(0, u64::saturating_add);
        weights.first().map_or(Ended::NoPath, |weight| Ended::Found((u64::from(weight.length()), all)))
    }
}

/// Runs `$work::<W>(…)` with enough words for the labels.
macro_rules! with_words {
    ($labels:expr, $work:ident($($argument:expr),*)) => {
        match $labels {
            0..=32 => $work::<1>($($argument),*),
            33..=64 => $work::<2>($($argument),*),
            65..=128 => $work::<4>($($argument),*),
            129..=256 => $work::<8>($($argument),*),
            _ => $work::<32>($($argument),*),
        }
    };
}

pub(super) fn solve(puzzle: &LabeledBoard, request: &Request<'_>) -> Searched<Trail> {
    let mut first = None;
    let mut found = |trail, _| {
        first = Some(trail);
        ControlFlow::Break(())
    };
    // A trail found before a stop is a solution, but may not be a shortest one.
    let (ended, nodes) = listed(puzzle, true, &mut found, request);
    let counts_rolls = puzzle.objective == Objective::Min;
    let verdict = match (ended, first) {
        (Ended::Stopped { stop, at_least }, found) if counts_rolls || found.is_none() => {
            let bound = i64::try_from(at_least).ok().filter(|_| counts_rolls);
            match found {
                Some(solution) => Verdict::Feasible { solution, bound, stop },
                None => Verdict::Unknown { bound, stop },
            }
        }
        (_, Some(trail)) => Verdict::Optimal(trail),
        (_, None) => Verdict::Infeasible,
    };
    Searched::new(verdict, nodes)
}

/// Lists shortest trails.
pub(super) fn list(puzzle: &LabeledBoard, found: &mut Receiver<'_, Trail>, request: &Request<'_>) -> Listed {
    let (ended, nodes) = listed(puzzle, false, found, request);
    let stop = if let Ended::Stopped { stop, .. } = ended { Some(stop) } else { None };
    Listed { nodes, stop, reason: None }
}

/// Hands shortest trails to `found`; where the search was stopped, trails that are short so far if `even_if_stopped` is set, otherwise
/// nothing. Returns how the search ended, and the number of its states.
fn listed(
    puzzle: &LabeledBoard,
    even_if_stopped: bool,
    found: &mut Receiver<'_, Trail>,
    request: &Request<'_>,
) -> (Ended<(u64, u64)>, u64) {
    if puzzle.obstacle().is_some() {
        return (Ended::NoPath, 0);
    }
    let graph = LabelGraph::new(puzzle);
    with_words!(graph.labels(), list_in_words(&graph, even_if_stopped, found, request))
}

fn list_in_words<const W: usize>(
    graph: &LabelGraph,
    even_if_stopped: bool,
    found: &mut Receiver<'_, Trail>,
    request: &Request<'_>,
) -> (Ended<(u64, u64)>, u64) {
    let run = Run::<W, Length>::new(graph, true, request);
    if run.stop.is_none() || even_if_stopped {
        let held = run.bytes();
        // Where the receiver breaks off, it knows why.
        let _ = run.explored.iter().flat_map(Trails::new).try_for_each(|trail| found(trail, held));
    }
    (run.ended(), run.states)
}

/// Counts the shortest trails, or all trails if they all have the same length.
pub(super) fn count(puzzle: &LabeledBoard, feasible: bool, request: &Request<'_>) -> Count {
    if puzzle.obstacle().is_some() {
        return Count::none(true);
    }
    let graph = LabelGraph::new(puzzle);
    let ended = with_words!(graph.labels(), count_in_words(&graph, request));
    let count = Count::of_shortest(&ended);
    if !feasible && puzzle.objective == Objective::Min {
        return count;
    }
    let all = Count { objective: None, ..count };
    if puzzle.is_full() || all.solutions == BigUint::ZERO {
        return all;
    }
    match solve(puzzle, request).verdict {
        Verdict::Optimal(trail) if strays(puzzle, &trail) => all.incomplete_because(ENDLESS),
        _ => all.incomplete_because(LONGER),
    }
}

/// Why the trails of any length are not counted.
const ENDLESS: &str = "there is no limit to the number: free cells can be entered again and again";
const LONGER: &str = "longer ones, which may enter free cells again, were not counted";

/// Whether a trail can be made longer and longer: where it comes to a free cell beside another, it can go there and back, which leaves the die
/// as it was.
fn strays(puzzle: &LabeledBoard, trail: &Trail) -> bool {
    let is_free = |cell: Cell| puzzle.board.is_free(cell) && puzzle.label(cell).is_none();
    let neighbours = |cell: Cell| Direction::ALL.into_iter().filter_map(move |direction| cell.step(direction));
    let can_stray = |cell: Cell| is_free(cell) && neighbours(cell).any(is_free);
    let rolls = trail.moves.chars().filter_map(Direction::of_letter);
    let mut cells = vec![trail.start.cell];
    for roll in rolls {
        cells.extend(cells[cells.len() - 1].step(roll));
    }
    // If it may end anywhere, it can also go on.
    let is_open = puzzle.goal_cell.is_none() && !puzzle.closed;
    let beyond = cells.last().filter(|_| is_open).into_iter().flat_map(|&end| neighbours(end));
    beyond.chain(cells.iter().copied()).any(can_stray)
}

fn count_in_words<const W: usize>(graph: &LabelGraph, request: &Request<'_>) -> Ended<(u64, u64)> {
    Run::<W, Counted>::new(graph, false, request).ended()
}
