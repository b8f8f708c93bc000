//! Solvers as programs on PATH: a model goes to the program as an LP file, its solution comes back as a solution file, through the readers
//! of `format::solution` that `tumble decode` uses too.
//!
//! | file | what |
//! |---|---|
//! | `programs.rs` | the programs: their arguments, and what their output means |
//! | `solver.rs` | a program as a backend, and the folder that it runs in |
//! | `process.rs` | a process that is watched: limits, interrupts, its output line by line, the processes that it started |

mod process;
mod programs;
mod solver;
#[cfg(test)]
mod tests;

pub use process::{ProgramEnd, run_program};

use solver::External;

pub(super) static CBC: External = External::new(&programs::CBC);
pub(super) static CPLEX: External = External::new(&programs::CPLEX);
pub(super) static GLPSOL: External = External::new(&programs::GLPSOL);
pub(super) static GUROBI: External = External::new(&programs::GUROBI);
pub(super) static HIGHS: External = External::new(&programs::HIGHS);
pub(super) static SCIP: External = External::new(&programs::SCIP);
