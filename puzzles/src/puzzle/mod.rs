//! Puzzles: what each puzzle owns, and its interface to the layers above.
//!
//! A puzzle is a directory with an instance (its model-file schema), rules (replay of a solution, sharing no code with the
//! encodings or the search), a direct search, a scene (what a picture shows) and one file for each encoding. It implements
//! [`Puzzle`] with its own solution type. What only some puzzles have, such as options, ids, tables or files of a game, is data in its
//! [`Powers`]. The layers above see an [`Instance`], whose solutions are the JSON objects that are printed.

pub mod drawing;
mod encoding;
pub mod ends;
mod entry;
mod erased;
mod facts;
mod formulation;
mod option;
pub mod rolled;
mod searches;
pub mod solid;
mod start;
mod tabulation;
pub mod walk;

pub use encoding::{Alias, Choice, Chosen, Encoding, EncodingInfo, Purpose, Strengthening, encoding_infos};
pub use entry::{
    AddMoves, AfterMoves, FileKind, FindRepairs, Ids, NotMade, PositionOf, Powers, PuzzleEntry, ReadId, ReadModel,
    Repair, Repairs, StageOf, WithMoves,
};
pub use erased::{Breach, Instance, Malformed, Solved, erased};
pub use facts::{Change, Edit, Fact, FactInfo, Facts, FactsOf, fact_of_key, facts_of_blocked, facts_of_labels};
pub use formulation::{
    Apart, CutSet, Cuts, Decode, EncodeError, Encoded, Exclude, Formulation, Has, Horizons, ModelOfLengths, Separate,
    Wanted,
};
pub use option::{Choices, MARGIN, PuzzleOption, Solutions, face_number, number_range, unique, whole_number};
pub use searches::{
    CIRCLES, Count, Cutting, Endless, Listed, Listener, Means, Question, SEARCH, Search, SearchInfo, Searched, Which,
    count_ways, list_ways, search_infos,
};
pub use start::{After, Start, read_letters};
pub use tabulation::{
    Histograms, JSON_MARKS, TabulateError, Tabulated, Tabulation, TabulationSource, WRITTEN_BY, WriteTabulated,
    maps_as_numbers, read_size, written,
};

use std::fmt::Debug;

use schemars::Schema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::instance::{Document, InputError};
use crate::model::Sense;
use crate::render::Scene;

/// The first rule of every puzzle with a die.
pub const ROLLING: &str = "A die rolls over one of its lower edges to the next cell: north is up, east is right. Opposite faces of the die add up to 7.";

/// A puzzle, implemented by the type of its instances.
pub trait Puzzle: Clone + Send + Sync + Debug + 'static {
    /// Its name in model files and on the command line: lower case with dashes, unique in a registry.
    const NAME: &'static str;
    /// What it is, in one line.
    const SUMMARY: &'static str;
    /// Its rules, for someone who plays it: sentences. Without them the summary has to do.
    const RULES: &'static [&'static str] = &[];
    /// A solution; its JSON form is stable.
    type Solution: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// How a solution breaks the rules.
    type Breach: std::error::Error + Send + Sync + 'static;
    /// Its encodings, by name; empty if only search solves it. Of equal ranks the first is the default.
    const ENCODINGS: &'static [Encoding<Self>];
    /// Its searches; the first is called [`SEARCH`].
    const SEARCHES: &'static [Search<Self>];
    /// What only some puzzles have.
    const POWERS: Powers<Self> = Powers::NONE;
    /// What it takes of the keys of a [`BoardTable`](crate::instance::BoardTable) that only some puzzles take: [`Document::parse`] refuses the
    /// others.
    const BOARD_KEYS: &'static [&'static str] = &["blocked"];

    /// The JSON schema of the keys of its model files, but for those of every file: `puzzle` and `[solve]`.
    fn schema() -> Schema;

    /// Reads the instance from a model file, with the values given for [`Powers::options`]. `puzzle` and `[solve]` are read elsewhere.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    fn read(document: &Document, choices: &Choices) -> Result<Self, InputError>;

    /// Whether the objective is maximised or minimised; `None` if there is no objective and any solution will do.
    fn sense(&self) -> Option<Sense>;

    /// Why there is no solution, if a look at the instance shows it: it takes time in proportion to the size of the instance, and no limits are
    /// looked at. A backend is not asked then. A search may ask this first; then what it says of such an instance is no second opinion, and
    /// `--cross-check` says so. Encodings are to find out for themselves, as far as their models can. What only a search finds out is in
    /// [`Searched::reason`].
    fn infeasible_because(&self) -> Option<String>;

    /// Replays a solution by the rules and recomputes its objective (`None` if there is no objective). The solution may be
    /// anything that its type can hold: this must not panic.
    ///
    /// # Errors
    /// The first rule that it breaks.
    fn verify(&self, solution: &Self::Solution) -> Result<Option<i64>, Self::Breach>;

    /// The solution that these moves make. Whether it keeps the rules is what [`Puzzle::verify`] says: moves that break one are drawn, too, up to
    /// the fault. `start` is the text of `check --start`; a puzzle whose start is never open refuses one as [`MovesError::Unreadable`].
    ///
    /// # Errors
    /// When the text cannot be read, or the moves break a rule so that there is nothing to draw.
    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Self::Solution, MovesError<Self::Breach>>;

    /// The picture of the instance, or of a solution.
    fn scene(&self, solution: Option<&Self::Solution>) -> Scene;

    /// What `tumble solve` prints under the picture, line by line: a key and its value.
    fn answer(&self, solution: &Self::Solution) -> Vec<(&'static str, String)>;
}

/// Why moves are not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MovesError<B> {
    /// The text cannot be read: bad input.
    #[error("{0}")]
    Unreadable(String),
    /// A rule is broken.
    #[error(transparent)]
    Breach(#[from] B),
}

/// No moves were found for a solution that is marked reachable: it was not verified, or the search for moves has a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no moves were found, although the solution says that some lead to it")]
pub struct NoMoves;
