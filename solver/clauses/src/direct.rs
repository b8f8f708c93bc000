//! A bound on a sum of numbers, by clauses over the literals of the numbers alone.
//!
//! Σ Aᵢ ≤ u holds exactly if no floors aᵢ of the numbers that hold together exceed it. For each choice of floors with Σ aᵢ > u that is
//! minimal, that is, without a floor that could be lower, there is the clause
//! ```text
//! the literals unless which A₁ ≥ a₁, the literals unless which A₂ ≥ a₂, …
//! ```
//! The number of these clauses is the product of the numbers of floors at worst; for two numbers it is their sum. Rows that are
//! clauses, implications or small cardinalities become exactly that. Σ Aᵢ ≥ l is Σ −Aᵢ ≤ −l.

use super::Lit;
use super::leaf::{Floor, Leaf};

/// Numbers whose sum is bounded above.
pub(super) struct Direct {
    /// By number.
    floors: Vec<Vec<Floor>>,
    /// `least[i]`, `largest[i]`: of the sum of the numbers from i on.
    least: Vec<i64>,
    largest: Vec<i64>,
}

impl Direct {
    pub fn new(leaves: &[Leaf]) -> Self {
        let suffix_sums = |of: fn(&Leaf) -> i64| {
            let mut sums = vec![0];
            sums.extend(leaves.iter().rev().scan(0, |sum, leaf| {
                *sum += of(leaf);
                Some(*sum)
            }));
            sums.reverse();
            sums
        };
        Self {
            floors: leaves.iter().map(Leaf::floors).collect(),
            least: suffix_sums(Leaf::least),
            largest: suffix_sums(Leaf::largest),
        }
    }

    /// Gives each clause of Σ ≤ upper to `found`, until that returns false. Returns whether it never did.
    pub fn at_most(&self, upper: i64, found: &mut dyn FnMut(&[Lit]) -> bool) -> bool {
        if self.largest[0] <= upper {
            return true;
        }
        let mut clause = Vec::new();
        if self.least[0] > upper {
            return found(&clause);
        }
        // A choice of floors for the first numbers, and for the last of these the floors that are still to be tried.
        let mut chosen = vec![Choice::new(upper, 0)];
        while let Some(mut choice) = chosen.pop() {
            let i = chosen.len();
            clause.truncate(choice.clause);
            let Some((floor, left)) = self.next(i, &mut choice) else { continue };
            clause.extend(&floor.unless);
            chosen.push(choice);
            if self.least[i + 1] <= left {
                chosen.push(Choice::new(left, clause.len()));
            } else if !found(&clause) {
                return false;
            }
        }
        true
    }

    /// The next floor of number i that a clause may have, and what the later numbers may then sum to.
    fn next(&self, i: usize, choice: &mut Choice) -> Option<(&Floor, i64)> {
        loop {
            let floor = self.floors[i].get(choice.floor)?;
            choice.floor += 1;
            let left = choice.room - floor.value;
            if self.largest[i + 1] <= left {
                continue;
            }
            // The last number has to reach the same value as for a floor that this one implies: that clause is enough.
            let needed = self.last_floor_above(i + 1, left);
            if floor.nested && needed.is_some() && needed == choice.needed {
                continue;
            }
            choice.needed = needed;
            // The clause of a floor that alone exceeds the bound is enough for all that imply it.
            if floor.nested && self.least[i + 1] > left {
                choice.floor = self.floors[i].len();
            }
            return Some((floor, left));
        }
    }

    /// If number i is the last one, the least of its values above `room`.
    fn last_floor_above(&self, i: usize, room: i64) -> Option<i64> {
        let [floors] = self.floors.get(i..)? else { return None };
        floors.get(floors.partition_point(|floor| floor.value <= room)).map(|floor| floor.value)
    }
}

/// The floors of a number, one after another.
struct Choice {
    /// What this number and the later ones may sum to.
    room: i64,
    /// The length of the clause before this number.
    clause: usize,
    /// The next floor.
    floor: usize,
    /// What the last number had to reach for the floor before.
    needed: Option<i64>,
}

impl Choice {
    const fn new(room: i64, clause: usize) -> Self {
        Self { room, clause, floor: 0, needed: None }
    }
}
