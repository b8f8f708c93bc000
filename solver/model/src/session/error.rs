//! Why a backend did not solve a model.

use serde::{Deserialize, Serialize};

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
