//! The replay of a die tour: the die, and the sum of the faces that were on top.

use super::{DieTour, Tour};
use crate::puzzle::rolled::{before, rolled};
use crate::render::replay::{Readout, Stage};

/// A board with more cells has no replay.
const MAX_CELLS: usize = 10_000;

pub(super) fn stage(puzzle: &DieTour, tour: Option<&Tour>) -> Option<Stage> {
    if puzzle.board.size() > MAX_CELLS {
        return None;
    }
    let Some(tour) = tour else {
        return Some(Stage::Board(before(&puzzle.board, puzzle.start_cell, &puzzle.start_dice)));
    };
    let (mut stage, states) = rolled(&puzzle.board, tour.start, &tour.moves);
    // The roll back to the start adds nothing.
    let counted = |i: usize| i < tour.cells.len();
    let sums = states.iter().enumerate().scan(0, |sum, (i, (_, die))| {
        *sum += if counted(i) { u64::from(die.top()) } else { 0 };
        Some(sum.to_string())
    });
    stage.readouts.push(Readout { name: "sum", values: sums.collect() });
    stage.closed = puzzle.closed;
    Some(Stage::Board(stage))
}
