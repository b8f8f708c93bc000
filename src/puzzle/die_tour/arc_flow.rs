//! `arc-flow`: a path on the graph of (cell, orientation), without time; a single-commodity flow over the cells keeps it
//! connected (Gavish and Graves' flow on a generalised travelling-salesman path: one node for each cell).
//!
//! Sets: states u = (c, o), c ∈ 0..C, o ∈ 0..24, that are reachable by rolls from a start state (a fixed start cell is not
//! entered again); the cell arcs (c, c') between free neighbours.
//!
//! Variables: `a[u,d]` ∈ {0, 1} the die rolls from u in direction d; `s[u]`, `z[u]` ∈ {0, 1} the tour starts, ends in u (ends only on
//! cells of the colour that C − 1 rolls lead to, next to a start cell if the tour is closed); `f[c,c']` ∈ 0..=C−1 the flow over a
//! cell arc, an implied integer: along a path its value is integral. Let `y[c,c']` be the sum of the a's over (c, c').
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  Σ_{u on c} s[u] + Σ_{a into c} a = 1                    each cell c
//! (3)  s[u] + Σ a into u = z[u] + Σ a out of u                 each state u
//! (4)  y[c,c'] ≤ f[c,c'] ≤ (C−1) · y[c,c']                     each cell arc
//! (5)  C · Σ_{u on c} s[u] + Σ f into c = 1 + Σ f out of c     each cell c
//! (6)  Σ_{u on c} s[u] ≤ Σ z next to c                         closed: each start cell c
//! (7)  s[u] ≤ Σ z one roll before u                            restored: each start state u
//! ```
//! `rolling/path_flow.rs` builds all of it except the objective.
//!
//! Size: at most 148·C variables (96 arcs, 24 starts, 24 ends, 4 flows a cell); about half of it for a fixed start.

use super::numbered::Numbered;
use super::{DieTour, Tour};
use crate::model::{Linear, Model};
use crate::puzzle::{Encoding, Formulation};
use crate::rolling::PathFlow;

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "arc-flow",
    "a path on the graph of (cell, orientation), connected by a flow over cells: the workhorse from 5×5 up",
    |puzzle: &DieTour, _| 148 * puzzle.board.free_cells().count() as u128,
    |puzzle, _| build(puzzle).into(),
);

fn build(puzzle: &DieTour) -> Formulation<Tour> {
    let tour = Numbered::new(puzzle);
    let mut model = Model::new("die-tour");
    let flow = PathFlow::new(tour.graph.clone(), tour.endpoints.clone(), &mut model);
    let mut sum = Linear::new();
    for (state, var) in flow.visited() {
        sum.push(tour.top(state.orientation()), var);
    }
    tour.objective(&mut model, sum);
    let distinct = flow.distinguishing();
    let decode = move |assignment: &_| {
        let (start, rolls) = flow.path(assignment)?;
        Ok(tour.tour(start, &rolls))
    };
    Formulation::new(model, Box::new(decode)).distinguished_by(distinct)
}
