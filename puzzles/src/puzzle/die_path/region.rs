//! The cells that an encoding or a search needs: the board, or on the plane a box that holds a shortest path.
//!
//! On the plane a shortest path is at most 6 longer than the Manhattan distance of its ends (`docs/plane.md`, theorem 1), so it does
//! not leave the rectangle that they span, widened by 3 on each side (corollary 1). Nothing here depends on the folding of `plane.rs`
//! (theorem 2).

use super::plane::STRAY;
use super::{DiePath, Runner};
use crate::geometry::Cell;
use crate::puzzle::Start;
use crate::rolling::{CellGraph, RollGraph, State, Terminal};

/// A die on the numbered cells of a rectangle, blocked ones included, with its start and goal states.
pub(super) struct Region {
    pub(super) graph: RollGraph,
    /// The states in which the die may start.
    pub(super) starts: Vec<State>,
    /// The states in which it may end: none if the goal has the other handedness.
    pub(super) goals: Vec<State>,
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

/// The number of cells of the rectangle, computed before memory is allocated.
pub(super) fn size(puzzle: &DiePath) -> u128 {
    let (_, _, columns, rows) = rectangle(puzzle);
    u128::from(columns.unsigned_abs()) * u128::from(rows.unsigned_abs())
}

impl Region {
    /// A region for each die, all with the same cells.
    pub(super) fn of_each(puzzle: &DiePath) -> Vec<Self> {
        let (west, south, columns, rows) = rectangle(puzzle);
        let is_free = |cell| puzzle.board.as_ref().is_none_or(|board| board.is_free(cell));
        // A model or a search of too many cells was refused before.
        let cells = CellGraph::of_rectangle(Cell::new(west, south), (columns as usize, rows as usize), is_free);
        puzzle.runners.iter().map(|runner| Self::new(cells.clone(), runner)).collect()
    }

    /// The region of the only die.
    pub(super) fn of_one(puzzle: &DiePath) -> Self {
        Self::of_each(puzzle).swap_remove(0)
    }

    /// A state as the start of a path.
    pub(super) fn start(&self, state: State) -> Start {
        let (cell, die) = self.graph.placed(state);
        Start { cell, die }
    }

    fn new(cells: CellGraph, runner: &Runner) -> Self {
        let graph = RollGraph::new(cells, runner.start_dice[0].handedness());
        let states = |cell, dice| Terminal::new(&graph, Some(cell), dice).states(&graph).collect();
        let starts = states(runner.start, &runner.start_dice[..]);
        let goals = states(runner.goal, &runner.goal_dice[..]);
        Self { graph, starts, goals }
    }
}
