//! Puzzles: what each one owns, and the registry that the rest of tumble reads.
//!
//! A puzzle is a directory with an instance (its model-file schema), rules (replay of a solution, sharing no code with the
//! encodings), a direct search, a scene (what a picture shows) and one file for each encoding. It implements [`Puzzle`]
//! with its own solution type; everything above sees it as a `dyn` [`Instance`], whose solutions are the JSON objects that
//! are printed, so that what is verified is what is printed.

pub mod cube_tray;
pub mod die_path;
pub mod die_tour;
mod ends;
pub mod labeled_board;
mod solid;
mod stages;
mod start;
pub mod sudoku_cube;
mod table;
pub mod tatham_cube;
mod walk;

pub use stages::{StageModel, Stages};
pub use start::Start;
pub use table::{Histograms, Numbers, TABLES, Table, TableError, TableKind, WriteTable};

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::str::FromStr;

use schemars::Schema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::instance::{Document, InputError};
use crate::model::{Assignment, Capabilities, Linear, LinearConstraint, Model, Sense};
use crate::render::Scene;
use crate::run::{Control, Incumbent, Stop, Verdict};
use crate::search::Ended;

/// A model of an instance and the way back from its assignments.
pub struct Formulation<S> {
    /// What to solve.
    pub model: Model,
    /// From an assignment that satisfies the model to a solution of the puzzle.
    pub decode: Decode<S>,
    /// Cuts that an assignment violates and no solution does. With these the model is a relaxation: an assignment is a
    /// solution only where there are none.
    pub separate: Option<Separate>,
    /// Cuts that a solution of the linear relaxation violates and no solution does: they only help.
    pub separate_relaxed: Option<SeparateRelaxed>,
    /// What excludes the solution of an assignment and no other; for listing solutions one by one.
    pub exclude: Option<Exclude>,
    /// Where the model is the first of a staged encoding: all of them. It then stands for the solutions of the first horizon only.
    pub stages: Option<Stages<S>>,
}

/// From an assignment to the cuts that it violates.
pub type Separate = Box<dyn Fn(&Assignment) -> Vec<LinearConstraint> + Send + Sync>;

/// From the values of a linear relaxation, by variable, to cuts that they violate, perhaps by a little only.
pub type SeparateRelaxed = Box<dyn Fn(&[f64]) -> Vec<LinearConstraint> + Send + Sync>;

/// From an assignment to the constraint that excludes its solution.
pub type Exclude = Box<dyn Fn(&Assignment) -> LinearConstraint + Send + Sync>;

/// From an assignment to a solution. The error says what in the assignment makes no sense: a fault of the encoding.
pub type Decode<S> = Box<dyn Fn(&Assignment) -> Result<S, String> + Send + Sync>;

impl<S> Formulation<S> {
    /// A model that is no relaxation.
    #[must_use]
    pub fn new(model: Model, decode: Decode<S>) -> Self {
        Self { model, decode, separate: None, separate_relaxed: None, exclude: None, stages: None }
    }

    /// The first model of a staged encoding.
    #[must_use]
    pub fn staged(stages: Stages<S>) -> Self {
        let first = (stages.model)(stages.at_least..=stages.at_least);
        Self { stages: Some(stages), ..first }
    }

    /// The model of an instance that has no solution, for a reason that is known beforehand.
    #[must_use]
    pub fn impossible(name: &str, reason: &str) -> Self {
        let mut model = Model::new(name);
        model.block(format!("(0) {reason}"));
        model.add("impossible", Linear::new().at_least(1));
        Self::new(model, Box::new(|_| Err("no assignment satisfies this model".into())))
    }

    /// The same, as a relaxation with these cuts.
    #[must_use]
    pub fn with_cuts(self, separate: Separate) -> Self {
        Self { separate: Some(separate), ..self }
    }

    /// The same, with cuts for the linear relaxation, which is solved first then.
    #[must_use]
    pub fn with_root_cuts(self, separate: SeparateRelaxed) -> Self {
        Self { separate_relaxed: Some(separate), ..self }
    }

    /// The same, with a way to exclude solutions.
    #[must_use]
    pub fn with_exclusion(self, exclude: Exclude) -> Self {
        Self { exclude: Some(exclude), ..self }
    }

    /// The same, with other solutions that say the same.
    #[must_use]
    pub fn map<T>(self, convert: impl Fn(S) -> T + Clone + Send + Sync + 'static) -> Formulation<T>
    where
        S: 'static,
    {
        let Self { model, decode, separate, separate_relaxed, exclude, stages } = self;
        let in_stages = convert.clone();
        let stages = stages.map(|stages| stages.map(move |formulation| formulation.map(in_stages.clone())));
        let decode: Decode<T> = Box::new(move |assignment| decode(assignment).map(&convert));
        Formulation { model, decode, separate, separate_relaxed, exclude, stages }
    }

    /// Whether assignments may be no solutions.
    #[must_use]
    pub const fn is_relaxation(&self) -> bool {
        self.separate.is_some()
    }
}

impl<S> Debug for Formulation<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Formulation").field("model", &self.model.name()).finish_non_exhaustive()
    }
}

/// An encoding of a puzzle: a row of its registry.
pub struct Encoding<P: Puzzle> {
    /// Its name, after its formulation.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// At most so many variables: asked before the model is built.
    pub size: fn(&P) -> u128,
    /// Builds the model.
    pub build: fn(&P) -> Formulation<P::Solution>,
}

impl<P: Puzzle> Debug for Encoding<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encoding").field("name", &self.name).finish_non_exhaustive()
    }
}

/// An encoding's name and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EncodingInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

/// Why there is no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// No encoding of this name.
    #[error("no encoding `{name}`; there are {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The puzzle is solved by direct search only.
    #[error("this puzzle has no encodings: it is solved by direct search")]
    NoEncodings,
    /// Instances of this kind have no model.
    #[error("encoding {name} does not fit this instance: {why}")]
    Unencodable {
        /// The encoding.
        name: &'static str,
        /// What is special about the instance.
        why: &'static str,
    },
    /// The model would be too large.
    #[error("encoding {name} would need up to {variables} variables here; the limit is {limit}", limit = MAX_VARIABLES)]
    TooLarge {
        /// The encoding.
        name: &'static str,
        /// At most so many.
        variables: u128,
    },
}

/// The most variables that a model may have: refused by its size formula, before memory is taken.
pub const MAX_VARIABLES: u128 = 3_000_000;

/// What is asked of a direct search.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// Time limit, interrupt and listener.
    pub control: Control<'a>,
    /// Threads to use; all cores without.
    pub threads: Option<u32>,
}

/// What a direct search found.
#[derive(Clone, Debug)]
pub struct Searched<S> {
    /// Its verdict.
    pub verdict: Verdict<S>,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Improving solutions, in order.
    pub incumbents: Vec<Incumbent>,
}

/// Solutions that a direct search listed.
#[derive(Clone, Debug)]
pub struct Listed<S> {
    /// As many as were asked for, or all there are.
    pub solutions: Vec<S>,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Why the search stopped before it had as many as asked for or all.
    pub stop: Option<Stop>,
}

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The optimal ones where there is an objective; all that were asked for.
    pub solutions: u64,
    /// Their objective.
    pub objective: Option<i64>,
    /// How many of them look different, where solutions of this puzzle may look alike.
    pub layouts: Option<u64>,
    /// Whether the count is over; otherwise it is a lower bound, or no bound at all where only optimal ones count.
    pub complete: bool,
    /// The limit that stopped it, where one did.
    pub stop: Option<Stop>,
}

impl Count {
    /// No solutions; whether that is proved.
    #[must_use]
    pub const fn none(complete: bool) -> Self {
        Self { solutions: 0, objective: None, layouts: None, complete, stop: None }
    }

    /// The number of shortest solutions that a search found. Of solutions of any length, asked for by `feasible`, there is no
    /// end where there is one: then the number of the shortest is told as a lower bound.
    #[must_use]
    pub fn of_shortest(ended: &Ended<(u64, u64)>, feasible: bool) -> Self {
        match ended {
            &Ended::Found((length, solutions)) => Self {
                solutions,
                objective: i64::try_from(length).ok().filter(|_| !feasible),
                layouts: None,
                complete: !feasible && solutions < u64::MAX,
                stop: None,
            },
            Ended::NoPath => Self::none(true),
            Ended::Stopped { stop, .. } => Self { stop: Some(stop.clone()), ..Self::none(false) },
        }
    }
}

/// A puzzle, by the type of its instances.
pub trait Puzzle: Sized + Send + Sync + Debug + 'static {
    /// A solution; its JSON form is a promise of the model file's page.
    type Solution: Serialize + DeserializeOwned;
    /// How a solution breaks the rules.
    type Breach: std::error::Error + Send + Sync + 'static;
    /// Its encodings.
    const ENCODINGS: &'static [Encoding<Self>];

    /// What is made large or small; `None` where any solution will do.
    fn sense(&self) -> Option<Sense>;

    /// The name of the encoding that serves a backend with these capabilities best; `None` where there is none at all.
    fn best_encoding(&self, capabilities: Capabilities) -> Option<&'static str>;

    /// Why an encoding of this puzzle has no model of this instance, where it has none.
    fn unencodable(&self, _encoding: &str) -> Option<&'static str> {
        None
    }

    /// A proof in words that there is no solution, where one is at hand without search.
    fn infeasible_because(&self) -> Option<String>;

    /// Solves it directly.
    fn search(&self, request: &SearchRequest<'_>) -> Searched<Self::Solution>;

    /// Drops the demand that the solution can be reached by moves; whether this puzzle has such a demand.
    fn allow_any_assembly(&mut self) -> bool {
        false
    }

    /// Works out what a solution says beyond what was decided: moves, say. It is verified afterwards.
    fn finish(&self, solution: Self::Solution, _control: &Control<'_>) -> Self::Solution {
        solution
    }

    /// What a solution looks like, where solutions of this puzzle may look alike.
    fn layout_of(&self, _solution: &Self::Solution) -> Option<String> {
        None
    }

    /// Lists up to `limit` solutions, the optimal ones where there is an objective; `None` where this puzzle's search
    /// cannot.
    fn list(&self, _limit: usize, _request: &SearchRequest<'_>) -> Option<Listed<Self::Solution>> {
        None
    }

    /// Counts the optimal solutions, or all of them where there is no objective or `feasible` is set.
    fn count(&self, feasible: bool, request: &SearchRequest<'_>) -> Count;

    /// Replays a solution by the rules and recomputes its objective (`None` where there is none).
    ///
    /// # Errors
    /// The first rule that it breaks.
    fn verify(&self, solution: &Self::Solution) -> Result<Option<i64>, Self::Breach>;

    /// The solution that these moves make, from the given start or the instance's own.
    ///
    /// # Errors
    /// When the text is not understood, or the moves break a rule.
    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Self::Solution, MovesError<Self::Breach>>;

    /// What a picture of the instance, or of a solution, shows.
    fn scene(&self, solution: Option<&Self::Solution>) -> Scene;

    /// The lines of the answer in text: a key and its value.
    fn answer(&self, solution: &Self::Solution) -> Vec<(&'static str, String)>;

    /// A save file of the game that the puzzle is from, where there is one: of the instance, with the solution's moves.
    fn save_file(&self, _solution: Option<&Self::Solution>) -> Option<String> {
        None
    }
}

/// Why moves are no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MovesError<B> {
    /// The text is not understood: bad input.
    #[error("{0}")]
    Unreadable(String),
    /// A rule is broken.
    #[error(transparent)]
    Breach(B),
}

/// A broken rule, whatever the puzzle.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Breach(Box<dyn std::error::Error + Send + Sync>);

/// Why a solution in JSON is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It is no solution of this puzzle at all: bad input.
    #[error("not a solution of this puzzle: {0}")]
    Malformed(String),
    /// It breaks a rule.
    #[error(transparent)]
    Breach(Breach),
}

/// An instance of some puzzle: [`Puzzle`] with its solutions as JSON objects. Implemented for every puzzle.
pub trait Instance: Send + Sync + Debug {
    /// See [`Puzzle::sense`].
    fn sense(&self) -> Option<Sense>;
    /// See [`Puzzle::best_encoding`].
    fn best_encoding(&self, capabilities: Capabilities) -> Option<&'static str>;
    /// See [`Puzzle::infeasible_because`].
    fn infeasible_because(&self) -> Option<String>;
    /// See [`Puzzle::search`].
    fn search(&self, request: &SearchRequest<'_>) -> Searched<Value>;
    /// See [`Puzzle::allow_any_assembly`].
    fn allow_any_assembly(&mut self) -> bool;
    /// See [`Puzzle::finish`].
    ///
    /// # Errors
    /// When the JSON object is no solution.
    fn finish(&self, solution: &Value, control: &Control<'_>) -> Result<Value, VerifyError>;
    /// See [`Puzzle::layout_of`].
    ///
    /// # Errors
    /// When the JSON object is no solution.
    fn layout_of(&self, solution: &Value) -> Result<Option<String>, VerifyError>;
    /// See [`Puzzle::list`].
    fn list(&self, limit: usize, request: &SearchRequest<'_>) -> Option<Listed<Value>>;
    /// See [`Puzzle::count`].
    fn count(&self, feasible: bool, request: &SearchRequest<'_>) -> Count;
    /// Builds the model of an encoding.
    ///
    /// # Errors
    /// When there is no such encoding or the model would be too large.
    fn encode(&self, encoding: &str) -> Result<Formulation<Value>, EncodeError>;
    /// See [`Puzzle::verify`].
    ///
    /// # Errors
    /// When the JSON object is no solution, or breaks a rule.
    fn verify(&self, solution: &Value) -> Result<Option<i64>, VerifyError>;
    /// See [`Puzzle::solution_of_moves`].
    ///
    /// # Errors
    /// As there.
    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Value, MovesError<Breach>>;
    /// See [`Puzzle::scene`].
    ///
    /// # Errors
    /// When the JSON object is no solution.
    fn scene(&self, solution: Option<&Value>) -> Result<Scene, VerifyError>;
    /// See [`Puzzle::answer`].
    ///
    /// # Errors
    /// When the JSON object is no solution.
    fn answer(&self, solution: &Value) -> Result<Vec<(&'static str, String)>, VerifyError>;
    /// See [`Puzzle::save_file`].
    ///
    /// # Errors
    /// When the JSON object is no solution.
    fn save_file(&self, solution: Option<&Value>) -> Result<Option<String>, VerifyError>;
}

impl<P: Puzzle> Instance for P {
    fn sense(&self) -> Option<Sense> {
        Puzzle::sense(self)
    }

    fn best_encoding(&self, capabilities: Capabilities) -> Option<&'static str> {
        Puzzle::best_encoding(self, capabilities)
    }

    fn infeasible_because(&self) -> Option<String> {
        Puzzle::infeasible_because(self)
    }

    fn search(&self, request: &SearchRequest<'_>) -> Searched<Value> {
        let Searched { verdict, nodes, incumbents } = Puzzle::search(self, request);
        let Ok(verdict) = verdict.try_map(|solution| Ok::<_, std::convert::Infallible>(to_json(&solution)));
        Searched { verdict, nodes, incumbents }
    }

    fn allow_any_assembly(&mut self) -> bool {
        Puzzle::allow_any_assembly(self)
    }

    fn finish(&self, solution: &Value, control: &Control<'_>) -> Result<Value, VerifyError> {
        Ok(to_json(&Puzzle::finish(self, from_json::<P>(solution)?, control)))
    }

    fn layout_of(&self, solution: &Value) -> Result<Option<String>, VerifyError> {
        Ok(Puzzle::layout_of(self, &from_json::<P>(solution)?))
    }

    fn list(&self, limit: usize, request: &SearchRequest<'_>) -> Option<Listed<Value>> {
        let Listed { solutions, nodes, stop } = Puzzle::list(self, limit, request)?;
        Some(Listed { solutions: solutions.iter().map(to_json).collect(), nodes, stop })
    }

    fn count(&self, feasible: bool, request: &SearchRequest<'_>) -> Count {
        Puzzle::count(self, feasible, request)
    }

    fn encode(&self, encoding: &str) -> Result<Formulation<Value>, EncodeError> {
        let Some(row) = P::ENCODINGS.iter().find(|row| row.name == encoding) else {
            let known = P::ENCODINGS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
            return Err(EncodeError::Unknown { name: encoding.to_owned(), known });
        };
        if let Some(why) = self.unencodable(encoding) {
            return Err(EncodeError::Unencodable { name: row.name, why });
        }
        let variables = (row.size)(self);
        if variables > MAX_VARIABLES {
            return Err(EncodeError::TooLarge { name: row.name, variables });
        }
        Ok((row.build)(self).map(|solution| to_json(&solution)))
    }

    fn verify(&self, solution: &Value) -> Result<Option<i64>, VerifyError> {
        let solution = from_json::<P>(solution)?;
        Puzzle::verify(self, &solution).map_err(|breach| VerifyError::Breach(Breach(Box::new(breach))))
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Value, MovesError<Breach>> {
        match Puzzle::solution_of_moves(self, moves, start) {
            Ok(solution) => Ok(to_json(&solution)),
            Err(MovesError::Unreadable(why)) => Err(MovesError::Unreadable(why)),
            Err(MovesError::Breach(breach)) => Err(MovesError::Breach(Breach(Box::new(breach)))),
        }
    }

    fn scene(&self, solution: Option<&Value>) -> Result<Scene, VerifyError> {
        let solution = solution.map(from_json::<P>).transpose()?;
        Ok(Puzzle::scene(self, solution.as_ref()))
    }

    fn answer(&self, solution: &Value) -> Result<Vec<(&'static str, String)>, VerifyError> {
        Ok(Puzzle::answer(self, &from_json::<P>(solution)?))
    }

    fn save_file(&self, solution: Option<&Value>) -> Result<Option<String>, VerifyError> {
        let solution = solution.map(from_json::<P>).transpose()?;
        Ok(Puzzle::save_file(self, solution.as_ref()))
    }
}

fn to_json(solution: &impl Serialize) -> Value {
    // Solutions are plain structs with string keys: nothing in them can fail to serialise.
    serde_json::to_value(solution).expect("a solution is plain data")
}

fn from_json<P: Puzzle>(solution: &Value) -> Result<P::Solution, VerifyError> {
    serde_json::from_value(solution.clone()).map_err(|e| VerifyError::Malformed(e.to_string()))
}

/// An option of `tumble new` for a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct NewOption {
    /// Its long name, without dashes.
    pub name: &'static str,
    /// What stands for its value in the help; `None` for a flag.
    pub value: Option<&'static str>,
    /// What it does.
    pub help: &'static str,
}

/// What was given for the options of `tumble new`: the value, or an empty text for a flag.
pub type NewChoices = BTreeMap<&'static str, String>;

/// The whole number that was given for an option. The error is for the user.
fn whole_number<T: FromStr>(choices: &NewChoices, key: &str) -> Result<Option<T>, String> {
    let wrong = |text: &String| format!("--{key} {text}: not a whole number in range");
    choices.get(key).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

/// A puzzle that tumble knows: a row of the [`REGISTRY`].
pub struct Entry {
    /// Its name in model files and on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Its encodings.
    pub encodings: fn() -> Vec<EncodingInfo>,
    /// Reads an instance.
    pub read: fn(&Document) -> Result<Box<dyn Instance>, InputError>,
    /// The JSON schema of its model files.
    pub schema: fn() -> Schema,
    /// The options of `tumble new` for it.
    pub new_options: &'static [NewOption],
    /// Writes a commented model file. The error is for the user: an option that makes no sense.
    pub new: fn(&NewChoices) -> Result<String, String>,
}

impl Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The names and summaries of a puzzle's encodings.
#[must_use]
pub fn encoding_infos<P: Puzzle>() -> Vec<EncodingInfo> {
    P::ENCODINGS.iter().map(|row| EncodingInfo { name: row.name, summary: row.summary }).collect()
}

/// All puzzles.
pub const REGISTRY: &[Entry] =
    &[cube_tray::ENTRY, die_path::ENTRY, die_tour::ENTRY, labeled_board::ENTRY, sudoku_cube::ENTRY, tatham_cube::ENTRY];

/// The registry's row of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.name == name)
}

/// Reads the instance in a model file, of whatever puzzle it names.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read(document: &Document) -> Result<(&'static Entry, Box<dyn Instance>), InputError> {
    let name = document.puzzle()?;
    let entry = find(&name.value).ok_or_else(|| {
        let known: Vec<&str> = REGISTRY.iter().map(|entry| entry.name).collect();
        let error = InputError::of(&name, format!("unknown puzzle `{}`", name.value), "no such puzzle");
        document.place(error.suggest("puzzle", &name.value, &known))
    })?;
    let instance = (entry.read)(document).map_err(|error| document.place(error))?;
    Ok((entry, instance))
}
