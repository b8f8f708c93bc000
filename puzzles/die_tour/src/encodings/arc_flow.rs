//! `arc-flow`: a path on the graph of (cell, orientation), without time; a single-commodity flow over the cells keeps it
//! connected (Gavish and Graves' flow on a generalised travelling-salesman path: one node for each cell).
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/src/path_arcs.rs`; `f` and rows (6) and (7): as in `rolling/src/path_flow.rs`.
//! `+squares` adds the rows (S), `+twocycles` the rows (T) of `rolling/src/path_tightening.rs`.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 148·C variables (96 arcs, 24 starts, 24 ends, 4 flows a cell); about half of it for a fixed start. `+squares` adds
//! at most C rows, `+twocycles` one for each arc.

use super::arcs::{SQUARES, TWO_CYCLES, connected};
use crate::DieTour;
use tumble_puzzles::puzzle::Encoding;
use tumble_rolling::PathArcs;

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "arc-flow",
    "a path on the graph of (cell, orientation), connected by a flow over cells: the workhorse from 5×5 up",
    |puzzle: &DieTour, _| 148 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen, model| connected(puzzle, chosen, model, PathArcs::connect_by_flow).into(),
)
.with_strengthenings(&[SQUARES, TWO_CYCLES]);
