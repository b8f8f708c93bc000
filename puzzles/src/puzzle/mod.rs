//! Puzzles: what each puzzle owns, and its interface to the layers above.
//!
//! A puzzle is a directory with an instance (its model-file schema), rules (replay of a solution, sharing no code with the
//! encodings or the search), a direct search, a scene (what a picture shows) and one file for each encoding. It implements
//! [`Puzzle`] with its own solution type. What only one puzzle has, such as options, ids, tables or files of a game, is data in its
//! [`PuzzleEntry`]. The layers above see an [`Instance`], whose solutions are the JSON objects that are printed.

pub mod cube_tray;
pub mod die_path;
pub mod die_tour;
pub mod labeled_board;
pub mod sudoku_cube;
pub mod tatham_cube;

mod bounded;
mod count;
mod drawing;
mod encoding;
mod ends;
mod entry;
mod erased;
mod extras;
mod formulation;
mod horizons;
mod letters;
mod option;
mod repair;
mod rolled;
#[cfg(test)]
mod rules_tests;
mod solid;
mod start;
mod tabulation;
mod walk;

pub use bounded::{
    Bounded, BoundedError, BoundedInfo, BoundedSearch, CountWithLp, FittingSearch, SearchWithLp, bounded_infos,
};
pub use count::Count;
pub use encoding::{Alias, Chosen, Encoding, EncodingInfo, Strengthening, encoding_infos};
pub use entry::{Ids, PuzzleEntry, ReadId, ReadModel};
pub use erased::{Breach, Instance, Malformed, Solved, erased};
pub use extras::{AddMoves, Extras, FileKind, NoMoves, WithMoves};
pub use formulation::{CutSet, Cuts, Decode, EncodeError, Exclude, Formulation, Separate};
pub use horizons::{Encoded, Horizons, ModelOfLengths};
use letters::read_letters;
pub use option::{Choices, PuzzleOption, whole_number};
pub use repair::{FindRepairs, Repair, Repairs};
pub use start::Start;
pub use tabulation::{
    Histograms, TabulateError, Tabulated, Tabulation, TabulationSource, WRITTEN_BY, WriteTabulated, maps_as_numbers,
    read_size, written,
};

use std::fmt::Debug;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::control::{Incumbent, Request, Stop, Verdict};
use crate::model::Sense;
use crate::render::Scene;
use crate::render::replay::Stage;
use crate::search::{Ended, Ran};

/// A puzzle, implemented by the type of its instances.
pub trait Puzzle: Sized + Send + Sync + Debug + 'static {
    /// A solution; its JSON form is stable.
    type Solution: Clone + Serialize + DeserializeOwned;
    /// How a solution breaks the rules.
    type Breach: std::error::Error + Send + Sync + 'static;
    /// Its encodings, by name; empty if only search solves it. Of equal ranks the first is the default.
    const ENCODINGS: &'static [Encoding<Self>];
    /// Its searches that take bounds from linear programs, the fastest first; each is faster than models with the same solver.
    const BOUNDED: &'static [BoundedSearch<Self>] = &[];

    /// Whether the objective is maximised or minimised; `None` if there is no objective and any solution will do.
    fn sense(&self) -> Option<Sense>;

    /// Why there is no solution, if a look at the instance shows it. Asked only for the report of a run that ended
    /// infeasible: search and encodings have to find out for themselves. What only a search finds out is in
    /// [`Searched::reason`].
    fn infeasible_because(&self) -> Option<String>;

    /// Solves it directly within the request: polls `control.stop()` and keeps to the memory limit. If there is no
    /// objective, any solution is [`Verdict::Optimal`]. The solution is replayed by [`Puzzle::verify`].
    fn search(&self, request: &Request<'_>) -> Searched<Self::Solution>;

    /// Hands solutions to `found`, each solution once, until all are listed or `found` breaks off. If there is an objective, these are the
    /// optimal solutions. With each solution `found` polls `control.stop()` and compares the memory of the list with the limit; between two
    /// solutions the search does. `None`: this puzzle's search cannot list.
    fn list(&self, _found: &mut Receiver<'_, Self::Solution>, _request: &Request<'_>) -> Option<Listed> {
        None
    }

    /// Counts the optimal solutions, or all of them if there is no objective or `feasible` is set. A puzzle that cannot
    /// count returns `Count::none(false)`.
    fn count(&self, feasible: bool, request: &Request<'_>) -> Count;

    /// Replays a solution by the rules and recomputes its objective (`None` if there is no objective). The solution may be
    /// anything that its type can hold: this must not panic.
    ///
    /// # Errors
    /// The first rule that it breaks.
    fn verify(&self, solution: &Self::Solution) -> Result<Option<i64>, Self::Breach>;

    /// The solution that these moves make. `start` is the text of `check --start`; a puzzle whose start is never open
    /// refuses one as [`MovesError::Unreadable`].
    ///
    /// # Errors
    /// When the text cannot be read, or the moves break a rule.
    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Self::Solution, MovesError<Self::Breach>>;

    /// The picture of the instance, or of a solution.
    fn scene(&self, solution: Option<&Self::Solution>) -> Scene;

    /// The replay of a solution, or of the instance, which has no moves. The solution may be anything that its type can
    /// hold: this must not panic. `None`, by default: there is only the picture.
    fn stage(&self, _solution: Option<&Self::Solution>) -> Option<Stage> {
        None
    }

    /// What `tumble solve` prints under the picture, line by line: a key and its value.
    fn answer(&self, solution: &Self::Solution) -> Vec<(&'static str, String)>;
}

/// The result of a direct search.
#[derive(Clone, Debug)]
pub struct Searched<S> {
    /// Its verdict.
    pub verdict: Verdict<S>,
    /// The number of nodes of the search tree, or of states that were reached.
    pub nodes: u64,
    /// Improving solutions, in order.
    pub incumbents: Vec<Incumbent>,
    /// Why there is no solution, if the search can state a reason.
    pub reason: Option<String>,
}

impl<S> Searched<S> {
    /// A verdict after this many nodes, without improving solutions on the way.
    #[must_use]
    pub const fn new(verdict: Verdict<S>, nodes: u64) -> Self {
        Self { verdict, nodes, incumbents: Vec::new(), reason: None }
    }

    /// The result with its solution converted.
    #[must_use]
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Searched<T> {
        let Self { verdict, nodes, incumbents, reason } = self;
        Searched { verdict: verdict.map(convert), nodes, incumbents, reason }
    }
}

/// Receives the solutions of a list one by one, each with the memory in bytes that the search holds at that time. Breaks off when no
/// other solution is wanted.
pub type Receiver<'a, S> = dyn FnMut(S, u64) -> ControlFlow<()> + 'a;

/// How a direct search that lists solutions ended.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The number of nodes of the search tree, or of states that were reached.
    pub nodes: u64,
    /// The limit that stopped the search early, if one did; `None` too where the receiver broke off.
    pub stop: Option<Stop>,
    /// Why there is no solution, if the search can state a reason.
    pub reason: Option<String>,
}

impl From<Ran<()>> for Listed {
    fn from(Ran { ended, states }: Ran<()>) -> Self {
        let stop = if let Ended::Stopped { stop, .. } = ended { Some(stop) } else { None };
        Self { nodes: states, stop, reason: None }
    }
}

/// Why moves are not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MovesError<B> {
    /// The text cannot be read: bad input.
    #[error("{0}")]
    Unreadable(String),
    /// A rule is broken.
    #[error(transparent)]
    Breach(B),
}
