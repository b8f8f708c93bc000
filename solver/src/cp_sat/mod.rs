//! CP-SAT: its row of the registry and, with the feature `cp-sat`, the solver.
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

use super::{BackendEntry, Kind};

#[cfg(feature = "cp-sat")]
mod answer;
#[cfg(feature = "cp-sat")]
mod library;
#[cfg(feature = "cp-sat")]
mod list;
#[cfg(feature = "cp-sat")]
mod log;
#[cfg(feature = "cp-sat")]
mod options;
#[cfg(feature = "cp-sat")]
mod places;
#[cfg(feature = "cp-sat")]
mod solver;

#[cfg(feature = "cp-sat")]
pub use {list::Listed, places::add_place, solver::CpSat};

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "cp-sat",
    summary: "CP-SAT, Google's constraint solver",
    kind: Kind::Library,
    needs: "at run time: the Python package ortools (`pip install ortools`, 110 MB, or `scripts/get-cp-sat`)",
    #[cfg(feature = "cp-sat")]
    find: || CpSat::find().map(|solver| solver as _),
    #[cfg(not(feature = "cp-sat"))]
    find: || Err("build with `--features cp-sat`".into()),
};
