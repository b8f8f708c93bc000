//! Direct search: breadth-first over (cell, orientation, set of labeled cells visited), contracted to the labeled cells.
//!
//! The states are (set of visited labels, state on the label entered last), in stages by the size of the set: a stage leads to
//! the next by the shortest walks over free cells (`walks.rs`). This is Held and Karp's dynamic program. With n labels there are
//! at most 4n·2ⁿ⁻¹ states, half as many from a fixed start by parity, and far fewer where labels are hard to enter.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::listing::Listing;
use super::walks::{Ground, Node, Walks};
use super::{LabeledBoard, Objective, Trail};
use crate::puzzle::die_tour::states::State;
use crate::puzzle::{Count, Listed, Searched};
use crate::run::{Bytes, Request, Stop, Verdict};
use crate::search::{self, Ended, Layer, Weight};

/// A set of visited labels, and the node that was entered last. Words of 32 bits keep small sets in 8 bytes.
pub(super) type Key<const W: usize> = ([u32; W], Node);

/// What is known of a key: the length of the shortest ways to it, and perhaps how many there are.
pub(super) trait Way: Weight {
    fn of(length: u32, ways: u64) -> Self;
    fn length(self) -> u32;
    fn ways(self) -> u64;
    /// Goes on by one of so many walks of this length.
    fn and(self, length: u32, ways: u64) -> Self {
        Self::of(self.length() + length, self.ways().saturating_mul(ways))
    }
}

/// The length alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length(u32);

impl Weight for Length {
    const ONE: Self = Self(0);
    fn plus(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

impl Way for Length {
    fn of(length: u32, _: u64) -> Self {
        Self(length)
    }
    fn length(self) -> u32 {
        self.0
    }
    fn ways(self) -> u64 {
        1
    }
}

/// The length, and the number of ways of this length; `u64::MAX` stands for all larger numbers.
#[derive(Clone, Copy, Debug)]
struct Counted(u32, u64);

impl Weight for Counted {
    const ONE: Self = Self(0, 1);
    fn plus(self, other: Self) -> Self {
        match self.0.cmp(&other.0) {
            Less => self,
            Greater => other,
            Equal => Self(self.0, self.1.saturating_add(other.1)),
        }
    }
}

impl Way for Counted {
    fn of(length: u32, ways: u64) -> Self {
        Self(length, ways)
    }
    fn length(self) -> u32 {
        self.0
    }
    fn ways(self) -> u64 {
        self.1
    }
}

/// What a search from some start states found.
pub(super) struct Explored<'a, const W: usize, V> {
    pub(super) ground: &'a Ground,
    pub(super) starts: Vec<State>,
    /// The stages; all of them where they were to be kept.
    pub(super) layers: Vec<Layer<Key<W>, V>>,
    /// The ways to the end, the shortest first: after which entry of the last stage (none where there are no labels), in which
    /// state, and how many rolls after it.
    pub(super) ends: Vec<End<W, V>>,
    /// States of all stages.
    states: u64,
    /// Why it stopped, and the shortest that a trail may be.
    stop: Option<(Stop, u64)>,
}

#[derive(Clone, Copy)]
pub(super) struct End<const W: usize, V> {
    pub(super) key: Option<Key<W>>,
    pub(super) state: State,
    pub(super) rolls: u32,
    /// Of the whole trail.
    pub(super) way: V,
}

impl<const W: usize, V> Explored<'_, W, V> {
    /// Only the shortest trails.
    fn shortest(mut self) -> Self
    where
        V: Way,
    {
        let best = self.ends.iter().map(|end| end.way.length()).min();
        self.ends.retain(|end| Some(end.way.length()) == best);
        self
    }
}

/// What all searches of an instance found: several where the tour is closed, because its end depends on its start.
struct Run<'a, const W: usize, V> {
    explored: Vec<Explored<'a, W, V>>,
    states: u64,
    /// Why it stopped, and the shortest that a trail may be.
    stop: Option<(Stop, u64)>,
}

impl<'a, const W: usize, V: Way> Run<'a, W, V> {
    fn new(ground: &'a Ground, keep: bool, request: &Request<'_>) -> Self {
        let starts: Vec<State> = ground.states.starts().collect();
        let sets: Vec<Vec<State>> =
            if ground.states.closed { starts.into_iter().map(|start| vec![start]).collect() } else { vec![starts] };
        let last = sets.len().saturating_sub(1);
        let mut run = Self { explored: Vec::new(), states: 0, stop: None };
        for (i, starts) in sets.into_iter().enumerate() {
            let memory = Bytes(request.control.memory_limit().0.saturating_sub(run.bytes()));
            let request = Request { control: request.control.clone().with_memory_limit(memory), ..request.clone() };
            let mut explored = explore(ground, starts, keep, &request).shortest();
            run.states += explored.states;
            if let Some((stop, at_least)) = explored.stop.take() {
                // Of the starts that are not looked at, it is known only that every label takes a roll.
                let unknown = if i < last { ground.labels() as u64 } else { u64::MAX };
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
        self.explored.first()?.ends.first().map(|end| end.way.length())
    }

    /// Keeps what was found from some starts, unless there are shorter trails from others.
    fn add(&mut self, explored: Explored<'a, W, V>) {
        let Some(length) = explored.ends.first().map(|end| end.way.length()) else { return };
        match self.best().map(|best| length.cmp(&best)) {
            Some(Greater) => return,
            Some(Equal) => {}
            Some(Less) | None => self.explored.clear(),
        }
        self.explored.push(explored);
    }

    /// The memory of the stages that are kept.
    fn bytes(&self) -> u64 {
        let entries: usize = self.explored.iter().flat_map(|explored| &explored.layers).map(Vec::len).sum();
        (entries * size_of::<(Key<W>, V)>()) as u64
    }

    /// The shortest length and the number of trails.
    fn ended(&self) -> Ended<(u64, u64)> {
        if let Some((stop, at_least)) = &self.stop {
            return Ended::Stopped { stop: stop.clone(), at_least: *at_least };
        }
        let ways: Vec<V> = self.explored.iter().flat_map(|e| &e.ends).map(|end| end.way).collect();
        let all = ways.iter().map(|way| way.ways()).fold(0, u64::saturating_add);
        ways.first().map_or(Ended::NoPath, |way| Ended::Found((u64::from(way.length()), all)))
    }
}

/// Goes through the stages from some start states.
fn explore<'a, const W: usize, V: Way>(
    ground: &'a Ground,
    starts: Vec<State>,
    keep: bool,
    request: &Request<'_>,
) -> Explored<'a, W, V> {
    let labels = ground.labels();
    let expand = |(visited, node): Key<W>, way: V, next: &mut Layer<Key<W>, V>| {
        for step in ground.steps(node) {
            let label = ground.label_of[usize::from(step.to)];
            if !contains(&visited, label) {
                next.push(((with(visited, label), step.to), way.and(step.length, step.ways)));
            }
        }
    };
    let at_least = |layer: &Layer<Key<W>, V>| {
        let least = layer.iter().map(|(_, way)| way.length()).min().unwrap_or(0);
        let visited = layer.first().map_or(0, |((visited, _), _)| visited.iter().map(|word| word.count_ones()).sum());
        u64::from(least) + labels as u64 - u64::from(visited)
    };
    let stages = search::stages(first::<W, V>(ground, &starts), labels, keep, &expand, &at_least, request);
    let stop = stages.stop.map(|stop| (stop, stages.layers.last().map_or(0, at_least)));
    let ends = Vec::new();
    let mut explored = Explored { ground, starts, layers: stages.layers, ends, states: stages.states, stop };
    if explored.stop.is_none() {
        explored.ends = self::ends(&explored);
    }
    explored
}

/// The first stage: starts on labels, and the labels that walks from the other starts enter.
fn first<const W: usize, V: Way>(ground: &Ground, starts: &[State]) -> Layer<Key<W>, V> {
    let entry = |node: Node, way: V| ((with([0; W], ground.label_of[usize::from(node)]), node), way);
    let walks = ground.walks_from_free(starts);
    let walked = ground.entered(&walks).map(|step| entry(step.to, V::of(step.length, step.ways)));
    starts.iter().filter_map(|&start| ground.node(start)).map(|node| entry(node, V::ONE)).chain(walked).collect()
}

/// The ways to the end from the last stage, or from the start where there are no labels.
fn ends<const W: usize, V: Way>(explored: &Explored<'_, W, V>) -> Vec<End<W, V>> {
    let ground = explored.ground;
    if ground.labels() == 0 {
        let walks = Walks::new(ground, explored.starts.clone());
        return endings(explored, &walks, None)
            .map(|(state, rolls, ways)| End { key: None, state, rolls, way: V::of(rolls, ways) })
            .collect();
    }
    let each = explored.layers.last().into_iter().flatten().flat_map(|&(key, way)| {
        let here = ground.nodes[usize::from(key.1)];
        let walks = Walks::new(ground, vec![here]);
        let ends: Vec<_> = endings(explored, &walks, Some(here)).collect();
        ends.into_iter().map(move |(state, rolls, ways)| End {
            key: Some(key),
            state,
            rolls,
            way: way.and(rolls, ways),
        })
    });
    each.collect()
}

/// The states in which a trail may end after the last label, which is entered `here`, with the walks there: their length and
/// their number.
fn endings<'a, const W: usize, V>(
    explored: &'a Explored<'_, W, V>,
    walks: &'a Walks,
    here: Option<State>,
) -> impl Iterator<Item = (State, u32, u64)> + 'a {
    let states = &explored.ground.states;
    let all = (0..states.cells.len()).flat_map(|c| (0..24).map(move |o| (c, o)));
    all.filter_map(move |state| {
        let on_label = explored.ground.node(state).is_some();
        if states.closed {
            let back = explored.starts.iter().any(|&start| start.0 == state.0 && (!states.restore || start == state));
            let (length, ways) = walks.to(state).filter(|_| back)?;
            return Some((state, length, ways));
        }
        let goal = states.is_goal(state);
        if here == Some(state) {
            return goal.then_some((state, 0, 1));
        }
        // No other label may be entered any more.
        let (length, ways) = walks.to(state).filter(|_| goal && !on_label)?;
        Some((state, length, ways))
    })
}

/// Whether a set has a label.
pub(super) const fn contains<const W: usize>(visited: &[u32; W], label: u16) -> bool {
    visited[label as usize / 32] >> (label % 32) & 1 == 1
}

/// A set with one label more, or, where it has that label, one less.
pub(super) const fn with<const W: usize>(mut visited: [u32; W], label: u16) -> [u32; W] {
    visited[label as usize / 32] ^= 1 << (label % 32);
    visited
}

/// Runs `$work::<W>(…)` with as many words as the labels need.
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
    let (ended, Listed { solutions, nodes, .. }) = listed(puzzle, 1, request);
    let counts_rolls = puzzle.objective == Objective::Min;
    let verdict = match (ended, solutions.into_iter().next()) {
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
pub(super) fn list(puzzle: &LabeledBoard, limit: usize, request: &Request<'_>) -> Listed<Trail> {
    let (ended, listed) = listed(puzzle, limit, request);
    match ended {
        // What was found before a stop is perhaps not a shortest one.
        Ended::Stopped { .. } => Listed { solutions: Vec::new(), ..listed },
        Ended::Found(_) | Ended::NoPath => listed,
    }
}

fn listed(puzzle: &LabeledBoard, limit: usize, request: &Request<'_>) -> (Ended<(u64, u64)>, Listed<Trail>) {
    if puzzle.obstacle().is_some() {
        return (Ended::NoPath, Listed { solutions: Vec::new(), nodes: 0, stop: None, reason: None });
    }
    let ground = Ground::new(puzzle);
    with_words!(ground.labels(), list_in_words(&ground, limit, request))
}

fn list_in_words<const W: usize>(
    ground: &Ground,
    limit: usize,
    request: &Request<'_>,
) -> (Ended<(u64, u64)>, Listed<Trail>) {
    let run = Run::<W, Length>::new(ground, true, request);
    let ended = run.ended();
    let mut stop = run.stop.as_ref().map(|(stop, _)| stop.clone());
    // What was found before a stop is a solution, but perhaps not a shortest one: that one is enough then.
    let limit = if stop.is_some() { limit.min(1) } else { limit };
    let room =
        request.control.memory_limit().0 / TRAIL_BYTES.saturating_add(ROLL_BYTES * run.best().map_or(0, u64::from));
    let mut solutions = Vec::new();
    'all: for explored in &run.explored {
        for trail in Listing::new(explored) {
            solutions.push(trail);
            if solutions.len() >= limit {
                break 'all;
            }
            let full = solutions.len() as u64 >= room;
            stop = request.control.stop().or_else(|| full.then_some(Stop::MemoryLimit { needed: None }));
            if stop.is_some() {
                break 'all;
            }
        }
    }
    (ended, Listed { solutions, nodes: run.states, stop, reason: None })
}

/// About what a listed trail takes, and each of its rolls, as it is and as the JSON object that it becomes.
const TRAIL_BYTES: u64 = 1 << 10;
const ROLL_BYTES: u64 = 64;

/// Counts the shortest trails, or all where every trail has the same length.
pub(super) fn count(puzzle: &LabeledBoard, feasible: bool, request: &Request<'_>) -> Count {
    if puzzle.obstacle().is_some() {
        return Count::none(true);
    }
    let ground = Ground::new(puzzle);
    let ended = with_words!(ground.labels(), count_in_words(&ground, request));
    let all = feasible || puzzle.objective == Objective::Any;
    let endless = all && !puzzle.is_full();
    let count = Count::of_shortest(&ended, endless);
    Count { objective: count.objective.filter(|_| !all), ..count }
}

fn count_in_words<const W: usize>(ground: &Ground, request: &Request<'_>) -> Ended<(u64, u64)> {
    Run::<W, Counted>::new(ground, false, request).ended()
}
