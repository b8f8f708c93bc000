//! The replay of a Cube: the blue squares, and the faces that they colour.

use super::rules::Game;
use super::{Rolls, TathamCube};
use crate::geometry::{Direction, Place};
use crate::render::Paint;
use crate::render::replay::{BoardStage, End, EndName, Readout, Repainting, Sides, Solid, SolidFace, Stage, Step};

pub(super) fn stage(puzzle: &TathamCube, rolls: Option<&Rolls>) -> Stage {
    let mut stage = BoardStage::new(&puzzle.board);
    let faces = Sides::new(|place| Some(SolidFace::Paint(puzzle.is_blue_at(place).then_some(Paint::Blue))));
    stage.solids.push(Solid { name: "cube".into(), at: Some(puzzle.start), faces, size: None });
    stage.cell(puzzle.start).ends.push(End { name: EndName::Start, solid: Some(0), faces: None });
    for (index, _) in puzzle.blue.iter().enumerate().filter(|(_, blue)| **blue) {
        stage.cell(puzzle.board.cell(index)).paint = Some(Paint::Blue);
    }
    if let Some(rolls) = rolls {
        play(puzzle, &mut stage, &rolls.moves);
    }
    Stage::Board(stage)
}

/// Rolls the cube. Unverified moves end before the first impossible move.
fn play(puzzle: &TathamCube, stage: &mut BoardStage, moves: &str) {
    let mut game = Game::new(puzzle);
    let count = |game: &Game| format!("{} of 6", game.faces.iter().filter(|&&blue| blue).count());
    let mut blue_faces = vec![count(&game)];
    for (i, letter) in moves.chars().enumerate() {
        let Some(direction) = Direction::of_letter(letter) else { break };
        let before = game.clone();
        if game.roll(puzzle, i + 1, letter).is_err() {
            break;
        }
        let index = puzzle.board.index(game.cell).expect("a roll that the rules allow stays on the board");
        let paint = |blue: bool| blue.then_some(Paint::Blue);
        // The square gets the colour that the bottom had, and the bottom that of the square: nothing to see if they are the same.
        let swapped = (before.blue[index] != game.blue[index]).then(|| Repainting {
            cell: game.cell,
            paint: paint(game.blue[index]),
            face: Place::Bottom,
            face_paint: paint(before.blue[index]),
        });
        stage.steps.push(Step { paint: swapped, ..Step::new(0, direction, letter) });
        blue_faces.push(count(&game));
    }
    stage.readouts.push(Readout { name: "blue faces", values: blue_faces });
}
