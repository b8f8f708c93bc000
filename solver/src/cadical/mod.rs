//! CaDiCaL.
//!
//! | file | what |
//! |---|---|
//! | `solver.rs` | the backend |
//! | `session.rs` | a model, and between runs the solver that holds its clauses |
//! | `run.rs` | one run: from a first solution to the best |
//! | `refuter.rs` | clauses that are refuted, step by step |
//! | `clausal.rs` | a model and its objective as clauses in the solver |
//! | `library.rs` | the library: clauses in, answers out |
//! | `options.rs` | seed, log, and the solver's own options |
//! | `watcher.rs` | limits, interrupts and progress while the solver runs |
//! | `error.rs` | its errors |

mod clausal;
mod error;
mod library;
mod options;
mod refuter;
mod run;
mod session;
pub(super) mod solver;
mod watcher;
