//! `arc-mtz`: a path on the graph of (cell, orientation), without time; an order of the cells that rises along each roll keeps it
//! connected (Miller, Tucker and Zemlin's order on a generalised travelling-salesman path: one node for each cell).
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/src/path_arcs.rs`; `p` and rows (6): as in `rolling/src/path_order.rs`.
//! `+squares` adds the rows (S), `+twocycles` the rows (T) of `rolling/src/path_tightening.rs`.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 145·C variables (96 arcs, 24 starts, 24 ends, 1 order a cell); about half of it for a fixed start.

use crate::DieTour;
use crate::encodings::arcs::{SQUARES, TWO_CYCLES, connected};
use tumble_puzzles::puzzle::Encoding;
use tumble_rolling::PathArcs;

pub(crate) const ENCODING: Encoding<DieTour> = Encoding::new(
    "arc-mtz",
    "a path on the graph of (cell, orientation), connected by an order of the cells: the smallest model of a tour in rows",
    |puzzle: &DieTour, _| 145 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen, model| connected(puzzle, chosen, model, PathArcs::connect_by_order).into(),
)
.with_strengthenings(&[SQUARES, TWO_CYCLES])
.ranked(|_, _| 0);
