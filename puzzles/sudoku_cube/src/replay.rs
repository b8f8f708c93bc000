//! The replay of a Sudoku Cube: the turns from the scrambled to the solved cube.

use super::scene::{after, before};
use super::{Solution, SudokuCube};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::NetField;
use tumble_puzzles::render::replay::{CubeFaces, CubeField, CubeStage, Stage};

/// `None` if there is too much to play.
pub(super) fn stage(cube: &SudokuCube, solution: Option<&Solution>) -> Option<Stage> {
    let moves = solution.and_then(|solution| solution.moves.as_deref()).unwrap_or_default();
    if moves.split_whitespace().count() > drawing::MAX_STEPS {
        return None;
    }
    Some(Stage::Cube(Box::new(CubeStage {
        faces: faces(&before(cube)),
        symmetric: cube.symmetric.clone(),
        hold: cube.hold(),
        turns: moves.split_whitespace().map(str::to_owned).collect(),
        solved: solution.and_then(|solution| after(cube, solution)).map(|fields| faces(&fields)),
        reason: solution.and_then(why_no_turns),
    })))
}

/// Why a solution has no turns, if there are no turns.
fn why_no_turns(solution: &Solution) -> Option<String> {
    let unknown = || "the turns were not worked out".to_owned();
    solution.moves.is_none().then(|| solution.reason.clone().unwrap_or_else(unknown))
}

/// The fields of a net by face.
fn faces(net: &[NetField]) -> CubeFaces {
    CubeFaces::new(|face, i| {
        let (row, column) = face.net_corner();
        let place = (row + i / 3, column + i % 3);
        let field = net.iter().find(|field| field.place == place);
        field.map(|field| CubeField { digit: field.digit, direction: field.direction }).unwrap_or_default()
    })
}
