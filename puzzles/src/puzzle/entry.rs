//! The registry entry of a puzzle, and what only some puzzles have.

use std::convert::Infallible;
use std::fmt::{self, Debug};

use schemars::{Schema, schema_for};
use serde_json::{Value, json};

use super::option::check_needs;
use super::{
    After, Choices, EncodingInfo, Facts, Instance, MovesError, NoMoves, Puzzle, PuzzleOption, SearchInfo, Tabulation,
    encoding_infos, erased, search_infos,
};
use crate::control::{Control, Extent, Request, Stop};
use crate::instance::{Document, InputError, SolveTable, refused_keys};
use crate::render::replay::Stage;

/// A puzzle that tumble knows: [`Puzzle`] and its [`Powers`], with the type erased.
pub struct PuzzleEntry {
    /// See [`Puzzle::NAME`].
    pub name: &'static str,
    /// See [`Puzzle::SUMMARY`].
    pub summary: &'static str,
    /// See [`Puzzle::RULES`].
    pub rules: &'static [&'static str],
    /// Its encodings.
    pub encodings: fn() -> Vec<EncodingInfo>,
    /// Its searches.
    pub searches: fn() -> Vec<SearchInfo>,
    /// The JSON schema of its model files: [`Puzzle::schema`] with the keys of every file, and without those that it refuses.
    pub schema: fn() -> Value,
    /// See [`Puzzle::read`].
    pub read: ReadModel,
    /// See [`Powers::options`](super::Powers::options).
    pub options: &'static [PuzzleOption],
    /// See [`Powers::new_options`](super::Powers::new_options).
    pub new_options: &'static [PuzzleOption],
    /// See [`Powers::new`](super::Powers::new). A random instance was read again.
    pub new: fn(&Choices, &Control<'_>) -> Result<String, NotMade>,
    /// See [`Powers::table`](super::Powers::table).
    pub table: Option<Tabulation>,
    /// See [`Powers::ids`](super::Powers::ids).
    pub ids: Option<Ids>,
    /// The suffixes of its files in formats of other programs, each with what these files are. See [`Instance::file`].
    pub files: fn() -> Vec<(&'static str, &'static str)>,
    /// See [`Powers::repairs`](super::Powers::repairs).
    pub repairs: Option<FindRepairs>,
}

impl PuzzleEntry {
    /// The entry of a puzzle.
    pub const fn of<P: Puzzle>() -> Self {
        Self {
            name: P::NAME,
            summary: P::SUMMARY,
            rules: P::RULES,
            encodings: encoding_infos::<P>,
            searches: search_infos::<P>,
            schema: || file_schema(P::schema(), P::NAME, P::BOARD_KEYS),
            read: |document, choices| Ok(erased(P::read(document, choices)?)),
            options: P::POWERS.options,
            new_options: P::POWERS.new_options,
            new: |choices, control| {
                check_needs(P::POWERS.new_options, choices).map_err(NotMade::Unfit)?;
                let made = (P::POWERS.new)(choices, control);
                // Searches that were stopped on the way may have taken an instance for one that it is not.
                control.check().map_err(NotMade::Stopped)?;
                let text = made.map_err(NotMade::Unfit)?;
                // An example may leave something to fill in; a random instance is whole.
                if choices.contains_key("seed") {
                    let read = P::read(&Document::new("", &text), &Choices::default());
                    read.map_err(|error| NotMade::Refused(error.to_string()))?;
                }
                Ok(text)
            },
            table: P::POWERS.table,
            ids: P::POWERS.ids,
            files: || P::POWERS.files.iter().map(|kind| (kind.suffix, kind.what)).collect(),
            repairs: P::POWERS.repairs,
        }
    }
}

/// The schema of the model files of a puzzle with these keys, which takes these of the keys of a board that only some puzzles take.
fn file_schema(mut own: Schema, puzzle: &str, board_keys: &[&str]) -> Value {
    own.ensure_object();
    let mut solve = schema_for!(SolveTable);
    let _of_a_whole_file = ["$schema", "title"].map(|key| solve.remove(key));
    let mut file = Value::from(own);
    file["properties"]["solve"] = json!({ "$ref": "#/$defs/Solve", "description": "Defaults for `tumble solve`." });
    file["$defs"]["Solve"] = solve.into();
    let name = json!({ "type": "string", "description": format!("Always \"{puzzle}\"."), "const": puzzle });
    file["properties"].as_object_mut().map(|keys| keys.shift_insert(0, "puzzle".into(), name));
    match &mut file["required"] {
        Value::Array(keys) => keys.insert(0, "puzzle".into()),
        none => *none = json!(["puzzle"]),
    }
    if let Some(keys) = file.pointer_mut("/$defs/Board/properties").and_then(Value::as_object_mut) {
        for (key, _) in refused_keys(board_keys) {
            keys.shift_remove(key);
        }
    }
    // What only these keys referred to.
    let text = file.to_string();
    if let Some(definitions) = file["$defs"].as_object_mut() {
        definitions.retain(|name, _| text.contains(&format!("\"#/$defs/{name}\"")));
    }
    file
}

/// Why there is no new instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMade {
    /// No instance is as the options say: a message for the user.
    #[error("{0}")]
    Unfit(String),
    /// What was made is no model: why it was refused when it was read again.
    #[error("the random instance would be refused ({0}): take another seed, or other options")]
    Refused(String),
    /// A limit was reached before one was found.
    #[error("stopped by {0} before an instance was found that is as wished")]
    Stopped(Stop),
}

impl Debug for PuzzleEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Reads the instance from a model file.
pub type ReadModel = fn(&Document, &Choices) -> Result<Box<dyn Instance>, InputError>;

// What only some puzzles have.

/// What only some puzzles have; most have little of it. See [`Puzzle::POWERS`].
#[derive(Debug)]
pub struct Powers<P: Puzzle> {
    /// What this puzzle adds to the options of every command that reads a model. No other option of these commands may
    /// have such a name.
    pub options: &'static [PuzzleOption],
    /// The options of `tumble new`.
    pub new_options: &'static [PuzzleOption],
    /// The text of a commented model file, as the options say. The error is a message for the user: an option that
    /// makes no sense. A search for an instance that is as wished ends at the limits of the control; what it returns then is not looked at.
    pub new: fn(&Choices, &Control<'_>) -> Result<String, String>,
    /// The replay of a solution, or of the instance, which has no moves; `None` if it can only be drawn. The solution may be anything that
    /// its type can hold: this must not panic.
    pub stage: StageOf<P>,
    /// Completes a solution that a search or a model decided only in part, such as a layout without the turns that lead
    /// to it. Called after the solution was verified; the result is verified again.
    pub add_moves: Option<AddMoves<P>>,
    /// A text that is equal for solutions that look alike; counts report how many differ.
    pub layout: Option<fn(&P::Solution) -> String>,
    /// What decides over all further moves after so many moves of a solution, by the rules: equal texts are equal positions. `None` if the
    /// solution has fewer moves or breaks a rule before. Only a puzzle that has it can have [infinitely many](super::Endless) solutions.
    pub position: Option<PositionOf<P>>,
    /// The starts from which an instance lets one choose, each as [`Puzzle::solution_of_moves`] takes it.
    pub starts: StartsOf<P>,
    /// What is left of an instance after some moves, by the rules. A puzzle without it has no moves, or cannot say.
    pub after: Option<AfterMoves<P>>,
    /// What may explain that an instance has no solution.
    pub facts: Option<Facts<P>>,
    /// Files in formats of other programs.
    pub files: &'static [FileKind<P>],
    /// The ids of its instances.
    pub ids: Option<Ids>,
    /// The whole-board result of `tumble table`.
    pub table: Option<Tabulation>,
    /// Finds what may have been misread in a model without a solution, if the puzzle is read off something.
    pub repairs: Option<FindRepairs>,
}

impl<P: Puzzle> Powers<P> {
    /// None of all this: without [`new`](Self::new), `tumble new` says that there is nothing to write.
    pub const NONE: Self = Self {
        options: &[],
        new_options: &[],
        new: |_, _| Err("this puzzle has no model file to begin with: `tumble schema` tells what one has".into()),
        stage: |_, _| None,
        add_moves: None,
        layout: None,
        position: None,
        starts: |_| Box::new(std::iter::empty()),
        after: None,
        facts: None,
        files: &[],
        ids: None,
        table: None,
        repairs: None,
    };

    /// The text of a file with this suffix; `None` if the puzzle has no such files.
    pub(super) fn file(&self, puzzle: &P, solution: Option<&P::Solution>, suffix: &str) -> Option<String> {
        let kind = self.files.iter().find(|kind| kind.suffix == suffix)?;
        Some((kind.write)(puzzle, solution))
    }
}

/// The replay of an instance, with its solution if one is given.
pub type StageOf<P> = fn(&P, Option<&<P as Puzzle>::Solution>) -> Option<Stage>;

/// The position after so many moves of a solution.
pub type PositionOf<P> = fn(&P, &<P as Puzzle>::Solution, u64) -> Option<String>;

/// The starts of an instance.
pub type StartsOf<P> = fn(&P) -> Box<dyn Iterator<Item = String> + '_>;

/// What is left of an instance after these moves, with the text of `check --start`: see [`Puzzle::solution_of_moves`].
pub type AfterMoves<P> = fn(&P, &str, Option<&str>) -> Result<After<P>, MovesError<<P as Puzzle>::Breach>>;

/// Adds moves to a solution.
pub type AddMoves<P> = fn(&P, &<P as Puzzle>::Solution, &Request<'_>) -> Result<WithMoves<P>, NoMoves>;

/// A solution with its moves, and the limit that cut the search for fewer moves short, if one did.
pub type WithMoves<P> = (<P as Puzzle>::Solution, Option<Stop>);

/// A file format of another program.
#[derive(Clone, Copy, Debug)]
pub struct FileKind<P: Puzzle> {
    /// The suffix of its files, without the dot.
    pub suffix: &'static str,
    /// What they are, in a few words.
    pub what: &'static str,
    /// Writes an instance, with its solution if one is given.
    pub write: fn(&P, Option<&P::Solution>) -> String,
}

// Ids of instances, in a game's own format.

/// Ids: short texts that each describe one instance, in a game's own format.
#[derive(Clone, Copy)]
pub struct Ids {
    /// What they are, in the plural: `ids of Simon Tatham's Cube`.
    pub what: &'static str,
    /// One of them.
    pub example: &'static str,
    /// Whether a text looks like such an id rather than the name of a file, or like a save file of the game rather than a model file.
    pub looks_like_one: fn(&str) -> bool,
    /// Reads an id or a save file, with blanks around it; the spans of errors are ranges of bytes in it.
    pub read: fn(&str) -> Result<Box<dyn Instance>, InputError>,
    /// Makes, from the bytes of a file that [`Powers::table`](super::Powers::table) wrote, a reader of ids. The instances that it reads
    /// answer a search from that table. The error is a message for the user.
    pub with_table: fn(Vec<u8>) -> Result<ReadId, String>,
}

/// Reads an id.
pub type ReadId = Box<dyn Fn(&str) -> Result<Box<dyn Instance>, InputError> + Send + Sync>;

impl Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ids").finish_non_exhaustive()
    }
}

// Repairs of a model that was misread: small changes that give it a solution.

/// Finds the repairs of a model without a solution, or of a model that is refused only because of what was misread. Keeps to the limits
/// of the request, and reports the number of changes tried so far as the nodes of its progress. A model that has a solution has no
/// repairs, and nothing is tried.
///
/// The error is another fault of the file, so that no change of a reading would help.
pub type FindRepairs = fn(&Document, &Choices, &Request<'_>) -> Result<Repairs, InputError>;

/// A change that gives a model a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The right reading and the wrong reading, in one line.
    pub text: String,
    /// What was misread, as a kind of [fact](super::FactInfo::kind).
    pub fact: &'static str,
    /// The text of the model file with the change made.
    pub model: String,
}

/// The repairs of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repairs {
    /// The likeliest first.
    pub repairs: Vec<Repair>,
    /// Whether all changes were tried, or enough, because likelier ones helped.
    pub extent: Extent<Infallible>,
    /// The number of changes that were tried.
    pub tried: usize,
}
