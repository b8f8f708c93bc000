//! `product-cuts`: a path on the graph of (cell, orientation), without time; cuts over the states of that graph keep it connected. They
//! are much tighter than those over cells.
//!
//! Sets, variables `s`, `z`, `a` and rows (1) to (5): as in `rolling/src/path_arcs.rs`; rows (6), added when violated: as in
//! `rolling/src/path_cuts.rs`, places being cells and then states. The rows of `rolling/src/path_tightening.rs` are among the cuts.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! Size: at most 144·C variables (96 arcs, 24 starts, 24 ends a cell); about half of it for a fixed start.

use crate::DieTour;
use crate::encodings::arcs::cut;
use tumble_puzzles::puzzle::{Cuts, Encoding};
use tumble_rolling::{OnCell, PathArcs, PathCuts, State};

pub(crate) const ENCODING: Encoding<DieTour> = Encoding::new(
    "product-cuts",
    "a path on the graph of (cell, orientation), with connectivity cuts over that graph added when violated",
    |puzzle: &DieTour, _| 144 * puzzle.board.free_cells().count() as u128,
    |puzzle, chosen, model| cut(puzzle, chosen, model, cuts).into(),
)
.with_cuts()
.ranked(|_, _| 0);

/// Cuts over states only where there are none over cells, each of which refuses its cycle in every orientation. A set begins with 0 if it
/// is one of cells, with 1 if it is one of states.
fn cuts(path: &PathArcs) -> Cuts {
    let both = (PathCuts::<OnCell>::new(path), PathCuts::<State>::new(path));
    let of_kind =
        |kind: usize, sets: Vec<Vec<usize>>| sets.into_iter().map(|set| [&[kind], &*set].concat()).collect::<Vec<_>>();
    let violated = move |(cells, states): &(PathCuts<OnCell>, PathCuts<State>), values: &[f64]| {
        let cuts = of_kind(0, cells.violated(values));
        if cuts.is_empty() { of_kind(1, states.violated(values)) } else { cuts }
    };
    let row = |(cells, states): &(PathCuts<OnCell>, PathCuts<State>), set: &[usize]| match set.split_first() {
        Some((0, set)) => cells.cut(set),
        Some((1, set)) => states.cut(set),
        _ => Err(format!("{set:?} is neither a set of cells nor of states")),
    };
    Cuts::new(both, violated, row)
}
