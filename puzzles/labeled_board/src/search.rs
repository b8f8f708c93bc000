//! Direct search: breadth-first over (cell, orientation, set of labeled cells visited), contracted to the labeled cells
//! (`stages.rs`).

use std::convert::Infallible;

use num_bigint::BigUint;

use super::bounded::{Bounded, Wanted, Way, announce_first};
use super::label_graph::LabelGraph;
use super::stages::{Counted, Explored, Length, TrailWeight, Trails, contains, toggled, with_words};
use super::{LabeledBoard, Objective, Trail};
use tumble_model::control::{Bytes, Control, Extent, Request, Verdict};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{Count, Endless, Listed, Listener, Question, Search, Searched, Which};
use tumble_puzzles::search::{Case, Cases, Onward, Stopped, all_ways, list_by_length, ways_by_length};
use tumble_rolling::{Endpoints, State};

/// The shortest trails, as the searches from the starts that have shortest trails.
type Kept<'a, const W: usize, V> = Vec<Explored<'a, W, V>>;

/// Searches for the shortest trails: from each start by itself if the tour is closed, because its end depends on its start.
fn explore_all<'a, const W: usize, V: TrailWeight>(
    graph: &'a LabelGraph,
    (wanted, way): (Wanted, Way),
    request: &Request<'_>,
) -> Cases<Kept<'a, W, V>> {
    let Endpoints { start, closed, .. } = &graph.board.endpoints;
    let starts: Vec<State> = start.states(&graph.board.graph).collect();
    let sets = if *closed { starts.into_iter().map(|start| vec![start]).collect() } else { vec![starts] };
    // Every label takes a roll, but for one that is the start of an open trail.
    let each = graph.labels().saturating_sub(usize::from(!*closed));
    let mut known = Cases::merging(-1, |kept: &mut Kept<'a, W, V>, more| kept.extend(more)).each_at_best(each as i64);
    let mut search = Bounded::new(graph, wanted, way);
    let Ok(()) = known.each(sets, request, |starts, best, request| {
        if wanted == Wanted::Any && best.is_some() {
            return Ok(Case { best: None, stopped: None, states: 0 });
        }
        let held = best.map_or(0, |(_, kept)| bytes(kept));
        let memory = Bytes(request.control.memory_limit().0.saturating_sub(held));
        let request = request.with_control(request.control.clone().with_memory_limit(memory));
        let most = best.map(|&(length, _)| u32::try_from(length).expect("it was a length of 32 bits"));
        let mut explored = search.search::<W, V>(&starts, most, &request);
        let stopped = explored.stop.take().map(|(stop, at_least)| Stopped { stop, bound: Some(at_least as i64) });
        let (states, length) = (explored.states, explored.ends.first().map(|end| end.weight.length()));
        if length.is_some_and(|length| most.is_none_or(|most| length < most)) {
            announce_first(&explored, wanted, &request);
        }
        Ok::<_, Infallible>(Case { best: length.map(|length| (length.into(), vec![explored])), stopped, states })
    });
    known
}

/// The memory of the stages that are kept, in bytes.
fn bytes<const W: usize, V>(kept: &Kept<'_, W, V>) -> u64 {
    kept.iter().map(Explored::bytes).sum()
}

pub(super) const DIRECT: Search<LabeledBoard> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, which, means| Ok(count(puzzle, which, means.request)),
)
.listing(|puzzle, within, found, means| Ok(list(puzzle, within, found, means.request)))
.fitting(|puzzle, question| {
    // There may be infinitely many.
    let is_any_length = puzzle.objective == Objective::Any && !puzzle.is_full();
    if matches!(question, Question::List(_)) && is_any_length {
        Err("without an objective, it lists no trails over free cells")
    } else {
        Ok(1)
    }
});

pub(super) fn solve(puzzle: &LabeledBoard, request: &Request<'_>) -> Searched<Trail> {
    if let Some(why) = puzzle.obstacle() {
        return Searched::infeasible(why);
    }
    let graph = LabelGraph::new(puzzle);
    let wanted = if puzzle.objective == Objective::Any { Wanted::Any } else { Wanted::One };
    let searched = with_words!(graph.labels(), solve_in_words(&graph, (wanted, Way::of(puzzle)), request));
    if puzzle.objective == Objective::Min {
        return searched;
    }
    // Any trail will do, and lengths are no bounds.
    let verdict = match searched.verdict {
        Verdict::Feasible { solution, .. } => Verdict::Optimal(solution),
        Verdict::Unknown { stop, .. } => Verdict::Unknown { bound: None, stop },
        settled @ (Verdict::Optimal(_) | Verdict::Infeasible) => settled,
    };
    Searched { verdict, ..searched }
}

pub(super) fn solve_in_words<const W: usize>(
    graph: &LabelGraph,
    aim: (Wanted, Way),
    request: &Request<'_>,
) -> Searched<Trail> {
    let known = explore_all::<W, Length>(graph, aim, request);
    let (nodes, incumbents) = (known.states(), known.incumbents().to_vec());
    let first = |kept: Kept<'_, W, Length>| kept.iter().find_map(|explored| Trails::new(explored).next());
    let verdict = known.verdict(|kept| first(kept).expect("a shortest length is that of a trail"));
    Searched { incumbents, ..Searched::new(verdict, nodes) }
}

/// Lists the shortest trails, and those of up to so many rolls more.
fn list(puzzle: &LabeledBoard, within: u64, found: &mut Listener<'_, Trail>, request: &Request<'_>) -> Listed<Trail> {
    if let Some(why) = puzzle.obstacle() {
        return Listed::infeasible(why);
    }
    let graph = LabelGraph::new(puzzle);
    if within > 0 {
        return with_words!(graph.labels(), list_within(&graph, (Way::of(puzzle), within), found, request));
    }
    with_words!(graph.labels(), list_in_words(&graph, Way::of(puzzle), found, request))
}

pub(super) fn list_in_words<const W: usize>(
    graph: &LabelGraph,
    way: Way,
    found: &mut Listener<'_, Trail>,
    request: &Request<'_>,
) -> Listed<Trail> {
    let known = explore_all::<W, Length>(graph, (Wanted::All, way), request);
    let extent = match (known.stop(), known.best()) {
        // A trail found before a stop is a solution, but may not be a shortest one.
        (Some(stop), _) => Extent::Stopped(stop.clone()),
        (None, None) => Extent::All,
        (None, Some((_, kept))) => {
            let held = bytes(kept);
            Extent::handed_over(kept.iter().flat_map(Trails::new).try_for_each(|trail| found(trail, held)))
        }
    };
    Listed::new(extent, known.states())
}

/// Counts the shortest trails, or all trails.
pub(super) fn count(puzzle: &LabeledBoard, which: Which, request: &Request<'_>) -> Count<Endless<Trail>> {
    if let Some(why) = puzzle.obstacle() {
        return Count::infeasible(why);
    }
    let graph = LabelGraph::new(puzzle);
    let shortest = with_words!(graph.labels(), count_in_words(&graph, Way::of(puzzle), request));
    let are_shortest_all = puzzle.is_full() || shortest.solutions == BigUint::ZERO;
    if which == Which::Best && puzzle.objective == Objective::Min {
        return shortest;
    }
    if let Which::Within(more) = which {
        return with_words!(graph.labels(), count_within(&graph, shortest, more, request));
    }
    if are_shortest_all {
        return Count { objective: None, ..shortest };
    }
    match solve(puzzle, request).verdict {
        Verdict::Optimal(trail) | Verdict::Feasible { solution: trail, .. } => {
            with_words!(graph.labels(), count_any_length(&graph, shortest, &trail, &request.control))
        }
        Verdict::Unknown { stop, .. } => Count { objective: None, extent: Extent::Stopped(stop), ..shortest },
        Verdict::Infeasible => unreachable!("the shortest trails were counted"),
    }
}

/// Why not all trails are counted.
const TOO_MANY: &str = "there are more than 64 bits can count";

/// Counts the shortest trails.
pub(super) fn count_in_words<const W: usize>(
    graph: &LabelGraph,
    way: Way,
    request: &Request<'_>,
) -> Count<Endless<Trail>> {
    let known = explore_all::<W, Counted>(graph, (Wanted::Number, way), request);
    match (known.stop(), known.best()) {
        (Some(stop), _) => Count::stopped(stop.clone()),
        (None, None) => Count::new(0_u8, Extent::All),
        (None, Some((length, kept))) => {
            let trails = kept.iter().flat_map(|explored| &explored.ends).map(|end| end.weight.trails());
            let trails = trails.fold(0, u64::saturating_add);
            let is_exact = trails < u64::MAX;
            let extent = if is_exact { Extent::All } else { Extent::Enough };
            let reason = (!is_exact).then(|| TOO_MANY.into());
            Count { objective: Some(*length), reason, ..Count::new(trails, extent) }
        }
    }
}

// Trails of any length: how many there are, or one with a circle over free cells.

/// What decides over the rest of a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Position<const W: usize> {
    /// The labels that were entered.
    entered: [u32; W],
    state: State,
    /// Of a closed trail, where it started.
    start: Option<State>,
    phase: Phase,
}

/// How far a trail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Phase {
    Start,
    OnTheWay,
    /// The last roll led back to a start that is labeled.
    Closed,
}

/// From the number of the shortest trails, of which one is given, to that of all trails.
fn count_any_length<const W: usize>(
    graph: &LabelGraph,
    shortest: Count<Endless<Trail>>,
    trail: &Trail,
    control: &Control<'_>,
) -> Count<Endless<Trail>> {
    let way = positions(graph, trail);
    let all = graph.ask::<W, _>(|onward| all_ways(&way, onward, control));
    shortest.or_all(all, &|way| graph.trail(way))
}

/// From the number of the shortest trails to that of trails with up to so many rolls more.
fn count_within<const W: usize>(
    graph: &LabelGraph,
    shortest: Count<Endless<Trail>>,
    more: u64,
    request: &Request<'_>,
) -> Count<Endless<Trail>> {
    let by_length = |most| graph.ask::<W, _>(|onward| ways_by_length(onward, most, request));
    shortest.and_longer(more, by_length)
}

/// Lists the shortest trails, and those of up to so many rolls more.
fn list_within<const W: usize>(
    graph: &LabelGraph,
    (way, within): (Way, u64),
    found: &mut Listener<'_, Trail>,
    request: &Request<'_>,
) -> Listed<Trail> {
    let Searched { verdict, nodes, .. } = solve_in_words::<W>(graph, (Wanted::One, way), request);
    let shortest = match verdict.another() {
        Ok(trail) => trail.length.unsigned_abs(),
        Err(extent) => return Listed::new(extent, nodes),
    };
    let mut found = |way: &[Position<W>], held| found(graph.trail(way), held);
    let lengths = shortest..=shortest.saturating_add(within);
    let list = graph.ask::<W, _>(|onward| list_by_length(onward, lengths, &mut found, request));
    Listed::new(list.map_or_else(Extent::Stopped, Extent::handed_over), nodes)
}

/// The positions along a trail, of which the graph has every roll.
fn positions<const W: usize>(graph: &LabelGraph, trail: &Trail) -> Vec<Position<W>> {
    let mut way: Vec<Position<W>> =
        graph.starts().filter(|position| graph.board.start(position.state) == trail.start).collect();
    for roll in trail.moves.chars().filter_map(Direction::of_letter) {
        let Some(&here) = way.last() else { break };
        let head = graph.board.graph.roll(here.state, roll);
        way.extend(graph.next(here).find(|next| Some(next.state) == head));
    }
    way
}

/// The number of labels in a set.
fn number<const W: usize>(entered: &[u32; W]) -> usize {
    entered.iter().map(|word| word.count_ones() as usize).sum()
}

impl LabelGraph {
    /// Asks the graph of the positions of trails: where they start, the positions after one more roll, and where they may end.
    fn ask<const W: usize, T>(&self, ask: impl FnOnce(&Onward<'_, Position<W>>) -> T) -> T {
        let starts: Vec<Position<W>> = self.starts().collect();
        let forward = |position, next: &mut Vec<Position<W>>| next.extend(self.next(position));
        ask(&Onward { starts: &starts, forward: &forward, is_goal: &|position| self.is_end(&position) })
    }

    fn starts<const W: usize>(&self) -> impl Iterator<Item = Position<W>> {
        let Endpoints { start, closed, .. } = &self.board.endpoints;
        start.states(&self.board.graph).filter_map(|state| {
            let start = closed.then_some(state);
            let before = Position { entered: [0; W], state, start, phase: Phase::Start };
            self.entering(before, state)
        })
    }

    /// A position after a state was entered, if that breaks no rule.
    fn entering<const W: usize>(&self, before: Position<W>, state: State) -> Option<Position<W>> {
        let Some(node) = self.node(state) else { return Some(Position { state, ..before }) };
        let label = self.label_of[usize::from(node)];
        if !contains(&before.entered, label) {
            let entered = toggled(before.entered, label);
            return self.may_come(number(&before.entered), label.into()).then_some(Position {
                entered,
                state,
                ..before
            });
        }
        let closes = before.start.is_some_and(|start| start.cell() == state.cell()) && self.has_all(&before);
        closes.then_some(Position { state, phase: Phase::Closed, ..before })
    }

    /// The positions after one more roll.
    fn next<const W: usize>(&self, position: Position<W>) -> impl Iterator<Item = Position<W>> {
        let is_over = position.phase == Phase::Closed;
        let rolls = self.board.graph.rolls_from(position.state).filter(move |_| !is_over);
        rolls.filter_map(move |arc| self.entering(Position { phase: Phase::OnTheWay, ..position }, arc.head))
    }

    fn is_end<const W: usize>(&self, position: &Position<W>) -> bool {
        let Endpoints { goal, restore, .. } = &self.board.endpoints;
        let ends = match position.start {
            None => goal.contains(position.state),
            Some(start) => {
                let is_back = if *restore { position.state == start } else { position.state.cell() == start.cell() };
                is_back && position.phase != Phase::Start
            }
        };
        ends && self.has_all(position)
    }

    fn has_all<const W: usize>(&self, position: &Position<W>) -> bool {
        number(&position.entered) == self.labels()
    }

    /// The trail through these positions.
    fn trail<const W: usize>(&self, way: &[Position<W>]) -> Trail {
        let graph = &self.board.graph;
        let roll = |pair: &[Position<W>]| {
            Direction::ALL.into_iter().find(|&roll| graph.roll(pair[0].state, roll) == Some(pair[1].state))
        };
        let rolls: Vec<Direction> = way.windows(2).filter_map(roll).collect();
        Trail::of(self.board.start(way[0].state), &rolls)
    }
}
