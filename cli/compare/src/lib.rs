#![doc = include_str!("../README.md")]
//!
//! Comparisons: a grid of runs, each recorded as a line of a file, and a summary of the records.
//!
//! A [`Grid`] says which runs to make of a [`Subject`], a model; each run is a [`Setting`]. [`run_all`] makes the runs, a [`Journal`] keeps
//! their [`Record`]s through kills, and a [`Summary`] shows the records: contradictions first, then sizes, bounds and times.
//!
//! | file | what |
//! |---|---|
//! | `setting.rs` | what identifies a model and a run; the parts of a grid, for several machines |
//! | `grid.rs` | from models × methods × encodings × … to settings; what a grid leaves out |
//! | `record.rs` | a run with its result and its origin, as a line of JSON |
//! | `journal.rs` | the file of records |
//! | `runner.rs` | makes the runs |
//! | `summary.rs` | the records of a file, by model and by configuration; performance profiles |
//! | `verb/` | `tumble compare`, with the feature `cli` |

mod grid;
mod journal;
mod record;
mod runner;
mod setting;
mod summary;
#[cfg(feature = "cli")]
mod verb;

pub use grid::{Grid, GridError, LeftOut, LoweringName, Lowerings, MAX_RUNS, Names, Planned};
pub use journal::{Journal, JournalError, Opened, each_once, read};
pub use record::{Ending, Machine, Origin, Record};
pub use runner::{Conditions, Run, Step, run_all, run_one};
pub use setting::{Configuration, Setting, Shard, Subject};
pub use summary::{Contradiction, Row, Spread, Summary, Total, profile, shifted_geometric_mean};
#[cfg(feature = "cli")]
pub use verb::Args as Compare;

/// `1 run`, `2 runs`.
pub(crate) fn runs(count: usize) -> String {
    format!("{count} run{}", if count == 1 { "" } else { "s" })
}
