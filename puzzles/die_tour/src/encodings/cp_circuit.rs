//! `cp-circuit`: a circuit over the cells; each cell has an orientation, which a used cell arc carries to the next cell by clauses. With
//! CP-SAT it is by far the fastest model of a tour.
//!
//! Sets, variables and constraints (1) to (7) are those of `rolling/src/path_circuit.rs`: states u = (c, o), `o[u]` ∈ {0, 1} the die is in u
//! when it visits c, `y[c,d]` ∈ {0, 1} it rolls from c in direction d, `s[c]`, `z[c]` ∈ {0, 1} the tour starts, ends on c.
//!
//! ```text
//! opt  Σ_u top(u) · o[u]
//! ```
//! Learning solvers that take no circuits do well with it too: lowered to positions in half-reified rows, it is faster than `cp-table`.
//!
//! Size: at most 30·C variables (24 orientations, 4 arcs, a start and an end per cell) and 100·C + 1 constraints, 96·C more if the tour
//! is closed; about half of it for a fixed start.

use crate::numbered::Numbered;
use crate::{DieTour, Tour};
use tumble_model::model::{ConstraintKind, Model};
use tumble_puzzles::puzzle::{Encoding, Formulation};
use tumble_rolling::PathCircuit;

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "cp-circuit",
    "a circuit over the cells with an orientation for each cell: best for constraint solvers",
    |puzzle: &DieTour, _| 30 * puzzle.board.free_cells().count() as u128,
    |puzzle, _, model| build(puzzle, model).into(),
)
.with_constraints(&[ConstraintKind::Circuit])
.ranked(|_, capabilities| if capabilities.circuit || capabilities.half_reified { 4 } else { 0 });

fn build(puzzle: &DieTour, mut model: Model) -> Formulation<Tour> {
    let tour = Numbered::new(puzzle);
    let path = PathCircuit::new(tour.graph.clone(), tour.endpoints.clone(), &mut model);
    tour.objective_of_visits(&mut model, path.visited());
    tour.formulation(model, path.distinguishing(), move |assignment| path.path(assignment))
}
