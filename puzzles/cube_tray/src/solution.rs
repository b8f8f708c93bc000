//! A solution of a cube tray: the rolls.

use serde::{Deserialize, Serialize};

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`: the direction in which a cube rolls into the hole.
    pub moves: String,
    /// The number of rolls.
    pub length: u64,
}

impl Rolls {
    /// The solution with these rolls. For the search and the encodings; the rules count independently.
    pub(super) const fn new(moves: String) -> Self {
        Self { length: moves.len() as u64, moves }
    }
}
