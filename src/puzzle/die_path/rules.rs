//! The rules, by replay with a solid die. Nothing here is shared with the encodings, the search or the transition table.

use super::{DiePath, Route};
use crate::geometry::{Cell, Die};
use crate::puzzle::MovesError;
use crate::puzzle::solid::Solid;

/// How a path breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it all; runs are counted from 1")]
pub enum Breach {
    #[error("run {run} is `{letter}`, not one of N, E, S, W")]
    NotAMove { run: usize, letter: char },
    #[error("run {run} has {count} rolls")]
    EmptyRun { run: usize, count: i64 },
    #[error("run {run} ({letter}) leaves the board or enters a blocked cell after {from}")]
    OffBoard { run: usize, letter: char, from: Cell },
    #[error("the path ends on {found}, not on the goal {goal}")]
    WrongCell { found: Cell, goal: Cell },
    #[error("on the goal cell the die shows {found}, which the model does not ask for")]
    WrongDie { found: Die },
    #[error("the length is said to be {said}, but it is {found}")]
    SaidLength { said: i64, found: i64 },
    #[error("the moves are not those of the runs")]
    SaidMoves,
}

/// Replays `route` from every start orientation that the model allows and returns its length.
pub(super) fn verify(puzzle: &DiePath, route: &Route) -> Result<i64, Breach> {
    let mut cell = puzzle.start;
    let mut solids: Vec<Solid> = puzzle.start_dice.iter().map(|&die| Solid::new(die)).collect();
    let mut length = 0i64;
    for (i, &(letter, count)) in route.runs.iter().enumerate() {
        if !"NESW".contains(letter) {
            return Err(Breach::NotAMove { run: i + 1, letter });
        }
        if count < 1 {
            return Err(Breach::EmptyRun { run: i + 1, count });
        }
        cell = run(puzzle, i + 1, letter, count, cell)?;
        // Four rolls the same way bring every face back.
        for _ in 0..count % 4 {
            for solid in &mut solids {
                *solid = solid.roll(letter);
            }
        }
        length = length.checked_add(count).ok_or(Breach::SaidLength { said: route.length, found: i64::MAX })?;
    }
    if cell != puzzle.goal {
        return Err(Breach::WrongCell { found: cell, goal: puzzle.goal });
    }
    let ends: Vec<Die> = solids.into_iter().filter_map(Solid::die).collect();
    if !ends.iter().any(|die| puzzle.goal_dice.contains(die)) {
        return Err(Breach::WrongDie { found: ends[0] });
    }
    check_words(route, length)?;
    Ok(length)
}

/// What the path says of itself: its length, and its moves where they are not too many.
fn check_words(route: &Route, length: i64) -> Result<(), Breach> {
    if route.length != length {
        return Err(Breach::SaidLength { said: route.length, found: length });
    }
    let letters = || route.runs.iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count as usize));
    let agrees = match &route.moves {
        Some(moves) => length <= Route::MAX_MOVES && moves.chars().eq(letters()),
        None => length > Route::MAX_MOVES,
    };
    if agrees { Ok(()) } else { Err(Breach::SaidMoves) }
}

/// The cell after a run: on a board cell by cell, on the plane at once.
fn run(puzzle: &DiePath, run: usize, letter: char, count: i64, from: Cell) -> Result<Cell, Breach> {
    let (dx, dy) = match letter {
        'N' => (0, 1),
        'S' => (0, -1),
        'E' => (1, 0),
        _ => (-1, 0),
    };
    let off = |from| Breach::OffBoard { run, letter, from };
    let far = |start: i64, step: i64, times: i64| step.checked_mul(times).and_then(|way| start.checked_add(way));
    let Some(board) = &puzzle.board else {
        let (x, y) = far(from.x, dx, count).zip(far(from.y, dy, count)).ok_or_else(|| off(from))?;
        return Ok(Cell::new(x, y));
    };
    let mut cell = from;
    for _ in 0..count {
        let next = Cell::new(cell.x + dx, cell.y + dy);
        if !board.is_free(next) {
            return Err(off(cell));
        }
        cell = next;
    }
    Ok(cell)
}

/// The path that `moves` make: letters, each perhaps after a number of times, as in `12E 3N W`.
pub(super) fn from_moves(puzzle: &DiePath, moves: &str, start: Option<&str>) -> Result<Route, MovesError<Breach>> {
    if start.is_some() {
        return Err(MovesError::Unreadable("the model gives the start of a die path: leave --start out".into()));
    }
    let mut runs: Vec<(char, i64)> = Vec::new();
    let mut number = String::new();
    for character in moves.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()) {
        if character.is_ascii_digit() {
            number.push(character);
            continue;
        }
        let unreadable = |_| MovesError::Unreadable(format!("`{number}` is too large a number of rolls"));
        let count = if number.is_empty() { 1 } else { number.parse().map_err(unreadable)? };
        runs.push((character, count));
        number.clear();
    }
    if !number.is_empty() {
        return Err(MovesError::Unreadable(format!("`{number}` at the end has no letter")));
    }
    let length = runs.iter().try_fold(0i64, |sum, &(_, count)| sum.checked_add(count));
    let length = length.ok_or_else(|| MovesError::Unreadable("too many rolls".into()))?;
    let letters =
        || runs.iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count.max(0) as usize)).collect();
    let route = Route { length, moves: (length <= Route::MAX_MOVES).then(letters), runs };
    verify(puzzle, &route).map_err(MovesError::Breach)?;
    Ok(route)
}
