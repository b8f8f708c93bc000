//! The replay of a labeled board: the die, and how many of the labels it has visited.

use std::collections::HashSet;

use super::{LabeledBoard, Trail};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::puzzle::rolled::{before, rolled};
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Meaning, Readout, Sides, Stage};

/// `None` if there is too much to play.
pub(super) fn stage(puzzle: &LabeledBoard, trail: Option<&Trail>) -> Option<Stage> {
    if trail.is_some_and(|trail| trail.moves.len() > drawing::MAX_STEPS) {
        return None;
    }
    let stage = match trail {
        None => before(&puzzle.board, puzzle.start_cell, &puzzle.start_dice),
        Some(trail) => solved(puzzle, trail),
    };
    Some(Stage::Board(with_labels(puzzle, stage)))
}

fn solved(puzzle: &LabeledBoard, trail: &Trail) -> BoardStage {
    let (mut stage, states) = rolled(&puzzle.board, trail.start, trail.made());
    let labels = puzzle.labeled_cells().len();
    let mut visited = HashSet::new();
    let values = states.iter().map(|&(cell, _)| {
        visited.extend(puzzle.label(cell).map(|_| cell));
        format!("{} of {labels}", visited.len())
    });
    stage.readouts.push(Readout { name: "labels", values: values.collect() });
    stage.closed = puzzle.closed && states.len() > 1 && states[states.len() - 1].0 == trail.start.cell;
    stage
}

fn with_labels(puzzle: &LabeledBoard, mut stage: BoardStage) -> BoardStage {
    for cell in puzzle.labeled_cells() {
        stage.cell(cell).label = puzzle.label(cell).map(|label| label.to_string());
    }
    stage.legend.push(Meaning { sign: String::new(), text: drawing::LABEL.into() });
    if let Some(cell) = puzzle.goal_cell {
        let faces = Sides::shared(puzzle.goal_dice.iter().map(|&die| Sides::of_die(die))).known();
        stage.cell(cell).ends.push(End { name: EndName::Goal, solid: Some(0), faces });
    }
    stage
}
