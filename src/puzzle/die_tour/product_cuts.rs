//! `product-cuts`: a path on the graph of (cell, orientation), without time; cuts over the states of that graph keep it connected. They
//! are much tighter than those over cells.
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/path_arcs.rs`; rows (6), added when violated: as in
//! `rolling/path_cuts.rs`, places being states. `+squares` adds the rows (S) of `rolling/path_tightening.rs`; the rows (T) are among
//! the cuts, those of a state and the states on a neighbouring cell.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 144·C variables (96 arcs, 24 starts, 24 ends a cell); about half of it for a fixed start.

use super::DieTour;
use super::arcs::{OF_STATES, cut};
use crate::puzzle::Encoding;
use crate::rolling::State;

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "product-cuts",
    "a path on the graph of (cell, orientation), with connectivity cuts over that graph added when violated",
    |puzzle: &DieTour, _| 144 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen| cut::<State>(puzzle, chosen).into(),
)
.with_strengthenings(OF_STATES)
.with_cuts()
.ranked(|_, _| 0);
