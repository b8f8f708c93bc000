//! The rules, by replay with a die whose six faces are moved one by one. Nothing here is shared with the encodings, the
//! search or the transition table.
//!
//! Two cells are a closed tour, there and back, which restores the orientation. Three cells never are one, by their colours.
//!
//! The rules use `instance.rs`, which decides nothing.

use std::collections::HashSet;

use super::{DieTour, Tour};
use tumble_puzzles::geometry::{Cell, Die, Face};
use tumble_puzzles::puzzle::solid::{Solid, beside};
use tumble_puzzles::puzzle::{MovesError, Start, read_letters};

/// How a tour breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; rolls and visits are counted from 1")]
pub enum Breach {
    #[error("the tour starts on {found}, but the model requires {wanted}")]
    StartCell { found: Cell, wanted: Cell },
    #[error("the start {0} is not a free cell of the board")]
    StartOffBoard(Cell),
    #[error("the die starts with {0}, which the model does not allow")]
    StartDie(Die),
    #[error("move {roll} is `{letter}`, not one of N, E, S, W")]
    NotAMove { roll: usize, letter: char },
    #[error("roll {roll} ({letter}) from {from} leaves the board or enters a blocked cell")]
    OffBoard { roll: usize, letter: char, from: Cell },
    #[error("roll {roll} ({letter}) enters {cell} a second time")]
    Revisit { roll: usize, letter: char, cell: Cell },
    #[error("{missing} of {free} free cells are not visited, the first is {first}")]
    Unvisited { missing: usize, free: usize, first: Cell },
    #[error("there are {found} moves where {wanted} are needed")]
    MoveCount { found: usize, wanted: usize },
    #[error("the last roll ends on {found}, not on the start {start}")]
    NotClosed { found: Cell, start: Cell },
    #[error("back on the start the die shows {found}; it started with {start}")]
    NotRestored { found: Die, start: Die },
    #[error("visit {visit} on {cell} has {found} on top, but the cell is labeled {wanted}")]
    WrongFace { visit: usize, cell: Cell, found: Face, wanted: Face },
    #[error("visit {visit} on {cell} has {found} on top, which must never be there")]
    NeverFace { visit: usize, cell: Cell, found: Face },
    #[error("visit {visit} on {cell} has {found} on top, which must be there at the ends only")]
    FaceBetween { visit: usize, cell: Cell, found: Face },
    #[error("the tour ends on {found}, but the model requires {wanted}")]
    GoalCell { found: Cell, wanted: Cell },
    #[error("the die ends with {0}, which the model does not allow")]
    GoalDie(Die),
    #[error("the total is {found}, but the model requires {wanted}")]
    WrongTotal { found: i64, wanted: i64 },
    #[error("the total {0} is beyond 64 bits")]
    TooLarge(i128),
    #[error("visit {visit} is listed on {said}, but it is on {found}")]
    SaidCell { visit: usize, said: Cell, found: Cell },
    #[error("visit {visit} is listed with {said} on top, but it shows {found}")]
    SaidTop { visit: usize, said: Face, found: Face },
    #[error("{said} {what} are listed for {found} visits")]
    SaidCount { what: &'static str, said: usize, found: usize },
    #[error("the total is given as {said}, but it is {found}")]
    SaidTotal { said: i64, found: i64 },
}

/// The result of a replay, up to the first broken rule.
#[derive(Default)]
struct Replay {
    cells: Vec<Cell>,
    tops: Vec<Face>,
    total: i64,
}

/// Replays `tour` and checks all its fields. Returns the sum of what the top faces count.
pub(super) fn verify(puzzle: &DieTour, tour: &Tour) -> Result<i64, Breach> {
    let mut found = Replay::default();
    replay(puzzle, &tour.moves, tour.start, &mut found)?;
    let visits = found.cells.len();
    for (what, said) in [("cells", tour.cells.len()), ("top faces", tour.tops.len())] {
        if said != visits {
            return Err(Breach::SaidCount { what, said, found: visits });
        }
    }
    for (i, (&said, &found)) in tour.cells.iter().zip(&found.cells).enumerate() {
        if said != found {
            return Err(Breach::SaidCell { visit: i + 1, said, found });
        }
    }
    for (i, (&said, &found)) in tour.tops.iter().zip(&found.tops).enumerate() {
        if said != found {
            return Err(Breach::SaidTop { visit: i + 1, said, found });
        }
    }
    if tour.total != found.total {
        return Err(Breach::SaidTotal { said: tour.total, found: found.total });
    }
    Ok(found.total)
}

fn replay(puzzle: &DieTour, moves: &str, start: Start, found: &mut Replay) -> Result<(), Breach> {
    check_start(puzzle, start)?;
    let free = puzzle.board.free_cells().count();
    let letters: Vec<char> = moves.chars().collect();
    let open_moves = letters.len().min(free - 1);
    let mut solid = Solid::new(start.die);
    let mut cell = start.cell;
    let mut seen = HashSet::from([cell]);
    *found = Replay { cells: vec![cell], tops: vec![solid.top], total: 0 };
    for (i, &letter) in letters[..open_moves].iter().enumerate() {
        (cell, solid) = step(puzzle, i + 1, letter, cell, solid)?;
        found.cells.push(cell);
        found.tops.push(solid.top);
        if !seen.insert(cell) {
            return Err(Breach::Revisit { roll: i + 1, letter, cell });
        }
    }
    if let Some(first) = puzzle.board.free_cells().find(|cell| !seen.contains(cell)) {
        return Err(Breach::Unvisited { missing: free - seen.len(), free, first });
    }
    let wanted = free - 1 + usize::from(puzzle.closed);
    if letters.len() != wanted {
        return Err(Breach::MoveCount { found: letters.len(), wanted });
    }
    let mut back = None;
    if puzzle.closed {
        (cell, solid) = step(puzzle, free, letters[free - 1], cell, solid)?;
        check_closing(puzzle, start, cell, solid)?;
        back = Some((cell, solid.top));
    }
    check_faces(puzzle, found, back)?;
    check_goal(puzzle, cell, solid)?;
    found.total = total(puzzle, found)?;
    match puzzle.total {
        Some(wanted) if wanted != found.total => Err(Breach::WrongTotal { found: found.total, wanted }),
        _ => Ok(()),
    }
}

/// The sum of what the top faces count, with room for values of any size.
fn total(puzzle: &DieTour, replay: &Replay) -> Result<i64, Breach> {
    let visits = replay.cells.iter().zip(&replay.tops);
    let total: i128 =
        visits.filter_map(|(&cell, &top)| Some(puzzle.values.wide_value(puzzle.board.index(cell)?, top))).sum();
    i64::try_from(total).map_err(|_| Breach::TooLarge(total))
}

fn check_start(puzzle: &DieTour, start: Start) -> Result<(), Breach> {
    if let Some(wanted) = puzzle.start_cell.filter(|&wanted| wanted != start.cell) {
        return Err(Breach::StartCell { found: start.cell, wanted });
    }
    if !puzzle.board.is_free(start.cell) {
        return Err(Breach::StartOffBoard(start.cell));
    }
    if !puzzle.start_dice.contains(&start.die) {
        return Err(Breach::StartDie(start.die));
    }
    Ok(())
}

/// What has to be on top, or must not be, at each visit and after the roll that closes the tour.
fn check_faces(puzzle: &DieTour, replay: &Replay, back: Option<(Cell, Face)>) -> Result<(), Breach> {
    let last = puzzle.board.free_cells().count() + usize::from(puzzle.closed);
    let visits = replay.cells.iter().copied().zip(replay.tops.iter().copied());
    for (i, (cell, found)) in visits.chain(back).enumerate() {
        let visit = i + 1;
        let label = puzzle.board.index(cell).and_then(|i| puzzle.labels.get(i).copied().flatten());
        if let Some(wanted) = label.filter(|&label| label != found) {
            return Err(Breach::WrongFace { visit, cell, found, wanted });
        }
        if puzzle.never.contains(&found) {
            return Err(Breach::NeverFace { visit, cell, found });
        }
        let is_end = visit == 1 || visit == last;
        if !is_end && puzzle.never_between.contains(&found) {
            return Err(Breach::FaceBetween { visit, cell, found });
        }
    }
    Ok(())
}

/// Where an open tour has to end, and how.
fn check_goal(puzzle: &DieTour, found: Cell, solid: Solid<Face>) -> Result<(), Breach> {
    if let Some(wanted) = puzzle.goal_cell.filter(|&wanted| wanted != found) {
        return Err(Breach::GoalCell { found, wanted });
    }
    let wrong = solid.die().filter(|die| puzzle.goal_dice.as_ref().is_some_and(|goal| !goal.contains(die)));
    wrong.map_or(Ok(()), |die| Err(Breach::GoalDie(die)))
}

fn check_closing(puzzle: &DieTour, start: Start, cell: Cell, solid: Solid<Face>) -> Result<(), Breach> {
    if cell != start.cell {
        return Err(Breach::NotClosed { found: cell, start: start.cell });
    }
    let found = solid.die().unwrap_or(start.die);
    if puzzle.restore_orientation && found != start.die {
        return Err(Breach::NotRestored { found, start: start.die });
    }
    Ok(())
}

/// One roll; `roll` counts from 1.
fn step(
    puzzle: &DieTour,
    roll: usize,
    letter: char,
    from: Cell,
    solid: Solid<Face>,
) -> Result<(Cell, Solid<Face>), Breach> {
    let cell = beside(from, letter).ok_or(Breach::NotAMove { roll, letter })?;
    if !puzzle.board.is_free(cell) {
        return Err(Breach::OffBoard { roll, letter, from });
    }
    Ok((cell, solid.roll(letter)))
}

/// The tour that `moves` produce from `start`, written like `0,0 top=1 north=2 east=3`; what the model fixes may be left out.
pub(super) fn from_moves(puzzle: &DieTour, moves: &str, start: Option<&str>) -> Result<Tour, MovesError<Breach>> {
    let start = Start::read(start.unwrap_or_default(), puzzle.start_cell, &puzzle.start_dice)
        .map_err(MovesError::Unreadable)?;
    let moves = read_letters(moves).map_err(MovesError::Unreadable)?;
    check_start(puzzle, start).map_err(MovesError::Breach)?;
    let mut found = Replay::default();
    // Which rule they break is for `verify` to say.
    let _ = replay(puzzle, &moves, start, &mut found);
    let Replay { cells, tops, total } = found;
    Ok(Tour { moves, start, cells, tops, total })
}
