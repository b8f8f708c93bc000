//! A solution of a block maze: the tips.

use serde::{Deserialize, Serialize};

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tips {
    /// The tips as letters `N E S W`: the side to which the box tips.
    pub moves: String,
    /// The number of tips.
    pub length: u64,
}

impl Tips {
    /// The solution with these tips. For the search and the encodings; the rules count independently.
    pub(super) const fn new(moves: String) -> Self {
        Self { length: moves.len() as u64, moves }
    }
}
