//! Sets of literals that exclude each other: at most one, and exactly one, of n literals; and how such sets group the terms of a row.
//!
//! Up to [`PAIRWISE`] literals by pairs: ¬xᵢ ∨ ¬xⱼ, n(n − 1)/2 clauses and no variables. More by the product encoding: xᵢ stands at
//! (row, column) of a p × q grid, p = ⌈√n⌉, q = ⌈n/p⌉, with a literal for each row and for each column,
//! ```text
//! ¬xᵢ ∨ row(i),   ¬xᵢ ∨ column(i),   at most one of the rows,   at most one of the columns
//! ```
//! which is 2n + O(√n) clauses and O(√n) variables. Unit propagation finds every consequence, as it does with pairs.
//!
//! Source: J. Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef 2010.

use std::collections::{BinaryHeap, HashMap};

use super::Lit;
use super::clauses::{Clauses, Refusal};
use super::leaf::{Group, Leaf, Order};

/// Sets of literals of which at most one holds, by rows of their own or by the encoding of an integer.
#[derive(Clone, Debug, Default)]
pub(super) struct Exclusive {
    sets: Vec<Set>,
    /// The sets that a literal is in.
    of: HashMap<Lit, Vec<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct Set {
    literals: usize,
    /// Whether exactly one of the literals holds.
    always: bool,
}

/// The members of a set among the terms that are not yet in a group.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// Compared first: the largest set makes the first group.
    size: usize,
    set: u32,
}

impl Exclusive {
    /// Records that at most one of `literals` holds, or exactly one. The clauses for that are the caller's.
    pub fn add(&mut self, literals: &[Lit], always: bool) {
        let set = u32::try_from(self.sets.len()).expect("there are fewer sets than clauses");
        self.sets.push(Set { literals: literals.len(), always });
        for &literal in literals {
            self.of.entry(literal).or_default().push(set);
        }
    }

    /// Groups terms weight · literal, of different variables and without weight 0, by sets that hold the literal or its negation: the
    /// set with the most terms first, until no set has two of them. A negated literal leaves its weight as a constant. Returns the
    /// numbers and the sum of these constants.
    pub fn group(&self, terms: &[(Lit, i64)]) -> (Vec<Leaf>, i64) {
        let mut members: HashMap<u32, Vec<(usize, bool)>> = HashMap::new();
        for (i, &(literal, _)) in terms.iter().enumerate() {
            for (literal, is_positive) in [(literal, true), (!literal, false)] {
                for &set in self.of.get(&literal).into_iter().flatten() {
                    members.entry(set).or_default().push((i, is_positive));
                }
            }
        }
        let candidates = members.iter().map(|(&set, members)| Candidate { size: members.len(), set });
        let mut queue: BinaryHeap<Candidate> = candidates.collect();
        let mut is_free = vec![true; terms.len()];
        let (mut leaves, mut constant) = (Vec::new(), 0);
        while let Some(Candidate { size, set }) = queue.pop().filter(|candidate| candidate.size > 1) {
            let free: Vec<(usize, bool)> = members[&set].iter().copied().filter(|&(i, _)| is_free[i]).collect();
            if free.len() < size {
                queue.push(Candidate { size: free.len(), set });
                continue;
            }
            let mut entries = Vec::with_capacity(size);
            for (i, is_positive) in free {
                is_free[i] = false;
                let (literal, weight) = terms[i];
                if is_positive {
                    entries.push((literal, weight));
                } else {
                    entries.push((!literal, -weight));
                    constant += weight;
                }
            }
            let Set { literals, always } = self.sets[set as usize];
            leaves.push(Leaf::Group(Group::new(entries, always && size == literals)));
        }
        let singles = terms.iter().zip(is_free).filter(|&(_, is_free)| is_free);
        leaves.extend(singles.map(|(&(literal, weight), _)| Leaf::Order(Order::of_literal(literal, weight))));
        (leaves, constant)
    }
}

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
