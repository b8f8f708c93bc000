//! Work with a solver: a model that grows, the tasks that are run on it, and what the solver claims.
//!
//! Whatever solves a model is a [`Session`]: a solver's library, a program, a child process, an engine that judges what these claim. Searches
//! that take bounds from linear programs, and proofs by refuted clauses, get one too, so that they know no solver by name.
//!
//! | file | what |
//! |---|---|
//! | `claim.rs` | what is believed of a solver |
//! | `error.rs` | why a backend did not solve a model |
//! | `lit.rs` | literals of clauses |

mod claim;
mod error;
mod lit;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::control::Request;
use crate::model::{LinearConstraint, Model};

pub use claim::{Claim, Effort, Ending, Judge, Outcome};
pub use error::BackendError;
pub use lit::Lit;

/// A solver with a model.
pub trait Session {
    /// Changes the model between two runs.
    fn change(&mut self, change: Change);

    /// Runs a task on the model as it is now. It keeps to the control's time limit, ends soon after an interrupt, and heeds `threads`,
    /// `seed`, `log` and `options`. It reports progress and incumbents to the control's observer where the solver does.
    ///
    /// # Errors
    /// When the model cannot be passed on exactly, the solver fails, or it does no such task.
    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError>;

    /// Runs [`Task::Best`].
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn best(&mut self, request: &Request<'_>) -> Result<Claim, BackendError> {
        self.run(&Task::Best, request, &mut |_| ControlFlow::Continue(()))
    }
}

/// A session that can take another model.
pub trait Reload: Session {
    /// Replaces the model.
    fn load(&mut self, model: &Model);

    /// The largest resident memory of its own process so far in bytes; `None` if it has none or the system does not say.
    fn peak_memory(&self) -> Option<u64> {
        None
    }
}

/// A change of a session's model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Change {
    /// A row, with a name that is new to the model: a cut, or a row that excludes a solution that was found.
    Add(String, LinearConstraint),
    /// Drops the constraints for which this is false; there is a value for each constraint, in order. A session may keep them, unless it
    /// gives duals.
    Retain(Vec<bool>),
}

impl Change {
    /// Makes the change in a model.
    pub fn make(self, model: &mut Model) {
        match self {
            Self::Add(name, row) => model.add(name, row),
            Self::Retain(kept) => model.retain(&kept),
        }
    }
}

/// What a solver is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Task {
    /// Find the best solution; without an objective, any. "Infeasible" is claimed only if it is proved, never at a limit; a solution only if
    /// the solver has an incumbent; a bound only if the solver states it. Bounds and incumbents include the constant of the objective.
    Best,
    /// Hand over every solution once, whatever its objective, until the receiver breaks off. The claim has no solution: it is
    /// [`Ending::Infeasible`] if all were handed over.
    Every,
    /// Add clauses to those of earlier tasks, and refute them all, step by step, or find values that satisfy them, one for each variable.
    /// The model of the session is not among the clauses. If the receiver breaks off, no other step is of interest.
    Refute(Vec<Vec<Lit>>),
}

/// What a task finds on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Found {
    /// A solution: a value for each variable, by index, not yet checked.
    Solution(Vec<f64>),
    /// A step of a refutation, not yet checked.
    Step(Step),
}

/// Receives what a task finds, until it breaks off.
pub type Receiver<'a> = dyn FnMut(Found) -> ControlFlow<()> + 'a;

/// A step of a refutation. Clauses have the numbers that the solver gives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The solver took the next of the clauses that it was handed.
    Given(u64),
    /// A clause follows: propagation of its negation, in the clauses of the hints in this order, leads to a contradiction.
    Derived {
        /// The number of the clause.
        number: u64,
        /// The clause. An empty clause ends the proof.
        clause: Vec<Lit>,
        /// The numbers of clauses.
        hints: Vec<u64>,
    },
    /// The clause is no hint of a later step.
    Deleted(u64),
}

/// A session that keeps nothing but the model: each run of [`Task::Best`] solves the whole model anew, by a function.
pub struct WholeRuns<F> {
    model: Model,
    solve: F,
}

impl<F: Fn(&Model, &Request<'_>) -> Result<Claim, BackendError>> WholeRuns<F> {
    /// The session of a model.
    pub const fn new(model: Model, solve: F) -> Self {
        Self { model, solve }
    }
}

impl<F: Fn(&Model, &Request<'_>) -> Result<Claim, BackendError>> Session for WholeRuns<F> {
    fn change(&mut self, change: Change) {
        change.make(&mut self.model);
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, _: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        match task {
            Task::Best => (self.solve)(&self.model, request),
            _ => Err(BackendError::no_such_task("this solver")),
        }
    }
}

impl<F> std::fmt::Debug for WholeRuns<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeRuns").field("model", &self.model).finish_non_exhaustive()
    }
}

/// A session for searches that need no solver: it runs nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoSolver;

impl Session for NoSolver {
    fn change(&mut self, _: Change) {}

    fn run(&mut self, _: &Task, _: &Request<'_>, _: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        Err(BackendError::no_such_task("direct search"))
    }
}

impl Reload for NoSolver {
    fn load(&mut self, _: &Model) {}
}
