//! A solution of a die path.

use serde::{Deserialize, Serialize};

use super::DiePath;
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::Start;

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
    /// The sum over the cells of the path, where the model asks for a sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<i64>,
    /// Where the model leaves the orientation at the start open: the start of the die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The same for two dice, in their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Vec<Start>>,
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
        Self {
            length,
            moves: (length <= Self::MAX_MOVES).then(|| spell(&merged)),
            runs: merged,
            sum: None,
            start: None,
            starts: None,
        }
    }

    /// The path from these starts, one for each die; they are noted where the model leaves an orientation open.
    pub(super) fn with_starts(self, puzzle: &DiePath, starts: Vec<Start>) -> Self {
        match (&starts[..], puzzle.leaves_start_open()) {
            (_, false) => self,
            (&[start], true) => Self { start: Some(start), ..self },
            (_, true) => Self { starts: Some(starts), ..self },
        }
    }

    /// The start of each die, if the path notes them.
    pub(super) fn starts(&self) -> Option<&[Start]> {
        self.start.as_ref().map(std::slice::from_ref).or(self.starts.as_deref())
    }

    /// The path with these rolls of a single die.
    pub(super) fn of_rolls(rolls: impl IntoIterator<Item = Direction>) -> Self {
        Self::of_runs(rolls.into_iter().map(|direction| (direction.letter().to_string(), 1)))
    }
}

/// The rolls one by one.
fn spell(runs: &[(String, i64)]) -> String {
    let rolls: Vec<&str> = runs
        .iter()
        .flat_map(|(roll, count)| std::iter::repeat_n(roll.as_str(), usize::try_from(*count).unwrap_or(0)))
        .collect();
    let numbered = rolls.iter().any(|roll| roll.len() > 1);
    rolls.join(if numbered { " " } else { "" })
}
