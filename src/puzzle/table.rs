//! Tables: the distances of all states of a board at once, and the like; each kind a row of [`TABLES`].

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::geometry::Board;
use crate::instance::InputError;
use crate::render::HeatScene;
use crate::search::{NoDistances, Request};

/// A table that was made.
pub struct Table {
    /// What it is a table of, in a line.
    pub title: String,
    /// What it says in numbers.
    pub numbers: Numbers,
    /// Writes the table's file.
    pub write: WriteTable,
}

/// The numbers of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// How far away states are.
    Distances(Histograms),
    /// Numbers by cell.
    Maps(HeatScene),
}

/// How far away the states of a space are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histograms {
    /// The number of states.
    pub states: u64,
    /// Further numbers, each with its name.
    pub facts: Vec<(&'static str, u128)>,
    /// How many there are at each distance, from 0 to the largest: first of the states, then of some of them.
    pub histograms: Vec<(&'static str, Vec<u64>)>,
}

impl Numbers {
    /// As a JSON object. Of distances the number of states, the histogram of all of them under `histogram`, the others and the
    /// facts under their names; of maps the rows, from the south, under their names.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let key = |name: &str| name.replace(' ', "_");
        let mut object = Map::new();
        match self {
            Self::Distances(Histograms { states, facts, histograms }) => {
                object.insert("states".into(), (*states).into());
                for (i, (name, histogram)) in histograms.iter().enumerate() {
                    object.insert(if i == 0 { "histogram".into() } else { key(name) }, json!(histogram));
                }
                object.extend(facts.iter().map(|(name, number)| (key(name), json!(number))));
            }
            Self::Maps(scene) => object.extend(scene.maps.iter().map(|map| (key(map.name), json!(map.rows)))),
        }
        Value::Object(object)
    }
}

/// Writes a table in the format that its kind documents.
pub type WriteTable = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("title", &self.title).field("numbers", &self.numbers).finish_non_exhaustive()
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
    /// What stands for it where it is left out; `None` where it has to be given.
    pub default: Option<&'static str>,
    /// Makes the table.
    pub make: fn(&str, &Request<'_>) -> Result<Table, TableError>,
}

impl std::fmt::Debug for TableKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableKind").field("name", &self.name).finish_non_exhaustive()
    }
}

/// All kinds of tables.
pub const TABLES: &[TableKind] = &[super::cube_tray::TABLE, super::die_path::TABLE, super::tatham_cube::TABLE];

/// A board by its size, as in `4x4`.
pub(super) fn read_size(text: &str) -> Result<Board, InputError> {
    let parsed = text.split_once(['x', 'X']).and_then(|(c, r)| Some((c.parse::<i64>().ok()?, r.parse::<i64>().ok()?)));
    let (columns, rows) =
        parsed.ok_or_else(|| InputError::new(format!("{text}: no size of a board; write it like 4x4")))?;
    Board::new(columns, rows, &[]).map_err(|e| InputError::new(format!("{text}: {e}")))
}
