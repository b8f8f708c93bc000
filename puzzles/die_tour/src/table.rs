//! The best sums of die tours on boards of one width and any length: `tumble table die-tour`. The proof is in `docs/die_tour.md`.
//!
//! The board of a model gives the width, which is its shorter side, the start and the objective; the longer side is what varies, to the
//! north or to the east.
//!
//! Starts are divided into cases; the best sum is that of the best case.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::frontier::{Lines, Longest, MAX_WIDTH, Periodic, Repetition, Strip, Unrepeated};
use super::numbered::{sign, width};
use super::{DieTour, Objective, Tour};
use tumble_model::control::Request;
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::instance::{Document, FaceValues, InputError};
use tumble_puzzles::puzzle::{
    Choices, JSON_MARKS, PuzzleOption, Start, TabulateError, Tabulated, Tabulation, TabulationSource, written,
};
use tumble_puzzles::search::NoDistances;
use tumble_rolling::{CellGraph, Endpoints, PathStates, RollGraph, Terminal};

/// What `tumble table die-tour` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "The best sums of die tours on boards of one width and any length",
    source: TabulationSource::Model {
        help: "The model file; its board's shorter side is the width, its longer side is what varies",
        options: &[PuzzleOption::valued(
            "length",
            "N[,N…]",
            "Lengths for which to print the best sum (default: the model's own); any length, such as 4000000000",
        )],
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
    if let Some(reason) = no_table(&puzzle) {
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
            let lines = lines((1..).zip(best.iter().copied()));
            let text = format!("{title}\nstopped before the sums repeat\n\n{along:>17}{:>20}\n{lines}", "best");
            // The keys of the period are null.
            let none = |key| (key, Value::Null);
            let numbers = [("along", json!(along)), ("best", json!(best)), none("preperiod"), none("period")];
            (text, numbers.map(|(key, value)| (key.to_owned(), value)).into_iter().collect(), Some(stop))
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
fn no_table(puzzle: &DieTour) -> Option<String> {
    if puzzle.objective == Objective::Any {
        return Some("a table of best sums needs the objective \"max\" or \"min\"".into());
    }
    let is_plain = puzzle.values == FaceValues::default();
    unfit(puzzle).or_else(|| (!is_plain).then(|| "a table of best sums takes no values of faces".into()))
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

// Best sums by the length of a board, as text and as JSON.

/// Best values by the length of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    /// What a length counts, in the plural.
    pub(super) along: &'static str,
    /// The best values of all lengths.
    pub(super) best: Periodic,
    /// The lengths that were asked for, with their values; `None`: there is no solution.
    pub(super) asked: Vec<(u64, Option<i64>)>,
    /// The certificates: when the states of each case repeat.
    pub(super) repetitions: Vec<Repetition>,
}

impl Lengths {
    /// As JSON: `along`, the `preperiod`, the `period` with the `gains` of its values, the values `best` of the lengths 1, 2, … to the end of
    /// the first period (null: no solution), those that were asked for as `lengths`, and `certificates`.
    pub(super) fn numbers(&self) -> Map<String, Value> {
        let Self { along, best, asked, repetitions } = self;
        let asked = asked.iter().map(|(length, best)| json!({ "length": length, "best": best }));
        let certificate = |case: &Repetition| {
            let gained = case.gained.map(|(least, most)| json!({ "least": least, "most": most }));
            json!({ "line": case.line, "lines": case.lines, "states": case.states, "gained": gained })
        };
        let mut object = Map::new();
        object.insert("along".into(), (*along).into());
        object.insert("preperiod".into(), best.preperiod().into());
        object.insert("period".into(), best.period().into());
        object.insert("gains".into(), best.gains().collect());
        object.insert("best".into(), json!(best.values()));
        object.insert("lengths".into(), asked.collect());
        object.insert("certificates".into(), repetitions.iter().map(certificate).collect());
        object
    }

    /// The title, the period with its certificates, and a line for each length: those up to the end of the first period, and those asked for.
    pub(super) fn text(&self, title: &str) -> String {
        let Self { along, best, asked, repetitions } = self;
        let (first, period) = (best.preperiod() + 1, best.period());
        let different: BTreeSet<i64> = best.gains().flatten().collect();
        let gains = match &different.into_iter().collect::<Vec<_>>()[..] {
            [] => "there is none".into(),
            [gain] => format!("a length greater by {period} adds {gain}"),
            _ => format!(
                "a length greater by {period} adds in turn {}",
                best.gains().map(value).collect::<Vec<_>>().join(", ")
            ),
        };
        let proof = |Repetition { line, lines, states, gained, .. }: &Repetition| {
            let gained =
                gained.map(|(least, most)| if least == most { most.to_string() } else { format!("{least} to {most}") });
            let gained = gained.map(|gained| format!(", having gained {gained}")).unwrap_or_default();
            let again = line + lines;
            format!("certificate: after {line} and {again} {along} there are the same {states} states{gained}\n")
        };
        let proofs = repetitions.iter().map(proof).collect::<String>();
        let mut all: BTreeMap<u64, Option<i64>> = (1..).zip(best.values().iter().copied()).collect();
        all.extend(asked.iter().copied());
        format!("{title}\nfrom length {first} on, {gains}\n{proofs}\n{along:>17}{:>20}\n{}", "best", lines(all))
    }
}

/// A line for each length with its best value.
fn lines(all: impl IntoIterator<Item = (u64, Option<i64>)>) -> String {
    let line = |(length, best): (u64, Option<i64>)| format!("{length:>17}{:>20}\n", value(best));
    all.into_iter().map(line).collect()
}

fn value(value: Option<i64>) -> String {
    value.map_or_else(|| "none".into(), |value| value.to_string())
}

// Die tours on boards of one width and any length, as paths on a strip ([`frontier`](super::frontier)).
//
// The shorter side of a board is its width; lines follow each other along the longer side, to the north or to the east.
//
// Every roll changes the colour of the cell and the class of the orientation, so all states of a tour have the same *kind*, the sum of the
// two modulo 2. Starts of each kind and class are a case of their own, which has the fewest states of the frontier.

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
    DieTour { board: tumble_puzzles::geometry::Board::new(columns, rows, &[]).unwrap(), ..puzzle.clone() }
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

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom as _;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::super::search::depth_first;
    use super::*;
    use tumble_model::control::{Control, Interrupt, Stop, Verdict};
    use tumble_puzzles::geometry::{Board, Handedness};
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
    fn possible_length(puzzle: &DieTour, length: usize) -> Option<DieTour> {
        let puzzle = of_length(puzzle, length);
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
                let found = possible_length(&puzzle, length).and_then(|board| {
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
