//! What a proof proves: that no 0/1 values satisfy all rows.

use crate::format::WriteError;
use crate::format::zero_one::{Row, ZeroOne};
use crate::model::{LinearConstraint, Model};

/// The claim that a model of plain linear rows has no solution. As a file it is the OPB file of the model.
#[derive(Clone, Debug)]
pub struct Statement {
    pub(super) form: ZeroOne,
    /// The row that linear programs maximise, by index: that whose bound is to be shown to be out of reach.
    pub(super) goal: Option<usize>,
    /// For each 0/1 variable whether branching on it comes first: it is not of an implied integer.
    pub(super) is_first: Vec<bool>,
}

/// Finds rows that a point violates and that hold in every solution; the point has a value for each variable of the model.
pub type Separate<'a> = dyn Fn(&[f64]) -> Vec<Row> + 'a;

impl Statement {
    /// The claim that a model has no solution, whatever its objective is. `has_cutoff` says that its last row is a bound on the objective,
    /// which linear programs take as their objective.
    ///
    /// # Errors
    /// When the model is no OPB file.
    pub fn new(model: &Model, has_cutoff: bool) -> Result<Self, WriteError> {
        let form = ZeroOne::of(model)?;
        let goal = if has_cutoff { form.rows.len().checked_sub(1) } else { None };
        let mut is_first = vec![false; form.count];
        for (variable, expansion) in model.variables().iter().zip(&form.expansions) {
            expansion.terms.iter().for_each(|&(_, bit)| is_first[bit - 1] = !variable.implied_integer);
        }
        Ok(Self { form, goal, is_first })
    }

    /// A further row over the 0/1 variables of the statement; `None` if it has two different bounds, or no variables.
    #[must_use]
    pub fn row(&self, row: &LinearConstraint) -> Option<Row> {
        self.form.single(row)
    }

    /// The number of 0/1 variables and of rows.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.form.count, self.form.rows.len())
    }
}
