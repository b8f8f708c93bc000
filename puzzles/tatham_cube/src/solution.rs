//! A solution of a Cube: the rolls, in our letters and in the game's.

use serde::{Deserialize, Serialize};

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// The number of rolls.
    pub length: u64,
    /// The rolls in the game's letters: `U R D L`.
    pub tatham_moves: String,
}

impl Rolls {
    /// The solution with these rolls. For the search and the encoding; the rules derive the game's letters independently.
    pub(super) fn new(moves: String) -> Self {
        let in_the_game = |letter| match letter {
            'N' => 'U',
            'E' => 'R',
            'S' => 'D',
            'W' => 'L',
            other => other,
        };
        Self { length: moves.chars().count() as u64, tatham_moves: moves.chars().map(in_the_game).collect(), moves }
    }
}
