//! The registry entry of a puzzle.

use std::fmt::{self, Debug};

use schemars::Schema;

use super::{
    Choices, EncodingInfo, FindRepairs, Ids, Instance, Puzzle, PuzzleOption, SearchInfo, Tabulation, encoding_infos,
    erased, search_infos,
};
use crate::instance::{Document, InputError};

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
    /// See [`Puzzle::schema`].
    pub schema: fn() -> Schema,
    /// See [`Puzzle::read`].
    pub read: ReadModel,
    /// See [`Powers::options`](super::Powers::options).
    pub options: &'static [PuzzleOption],
    /// See [`Powers::new_options`](super::Powers::new_options).
    pub new_options: &'static [PuzzleOption],
    /// See [`Powers::new`](super::Powers::new).
    pub new: fn(&Choices) -> Result<String, String>,
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
            schema: P::schema,
            read: |document, choices| Ok(erased(P::read(document, choices)?)),
            options: P::POWERS.options,
            new_options: P::POWERS.new_options,
            new: P::POWERS.new,
            table: P::POWERS.table,
            ids: P::POWERS.ids,
            files: || P::POWERS.files.iter().map(|kind| (kind.suffix, kind.what)).collect(),
            repairs: P::POWERS.repairs,
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
