//! CaDiCaL: its row of the registry and, with the feature `cadical`, the solver.
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

use super::{BackendEntry, Kind};

#[cfg(feature = "cadical")]
mod clausal;
#[cfg(feature = "cadical")]
mod error;
#[cfg(feature = "cadical")]
mod library;
#[cfg(feature = "cadical")]
mod options;
#[cfg(feature = "cadical")]
mod refuter;
#[cfg(feature = "cadical")]
mod run;
#[cfg(feature = "cadical")]
mod session;
#[cfg(feature = "cadical")]
mod solver;
#[cfg(feature = "cadical")]
mod watcher;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "cadical",
    summary: "CaDiCaL, a SAT solver; models are translated to clauses",
    kind: Kind::Library,
    needs: "to build: a C++ compiler, libclang",
    #[cfg(feature = "cadical")]
    find: || Ok(&solver::Cadical),
    #[cfg(not(feature = "cadical"))]
    find: || Err("build with `--features cadical` (needs a C++ compiler and libclang)".into()),
};
