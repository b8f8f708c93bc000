//! The replay of one die that rolls over a board.

use super::Start;
use crate::geometry::{Board, Cell, Die, Direction};
use crate::render::replay::{BoardStage, End, EndName, Sides, Solid, Step};

/// A board whose die has not moved: it stands on its start cell, as far as start cell and orientation are fixed.
pub fn before(board: &Board, cell: Option<Cell>, dice: &[Die]) -> BoardStage {
    let mut stage = BoardStage::new(board);
    stage.solids.push(Solid {
        name: "die".into(),
        at: cell,
        faces: Sides::shared(dice.iter().map(|&die| Sides::of_die(die))),
        size: None,
        shape: None,
        kind: None,
    });
    if let Some(cell) = cell {
        stage.cell(cell).ends.push(End { name: EndName::Start, solid: Some(0), faces: None });
    }
    stage
}

/// The rolls of a die over a board, and its cells and orientations: at the start and after each roll. Of unverified moves, those
/// before the first impossible one.
pub fn rolled(board: &Board, start: Start, moves: &str) -> (BoardStage, Vec<(Cell, Die)>) {
    let mut stage = before(board, Some(start.cell), &[start.die]);
    stage.trail = true;
    let (mut cell, mut die) = (start.cell, start.die);
    let mut states = vec![(cell, die)];
    for letter in moves.chars() {
        let Some(roll) = Direction::of_letter(letter) else { break };
        let Some(next) = board.neighbour(cell, roll) else { break };
        (cell, die) = (next, die.roll(roll));
        states.push((cell, die));
        stage.steps.push(Step::new(0, roll, letter));
    }
    (stage, states)
}
