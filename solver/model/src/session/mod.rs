//! Work with a solver: a model that grows, the tasks that are run on it, and what the solver claims.
//!
//! Whatever solves a model is a [`Session`]: a solver's library, a program, a child process, an engine that judges what these claim. Searches
//! that take bounds from linear programs, and proofs by refuted clauses, get one too, so that they know no solver by name.
//!
//! What is believed of a solver: `claim.rs`.

mod claim;

use std::fmt;
use std::ops::{ControlFlow, Not};

use serde::{Deserialize, Serialize};

use crate::control::Request;
use crate::model::{LinearConstraint, Model};

pub use claim::{Claim, Effort, Ending, Judge, Outcome};

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

impl<F> fmt::Debug for WholeRuns<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// Why a backend did not solve a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum BackendError {
    /// A number of the model has no exact counterpart in the solver.
    #[error("{what} is beyond ±2^53, where a solver's floating point is not exact")]
    NotExact {
        /// The number and where it occurs.
        what: String,
    },
    /// A number of the model is too large for the solver's integers.
    #[error("{what} is too large for {solver}, which computes in 32-bit integers")]
    OutOfRange {
        /// The solver's name and version.
        solver: String,
        /// The number and where it occurs.
        what: String,
    },
    /// The solver has no such option, or not with this value.
    #[error("{solver} does not take the option {name}={value}: {why}")]
    Option {
        /// The solver's name and version.
        solver: String,
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// Why not, as far as the solver says.
        why: String,
    },
    /// The solver does not take such a model.
    #[error("{solver} does not take this model: {why}")]
    Model {
        /// Its name and version.
        solver: String,
        /// Why not.
        why: String,
    },
    /// The system refuses what the solver needs to run: a folder, a process.
    #[error("{solver} cannot run here: {what}: {why}; {remedy}")]
    System {
        /// Its name and version.
        solver: String,
        /// What is refused, with its path if it has one.
        what: String,
        /// The reason of the system.
        why: String,
        /// What the user can do.
        remedy: String,
    },
    /// The solver reported a failure of its own.
    #[error("{solver} failed: {message}")]
    Failed {
        /// Its name and version.
        solver: String,
        /// The failure in words.
        message: String,
    },
}

impl BackendError {
    /// An option of the solver's own that it does not take.
    pub fn refused(solver: String, name: &str, value: &str, why: impl Into<String>) -> Self {
        Self::Option { solver, name: name.to_owned(), value: value.to_owned(), why: why.into() }
    }

    /// A solver was asked for a task that it does not do.
    pub fn no_such_task(solver: &str) -> Self {
        Self::Failed { solver: solver.to_owned(), message: "it does no such task".into() }
    }

    /// The system refuses to start a process.
    pub fn no_process(solver: String, why: &std::io::Error) -> Self {
        let remedy = "allow more processes and open files (`ulimit -u`, `ulimit -n`), or run fewer at the same time";
        let (what, remedy) = ("no process can be started".to_owned(), remedy.to_owned());
        Self::System { solver, what, why: why.to_string(), remedy }
    }

    /// The system refuses to write to a temporary folder.
    pub fn no_folder(solver: String, folder: &std::path::Path, why: &std::io::Error) -> Self {
        let what = format!("{} cannot be written", folder.display());
        // Its text repeats a path.
        let why = why
            .raw_os_error()
            .map_or_else(|| why.to_string(), |code| std::io::Error::from_raw_os_error(code).to_string());
        let remedy =
            "free space there, or let the environment variable TMPDIR name a folder that can be written".into();
        Self::System { solver, what, why, remedy }
    }
}

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
