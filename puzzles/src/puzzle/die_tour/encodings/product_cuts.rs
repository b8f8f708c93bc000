//! `product-cuts`: a path on the graph of (cell, orientation), without time; cuts over the states of that graph keep it connected. They
//! are much tighter than those over cells.
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/path_arcs.rs`; rows (6), added when violated: as in
//! `rolling/path_cuts.rs`, places being cells and then states. The rows of `rolling/path_tightening.rs` are among the cuts.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 144·C variables (96 arcs, 24 starts, 24 ends a cell); about half of it for a fixed start.

use super::arcs::cut;
use crate::model::LinearConstraint;
use crate::puzzle::Encoding;
use crate::puzzle::die_tour::DieTour;
use crate::rolling::{OnCell, PathArcs, PathCuts, State};

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "product-cuts",
    "a path on the graph of (cell, orientation), with connectivity cuts over that graph added when violated",
    |puzzle: &DieTour, _| 144 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen| cut(puzzle, chosen, cuts).into(),
)
.with_cuts()
.ranked(|_, _| 0);

/// Cuts over states only where there are none over cells, each of which refuses its cycle in every orientation.
fn cuts(path: &PathArcs) -> impl Fn(&[f64]) -> Vec<LinearConstraint> + Clone + Send + Sync + use<> {
    let (cells, states) = (PathCuts::<OnCell>::new(path), PathCuts::<State>::new(path));
    move |values| {
        let cuts = cells.violated(values);
        if cuts.is_empty() { states.violated(values) } else { cuts }
    }
}
