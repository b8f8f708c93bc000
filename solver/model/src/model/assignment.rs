//! A value for every variable.

use std::ops::Index;

use super::{Literal, Var};

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
