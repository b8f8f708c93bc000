#![doc = include_str!("../README.md")]
//!
//! Comparisons: a grid of runs, each recorded as a line of a file, and a summary of the records.
//!
//! A [`Grid`] says which runs to make of a [`Subject`], a model; each run is a [`Setting`]. [`run_all`] makes the runs, a [`Journal`] keeps
//! their [`Record`]s through kills, and a [`Summary`] shows the records: contradictions first, then sizes, bounds and times.
//!
//! | file | what |
//! |---|---|
//! | `subject.rs` | a model, and what identifies it |
//! | `setting.rs` | what identifies a run |
//! | `grid.rs` | from models × methods × encodings × … to settings |
//! | `left_out.rs` | what a grid leaves out |
//! | `shard.rs` | the parts of a grid, for several machines |
//! | `origin.rs` | the machine and the program that made a run |
//! | `record.rs` | a run with its result, as a line of JSON |
//! | `journal.rs` | the file of records |
//! | `runner.rs` | makes the runs |
//! | `statistics.rs` | medians, quartiles, shifted geometric means |
//! | `summary.rs` | the records of a file, by model and by configuration |
//! | `profile.rs` | performance profiles |
//! | `verb/` | `tumble compare`, with the feature `cli` |

mod grid;
mod journal;
mod left_out;
mod origin;
mod profile;
mod record;
mod runner;
mod setting;
mod shard;
mod statistics;
mod subject;
mod summary;
#[cfg(feature = "cli")]
mod verb;

pub use grid::{Grid, GridError, LoweringName, Lowerings, MAX_RUNS, Names, Planned};
pub use journal::{Journal, JournalError, Opened, each_once, read};
pub use left_out::LeftOut;
pub use origin::{Machine, Origin};
pub use profile::profile;
pub use record::{Ending, Record};
pub use runner::{Conditions, Run, Step, run_all, run_one};
pub use setting::{Configuration, Setting};
pub use shard::Shard;
pub use statistics::{Spread, shifted_geometric_mean};
pub use subject::Subject;
pub use summary::{Contradiction, Row, Summary, Total};
#[cfg(feature = "cli")]
pub use verb::Args as Compare;

/// `1 run`, `2 runs`.
pub(crate) fn runs(count: usize) -> String {
    format!("{count} run{}", if count == 1 { "" } else { "s" })
}
