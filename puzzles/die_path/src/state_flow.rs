//! `state-flow`: a minimum-cost flow of one unit on the graph of (cell, orientation).
//!
//! Sets: states u = (c, o) that are reachable by rolls from a start state and lead on to a goal state (a circle elsewhere would make a sum
//! better, too), c ∈ 0..C over the board, or on the plane over a box that holds a shortest path (see `region.rs`), o ∈ 0..24.
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the path starts in u, a
//! start state; `a[u,d]` the die rolls from u in direction d; `z[u]` it ends in u, a goal state. In a round trip the first roll is
//! `f[u,d]`, from a start state u; `s[u]` enters nothing then, and `f[u,d]` the state that it leads to.
//!
//! Costs, from u to v: `k[u,d]` = 1, `k[u]` = 0; for a sum `k[u,d]` is what v counts, and `k[u]` what u counts.
//!
//! ```text
//! min  Σ k[u,d] (a[u,d] + f[u,d]) + Σ k[u] s[u]        max for a largest sum
//! (1)  Σ_u s[u] = 1
//! (2)  s[u] + Σ a into u = z[u] + Σ a out of u            each state u
//! (3)  Σ_u z[u] = 1
//! (4)  s[u] = Σ_d f[u,d]                                  in a round trip: each start state u
//! ```
//! (3) is the sum of the others, but where no goal state is reachable it has no variables: solvers that propagate see at once that there
//! is no path. Size: with D directions at most 24·C·D + 144 variables, and 24·C more if any cell may be the goal; half of
//! that if the start orientation is fixed; and 24·C + 26 rows.

use std::sync::Arc;

use super::instance::may_circle;
use super::region::{self, Circles, NO_BEST, Region, Ways};
use super::{DiePath, Route, one_die};
use tumble_model::control::Request;
use tumble_model::model::{Linear, Model, Sense};
use tumble_puzzles::puzzle::{Encoded, Encoding, Formulation, Has};
use tumble_rolling::{RollGraph, State, StaticFlow};

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "state-flow",
    "minimum-cost flow on the graph of (cell, orientation): its LP relaxation is integral",
    |puzzle: &DiePath, _| size(puzzle),
    |puzzle, _, model| build(puzzle, model),
)
.fitting(one_die)
.with_tight_relaxation()
.ranked(|_, _| 2);

/// An upper bound on the number of variables. Rolls change the class of the orientation with the colour of the cell, so that starts of one
/// class reach half of the states of a cell.
fn size(puzzle: &DiePath) -> u128 {
    let free = puzzle.board.as_ref().map(|board| board.free_cells().count() as u128);
    let cells = free.unwrap_or_else(|| region::size(puzzle, 0));
    let dice = &puzzle.runners[0].start_dice;
    let states = if dice.iter().all(|die| die.class() == dice[0].class()) { 12 } else { 24 };
    let ends = if puzzle.runners[0].goal.is_none() { states * cells } else { 24 };
    states * cells * puzzle.directions.len() as u128 + ends + 120
}

/// What makes a path better.
fn objective(puzzle: &DiePath, graph: &RollGraph, flow: &StaticFlow) -> (Sense, Linear) {
    let Some(sum) = &puzzle.sum else { return (Sense::Minimize, flow.length()) };
    let value = |state: State| sum.value(state.cell(), graph.dice()[state.orientation()]);
    let entered = flow.rolls().map(|(arc, var)| (arc.head, var)).chain(flow.starts());
    let terms = entered.filter(|&(state, _)| value(state) != 0);
    (sum.sense, terms.fold(Linear::new(), |total, (state, var)| total.plus(value(state), var)))
}

fn build(puzzle: &DiePath, model: Model) -> Encoded<Route> {
    match Ways::circles(puzzle, &Request::new(model.control())) {
        Circles::Better(route) => {
            let sum = route.sum.unwrap_or_default();
            Encoded::Unbounded(route, sum, NO_BEST)
        }
        // The flow has no circles that cost nothing, so that it lacks most of the paths.
        Circles::AsGood => Formulation { apart: None, has: Has::SomeBest, ..formulation(puzzle, model) }.into(),
        Circles::Harmless => formulation(puzzle, model).into(),
    }
}

fn formulation(puzzle: &DiePath, mut model: Model) -> Formulation<Route> {
    let region = Region::of_one(puzzle, 0);
    let ends = [&region.starts[..], &region.goals];
    let flow = Arc::new(StaticFlow::new(&region.graph, ends, puzzle.is_round_trip, &mut model));
    let (sense, expression) = objective(puzzle, &region.graph, &flow);
    model.set_objective(sense, expression);
    let has_circles = may_circle(&puzzle.directions);
    let (puzzle, read) = (puzzle.clone(), Arc::clone(&flow));
    let decode = move |assignment: &_| {
        let (start, rolls) = read.path(assignment)?;
        Ok(region.route(&puzzle, start, rolls))
    };
    // A circle of rolls is not told from the path that it is apart from.
    let has = if has_circles { Has::AllBest } else { Has::All };
    Formulation::new(model, has, Box::new(decode)).with_distinguish(Box::new(move |model| flow.distinguish(model)))
}
