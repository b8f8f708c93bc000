//! Literals of clauses.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};

/// A variable of the clauses or its negation. Variables are numbered from 1, as in DIMACS files.
///
/// Two literals are constants, [`Lit::TRUE`] and [`Lit::FALSE`]: what they stand for is decided before there are clauses. A clause
/// that reaches a sink never holds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lit(i32);

impl Lit {
    /// What always holds.
    pub const TRUE: Self = Self(i32::MAX);
    /// What never holds.
    pub const FALSE: Self = Self(-i32::MAX);

    /// The literal that holds if the variable of this number, from 1, is true.
    pub const fn positive(variable: i32) -> Self {
        Self(variable)
    }

    /// Its number in DIMACS files: the number of the variable, negative for a negation. A constant has no number.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// The value that it always has; `None` if it is not one of the two constants.
    pub const fn constant(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            Self::FALSE => Some(false),
            _ => None,
        }
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}", self.0),
        }
    }
}
