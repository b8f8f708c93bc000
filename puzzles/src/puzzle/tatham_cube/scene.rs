//! The picture of a Cube: the start, or every state of a solution.

use super::Rolls;
use super::TathamCube;
use super::rules::Game;
use crate::render::{BoardScene, CubeView, Mark, Paint, Panel, Sample, Scene};

pub(super) fn scene(puzzle: &TathamCube, rolls: Option<&Rolls>) -> Scene {
    let mut game = Game::new(puzzle);
    let mut panels = vec![panel(puzzle, &game, "start".into())];
    for (i, letter) in rolls.iter().flat_map(|rolls| rolls.moves.chars()).enumerate() {
        // Verified solutions never stop here; of unverified moves, the picture shows those before the first impossible one.
        if game.roll(puzzle, i + 1, letter).is_err() {
            break;
        }
        let blue = game.faces.iter().filter(|&&blue| blue).count();
        panels.push(panel(puzzle, &game, format!("{} {letter} {blue}/6", i + 1)));
    }
    let (title, notes) = match rolls {
        None => ("The Cube at its start".into(), Vec::new()),
        Some(rolls) => (
            format!("The Cube in {} moves", rolls.length),
            vec![
                "After each move: how many of the six faces are blue. The sides of the cube are folded outwards."
                    .into(),
            ],
        ),
    };
    BoardScene { title, legend: legend(&panels), panels, notes }.into()
}

/// A board: squares that are blue or white, and the cube.
fn panel(puzzle: &TathamCube, game: &Game, caption: String) -> Panel {
    let mut panel = Panel::new(caption, puzzle.board.clone());
    let [top, _, north, south, east, west] = game.faces.map(paint);
    for (index, (mark, &blue)) in panel.marks.iter_mut().zip(&game.blue).enumerate() {
        let stands = panel.board.cell(index) == game.cell;
        *mark = square(blue, stands.then_some(CubeView { top, sides: [north, east, south, west] }));
    }
    panel
}

const fn paint(blue: bool) -> Paint {
    if blue { Paint::Blue } else { Paint::Plain }
}

/// A square, with the cube if it is there.
fn square(blue: bool, cube: Option<CubeView>) -> Mark {
    let code = match (cube.is_some(), blue) {
        (true, true) => "▣",
        (true, false) => "□",
        (false, true) => "■",
        (false, false) => "·",
    };
    Mark { code: code.into(), paint: paint(blue), cube, ..Mark::default() }
}

/// What the squares mean, as far as they are in the picture.
fn legend(panels: &[Panel]) -> Vec<Sample> {
    let white = Some(CubeView::default());
    let all = [
        (square(true, None), "a blue square"),
        (square(false, None), "a white square"),
        (square(false, white), "the cube"),
        (square(true, white), "the cube on a blue square"),
    ];
    let is_drawn = |code: &str| panels.iter().flat_map(|panel| &panel.marks).any(|mark| mark.code == code);
    all.into_iter().filter(|(mark, _)| is_drawn(&mark.code)).map(|(mark, text)| Sample::of(mark, text)).collect()
}
