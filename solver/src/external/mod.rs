//! Solvers as programs on PATH: a model goes to the program as an LP file, its solution comes back as a solution file, through the readers
//! of `format::solution` that `tumble decode` uses too.
//!
//! | file | what |
//! |---|---|
//! | `programs.rs` | the programs: their arguments, and what their output means |
//! | `solver.rs` | a program as a backend |
//! | `folder.rs` | the folder that a program runs in |
//! | `group.rs` | a process with those that it started |
//! | `process.rs` | a process that is watched: limits, interrupts, its output line by line |

use super::{BackendEntry, Kind};

#[cfg(feature = "external")]
mod folder;
#[cfg(feature = "external")]
mod group;
#[cfg(feature = "external")]
mod process;
#[cfg(feature = "external")]
mod programs;
#[cfg(feature = "external")]
mod solver;

#[cfg(feature = "external")]
pub use process::{ProgramEnd, run_program};

/// A row for a program: its name in `programs.rs`, what it is, and how to get it.
macro_rules! entry {
    ($program:ident, $name:literal, $summary:literal, $needs:literal) => {
        BackendEntry {
            name: $name,
            summary: $summary,
            kind: Kind::Program,
            needs: $needs,
            #[cfg(feature = "external")]
            find: || {
                static FOUND: solver::External = solver::External::new(&programs::$program);
                FOUND.find()
            },
            #[cfg(not(feature = "external"))]
            find: || Err("build with `--features external`".into()),
        }
    };
}

pub(super) const CBC: BackendEntry =
    entry!(CBC, "external:cbc", "CBC as a program", "on PATH: cbc (Debian: coinor-cbc)");
pub(super) const CPLEX: BackendEntry = entry!(CPLEX, "external:cplex", "IBM's CPLEX as a program", "on PATH: cplex");
pub(super) const GLPSOL: BackendEntry =
    entry!(GLPSOL, "external:glpsol", "GLPK as a program", "on PATH: glpsol (Debian: glpk-utils)");
pub(super) const GUROBI: BackendEntry =
    entry!(GUROBI, "external:gurobi_cl", "Gurobi as a program", "on PATH: gurobi_cl");
pub(super) const HIGHS: BackendEntry = entry!(
    HIGHS,
    "external:highs",
    "HiGHS as a program",
    "on PATH: highs (in the PyPI package highsbox: its folder highs_dist/bin; highs_dist/lib has to be on LD_LIBRARY_PATH)"
);
pub(super) const SCIP: BackendEntry = entry!(SCIP, "external:scip", "SCIP as a program", "on PATH: scip");
