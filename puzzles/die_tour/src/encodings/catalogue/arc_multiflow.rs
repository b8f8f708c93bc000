//! `arc-multiflow`: a path on the graph of (cell, orientation), without time; a flow to each cell over the cells keeps it connected. For
//! research: the relaxation is that of `arc-cuts`, and hardly better than that of `arc-flow`.
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/src/path_arcs.rs`; `g` and rows (6) and (7): as in
//! `rolling/src/path_commodities.rs`, places being cells. `+twocycles` adds the rows (T) of `rolling/src/path_tightening.rs`; the rows (S)
//! follow from these.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 144·C + 4·C² variables (96 arcs, 24 starts, 24 ends a cell, 4 flows for two cells).

use crate::DieTour;
use crate::encodings::arcs::{TWO_CYCLES, connected};
use tumble_puzzles::puzzle::Encoding;
use tumble_rolling::{OnCell, PathArcs};

pub(crate) const ENCODING: Encoding<DieTour> = Encoding::new(
    "arc-multiflow",
    "a path on the graph of (cell, orientation), connected by a flow over cells to each cell: for research",
    |puzzle: &DieTour, _| {
        let cells = puzzle.board.free_cells().count() as u128;
        144 * cells + 4 * cells * cells
    },
    |puzzle, chosen, model| connected(puzzle, chosen, model, PathArcs::connect_by_commodities::<OnCell>).into(),
)
.with_strengthenings(&[TWO_CYCLES])
.ranked(|_, _| 0);
