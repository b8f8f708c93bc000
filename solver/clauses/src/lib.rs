#![doc = include_str!("../README.md")]
//!
//! Model → clauses: a model as a satisfiability problem.
//!
//! An [`Encoding`] gives clauses over [`Lit`]s to a sink, a solver or a file, and keeps what stands for each variable of the model, so that
//! rows can be added and the literals' values read back. Every number is exact. A model that has values beyond ±2^53, or would have more
//! than [`MAX_CLAUSES`], is refused before memory is taken. The objective is not among the clauses: [`Encoding::sum`] makes its value a
//! number by literals, which [`Encoding::at_most`] bounds.
//!
//! | file | what | clauses |
//! |---|---|---|
//! | `encoding.rs` | a model as clauses, constraint by constraint; tightened bounds of its variables; what the literals mean | |
//! | `clauses.rs` | where clauses go; at most one, exactly one of n | n(n − 1)/2, or 2n + O(√n) |
//! | `variables.rs` | what stands for a variable: a literal, an order, or bits | 1 to 4 for each value |
//! | `row.rs` | linear rows: at most one; terms that exclude each other are one number | |
//! | `sum.rs` | bounds on a sum, and the sum itself, by one of three ways: | |
//! | | clauses over the terms' own literals | as many as minimal violations |
//! | `leaf.rs` | a tree of sums by the order of their values (totalizer) | 2mn for a sum of m and n values |
//! | `adder.rs` | sums in binary | 14 for each adder, n·k adders |
//! | `values.rs` | all different: each value at most once | at most one for each value |
//! | | a table: a literal for each tuple | n·T for T tuples of n columns |
//! | `circuit.rs` | degrees, and positions that rise along the arcs | 2·A·n for A arcs, n nodes |

pub use clauses::{MAX_CLAUSES, Size};
pub use encoding::{Encoding, SatError, Sink, Sum};
pub use tumble_model::session::Lit;

mod adder;
mod circuit;
mod clauses;
mod encoding;
mod leaf;
mod row;
mod sum;
mod values;
mod variables;

/// By the name that tests of the whole program have for it.
#[cfg(test)]
extern crate tumble_model as tumble;

#[cfg(test)]
mod tests;
