//! The rules, by replay with a solid die. Nothing here is shared with the encodings, the search or the transition table.
//!
//! The rules use `instance.rs`, which decides nothing.

use std::collections::HashSet;

use super::{LabeledBoard, Trail};
use tumble_puzzles::geometry::{Cell, Die, Face};
use tumble_puzzles::puzzle::solid::{Solid, beside};
use tumble_puzzles::puzzle::{After, MovesError, Start, read_letters};

/// How a trail breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; rolls and visits are counted from 1")]
pub enum Breach {
    #[error("the trail starts on {found}, but the model requires {wanted}")]
    StartCell { found: Cell, wanted: Cell },
    #[error("the start {0} is blocked or not on the board")]
    StartOffBoard(Cell),
    #[error("the die starts with {0}, which the model does not allow")]
    StartDie(Die),
    #[error("the start {cell} is labeled {label}, but the die shows {found}")]
    StartLabel { cell: Cell, label: Face, found: Face },
    #[error("move {roll} is `{letter}`, not one of N, E, S, W")]
    NotAMove { roll: usize, letter: char },
    #[error("roll {roll} ({letter}) from {from} leaves the board or enters a blocked cell")]
    OffBoard { roll: usize, letter: char, from: Cell },
    #[error("roll {roll} ({letter}) enters {cell}, which is labeled {label}, with {found} on top")]
    WrongTop { roll: usize, letter: char, cell: Cell, label: Face, found: Face },
    #[error("roll {roll} ({letter}) enters the labeled cell {cell} a second time")]
    Revisit { roll: usize, letter: char, cell: Cell },
    #[error("the start {cell} is labeled, but the label on {wanted} comes first")]
    StartOrder { cell: Cell, wanted: Cell },
    #[error("roll {roll} ({letter}) enters the label on {cell}, but that on {wanted} comes first")]
    WrongOrder { roll: usize, letter: char, cell: Cell, wanted: Cell },
    #[error("{missing} of {labels} labeled cells are not visited, the first is {first}")]
    Unvisited { missing: usize, labels: usize, first: Cell },
    #[error("the trail ends on {found}, not on the goal {goal}")]
    WrongCell { found: Cell, goal: Cell },
    #[error("the trail ends with {0}, which the goal does not allow")]
    WrongDie(Die),
    #[error("the goal {0} is labeled and entered once, but other labels are still to be visited")]
    GoalTooEarly(Cell),
    #[error("a closed trail needs rolls")]
    NoRolls,
    #[error("the last roll ends on {found}, not on the start {start}")]
    NotClosed { found: Cell, start: Cell },
    #[error("back on the start the die shows {found}; it started with {start}")]
    NotRestored { found: Die, start: Die },
    #[error("the length is given as {said}, but it is {found}")]
    SaidLength { said: i64, found: i64 },
    #[error("{said} top faces are listed for {found} visits")]
    SaidCount { said: usize, found: usize },
    #[error("visit {visit} is listed with {said} on top, but it shows {found}")]
    SaidTop { visit: usize, said: Face, found: Face },
}

/// Replays `trail` and checks all its fields. Returns its length.
pub(super) fn verify(puzzle: &LabeledBoard, trail: &Trail) -> Result<i64, Breach> {
    let mut tops = Vec::new();
    replay(puzzle, &trail.moves, trail.start, &mut tops)?;
    let length = tops.len() as i64 - 1;
    if trail.length != length {
        return Err(Breach::SaidLength { said: trail.length, found: length });
    }
    if trail.tops.len() != tops.len() {
        return Err(Breach::SaidCount { said: trail.tops.len(), found: tops.len() });
    }
    for (i, (&said, &found)) in trail.tops.iter().zip(&tops).enumerate() {
        if said != found {
            return Err(Breach::SaidTop { visit: i + 1, said, found });
        }
    }
    Ok(length)
}

/// A die on its trail, and the cells that it entered.
struct Rolling {
    cell: Cell,
    solid: Solid<Face>,
    entered: HashSet<Cell>,
}

/// Replays the moves up to the first broken rule. Adds the top faces, beginning with the start's.
fn replay(puzzle: &LabeledBoard, moves: &str, start: Start, tops: &mut Vec<Face>) -> Result<(), Breach> {
    let Rolling { cell, solid, entered } = rolled(puzzle, moves, start, tops)?;
    let labeled = puzzle.labeled_cells();
    let missing: Vec<Cell> = labeled.iter().copied().filter(|cell| !entered.contains(cell)).collect();
    if let Some(&first) = missing.first() {
        return Err(Breach::Unvisited { missing: missing.len(), labels: labeled.len(), first });
    }
    check_end(puzzle, start, (cell, solid, tops.len() - 1))
}

/// The die after so many moves of a trail, and the labels that it entered.
pub(super) fn position(puzzle: &LabeledBoard, trail: &Trail, moves: u64) -> Option<String> {
    let moves = trail.moves.get(..usize::try_from(moves).ok()?)?;
    let Rolling { cell, solid, entered } = rolled(puzzle, moves, trail.start, &mut Vec::new()).ok()?;
    let labeled: Vec<Cell> = puzzle.labeled_cells().into_iter().filter(|cell| entered.contains(cell)).collect();
    Some(format!("{:?}", (cell, solid, labeled)))
}

/// What is left of a board after these moves: the labels that were entered are blocked.
pub(super) fn after(
    puzzle: &LabeledBoard,
    moves: &str,
    start: Option<&str>,
) -> Result<After<LabeledBoard>, MovesError<Breach>> {
    let (start, moves) = read(puzzle, moves, start)?;
    let Rolling { cell, solid, entered } =
        rolled(puzzle, &moves, start, &mut Vec::new()).map_err(MovesError::Breach)?;
    // Always `Some`: the solid was made from a die.
    let die = solid.die().unwrap_or(start.die);
    let mut rest = LabeledBoard { start_cell: Some(cell), start_dice: vec![die], ..puzzle.clone() };
    if puzzle.closed && !moves.is_empty() {
        let restored = if puzzle.restore_orientation { vec![start.die] } else { Die::all(die.handedness()).to_vec() };
        (rest.goal_cell, rest.goal_dice) = (Some(start.cell), restored);
        (rest.closed, rest.restore_orientation) = (false, false);
    }
    // A closed trail ends on its start again.
    let is_left = |other: Cell| other == cell || puzzle.closed && other == start.cell;
    for other in puzzle.labeled_cells().into_iter().filter(|other| entered.contains(other) && !is_left(*other)) {
        if rest.goal_cell == Some(other) {
            return Err(MovesError::Breach(Breach::GoalTooEarly(other)));
        }
        rest.board.set_blocked(other, true);
        if let Some(i) = puzzle.board.index(other) {
            rest.labels[i] = None;
        }
    }
    // A labeled start comes first in the order.
    rest.order.retain(|&i| rest.labels[i].is_some());
    let length = moves.len() as u64;
    Ok(After { rest, moves, length, counted: length as i64 })
}

/// Rolls the die, and checks each cell that it enters.
fn rolled(puzzle: &LabeledBoard, moves: &str, start: Start, tops: &mut Vec<Face>) -> Result<Rolling, Breach> {
    check_start(puzzle, start)?;
    let (mut cell, mut solid) = (start.cell, Solid::new(start.die));
    let mut entered = HashSet::from([cell]);
    tops.push(solid.top);
    let mut order = puzzle.order.iter().map(|&i| puzzle.board.cell(i));
    if puzzle.label(cell).is_some()
        && let Some(wanted) = order.next().filter(|&wanted| wanted != cell)
    {
        return Err(Breach::StartOrder { cell, wanted });
    }
    let rolls = moves.chars().count();
    for (i, letter) in moves.chars().enumerate() {
        let (roll, from) = (i + 1, cell);
        cell = beside(from, letter).ok_or(Breach::NotAMove { roll, letter })?;
        if !puzzle.board.is_free(cell) {
            return Err(Breach::OffBoard { roll, letter, from });
        }
        solid = solid.roll(letter);
        tops.push(solid.top);
        let Some(label) = puzzle.label(cell) else { continue };
        if label != solid.top {
            return Err(Breach::WrongTop { roll, letter, cell, label, found: solid.top });
        }
        let closing = puzzle.closed && roll == rolls && cell == start.cell;
        if !entered.insert(cell) && !closing {
            return Err(Breach::Revisit { roll, letter, cell });
        }
        if let Some(wanted) = order.next().filter(|&wanted| wanted != cell) {
            return Err(Breach::WrongOrder { roll, letter, cell, wanted });
        }
    }
    Ok(Rolling { cell, solid, entered })
}

fn check_start(puzzle: &LabeledBoard, start: Start) -> Result<(), Breach> {
    let Start { cell, die } = start;
    if let Some(wanted) = puzzle.start_cell.filter(|&wanted| wanted != cell) {
        return Err(Breach::StartCell { found: cell, wanted });
    }
    if !puzzle.board.is_free(cell) {
        return Err(Breach::StartOffBoard(cell));
    }
    if !puzzle.start_dice.contains(&die) {
        return Err(Breach::StartDie(die));
    }
    match puzzle.label(cell).filter(|&label| label != die.top()) {
        Some(label) => Err(Breach::StartLabel { cell, label, found: die.top() }),
        None => Ok(()),
    }
}

/// Checks the end of a trail against the goal or, on a closed tour, against the start.
fn check_end(
    puzzle: &LabeledBoard,
    start: Start,
    (cell, solid, rolls): (Cell, Solid<Face>, usize),
) -> Result<(), Breach> {
    // Always `Some`: the solid was made from a die.
    let die = solid.die().unwrap_or(start.die);
    if puzzle.closed {
        if rolls == 0 {
            return Err(Breach::NoRolls);
        }
        if cell != start.cell {
            return Err(Breach::NotClosed { found: cell, start: start.cell });
        }
        if puzzle.restore_orientation && die != start.die {
            return Err(Breach::NotRestored { found: die, start: start.die });
        }
        return Ok(());
    }
    if let Some(goal) = puzzle.goal_cell.filter(|&goal| goal != cell) {
        return Err(Breach::WrongCell { found: cell, goal });
    }
    if puzzle.goal_dice.contains(&die) { Ok(()) } else { Err(Breach::WrongDie(die)) }
}

/// Reads start and moves.
fn read(puzzle: &LabeledBoard, moves: &str, start: Option<&str>) -> Result<(Start, String), MovesError<Breach>> {
    let start = Start::read(start.unwrap_or_default(), puzzle.start_cell, &puzzle.start_dice);
    let start = start.map_err(MovesError::Unreadable)?;
    let moves = read_letters(moves).map_err(MovesError::Unreadable)?;
    check_start(puzzle, start).map_err(MovesError::Breach)?;
    Ok((start, moves))
}

/// The trail that `moves` produce; see [`Start::read`] for `start`.
pub(super) fn from_moves(puzzle: &LabeledBoard, moves: &str, start: Option<&str>) -> Result<Trail, MovesError<Breach>> {
    let (start, moves) = read(puzzle, moves, start)?;
    let mut tops = Vec::new();
    // Which rule they break is for `verify` to say.
    let _ = replay(puzzle, &moves, start, &mut tops);
    Ok(Trail { length: tops.len() as i64 - 1, moves, start, tops })
}
