//! `time-expanded`: a flow of one unit through layers of (cell, orientation), one layer per roll.
//!
//! Sets: layers t ∈ 0..=T of the states u = (c, o) that are reachable in exactly t rolls from a start state, c ∈ 0..C, o ∈ 0..24. The
//! horizon T is long enough for a shortest path: on the plane D + 6 with D the Manhattan distance (`docs/plane.md`, theorem 1); on a board 12·C − 1 for a
//! fixed start (each state at most once, and parity leaves 12 orientations a cell), 24·C − 1 for a free one.
//!
//! Variables, all in {0, 1}: `s[u]` the path starts in u; `a[t,u,d]` roll t leads from u in direction d; `z[t,u]` it ends in u,
//! a goal state, after t rolls.
//!
//! ```text
//! min  Σ a[t,u,d]
//! (1)  Σ_u s[u] = 1
//! (2)  inflow of u in layer t = outflow of u + z[t,u]          each layer t, state u; the inflow in layer 0 is s[u]
//! ```
//! Size: at most 96·C·T + 24·(T + 2) variables: many times those of the static flow; it is here for comparison only.

use super::region::{self, Region};
use super::{DiePath, Route, one_die};
use crate::model::{Linear, Model, Sense, Var};
use crate::puzzle::{Alias, Encoding, Formulation};
use crate::rolling::{LayeredFlow, State, chosen};

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "time-expanded",
    "a flow through layers of (cell, orientation) up to a horizon that is proved sufficient",
    |puzzle: &DiePath, _| {
        let horizon = horizon(puzzle);
        (96 * region::size(puzzle)).saturating_mul(horizon) + 24 * (horizon + 2)
    },
    |puzzle, _| build(puzzle).into(),
)
.fitting(one_die)
.with_aliases(&[Alias {
    name: "time-indexed",
    why: "its former name; die-tour has the same formulation as time-expanded",
}]);

/// Enough rolls for a shortest path.
fn horizon(puzzle: &DiePath) -> u128 {
    if let Some(board) = &puzzle.board {
        let orientations = if puzzle.runners[0].start_dice.len() == 1 { 12 } else { 24 };
        return orientations * board.free_cells().count() as u128 - 1;
    }
    let distance = puzzle.runners[0].start.x.abs_diff(puzzle.runners[0].goal.x)
        + puzzle.runners[0].start.y.abs_diff(puzzle.runners[0].goal.y);
    u128::from(distance) + 6
}

fn build(puzzle: &DiePath) -> Formulation<Route> {
    let region = Region::of_one(puzzle);
    let Region { graph, starts, goals } = &region;
    let horizon = horizon(puzzle);
    let mut model = Model::new("die-path");
    model.explain("s_cC_oO", "the path starts on cell C in orientation O");
    model.explain("z_tT_cC_oO", "the path ends after T rolls on cell C in orientation O");
    let starts: Vec<(State, Var)> = starts.iter().map(|&state| (state, model.binary(format!("s_{state}")))).collect();
    model.block("(1) the path starts once");
    model.add("one_start", Linear::sum(starts.iter().map(|&(_, var)| var)).equals(1));
    model.block("(2) what enters a state leaves it, or the path ends there");
    let mut flow = LayeredFlow::new(starts.iter().map(|&(state, var)| (state, var.into())));
    for t in 0..=horizon {
        let end = |state, model: &mut Model| goals.contains(&state).then(|| model.binary(format!("z_t{t}_{state}")));
        flow.step(graph, &mut model, |_| t < horizon, end);
    }
    model.set_objective(Sense::Minimize, Linear::sum(flow.variables()));
    let distinct: Vec<Var> = starts.iter().map(|&(_, start)| start).chain(flow.variables()).collect();
    let puzzle = puzzle.clone();
    let decode = move |assignment: &_| {
        let start = chosen(&starts, assignment).ok_or("the path has no start")?;
        Ok(Route::of_rolls(flow.path(start, assignment)).with_starts(&puzzle, vec![region.start(start)]))
    };
    Formulation::new(model, Box::new(decode)).distinguished_by(distinct)
}
