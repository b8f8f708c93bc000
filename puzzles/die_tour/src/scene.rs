//! The picture of a die tour.

use itertools::Itertools as _;

use super::{DieTour, Objective, Tour};
use tumble_puzzles::geometry::Die;
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::puzzle::rolled::{before, rolled};
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Readout, Sides, Stage};
use tumble_puzzles::render::{BoardScene, EndKind, Scene, Trail};

pub(super) fn scene(puzzle: &DieTour, tour: Option<&Tour>) -> Scene {
    let Some(tour) = tour else { return unsolved(puzzle) };
    let mut scene = BoardScene::new(format!("Die tour with total {}", tour.total), puzzle.board.clone());
    drawing::put_labels(&mut scene, puzzle.labeled(), drawing::LABEL);
    let way: Vec<_> = tour.cells.iter().copied().zip(tour.tops.iter().copied()).collect();
    drawing::put_visits(&mut scene.panels[0], &way, "");
    drawing::put_end(&mut scene, tour.start.cell, drawing::end(EndKind::Start, None, &[tour.start.die]));
    // The way of moves that break a rule may not come back.
    let is_closed = puzzle.closed && tour.cells.len() == tour.moves.len();
    scene.panels[0].trails = vec![Trail { is_closed, ..Trail::new(tour.cells.clone()) }];
    let back = if puzzle.closed { ", the dotted one back to the start" } else { "" };
    scene.notes.push(format!("{} rolls{back}; the top faces add up to {}", tour.moves.len(), tour.total));
    scene.notes.extend(wishes(puzzle));
    scene.into()
}

/// The board before the tour: the start, as far as it is fixed.
fn unsolved(puzzle: &DieTour) -> Scene {
    let wanted = match (puzzle.total, puzzle.objective) {
        (Some(total), _) => format!("with total {total}"),
        (None, Objective::Max) => "for the largest total".into(),
        (None, Objective::Min) => "for the smallest total".into(),
        (None, Objective::Any) => "for any total".into(),
    };
    let closed = if puzzle.closed { "Closed die" } else { "Die" };
    let mut scene = BoardScene::new(format!("{closed} tour {wanted}"), puzzle.board.clone());
    drawing::put_labels(&mut scene, puzzle.labeled(), drawing::LABEL);
    if let Some(cell) = puzzle.goal_cell {
        let dice = puzzle.goal_dice.as_deref().unwrap_or_else(|| Die::all(puzzle.start_dice[0].handedness()));
        drawing::put_end(&mut scene, cell, drawing::end(EndKind::Goal, None, dice));
    }
    match puzzle.start_cell {
        Some(cell) => drawing::put_end(&mut scene, cell, drawing::end(EndKind::Start, None, &puzzle.start_dice)),
        None => scene.notes.push("The start cell is open.".into()),
    }
    scene.notes.extend(wishes(puzzle));
    scene.into()
}

/// What faces count and must not show, in words.
fn wishes(puzzle: &DieTour) -> Vec<String> {
    let counts = puzzle.values.in_words();
    let mut notes = Vec::new();
    if !counts.is_empty() {
        notes.push(format!("What is added up: the faces on top{counts}."));
    }
    notes.extend(drawing::note_on_never(&puzzle.never));
    if !puzzle.never_between.is_empty() {
        notes.push(format!("On top at the ends only: {}.", puzzle.never_between.iter().join(", ")));
    }
    notes
}

// The replay of a die tour: the die, and the sum of the faces that were on top.

/// A board with more cells has no replay.
const MAX_CELLS: usize = 10_000;

pub(super) fn stage(puzzle: &DieTour, tour: Option<&Tour>) -> Option<Stage> {
    if puzzle.board.size() > MAX_CELLS {
        return None;
    }
    let Some(tour) = tour else {
        let stage = before(&puzzle.board, puzzle.start_cell, &puzzle.start_dice);
        return Some(Stage::Board(with_wishes(puzzle, stage)));
    };
    // Of moves that break a rule those up to the fault.
    let rolls = tour.cells.len().saturating_sub(usize::from(!puzzle.closed));
    let (mut stage, states) = rolled(&puzzle.board, tour.start, tour.moves.get(..rolls).unwrap_or(&tour.moves));
    // The roll back to the start adds nothing.
    let counted = |i: usize| i < tour.cells.len();
    let sums = states.iter().enumerate().scan(0, |sum, (i, (cell, die))| {
        *sum += if counted(i) { puzzle.value(*cell, die.top()) } else { 0 };
        Some(sum.to_string())
    });
    stage.readouts.push(Readout { name: "sum", values: sums.collect() });
    stage.closed = puzzle.closed && states.len() > tour.cells.len();
    Some(Stage::Board(with_wishes(puzzle, stage)))
}

/// The labels and the goal.
fn with_wishes(puzzle: &DieTour, mut stage: BoardStage) -> BoardStage {
    for (cell, label) in puzzle.labeled() {
        stage.cell(cell).label = Some(label.to_string());
    }
    if let Some(cell) = puzzle.goal_cell {
        let dice = puzzle.goal_dice.iter().flatten().map(|&die| Sides::of_die(die));
        let faces = puzzle.goal_dice.as_ref().and_then(|_| Sides::shared(dice).known());
        stage.cell(cell).ends.push(End { name: EndName::Goal, solid: Some(0), faces });
    }
    stage
}
