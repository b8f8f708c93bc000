//! `edge-cuts`: undirected edges of the graph of (cell, orientation), of which only the cell edges are integer; cuts keep the path in one
//! piece.
//!
//! Sets, variables `s`, `y`, `n`, `w`, `z` and rows (1) to (8): as in `rolling/path_edges.rs`; the cuts: as in `rolling/edge_cuts.rs`,
//! first for the linear relaxation until none is violated, then for integer y.
//!
//! ```text
//! opt  Σ_u top(u) · n[u]
//! ```
//! Size: at most 122·C variables (24 visits, starts and ends, 48 edges, 2 cell edges a cell); a third of it for a fixed start.

use super::edge_flow::{edges, formulation};
use super::{DieTour, LAYERED_UP_TO, Tour};
use crate::puzzle::{Encoding, Formulation};

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "edge-cuts",
    "undirected edges of the graph of (cell, orientation), with connectivity cuts added when violated: the tightest model",
    |puzzle: &DieTour, _| 122 * puzzle.board.free_cells().count() as u128,
    |puzzle, _| build(puzzle).into(),
)
.with_cuts()
.ranked(|puzzle, _| if puzzle.board.free_cells().count() > LAYERED_UP_TO { 2 } else { 1 });

fn build(puzzle: &DieTour) -> Formulation<Tour> {
    let (tour, path, model) = edges(puzzle);
    let cuts = path.clone();
    formulation(tour, path, model).with_cuts_at_points(move |values| cuts.violated(values))
}
