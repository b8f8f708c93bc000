//! The rules, by replay with solid dice. Nothing here is shared with the encodings, the search or the transition table.
//!
//! The rules use `instance.rs`, which decides nothing.

use itertools::Itertools as _;

use super::{DiePath, Route, Runner, Sum};
use tumble_puzzles::geometry::{Cell, Die, Face, Place};
use tumble_puzzles::instance::LabelKind;
use tumble_puzzles::puzzle::solid::{Solid, step};
use tumble_puzzles::puzzle::{After, MovesError, Start};

/// How a path breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; runs are counted from 1")]
pub enum Breach {
    #[error("run {run} is `{roll}`, not {wanted}")]
    NotARoll { run: usize, roll: String, wanted: &'static str },
    #[error("run {run} has {count} rolls")]
    EmptyRun { run: usize, count: i64 },
    #[error("run {run} ({roll}) leaves the board or enters a blocked cell after {from}")]
    OffBoard { run: usize, roll: String, from: Cell },
    #[error("run {run} ({roll}) rolls into the other die on {cell}")]
    Collision { run: usize, roll: String, cell: Cell },
    #[error("the path ends on {found}, not on the goal {goal}")]
    WrongCell { found: Cell, goal: Cell },
    #[error("on the goal cell {goal} the die shows {found}, which the goal does not allow")]
    WrongDie { goal: Cell, found: Die },
    #[error("the length is given as {said}, but it is {found}")]
    SaidLength { said: i64, found: i64 },
    #[error("the moves do not match the runs")]
    SaidMoves,
    #[error("run {run} ({roll}) rolls in a direction that is not allowed")]
    NotAllowed { run: usize, roll: String },
    #[error("on {cell} the die has to show {label} on top {when} it is entered, which it does not")]
    Label { cell: Cell, label: Face, when: &'static str },
    #[error("{} on {cell} the die has {found} on top, which must never be there", when(*rolls))]
    NeverFace { rolls: i64, cell: Cell, found: Face },
    #[error("a round trip has at least one roll")]
    NoTrip,
    #[error("the sum is given as {said:?}, but it is {found:?}")]
    SaidSum { said: Option<i64>, found: Option<i128> },
    #[error("the sum {0} is beyond 64 bits")]
    TooLarge(i128),
    #[error("the path states {found} starts, of {dice} dice")]
    StartCount { found: usize, dice: usize },
    #[error("the path starts on {cell} with {die}, which the model does not allow")]
    WrongStart { cell: Cell, die: Die },
}

/// The time after so many rolls, in words.
fn when(rolls: i64) -> String {
    if rolls == 0 { "at the start".into() } else { format!("after roll {rolls}") }
}

/// A moving die: its cell, and for each start orientation that the path may have its orientation and the sum so far.
struct MovingDie {
    cell: Cell,
    /// Sums have room for values of any size.
    solids: Vec<(Solid<Face>, i128)>,
}

/// A run of a path: its number from 1, and its roll.
#[derive(Clone, Copy)]
struct Run<'a> {
    number: usize,
    roll: &'a str,
    letter: char,
    /// Of a single roll.
    step: (i64, i64),
    count: i64,
    /// The rolls of all dice before it.
    before: i64,
}

/// Replays `route` and returns its objective: its length, or its sum.
pub(super) fn verify(puzzle: &DiePath, route: &Route) -> Result<i64, Breach> {
    let (length, sums) = replay(puzzle, route)?;
    check_fields(route, length)?;
    check_sum(puzzle, route, &sums).map(|sum| sum.unwrap_or(length))
}

/// The length of a path, and its sum for each start orientation that it may have.
fn replay(puzzle: &DiePath, route: &Route) -> Result<(i64, Vec<i128>), Breach> {
    let (length, moving_dice) = rolled(puzzle, route)?;
    if puzzle.is_round_trip && length == 0 {
        return Err(Breach::NoTrip);
    }
    let mut sums = Vec::new();
    for (runner, moving_die) in puzzle.runners.iter().zip(moving_dice) {
        sums = check_end(runner, &moving_die)?;
    }
    Ok((length, sums))
}

/// The dice after so many rolls of a path, and whether a round trip has left its start.
pub(super) fn position(puzzle: &DiePath, route: &Route, moves: u64) -> Option<String> {
    let mut left = i64::try_from(moves).ok()?;
    let mut runs = Vec::new();
    for (roll, count) in &route.runs {
        runs.push((roll.clone(), left.min(*count)));
        left -= left.min(*count);
    }
    runs.retain(|&(_, count)| count > 0);
    let (_, dice) = rolled(puzzle, &Route { runs, ..route.clone() }).ok().filter(|_| left == 0)?;
    let solids = |die: &MovingDie| die.solids.iter().map(|&(solid, _)| solid).collect::<Vec<_>>();
    let dice: Vec<_> = dice.iter().map(|die| (die.cell, solids(die))).collect();
    Some(format!("{dice:?} {}", puzzle.is_round_trip && moves > 0))
}

/// What is left of a path after these moves.
pub(super) fn after(puzzle: &DiePath, moves: &str, start: Option<&str>) -> Result<After<DiePath>, MovesError<Breach>> {
    let route = read(puzzle, moves, start)?;
    let (length, dice) = rolled(puzzle, &route).map_err(MovesError::Breach)?;
    let mut rest = puzzle.clone();
    rest.is_round_trip &= length == 0;
    let mut counted = i128::from(length);
    for (runner, die) in rest.runners.iter_mut().zip(&dice) {
        runner.start = die.cell;
        runner.start_dice = die.solids.iter().filter_map(|(solid, _)| solid.die()).collect();
        if puzzle.sum.is_none() {
            continue;
        }
        // The cell that the die is on counts in what is left.
        let mut so_far = die.solids.iter().map(|&(solid, sum)| sum - counts(puzzle, die.cell, solid));
        counted = so_far
            .all_equal_value()
            .map_err(|_| MovesError::Unreadable("the sum so far depends on how the die starts: give --start".into()))?;
    }
    let counted = i64::try_from(counted).map_err(|_| MovesError::Breach(Breach::TooLarge(counted)))?;
    Ok(After {
        rest,
        moves: route.moves.clone().unwrap_or_else(|| route.spelled_runs().join(" ")),
        length: length.unsigned_abs(),
        counted,
    })
}

/// What a die counts on a cell; nothing without a sum.
fn counts(puzzle: &DiePath, cell: Cell, solid: Solid<Face>) -> i128 {
    let on_board = puzzle.sum.as_ref().zip(puzzle.board.as_ref().and_then(|board| board.index(cell)));
    on_board.map_or(0, |(sum, cell)| {
        let face = if sum.place == Place::Top { solid.top } else { 7 - solid.top };
        sum.values.wide_value(cell, face)
    })
}

/// The number of rolls of a path, and the dice after them.
fn rolled(puzzle: &DiePath, route: &Route) -> Result<(i64, Vec<MovingDie>), Breach> {
    let mut moving_dice = moving_dice(puzzle, route)?;
    moving_dice.iter_mut().try_for_each(|die| die.enter(puzzle, 0))?;
    let mut length = 0i64;
    for (i, (roll, count)) in route.runs.iter().enumerate() {
        let (number, count) = (i + 1, *count);
        let (die, letter, step) =
            read_roll(roll, moving_dice.len()).ok_or_else(|| not_a_roll(number, roll, moving_dice.len()))?;
        if count < 1 {
            return Err(Breach::EmptyRun { run: number, count });
        }
        if !puzzle.directions.iter().any(|direction| direction.letter() == letter) {
            return Err(Breach::NotAllowed { run: number, roll: roll.clone() });
        }
        let others: Vec<Cell> =
            moving_dice.iter().enumerate().filter(|(i, _)| *i != die).map(|(_, other)| other.cell).collect();
        let run = Run { number, roll, letter, step, count, before: length };
        run.make(puzzle, &mut moving_dice[die], &others)?;
        length = length.checked_add(count).ok_or(Breach::SaidLength { said: route.length, found: i64::MAX })?;
    }
    Ok((length, moving_dice))
}

/// Checks the sum that the path states. Of a path that leaves its start orientation open it is that of some orientation.
fn check_sum(puzzle: &DiePath, route: &Route, sums: &[i128]) -> Result<Option<i64>, Breach> {
    let is_right = match route.sum {
        Some(said) => puzzle.sum.is_some() && sums.contains(&said.into()),
        None => puzzle.sum.is_none(),
    };
    let found = puzzle.sum.as_ref().and_then(|_| sums.first().copied());
    if is_right { Ok(route.sum) } else { Err(Breach::SaidSum { said: route.sum, found }) }
}

impl MovingDie {
    /// Keeps the orientations with which the die may be on its cell after so many rolls, and adds what they count to
    /// their sums.
    fn enter(&mut self, puzzle: &DiePath, rolls: i64) -> Result<(), Breach> {
        let found = self.solids[0].0.top;
        self.solids.retain(|(solid, _)| !puzzle.never.contains(&solid.top));
        if self.solids.is_empty() {
            return Err(Breach::NeverFace { rolls, cell: self.cell, found });
        }
        if puzzle.label_kind == LabelKind::Top {
            self.show(puzzle, self.cell, "when")?;
        }
        for (solid, so_far) in &mut self.solids {
            *so_far += counts(puzzle, self.cell, *solid);
        }
        Ok(())
    }

    /// Keeps the orientations that show the label of a cell.
    fn show(&mut self, puzzle: &DiePath, cell: Cell, when: &'static str) -> Result<(), Breach> {
        let Some(label) = puzzle.label(cell) else { return Ok(()) };
        self.solids.retain(|(solid, _)| solid.top == label);
        if self.solids.is_empty() { Err(Breach::Label { cell, label, when }) } else { Ok(()) }
    }

    fn roll(&mut self, letter: char) {
        self.solids.iter_mut().for_each(|(solid, _)| *solid = solid.roll(letter));
    }
}

/// The dice at the start: in the orientations that the path states, or if it states nothing in all that the model allows.
fn moving_dice(puzzle: &DiePath, route: &Route) -> Result<Vec<MovingDie>, Breach> {
    let dice = puzzle.runners.len();
    let allowed = |runner: &Runner| runner.start_dice.iter().map(|&die| (Solid::new(die), 0)).collect();
    let Some(starts) = route.starts() else {
        let moving = |runner: &Runner| MovingDie { cell: runner.start, solids: allowed(runner) };
        return Ok(puzzle.runners.iter().map(moving).collect());
    };
    if starts.len() != dice || (route.start.is_some() && route.starts.is_some()) {
        return Err(Breach::StartCount { found: starts.len(), dice });
    }
    let moving = |(runner, &Start { cell, die }): (&Runner, &Start)| {
        if cell != runner.start || !runner.start_dice.contains(&die) {
            return Err(Breach::WrongStart { cell, die });
        }
        Ok(MovingDie { cell, solids: vec![(Solid::new(die), 0)] })
    };
    puzzle.runners.iter().zip(starts).map(moving).collect()
}

/// The sums of the orientations in which a die may end.
fn check_end(runner: &Runner, moving_die: &MovingDie) -> Result<Vec<i128>, Breach> {
    let cell = moving_die.cell;
    if let Some(goal) = runner.goal.filter(|&goal| goal != cell) {
        return Err(Breach::WrongCell { found: cell, goal });
    }
    let ends: Vec<(Die, i128)> =
        moving_die.solids.iter().filter_map(|(solid, sum)| Some((solid.die()?, *sum))).collect();
    let right = ends.iter().filter(|(die, _)| runner.goal_dice.contains(die));
    let sums: Vec<i128> = right.map(|&(_, sum)| sum).collect();
    if sums.is_empty() { Err(Breach::WrongDie { goal: cell, found: ends[0].0 }) } else { Ok(sums) }
}

/// Checks the length that the path states, and its moves unless they are too many.
fn check_fields(route: &Route, length: i64) -> Result<(), Breach> {
    if route.length != length {
        return Err(Breach::SaidLength { said: route.length, found: length });
    }
    let agrees = match &route.moves {
        // Rolls with a number have spaces between them, others have none.
        Some(moves) if length <= Route::MAX_MOVES => {
            let rolls = route
                .runs
                .iter()
                .flat_map(|(roll, count)| std::iter::repeat_n(roll.as_str(), usize::try_from(*count).unwrap_or(0)));
            let numbered = route.runs.iter().any(|(roll, _)| roll.len() > 1);
            *moves == rolls.collect::<Vec<_>>().join(if numbered { " " } else { "" })
        }
        Some(_) => false,
        None => length > Route::MAX_MOVES,
    };
    if agrees { Ok(()) } else { Err(Breach::SaidMoves) }
}

/// The index of the die, the letter and the step of a roll: `N` for a single die, `1N` for one of two.
fn read_roll(roll: &str, dice: usize) -> Option<(usize, char, (i64, i64))> {
    let letter = roll.chars().last()?;
    let step = step(letter)?;
    match (dice, &roll[..roll.len() - 1]) {
        (1, "") | (2, "1") => Some((0, letter, step)),
        (2, "2") => Some((1, letter, step)),
        _ => None,
    }
}

fn not_a_roll(run: usize, roll: &str, dice: usize) -> Breach {
    let wanted = if dice == 1 { "one of N, E, S, W" } else { "the number of a die and one of N, E, S, W" };
    Breach::NotARoll { run, roll: roll.to_owned(), wanted }
}

impl Run<'_> {
    /// Rolls a die: on a board cell by cell, on the plane at once.
    fn make(self, puzzle: &DiePath, die: &mut MovingDie, others: &[Cell]) -> Result<(), Breach> {
        let off = |from| Breach::OffBoard { run: self.number, roll: self.roll.to_owned(), from };
        let (dx, dy) = self.step;
        let Some(board) = &puzzle.board else {
            let far = |start: i64, step: i64| step.checked_mul(self.count).and_then(|far| start.checked_add(far));
            let Cell { x, y } = die.cell;
            let (x, y) = far(x, dx).zip(far(y, dy)).ok_or_else(|| off(die.cell))?;
            die.cell = Cell::new(x, y);
            // Four rolls in the same direction restore the orientation.
            (0..self.count % 4).for_each(|_| die.roll(self.letter));
            return Ok(());
        };
        for rolls in 0..self.count {
            let next = Cell::new(die.cell.x + dx, die.cell.y + dy);
            if !board.is_free(next) {
                return Err(off(die.cell));
            }
            if others.contains(&next) {
                return Err(Breach::Collision { run: self.number, roll: self.roll.to_owned(), cell: next });
            }
            if puzzle.label_kind == LabelKind::Gate {
                die.show(puzzle, next, "before")?;
            }
            die.roll(self.letter);
            die.cell = next;
            die.enter(puzzle, self.before + rolls + 1)?;
        }
        Ok(())
    }
}

/// The digits at the beginning of a text, and what follows them.
fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// The runs that a text spells: see [`from_moves`]. Whether the rolls are rolls is not looked at.
fn read_runs(text: &str, dice: usize) -> Result<Vec<(String, i64)>, String> {
    let mut runs = Vec::new();
    let text = text.trim_start();
    let mut left = text.strip_prefix("runs").unwrap_or(text).trim_start();
    while !left.is_empty() {
        let (number, rest) = digits(left);
        let mut characters = rest.chars();
        let letter = characters.next().ok_or_else(|| format!("`{number}` at the end has no letter"))?;
        let rest = characters.as_str().trim_start();
        let times = rest.strip_prefix(['×', 'x', 'X']).map(|rest| digits(rest.trim_start()));
        let times = times.filter(|(times, _)| !times.is_empty());
        let (times, rest) = times.map_or((None, rest), |(times, rest)| (Some(times), rest));
        let letter = letter.to_ascii_uppercase();
        let (roll, count) = match (times, number) {
            (Some(_), "") | (None, _) if dice == 1 => (letter.to_string(), times.unwrap_or(number)),
            _ => (format!("{number}{letter}"), times.unwrap_or_default()),
        };
        let too_large = |_| format!("`{count}` is too large a number of rolls");
        let count = if count.is_empty() { 1 } else { count.parse().map_err(too_large)? };
        runs.push((roll, count));
        left = rest;
    }
    Ok(runs)
}

/// The path with these moves: letters, for two dice each after the number of the die, as in `1N 2E`, and each optionally followed by how
/// often it is repeated, as in `E×12 N` or `1N×3`; for one die the number may also come first, as in `12E 3N W`. The word `runs`, which stands
/// before them in an answer, may be there. `start` is needed only to choose one of several start orientations: for two dice it has a part for
/// each, with a semicolon between them.
pub(super) fn from_moves(puzzle: &DiePath, moves: &str, start: Option<&str>) -> Result<Route, MovesError<Breach>> {
    let route = read(puzzle, moves, start)?;
    if route.starts().is_some() {
        return with_sum(puzzle, route);
    }
    let route = with_sum(puzzle, route)?;
    // Which rule it breaks is for the caller to find out.
    if verify(puzzle, &route).is_err() {
        return Ok(route);
    }
    // Any combination will do; the dice roll independently of each other's orientations.
    let fits = |starts: &Vec<Start>| verify(puzzle, &route.clone().with_starts(puzzle, starts.clone())).is_ok();
    let starts = combinations(puzzle).find(fits).unwrap_or_default();
    Ok(route.with_starts(puzzle, starts))
}

/// Reads moves, and how the dice start if that is said.
fn read(puzzle: &DiePath, moves: &str, start: Option<&str>) -> Result<Route, MovesError<Breach>> {
    let starts = start.map(|text| read_starts(puzzle, text)).transpose().map_err(MovesError::Unreadable)?;
    let dice = puzzle.runners.len();
    let runs = read_runs(moves, dice).map_err(MovesError::Unreadable)?;
    if let Some((i, (roll, _))) = runs.iter().enumerate().find(|(_, (roll, _))| read_roll(roll, dice).is_none()) {
        return Err(MovesError::Unreadable(not_a_roll(i + 1, roll, dice).to_string()));
    }
    if runs.iter().try_fold(0i64, |sum, &(_, count)| sum.checked_add(count)).is_none() {
        return Err(MovesError::Unreadable("too many rolls".into()));
    }
    let route = Route::of_runs(runs);
    Ok(match starts {
        Some(starts) => route.with_starts(puzzle, starts),
        None => route,
    })
}

/// The path with its sum, where the model asks for one: the best of the start orientations that it may have. A path that breaks a rule has none.
fn with_sum(puzzle: &DiePath, route: Route) -> Result<Route, MovesError<Breach>> {
    let sums = replay(puzzle, &route).map(|(_, sums)| sums).unwrap_or_default();
    let best = |sum: &Sum| sums.iter().copied().min_by_key(|value| i128::from(sum.sign()) * value);
    let best = puzzle.sum.as_ref().and_then(best);
    let too_large = |best| MovesError::Breach(Breach::TooLarge(best));
    let sum = best.map(|best| i64::try_from(best).map_err(|_| too_large(best))).transpose()?;
    Ok(Route { sum, ..route })
}

/// All starts that the model allows, one for each die.
fn combinations(puzzle: &DiePath) -> impl Iterator<Item = Vec<Start>> + '_ {
    let of =
        |runner: &Runner| runner.start_dice.iter().map(|&die| Start { cell: runner.start, die }).collect::<Vec<_>>();
    puzzle.runners.iter().map(of).multi_cartesian_product()
}

/// The starts from which one may choose, as [`read_starts`] takes them.
pub(super) fn starts(puzzle: &DiePath) -> Box<dyn Iterator<Item = String> + '_> {
    let of_all = combinations(puzzle).filter(|_| puzzle.leaves_start_open());
    Box::new(of_all.map(|starts| starts.iter().join("; ")))
}

/// The start of each die.
fn read_starts(puzzle: &DiePath, text: &str) -> Result<Vec<Start>, String> {
    if !puzzle.leaves_start_open() {
        Start::fixed(Some(text))?;
    }
    let parts: Vec<&str> = text.split(';').collect();
    if parts.len() != puzzle.runners.len() {
        return Err(format!(
            "--start has {} parts, for {} dice: put a semicolon between them",
            parts.len(),
            puzzle.runners.len()
        ));
    }
    let read = |(runner, part): (&Runner, &str)| Start::read(part, Some(runner.start), &runner.start_dice);
    puzzle.runners.iter().zip(parts).map(read).collect()
}
