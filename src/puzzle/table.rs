//! Tables: the distances of all states of a board at once, each kind a row of [`TABLES`].

use std::io::{self, Write};

use crate::instance::InputError;
use crate::search::{NoDistances, Request};

/// A table that was made.
pub struct Table {
    /// What it is a table of, in a line.
    pub title: String,
    /// The number of states.
    pub states: u64,
    /// Further numbers, each with its name.
    pub facts: Vec<(&'static str, u128)>,
    /// How many there are at each distance, from 0 to the largest: first of the states, then of some of them.
    pub histograms: Vec<(&'static str, Vec<u64>)>,
    /// Writes the table's file.
    pub write: WriteTable,
}

/// Writes a table in the format that its kind documents.
pub type WriteTable = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("title", &self.title).field("states", &self.states).finish_non_exhaustive()
    }
}

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// What it should be a table of makes no sense.
    #[error(transparent)]
    Input(#[from] InputError),
    /// It is over a limit.
    #[error(transparent)]
    Search(#[from] NoDistances),
}

/// A kind of table.
pub struct TableKind {
    /// The puzzle's name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What stands for its argument in the help.
    pub argument: &'static str,
    /// What the argument is.
    pub argument_help: &'static str,
    /// Makes the table.
    pub make: fn(&str, &Request<'_>) -> Result<Table, TableError>,
}

impl std::fmt::Debug for TableKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableKind").field("name", &self.name).finish_non_exhaustive()
    }
}

/// All kinds of tables.
pub const TABLES: &[TableKind] = &[super::cube_tray::TABLE, super::tatham_cube::TABLE];
