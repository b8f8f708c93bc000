//! Tabulations: results for a whole board at once, such as the distances of all its states; `tumble table` prints them.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::control::{Request, Stop};
use crate::geometry::Board;
use crate::instance::{Document, InputError};
use crate::render::HeatScene;
use crate::search::NoDistances;

use super::{Choices, PuzzleOption};

/// The result of a tabulation.
pub struct Tabulated {
    /// What was computed, in a line, and the numbers.
    pub text: String,
    /// The numbers as a JSON object.
    pub numbers: Map<String, Value>,
    /// The numbers by cell, if they are.
    pub maps: Option<HeatScene>,
    /// Writes the whole result to a file.
    pub write: WriteTabulated,
    /// The limit that cut the computation short: the numbers are right, but not all.
    pub stop: Option<Stop>,
}

/// What wrote a file.
pub const WRITTEN_BY: &str = concat!("tumble ", env!("CARGO_PKG_VERSION"));
/// What a JSON file with the key `written_by` has near its beginning, as it is written on one line or on several.
pub const JSON_MARKS: &[&str] = &["\"written_by\":\"tumble ", "\"written_by\": \"tumble "];

/// The numbers as a JSON object for a file, which says first what wrote it.
pub fn written(numbers: &Map<String, Value>) -> Value {
    let mut file = Map::from_iter([("written_by".to_owned(), WRITTEN_BY.into())]);
    file.extend(numbers.clone());
    Value::Object(file)
}

/// Histograms of the distances of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histograms {
    /// The number of states.
    pub states: u64,
    /// Further numbers, each with its name.
    pub facts: Vec<(&'static str, u128)>,
    /// Histograms with their names, each from distance 0 to the largest: first the histogram of all states, then histograms of some states.
    pub histograms: Vec<(&'static str, Vec<u64>)>,
}

impl Histograms {
    /// As JSON: the number of states as `states`, the histogram of all states as `histogram`, the other histograms and the facts under
    /// their names.
    pub fn numbers(&self) -> Map<String, Value> {
        let named = |(i, (name, histogram)): (usize, &(&str, Vec<u64>))| {
            (if i == 0 { "histogram".into() } else { key(name) }, json!(histogram))
        };
        let histograms = self.histograms.iter().enumerate().map(named);
        let facts = self.facts.iter().map(|(name, number)| (key(name), json!(number)));
        std::iter::once(("states".into(), self.states.into())).chain(histograms).chain(facts).collect()
    }

    /// The title, the facts, and a line for each distance.
    pub fn text(&self, title: &str) -> String {
        let Self { states, facts, histograms } = self;
        let all = histograms.first().map_or(&[][..], |(_, histogram)| histogram);
        let (reached, largest) = (all.iter().sum::<u64>(), all.len().saturating_sub(1));
        let head = format!("{title}: {reached} of {states} states reached, the furthest {largest} away\n");
        let facts = facts.iter().map(|(name, number)| format!("{number} {name}\n"));
        let names = histograms.iter().map(|(name, _)| format!(" {name:>13}"));
        let line = |distance: usize| {
            let number = |histogram: &[u64]| histogram.get(distance).copied().unwrap_or(0);
            let numbers = histograms.iter().map(|(_, histogram)| format!(" {:>13}", number(histogram)));
            format!("{distance:>8}{}\n", numbers.collect::<String>())
        };
        let lines = (0..all.len()).map(line).collect::<String>();
        format!("{head}{}\ndistance{}\n{lines}", facts.collect::<String>(), names.collect::<String>())
    }
}

/// Maps as JSON: their rows, from the south, under their names.
pub fn maps_as_numbers(scene: &HeatScene) -> Map<String, Value> {
    scene.maps.iter().map(|map| (key(map.name), json!(map.rows))).collect()
}

fn key(name: &str) -> String {
    name.replace(' ', "_")
}

/// Writes a result in the format that its tabulation documents.
pub type WriteTabulated = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

impl std::fmt::Debug for Tabulated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tabulated").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum TabulateError {
    /// The board or the model is not valid here.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A limit was reached.
    #[error(transparent)]
    Search(#[from] NoDistances),
}

/// A kind of whole-board result.
#[derive(Clone, Copy, Debug)]
pub struct Tabulation {
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its source, and how it is computed.
    pub source: TabulationSource,
    /// The suffix of a file with the whole result, without the dot.
    pub suffix: &'static str,
    /// Texts of which each such file has one near its beginning, and which tell that tumble wrote it.
    pub marks: &'static [&'static str],
    /// Whether there are [`Tabulated::maps`].
    pub has_maps: bool,
}

/// The source of a whole-board result.
#[derive(Clone, Copy, Debug)]
pub enum TabulationSource {
    /// A size such as `4x4`.
    Size {
        /// What the size describes.
        help: &'static str,
        /// The default size; `None` if a size has to be given.
        default: Option<&'static str>,
        /// Computes it.
        make: fn(&str, &Request<'_>) -> Result<Tabulated, TabulateError>,
    },
    /// A model file of the puzzle.
    Model {
        /// Which part of the model is used.
        help: &'static str,
        /// What else may be asked for. No option of `tumble table` may have such a name.
        options: &'static [PuzzleOption],
        /// Computes it.
        make: fn(&Document, &Choices, &Request<'_>) -> Result<Tabulated, TabulateError>,
    },
}

impl TabulationSource {
    /// What else may be asked for.
    pub const fn options(&self) -> &'static [PuzzleOption] {
        match self {
            Self::Model { options, .. } => options,
            Self::Size { .. } => &[],
        }
    }
}

/// The board with a size such as `4x4`.
///
/// # Errors
/// When the text is not a size, or no board has this size.
pub fn read_size(text: &str) -> Result<Board, InputError> {
    let parsed = text.split_once(['x', 'X']).and_then(|(c, r)| Some((c.parse::<i64>().ok()?, r.parse::<i64>().ok()?)));
    let (columns, rows) =
        parsed.ok_or_else(|| InputError::new(format!("{text}: not a board size; write it like 4x4")))?;
    Board::new(columns, rows, &[]).map_err(|e| InputError::new(format!("{text}: {e}")))
}
