//! Variables and literals.

use std::ops::Not;

/// A variable of a model, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

impl Var {
    /// The variable with this index.
    ///
    /// # Panics
    /// Beyond 2³² variables; the encodings refuse models long before.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a model has fewer than 2^32 variables"))
    }

    /// Its index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a model knows of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Unique in the model; letters, digits and underscores.
    pub name: String,
    /// Least value.
    pub lower: i64,
    /// Largest value.
    pub upper: i64,
    /// Whether a solver may treat it as continuous without changing the answer.
    pub implied_integer: bool,
}

/// A 0/1 variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    var: Var,
    positive: bool,
}

impl Literal {
    /// The variable under it.
    #[must_use]
    pub const fn var(self) -> Var {
        self.var
    }

    /// Whether it holds when the variable is 1 (and not when it is 0).
    #[must_use]
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
