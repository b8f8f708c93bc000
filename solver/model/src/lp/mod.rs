//! Linear programs, for searches that take bounds from them.
//!
//! A search that needs linear programs gets an [`LpSolver`]. It does not know which solver that is, or where the solver runs.
//!
//! | file | what |
//! |---|---|
//! | `bound.rs` | from duals, whatever they are, to a bound in integers |
//! | `cut_lp.rs` | a program with rows that are added when they are violated |
//! | `gains.rs` | when rounds of cuts are no longer worth their time |

mod bound;
mod cut_lp;
mod gains;
#[cfg(test)]
pub(crate) mod tests;

pub use bound::{integer_bound, is_empty};
pub use cut_lp::{CutLp, Relaxed};
pub use gains::{Gains, Patience};

use crate::control::{Request, Stop};
use crate::model::{LinearConstraint, Model};

/// Solves linear programs: the relaxations of models.
pub trait LpSolver {
    /// Replaces the program by the linear relaxation of a model of linear rows.
    fn load(&mut self, model: &Model);

    /// Adds a row with a name that is new to the program.
    fn add(&mut self, name: String, row: LinearConstraint);

    /// Drops the rows for which `kept` is false; `kept` has a value for each row, in order. Dropping rows that are not tight at the optimum
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
    /// The solver says that the program has no solution. If there is a ray of duals, [`is_empty`] tells whether the solver is right.
    Infeasible {
        /// The ray: a dual for each row.
        ray: Option<Vec<f64>>,
    },
    /// At a limit.
    Stopped(Stop),
}

/// An optimum of a linear program, in floating point. Results that are computed from it have to hold for any numbers.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The value of each variable, by index.
    pub values: Vec<f64>,
    /// The dual of each row, in order: how much the objective grows with the row's side.
    pub duals: Vec<f64>,
}

/// The solver failed. The owner of the solver knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solver of linear programs failed")]
pub struct LpFailure;
