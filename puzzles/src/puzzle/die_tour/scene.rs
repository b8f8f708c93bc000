//! The picture of a die tour.

use super::{DieTour, Objective, Tour};
use crate::puzzle::drawing;
use crate::render::{BoardScene, EndKind, Scene, Trail};

pub(super) fn scene(puzzle: &DieTour, tour: Option<&Tour>) -> Scene {
    let Some(tour) = tour else { return before(puzzle) };
    let mut scene = BoardScene::new(format!("Die tour with total {}", tour.total), puzzle.board.clone());
    let way: Vec<_> = tour.cells.iter().copied().zip(tour.tops.iter().copied()).collect();
    drawing::put_visits(&mut scene.panels[0], &way, "");
    drawing::put_end(&mut scene, tour.start.cell, drawing::end(EndKind::Start, None, &[tour.start.die]));
    scene.panels[0].trails = vec![Trail { is_closed: puzzle.closed, ..Trail::new(tour.cells.clone()) }];
    let back = if puzzle.closed { ", the dotted one back to the start" } else { "" };
    scene.notes.push(format!("{} rolls{back}; the top faces add up to {}", tour.moves.len(), tour.total));
    scene.into()
}

/// The board before the tour: the start, as far as it is fixed.
fn before(puzzle: &DieTour) -> Scene {
    let wanted = match (puzzle.total, puzzle.objective) {
        (Some(total), _) => format!("with total {total}"),
        (None, Objective::Max) => "for the largest total".into(),
        (None, Objective::Min) => "for the smallest total".into(),
        (None, Objective::Any) => "for any total".into(),
    };
    let closed = if puzzle.closed { "Closed die" } else { "Die" };
    let mut scene = BoardScene::new(format!("{closed} tour {wanted}"), puzzle.board.clone());
    match puzzle.start_cell {
        Some(cell) => drawing::put_end(&mut scene, cell, drawing::end(EndKind::Start, None, &puzzle.start_dice)),
        None => scene.notes.push("The start cell is open.".into()),
    }
    scene.into()
}
