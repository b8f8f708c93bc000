//! `bitflag-slim`: the source's second model without its digit flags: one implication for each field of a placement.
//!
//! Sets, variables and rows (1) to (4), (R), (C), (P) as in `assembly.rs`.
//!
//! ```text
//! (5)  x[k,p,q] ≤ D[f,d]               each placement and field of p on f, where it shows a digit in direction d
//!      x[k,p,q] ≤ D[f,d] + D[f,d+2]    where that digit is symmetric
//! ```
//! Size: 504 variables; 100 + 1152 rows; (R): 2 more of each.
//!
//! Source: A. Furmanek, ILP series, part 105.

use crate::SudokuCube;
use crate::assembly::{Builder, STRENGTHENINGS, digits, is_read, parity_size};
use tumble_model::model::Linear;
use tumble_puzzles::puzzle::Encoding;

pub(crate) const ENCODING: Encoding<SudokuCube> = Encoding::new(
    "bitflag-slim",
    "the source's second model without its digit flags",
    |_, chosen| 506 + parity_size(chosen),
    |cube, chosen, model| Builder::formulation(cube, chosen, model, &[digits, directions]).into(),
)
.with_strengthenings(STRENGTHENINGS)
.fitting(is_read);

/// Rows (5).
pub(super) fn directions(builder: &mut Builder<'_>) {
    let Builder { model, placements, x, directions, .. } = builder;
    model.block("(5) a placement implies the directions of its faces");
    for (p, &x) in placements.iter().zip(&*x) {
        for (t, shown) in p.shown.iter().enumerate() {
            let flags = directions[shown.field.face.index()];
            let mut row = Linear::from(x);
            shown.readings().for_each(|d| row.push(-1, flags[usize::from(d)]));
            model.add(format!("implies_k{}_p{}_q{}_{t}", p.piece, p.position, p.permutation), row.at_most(0));
        }
    }
}
