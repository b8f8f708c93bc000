#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | file | what |
//! |---|---|
//! | `solve.rs` | one model through lowering, a backend, rounding and the exact check |
//! | `engine.rs`, `session.rs` | where a solver runs, and what it keeps between runs |
//! | `child/` | solvers in a process of their own |
//! | `claim.rs` | what is believed of a solver |
//! | `linear_programs.rs` | a backend as a solver of linear programs |
//! | `clause_refutations.rs` | a backend as a solver of clauses that tells how it refutes them |
//! | `linear.rs`, `milp.rs`, `sparse.rs`, `floats.rs`, `harmless.rs`, `processes.rs` | what several backends share |
//! | `highs/` … | one backend each |
//!
//! To add a backend, write a directory with its row `ENTRY` and, behind a cargo feature, its implementation; add the row to
//! [`REGISTRY`]. Help texts, `tumble list backends` and the conformance tests read it from there.

pub use tumble_model::{control, format, lower, lp, model, names, proof, sat, text};

mod cadical;
mod cbc;
#[cfg(all(feature = "child", unix))]
pub mod child;
mod claim;
mod clause_refutations;
pub mod cp_sat;
mod engine;
mod external;
pub mod floats;
#[cfg(any(feature = "cbc", feature = "cp-sat", feature = "external", feature = "highs"))]
mod harmless;
mod highs;
pub mod linear;
mod linear_programs;
mod microlp;
#[cfg(feature = "milp")]
mod milp;
#[cfg(any(all(feature = "child", unix), feature = "external"))]
mod processes;
mod pumpkin;
mod session;
mod solve;
pub mod sparse;

pub use claim::{Claim, Ending};
pub use clause_refutations::ClauseRefutations;
pub use engine::Engine;
#[cfg(feature = "external")]
pub use external::{Ended, run_program};
pub use linear_programs::LinearPrograms;
use session::Rebuilding;
pub use session::{Found, Session};
pub use solve::{ModelAnswer, ModelError, exact, solve_model, solve_model_in, spoiled};

use serde::{Deserialize, Serialize};

use crate::control::{Incumbent, Progress, Request, Verdict};
use crate::model::{Capabilities, Model};

/// Whether this build runs solvers in processes of their own: with the feature `child`, on Unix. Otherwise a solver runs in the process of its
/// caller: limits and interrupts are kept as soon as the solver looks at them, and a crash of the solver ends the caller.
pub const SUPERVISES: bool = cfg!(all(feature = "child", unix));

/// The part of a solver's [`Claim`] that is believed. Its values are not yet rounded or checked. A solution has a value for each variable
/// of the model, by index.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict. Bounds are rounded to what an integer objective can reach.
    pub verdict: Verdict<Vec<f64>>,
    /// No solution is better than this: the bound of the verdict, or the objective of an optimum. `None`: not known.
    pub bound: Option<i64>,
    /// The bound on the objective after the root node, the objective's constant included; `None` where the solver does not report it.
    pub root_bound: Option<f64>,
    /// Nodes of the search tree, where the solver reports them. A run that is settled in presolve or at the root has 0 or 1.
    pub nodes: Option<u64>,
    /// Improving solutions in order, each strictly better than the solution before, the last one the solution of the verdict; objectives
    /// with their constant. `None`: the solver does not report improving solutions.
    pub incumbents: Option<Vec<Incumbent>>,
    /// The dual of each row of a linear program, at its optimum or where the run stopped: how much the objective grows with the row's
    /// side. If the program is infeasible, a ray of duals, which proves this. `None`: the solver does not report duals. Duals are
    /// floating-point numbers: results that are computed from them have to hold for any numbers.
    pub duals: Option<Vec<f64>>,
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

#[cfg(any(all(feature = "child", unix), feature = "external"))]
impl BackendError {
    /// The system refuses to start a process.
    fn no_process(solver: String, why: &std::io::Error) -> Self {
        let remedy = "allow more processes and open files (`ulimit -u`, `ulimit -n`), or run fewer at the same time";
        let (what, remedy) = ("no process can be started".to_owned(), remedy.to_owned());
        Self::System { solver, what, why: why.to_string(), remedy }
    }

    /// The system refuses to write to a temporary folder.
    #[cfg(feature = "external")]
    fn no_folder(solver: String, folder: &std::path::Path, why: &std::io::Error) -> Self {
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

/// A solver.
pub trait Backend: Sync {
    /// Its version, read from the library that is linked.
    fn version(&self) -> String;

    /// The kinds of constraint that it takes.
    fn capabilities(&self) -> Capabilities;

    /// Whether it solves linear relaxations as such. A solver that takes [implied integers](crate::model::Variable::implied_integer)
    /// to be integer finds integer solutions of a relaxation, which takes as long as the model itself.
    fn solves_relaxations(&self) -> bool {
        false
    }

    /// Whether it reports the [duals](Outcome::duals) of linear programs.
    fn gives_duals(&self) -> bool {
        false
    }

    /// The largest coefficient with which the solver's proofs count; `None` for a solver that computes in integers. With tolerance t a
    /// solver takes a value as an integer that is off by t, so a coefficient near 1/t swallows an integer: "infeasible" and "optimal" may
    /// then be wrong.
    fn largest_trusted(&self) -> Option<u64> {
        None
    }

    /// Whether the solver's proofs and bounds stay valid under this option of its own, whatever the value: the option only says how the
    /// solver looks for proofs and bounds, or when it stops and reports the stop. By default no option keeps proofs.
    fn keeps_proofs(&self, _option: &str) -> bool {
        false
    }

    /// Solves a model that has only what [`Backend::capabilities`] names, and returns what the solver claims.
    ///
    /// It keeps to the control's time limit, ends soon after an interrupt, and heeds `threads`, `seed`, `log` and `options`. It reports
    /// progress and incumbents to the control's observer where the solver does. Bounds and incumbents include the constant of the
    /// objective. "Infeasible" is claimed only if it is proved, never at a limit; a solution only if the solver has an incumbent; a
    /// bound only if the solver states it. An [`Engine`] judges the claim.
    ///
    /// # Errors
    /// When the model cannot be passed on exactly or the solver fails.
    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError>;

    /// Whether its sessions list all solutions of a model: [`Session::list`].
    fn lists(&self) -> bool {
        false
    }

    /// Lists the solutions of a model, as [`Session::list`].
    ///
    /// # Errors
    /// As [`Backend::solve`], and where the backend does not [list](Backend::lists).
    fn list(&self, _: &Model, _: &Request<'_>, _: &mut Found<'_>) -> Result<Claim, BackendError> {
        Err(BackendError::Failed { solver: "this solver".into(), message: "it lists no solutions".into() })
    }

    /// Whether its sessions refute clauses and tell how: [`Session::refute`].
    fn refutes_clauses(&self) -> bool {
        false
    }

    /// Reads the progress of a run from a line of the log, for a solver that reports progress in no other way. In a child process such a
    /// solver always writes its log, whether or not the request wants the log.
    fn log_reader(&self) -> Option<fn(&str) -> Option<Progress>> {
        None
    }

    /// Starts work on a model to which rows may be added between runs. Without an implementation of its own a backend solves the
    /// whole model anew each time.
    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        Box::new(Rebuilding { backend: self, model })
    }
}

/// A row of the registry, defined in the backend's directory.
pub struct BackendEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Whether it is linked or a program.
    pub kind: Kind,
    /// What a build and a machine need for it, in a line.
    pub needs: &'static str,
    /// Finds the backend: see [`BackendEntry::backend`]. What takes time, such as looking for a program, is remembered.
    pub find: fn() -> Result<&'static dyn Backend, String>,
}

/// How a backend runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As a library that is linked, or loaded at run time.
    Library,
    /// As a program on PATH. A program must be named: "all backends" leaves out programs, because most programs repeat a library.
    Program,
}

impl BackendEntry {
    /// The backend.
    ///
    /// # Errors
    /// How to get it, if this build or this machine lacks it.
    pub fn backend(&self) -> Result<&'static dyn Backend, String> {
        (self.find)()
    }

    /// The backend's version.
    ///
    /// # Errors
    /// As [`backend`](Self::backend).
    pub fn version(&self) -> Result<String, String> {
        self.backend().map(Backend::version)
    }
}

impl std::fmt::Debug for BackendEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BackendEntry")
            .field("name", &self.name)
            .field("version", &self.version())
            .finish_non_exhaustive()
    }
}

/// All backends that tumble supports, whether or not this build has them.
pub const REGISTRY: &[BackendEntry] = &[
    highs::ENTRY,
    cbc::ENTRY,
    cp_sat::ENTRY,
    pumpkin::ENTRY,
    cadical::ENTRY,
    microlp::ENTRY,
    external::CBC,
    external::CPLEX,
    external::GLPSOL,
    external::GUROBI,
    external::HIGHS,
    external::SCIP,
];

/// The registry's row of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static BackendEntry> {
    REGISTRY.iter().find(|entry| entry.name == name)
}
