//! HiGHS.

mod callbacks;
mod handle;
mod linear_program;
mod run;
pub(super) mod solver;
