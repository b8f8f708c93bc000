//! Direct search: breadth-first over (cell, orientation, set of labeled cells visited), contracted to the labeled cells
//! (`stages.rs`).

use std::convert::Infallible;

use num_bigint::BigUint;

use super::bounded::{Bounded, Wanted, Way, announce_first};
use super::keys::{Counted, Length, TrailWeight, with_words};
use super::label_graph::LabelGraph;
use super::listing::Trails;
use super::stages::Explored;
use super::{LabeledBoard, Objective, Trail};
use tumble_model::control::{Bytes, Request, Verdict};
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::{Count, Listed, Listener, Question, Search, Searched};
use tumble_puzzles::search::{Case, Cases, Ended, Stopped};
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
        let request = Request { control: request.control.clone().with_memory_limit(memory), ..request.clone() };
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
    |puzzle, all, means| Ok(count(puzzle, all, means.request)),
)
.listing(|puzzle, found, means| Ok(list(puzzle, found, means.request)))
.fitting(|puzzle, question| {
    let is_endless = puzzle.objective == Objective::Any && !puzzle.is_full();
    if question == Question::List && is_endless {
        Err("there are infinitely many trails over free cells")
    } else {
        Ok(1)
    }
});

pub(super) fn solve(puzzle: &LabeledBoard, request: &Request<'_>) -> Searched<Trail> {
    if puzzle.obstacle().is_some() {
        return Searched::new(Verdict::Infeasible, 0);
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

/// Lists shortest trails.
pub(super) fn list(puzzle: &LabeledBoard, found: &mut Listener<'_, Trail>, request: &Request<'_>) -> Listed {
    if puzzle.obstacle().is_some() {
        return Listed::default();
    }
    let graph = LabelGraph::new(puzzle);
    with_words!(graph.labels(), list_in_words(&graph, Way::of(puzzle), found, request))
}

pub(super) fn list_in_words<const W: usize>(
    graph: &LabelGraph,
    way: Way,
    found: &mut Listener<'_, Trail>,
    request: &Request<'_>,
) -> Listed {
    let known = explore_all::<W, Length>(graph, (Wanted::All, way), request);
    // A trail found before a stop is a solution, but may not be a shortest one.
    if let Some((_, kept)) = known.best().filter(|_| known.stop().is_none()) {
        let held = bytes(kept);
        // Where the receiver breaks off, it knows why.
        let _ = kept.iter().flat_map(Trails::new).try_for_each(|trail| found(trail, held));
    }
    Listed { nodes: known.states(), stop: known.stop().cloned(), ..Listed::default() }
}

/// Counts the shortest trails, or all trails if they all have the same length.
pub(super) fn count(puzzle: &LabeledBoard, feasible: bool, request: &Request<'_>) -> Count {
    if puzzle.obstacle().is_some() {
        return Count::none(true);
    }
    let graph = LabelGraph::new(puzzle);
    let ended = with_words!(graph.labels(), count_in_words(&graph, Way::of(puzzle), request));
    let count = Count::of_shortest(&ended);
    if !feasible && puzzle.objective == Objective::Min {
        return count;
    }
    let all = Count { objective: None, ..count };
    if puzzle.is_full() || all.solutions == BigUint::ZERO {
        return all;
    }
    match solve(puzzle, request).verdict {
        Verdict::Optimal(trail) if strays(puzzle, &trail) => all.endless_because(ENDLESS),
        _ => Count { complete: false, reason: Some(LONGER.into()), ..all },
    }
}

/// Why the trails of any length are not counted.
const ENDLESS: &str = "infinitely many, because free cells can be entered again and again";
const LONGER: &str = "longer ones, which may enter free cells again, were not counted";

/// Whether a trail can be made longer and longer: where it comes to a free cell beside another, it can go there and back, which leaves the
/// die as it was.
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

/// The shortest length and the number of trails.
pub(super) fn count_in_words<const W: usize>(graph: &LabelGraph, way: Way, request: &Request<'_>) -> Ended<(u64, u64)> {
    let known = explore_all::<W, Counted>(graph, (Wanted::Number, way), request);
    match (known.stop(), known.best()) {
        (Some(stop), _) => Ended::Stopped { stop: stop.clone(), at_least: 0 },
        (None, None) => Ended::NoPath,
        (None, Some((length, kept))) => {
            let trails = kept.iter().flat_map(|explored| &explored.ends).map(|end| end.weight.trails());
            Ended::Found((length.unsigned_abs(), trails.fold(0, u64::saturating_add)))
        }
    }
}
