//! What a proof proves: that no 0/1 values satisfy all rows.

use tumble_formats::WriteError;
use tumble_formats::zero_one::{Row, ZeroOne};
use tumble_model::model::{LinearConstraint, Model};

/// The claim that a model of plain linear rows has no solution. As a file it is the OPB file of the model.
#[derive(Clone, Debug)]
pub struct Statement {
    pub(super) form: ZeroOne,
}

/// Finds rows that a point violates and that hold in every solution; the point has a value for each variable of the model.
pub type Separate<'a> = dyn Fn(&[f64]) -> Vec<Row> + 'a;

impl Statement {
    /// The claim that a model has no solution, whatever its objective is.
    ///
    /// # Errors
    /// When the model is no OPB file.
    pub fn new(model: &Model) -> Result<Self, WriteError> {
        Ok(Self { form: ZeroOne::of(model)? })
    }

    /// A further row over the 0/1 variables of the statement; `None` if it has two different bounds, or no variables.
    pub fn row(&self, row: &LinearConstraint) -> Option<Row> {
        self.form.single(row)
    }

    /// The number of 0/1 variables and of rows.
    pub const fn size(&self) -> (usize, usize) {
        (self.form.count, self.form.rows.len())
    }
}
