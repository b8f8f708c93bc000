//! Sets of literals that exclude each other, and how they group the terms of a row.

use std::collections::{BinaryHeap, HashMap};

use super::Lit;
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
