//! A solution of a cube tray: the rolls.

use serde::{Deserialize, Serialize};

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`: the direction in which a cube rolls into the hole.
    pub moves: String,
    /// Their number.
    pub length: u64,
}

impl Rolls {
    /// The solution of these rolls. For search and encodings: the rules count on their own.
    pub(super) const fn new(moves: String) -> Self {
        Self { length: moves.len() as u64, moves }
    }
}
