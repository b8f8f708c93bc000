//! `state-flow`: a minimum-cost flow of one unit on the graph of (cell, orientation).
//!
//! Sets: states u = (c, o) that are reachable by rolls from a start state, c ∈ 0..C over the board, or on the plane over a box that holds
//! a shortest path (see `region.rs`), o ∈ 0..24.
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the path starts in u, a
//! start state; `a[u,d]` the die rolls from u in direction d; `z[u]` it ends in u, a goal state.
//!
//! ```text
//! min  Σ a[u,d]
//! (1)  Σ_u s[u] = 1
//! (2)  s[u] + Σ a into u = z[u] + Σ a out of u            each state u
//! (3)  Σ_u z[u] = 1
//! ```
//! (3) is the sum of the others, but where no goal state is reachable it has no variables: solvers that propagate see at once that there
//! is no path. Size: at most 96·C + 48 variables, 24·C + 2 rows.

use std::sync::Arc;

use super::region::{self, Region};
use super::{DiePath, Route, one_die};
use crate::model::{Model, Sense};
use crate::puzzle::{Encoding, Formulation};
use crate::rolling::StaticFlow;

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "state-flow",
    "minimum-cost flow on the graph of (cell, orientation): its LP relaxation is integral",
    |puzzle: &DiePath, _| 96 * region::size(puzzle) + 48,
    |puzzle, _| build(puzzle).into(),
)
.fitting(one_die)
.with_tight_relaxation()
.ranked(|_, _| 2);

fn build(puzzle: &DiePath) -> Formulation<Route> {
    let region = Region::of_one(puzzle);
    let mut model = Model::new("die-path");
    let flow = Arc::new(StaticFlow::new(&region.graph, &region.starts, &region.goals, &mut model));
    model.set_objective(Sense::Minimize, flow.length());
    let (puzzle, read) = (puzzle.clone(), Arc::clone(&flow));
    let decode = move |assignment: &_| {
        let (start, rolls) = read.path(assignment)?;
        Ok(Route::of_rolls(rolls).with_starts(&puzzle, vec![region.start(start)]))
    };
    Formulation::new(model, Box::new(decode)).with_distinguish(Box::new(move |model| flow.distinguish(model)))
}
