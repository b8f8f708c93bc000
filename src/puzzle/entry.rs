//! What a puzzle says of itself to everything above it: a row of the registry.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::str::FromStr;

use schemars::Schema;

use super::{EncodingInfo, Instance, Tabulation};
use crate::instance::{Document, InputError};

/// A puzzle that tumble knows.
pub struct PuzzleEntry {
    /// Its name in model files and on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Its encodings: [`encoding_infos`](super::encoding_infos).
    pub encodings: fn() -> Vec<EncodingInfo>,
    /// The JSON schema of its model files.
    pub schema: fn() -> Schema,
    /// Reads the instance of a model file, as the choices among [`PuzzleEntry::options`] say.
    pub read: ReadModel,
    /// Options of every command that reads a model.
    pub options: &'static [PuzzleOption],
    /// The options of `tumble new`.
    pub new_options: &'static [PuzzleOption],
    /// Writes a commented model file. The error is for the user: an option that makes no sense.
    pub new: fn(&Choices) -> Result<String, String>,
    /// Whole-board results, of `tumble table`.
    pub table: Option<Tabulation>,
    /// Short texts that name an instance each.
    pub ids: Option<Ids>,
    /// The suffixes of files in formats of other programs, each with a few words on what such a file is. See
    /// [`Instance::file`].
    pub files: &'static [(&'static str, &'static str)],
}

impl Debug for PuzzleEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Reads the instance of a model file.
pub type ReadModel = fn(&Document, &Choices) -> Result<Box<dyn Instance>, InputError>;

/// An option on the command line that is one puzzle's alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleOption {
    /// Its long name, without dashes.
    pub name: &'static str,
    /// What stands for its value in the help; `None` for a flag.
    pub value: Option<&'static str>,
    /// What it does.
    pub help: &'static str,
}

/// The options that were given: for each its value, or an empty text for a flag.
pub type Choices = BTreeMap<&'static str, String>;

/// The whole number that was given for an option, if it was.
///
/// # Errors
/// In words for the user, when it is not a whole number that the type can hold.
pub fn whole_number<T: FromStr>(choices: &Choices, key: &str) -> Result<Option<T>, String> {
    let wrong = |text: &String| format!("--{key} {text}: not a whole number in range");
    choices.get(key).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

/// Short texts that name an instance each, such as a game's own ids.
#[derive(Clone, Copy)]
pub struct Ids {
    /// What they are, in the plural: `ids of Simon Tatham's Cube`.
    pub what: &'static str,
    /// One of them.
    pub example: &'static str,
    /// Whether a text looks like such an id rather than the name of a file.
    pub looks_like_one: fn(&str) -> bool,
    /// Reads an id; the places of errors are places in it.
    pub read: fn(&str) -> Result<Box<dyn Instance>, InputError>,
    /// From the bytes of a file that [`PuzzleEntry::table`] wrote to a reader of ids whose instances are looked up in it. The error
    /// is for the user.
    pub with_table: fn(Vec<u8>) -> Result<ReadId, String>,
}

/// Reads an id.
pub type ReadId = Box<dyn Fn(&str) -> Result<Box<dyn Instance>, InputError> + Send + Sync>;

impl Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ids").finish_non_exhaustive()
    }
}
