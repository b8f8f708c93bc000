//! The replay of a block maze: the box, and the cells that it has to cover in the end.

use super::maze::Maze;
use super::{BlockMaze, Placement, Tips};
use tumble_puzzles::geometry::{Direction, Place};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::Paint;
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Readout, Sides, Solid, SolidFace, Stage, Step};

/// Boards of more cells have no replay.
const MAX_CELLS: usize = 10_000;

/// `None` if there is too much to draw. Unverified moves end before the first impossible one.
pub(super) fn stage(puzzle: &BlockMaze, tips: Option<&Tips>) -> Option<Stage> {
    let moves = tips.map_or("", |tips| &tips.moves);
    if !puzzle.floor.tiles.is_empty() || puzzle.board.size() > MAX_CELLS || moves.len() > drawing::MAX_STEPS {
        return None;
    }
    let maze = Maze::new(puzzle);
    let mut stage = BoardStage::new(&puzzle.board);
    let Placement { cell, size } = puzzle.start;
    stage.solids.push(Solid {
        name: "box".into(),
        at: Some(cell),
        faces: Sides::new(|place| Some(paint(place))),
        size: Some(size),
        shape: None,
    });
    for (name, at) in [(EndName::Start, puzzle.start), (EndName::Goal, puzzle.goal)] {
        for cell in at.covered() {
            stage.cell(cell).ends.push(End { name, solid: Some(0), faces: None });
        }
    }
    let lies = |at: Placement| at.size.map(|n| n.to_string()).join(" × ");
    let mut values = vec![lies(puzzle.start)];
    for arc in maze.walk(moves) {
        let Some(tip) = Direction::of_letter(arc.direction) else { break };
        stage.steps.push(Step::new(0, tip, arc.direction));
        values.push(lies(maze.placed(arc.head.pieces)[0]));
    }
    stage.readouts.push(Readout { name: "box", values });
    Some(Stage::Board(stage))
}

/// The colour of a face, so that one sees how the box lies: top and bottom are of another colour at the start.
fn paint(place: Place) -> SolidFace {
    let is_level = matches!(place, Place::Top | Place::Bottom);
    SolidFace::Paint(Some(if is_level { Paint::Orange } else { Paint::Blue }))
}
