//! Linear rows: their terms as numbers, grouped by what excludes each other.
//!
//! A row over 0/1 variables may say only that at most one of some literals holds, whatever the signs and the weights. Such a row is encoded
//! by `at_most_one`, and other rows rely on it: their terms over literals that exclude each other are one number. All other rows are for
//! `sum.rs`.
//!
//! Example: the flow row x' = x − Σ yᵢ + Σ zⱼ beside the rows Σ yᵢ ≤ x and Σ zⱼ ≤ x'. The literals y₁, y₂, …, ¬x exclude each other, and
//! so do z₁, z₂, …, ¬x'. With either set as one number the row says that these two numbers are equal: there is a clause for each literal,
//! yᵢ → (z₁ ∨ z₂ ∨ … ∨ ¬x') and so on, and no new variable.

use std::collections::{BinaryHeap, HashMap};

use super::Lit;
use super::clauses::{Clauses, Refusal, at_most_one};
use super::leaf::{Group, Leaf, Order};
use super::sum::{Bounds, Terms, Total};
use super::variables::{Form, Number, Variables};
use tumble_model::model::{EXACT, LinearConstraint, Var};

/// A linear expression over literals and integers, whose values are within ±[`EXACT`].
#[derive(Clone, Debug, Default)]
pub(super) struct Expression {
    /// Of different variables, ascending; no weight is 0, no literal is constant.
    literals: Vec<(Lit, i64)>,
    integers: Vec<(Var, i64)>,
    constant: i64,
}

impl Expression {
    /// Σ coefficient · variable + constant.
    pub fn new(terms: &[(Var, i64)], constant: i64, variables: &Variables) -> Result<Self, Refusal> {
        let mut size = i128::from(constant).abs();
        let mut expression = Self { constant, ..Self::default() };
        for &(var, c) in terms {
            let largest = match variables.form(var) {
                Form::Literal(_) => 1,
                // At least 1, so that a coefficient can be negated whatever the values.
                Form::Integer(integer) => integer.lower().unsigned_abs().max(integer.upper().unsigned_abs()).max(1),
            };
            size += i128::from(c).abs() * i128::from(largest);
            if size > i128::from(EXACT) {
                return Err(Refusal::Range);
            }
            match variables.form(var) {
                Form::Literal(Lit::TRUE) => expression.constant += c,
                Form::Literal(Lit::FALSE) => {}
                Form::Literal(literal) if literal.number() < 0 => {
                    expression.constant += c;
                    expression.literals.push((!*literal, -c));
                }
                Form::Literal(literal) => expression.literals.push((*literal, c)),
                Form::Integer(integer) if integer.lower() == integer.upper() => {
                    expression.constant += c * integer.lower();
                }
                Form::Integer(_) => expression.integers.push((var, c)),
            }
        }
        expression.merge();
        Ok(expression)
    }

    /// Sorts and merges the literals: several variables of the model can be the same literal.
    fn merge(&mut self) {
        self.literals.sort_unstable_by_key(|&(literal, _)| literal);
        self.literals.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        self.literals.retain(|&(_, weight)| weight != 0);
    }

    /// The expression as terms and a constant; grouped if `exclusive` is given.
    fn terms(
        &self,
        variables: &mut Variables,
        exclusive: Option<&Exclusive>,
        out: &mut Clauses<'_>,
    ) -> Result<(Terms, i64), Refusal> {
        let single = |&(literal, weight): &(Lit, i64)| Leaf::Order(Order::of_literal(literal, weight));
        let (mut leaves, negated) = match exclusive {
            Some(exclusive) => exclusive.group(&self.literals),
            _ => (self.literals.iter().map(single).collect(), 0),
        };
        let mut constant = self.constant + negated;
        let mut bits = Vec::new();
        for &(var, c) in &self.integers {
            let Form::Integer(integer) = variables.form_mut(var) else { continue };
            let lower = integer.lower();
            match integer.number(out)? {
                Number::Order(order) => leaves.push(Leaf::Order(order.clone().times(c))),
                Number::Bits(number) => {
                    constant += c * lower;
                    bits.extend(number.weighted().map(|(bit, weight)| (bit, c * weight)));
                }
            }
        }
        Ok((Terms { leaves, bits }, constant))
    }

    /// The expression as a number, exact up to `upper`, and a constant to add to it.
    pub fn total(
        &self,
        upper: i64,
        variables: &mut Variables,
        exclusive: &Exclusive,
        out: &mut Clauses<'_>,
    ) -> Result<(Total, i64), Refusal> {
        let (terms, constant) = self.terms(variables, Some(exclusive), out)?;
        Ok((Total::new(terms, upper - constant, out)?, constant))
    }

    /// The least value that it can have, as far as the ranges of the variables and the groups tell.
    pub fn least(&self, variables: &Variables, exclusive: &Exclusive) -> i64 {
        let (leaves, negated) = exclusive.group(&self.literals);
        let literals: i64 = leaves.iter().map(Leaf::least).sum();
        let integer = |&(var, c): &(Var, i64)| {
            let range = variables.range(var);
            if c > 0 { c * range.start() } else { c * range.end() }
        };
        self.constant + negated + literals + self.integers.iter().map(integer).sum::<i64>()
    }

    /// Literals that make the expression smaller.
    pub fn reducing(&self, variables: &Variables) -> Vec<Lit> {
        let mut literals: Vec<Lit> = self.literals.iter().map(|&(x, weight)| if weight > 0 { !x } else { x }).collect();
        for &(var, c) in &self.integers {
            let Form::Integer(integer) = variables.form(var) else { continue };
            if let Some(Number::Order(order)) = integer.known_number() {
                let steps = (1..order.values().len()).map(|i| order.at_least(i));
                literals.extend(steps.map(|step| if c > 0 { !step } else { step }));
            }
        }
        literals
    }

    /// If `expression ≤ upper` says no more than that at most one of some literals holds: these, and whether at least one holds because
    /// `lower ≤ expression`.
    fn at_most_one(&self, lower: Option<i64>, upper: i64) -> Option<(Vec<Lit>, bool)> {
        if !self.integers.is_empty() || self.literals.len() < 2 {
            return None;
        }
        let least = self.constant + self.literals.iter().map(|&(_, weight)| weight.min(0)).sum::<i64>();
        let room = upper.checked_sub(least)?;
        let mut weights: Vec<i64> = self.literals.iter().map(|&(_, weight)| weight.abs()).collect();
        weights.sort_unstable();
        let is_one = weights[0] + weights[1] > room && weights[weights.len() - 1] <= room;
        let literals = self.literals.iter().map(|&(literal, weight)| if weight > 0 { literal } else { !literal });
        is_one.then(|| (literals.collect(), lower.is_some_and(|lower| lower > least)))
    }

    fn negated(&self) -> Self {
        let minus = |&(literal, weight): &(Lit, i64)| (literal, -weight);
        Self {
            literals: self.literals.iter().map(minus).collect(),
            integers: self.integers.iter().map(|&(var, c)| (var, -c)).collect(),
            constant: -self.constant,
        }
    }
}

/// A row `lower ≤ expression ≤ upper`, required unless a literal holds.
#[derive(Clone, Debug)]
pub(super) struct Row {
    expression: Expression,
    lower: Option<i64>,
    upper: Option<i64>,
    unless: Lit,
}

impl Row {
    pub fn new(row: &LinearConstraint, variables: &mut Variables, out: &mut Clauses<'_>) -> Result<Self, Refusal> {
        let unless = row.condition().map_or(Lit::FALSE, |condition| !variables.literal(condition, out));
        // A bound that no value within ±EXACT reaches is as good as the next number.
        let within = |bound: i64| bound.clamp(-EXACT - 1, EXACT + 1);
        let (lower, upper) = (row.lower().map(within), row.upper().map(within));
        Ok(Self { expression: Expression::new(row.terms(), 0, variables)?, lower, upper, unless })
    }

    /// The sets of literals that exclude each other by this row alone, and whether one of them always holds: by its upper, by its lower
    /// bound.
    pub fn exclusive(&self) -> [Option<(Vec<Lit>, bool)>; 2] {
        let Self { expression, lower, upper, unless } = self;
        if *unless != Lit::FALSE {
            return [None, None];
        }
        let negated = |bound: &Option<i64>| bound.map(|bound| -bound);
        [
            upper.and_then(|upper| expression.at_most_one(*lower, upper)),
            lower.and_then(|lower| expression.negated().at_most_one(negated(upper), -lower)),
        ]
    }

    /// Emits the clauses of the row.
    pub fn require(
        &self,
        variables: &mut Variables,
        exclusive: &Exclusive,
        out: &mut Clauses<'_>,
    ) -> Result<(), Refusal> {
        let Self { expression, unless, .. } = self;
        let (mut lower, mut upper) = (self.lower, self.upper);
        if *unless == Lit::TRUE {
            return Ok(());
        }
        let [by_upper, by_lower] = self.exclusive();
        // What excludes each other by this very row cannot be relied on here.
        let exclusive = if by_upper.is_some() || by_lower.is_some() { None } else { Some(exclusive) };
        for (bound, literals) in [(&mut upper, by_upper), (&mut lower, by_lower)] {
            if let Some((literals, _)) = literals {
                at_most_one(&literals, out)?;
                *bound = None;
            }
        }
        if lower.is_none() && upper.is_none() {
            return Ok(());
        }
        let (terms, constant) = expression.terms(variables, exclusive, out)?;
        let shift = |bound: Option<i64>| bound.map(|bound| bound - constant);
        Bounds { lower: shift(lower), upper: shift(upper), unless: *unless }.require(terms, out)
    }
}

// Sets of literals that exclude each other, and how they group the terms of a row.

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
