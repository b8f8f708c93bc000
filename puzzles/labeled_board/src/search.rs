//! Direct search: breadth-first over (cell, orientation, set of labeled cells visited), contracted to the labeled cells
//! (`stages.rs`).

use std::convert::Infallible;

use num_bigint::BigUint;

use super::any_length::count as count_any_length;
use super::bounded::{Bounded, Wanted, Way, announce_first};
use super::keys::{Counted, Length, TrailWeight, with_words};
use super::label_graph::LabelGraph;
use super::listing::Trails;
use super::stages::Explored;
use super::{LabeledBoard, Objective, Trail};
use tumble_model::control::{Bytes, Extent, Request, Verdict};
use tumble_puzzles::puzzle::{Count, Endless, Listed, Listener, Question, Search, Searched};
use tumble_puzzles::search::{Case, Cases, Stopped};
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
    |puzzle, all, means| Ok(count(puzzle, all, means.request)),
)
.listing(|puzzle, found, means| Ok(list(puzzle, found, means.request)))
.fitting(|puzzle, question| {
    // There may be infinitely many.
    let is_any_length = puzzle.objective == Objective::Any && !puzzle.is_full();
    if question == Question::List && is_any_length {
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

/// Lists shortest trails.
pub(super) fn list(puzzle: &LabeledBoard, found: &mut Listener<'_, Trail>, request: &Request<'_>) -> Listed<Trail> {
    if let Some(why) = puzzle.obstacle() {
        return Listed::infeasible(why);
    }
    let graph = LabelGraph::new(puzzle);
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
pub(super) fn count(puzzle: &LabeledBoard, all: bool, request: &Request<'_>) -> Count<Endless<Trail>> {
    if let Some(why) = puzzle.obstacle() {
        return Count::infeasible(why);
    }
    let graph = LabelGraph::new(puzzle);
    let shortest = with_words!(graph.labels(), count_in_words(&graph, Way::of(puzzle), request));
    let are_shortest_all = puzzle.is_full() || shortest.solutions == BigUint::ZERO;
    if !all && puzzle.objective == Objective::Min {
        return shortest;
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
