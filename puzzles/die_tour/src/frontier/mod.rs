//! Frontier dynamic programming for the best path through every cell: it sweeps the board cell by cell, and remembers only how partial
//! paths cross the sweep line. States that cannot reach a target are dropped, by a bound from the duals of a linear relaxation.
//!
//! | file | what |
//! |---|---|
//! | `scan.rs` | the order of the cells |
//! | `key.rs` | states of the frontier |
//! | `steps.rs` | from a state before a cell to the states after it |
//! | `table.rs` | the states before a cell, each with its value |
//! | `relaxation.rs` | the linear relaxation and its rounds of cuts |
//! | `prices.rs` | its duals in integers, and the proof of the bound |
//! | `bound.rs` | the bound on many states |
//! | `program.rs` | the program |
//! | `balance.rs` | when a further round of cuts takes longer than the states that it saves |
//! | `optimum.rs` | from the relaxation to a proved optimum |
//! | `numbering.rs` | states with numbers |
//! | `early_beams.rs` | beams while the rounds of cuts go on, for a good path to beat |
//! | `exploration.rs` | the states that can be reached, and the ways between them |
//! | `chart.rs` | boards of one width and any length: all their states |
//! | `longest.rs` | the best path on one of these boards |
//! | `history.rs` | the sums of the states after each line |
//! | `stretch.rs` | the best ways over many lines |
//! | `strip.rs` | the best sums of these boards, from lines after which everything repeats |
//! | `periodic.rs` | sequences that repeat |
//!
//! Sources: the frontier method is Simpath's (Knuth, *The Art of Computer Programming* 4A, 7.1.4) with values in place of sets, as for
//! Hamiltonian paths by "plugs"; the bound is this project's.

mod balance;
mod bound;
mod chart;
mod early_beams;
mod exploration;
mod history;
mod key;
mod longest;
mod numbering;
mod optimum;
mod periodic;
mod prices;
mod program;
mod relaxation;
mod scan;
mod steps;
mod stretch;
mod strip;
mod table;

pub use chart::{Lines, Strip};
pub use longest::{Longest, Unfinished};
pub use optimum::{Found, Settled, Wanted, optimum};
pub use periodic::Periodic;
pub use prices::Prices;
pub use program::{Aim, Program, Ran};
pub use relaxation::{Duals, Relaxation, Root, Round, Row, root};
pub use scan::{MAX_WIDTH, Scan};
pub use steps::{Choice, Steps};
pub use strip::{Repetition, Unrepeated};
pub use table::{Best, Counted, Worth};
