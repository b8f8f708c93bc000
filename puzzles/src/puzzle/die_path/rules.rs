//! The rules, by replay with solid dice. Nothing here is shared with the encodings, the search or the transition table.
//!
//! The rules use `instance.rs` and `route.rs`, which decide nothing.

use itertools::Itertools as _;

use super::{DiePath, Route, Runner};
use crate::geometry::{Cell, Die, Face};
use crate::puzzle::solid::{Solid, step};
use crate::puzzle::{MovesError, Start};

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
    #[error("the path states {found} starts, of {dice} dice")]
    StartCount { found: usize, dice: usize },
    #[error("the path starts on {cell} with {die}, which the model does not allow")]
    WrongStart { cell: Cell, die: Die },
}

/// A moving die: its cell, and its orientation for each start orientation that the path may have.
struct MovingDie {
    cell: Cell,
    solids: Vec<Solid<Face>>,
}

/// A run of a path: its number from 1, and its roll.
#[derive(Clone, Copy)]
struct Run<'a> {
    number: usize,
    roll: &'a str,
    /// Of a single roll.
    step: (i64, i64),
    count: i64,
}

/// Replays `route` and returns its length.
pub(super) fn verify(puzzle: &DiePath, route: &Route) -> Result<i64, Breach> {
    let mut moving_dice = moving_dice(puzzle, route)?;
    let mut length = 0i64;
    for (i, (roll, count)) in route.runs.iter().enumerate() {
        let (number, count) = (i + 1, *count);
        let (die, letter, step) =
            read_roll(roll, moving_dice.len()).ok_or_else(|| not_a_roll(number, roll, moving_dice.len()))?;
        if count < 1 {
            return Err(Breach::EmptyRun { run: number, count });
        }
        let others: Vec<Cell> =
            moving_dice.iter().enumerate().filter(|(i, _)| *i != die).map(|(_, other)| other.cell).collect();
        let moving_die = &mut moving_dice[die];
        moving_die.cell = end_of(puzzle, Run { number, roll, step, count }, moving_die.cell, &others)?;
        // Four rolls in the same direction restore the orientation.
        for _ in 0..count % 4 {
            moving_die.solids = moving_die.solids.iter().map(|solid| solid.roll(letter)).collect();
        }
        length = length.checked_add(count).ok_or(Breach::SaidLength { said: route.length, found: i64::MAX })?;
    }
    puzzle.runners.iter().zip(moving_dice).try_for_each(|(runner, moving_die)| check_end(runner, &moving_die))?;
    check_fields(route, length)?;
    Ok(length)
}

/// The dice at the start: in the orientations that the path states, or if it states nothing in all that the model allows.
fn moving_dice(puzzle: &DiePath, route: &Route) -> Result<Vec<MovingDie>, Breach> {
    let dice = puzzle.runners.len();
    let allowed = |runner: &Runner| runner.start_dice.iter().map(|&die| Solid::new(die)).collect();
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
        Ok(MovingDie { cell, solids: vec![Solid::new(die)] })
    };
    puzzle.runners.iter().zip(starts).map(moving).collect()
}

fn check_end(runner: &Runner, moving_die: &MovingDie) -> Result<(), Breach> {
    if moving_die.cell != runner.goal {
        return Err(Breach::WrongCell { found: moving_die.cell, goal: runner.goal });
    }
    let ends: Vec<Die> = moving_die.solids.iter().filter_map(|solid| solid.die()).collect();
    if ends.iter().any(|die| runner.goal_dice.contains(die)) {
        return Ok(());
    }
    Err(Breach::WrongDie { goal: runner.goal, found: ends[0] })
}

/// Checks the length that the path states, and its moves unless they are too many.
fn check_fields(route: &Route, length: i64) -> Result<(), Breach> {
    if route.length != length {
        return Err(Breach::SaidLength { said: route.length, found: length });
    }
    let agrees = match &route.moves {
        // Rolls with a number have spaces between them, others have none.
        Some(moves) if length <= Route::MAX_MOVES => {
            let rolls = route.runs.iter().flat_map(|(roll, count)| std::iter::repeat_n(roll.as_str(), *count as usize));
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

/// The cell after a run: on a board cell by cell, on the plane at once.
fn end_of(puzzle: &DiePath, run: Run<'_>, from: Cell, others: &[Cell]) -> Result<Cell, Breach> {
    let off = |from| Breach::OffBoard { run: run.number, roll: run.roll.to_owned(), from };
    let (dx, dy) = run.step;
    let far = |start: i64, step: i64| step.checked_mul(run.count).and_then(|far| start.checked_add(far));
    let Some(board) = &puzzle.board else {
        let (x, y) = far(from.x, dx).zip(far(from.y, dy)).ok_or_else(|| off(from))?;
        return Ok(Cell::new(x, y));
    };
    let mut cell = from;
    for _ in 0..run.count {
        let next = Cell::new(cell.x + dx, cell.y + dy);
        if !board.is_free(next) {
            return Err(off(cell));
        }
        if others.contains(&next) {
            return Err(Breach::Collision { run: run.number, roll: run.roll.to_owned(), cell: next });
        }
        cell = next;
    }
    Ok(cell)
}

/// The digits at the beginning of a text, and what follows them.
fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// The runs that a text spells: see [`from_moves`]. Whether the rolls are rolls is not looked at.
fn read_runs(text: &str, dice: usize) -> Result<Vec<(String, i64)>, String> {
    let mut runs = Vec::new();
    let mut left = text.trim_start();
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
/// often it is repeated, as in `E×12 N` or `1N×3`; for one die the number may also come first, as in `12E 3N W`. `start` is needed only to
/// choose one of several start orientations: for two dice it has a part for each, with a semicolon between them.
pub(super) fn from_moves(puzzle: &DiePath, moves: &str, start: Option<&str>) -> Result<Route, MovesError<Breach>> {
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
    if let Some(starts) = starts {
        let route = route.with_starts(puzzle, starts);
        return verify(puzzle, &route).map(|_| route).map_err(MovesError::Breach);
    }
    verify(puzzle, &route).map_err(MovesError::Breach)?;
    // Any combination will do; the dice roll independently of each other's orientations.
    let fits = |starts: &Vec<Start>| verify(puzzle, &route.clone().with_starts(puzzle, starts.clone())).is_ok();
    let starts = combinations(puzzle).find(fits).unwrap_or_default();
    Ok(route.with_starts(puzzle, starts))
}

/// All starts that the model allows, one for each die.
fn combinations(puzzle: &DiePath) -> impl Iterator<Item = Vec<Start>> + '_ {
    let of =
        |runner: &Runner| runner.start_dice.iter().map(|&die| Start { cell: runner.start, die }).collect::<Vec<_>>();
    puzzle.runners.iter().map(of).multi_cartesian_product()
}

/// The start of each die.
fn read_starts(puzzle: &DiePath, text: &str) -> Result<Vec<Start>, String> {
    if !puzzle.leaves_start_open() {
        return Err("the model fixes the start: leave out --start".into());
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
