//! The rules, by replay with the cells that the box covers. Nothing here is shared with the search or the encodings.
//!
//! The rules use `instance.rs` and `solution.rs`, which decide nothing.

use super::{BlockMaze, Placement, Tips};
use tumble_puzzles::geometry::Cell;
use tumble_puzzles::puzzle::{MovesError, read_letters};

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; tips are counted from 1")]
pub enum Breach {
    #[error("move {tip} is `{letter}`, not one of N, E, S, W")]
    NotAMove { tip: usize, letter: char },
    #[error("tip {tip} ({letter}) covers {cell}, which is blocked or not on the board")]
    NotFree { tip: usize, letter: char, cell: Cell },
    #[error("at the end the box is on {0}, but the model requires {1}", shown(*.found), shown(*.goal))]
    NotTheGoal { found: Placement, goal: Placement },
    #[error("the length is given as {said}, but there are {found} moves")]
    SaidLength { said: u64, found: u64 },
}

fn shown(Placement { cell, size: [x, y, z] }: Placement) -> String {
    format!("{cell} as {x} × {y} × {z}")
}

/// A block of space: what the box fills along each axis, from the first number up to but without the second.
type Block = [(i64, i64); 3];

fn block(Placement { cell, size }: Placement) -> Block {
    let [x, y, z] = size.map(i64::from);
    [(cell.x, cell.x + x), (cell.y, cell.y + y), (0, z)]
}

/// The block after a quarter turn about its lower edge on the side of a letter: what was beside the edge is above it, and what was above
/// it is beyond.
fn tipped([x, y, z]: Block, letter: char) -> Option<Block> {
    let height = z.1;
    let beyond = |(low, high): (i64, i64), up: bool| if up { (high, high + height) } else { (low - height, low) };
    let above = |(low, high): (i64, i64)| (0, high - low);
    match letter {
        'N' => Some([x, beyond(y, true), above(y)]),
        'S' => Some([x, beyond(y, false), above(y)]),
        'E' => Some([beyond(x, true), y, above(x)]),
        'W' => Some([beyond(x, false), y, above(x)]),
        _ => None,
    }
}

/// Plays the moves, and checks what is covered after each, and the goal. Returns the number of moves.
fn played(puzzle: &BlockMaze, moves: &str) -> Result<u64, Breach> {
    let mut now = block(puzzle.start);
    for (i, letter) in moves.chars().enumerate() {
        let tip = i + 1;
        now = tipped(now, letter).ok_or(Breach::NotAMove { tip, letter })?;
        let [columns, rows, _] = now.map(|(low, high)| low..high);
        let covered = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
        if let Some(cell) = covered.into_iter().find(|&cell| !puzzle.board.is_free(cell)) {
            return Err(Breach::NotFree { tip, letter, cell });
        }
    }
    if now != block(puzzle.goal) {
        // The sizes are those of the start in another order.
        let found = Placement { cell: Cell::new(now[0].0, now[1].0), size: now.map(|(low, high)| (high - low) as u8) };
        return Err(Breach::NotTheGoal { found, goal: puzzle.goal });
    }
    Ok(moves.chars().count() as u64)
}

/// Replays a solution. Returns the number of moves.
pub(super) fn verify(puzzle: &BlockMaze, tips: &Tips) -> Result<i64, Breach> {
    let found = played(puzzle, &tips.moves)?;
    if tips.length != found {
        return Err(Breach::SaidLength { said: tips.length, found });
    }
    Ok(found as i64)
}

/// The solution with these moves.
pub(super) fn from_moves(puzzle: &BlockMaze, moves: &str, start: Option<&str>) -> Result<Tips, MovesError<Breach>> {
    if start.is_some() {
        return Err(MovesError::Unreadable("the model fixes the start: leave out --start".into()));
    }
    let moves = read_letters(moves).map_err(MovesError::Unreadable)?;
    let length = played(puzzle, &moves).map_err(MovesError::Breach)?;
    Ok(Tips { moves, length })
}
