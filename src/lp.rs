//! Linear programs, for searches that take bounds from them.
//!
//! A search that needs linear programs is handed an [`LpSolver`]; which solver that is, and where it runs, is not its business.

use crate::model::{LinearConstraint, Model};
use crate::run::{Request, Stop};

/// Solves linear programs: the relaxations of models.
pub trait LpSolver {
    /// Replaces the program by the linear relaxation of a model of linear rows.
    fn load(&mut self, model: &Model);

    /// Adds a row with a name that is new to the program.
    fn add(&mut self, name: String, row: LinearConstraint);

    /// Drops the rows for which `kept` is false; it has a value for each row, in order. Dropping rows that are not tight at the optimum
    /// leaves the solver where it is.
    fn retain(&mut self, kept: &[bool]);

    /// Solves the program with the rows so far.
    ///
    /// # Errors
    /// When the solver fails.
    fn solve(&mut self, request: &Request<'_>) -> Result<LpAnswer, LpFailure>;
}

/// How a linear program ended.
#[derive(Clone, Debug)]
pub enum LpAnswer {
    /// At an optimum.
    Optimal(Optimum),
    /// It has no solution, and neither has the model.
    Infeasible,
    /// At a limit.
    Stopped(Stop),
}

/// An optimum of a linear program, in floating point: what is computed from it has to hold for any numbers.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The value of each variable, by index.
    pub values: Vec<f64>,
    /// The dual of each row, in order: how much the objective grows with the row's side.
    pub duals: Vec<f64>,
}

/// The solver failed; whoever handed it out knows how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solver of linear programs failed")]
pub struct LpFailure;
