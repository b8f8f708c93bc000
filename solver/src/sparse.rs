//! Linear models as arrays of floating-point numbers, row by row: for solvers that `good_lp` does not reach, in this crate or outside.

use serde::Serialize;

use super::BackendError;
use super::floats::exact;
use super::linear;
use crate::model::{LinearConstraint, Model};

/// The columns of a model.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Columns {
    /// By column: the lower bound.
    pub lower: Vec<f64>,
    /// By column: the upper bound.
    pub upper: Vec<f64>,
    /// By column: the coefficient in the objective, whose sense is that of the model.
    pub costs: Vec<f64>,
    /// By column: 1 if it has to be integer, otherwise 0.
    pub integrality: Vec<u8>,
}

/// Rows lower ≤ Σ value · column ≤ upper.
#[derive(Clone, Debug, Serialize)]
pub struct Rows {
    /// By row: the lower side; −∞ where it is open.
    pub lower: Vec<f64>,
    /// By row: the upper side; ∞ where it is open.
    pub upper: Vec<f64>,
    /// Where the terms of each row begin, and at last the number of terms.
    pub starts: Vec<i32>,
    /// By term: its column.
    pub indices: Vec<i32>,
    /// By term: its coefficient.
    pub values: Vec<f64>,
}

impl Columns {
    /// The columns of a model.
    ///
    /// # Errors
    /// When a number is not exact in floating point.
    pub fn of(model: &Model) -> Result<Self, BackendError> {
        let variables = model.variables();
        let mut columns = Self { costs: vec![0.0; variables.len()], ..Self::default() };
        for variable in variables {
            columns.lower.push(exact(variable.lower, &variable.name)?);
            columns.upper.push(exact(variable.upper, &variable.name)?);
            columns.integrality.push(u8::from(!variable.may_be_continuous()));
        }
        let objective = model.objective().into_iter();
        for &(var, coefficient) in objective.flat_map(|objective| objective.expression.terms()) {
            columns.costs[var.index()] += exact(coefficient, "a coefficient of the objective")?;
        }
        Ok(columns)
    }

    /// The number of columns.
    pub fn count(&self) -> i32 {
        count_of(self.costs.len())
    }
}

impl Rows {
    /// The rows of a model from the row `first` on.
    ///
    /// # Errors
    /// When a number is not exact in floating point.
    ///
    /// # Panics
    /// When the model has constraints that are not rows.
    pub fn of(model: &Model, first: usize) -> Result<Self, BackendError> {
        let (lower, upper, indices, values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut rows = Self { lower, upper, starts: vec![0], indices, values };
        for (name, row) in linear::rows(model).skip(first) {
            rows.push(name, row)?;
        }
        Ok(rows)
    }

    fn push(&mut self, name: &str, row: &LinearConstraint) -> Result<(), BackendError> {
        let side = |side: Option<i64>, open: f64| side.map_or(Ok(open), |side| exact(side, name));
        self.lower.push(side(row.lower(), f64::NEG_INFINITY)?);
        self.upper.push(side(row.upper(), f64::INFINITY)?);
        for &(var, coefficient) in row.terms() {
            self.indices.push(count_of(var.index()));
            self.values.push(exact(coefficient, name)?);
        }
        self.starts.push(self.terms());
        Ok(())
    }

    /// The number of rows.
    pub fn count(&self) -> i32 {
        count_of(self.lower.len())
    }

    /// The number of terms of all rows.
    pub fn terms(&self) -> i32 {
        count_of(self.values.len())
    }
}

/// A number of rows, columns or terms, or an index, as solvers take it. Models are refused long before they reach two thousand million of anything.
pub(super) fn count_of(number: usize) -> i32 {
    i32::try_from(number).expect("a model has fewer rows, columns and terms")
}
