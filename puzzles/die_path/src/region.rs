//! The cells that an encoding or a search needs: the board, or on the plane a box that holds a shortest path.
//!
//! On the plane a shortest path is at most 6 longer than the Manhattan distance of its ends (`docs/plane.md`, theorem 1), so it does
//! not leave the rectangle that they span, widened by 3 on each side (corollary 1). Nothing here depends on the folding of `plane.rs`
//! (theorem 2).

use super::plane::STRAY;
use super::{DiePath, Route, Runner, Sum};
use tumble_puzzles::geometry::{Cell, Die, Direction, Face};
use tumble_puzzles::instance::LabelKind;
use tumble_puzzles::puzzle::Start;
use tumble_rolling::{CellGraph, RollGraph, State, Terminal};

/// A die on the numbered cells of a rectangle, blocked ones included, with its start and goal states.
pub(super) struct Region {
    pub(super) graph: RollGraph,
    /// The states in which the die may start.
    pub(super) starts: Vec<State>,
    /// The states in which it may end, in order: none if the goal has the other handedness.
    pub(super) goals: Vec<State>,
}

/// West, south, columns and rows of the rectangle.
fn rectangle(puzzle: &DiePath) -> (i64, i64, i64, i64) {
    if let Some(board) = &puzzle.board {
        return (0, 0, board.columns() as i64, board.rows() as i64);
    }
    // On the plane there is a goal cell.
    let a = puzzle.runners[0].start;
    let b = puzzle.runners[0].goal.unwrap_or(a);
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
        let size = [columns, rows].map(|side| usize::try_from(side).expect("a rectangle has sides"));
        let cells = CellGraph::of_rectangle(Cell::new(west, south), size.into(), is_free);
        puzzle.runners.iter().map(|runner| Self::new(puzzle, cells.clone(), runner)).collect()
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

    /// The path that makes these rolls from a state, with its sum where there is one.
    pub(super) fn route(&self, puzzle: &DiePath, start: State, rolls: Vec<Direction>) -> Route {
        let roll = |state: &State, &roll: &Direction| self.graph.roll(*state, roll);
        let states = rolls.iter().scan(start, |state, direction| {
            *state = roll(state, direction)?;
            Some(*state)
        });
        let value = |sum: &Sum, state: State| sum.value(state.cell(), self.graph.dice()[state.orientation()]);
        let sum =
            puzzle.sum.as_ref().map(|sum| std::iter::once(start).chain(states).map(|state| value(sum, state)).sum());
        Route { sum, ..Route::of_rolls(rolls) }.with_starts(puzzle, vec![self.start(start)])
    }

    fn new(puzzle: &DiePath, cells: CellGraph, runner: &Runner) -> Self {
        let graph = restricted(puzzle, RollGraph::new(cells, runner.start_dice[0].handedness()));
        let states = |cell, dice| Terminal::new(&graph, cell, dice).states(&graph).collect();
        let starts = states(Some(runner.start), &runner.start_dice[..]);
        let goals = states(runner.goal, &runner.goal_dice[..]);
        Self { graph, starts, goals }
    }
}

/// The states and the rolls that labels, faces that are never on top, and directions leave.
fn restricted(puzzle: &DiePath, graph: RollGraph) -> RollGraph {
    let is_shut = |tail: Die, direction: Direction, head: Cell| {
        let is_closed = || puzzle.label(head).is_some_and(|label| tail.top() != label);
        !puzzle.directions.contains(&direction) || puzzle.label_kind == LabelKind::Gate && is_closed()
    };
    let has_labels = |kind| puzzle.label_kind == kind && !puzzle.labels.is_empty();
    let may_show = |cell: Cell, face: Face| {
        let label = puzzle.label(cell).filter(|_| puzzle.label_kind == LabelKind::Top);
        label.is_none_or(|label| face == label) && !puzzle.never.contains(&face)
    };
    let is_restricted = has_labels(LabelKind::Top) || !puzzle.never.is_empty();
    let graph = if is_restricted { graph.restricted(|cell, die| may_show(cell, die.top())) } else { graph };
    if puzzle.directions.len() == Direction::ALL.len() && !has_labels(LabelKind::Gate) {
        return graph;
    }
    graph.without_rolls(|graph, arc| is_shut(graph.placed(arc.tail).1, arc.direction, graph.placed(arc.head).0))
}
