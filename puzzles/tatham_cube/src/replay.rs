//! The replay of a Cube: the blue squares, and the faces that they colour.

use super::bodies::body;
use super::moves::{Moves, Parts};
use super::{Rolls, Solid, TathamCube};
use tumble_puzzles::geometry::{Direction, Place};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::Paint;
use tumble_puzzles::render::replay::{
    self, BoardStage, End, EndName, Readout, Repainting, Shape, ShapeFace, Sides, SolidFace, Stage, Step,
};

/// `None` if there is too much to play.
pub(super) fn stage(puzzle: &TathamCube, rolls: Option<&Rolls>) -> Option<Stage> {
    if rolls.is_some_and(|rolls| rolls.moves.len() > drawing::MAX_STEPS) {
        return None;
    }
    let (grid, moves) = (&puzzle.grid, Moves::new(&puzzle.grid));
    let start = puzzle.state(&moves);
    let at = grid.squares()[start.position];
    let mut stage = BoardStage::new(grid.board());
    stage.triangles = grid.solid().is_on_triangles().then_some(grid.size()[0] % 2);
    let (faces, shape) = match grid.solid() {
        Solid::Cube => (Sides::new(|place| Some(SolidFace::Paint(paint(start.is_blue_at(place as usize))))), None),
        solid => (Sides::default(), Some(shape(solid, start, grid.points_down(at)))),
    };
    stage.solids.push(replay::Solid {
        name: grid.solid().name().into(),
        at: Some(at),
        faces,
        size: None,
        shape,
        kind: None,
    });
    stage.cell(at).ends.push(End { name: EndName::Start, solid: Some(0), faces: None });
    for number in (0..moves.squares()).filter(|number| start.squares >> number & 1 == 1) {
        stage.cell(grid.squares()[number]).paint = Some(Paint::Blue);
    }
    if let Some(rolls) = rolls {
        play(puzzle, &moves, &mut stage, &rolls.moves);
    }
    Some(Stage::Board(stage))
}

const fn paint(blue: bool) -> Option<Paint> {
    if blue { Some(Paint::Blue) } else { None }
}

/// A solid of triangles as it stands.
fn shape(solid: Solid, state: Parts, points_down: bool) -> Shape {
    let (body, sign) = (body(solid), if points_down { -1 } else { 1 });
    let face = |(place, corners): (usize, &&[u8])| ShapeFace {
        corners: corners.to_vec(),
        paint: paint(state.is_blue_at(place)),
    };
    Shape {
        corners: body.corners.iter().map(|&[x, y, z]| [sign * x, sign * y, z]).collect(),
        faces: body.faces.iter().enumerate().map(face).collect(),
    }
}

/// Rolls the solid. Unverified moves end before the first impossible move.
fn play(puzzle: &TathamCube, moves: &Moves, stage: &mut BoardStage, letters: &str) {
    let mut state = puzzle.state(moves);
    let faces = puzzle.grid.solid().faces();
    let count = |state: Parts| format!("{} of {faces}", state.faces.count_ones());
    let mut blue_faces = vec![count(state)];
    for letter in letters.chars() {
        let Some(direction) = Direction::of_letter(letter) else { break };
        let Some(next) = moves.forward(state, direction) else { break };
        // The square gets the colour that the bottom had, and the bottom that of the square: nothing to see if they are the same.
        let [before, after] = [state, next].map(|state| state.squares >> next.position & 1 == 1);
        let swapped = (before != after).then(|| Repainting {
            cell: puzzle.grid.squares()[next.position],
            paint: paint(after),
            face: Place::Bottom,
            face_paint: paint(before),
        });
        stage.steps.push(Step { paint: swapped, ..Step::new(0, direction, letter) });
        state = next;
        blue_faces.push(count(state));
    }
    stage.readouts.push(Readout { name: "blue faces", values: blue_faces });
}
