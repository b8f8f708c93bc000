//! A solution of a die tour.

use serde::{Deserialize, Serialize};

use super::DieTour;
use tumble_puzzles::geometry::{Cell, Direction, Face};
use tumble_puzzles::puzzle::Start;

/// A tour. On a closed tour, the last move leads back to the start, whose top face is not added again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// The cell and the orientation in which the die starts.
    pub start: Start,
    /// The cells in the order of the visit, the start first, each once.
    pub cells: Vec<Cell>,
    /// The face on top at each visit.
    pub tops: Vec<Face>,
    /// The sum of what these faces count.
    pub total: i64,
}

impl Tour {
    /// The tour that these rolls produce.
    pub(super) fn new(puzzle: &DieTour, start: Start, rolls: &[Direction]) -> Self {
        let mut states = vec![(start.cell, start.die)];
        for &roll in rolls {
            let &(cell, die) = states.last().expect("the start is there");
            // Tours stay on boards, far from the edge of the number range.
            states.push((cell.step(roll).unwrap_or(cell), die.roll(roll)));
        }
        states.truncate(rolls.len() + usize::from(!puzzle.closed));
        let tops: Vec<Face> = states.iter().map(|(_, die)| die.top()).collect();
        Self {
            moves: rolls.iter().map(|roll| roll.letter()).collect(),
            start,
            cells: states.iter().map(|&(cell, _)| cell).collect(),
            total: states.iter().map(|&(cell, die)| puzzle.value(cell, die.top())).sum(),
            tops,
        }
    }
}
