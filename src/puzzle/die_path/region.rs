//! The cells that an encoding has to know: the board, or on the plane a box that holds a shortest path.
//!
//! On the plane a shortest path is at most 6 longer than the Manhattan distance of its ends, so it strays at most 3 from the
//! rectangle that they span: every cell further out costs two rolls each way and back. A box with a margin of 3 is enough.

use super::plane::STRAY;
use super::{DiePath, Runner};
use crate::geometry::{Cell, Die, Direction};

/// A cell and an orientation, by their numbers.
pub(super) type State = (usize, usize);

/// A rectangle of cells in numbers, and orientations o ∈ 0..24 of each die's handedness.
pub(super) struct Region {
    west: i64,
    south: i64,
    columns: i64,
    free: Vec<bool>,
    /// The orientations of each die's handedness.
    hands: Vec<&'static [Die; 24]>,
    /// By die the states in which it may start.
    pub(super) starts: Vec<Vec<State>>,
    /// By die the states in which it may end.
    pub(super) goals: Vec<Vec<State>>,
}

/// West, south, columns and rows of the rectangle.
fn rectangle(puzzle: &DiePath) -> (i64, i64, i64, i64) {
    if let Some(board) = &puzzle.board {
        return (0, 0, board.columns() as i64, board.rows() as i64);
    }
    let (a, b) = (puzzle.runners[0].start, puzzle.runners[0].goal);
    let (west, south) = (a.x.min(b.x) - STRAY, a.y.min(b.y) - STRAY);
    (west, south, a.x.max(b.x) + STRAY - west + 1, a.y.max(b.y) + STRAY - south + 1)
}

/// How many cells the rectangle has: asked before memory is taken.
pub(super) fn size(puzzle: &DiePath) -> u128 {
    let (_, _, columns, rows) = rectangle(puzzle);
    u128::from(columns.unsigned_abs()) * u128::from(rows.unsigned_abs())
}

impl Region {
    pub(super) fn new(puzzle: &DiePath) -> Self {
        let (west, south, columns, rows) = rectangle(puzzle);
        let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(west + x, south + y)));
        let is_free = |cell| puzzle.board.as_ref().is_none_or(|board| board.is_free(cell));
        let mut region = Self {
            west,
            south,
            columns,
            free: cells.map(is_free).collect(),
            hands: puzzle.runners.iter().map(|runner| Die::all(runner.start_dice[0].handedness())).collect(),
            starts: Vec::new(),
            goals: Vec::new(),
        };
        let states = |cell: Cell, dice: &[Die]| {
            region.number(cell).map_or(Vec::new(), |c| dice.iter().map(|die| (c, die.index())).collect())
        };
        let each = |end: &dyn Fn(&Runner) -> Vec<State>| puzzle.runners.iter().map(end).collect::<Vec<_>>();
        let starts = each(&|runner| states(runner.start, &runner.start_dice));
        // Goals of the other hand are out of reach.
        let goals = each(&|runner| {
            let same_hand = runner.goal_dice[0].handedness() == runner.start_dice[0].handedness();
            if same_hand { states(runner.goal, &runner.goal_dice) } else { Vec::new() }
        });
        (region.starts, region.goals) = (starts, goals);
        region
    }

    /// The number of a free cell of the rectangle.
    fn number(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x - self.west, cell.y - self.south);
        let inside = (0..self.columns).contains(&x) && y >= 0;
        let number = inside.then(|| (y * self.columns + x) as usize)?;
        self.free.get(number).copied().unwrap_or(false).then_some(number)
    }

    /// The state of a die after a roll, if the cell there is free.
    pub(super) fn roll(&self, die: usize, (c, o): State, direction: Direction) -> Option<State> {
        let (x, y) = (c as i64 % self.columns, c as i64 / self.columns);
        let cell = Cell::new(self.west + x, self.south + y).step(direction)?;
        Some((self.number(cell)?, self.hands[die][o].roll(direction).index()))
    }
}
