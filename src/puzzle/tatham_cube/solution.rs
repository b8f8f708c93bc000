//! A solution of a Cube: the rolls, in our letters and in the game's.

use serde::{Deserialize, Serialize};

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// Their number.
    pub length: u64,
    /// The same rolls in the game's letters: `U R D L`.
    pub tatham_moves: String,
}

impl Rolls {
    /// The solution of these rolls. For search and encodings: the rules work out the game's letters on their own.
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
