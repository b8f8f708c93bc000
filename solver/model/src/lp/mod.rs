//! Linear programs, for searches that take bounds from them.
//!
//! A search that needs linear programs gets a [`Reload`](crate::session::Reload). It does not know which solver that is, or where the solver
//! runs.
//!
//! | file | what |
//! |---|---|
//! | `bound.rs` | from duals, whatever they are, to a bound in integers; when cuts are no longer worth their time |
//! | `cut_lp.rs` | a program with rows that are added when they are violated |

mod bound;
mod cut_lp;
#[cfg(test)]
mod tests;

pub use bound::{Gains, Patience, integer_bound, is_empty};
pub use cut_lp::{CutLp, Optimum, Relaxed};
