//! The picture of a labeled board: the framed labels, and the trail with the top face of the last visit to each cell.

use itertools::Itertools as _;

use super::{LabeledBoard, Objective, Trail};
use crate::geometry::{Cell, Direction};
use crate::render::{BoardScene, Scene, Segment};

/// The most visits of a cell that are numbered.
const SHOWN_VISITS: usize = 2;

pub(super) fn scene(puzzle: &LabeledBoard, trail: Option<&Trail>) -> Scene {
    let title = match (trail, puzzle.objective) {
        (Some(trail), _) => format!("Labeled board in {} rolls", trail.length),
        (None, Objective::Min) => "Labeled board for the fewest rolls".into(),
        (None, Objective::Any) => "Labeled board".into(),
    };
    let mut scene = BoardScene::new(title, puzzle.board.clone());
    for cell in puzzle.labeled_cells() {
        if let (Some(mark), Some(label)) = (scene.mark(cell), puzzle.label(cell)) {
            (mark.main, mark.framed) = (label.to_string(), true);
        }
    }
    match trail {
        Some(trail) => draw(&mut scene, puzzle, trail),
        None => ends(&mut scene, puzzle),
    }
    scene.into()
}

/// Marks the start and the goal of an unsolved board, as far as they are fixed.
fn ends(scene: &mut BoardScene, puzzle: &LabeledBoard) {
    let of = |dice: &[crate::geometry::Die]| dice.iter().map(|die| die.top()).all_equal_value().ok();
    let goal = (puzzle.goal_cell, of(&puzzle.goal_dice), "goal");
    for (cell, top, name) in [goal, (puzzle.start_cell, of(&puzzle.start_dice), "start")] {
        let Some(mark) = cell.and_then(|cell| scene.mark(cell)) else { continue };
        name.clone_into(&mut mark.order);
        if mark.main.is_empty() {
            mark.main = top.map_or_else(|| "?".into(), |top| top.to_string());
        }
    }
}

fn draw(scene: &mut BoardScene, puzzle: &LabeledBoard, trail: &Trail) {
    let mut cell = trail.start.cell;
    let mut cells: Vec<Cell> = vec![cell];
    for letter in trail.moves.chars() {
        cell = Direction::of_letter(letter).and_then(|roll| cell.step(roll)).unwrap_or(cell);
        cells.push(cell);
    }
    let shown = cells.len() - usize::from(puzzle.closed);
    for (cell, visits) in (0..shown).into_group_map_by(|&i| cells[i]) {
        let Some(mark) = scene.mark(cell) else { continue };
        mark.order = visits.iter().take(SHOWN_VISITS).map(|i| i + 1).join(",");
        if visits.len() > SHOWN_VISITS {
            mark.order.push('…');
        }
        if let Some(top) = visits.last().and_then(|&i| trail.tops.get(i)) {
            mark.main = top.to_string();
        }
    }
    let last = cells.len().saturating_sub(2);
    let segments = cells.iter().tuple_windows().enumerate();
    scene.panels[0].trail.extend(segments.map(|(i, (&from, &to))| Segment {
        from,
        to,
        closing: puzzle.closed && i == last,
    }));
}
