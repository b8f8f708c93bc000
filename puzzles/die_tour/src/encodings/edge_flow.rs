//! `edge-flow`: undirected edges of the graph of (cell, orientation), of which only the cell edges are integer; a flow over the cells keeps
//! the path in one piece.
//!
//! Sets, variables `s`, `y`, `n`, `w`, `z`, `f` and rows (1) to (10): as in `rolling/src/path_edges.rs`.
//!
//! ```text
//! opt  Σ_u top(u) · n[u]
//! ```
//! `+cutoff`: if a beam search finds a tour of sum B, row (C) demands a better sum. Infeasible then means: that tour is optimal.
//!
//! Size: at most 126·C variables (24 visits, starts and ends, 48 edges, 2 cell edges, 4 flows a cell); a third of it for a fixed start.

use crate::numbered::Numbered;
use crate::search::beam;
use crate::{DieTour, Objective, Tour};
use tumble_model::model::Model;
use tumble_puzzles::puzzle::{Chosen, Encoding, Formulation, Has, Strengthening};
use tumble_rolling::{PathEdges, PathStates};

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "edge-flow",
    "undirected edges of the graph of (cell, orientation), connected by a flow over cells: a tight model without cuts",
    |puzzle: &DieTour, _| 126 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen, model| formulation(puzzle, chosen, model, PathEdges::connect).0.into(),
)
.with_strengthenings(&[CUTOFF]);

/// Row (C).
pub(super) const CUTOFF: Strengthening = Strengthening {
    name: "cutoff",
    summary: "only tours that are better than one that a beam search finds",
    by_default: false,
};

/// The model with the rows that `connect` adds, and the path in it.
pub(super) fn formulation(
    puzzle: &DieTour,
    chosen: Chosen,
    mut model: Model,
    connect: impl FnOnce(&PathEdges, &mut Model),
) -> (Formulation<Tour>, PathEdges) {
    let tour = Numbered::new(puzzle);
    let path = PathEdges::new(PathStates::new(tour.graph.clone(), tour.endpoints.clone()), &mut model);
    tour.objective_of_visits(&mut model, path.visited());
    connect(&path, &mut model);
    let known = chosen.has(&CUTOFF).then(|| beam::tour(puzzle, &model.control())).flatten();
    if let Some(Tour { total, .. }) = known {
        model.block(format!("(C) the sum is better than that of a known tour, {total}"));
        let sum = tour.sum_of_visits(path.visited());
        model.add(
            "cutoff",
            if puzzle.objective == Objective::Max { sum.at_least(total + 1) } else { sum.at_most(total - 1) },
        );
    }
    let back = path.clone();
    let formulation = tour.formulation(model, path.distinguishing(), move |assignment| back.path(assignment));
    let has = known.map_or(Has::All, |tour| {
        let total = tour.total;
        Has::Better(tour, total)
    });
    (Formulation { has, ..formulation }, path)
}
