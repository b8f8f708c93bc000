//! Solvers: what they take, how they are asked, what they answer.
//!
//! A [`Backend`] solves a model that was lowered to its [`Capabilities`] and answers in floating point; nobody believes it
//! yet. Rounding, exact checking, decoding and replay are the pipeline's work. To add a backend, write one file with an
//! implementation and add a row to [`REGISTRY`]; help texts, `list` and the conformance tests read it from there.

#[cfg(feature = "cbc")]
mod cbc;
#[cfg(feature = "highs")]
mod highs;
#[cfg(any(feature = "highs", feature = "cbc"))]
mod milp;

use crate::model::{Capabilities, Model};
use crate::run::{Incumbent, Request, Verdict};

/// What a backend answers: values by variable, as the solver gave them, not yet rounded or checked.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The solver's verdict. Bounds are rounded to what an integer objective can reach.
    pub verdict: Verdict<Vec<f64>>,
    /// The bound after the root node, where the solver tells.
    pub root_bound: Option<f64>,
    /// Nodes of the search tree, where the solver tells.
    pub nodes: Option<u64>,
    /// Improving solutions, where the solver tells.
    pub incumbents: Option<Vec<Incumbent>>,
}

impl Outcome {
    /// A verdict about which the solver tells no more.
    #[must_use]
    pub const fn of(verdict: Verdict<Vec<f64>>) -> Self {
        Self { verdict, root_bound: None, nodes: None, incumbents: None }
    }
}

/// A run that went wrong: never the model's fault, never the user's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// A number of the model has no exact counterpart in the solver.
    #[error("{what} is beyond ±2^53, where a solver's floating point is not exact")]
    NotExact {
        /// Which number.
        what: String,
    },
    /// The solver reported a failure of its own.
    #[error("{solver} failed: {message}")]
    Failed {
        /// Its name and version.
        solver: String,
        /// What it said.
        message: String,
    },
}

/// A solver.
pub trait Backend: Sync {
    /// Its version, read from the library that is linked.
    fn version(&self) -> String;

    /// The kinds of constraint that it takes.
    fn capabilities(&self) -> Capabilities;

    /// Solves a model that holds only what [`Backend::capabilities`] names.
    ///
    /// # Errors
    /// When the model cannot be handed over exactly or the solver fails.
    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Outcome, BackendError>;
}

/// A row of the registry.
pub struct BackendEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The backend, or how to get it where this build has none.
    pub backend: Result<&'static dyn Backend, &'static str>,
}

impl std::fmt::Debug for BackendEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BackendEntry")
            .field("name", &self.name)
            .field("available", &self.backend.is_ok())
            .finish_non_exhaustive()
    }
}

/// All backends that tumble knows, available or not.
pub const REGISTRY: &[BackendEntry] = &[
    BackendEntry {
        name: "highs",
        summary: "HiGHS, an open MILP solver, built in",
        #[cfg(feature = "highs")]
        backend: Ok(&highs::Highs),
        #[cfg(not(feature = "highs"))]
        backend: Err("build with `--features highs` (needs cmake, a C++ compiler and libclang)"),
    },
    BackendEntry {
        name: "cbc",
        summary: "CBC, COIN-OR's branch-and-cut solver, from the system's library",
        #[cfg(feature = "cbc")]
        backend: Ok(&cbc::Cbc),
        #[cfg(not(feature = "cbc"))]
        backend: Err(
            "install libcbc (Debian: coinor-libcbc-dev zlib1g-dev pkg-config) and build with `--features cbc`",
        ),
    },
];

/// The registry's row of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static BackendEntry> {
    REGISTRY.iter().find(|entry| entry.name == name)
}
