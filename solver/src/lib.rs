#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | file | what |
//! |---|---|
//! | `solve.rs` | one model through lowering, a backend, rounding and the exact check |
//! | `list.rs` | all solutions of one model |
//! | `engine.rs` | where a solver runs |
//! | `child/` | solvers in a process of their own |
//! | `linear.rs`, `milp.rs`, `sparse.rs`, `floats.rs`, `harmless.rs`, `on_path.rs`, `processes.rs`, `watch.rs` | what several backends share |
//! | `highs/` … | one backend each |
//!
//! To add a backend, write a directory with its implementation, behind a cargo feature, and add a row to [`REGISTRY`]. Help texts,
//! `tumble list backends` and the conformance tests read it from there.

pub use tumble_model::{conflict, control, lower, lp, model, names, session, text};

#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "cbc")]
mod cbc;
#[cfg(all(feature = "child", unix))]
pub mod child;
#[cfg(feature = "cp-sat")]
pub mod cp_sat;
mod engine;
#[cfg(feature = "external")]
mod external;
pub mod floats;
#[cfg(any(feature = "cbc", feature = "cp-sat", feature = "external", feature = "highs"))]
mod harmless;
#[cfg(feature = "highs")]
mod highs;
pub mod linear;
mod list;
#[cfg(feature = "microlp")]
mod microlp;
#[cfg(feature = "milp")]
mod milp;
#[cfg(any(feature = "cp-sat", feature = "external"))]
mod on_path;
#[cfg(any(all(feature = "child", unix), feature = "external"))]
mod processes;
#[cfg(feature = "pumpkin")]
mod pumpkin;
mod solve;
pub mod sparse;
#[cfg(any(feature = "cadical", feature = "cp-sat"))]
mod watch;

pub use engine::{Engine, exact};
#[cfg(feature = "external")]
pub use external::{ProgramEnd, run_program};
pub use list::{ModelSolutions, list_model, list_model_in};
#[cfg(feature = "external")]
pub use on_path::command as program_on_path;
pub use session::{BackendError, Claim, Effort, Ending, Outcome, Session};
pub use solve::{
    Explained, ModelAnswer, ModelError, RowConflict, explain_model_in, solve_model, solve_model_in, spoiled,
};

use crate::control::{Progress, Request};
use crate::model::{Capabilities, Model};

/// Whether this build runs solvers in processes of their own: with the feature `child`, on Unix. Otherwise a solver runs in the process of its
/// caller: limits and interrupts are kept as soon as the solver looks at them, and a crash of the solver ends the caller.
pub const SUPERVISES: bool = cfg!(all(feature = "child", unix));

/// A solver.
pub trait Backend: Sync {
    /// Its version, read from the library that is linked.
    fn version(&self) -> String;

    /// The kinds of constraint that it takes, and the tasks that it does.
    fn capabilities(&self) -> Capabilities;

    /// Whether the solver's proofs and bounds stay valid under this option of its own, whatever the value: the option only says how the
    /// solver looks for proofs and bounds, or when it stops and reports the stop. By default no option keeps proofs.
    fn keeps_proofs(&self, _option: &str) -> bool {
        false
    }

    /// Reads the progress of a run from a line of the log, for a solver that reports progress in no other way. In a child process such a
    /// solver always writes its log, whether or not the request wants the log.
    fn log_reader(&self) -> Option<fn(&str) -> Option<Progress>> {
        None
    }

    /// Starts work on a model that has only what [`capabilities`](Self::capabilities) names: [`WholeRuns`](session::WholeRuns) for a solver
    /// that keeps nothing between its runs.
    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b>;

    /// Finds the best solution of such a model, in a session of its own.
    ///
    /// # Errors
    /// As [`Session::run`].
    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
        self.open(model.clone()).best(request)
    }
}

/// A row of the registry.
#[derive(Debug)]
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

/// How a row finds its backend: with its feature, and without it the words that say how to get it.
macro_rules! with_feature {
    ($feature:literal, $find:expr, $how:literal) => {{
        #[cfg(feature = $feature)]
        {
            $find
        }
        #[cfg(not(feature = $feature))]
        {
            || Err($how.into())
        }
    }};
}

/// The row of a program: its name in `external/`, what it is, and what a machine needs for it.
macro_rules! program {
    ($program:ident, $name:literal, $summary:literal, $needs:literal) => {
        BackendEntry {
            name: $name,
            summary: $summary,
            kind: Kind::Program,
            needs: $needs,
            find: with_feature!("external", || external::$program.find(), "build with `--features external`"),
        }
    };
}

/// All backends that tumble supports, whether or not this build has them.
pub const REGISTRY: &[BackendEntry] = &[
    BackendEntry {
        name: "highs",
        summary: "HiGHS, an open MILP solver, built in",
        kind: Kind::Library,
        needs: "to build: cmake, a C++ compiler, libclang",
        find: with_feature!(
            "highs",
            || Ok(&highs::Highs),
            "build with `--features highs` (needs cmake, a C++ compiler and libclang)"
        ),
    },
    BackendEntry {
        name: "cbc",
        summary: "CBC, an open MILP solver, the system's library; it tells nothing before its end, and a stop leaves no solution",
        kind: Kind::Library,
        needs: "to build: coinor-libcbc-dev (feature `cbc`)",
        find: with_feature!(
            "cbc",
            || Ok(&cbc::Cbc),
            "install libcbc (Debian: coinor-libcbc-dev) and build with `--features cbc`"
        ),
    },
    BackendEntry {
        name: "cp-sat",
        summary: "CP-SAT, Google's constraint solver",
        kind: Kind::Library,
        needs: "at run time: the Python package ortools (`pip install ortools`, 110 MB, or `scripts/get-cp-sat`)",
        find: with_feature!(
            "cp-sat",
            || cp_sat::CpSat::find().map(|solver| solver as _),
            "build with `--features cp-sat`"
        ),
    },
    BackendEntry {
        name: "pumpkin",
        summary: "Pumpkin, a constraint solver with lazy clause generation, built in",
        kind: Kind::Library,
        needs: "nothing",
        find: with_feature!("pumpkin", || Ok(&pumpkin::Pumpkin), "build with `--features pumpkin`"),
    },
    BackendEntry {
        name: "cadical",
        summary: "CaDiCaL, a SAT solver; models are translated to clauses",
        kind: Kind::Library,
        needs: "to build: a C++ compiler, libclang",
        find: with_feature!(
            "cadical",
            || Ok(&cadical::Cadical),
            "build with `--features cadical` (needs a C++ compiler and libclang)"
        ),
    },
    BackendEntry {
        name: "microlp",
        summary: "microlp, a MILP solver in pure Rust for small models",
        kind: Kind::Library,
        needs: "feature `microlp`",
        find: with_feature!("microlp", || Ok(&microlp::Microlp), "build with `--features microlp`"),
    },
    program!(CBC, "external:cbc", "CBC as a program", "on PATH: cbc (Debian: coinor-cbc)"),
    program!(CPLEX, "external:cplex", "IBM's CPLEX as a program", "on PATH: cplex"),
    program!(GLPSOL, "external:glpsol", "GLPK as a program", "on PATH: glpsol (Debian: glpk-utils)"),
    program!(GUROBI, "external:gurobi_cl", "Gurobi as a program", "on PATH: gurobi_cl"),
    program!(
        HIGHS,
        "external:highs",
        "HiGHS as a program",
        "on PATH: highs (in the PyPI package highsbox: its folder highs_dist/bin; highs_dist/lib has to be on LD_LIBRARY_PATH)"
    ),
    program!(SCIP, "external:scip", "SCIP as a program", "on PATH: scip"),
];

/// The registry's row of this name.
pub fn find(name: &str) -> Option<&'static BackendEntry> {
    REGISTRY.iter().find(|entry| entry.name == name)
}
