//! `+fixing` leaves out the arcs that no trail takes which is as short as a known one: fixing of variables by reduced costs, on paths.
//!
//! A walk through all labels that takes an arc at any position costs at least what walks of the ng-route relaxation cost before the arc and
//! after the arc, by prices of the labels (`prices.rs`). If this is more than the rolls of a known trail, the arc is left out. All is
//! exact in integers, and the trails from all starts are looked at together.
//!
//! The known trail is the best of a local search (`local_search.rs`) and of a search that keeps the best states of each stage, replayed by
//! the rules. A shorter one is looked for again with the arcs and the prices that are left. Trails as short as the known one stay in
//! the model. Nothing is left out if any trail will do, or if there are no free cells: all trails have the same length then.
//!
//! Source: S. Irnich, G. Desaulniers, J. Desrosiers, A. Hadjar, *Path-reduced costs for eliminating arcs in routing and scheduling*,
//! INFORMS Journal on Computing 22, 2010.

use std::collections::BTreeSet;

use super::bound_graph::ROLL;
use super::label_graph::{Contracted, LabelGraph, Node, Point};
use super::prices::Bounds;
use super::stages::{Cut, Length, Trails, explore, with_words};
use super::{LabeledBoard, Objective, Trail, local_search, rules};
use tumble_model::control::{Request, Stop};
use tumble_puzzles::puzzle::Strengthening;
use tumble_rolling::State;

/// See the [module](self).
pub(super) const FIXING: Strengthening = Strengthening {
    name: "fixing",
    summary: "no arcs that prices of the labels exclude, given a trail that a heuristic search finds",
    by_default: true,
};

/// The effort of the local search: tenths of a second.
const EFFORT: u64 = 1 << 23;
/// The states that are kept of a stage.
const WIDTH: usize = 1 << 10;
/// The prices are improved as long as the bound gains this much, in thousandths of a roll, and at most so often.
const LEAST_GAIN: i32 = ROLL / 20;
const MOST_GAINS: usize = 20;
/// Labels times arcs times improvements: some seconds. The effort is not a time, because a model that is exported has to be the same later.
const MOST_STEPS: usize = 1 << 22;
/// Shorter trails are looked for so often.
const MOST_TRAILS: usize = 4;

/// Leaves arcs out, as far as the limits of the request allow.
pub(super) fn fix(puzzle: &LabeledBoard, graph: &LabelGraph, board: &mut Contracted, request: &Request<'_>) {
    if puzzle.objective == Objective::Any || puzzle.is_full() {
        return;
    }
    let rolls = |trail: Trail| u32::try_from(rules::verify(puzzle, &trail).ok()?).ok();
    let nearby = local_search::trail(graph, board, EFFORT, &request.control);
    let known = nearby.and_then(|(terminal, nodes)| rolls(board.trail(graph, terminal, &nodes)?));
    // Without bounds, or if they take long, all arcs stay.
    if let Ok(Some(bounds)) = closed(graph, known, &rolls, request) {
        let arcs: BTreeSet<(Node, Node)> = bounds.graph.arcs().collect();
        board.retain(|arc| match (arc.from, arc.to) {
            (Point::Node(from), Point::Node(to)) => arcs.contains(&(from, to)),
            (Point::Terminal(_), Point::Node(first)) => bounds.may_begin(first),
            (Point::Node(last), Point::Terminal(_)) => bounds.may_end(last),
            (Point::Terminal(_), Point::Terminal(_)) => false,
        });
    }
}

/// The bounds after all is closed to them that no trail can use which is as short as the best known one. `known` is the length of one;
/// `rolls` replays a trail. `None` if there are no bounds in short time.
fn closed<'a>(
    graph: &'a LabelGraph,
    known: Option<u32>,
    rolls: &dyn Fn(Trail) -> Option<u32>,
    request: &Request<'_>,
) -> Result<Option<Bounds<'a>>, Stop> {
    let starts: Vec<State> = graph.board.endpoints.start.states(&graph.board.graph).collect();
    let Some(mut bounds) = Bounds::new(graph, request)? else { return Ok(None) };
    if bounds.begin(graph, &starts).is_none() {
        return Ok(None);
    }
    let gains = (MOST_STEPS / (graph.labels() * bounds.graph.arcs().count()).max(1)).min(MOST_GAINS);
    if gains == 0 {
        return Ok(None);
    }
    let mut most = known.unwrap_or_else(|| bounds.longest());
    for left in (0..=MOST_TRAILS).rev() {
        close(&mut bounds, (most as i32).saturating_mul(ROLL), gains, request)?;
        let Some(shorter) = most.checked_sub(1).filter(|_| left > 0) else { break };
        let found = with_words!(graph.labels(), beam(graph, &starts, &bounds, shorter, request))?;
        match found.and_then(rolls).filter(|&rolls| rolls < most) {
            Some(rolls) => most = rolls,
            None => break,
        }
    }
    Ok(Some(bounds))
}

/// Improves the prices, and closes what no trail of up to `most` thousandths of a roll can use.
fn close(bounds: &mut Bounds<'_>, most: i32, gains: usize, request: &Request<'_>) -> Result<(), Stop> {
    let room = request.control.memory_left().0;
    let mut before = i32::MIN;
    for _ in 0..gains {
        bounds.fix(most, room, request)?;
        let cost = bounds.polish(most, room, request)?;
        if cost < before.saturating_add(LEAST_GAIN) {
            break;
        }
        before = cost;
    }
    bounds.fix(most, room, request)
}

/// A trail of up to `most` rolls, found among the best states of each stage; from several starts of a closed board the trail may end on
/// another start.
fn beam<const W: usize>(
    graph: &LabelGraph,
    starts: &[State],
    bounds: &Bounds<'_>,
    most: u32,
    request: &Request<'_>,
) -> Result<Option<Trail>, Stop> {
    let completions = bounds.completions(request.control.memory_left().0, request)?;
    let cut = Cut { longer: Some((most, &completions)), width: WIDTH, narrow: true, proved: 0 };
    let explored = explore::<W, Length>(graph, starts.to_vec(), true, cut, request);
    Ok(Trails::new(&explored).next())
}
