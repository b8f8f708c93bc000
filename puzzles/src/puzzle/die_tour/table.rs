//! The best sums of die tours on boards of one width and any length: `tumble table die-tour`. The proof is in `docs/die_tour.md`.
//!
//! The board of a model gives the width, which is its shorter side, the start and the objective; the longer side is what varies, to the
//! north or to the east.
//!
//! Every roll changes the colour of the cell and the class of the orientation, so all states of a tour have the same *kind*, the sum of the
//! two modulo 2. Starts of each kind and class are a case of their own, which has the fewest states of the frontier; the best sum is that
//! of the best case.

use std::convert::Infallible;

use serde_json::{Map, Value, json};

use super::cases::{closed, sign, width};
use super::frontier::{Found, Lines, MAX_WIDTH, Periodic, Repetition, Strip};
use super::lengths::Lengths;
use super::{DieTour, Objective, Tour};
use crate::control::{Request, Stop};
use crate::geometry::{Cell, Die, Direction};
use crate::instance::{Document, InputError};
use crate::puzzle::{Choices, PuzzleOption, TabulateError, Tabulated, Tabulation, TabulationSource, written};
use crate::rolling::{CellGraph, Endpoints, PathStates, RollGraph, Terminal};
use crate::search::{self, NoDistances, Stopped};

/// What `tumble table die-tour` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "The best sums of die tours on boards of one width and any length",
    source: TabulationSource::Model {
        help: "The model file; its board's shorter side is the width, its longer side is what varies",
        options: &[PuzzleOption {
            name: "length",
            value: Some("N[,N…]"),
            help: "Lengths for which to print the best sum (default: the model's own); any length, such as 4000000000",
        }],
        make,
    },
    suffix: "json",
};

/// Sums below this are exact for every reader of JSON.
const MAX_SUM: u64 = 1 << 53;

fn make(document: &Document, choices: &Choices, request: &Request<'_>) -> Result<Tabulated, TabulateError> {
    let puzzle = DieTour::read(document).map_err(|error| document.place(error))?;
    if let Some(reason) = unfit(&puzzle) {
        return Err(document.place(InputError::new(reason)).into());
    }
    let lengths = lengths(&puzzle, choices).map_err(InputError::new)?;
    let (best, repetitions) = best(&puzzle, request).map_err(NoDistances::Stopped)?;
    let along = if is_by_rows(&puzzle) { "rows" } else { "columns" };
    let which = if puzzle.objective == Objective::Min { "smallest" } else { "largest" };
    let (name, width) = (document.name(), width(&puzzle));
    let title = format!("{name}: the {which} sums on boards with {along} of {width} cells, by their number");
    let asked = lengths.into_iter().map(|length| (length, best.at(length))).collect();
    let lengths = Lengths { along, best, asked, repetitions };
    let (text, numbers) = (lengths.text(&title), lengths.numbers());
    let json = file(&puzzle, &numbers);
    Ok(Tabulated { text, numbers, maps: None, write: Box::new(move |out| writeln!(out, "{json:#}")) })
}

/// The whole result: the numbers and the board.
fn file(puzzle: &DieTour, numbers: &Map<String, Value>) -> Value {
    let mut file = written(numbers);
    file["puzzle"] = "die-tour".into();
    file["objective"] = if puzzle.objective == Objective::Min { "min" } else { "max" }.into();
    file["width"] = width(puzzle).into();
    file["start"] = json!({ "cell": puzzle.start_cell, "dice": puzzle.start_dice });
    file["closed"] = puzzle.closed.into();
    file["restore_orientation"] = puzzle.restore_orientation.into();
    file
}

/// Why a model has no such table.
fn unfit(puzzle: &DieTour) -> Option<String> {
    if puzzle.objective == Objective::Any {
        return Some("a table of best sums needs the objective \"max\" or \"min\"".into());
    }
    if puzzle.total.is_some() {
        return Some("a table of best sums takes no required total".into());
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

/// Whether a model has such a table, and its own board a tour that is no single cell.
pub(super) fn fits(puzzle: &DieTour) -> bool {
    unfit(puzzle).is_none() && puzzle.board.free_cells().nth(1).is_some()
}

/// The best tour on the board of a model that fits, if it is better than the known tour.
pub(super) fn solve(puzzle: &DieTour, known: &mut search::Cases<Tour>, request: &Request<'_>) {
    let length = puzzle.board.columns().max(puzzle.board.rows());
    let Ok(()) = known.each(cases(puzzle), request, |case, _, request| {
        let board = case.board(puzzle, length);
        let tour = |found: Found| {
            let objective = sign(puzzle) * found.sum;
            (objective, closed(&board.paths.graph, &board.paths.endpoints, found.path))
        };
        let (best, stopped) = match case.strip(puzzle, |strip| strip.longest(length, request)) {
            Ok(found) => (found.map(tour), None),
            Err(stop) => (None, Some(Stopped { stop, bound: None })),
        };
        Ok::<_, Infallible>(search::Case { best, stopped, states: 0 })
    });
}

/// The lengths that were asked for.
fn lengths(puzzle: &DieTour, choices: &Choices) -> Result<Vec<u64>, String> {
    let Some(text) = choices.get("length") else {
        return Ok(vec![puzzle.board.columns().max(puzzle.board.rows()) as u64]);
    };
    let longest = MAX_SUM / (6 * width(puzzle) as u64);
    let read = |part: &str| {
        let length = part.trim().parse().ok().filter(|length| (1..=longest).contains(length));
        length.ok_or_else(|| format!("--length {part}: not a length from 1 to {longest}"))
    };
    text.split(',').map(read).collect()
}

/// Whether boards grow by rows to the north, not by columns to the east.
fn is_by_rows(puzzle: &DieTour) -> bool {
    puzzle.board.columns() <= puzzle.board.rows()
}

/// The best sums by length, and how they were found in each case.
fn best(puzzle: &DieTour, request: &Request<'_>) -> Result<(Periodic, Vec<Repetition>), Stop> {
    let all = cases(puzzle);
    let repetitions: Vec<Repetition> =
        all.iter().map(|case| case.repetition(puzzle, request)).collect::<Result<_, _>>()?;
    let best = repetitions.iter().map(|case| case.best.clone()).reduce(|a, b| a.max(&b));
    // Models have at least one start.
    let best = best.unwrap_or_else(|| Periodic::new(vec![None], vec![0]));
    if sign(puzzle) < 0 {
        return Ok((best.negated(), repetitions.into_iter().map(Repetition::negated).collect()));
    }
    Ok((best, repetitions))
}

/// Starts of one kind and one class.
struct Case {
    kind: u8,
    class: u8,
    dice: Vec<Die>,
}

fn cases(puzzle: &DieTour) -> Vec<Case> {
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
    fn repetition(&self, puzzle: &DieTour, request: &Request<'_>) -> Result<Repetition, Stop> {
        self.strip(puzzle, |strip| strip.repetition(request))
    }

    /// Calls `run` with the boards of any length.
    fn strip<T>(&self, puzzle: &DieTour, run: impl FnOnce(Strip<'_>) -> T) -> T {
        let line = |cell: Cell| if is_by_rows(puzzle) { cell.y } else { cell.x };
        let ahead = if is_by_rows(puzzle) { Direction::North } else { Direction::East };
        // Up to the line of the start, and if tours are closed one more, where they may end.
        let head = puzzle.start_cell.map_or(1, |cell| line(cell) as usize + 1 + usize::from(puzzle.closed));
        run(Strip { board: &|lines| self.board(puzzle, lines), ahead, head })
    }

    /// The board with so many lines.
    fn board(&self, puzzle: &DieTour, lines: usize) -> Lines {
        let width = width(puzzle);
        let size = if is_by_rows(puzzle) { (width, lines) } else { (lines, width) };
        let handedness = self.dice[0].handedness();
        let graph = RollGraph::new(CellGraph::of_rectangle(Cell::new(0, 0), size, |_| true), handedness);
        let graph = graph.restricted(|cell, die| (cell.colour() + die.class()) % 2 == self.kind);
        // With an even number of cells, tours end on the other colour than that of their start.
        let ends = |die: &&Die| width % 2 == 1 || die.class() != self.class;
        let ends: Vec<Die> = Die::all(handedness).iter().filter(ends).copied().collect();
        let endpoints = Endpoints {
            start: Terminal::new(&graph, puzzle.start_cell, &self.dice),
            goal: Terminal::new(&graph, None, &ends),
            closed: puzzle.closed,
            restore: puzzle.restore_orientation,
        };
        let paths = PathStates::on_any_length(graph, endpoints);
        let top = |o: usize| i64::from(paths.graph.dice()[o].top());
        let weights = paths.states.iter().map(|state| (sign(puzzle) * top(state.orientation())) as i32).collect();
        Lines { paths, weights }
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom as _;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::super::search::depth_first;
    use super::*;
    use crate::control::Verdict;
    use crate::geometry::{Board, Handedness};
    use crate::puzzle::Puzzle as _;

    fn random(rng: &mut ChaCha8Rng) -> DieTour {
        let width = rng.random_range(1..=3);
        let (lines, by_rows) = (rng.random_range(width..=4), rng.random_bool(0.5));
        let (columns, rows) = if by_rows { (width, lines) } else { (lines, width) };
        let board = Board::new(columns, rows, &[]).unwrap();
        let all = Die::all(*[Handedness::Left, Handedness::Right].choose(rng).unwrap());
        let top = rng.random_range(1..=6);
        let start_dice = match rng.random_range(0..4) {
            0 => all.to_vec(),
            1 => all.iter().copied().filter(|die| die.top() == top).collect(),
            _ => vec![*all.choose(rng).unwrap()],
        };
        let closed = rng.random_bool(0.4);
        let cells: Vec<Cell> = board.free_cells().collect();
        DieTour {
            start_cell: cells.choose(rng).copied().filter(|_| closed || rng.random_bool(0.6)),
            board,
            objective: *[Objective::Max, Objective::Min].choose(rng).unwrap(),
            start_dice,
            closed,
            restore_orientation: closed && rng.random_bool(0.5),
            total: None,
        }
    }

    /// The puzzle on a board of this length; `None` if the start is beyond the board.
    fn of_length(puzzle: &DieTour, length: usize) -> Option<DieTour> {
        let (width, length) = (width(puzzle) as i64, length as i64);
        let (columns, rows) = if is_by_rows(puzzle) { (width, length) } else { (length, width) };
        let board = Board::new(columns, rows, &[]).unwrap();
        let has_start = puzzle.start_cell.is_none_or(|cell| board.is_free(cell));
        has_start.then(|| DieTour { board, ..puzzle.clone() })
    }

    #[test]
    fn the_best_sums_are_those_of_depth_first_search() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let request = Request::unlimited();
        let (mut with_tours, mut beyond) = (0, 0);
        for _ in 0..150 {
            let puzzle = random(&mut rng);
            let (best, _) = best(&puzzle, &request).unwrap();
            for length in 1..=24 / width(&puzzle) {
                let found = of_length(&puzzle, length).and_then(|board| {
                    if board.obstacle().is_some() {
                        return None;
                    }
                    match depth_first::solve(&board, &request).verdict {
                        Verdict::Optimal(tour) => board.verify(&tour).unwrap(),
                        Verdict::Infeasible => None,
                        _ => panic!("it stopped"),
                    }
                });
                assert_eq!(best.at(length as u64), found, "{length} lines of {puzzle:?}");
                with_tours += usize::from(found.is_some());
                beyond += usize::from(found.is_some() && length > best.preperiod() + best.period());
            }
        }
        assert!(with_tours > 400 && beyond > 100, "{with_tours} {beyond}");
    }
}
