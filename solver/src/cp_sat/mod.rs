//! CP-SAT.
//!
//! | file | what |
//! |---|---|
//! | `places.rs` | where the library is looked for |
//! | `library.rs` | the library and its C API |
//! | `solver.rs` | the backend |
//! | `answer.rs` | from a response to a claim |
//! | `list.rs` | all solutions of a model |
//! | `options.rs`, `parameters.txt` | the solver's own options, by name |
//! | `log.rs` | the log, line by line |

mod answer;
mod library;
mod list;
mod log;
mod options;
mod places;
pub(super) mod solver;

pub use {list::Listed, places::add_place, solver::CpSat};
