//! Variables, literals, and a value for every variable.

use std::ops::{Index, Not, RangeInclusive};

use serde::{Deserialize, Serialize};

/// A variable of a model: its index there, from 0. It means nothing without its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Var(u32);

impl Var {
    /// The variable with this index.
    ///
    /// # Panics
    /// When the index is 2³² or more; models are refused long before, see [`MAX_VARIABLES`](super::MAX_VARIABLES).
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a model has fewer than 2^32 variables"))
    }

    /// Its index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name and the domain of a variable: the integers `lower..=upper`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// Unique in the model; of ASCII letters, digits and underscores.
    pub name: String,
    /// The least value.
    pub lower: i64,
    /// The largest value.
    pub upper: i64,
    /// Which of the values between them it may have.
    pub integrality: Integrality,
}

/// Which values a variable may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Integrality {
    /// Integers.
    Required,
    /// Integers, and a solver may declare the variable continuous: whenever the other variables have integer values and the
    /// constraints can be met, they can be met by an integer value here, with the same objective. This is a promise of
    /// the encoding; flows and orders are such variables.
    Implied,
    /// All numbers: the variable belongs to a linear relaxation.
    Relaxed,
}

impl Variable {
    /// Its bounds.
    pub const fn range(&self) -> RangeInclusive<i64> {
        self.lower..=self.upper
    }

    /// Whether a solver may declare the variable continuous.
    pub fn may_be_continuous(&self) -> bool {
        self.integrality != Integrality::Required
    }
}

/// A 0/1 variable or its negation. [`From<Var>`](Self::from) makes the positive literal, `!` negates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Literal {
    var: Var,
    positive: bool,
}

impl Literal {
    /// The variable, without the sign.
    pub const fn var(self) -> Var {
        self.var
    }

    /// Whether it holds if the variable is 1; a negative literal holds if the variable is 0.
    pub const fn is_positive(self) -> bool {
        self.positive
    }
}

impl From<Var> for Literal {
    fn from(var: Var) -> Self {
        Self { var, positive: true }
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}

/// A value for every variable of a model, by index: `assignment[var]`, which panics where there is no value for `var`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment(Vec<i64>);

impl Assignment {
    /// Whether `literal` holds.
    ///
    /// # Panics
    /// When there is no value for its variable.
    pub fn holds(&self, literal: Literal) -> bool {
        (self[literal.var()] == 1) == literal.is_positive()
    }

    /// The values in the order of the variables.
    pub fn values(&self) -> &[i64] {
        &self.0
    }
}

impl From<Vec<i64>> for Assignment {
    fn from(values: Vec<i64>) -> Self {
        Self(values)
    }
}

impl Index<Var> for Assignment {
    type Output = i64;

    fn index(&self, var: Var) -> &i64 {
        &self.0[var.index()]
    }
}
