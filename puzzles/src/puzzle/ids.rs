//! Ids of instances, in a game's own format.

use std::fmt::{self, Debug};

use super::Instance;
use crate::instance::InputError;

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
