//! The best sums of die tours on boards of one width and any length: `tumble table die-tour`. The proof is in `docs/die_tour.md`.
//!
//! The board of a model gives the width, which is its shorter side, the start and the objective; the longer side is what varies, to the
//! north or to the east.
//!
//! Starts are divided into cases (`strips`); the best sum is that of the best case.

use serde_json::{Map, Value, json};

use super::cases::{sign, width};
use super::frontier::{Periodic, Repetition, Unrepeated};
use super::lengths::{Known, Lengths};
use super::strips::{self, cases, is_by_rows};
use super::{DieTour, Objective};
use tumble_model::control::Request;
use tumble_puzzles::instance::{Document, FaceValues, InputError};
use tumble_puzzles::puzzle::{
    Choices, JSON_MARKS, PuzzleOption, TabulateError, Tabulated, Tabulation, TabulationSource, written,
};
use tumble_puzzles::search::NoDistances;

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
    marks: JSON_MARKS,
    has_maps: false,
};

/// Sums below this are exact for every reader of JSON.
const MAX_SUM: u64 = 1 << 53;

fn make(document: &Document, choices: &Choices, request: &Request<'_>) -> Result<Tabulated, TabulateError> {
    let puzzle = DieTour::read(document).map_err(|error| document.place(error))?;
    if let Some(reason) = unfit(&puzzle) {
        return Err(document.place(InputError::new(reason)).into());
    }
    let lengths = lengths(&puzzle, choices).map_err(InputError::new)?;
    let along = if is_by_rows(&puzzle) { "rows" } else { "columns" };
    let which = if puzzle.objective == Objective::Min { "smallest" } else { "largest" };
    let (name, width) = (document.name(), width(&puzzle));
    let title = format!("{name}: the {which} sums on boards with {along} of {width} cells, by their number");
    let (text, numbers, stop) = match best(&puzzle, request) {
        Ok((best, repetitions)) => {
            let asked = lengths.into_iter().map(|length| (length, best.at(length))).collect();
            let lengths = Lengths { along, best, asked, repetitions };
            (lengths.text(&title), lengths.numbers(), None)
        }
        Err(Unrepeated { stop, best }) if best.is_empty() => return Err(NoDistances::Stopped(stop).into()),
        Err(Unrepeated { stop, best }) => {
            let known = Known { along, best };
            (known.text(&title), known.numbers(), Some(stop))
        }
    };
    let json = file(&puzzle, &numbers);
    Ok(Tabulated { text, numbers, maps: None, write: Box::new(move |out| writeln!(out, "{json:#}")), stop })
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
    let is_plain = puzzle.values == FaceValues::default();
    strips::unfit(puzzle).or_else(|| (!is_plain).then(|| "a table of best sums takes no values of faces".into()))
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

/// The best sums by length, and how they were found in each case.
///
/// # Errors
/// The limit that stopped it, with the best sums that are known by then.
pub(super) fn best(puzzle: &DieTour, request: &Request<'_>) -> Result<(Periodic, Vec<Repetition>), Unrepeated> {
    let all = cases(puzzle);
    let mut repetitions: Vec<Repetition> = Vec::new();
    for (i, case) in all.iter().enumerate() {
        match case.repetition(puzzle, request) {
            Ok(repetition) => repetitions.push(repetition),
            // Nothing is known of the cases after it.
            Err(Unrepeated { stop, .. }) if i + 1 < all.len() => return Err(stop.into()),
            Err(Unrepeated { stop, best }) => {
                let of_all = |(own, length): (Option<i64>, u64)| {
                    let best = repetitions.iter().map(|case| case.best.at(length)).fold(own, Option::max);
                    best.map(|best| sign(puzzle) * best)
                };
                return Err(Unrepeated { stop, best: best.into_iter().zip(1..).map(of_all).collect() });
            }
        }
    }
    let best = repetitions.iter().map(|case| case.best.clone()).reduce(|a, b| a.max(&b));
    // Models have at least one start.
    let best = best.unwrap_or_else(|| Periodic::new(vec![None], vec![0]));
    if sign(puzzle) < 0 {
        return Ok((best.negated(), repetitions.into_iter().map(Repetition::negated).collect()));
    }
    Ok((best, repetitions))
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom as _;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::super::search::depth_first;
    use super::*;
    use tumble_model::control::{Control, Interrupt, Stop, Verdict};
    use tumble_puzzles::geometry::{Board, Cell, Die, Handedness};
    use tumble_puzzles::puzzle::Puzzle as _;

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
            start_dice,
            closed,
            restore_orientation: closed && rng.random_bool(0.5),
            ..DieTour::from_corner(board, *[Objective::Max, Objective::Min].choose(rng).unwrap())
        }
    }

    /// The puzzle on a board of this length; `None` if the start is beyond the board.
    fn of_length(puzzle: &DieTour, length: usize) -> Option<DieTour> {
        let puzzle = strips::of_length(puzzle, length);
        let has_start = puzzle.start_cell.is_none_or(|cell| puzzle.board.is_free(cell));
        has_start.then_some(puzzle)
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
    #[test]
    fn what_is_known_when_a_limit_is_reached_is_true() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let mut known = 0;
        for _ in 0..40 {
            let puzzle = random(&mut rng);
            let (whole, _) = best(&puzzle, &Request::unlimited()).unwrap();
            for looks in [0, 2, 5, 10, 20, 40, 80] {
                let control = Control::new(None, Interrupt::after_looks(looks), &|_| ());
                let Err(Unrepeated { stop, best }) = best(&puzzle, &Request::new(control)) else { continue };
                assert_eq!(stop, Stop::Interrupted);
                known += best.len();
                for (length, found) in (1..).zip(best) {
                    assert_eq!(found, whole.at(length), "{length} lines of {puzzle:?} after {looks} looks");
                }
            }
        }
        assert!(known > 100, "{known}");
    }
}
