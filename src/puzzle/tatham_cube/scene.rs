//! The picture of a Cube: the start, or every state of a solution.

use super::Rolls;
use super::TathamCube;
use super::rules::Game;
use crate::render::{BoardScene, CubeView, Mark, Paint, Panel, Scene};

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
    let title =
        rolls.map_or_else(|| "The Cube at its start".into(), |rolls| format!("The Cube in {} moves", rolls.length));
    BoardScene { title, panels }.into()
}

/// A board: blue squares are full, white ones are dots; the cube is an open square over white, a full one over blue.
fn panel(puzzle: &TathamCube, game: &Game, caption: String) -> Panel {
    let mut panel = Panel::new(caption, puzzle.board.clone());
    let paint = |blue: bool| if blue { Paint::Blue } else { Paint::Plain };
    let [top, _, north, south, east, west] = game.faces.map(paint);
    for (index, (mark, &blue)) in panel.marks.iter_mut().zip(&game.blue).enumerate() {
        let stands = panel.board.cell(index) == game.cell;
        let main = match (stands, blue) {
            (true, true) => "▣",
            (true, false) => "□",
            (false, true) => "B",
            (false, false) => ".",
        };
        let cube = stands.then_some(CubeView { top, sides: [north, east, south, west] });
        *mark = Mark { main: main.into(), paint: paint(blue), cube, ..Mark::default() };
    }
    panel
}
