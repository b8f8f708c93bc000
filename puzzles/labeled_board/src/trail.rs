//! A solution of a labeled board.

use serde::{Deserialize, Serialize};

use tumble_puzzles::geometry::{Direction, Face};
use tumble_puzzles::puzzle::Start;

/// A walk of the die over the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trail {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// The number of rolls.
    pub length: i64,
    /// The cell and the orientation in which the die starts.
    pub start: Start,
    /// The face on top at the start and after each roll.
    pub tops: Vec<Face>,
}

impl Trail {
    /// The rolls whose top faces it lists: of rolls that break a rule those up to the fault, of others all.
    pub(super) fn made(&self) -> &str {
        self.moves.get(..self.tops.len().saturating_sub(1)).unwrap_or(&self.moves)
    }

    /// The trail that these rolls produce.
    pub(super) fn of(start: Start, rolls: &[Direction]) -> Self {
        let mut die = start.die;
        let rolled = rolls.iter().map(|&roll| {
            die = die.roll(roll);
            die.top()
        });
        let tops = std::iter::once(start.die.top()).chain(rolled).collect();
        let moves = rolls.iter().map(|roll| roll.letter()).collect();
        Self { moves, length: rolls.len() as i64, start, tops }
    }
}
