#![doc = include_str!("../README.md")]
//!
//! The core of the command line: the basic commands, a file or a folder each, and what all commands share. All of tumble's output is
//! printed from here, and from the crates that bring the other commands.
//!
//! | file or folder | what |
//! |---|---|
//! | `verb.rs` | a command as a value; a program as a list of them |
//! | `solve/` | `tumble solve`: its arguments, its runs one after the other or as a race |
//! | `show/` | answers, pictures, repairs: what several commands show |
//!
//! A [`Program`] has a registry of puzzles and a list of commands.

mod certificate;
mod check;
mod count;
mod describe;
mod explain;
pub mod failure;
pub mod input;
pub mod limits;
mod list;
pub mod names;
mod new;
pub mod options;
pub mod output;
pub mod progress;
mod render;
pub mod replacing;
pub mod results;
pub mod show;
mod solve;
mod table;
mod verb;
mod way;
pub mod worker;

pub use verb::{Program, Verb, VerbEntry};

pub use check::Args as Check;
pub use count::Args as Count;
pub use describe::{CompletionsArgs as Completions, ManArgs as Man, SchemaArgs as Schema};
pub use explain::Args as Explain;
pub use list::Args as List;
pub use new::New;
pub use render::Args as Render;
pub use solve::SolveArgs as Solve;
pub use table::Table;
