//! `edge-flow`: undirected edges of the graph of (cell, orientation), of which only the cell edges are integer; a flow over the cells keeps
//! the path in one piece.
//!
//! Sets, variables `s`, `y`, `n`, `w`, `z`, `f` and rows (1) to (10): as in `rolling/path_edges.rs`.
//!
//! ```text
//! opt  Σ_u top(u) · n[u]
//! ```
//! Size: at most 126·C variables (24 visits, starts and ends, 48 edges, 2 cell edges, 4 flows a cell); a third of it for a fixed start.

use super::numbered::Numbered;
use super::{DieTour, Tour};
use crate::model::Model;
use crate::puzzle::{Encoding, Formulation};
use crate::rolling::{PathEdges, PathStates};

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "edge-flow",
    "undirected edges of the graph of (cell, orientation), connected by a flow over cells: a tight model without cuts",
    |puzzle: &DieTour, _| 126 * puzzle.board.free_cells().count() as u128,
    |puzzle, _| build(puzzle).into(),
);

fn build(puzzle: &DieTour) -> Formulation<Tour> {
    let (tour, path, mut model) = edges(puzzle);
    path.connect(&mut model);
    formulation(tour, path, model)
}

/// The model without the flow, its objective included.
pub(super) fn edges(puzzle: &DieTour) -> (Numbered, PathEdges, Model) {
    let tour = Numbered::new(puzzle);
    let mut model = Model::new("die-tour");
    let path = PathEdges::new(PathStates::new(tour.graph.clone(), tour.endpoints.clone()), &mut model);
    tour.objective_of_visits(&mut model, path.visited());
    (tour, path, model)
}

/// The model with the way back.
pub(super) fn formulation(tour: Numbered, path: PathEdges, model: Model) -> Formulation<Tour> {
    tour.formulation(model, path.distinguishing(), move |assignment| path.path(assignment))
}
