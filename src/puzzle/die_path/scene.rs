//! The picture of a die path: the trail, and on each cell the top face when the die was there last.

use super::{DiePath, Route};
use crate::geometry::{Board, Cell, Die, Direction};
use crate::render::{Scene, Segment};

/// Paths over more columns or rows are not drawn cell by cell.
const MAX_SIDE: i64 = 60;

pub(super) fn scene(puzzle: &DiePath, route: Option<&Route>) -> Scene {
    let title = route.map_or_else(|| "Die path".into(), |route| format!("Die path of {} rolls", route.length));
    let rolls = route.and_then(|route| route.moves.as_deref()).map(rolls).unwrap_or_default();
    let states = replay(puzzle, &rolls);
    let cells = || states.iter().map(|&(cell, _)| cell).chain([puzzle.goal]);
    let (west, east) = (cells().map(|c| c.x).min(), cells().map(|c| c.x).max());
    let (south, north) = (cells().map(|c| c.y).min(), cells().map(|c| c.y).max());
    let (Some(west), Some(east), Some(south), Some(north)) = (west, east, south, north) else {
        return ends_only(title, puzzle);
    };
    // On a board the whole board is drawn, on the plane the part that the path uses.
    let (board, origin) = match &puzzle.board {
        Some(board) => (Some(board.clone()), Cell::new(0, 0)),
        None => (Board::new(east - west + 1, north - south + 1, &[]).ok(), Cell::new(west, south)),
    };
    let too_long = route.is_some_and(|route| route.moves.is_none());
    let small = |board: &Board| board.columns() as i64 <= MAX_SIDE && board.rows() as i64 <= MAX_SIDE;
    let Some(board) = board.filter(|board| small(board) && !too_long) else { return ends_only(title, puzzle) };
    let mut scene = Scene::new(title, board);
    let place = |cell: Cell| Cell::new(cell.x - origin.x, cell.y - origin.y);
    if route.is_none()
        && let Some(mark) = scene.mark(place(puzzle.goal))
    {
        mark.main = top_of(&puzzle.goal_dice);
        mark.order = "goal".into();
    }
    for (i, &(cell, die)) in states.iter().enumerate() {
        if let Some(mark) = scene.mark(place(cell)) {
            mark.main = if i == 0 { top_of(&puzzle.start_dice) } else { die.top().to_string() };
            mark.order = (i + 1).to_string();
        }
    }
    let pairs = states.windows(2).map(|pair| (place(pair[0].0), place(pair[1].0)));
    scene.trail = pairs.map(|(from, to)| Segment { from, to, closing: false }).collect();
    scene
}

fn rolls(moves: &str) -> Vec<Direction> {
    let of = |letter| Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
    moves.chars().filter_map(of).collect()
}

/// The cells and dice along the path, from the start orientation that leads to the goal.
fn replay(puzzle: &DiePath, rolls: &[Direction]) -> Vec<(Cell, Die)> {
    let end = |die: &Die| rolls.iter().fold(*die, |die, &direction| die.roll(direction));
    let start = puzzle.start_dice.iter().copied().find(|die| puzzle.goal_dice.contains(&end(die)));
    let mut states = vec![(puzzle.start, start.unwrap_or(puzzle.start_dice[0]))];
    for &direction in rolls {
        let (cell, die) = states[states.len() - 1];
        states.push((cell.step(direction).unwrap_or(cell), die.roll(direction)));
    }
    states
}

/// The top face where it is fixed.
fn top_of(dice: &[Die]) -> String {
    let top = dice[0].top();
    if dice.iter().all(|die| die.top() == top) { top.to_string() } else { "?".into() }
}

/// For paths too long to be drawn: the start and the goal.
fn ends_only(title: String, puzzle: &DiePath) -> Scene {
    let board = Board::new(3, 1, &[]).expect("three cells are a board");
    let mut scene = Scene::new(title, board);
    let ends = [(0, top_of(&puzzle.start_dice), "start"), (1, "…".into(), ""), (2, top_of(&puzzle.goal_dice), "goal")];
    for (x, main, order) in ends {
        if let Some(mark) = scene.mark(Cell::new(x, 0)) {
            (mark.main, mark.order) = (main, order.into());
        }
    }
    scene
}
