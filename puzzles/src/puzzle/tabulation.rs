//! Tabulations: results for a whole board at once, such as the distances of all its states; `tumble table` prints them.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::control::Request;
use crate::geometry::Board;
use crate::instance::{Document, InputError};
use crate::puzzle::die_tour::frontier::{Periodic, Repetition};
use crate::render::HeatScene;
use crate::search::NoDistances;

use super::{Choices, PuzzleOption};

/// The result of a tabulation.
pub struct Tabulated {
    /// The title, in one line.
    pub title: String,
    /// The result in numbers.
    pub numbers: Numbers,
    /// Writes the whole result to a file.
    pub write: WriteTabulated,
}

/// What wrote a file.
const WRITTEN_BY: &str = concat!("tumble ", env!("CARGO_PKG_VERSION"));

/// The numbers of a tabulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Distances of states.
    Distances(Histograms),
    /// Maps with a number for each cell.
    Maps(HeatScene),
    /// Best values by the length of a board.
    Lengths(Lengths),
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

/// Best values by the length of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// What a length counts, in the plural.
    pub along: &'static str,
    /// The best values of all lengths.
    pub best: Periodic,
    /// The lengths that were asked for, with their values; `None`: there is no solution.
    pub asked: Vec<(u64, Option<i64>)>,
    /// The certificates: when the states of each case repeat.
    pub repetitions: Vec<Repetition>,
}

impl Lengths {
    fn to_json(&self) -> Map<String, Value> {
        let Self { along, best, asked, repetitions } = self;
        let asked = asked.iter().map(|(length, best)| json!({ "length": length, "best": best }));
        let certificate = |case: &Repetition| {
            let gained = case.gained.map(|(least, most)| json!({ "least": least, "most": most }));
            json!({ "line": case.line, "lines": case.lines, "states": case.states, "gained": gained })
        };
        let mut object = Map::new();
        object.insert("along".into(), (*along).into());
        object.insert("preperiod".into(), best.preperiod().into());
        object.insert("period".into(), best.period().into());
        object.insert("gains".into(), best.gains().collect());
        object.insert("best".into(), json!(best.values()));
        object.insert("lengths".into(), asked.collect());
        object.insert("certificates".into(), repetitions.iter().map(certificate).collect());
        object
    }
}

impl Numbers {
    /// As [`to_json`](Self::to_json), for a file: it says first what wrote it.
    #[must_use]
    pub fn to_file(&self) -> Value {
        let mut file = json!({ "written_by": WRITTEN_BY });
        if let (Value::Object(file), Value::Object(numbers)) = (&mut file, self.to_json()) {
            file.extend(numbers);
        }
        file
    }

    /// As a JSON object. For distances: the number of states as `states`, the histogram of all states as `histogram`, the other
    /// histograms and the facts under their names. For maps: their rows, from the south, under their names. For lengths: `along`, the
    /// `preperiod`, the `period` with the `gains` of its values, the values `best` of the lengths 1, 2, … to the end of the first period
    /// (null: no solution), those that were asked for as `lengths`, and `certificates`.
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
            Self::Lengths(lengths) => object = lengths.to_json(),
            Self::Maps(scene) => object.extend(scene.maps.iter().map(|map| (key(map.name), json!(map.rows)))),
        }
        Value::Object(object)
    }
}

/// Writes a result in the format that its tabulation documents.
pub type WriteTabulated = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

impl std::fmt::Debug for Tabulated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tabulated").field("title", &self.title).field("numbers", &self.numbers).finish_non_exhaustive()
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
}

/// The source of a whole-board result.
#[derive(Clone, Copy, Debug)]
pub enum TabulationSource {
    /// A board of a size such as `4x4`.
    Size {
        /// What the size describes.
        help: &'static str,
        /// The default size; `None` if a size has to be given.
        default: Option<&'static str>,
        /// Computes it.
        make: fn(&Board, &Request<'_>) -> Result<Tabulated, TabulateError>,
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
    #[must_use]
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
