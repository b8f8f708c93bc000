//! The registry entry of a puzzle.

use std::fmt::{self, Debug};

use schemars::{Schema, schema_for};
use serde_json::{Value, json};

use super::{
    Choices, EncodingInfo, FindRepairs, Ids, Instance, Puzzle, PuzzleOption, SearchInfo, Tabulation, encoding_infos,
    erased, search_infos,
};
use crate::control::{Control, Stop};
use crate::instance::{Document, InputError, SolveTable, refused_keys};

/// A puzzle that tumble knows: [`Puzzle`] and its [`Powers`](super::Powers), with the type erased.
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
