//! Bounds on a sum of numbers, and the sum itself: the rule by which an encoding is chosen.
//!
//! 1. Clauses over the numbers' own literals ([`Direct`]), if they have at most [`PREFER_DIRECT`] times as many literals as step 2.
//! 2. Otherwise [groups](super::leaf::Group) become [orders](Order), then the two numbers with the fewest values are replaced by their
//!    sum, and step 1 is tried again, until at most two numbers are left.
//! 3. If step 2 would take more than [`LARGEST_TREE`] literals, or a number comes in bits: adders (`adder.rs`).
//!
//! Literals are counted before anything is made, each clause as one more.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;

use super::Lit;
use super::adder::Bits;
use super::clauses::{Clauses, Refusal};
use super::leaf::{Floor, Leaf, Order};

/// See the [module](self).
const PREFER_DIRECT: u64 = 2;
/// See the [module](self).
const LARGEST_TREE: u64 = 400_000;
/// The limit for the sum that is a number of its own: a model has one such sum.
const LARGEST_TOTAL: u64 = 4_000_000;
/// The most literals that direct clauses are counted up to.
const LARGEST_DIRECT: u64 = 20_000;
/// Sums of more numbers are merged without asking again whether clauses are few.
const RETRY: usize = 12;
/// Orders of more values are turned into bits for adders; other orders are added literal by literal.
const FEW_VALUES: usize = 4;

/// The terms of a sum. Its range fits an i64 with room to spare.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// Numbers of few values.
    pub leaves: Vec<Leaf>,
    /// Literals with weights that are not 0: the bits of integers with many values.
    pub bits: Vec<(Lit, i64)>,
}

/// `lower ≤ sum ≤ upper`, where either bound may be missing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub lower: Option<i64>,
    pub upper: Option<i64>,
    /// The bounds are required unless this literal holds.
    pub unless: Lit,
}

impl AsRef<[i64]> for Order {
    fn as_ref(&self) -> &[i64] {
        self.values()
    }
}

impl Bounds {
    /// Emits the clauses that keep a sum within the bounds.
    pub fn require(self, terms: Terms, out: &mut Clauses<'_>) -> Result<(), Refusal> {
        if !terms.bits.is_empty() {
            return self.by_adders(terms, out);
        }
        match self.way(&terms.leaves) {
            Way::Direct => return self.directly(&terms.leaves, out),
            Way::Adders => return self.by_adders(terms, out),
            Way::Tree => {}
        }
        let mut numbers: Smallest<Order> = terms.leaves.into_iter().map(|leaf| leaf.ordered(out)).collect();
        loop {
            if numbers.len() <= RETRY {
                let leaves: Vec<Leaf> = numbers.iter().cloned().map(Leaf::Order).collect();
                if numbers.len() <= 2 || matches!(self.way(&leaves), Way::Direct) {
                    return self.directly(&leaves, out);
                }
            }
            merge(&mut numbers, |rest| self.range(rest), out)?;
        }
    }

    fn way(self, leaves: &[Leaf]) -> Way {
        let tree = tree_cost(leaves, 2, LARGEST_TREE, |rest| self.range(rest));
        match (self.direct_cost(leaves), tree) {
            (Some(direct), Some(tree)) if direct <= PREFER_DIRECT * tree => Way::Direct,
            (Some(_), None) => Way::Direct,
            (_, Some(_)) => Way::Tree,
            (None, None) => Way::Adders,
        }
    }

    /// The values that matter of a number to which the rest of the sum adds something in `rest`: outside, a bound is violated.
    fn range(self, (least, largest): (i64, i64)) -> RangeInclusive<i64> {
        self.lower.map_or(i64::MIN, |lower| lower - largest)..=self.upper.map_or(i64::MAX, |upper| upper - least)
    }

    /// Gives each direct clause to `found`, until that returns false. Returns whether it never did.
    fn each_direct(self, leaves: &[Leaf], mut found: impl FnMut(&[Lit]) -> bool) -> bool {
        let negated = || leaves.iter().cloned().map(Leaf::negated).collect::<Vec<_>>();
        self.upper.is_none_or(|upper| Direct::new(leaves).at_most(upper, &mut found))
            && self.lower.is_none_or(|lower| Direct::new(&negated()).at_most(-lower, &mut found))
    }

    /// The literals of the direct clauses; `None` if they are too many.
    fn direct_cost(self, leaves: &[Leaf]) -> Option<u64> {
        let mut cost = 0;
        let all = self.each_direct(leaves, |clause| {
            cost += clause.len() as u64 + 1;
            cost <= LARGEST_DIRECT
        });
        all.then_some(cost)
    }

    fn directly(self, leaves: &[Leaf], out: &mut Clauses<'_>) -> Result<(), Refusal> {
        let mut clauses = 0;
        self.each_direct(leaves, |_| {
            clauses += 1;
            out.reserve(clauses).is_ok()
        });
        out.reserve(clauses)?;
        let mut whole = Vec::new();
        self.each_direct(leaves, |clause| {
            whole.clear();
            whole.extend_from_slice(clause);
            whole.push(self.unless);
            out.add(&whole);
            true
        });
        Ok(())
    }

    fn by_adders(self, terms: Terms, out: &mut Clauses<'_>) -> Result<(), Refusal> {
        let binary = Binary::of(terms, out)?;
        let upper = self.upper.map_or_else(Vec::new, |upper| binary.bits.at_most(upper - binary.constant));
        let lower = self.lower.map_or_else(Vec::new, |lower| binary.bits.at_least(lower - binary.constant));
        for mut clause in upper.into_iter().chain(lower) {
            clause.push(self.unless);
            out.add(&clause);
        }
        Ok(())
    }
}

/// How the clauses of a bounded sum are made.
enum Way {
    Direct,
    Tree,
    Adders,
}

/// Replaces the two numbers with the fewest values by their sum, of which those values matter that `range` gives for the least and the
/// largest sum of the rest.
fn merge(
    numbers: &mut Smallest<Order>,
    range: impl Fn((i64, i64)) -> RangeInclusive<i64>,
    out: &mut Clauses<'_>,
) -> Result<(), Refusal> {
    if let (Some(a), Some(b)) = (numbers.pop(), numbers.pop()) {
        let range = range(numbers.ends());
        numbers.push(sum_of(&a, &b, &range, out)?);
    }
    Ok(())
}

/// The literals of a tree of sums that ends with this many numbers; `None` if they are too many.
fn tree_cost(
    leaves: &[Leaf],
    ends_with: usize,
    limit: u64,
    range: impl Fn((i64, i64)) -> RangeInclusive<i64>,
) -> Option<u64> {
    let ordering: u64 = leaves.iter().map(Leaf::ordering_cost).sum();
    let mut cost = ordering;
    let mut numbers: Smallest<Vec<i64>> = leaves.iter().map(Leaf::values).collect();
    while numbers.len() > ends_with {
        let (Some(a), Some(b)) = (numbers.pop(), numbers.pop()) else { break };
        cost += 4 * cost_of_sum(a.len(), b.len());
        if cost > limit {
            return None;
        }
        let range = range(numbers.ends());
        numbers.push(sums(&a, &b, &range));
    }
    let comparison: u64 = numbers.iter().map(|values| 6 * values.len() as u64).sum();
    Some(cost + comparison)
}

/// A sum as a number.
#[derive(Clone, Debug)]
pub(super) enum Total {
    /// With a literal for each value.
    Order(Order),
    /// In binary.
    Binary(Binary),
}

impl Total {
    /// The sum, exact up to `upper`; above, it says no more than that.
    pub fn new(terms: Terms, upper: i64, out: &mut Clauses<'_>) -> Result<Self, Refusal> {
        let range = |(least, _): (i64, i64)| i64::MIN..=upper.saturating_sub(least);
        if !terms.bits.is_empty() || tree_cost(&terms.leaves, 1, LARGEST_TOTAL, range).is_none() {
            return Ok(Self::Binary(Binary::of(terms, out)?));
        }
        let mut numbers: Smallest<Order> = terms.leaves.into_iter().map(|leaf| leaf.ordered(out)).collect();
        while numbers.len() > 1 {
            merge(&mut numbers, range, out)?;
        }
        Ok(Self::Order(numbers.pop().unwrap_or_else(|| Order::new(vec![0], Vec::new()))))
    }
}

/// A number in binary: `constant + bits`.
#[derive(Clone, Debug)]
pub(super) struct Binary {
    pub constant: i64,
    pub bits: Bits,
}

impl Binary {
    fn of(terms: Terms, out: &mut Clauses<'_>) -> Result<Self, Refusal> {
        let mut constant = 0;
        let mut weighted: Vec<(Lit, u64)> = Vec::new();
        let mut push = |literal: Lit, weight: i64| {
            constant += weight.min(0);
            weighted.push((if weight > 0 { literal } else { !literal }, weight.unsigned_abs()));
        };
        terms.bits.into_iter().for_each(|(literal, weight)| push(literal, weight));
        let mut least = 0;
        for leaf in terms.leaves {
            let order = leaf.ordered(out);
            least += order.least();
            if order.values().len() <= FEW_VALUES {
                let steps = order.values().windows(2).map(|pair| pair[1] - pair[0]);
                steps.enumerate().for_each(|(i, step)| push(order.at_least(i + 1), step));
            } else {
                digits(&order, out)?.into_iter().for_each(|(literal, weight)| push(literal, weight));
            }
        }
        Ok(Self { bits: Bits::sum(&weighted, out)?, constant: constant + least })
    }
}

/// The binary digits of a number above its least value, with their weights.
fn digits(order: &Order, out: &mut Clauses<'_>) -> Result<Vec<(Lit, i64)>, Refusal> {
    let width = i64::BITS - (order.largest() - order.least()).leading_zeros();
    out.reserve(order.values().len() as u64 * u64::from(width))?;
    let digits: Vec<(Lit, i64)> = (0..width).map(|k| (out.variable(), 1 << k)).collect();
    for (i, value) in order.values().iter().enumerate() {
        for &(digit, weight) in &digits {
            let is_one = (value - order.least()) & weight != 0;
            out.add(&[!order.at_least(i), order.at_least(i + 1), if is_one { digit } else { !digit }]);
        }
    }
    Ok(digits)
}

impl Total {
    /// A literal that implies that the sum is at most `bound`.
    pub fn at_most(&self, bound: i64, out: &mut Clauses<'_>) -> Lit {
        match self {
            Self::Order(order) => order.at_most(bound),
            Self::Binary(Binary { constant, bits }) => {
                let literal = out.variable();
                for mut clause in bits.at_most(bound - constant) {
                    clause.push(!literal);
                    out.add(&clause);
                }
                literal
            }
        }
    }

    /// The least of the possible values above `bound`, as far as is known.
    pub fn next_above(&self, bound: i64) -> Option<i64> {
        match self {
            Self::Order(order) => order.values().iter().copied().find(|&value| value > bound),
            Self::Binary(_) => bound.checked_add(1),
        }
    }
}

// The sum of two numbers as a number: the step from which trees of sums are made.
//
// For A with values a₀ < … < aₘ and B with b₀ < … < bₙ, the sum C has the values aᵢ + bⱼ, each once, and
// ```text
// [A ≥ aᵢ] ∧ [B ≥ bⱼ] → [C ≥ aᵢ + bⱼ]
// [A ≤ aᵢ] ∧ [B ≤ bⱼ] → [C ≤ aᵢ + bⱼ]
// ```
// Values above the range that matters are one value, and so are values below. So the literals of 0/1 variables make a totalizer, literals
// with weights make a generalized totalizer. At most 2(m + 1)(n + 1) clauses of up to three literals, fewer where sums coincide; as many
// variables as there are sums, less one.
//
// Source: O. Bailleux and Y. Boufkhad, *Efficient CNF Encoding of Boolean Cardinality Constraints*, CP 2003; S. Joshi, R. Martins and
// V. Manquinho, *Generalized Totalizer Encoding for Pseudo-Boolean Constraints*, CP 2015.

/// The values of the sum of two numbers with these values. Outside `range` only the nearest value on either side is kept.
fn sums(a: &[i64], b: &[i64], range: &RangeInclusive<i64>) -> Vec<i64> {
    let mut sums: Vec<i64> = a.iter().flat_map(|x| b.iter().map(move |y| x + y)).collect();
    sums.sort_unstable();
    sums.dedup();
    let first = sums.partition_point(|sum| sum < range.start()).saturating_sub(1);
    let last = sums.partition_point(|sum| sum <= range.end()).min(sums.len() - 1);
    sums[first..=last.max(first)].to_vec()
}

/// An upper bound on the number of clauses of [`sum_of`].
fn cost_of_sum(a: usize, b: usize) -> u64 {
    2 * (a as u64).saturating_mul(b as u64)
}

/// The sum of two numbers. It is exact in `range`; below and above it says no more than that.
pub(super) fn sum_of(
    a: &Order,
    b: &Order,
    range: &RangeInclusive<i64>,
    out: &mut Clauses<'_>,
) -> Result<Order, Refusal> {
    let (m, n) = (a.values().len(), b.values().len());
    out.reserve(cost_of_sum(m, n).saturating_add((m * n) as u64))?;
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

// A queue of numbers from which the two with the fewest values are merged, again and again.

/// Numbers, each by its values in ascending order: first the numbers with the fewest values; of equally many values, first the numbers that
/// came first.
struct Smallest<T> {
    queue: BinaryHeap<Reverse<(usize, usize)>>,
    /// By the second number in the queue.
    items: Vec<Option<T>>,
    /// The least and the largest sum of all numbers.
    ends: (i64, i64),
}

impl<T: AsRef<[i64]>> FromIterator<T> for Smallest<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut all = Self { queue: BinaryHeap::new(), items: Vec::new(), ends: (0, 0) };
        items.into_iter().for_each(|item| all.push(item));
        all
    }
}

impl<T: AsRef<[i64]>> Smallest<T> {
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    pub fn push(&mut self, item: T) {
        let values = item.as_ref();
        self.ends.0 += values[0];
        self.ends.1 += values[values.len() - 1];
        self.queue.push(Reverse((values.len(), self.items.len())));
        self.items.push(Some(item));
    }

    pub fn pop(&mut self) -> Option<T> {
        let Reverse((_, i)) = self.queue.pop()?;
        let item = self.items[i].take()?;
        let values = item.as_ref();
        self.ends.0 -= values[0];
        self.ends.1 -= values[values.len() - 1];
        Some(item)
    }

    /// The least and the largest sum of the numbers that are left.
    pub const fn ends(&self) -> (i64, i64) {
        self.ends
    }

    /// The numbers in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().flatten()
    }
}

// A bound on a sum of numbers, by clauses over the literals of the numbers alone.
//
// Σ Aᵢ ≤ u holds exactly if no floors aᵢ of the numbers that hold together exceed it. For each choice of floors with Σ aᵢ > u that is
// minimal, that is, without a floor that could be lower, there is the clause
// ```text
// the literals unless which A₁ ≥ a₁, the literals unless which A₂ ≥ a₂, …
// ```
// The number of these clauses is the product of the numbers of floors at worst; for two numbers it is their sum. Rows that are
// clauses, implications or small cardinalities become exactly that. Σ Aᵢ ≥ l is Σ −Aᵢ ≤ −l.

/// Numbers whose sum is bounded above.
struct Direct {
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
