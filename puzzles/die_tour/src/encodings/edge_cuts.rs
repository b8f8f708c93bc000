//! `edge-cuts`: undirected edges of the graph of (cell, orientation), of which only the cell edges are integer; cuts keep the path in one
//! piece.
//!
//! Sets, variables `s`, `y`, `n`, `w`, `z` and rows (1) to (8): as in `rolling/src/path_edges.rs`; the cuts: as in `rolling/src/edge_cuts.rs`,
//! first for the linear relaxation until none is violated, then for integer y.
//!
//! ```text
//! opt  Σ_u top(u) · n[u]
//! ```
//! `+cutoff` adds row (C) of `edge-flow`.
//!
//! Size: at most 122·C variables (24 visits, starts and ends, 48 edges, 2 cell edges a cell); a third of it for a fixed start.

use super::edge_flow::{CUTOFF, formulation};
use crate::{DieTour, LAYERED_UP_TO, Tour};
use tumble_model::model::Model;
use tumble_puzzles::puzzle::{Chosen, Cuts, Encoding, Formulation};
use tumble_rolling::PathEdges;

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "edge-cuts",
    "undirected edges of the graph of (cell, orientation), with connectivity cuts added when violated: the tightest model",
    |puzzle: &DieTour, _| 122 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen, model| build(puzzle, chosen, model).into(),
)
.with_strengthenings(&[CUTOFF])
.with_cuts()
.with_tight_relaxation()
.ranked(|puzzle, _| if puzzle.board.free_cells().count() > LAYERED_UP_TO { 2 } else { 1 });

fn build(puzzle: &DieTour, chosen: Chosen, model: Model) -> Formulation<Tour> {
    let (formulation, path) = formulation(puzzle, chosen, model, |_, _| ());
    formulation.with_cuts_at_points(Cuts::new(path, PathEdges::violated, PathEdges::cut))
}
