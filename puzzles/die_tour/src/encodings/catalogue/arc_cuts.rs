//! `arc-cuts`: a path on the graph of (cell, orientation), without time; cuts over the cells keep it connected.
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/src/path_arcs.rs`; rows (6), added when violated: as in
//! `rolling/src/path_cuts.rs`, places being cells. `+twocycles` adds the rows (T) of `rolling/src/path_tightening.rs`; the rows (S) are among
//! the cuts.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 144·C variables (96 arcs, 24 starts, 24 ends a cell); about half of it for a fixed start.

use crate::DieTour;
use crate::encodings::arcs::{TWO_CYCLES, cut};
use tumble_puzzles::puzzle::{Cuts, Encoding};
use tumble_rolling::{OnCell, PathArcs, PathCuts};

pub(crate) const ENCODING: Encoding<DieTour> = Encoding::new(
    "arc-cuts",
    "a path on the graph of (cell, orientation), with connectivity cuts over cells added when violated",
    |puzzle: &DieTour, _| 144 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen, model| {
        let cuts = |path: &PathArcs| Cuts::new(PathCuts::<OnCell>::new(path), PathCuts::violated, PathCuts::cut);
        cut(puzzle, chosen, model, cuts).into()
    },
)
.with_strengthenings(&[TWO_CYCLES])
.with_cuts()
.ranked(|_, _| 0);
