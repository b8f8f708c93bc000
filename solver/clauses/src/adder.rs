//! Sums in binary, by adders, and comparisons with a constant.
//!
//! A sum Σ wᵢ·xᵢ with wᵢ > 0 puts xᵢ into the columns of the binary digits of wᵢ. From the lowest column on, full adders replace three
//! literals of a column by one, and a carry into the next column; a half adder the last two. With s and c the sum and the carry,
//! ```text
//! s ↔ x ⊕ y ⊕ z,   c ↔ at least two of x, y, z        14 clauses
//! s ↔ x ⊕ y,       c ↔ x ∧ y                           7 clauses
//! ```
//! Each column is left with one literal, the bit bₖ of the sum. S ≤ u has for each digit k of u that is 0 the clause
//! ```text
//! ¬bₖ ∨ ¬bⱼ for the digits j > k of u that are 1
//! ```
//! A sum of n numbers of k bits takes about n·k adders: the smallest encoding, and the one that propagates least.
//!
//! Source: N. Eén and N. Sörensson, *Translating Pseudo-Boolean Constraints into SAT*, JSAT 2006.

use std::collections::VecDeque;

use super::Lit;
use super::clauses::{Clauses, Refusal};

/// A number ≥ 0 by its bits, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits(Vec<Lit>);

impl Bits {
    /// A number with as many new bits.
    pub fn new(width: u32, out: &mut Clauses<'_>) -> Self {
        Self((0..width).map(|_| out.variable()).collect())
    }

    /// Each bit with its weight.
    pub fn weighted(&self) -> impl Iterator<Item = (Lit, i64)> {
        self.0.iter().enumerate().map(|(k, &bit)| (bit, 1 << k))
    }

    /// The literals that all hold exactly if the number is `value`, which has no more bits.
    pub fn are(&self, value: u64) -> Vec<Lit> {
        self.0.iter().enumerate().map(|(k, &bit)| if value >> k & 1 == 1 { bit } else { !bit }).collect()
    }

    /// The number where `holds` says which literals hold.
    pub fn value(&self, holds: impl Fn(Lit) -> bool) -> i64 {
        self.weighted().filter(|&(bit, _)| holds(bit)).map(|(_, weight)| weight).sum()
    }

    /// Σ weight · literal; weights are not 0, and their sum fits an i64.
    pub fn sum(terms: &[(Lit, u64)], out: &mut Clauses<'_>) -> Result<Self, Refusal> {
        let digits = terms.iter().map(|&(_, weight)| u64::from(weight.count_ones())).sum::<u64>();
        // Each adder takes a literal out of its column.
        out.reserve(digits.saturating_mul(14 * 2))?;
        let mut columns: Vec<VecDeque<Lit>> = Vec::new();
        for &(literal, weight) in terms {
            for k in (0..u64::BITS).filter(|k| weight >> k & 1 == 1) {
                column(&mut columns, k as usize).push_back(literal);
            }
        }
        let mut bits = Vec::new();
        while bits.len() < columns.len() {
            let k = bits.len();
            while columns[k].len() > 1 {
                let mut next = || columns[k].pop_front();
                let (Some(x), Some(y)) = (next(), next()) else { break };
                let (sum, carry) = match next() {
                    Some(z) => full_adder([x, y, z], out),
                    None => half_adder([x, y], out),
                };
                columns[k].push_back(sum);
                column(&mut columns, k + 1).push_back(carry);
            }
            bits.push(columns[k].pop_front().unwrap_or(Lit::FALSE));
        }
        Ok(Self(bits))
    }

    /// The clauses of "at most `bound`", each without a literal that may be added to all of them.
    pub fn at_most(&self, bound: i64) -> Vec<Vec<Lit>> {
        let Ok(bound) = u64::try_from(bound) else { return vec![Vec::new()] };
        if self.is_shorter_than(bound) {
            return Vec::new();
        }
        self.compare(|k| bound >> k & 1 == 0, true)
    }

    /// The clauses of "at least `bound`".
    pub fn at_least(&self, bound: i64) -> Vec<Vec<Lit>> {
        let Ok(bound) = u64::try_from(bound) else { return Vec::new() };
        if self.is_shorter_than(bound) {
            return vec![Vec::new()];
        }
        self.compare(|k| bound >> k & 1 == 1, false)
    }

    /// Whether it has fewer digits than a number.
    fn is_shorter_than(&self, number: u64) -> bool {
        number.checked_shr(self.0.len().try_into().unwrap_or(u32::MAX)).is_some_and(|rest| rest > 0)
    }

    /// For each digit k that is decisive: bit k has not the value `forbidden`, or a higher digit that is not decisive has it not.
    fn compare(&self, decisive: impl Fn(usize) -> bool, forbidden: bool) -> Vec<Vec<Lit>> {
        let literal = |k: usize| if forbidden { !self.0[k] } else { self.0[k] };
        let is_decisive = |&k: &usize| decisive(k);
        let clause = |k: usize| {
            let above = (k + 1..self.0.len()).filter(|j| !is_decisive(j));
            above.chain([k]).map(literal).collect()
        };
        (0..self.0.len()).filter(is_decisive).map(clause).collect()
    }
}

fn column(columns: &mut Vec<VecDeque<Lit>>, k: usize) -> &mut VecDeque<Lit> {
    if columns.len() <= k {
        columns.resize_with(k + 1, VecDeque::new);
    }
    &mut columns[k]
}

/// The sum and the carry.
fn full_adder([x, y, z]: [Lit; 3], out: &mut Clauses<'_>) -> (Lit, Lit) {
    let (sum, carry) = (out.variable(), out.variable());
    for [x, y, z, sum, carry] in [[x, y, z, sum, carry], [!x, !y, !z, !sum, !carry]] {
        out.add(&[x, y, z, !sum]);
        out.add(&[x, !y, !z, !sum]);
        out.add(&[!x, y, !z, !sum]);
        out.add(&[!x, !y, z, !sum]);
        out.add(&[x, y, !carry]);
        out.add(&[x, z, !carry]);
        out.add(&[y, z, !carry]);
    }
    (sum, carry)
}

/// The sum and the carry.
fn half_adder([x, y]: [Lit; 2], out: &mut Clauses<'_>) -> (Lit, Lit) {
    let (sum, carry) = (out.variable(), out.variable());
    for clause in [[!x, !y, !sum], [x, y, !sum], [!x, y, sum], [x, !y, sum]] {
        out.add(&clause);
    }
    out.define_all(carry, &[x, y]);
    (sum, carry)
}
