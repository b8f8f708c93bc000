//! `product-multiflow`: a path on the graph of (cell, orientation), without time; a flow to each cell over the states of that graph keeps it
//! connected. For research: the relaxation is nearly exact, but large.
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/src/path_arcs.rs`; `g` and rows (6) and (7): as in
//! `rolling/src/path_commodities.rs`, places being states. The rows of `rolling/src/path_tightening.rs` follow from these.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 144·C + 96·C² variables (96 arcs, 24 starts, 24 ends a cell, 96 flows for two cells); about half of it for a fixed start.

use crate::DieTour;
use crate::encodings::arcs::connected;
use tumble_puzzles::puzzle::Encoding;
use tumble_rolling::{PathArcs, State};

pub(crate) const ENCODING: Encoding<DieTour> = Encoding::new(
    "product-multiflow",
    "a path on the graph of (cell, orientation), connected by a flow over that graph to each cell: for research",
    |puzzle: &DieTour, _| {
        let cells = puzzle.board.free_cells().count() as u128;
        144 * cells + 96 * cells * cells
    },
    |puzzle, chosen, model| connected(puzzle, chosen, model, PathArcs::connect_by_commodities::<State>).into(),
)
.ranked(|_, _| 0);
