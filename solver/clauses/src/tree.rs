//! The sum of two numbers as a number: the step from which trees of sums are made.
//!
//! For A with values a₀ < … < aₘ and B with b₀ < … < bₙ, the sum C has the values aᵢ + bⱼ, each once, and
//! ```text
//! [A ≥ aᵢ] ∧ [B ≥ bⱼ] → [C ≥ aᵢ + bⱼ]
//! [A ≤ aᵢ] ∧ [B ≤ bⱼ] → [C ≤ aᵢ + bⱼ]
//! ```
//! Values above the range that matters are one value, and so are values below. So the literals of 0/1 variables make a totalizer, literals
//! with weights make a generalized totalizer. At most 2(m + 1)(n + 1) clauses of up to three literals, fewer where sums coincide; as many
//! variables as there are sums, less one.
//!
//! Source: O. Bailleux and Y. Boufkhad, *Efficient CNF Encoding of Boolean Cardinality Constraints*, CP 2003; S. Joshi, R. Martins and
//! V. Manquinho, *Generalized Totalizer Encoding for Pseudo-Boolean Constraints*, CP 2015.

use std::ops::RangeInclusive;

use super::clauses::{Clauses, Refusal};
use super::leaf::Order;

/// The values of the sum of two numbers with these values. Outside `range` only the nearest value on either side is kept.
pub(super) fn sums(a: &[i64], b: &[i64], range: &RangeInclusive<i64>) -> Vec<i64> {
    let mut sums: Vec<i64> = a.iter().flat_map(|x| b.iter().map(move |y| x + y)).collect();
    sums.sort_unstable();
    sums.dedup();
    let first = sums.partition_point(|sum| sum < range.start()).saturating_sub(1);
    let last = sums.partition_point(|sum| sum <= range.end()).min(sums.len() - 1);
    sums[first..=last.max(first)].to_vec()
}

/// An upper bound on the number of clauses of [`add`].
pub(super) fn cost(a: usize, b: usize) -> u64 {
    2 * (a as u64).saturating_mul(b as u64)
}

/// The sum of two numbers. It is exact in `range`; below and above it says no more than that.
pub(super) fn add(a: &Order, b: &Order, range: &RangeInclusive<i64>, out: &mut Clauses<'_>) -> Result<Order, Refusal> {
    let (m, n) = (a.values().len(), b.values().len());
    out.reserve(cost(m, n).saturating_add((m * n) as u64))?;
    let sum = Order::fresh(sums(a.values(), b.values(), range), out);
    let top = sum.values().len() - 1;
    let index = |i: usize, j: usize| {
        let value = a.values()[i] + b.values()[j];
        sum.values().partition_point(|&other| other < value).min(top)
    };
    for i in 0..m {
        for j in 0..n {
            let here = index(i, j);
            // What follows from less is not repeated.
            let from_less = (i > 0 && index(i - 1, j) == here) || (j > 0 && index(i, j - 1) == here);
            if here > 0 && !from_less {
                out.add(&[!a.at_least(i), !b.at_least(j), sum.at_least(here)]);
            }
            let from_more = (i + 1 < m && index(i + 1, j) == here) || (j + 1 < n && index(i, j + 1) == here);
            if here < top && !from_more {
                out.add(&[a.at_least(i + 1), b.at_least(j + 1), !sum.at_least(here + 1)]);
            }
        }
    }
    Ok(sum)
}
