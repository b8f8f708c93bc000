//! The registry entry of a puzzle.

use std::fmt::{self, Debug};

use schemars::Schema;

use super::{
    BoundedInfo, Choices, EncodingInfo, FindRepairs, Instance, Puzzle, PuzzleOption, Tabulation, bounded_infos,
    encoding_infos,
};
use crate::instance::{Document, InputError};

/// A puzzle that tumble knows.
pub struct PuzzleEntry {
    /// Its name in model files and on the command line: lower case with dashes, unique in a registry.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its encodings: [`encoding_infos`].
    pub encodings: fn() -> Vec<EncodingInfo>,
    /// Its bounded searches: [`bounded_infos`].
    pub bounded: fn() -> Vec<BoundedInfo>,
    /// The JSON schema of its model files, in which the key `puzzle` is the constant [`PuzzleEntry::name`].
    pub schema: fn() -> Schema,
    /// Reads the instance from a model file, with the values given for [`PuzzleEntry::options`].
    pub read: ReadModel,
    /// What this puzzle adds to the options of every command that reads a model. No other option of these commands may
    /// have such a name.
    pub options: &'static [PuzzleOption],
    /// The options of `tumble new`.
    pub new_options: &'static [PuzzleOption],
    /// The text of a commented model file, as the options say. The error is a message for the user: an option that
    /// makes no sense.
    pub new: fn(&Choices) -> Result<String, String>,
    /// The whole-board result of `tumble table`, if the puzzle has one.
    pub table: Option<Tabulation>,
    /// The ids of its instances, if the puzzle has ids.
    pub ids: Option<Ids>,
    /// The file suffixes of other programs' formats, each with a short description of the format. See [`Instance::file`].
    pub files: &'static [(&'static str, &'static str)],
    /// Finds what may have been misread in a model without a solution, if the puzzle is read off something.
    pub repairs: Option<FindRepairs>,
}

impl PuzzleEntry {
    /// The entry of a puzzle that has no more than every puzzle. What else it has is added by `PuzzleEntry { …, ..PuzzleEntry::of(…) }`;
    /// without [`PuzzleEntry::new`], `tumble new` says that there is nothing to write.
    #[must_use]
    pub const fn of<P: Puzzle>(
        name: &'static str,
        summary: &'static str,
        schema: fn() -> Schema,
        read: ReadModel,
    ) -> Self {
        Self {
            name,
            summary,
            encodings: encoding_infos::<P>,
            bounded: bounded_infos::<P>,
            schema,
            read,
            options: &[],
            new_options: &[],
            new: |_| Err("this puzzle has no model file to begin with: `tumble schema` tells what one has".into()),
            table: None,
            ids: None,
            files: &[],
            repairs: None,
        }
    }
}

impl Debug for PuzzleEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Reads the instance from a model file.
pub type ReadModel = fn(&Document, &Choices) -> Result<Box<dyn Instance>, InputError>;

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
    /// Makes, from the bytes of a file that [`PuzzleEntry::table`] wrote, a reader of ids. The instances that it reads
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
