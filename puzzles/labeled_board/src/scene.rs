//! The picture of a labeled board: the framed labels, and the trail with the numbers of the visits and the top face of the last one.

use std::collections::HashSet;

use super::{LabeledBoard, Objective, Trail};
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::puzzle::rolled::{before, rolled};
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Meaning, Readout, Sides, Stage};
use tumble_puzzles::render::{self, BoardScene, EndKind, Scene};

pub(super) fn scene(puzzle: &LabeledBoard, trail: Option<&Trail>) -> Scene {
    let title = match (trail, puzzle.objective) {
        (Some(trail), _) => format!("Labeled board in {} rolls", trail.length),
        (None, Objective::Min) => "Labeled board for the fewest rolls".into(),
        (None, Objective::Any) => "Labeled board".into(),
    };
    let mut scene = BoardScene::new(title, puzzle.board.clone());
    let labels = puzzle.labeled_cells().into_iter().filter_map(|cell| Some((cell, puzzle.label(cell)?)));
    drawing::put_labels(&mut scene, labels, drawing::LABEL);
    if !puzzle.order.is_empty() {
        let order: Vec<String> = puzzle.order.iter().map(|&i| puzzle.board.cell(i).to_string()).collect();
        scene.notes.push(format!("The labels that are entered first, in this order: {}.", order.join(", ")));
    }
    match trail {
        Some(trail) => draw(&mut scene, puzzle, trail),
        None => ends(&mut scene, puzzle),
    }
    scene.into()
}

/// Marks the start and the goal of an unsolved board, as far as they are fixed.
fn ends(scene: &mut BoardScene, puzzle: &LabeledBoard) {
    let start = (puzzle.start_cell, &puzzle.start_dice, EndKind::Start);
    let goal = (puzzle.goal_cell, &puzzle.goal_dice, EndKind::Goal);
    for (cell, dice, kind) in [start, goal] {
        if let Some(cell) = cell {
            drawing::put_end(scene, cell, drawing::end(kind, None, dice));
        }
    }
    if puzzle.start_cell.is_none() {
        scene.notes.push("The start cell is open.".into());
    }
    if puzzle.closed {
        scene.notes.push("The trail is closed: its last roll leads back to the start.".into());
    }
}

fn draw(scene: &mut BoardScene, puzzle: &LabeledBoard, trail: &Trail) {
    let mut die = trail.start.die;
    let mut way: Vec<(Cell, Die)> = vec![(trail.start.cell, die)];
    for direction in trail.made().chars().filter_map(Direction::of_letter).take(drawing::MAX_STEPS) {
        let cell = way[way.len() - 1].0;
        die = die.roll(direction);
        way.push((cell.step(direction).unwrap_or(cell), die));
    }
    // The way of moves that break a rule may end elsewhere.
    let end = way[way.len() - 1].0;
    let is_closed = puzzle.closed && way.len() > 1 && end == trail.start.cell;
    if is_closed {
        way.pop();
    }
    let visits: Vec<(Cell, u8)> = way.iter().map(|&(cell, die)| (cell, die.top())).collect();
    drawing::put_visits(&mut scene.panels[0], &visits, "");
    drawing::put_end(scene, trail.start.cell, drawing::end(EndKind::Start, None, &[trail.start.die]));
    if !puzzle.closed {
        let (goal, dice) = puzzle
            .goal_cell
            .filter(|&goal| goal != end)
            .map_or((end, vec![die]), |goal| (goal, puzzle.goal_dice.clone()));
        drawing::put_end(scene, goal, drawing::end(EndKind::Goal, None, &dice));
    }
    let cells = way.iter().map(|&(cell, _)| cell).collect();
    scene.panels[0].trails = vec![render::Trail { is_closed, ..render::Trail::new(cells) }];
    let sum: u64 = trail.tops.iter().map(|&top| u64::from(top)).sum();
    let back = if puzzle.closed { ", the dotted one back to the start" } else { "" };
    scene.notes.push(format!("{} rolls{back}; the top faces add up to {sum}", trail.length));
    scene.notes.extend(drawing::note_on_visits(scene));
    scene.notes.extend(drawing::note_on_moves(drawing::MAX_STEPS, trail.moves.len()));
}

// The replay of a labeled board: the die, and how many of the labels it has visited.

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
