//! A solution of a die path.

use serde::{Deserialize, Serialize};

use crate::geometry::Direction;

/// A path as rolls, and as runs of equal rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The number of rolls.
    pub length: i64,
    /// The rolls as letters `N E S W`; `None` past [`Route::MAX_MOVES`].
    pub moves: Option<String>,
    /// Letters and how often each is rolled in a row, at least once.
    pub runs: Vec<(char, i64)>,
}

impl Route {
    /// Longer paths are given as runs only.
    pub const MAX_MOVES: i64 = 10_000;

    /// The path of these runs, of which neighbours may be equal and some may be empty.
    pub(super) fn of_runs(runs: impl IntoIterator<Item = (Direction, i64)>) -> Self {
        let mut merged: Vec<(char, i64)> = Vec::new();
        for (direction, count) in runs.into_iter().filter(|&(_, count)| count > 0) {
            match merged.last_mut() {
                Some((letter, sum)) if *letter == direction.letter() => *sum += count,
                _ => merged.push((direction.letter(), count)),
            }
        }
        let length = merged.iter().map(|&(_, count)| count).sum();
        let moves = (length <= Self::MAX_MOVES)
            .then(|| merged.iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count as usize)).collect());
        Self { length, moves, runs: merged }
    }

    /// The path of these rolls.
    pub(super) fn of_rolls(rolls: impl IntoIterator<Item = Direction>) -> Self {
        Self::of_runs(rolls.into_iter().map(|direction| (direction, 1)))
    }
}
