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
use tumble_puzzles::puzzle::{After, MovesError, Start, read_letters};

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
    #[error("the goal {0} is the last cell of the tour, but others are still to be visited")]
    GoalTooEarly(Cell),
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

/// The beginning of a tour.
struct Begun {
    /// The cells that were left.
    left: HashSet<Cell>,
    /// What they count.
    counted: i128,
    /// The cell that the die is on.
    cell: Cell,
    solid: Solid<Face>,
}

/// Rolls the die, and checks each visit.
fn begun(puzzle: &DieTour, moves: &str, start: Start) -> Result<Begun, Breach> {
    let mut begun = Begun { left: HashSet::new(), counted: 0, cell: start.cell, solid: Solid::new(start.die) };
    let free = puzzle.board.free_cells().count();
    check_visit(puzzle, (1, true), begun.cell, begun.solid.top)?;
    for (i, letter) in moves.chars().enumerate() {
        let (roll, from) = (i + 1, begun.cell);
        let is_back = puzzle.closed && roll == free;
        begun.left.insert(from);
        begun.counted += value(puzzle, from, begun.solid.top);
        (begun.cell, begun.solid) = step(puzzle, roll, letter, from, begun.solid)?;
        if is_back {
            check_closing(puzzle, start, begun.cell, begun.solid)?;
        } else if begun.left.contains(&begun.cell) {
            return Err(Breach::Revisit { roll, letter, cell: begun.cell });
        }
        if puzzle.goal_cell == Some(from) {
            return Err(Breach::GoalTooEarly(from));
        }
        let is_last = !puzzle.closed && roll + 1 == free;
        check_visit(puzzle, (roll + 1, is_back || is_last), begun.cell, begun.solid.top)?;
    }
    Ok(begun)
}

/// What is left of a board after these moves: the cells that were visited are blocked.
pub(super) fn after(puzzle: &DieTour, moves: &str, start: Option<&str>) -> Result<After<DieTour>, MovesError<Breach>> {
    let (start, moves) = read(puzzle, moves, start)?;
    let Begun { left, counted, cell, solid } = begun(puzzle, &moves, start)?;
    let counted = i64::try_from(counted).map_err(|_| Breach::TooLarge(counted))?;
    // Always `Some`: the solid was made from a die.
    let die = solid.die().unwrap_or(start.die);
    let mut rest = DieTour { start_cell: Some(cell), start_dice: vec![die], ..puzzle.clone() };
    let returns = puzzle.closed && !moves.is_empty();
    if returns {
        // What is left ends on the start, which has been counted.
        let weight = |i| puzzle.values.weights.as_ref().map_or(1, |weights| weights[i]);
        let is_start = |i| puzzle.board.cell(i) == start.cell;
        rest.values.weights = Some((0..puzzle.board.size()).map(|i| if is_start(i) { 0 } else { weight(i) }).collect());
        (rest.closed, rest.restore_orientation, rest.goal_cell) = (false, false, Some(start.cell));
        rest.goal_dice = puzzle.restore_orientation.then(|| vec![start.die]);
    }
    for &visited in left.iter().filter(|&&visited| !(returns && visited == start.cell)) {
        rest.board.set_blocked(visited, true);
        if let Some(label) = puzzle.board.index(visited).and_then(|i| rest.labels.get_mut(i)) {
            *label = None;
        }
    }
    let too_large = || Breach::TooLarge(counted.into());
    rest.total = puzzle.total.map(|total| total.checked_sub(counted).ok_or_else(too_large)).transpose()?;
    let length = moves.len() as u64;
    Ok(After { rest, moves, length, counted })
}

/// What a face counts on a cell.
fn value(puzzle: &DieTour, cell: Cell, top: Face) -> i128 {
    puzzle.board.index(cell).map_or(0, |i| puzzle.values.wide_value(i, top))
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
    let total: i128 = replay.cells.iter().zip(&replay.tops).map(|(&cell, &top)| value(puzzle, cell, top)).sum();
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
        check_visit(puzzle, (visit, visit == 1 || visit == last), cell, found)?;
    }
    Ok(())
}

/// What has to be on top, or must not be, at a visit, which may be an end of the tour.
fn check_visit(puzzle: &DieTour, (visit, is_end): (usize, bool), cell: Cell, found: Face) -> Result<(), Breach> {
    let label = puzzle.board.index(cell).and_then(|i| puzzle.labels.get(i).copied().flatten());
    if let Some(wanted) = label.filter(|&label| label != found) {
        return Err(Breach::WrongFace { visit, cell, found, wanted });
    }
    if puzzle.never.contains(&found) {
        return Err(Breach::NeverFace { visit, cell, found });
    }
    if !is_end && puzzle.never_between.contains(&found) {
        return Err(Breach::FaceBetween { visit, cell, found });
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

/// Reads start and moves.
fn read(puzzle: &DieTour, moves: &str, start: Option<&str>) -> Result<(Start, String), MovesError<Breach>> {
    let start = Start::read(start.unwrap_or_default(), puzzle.start_cell, &puzzle.start_dice)
        .map_err(MovesError::Unreadable)?;
    let moves = read_letters(moves).map_err(MovesError::Unreadable)?;
    check_start(puzzle, start).map_err(MovesError::Breach)?;
    Ok((start, moves))
}

/// The tour that `moves` produce from `start`, written like `0,0 top=1 north=2 east=3`; what the model fixes may be left out.
pub(super) fn from_moves(puzzle: &DieTour, moves: &str, start: Option<&str>) -> Result<Tour, MovesError<Breach>> {
    let (start, moves) = read(puzzle, moves, start)?;
    let mut found = Replay::default();
    // Which rule they break is for `verify` to say.
    let _ = replay(puzzle, &moves, start, &mut found);
    let Replay { cells, tops, total } = found;
    Ok(Tour { moves, start, cells, tops, total })
}
