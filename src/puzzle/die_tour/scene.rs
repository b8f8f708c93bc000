//! The picture of a die tour.

use itertools::Itertools as _;

use super::{DieTour, Objective, Tour};
use crate::render::{BoardScene, Scene, Segment};

pub(super) fn scene(puzzle: &DieTour, tour: Option<&Tour>) -> Scene {
    let Some(tour) = tour else { return before(puzzle) };
    let mut scene = BoardScene::new(format!("Die tour with total {}", tour.total), puzzle.board.clone());
    for (i, (&cell, top)) in tour.cells.iter().zip(&tour.tops).enumerate() {
        if let Some(mark) = scene.mark(cell) {
            mark.order = (i + 1).to_string();
            mark.main = top.to_string();
        }
    }
    let trail = &mut scene.panels[0].trail;
    trail.extend(tour.cells.iter().tuple_windows().map(|(&from, &to)| Segment { from, to, closing: false }));
    if let (true, Some(&from)) = (puzzle.closed, tour.cells.last()) {
        trail.push(Segment { from, to: tour.start.cell, closing: true });
    }
    scene.into()
}

/// The board before the tour: the start, as far as it is fixed.
fn before(puzzle: &DieTour) -> Scene {
    let wanted = match puzzle.objective {
        Objective::Max => "the largest total",
        Objective::Min => "the smallest total",
        Objective::Any => "any total",
    };
    let mut scene = BoardScene::new(format!("Die tour for {wanted}"), puzzle.board.clone());
    let top = puzzle.start_dice.iter().map(|die| die.top()).all_equal_value();
    if let Some(mark) = puzzle.start_cell.and_then(|cell| scene.mark(cell)) {
        mark.order = "1".into();
        mark.main = top.map_or_else(|_| "?".into(), |top| top.to_string());
    }
    scene.into()
}
