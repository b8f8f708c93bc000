//! The replay of a die tour: the die, and the sum of the faces that were on top.

use super::{DieTour, Tour};
use tumble_puzzles::puzzle::rolled::{before, rolled};
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Readout, Sides, Stage};

/// A board with more cells has no replay.
const MAX_CELLS: usize = 10_000;

pub(super) fn stage(puzzle: &DieTour, tour: Option<&Tour>) -> Option<Stage> {
    if puzzle.board.size() > MAX_CELLS {
        return None;
    }
    let Some(tour) = tour else {
        let stage = before(&puzzle.board, puzzle.start_cell, &puzzle.start_dice);
        return Some(Stage::Board(with_wishes(puzzle, stage)));
    };
    // Of moves that break a rule those up to the fault.
    let rolls = tour.cells.len().saturating_sub(usize::from(!puzzle.closed));
    let (mut stage, states) = rolled(&puzzle.board, tour.start, tour.moves.get(..rolls).unwrap_or(&tour.moves));
    // The roll back to the start adds nothing.
    let counted = |i: usize| i < tour.cells.len();
    let sums = states.iter().enumerate().scan(0, |sum, (i, (cell, die))| {
        *sum += if counted(i) { puzzle.value(*cell, die.top()) } else { 0 };
        Some(sum.to_string())
    });
    stage.readouts.push(Readout { name: "sum", values: sums.collect() });
    stage.closed = puzzle.closed && states.len() > tour.cells.len();
    Some(Stage::Board(with_wishes(puzzle, stage)))
}

/// The labels and the goal.
fn with_wishes(puzzle: &DieTour, mut stage: BoardStage) -> BoardStage {
    for (cell, label) in puzzle.labeled() {
        stage.cell(cell).label = Some(label.to_string());
    }
    if let Some(cell) = puzzle.goal_cell {
        let dice = puzzle.goal_dice.iter().flatten().map(|&die| Sides::of_die(die));
        let faces = puzzle.goal_dice.as_ref().and_then(|_| Sides::shared(dice).known());
        stage.cell(cell).ends.push(End { name: EndName::Goal, solid: Some(0), faces });
    }
    stage
}
