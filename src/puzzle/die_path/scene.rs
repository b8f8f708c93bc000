//! The picture of a die path: the trails, and on each cell the top face at the last visit.

use super::{DiePath, Route, Runner};
use crate::geometry::{Board, Cell, Die, Direction};
use crate::render::{BoardScene, Scene, Segment};

/// Paths over more columns or rows are not drawn cell by cell.
const MAX_SIDE: i64 = 60;

pub(super) fn scene(puzzle: &DiePath, route: Option<&Route>) -> Scene {
    let title = route.map_or_else(|| "Die path".into(), |route| format!("Die path of {} rolls", route.length));
    let trails: Vec<Vec<(Cell, Die)>> =
        puzzle.runners.iter().enumerate().map(|(i, runner)| replay(runner, &rolls(puzzle, route, i))).collect();
    let too_long = route.is_some_and(|route| route.moves.is_none());
    let Some((board, origin)) = drawn_board(puzzle, &trails).filter(|_| !too_long) else {
        return ends_only(title, puzzle);
    };
    let mut scene = BoardScene::new(title, board);
    let place = |cell: Cell| Cell::new(cell.x - origin.x, cell.y - origin.y);
    for (i, (runner, trail)) in puzzle.runners.iter().zip(&trails).enumerate() {
        // The visits of a second die are marked by a letter, its trail by dots.
        let prefix = if i > 0 { "b" } else { "" };
        if route.is_none()
            && let Some(mark) = scene.mark(place(runner.goal))
        {
            (mark.main, mark.order) = (top_of(&runner.goal_dice), format!("{prefix}goal"));
        }
        for (step, &(cell, die)) in trail.iter().enumerate() {
            if let Some(mark) = scene.mark(place(cell)) {
                let top = if route.is_none() { top_of(&runner.start_dice) } else { die.top().to_string() };
                (mark.main, mark.order) = (top, format!("{prefix}{}", step + 1));
            }
        }
        let pairs = trail.windows(2).map(|pair| (place(pair[0].0), place(pair[1].0)));
        scene.panels[0].trail.extend(pairs.map(|(from, to)| Segment { from, to, closing: i > 0 }));
    }
    scene.into()
}

/// The board that is drawn, and its south-west cell: the whole board, or the part of the plane that the paths use. `None` if that
/// is too large.
fn drawn_board(puzzle: &DiePath, trails: &[Vec<(Cell, Die)>]) -> Option<(Board, Cell)> {
    let (board, origin) = if let Some(board) = &puzzle.board {
        (board.clone(), Cell::new(0, 0))
    } else {
        let goals = puzzle.runners.iter().map(|runner| runner.goal);
        let cells: Vec<Cell> = trails.iter().flatten().map(|&(cell, _)| cell).chain(goals).collect();
        let least = |coordinate: fn(&Cell) -> i64| cells.iter().map(coordinate).min();
        let largest = |coordinate: fn(&Cell) -> i64| cells.iter().map(coordinate).max();
        let (west, south) = (least(|c| c.x)?, least(|c| c.y)?);
        let (columns, rows) = (largest(|c| c.x)? - west + 1, largest(|c| c.y)? - south + 1);
        (Board::new(columns, rows, &[]).ok()?, Cell::new(west, south))
    };
    (board.columns() as i64 <= MAX_SIDE && board.rows() as i64 <= MAX_SIDE).then_some((board, origin))
}

/// The rolls of one of the dice, in order.
fn rolls(puzzle: &DiePath, route: Option<&Route>, die: usize) -> Vec<Direction> {
    let number = if puzzle.runners.len() > 1 { (die + 1).to_string() } else { String::new() };
    let of = |roll: &str| {
        let letter = roll.strip_prefix(&number)?;
        Direction::ALL.into_iter().find(|direction| direction.letter().to_string() == letter)
    };
    let short = route.filter(|route| route.moves.is_some());
    let runs = short.map_or(&[][..], |route| &route.runs[..]).iter();
    runs.filter_map(|(roll, count)| Some(std::iter::repeat_n(of(roll)?, *count as usize))).flatten().collect()
}

/// The cells and orientations along a path, from the start orientation that leads to the goal.
fn replay(runner: &Runner, rolls: &[Direction]) -> Vec<(Cell, Die)> {
    let end = |die: &Die| rolls.iter().fold(*die, |die, &direction| die.roll(direction));
    let start = runner.start_dice.iter().copied().find(|die| runner.goal_dice.contains(&end(die)));
    let mut states = vec![(runner.start, start.unwrap_or(runner.start_dice[0]))];
    for &direction in rolls {
        let (cell, die) = states[states.len() - 1];
        states.push((cell.step(direction).unwrap_or(cell), die.roll(direction)));
    }
    states
}

/// The top face if it is fixed, otherwise `?`.
fn top_of(dice: &[Die]) -> String {
    let top = dice[0].top();
    if dice.iter().all(|die| die.top() == top) { top.to_string() } else { "?".into() }
}

/// For paths too long to be drawn: the start and the goal.
fn ends_only(title: String, puzzle: &DiePath) -> Scene {
    let board = Board::new(3, 1, &[]).expect("three cells are a board");
    let mut scene = BoardScene::new(title, board);
    let runner = &puzzle.runners[0];
    let ends = [(0, top_of(&runner.start_dice), "start"), (1, "…".into(), ""), (2, top_of(&runner.goal_dice), "goal")];
    for (x, main, order) in ends {
        if let Some(mark) = scene.mark(Cell::new(x, 0)) {
            (mark.main, mark.order) = (main, order.into());
        }
    }
    scene.into()
}
