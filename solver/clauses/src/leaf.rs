//! The numbers that rows add up, each of few values.
//!
//! * An [`Order`] takes one of the values v₀ < v₁ < … < vₘ, by literals [number ≥ vᵢ], i ≥ 1 (the order encoding of Tamura, Taga,
//!   Kitagawa and Banbara, *Compiling finite linear CSP into SAT*, Constraints 2009). A 0/1 variable with a coefficient is an order.
//! * A [`Group`] is a sum Σ wᵢ·xᵢ of literals at most one of which holds: its value is the weight of the literal that holds, or 0. Taking
//!   such terms together makes the encodings of rows far smaller (Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, *SAT
//!   encodings for pseudo-Boolean constraints together with at-most-one constraints*, Artificial Intelligence 2022).

use super::Lit;
use super::clauses::Clauses;

/// A number by literals [number ≥ value].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// The values, in ascending order; at least one.
    values: Vec<i64>,
    /// `at_least[i]`: the number is at least `values[i + 1]`. Each implies the one before.
    at_least: Vec<Lit>,
}

impl Order {
    pub fn new(values: Vec<i64>, at_least: Vec<Lit>) -> Self {
        debug_assert!(values.len() == at_least.len() + 1 && values.is_sorted_by(|a, b| a < b));
        Self { values, at_least }
    }

    /// A number with these values, one or more, by new literals.
    pub fn fresh(values: Vec<i64>, out: &mut Clauses<'_>) -> Self {
        let at_least: Vec<Lit> = values[1..].iter().map(|_| out.variable()).collect();
        at_least.windows(2).for_each(|pair| out.add(&[!pair[1], pair[0]]));
        Self::new(values, at_least)
    }

    /// `weight` if `literal` holds, otherwise 0; the weight is not 0.
    pub fn of_literal(literal: Lit, weight: i64) -> Self {
        if weight > 0 { Self::new(vec![0, weight], vec![literal]) } else { Self::new(vec![weight, 0], vec![!literal]) }
    }

    pub fn values(&self) -> &[i64] {
        &self.values
    }

    pub fn least(&self) -> i64 {
        self.values[0]
    }

    pub fn largest(&self) -> i64 {
        self.values[self.values.len() - 1]
    }

    /// `[number ≥ values[i]]`, for i from 0 to the number of values.
    pub fn at_least(&self, i: usize) -> Lit {
        match i {
            0 => Lit::TRUE,
            i => self.at_least.get(i - 1).copied().unwrap_or(Lit::FALSE),
        }
    }

    /// [number ≤ bound].
    pub fn at_most(&self, bound: i64) -> Lit {
        !self.at_least(self.values.partition_point(|&value| value <= bound))
    }

    /// The number where `holds` says which literals hold.
    pub fn value(&self, holds: impl Fn(Lit) -> bool) -> i64 {
        self.values[self.at_least.partition_point(|&literal| holds(literal))]
    }

    /// The number times a factor that is not 0.
    pub fn times(mut self, factor: i64) -> Self {
        self.values.iter_mut().for_each(|value| *value *= factor);
        if factor < 0 {
            self.values.reverse();
            self.at_least.reverse();
            self.at_least.iter_mut().for_each(|literal| *literal = !*literal);
        }
        self
    }
}

/// Literals at most one of which holds, with weights: the number is the weight of the literal that holds, or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// By ascending weight; no weight is 0.
    entries: Vec<(Lit, i64)>,
    /// Whether exactly one of the literals holds.
    always: bool,
}

impl Group {
    /// At least one literal; no weight is 0.
    pub fn new(mut entries: Vec<(Lit, i64)>, always: bool) -> Self {
        entries.sort_by_key(|&(_, weight)| weight);
        Self { entries, always }
    }

    fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> = self.entries.iter().map(|&(_, weight)| weight).collect();
        values.extend((!self.always).then_some(0));
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The number as an [`Order`], with new variables where a literal [number ≥ value] is not one of the group's own. With T the
    /// number of thresholds there are at most T variables and 2n + 2T clauses, all but T of them of two literals.
    fn ordered(self, out: &mut Clauses<'_>) -> Order {
        let values = self.values();
        let Self { entries, always } = self;
        let mut at_least: Vec<Lit> = Vec::with_capacity(values.len() - 1);
        for pair in values.windows(2) {
            let (below, value) = (pair[0], pair[1]);
            let (low, high) = entries.split_at(entries.partition_point(|&(_, weight)| weight < value));
            let none_is_high = !always && value <= 0;
            let literal = match (low, high) {
                (_, &[(only, _)]) if !none_is_high => only,
                (&[(only, _)], _) if none_is_high || always => !only,
                _ => {
                    let literal = out.variable();
                    if always || !none_is_high {
                        high.iter().filter(|entry| entry.1 == value).for_each(|&(x, _)| out.add(&[!x, literal]));
                    }
                    if always || none_is_high {
                        low.iter().filter(|entry| entry.1 == below).for_each(|&(x, _)| out.add(&[!x, !literal]));
                    }
                    // If none holds the number is 0, which is high or low.
                    if !always {
                        let (side, is) = if none_is_high { (low, literal) } else { (high, !literal) };
                        out.add(&side.iter().map(|&(x, _)| x).chain([is]).collect::<Vec<_>>());
                    }
                    literal
                }
            };
            at_least.last().into_iter().for_each(|&before| out.add(&[!literal, before]));
            at_least.push(literal);
        }
        Order::new(values, at_least)
    }
}

/// A number that a row adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    Order(Order),
    Group(Group),
}

/// The number is at least `value` unless one of `unless` holds.
#[derive(Debug)]
pub(super) struct Floor {
    pub value: i64,
    pub unless: Vec<Lit>,
    /// Whether this follows from every later floor of the number.
    pub nested: bool,
}

impl Leaf {
    /// Lower bounds on the number, by ascending values, the first one its least value. Together they determine the number.
    pub fn floors(&self) -> Vec<Floor> {
        match self {
            Self::Order(order) => {
                let literals = std::iter::once(None).chain(order.at_least.iter().map(|&literal| Some(!literal)));
                let floor = |(&value, unless): (_, Option<Lit>)| Floor {
                    value,
                    unless: unless.into_iter().collect(),
                    nested: true,
                };
                order.values.iter().zip(literals).map(floor).collect()
            }
            Self::Group(Group { entries, always }) => {
                let none = if *always { entries[0].1 } else { 0 };
                let (low, high) = entries.split_at(entries.partition_point(|&(_, weight)| weight <= none));
                let mut floors = vec![Floor { value: self.least(), unless: Vec::new(), nested: true }];
                if !always {
                    // Above its least value, up to 0, unless one of the lower entries holds.
                    for (i, &(_, weight)) in low.iter().enumerate() {
                        let above = low[i..].iter().map(|entry| entry.1).find(|&other| other > weight).unwrap_or(0);
                        if low.get(i + 1).is_none_or(|next| next.1 > weight) {
                            let unless = low[..=i].iter().map(|&(x, _)| x).collect();
                            floors.push(Floor { value: above, unless, nested: true });
                        }
                    }
                }
                floors.extend(high.iter().map(|&(x, value)| Floor { value, unless: vec![!x], nested: false }));
                floors
            }
        }
    }

    pub fn least(&self) -> i64 {
        match self {
            Self::Order(order) => order.least(),
            Self::Group(group) if group.always => group.entries[0].1,
            Self::Group(group) => group.entries[0].1.min(0),
        }
    }

    pub fn largest(&self) -> i64 {
        match self {
            Self::Order(order) => order.largest(),
            Self::Group(Group { entries, always }) => {
                let largest = entries[entries.len() - 1].1;
                if *always { largest } else { largest.max(0) }
            }
        }
    }

    pub fn negated(self) -> Self {
        match self {
            Self::Order(order) => Self::Order(order.times(-1)),
            Self::Group(Group { entries, always }) => {
                Self::Group(Group::new(entries.into_iter().map(|(x, weight)| (x, -weight)).collect(), always))
            }
        }
    }

    /// Its values, in ascending order.
    pub fn values(&self) -> Vec<i64> {
        match self {
            Self::Order(order) => order.values.clone(),
            Self::Group(group) => group.values(),
        }
    }

    /// An upper bound on the number of literals that [`ordered`](Self::ordered) writes.
    pub fn ordering_cost(&self) -> u64 {
        match self {
            Self::Order(_) => 0,
            Self::Group(group) => 8 * group.entries.len() as u64,
        }
    }

    /// The number as an [`Order`].
    pub fn ordered(self, out: &mut Clauses<'_>) -> Order {
        match self {
            Self::Order(order) => order,
            Self::Group(group) => group.ordered(out),
        }
    }
}
