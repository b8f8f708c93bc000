//! A solution of a die path.

use serde::{Deserialize, Serialize};

use crate::geometry::Direction;

/// A path as rolls, and as runs of equal rolls. A roll is a letter `N E S W`; with two dice the number of the die comes before
/// it: `1N`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The number of rolls.
    pub length: i64,
    /// The rolls, those of two dice with spaces between them; `None` if there are more than [`Route::MAX_MOVES`].
    pub moves: Option<String>,
    /// Rolls, each with the number of times that it is repeated, at least 1.
    pub runs: Vec<(String, i64)>,
}

impl Route {
    /// Longer paths are given as runs only.
    pub const MAX_MOVES: i64 = 10_000;

    /// The path with these runs; adjacent runs may be equal, and runs may be empty.
    pub(super) fn of_runs(runs: impl IntoIterator<Item = (String, i64)>) -> Self {
        let mut merged: Vec<(String, i64)> = Vec::new();
        for (roll, count) in runs.into_iter().filter(|&(_, count)| count > 0) {
            match merged.last_mut() {
                Some((last, sum)) if *last == roll => *sum += count,
                _ => merged.push((roll, count)),
            }
        }
        let length = merged.iter().map(|&(_, count)| count).sum();
        Self { length, moves: (length <= Self::MAX_MOVES).then(|| spell(&merged)), runs: merged }
    }

    /// The path with these rolls of a single die.
    pub(super) fn of_rolls(rolls: impl IntoIterator<Item = Direction>) -> Self {
        Self::of_runs(rolls.into_iter().map(|direction| (direction.letter().to_string(), 1)))
    }
}

/// The rolls one by one.
fn spell(runs: &[(String, i64)]) -> String {
    let rolls: Vec<&str> =
        runs.iter().flat_map(|(roll, count)| std::iter::repeat_n(roll.as_str(), *count as usize)).collect();
    let numbered = rolls.iter().any(|roll| roll.len() > 1);
    rolls.join(if numbered { " " } else { "" })
}
