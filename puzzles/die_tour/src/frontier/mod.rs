//! Frontier dynamic programming for the best path through every cell: it sweeps the board cell by cell, and remembers only how partial
//! paths cross the sweep line. States that cannot reach a target are dropped, by a bound from the duals of a linear relaxation.
//!
//! | file | what |
//! |---|---|
//! | `key.rs` | states of the frontier; the order of the cells; from a state before a cell to the states after it |
//! | `relaxation.rs` | the linear relaxation and its rounds of cuts; its duals in integers, and the proof of the bound; the bound on many states |
//! | `program.rs` | the program; the states before a cell, each with its value; states with numbers |
//! | `optimum.rs` | from the relaxation to a proved optimum: when the rounds of cuts have taken as long as the program |
//! | `chart.rs` | boards of one width and any length: all states that are reached, the ways between them, their sums after each line |
//! | `stretch.rs` | the best ways over many lines; the best path on one of these boards |
//! | `strip.rs` | the best sums of these boards, from lines after which everything repeats; sequences that repeat |
//!
//! Sources: the frontier method is Simpath's (Knuth, *The Art of Computer Programming* 4A, 7.1.4) with values in place of sets, as for
//! Hamiltonian paths by "plugs"; the bound is this project's.

mod chart;
mod key;
mod optimum;
mod program;
mod relaxation;
mod stretch;
mod strip;

pub use chart::{Lines, Strip};
pub use key::{Choice, Steps};
pub use key::{MAX_WIDTH, Scan};
pub use optimum::{Found, Settled, Wanted, optimum};
pub use program::{Aim, Program, Ran};
pub use program::{Best, Counted, Worth};
pub use relaxation::Prices;
pub use relaxation::{Duals, Relaxation, Root, Round, Row, root};
pub use stretch::{Longest, Unfinished};
pub use strip::{Periodic, Repetition, Unrepeated};
