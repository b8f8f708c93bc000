//! Die tours on boards of one width and any length, as paths on a strip ([`frontier`](super::frontier)).
//!
//! The shorter side of a board is its width; lines follow each other along the longer side, to the north or to the east.
//!
//! Every roll changes the colour of the cell and the class of the orientation, so all states of a tour have the same *kind*, the sum of the
//! two modulo 2. Starts of each kind and class are a case of their own, which has the fewest states of the frontier.

use super::cases::{sign, width};
use super::frontier::{Lines, Longest, MAX_WIDTH, Repetition, Strip, Unrepeated};
use super::{DieTour, Objective, Tour};
use tumble_model::control::Request;
#[cfg(test)]
use tumble_puzzles::geometry::Board;
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::puzzle::Start;
use tumble_rolling::{CellGraph, Endpoints, PathStates, RollGraph, Terminal};

/// Why there is no table over the lengths of a board like that of a model.
pub(super) fn unfit(puzzle: &DieTour) -> Option<String> {
    if puzzle.total.is_some() {
        return Some("a table of best sums takes no required total".into());
    }
    if !puzzle.shows_anything() || puzzle.goal_cell.is_some() || puzzle.values.weights.is_some() {
        return Some("a table of best sums takes no labels, goals and weights of cells".into());
    }
    if puzzle.board.blocked_cells().next().is_some() {
        return Some("a table over the length of a board takes no blocked cells".into());
    }
    if puzzle.closed && puzzle.start_cell.is_none() {
        return Some("a table of closed tours needs a start cell".into());
    }
    let width = width(puzzle);
    (width > MAX_WIDTH).then(|| format!("a table of best sums takes boards of width {MAX_WIDTH} at most, not {width}"))
}

/// Whether boards grow by rows to the north, not by columns to the east.
pub(super) fn is_by_rows(puzzle: &DieTour) -> bool {
    puzzle.board.columns() <= puzzle.board.rows()
}

/// The puzzle on a board of another length.
#[cfg(test)]
pub(super) fn of_length(puzzle: &DieTour, length: usize) -> DieTour {
    let (width, length) = (width(puzzle) as i64, length as i64);
    let (columns, rows) = if is_by_rows(puzzle) { (width, length) } else { (length, width) };
    DieTour { board: Board::new(columns, rows, &[]).unwrap(), ..puzzle.clone() }
}

/// Starts of one kind and one class.
pub(super) struct Case {
    kind: u8,
    class: u8,
    dice: Vec<Die>,
}

pub(super) fn cases(puzzle: &DieTour) -> Vec<Case> {
    let of = |kind: u8, class: u8| {
        let dice: Vec<Die> = puzzle.start_dice.iter().copied().filter(|die| die.class() == class).collect();
        let is_one = puzzle.start_cell.is_none_or(|cell| (cell.colour() + class) % 2 == kind) && !dice.is_empty();
        // The end of a restored tour depends on its start.
        let together = if puzzle.restore_orientation { 1 } else { dice.len().max(1) };
        let parts: Vec<Vec<Die>> = dice.chunks(together).filter(|_| is_one).map(<[Die]>::to_vec).collect();
        parts.into_iter().map(move |dice| Case { kind, class, dice })
    };
    [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().flat_map(|(kind, class)| of(kind, class)).collect()
}

impl Case {
    pub(super) fn repetition(&self, puzzle: &DieTour, request: &Request<'_>) -> Result<Repetition, Unrepeated> {
        self.strip(puzzle, |strip| strip.repetition(request))
    }

    /// The tour of a path.
    pub(super) fn tour(&self, puzzle: &DieTour, found: Longest) -> Tour {
        let (line, place) = (found.start.0 as i64, found.start.1 as i64);
        let cell = if is_by_rows(puzzle) { Cell::new(place, line) } else { Cell::new(line, place) };
        let start = Start { cell, die: Die::all(self.dice[0].handedness())[found.orientation] };
        let end = found.rolls.iter().try_fold(cell, |cell, &roll| cell.step(roll));
        let closes = |roll: &Direction| puzzle.closed && end.and_then(|end| end.step(*roll)) == Some(cell);
        let closing = Direction::ALL.into_iter().find(closes);
        Tour::new(puzzle, start, &found.rolls.into_iter().chain(closing).collect::<Vec<_>>())
    }

    /// Calls `run` with the boards of any length.
    pub(super) fn strip<T>(&self, puzzle: &DieTour, run: impl FnOnce(Strip<'_>) -> T) -> T {
        let ahead = if is_by_rows(puzzle) { Direction::North } else { Direction::East };
        let Ahead { line, again } = Ahead::of(puzzle);
        // Up to the line of the start, and if tours are closed one more, where they may end.
        let head = puzzle.start_cell.map_or(1, |_| line + 1 + usize::from(puzzle.closed));
        run(Strip { board: &|lines| self.board(puzzle, lines), ahead, head, again })
    }

    /// The board with so many lines, without those that come again before the start.
    fn board(&self, puzzle: &DieTour, lines: usize) -> Lines {
        let width = width(puzzle);
        let size = if is_by_rows(puzzle) { (width, lines) } else { (lines, width) };
        let handedness = self.dice[0].handedness();
        let graph = RollGraph::new(CellGraph::of_rectangle(Cell::new(0, 0), size, |_| true), handedness);
        let graph = graph.restricted(|cell, die| (cell.colour() + die.class()) % 2 == self.kind);
        // With an even number of cells, tours end on the other colour than that of their start.
        let ends = |die: &&Die| width % 2 == 1 || die.class() != self.class;
        let ends: Vec<Die> = Die::all(handedness).iter().filter(ends).copied().collect();
        let line = Ahead::of(puzzle).line as i64;
        let start = |cell: Cell| if is_by_rows(puzzle) { Cell::new(cell.x, line) } else { Cell::new(line, cell.y) };
        let endpoints = Endpoints {
            start: Terminal::new(&graph, puzzle.start_cell.map(start), &self.dice),
            goal: Terminal::new(&graph, None, &ends),
            closed: puzzle.closed,
            restore: puzzle.restore_orientation,
        };
        let paths = PathStates::on_any_length(graph, endpoints);
        // Without an objective all tours are as good.
        let sign = if puzzle.objective == Objective::Any { 0 } else { sign(puzzle) };
        let top = |o: usize| puzzle.values.value(0, paths.graph.dice()[o].top());
        let weights = paths
            .states
            .iter()
            .map(|state| i32::try_from(sign * top(state.orientation())).expect("values of faces are small"))
            .collect();
        Lines { paths, weights }
    }
}

/// Lines before that of the start: two of them stand for any even number, since lines are like the second line before up to the last two
/// before the start.
struct Ahead {
    /// The number of lines.
    line: usize,
    /// How often the first two come once more.
    again: usize,
}

impl Ahead {
    fn of(puzzle: &DieTour) -> Self {
        let line = |cell: Cell| if is_by_rows(puzzle) { cell.y } else { cell.x };
        let all = puzzle.start_cell.map_or(0, |cell| usize::try_from(line(cell)).expect("it is on the board"));
        // On the line before that of the start a closed tour may end, and rolls ahead from there may enter the start cell.
        let again = all.saturating_sub(3) / 2;
        Self { line: all - 2 * again, again }
    }
}
