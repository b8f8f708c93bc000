//! At most one, and exactly one, of n literals.
//!
//! Up to [`PAIRWISE`] literals by pairs: ¬xᵢ ∨ ¬xⱼ, n(n − 1)/2 clauses and no variables. More by the product encoding: xᵢ stands at
//! (row, column) of a p × q grid, p = ⌈√n⌉, q = ⌈n/p⌉, with a literal for each row and for each column,
//! ```text
//! ¬xᵢ ∨ row(i),   ¬xᵢ ∨ column(i),   at most one of the rows,   at most one of the columns
//! ```
//! which is 2n + O(√n) clauses and O(√n) variables. Unit propagation finds every consequence, as it does with pairs.
//!
//! Source: J. Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef 2010.

use super::Lit;
use super::clauses::{Clauses, Refusal};

/// The most literals for which pairs are used.
const PAIRWISE: usize = 8;

/// At most one of `literals` holds.
pub(super) fn at_most_one(literals: &[Lit], out: &mut Clauses<'_>) -> Result<(), Refusal> {
    let n = literals.len();
    out.reserve(4 * n as u64)?;
    if n <= PAIRWISE {
        for (i, &x) in literals.iter().enumerate() {
            literals[..i].iter().for_each(|&y| out.add(&[!x, !y]));
        }
        return Ok(());
    }
    let columns = (n - 1).isqrt() + 1;
    let rows: Vec<Lit> = (0..n.div_ceil(columns)).map(|_| out.variable()).collect();
    let columns: Vec<Lit> = (0..columns).map(|_| out.variable()).collect();
    for (i, &x) in literals.iter().enumerate() {
        out.add(&[!x, rows[i / columns.len()]]);
        out.add(&[!x, columns[i % columns.len()]]);
    }
    at_most_one(&rows, out)?;
    at_most_one(&columns, out)
}

/// Exactly one of `literals` holds.
pub(super) fn exactly_one(literals: &[Lit], out: &mut Clauses<'_>) -> Result<(), Refusal> {
    out.add(literals);
    at_most_one(literals, out)
}
