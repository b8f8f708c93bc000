//! The rules, by replay with cubes whose six faces are labels that a roll moves round. Nothing here is shared with the
//! search and its tables.

use serde::{Deserialize, Serialize};

use super::CubeTray;
use super::poses::{BLACK_AT, Cubes};
use crate::geometry::{Cell, Die, Place};
use crate::puzzle::{MovesError, read_letters};

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`: the direction in which a cube rolls into the hole.
    pub moves: String,
    /// Their number.
    pub length: u64,
}

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it all; rolls are counted from 1")]
pub enum Breach {
    #[error("move {roll} is `{letter}`, not one of N, E, S, W")]
    NotAMove { roll: usize, letter: char },
    #[error("roll {roll} ({letter}): no cube can roll that way into the hole at {hole}")]
    NoCube { roll: usize, letter: char, hole: Cell },
    #[error("at the end {cell} holds {found}, but the model asks for {wanted}")]
    NotTheGoal { cell: Cell, found: String, wanted: String },
    #[error("the length is said to be {said}, but there are {found} moves")]
    SaidLength { said: u64, found: u64 },
}

/// The labels of a cube's faces, in the order of [`Place::ALL`]: top, bottom, north, south, east, west.
type Solid = [u8; 6];

/// A cube with six states: black, its opposite, and grey.
const BLACK: u8 = b'k';
const COLOUR: u8 = b'c';
const GREY: u8 = b'g';

/// A cube that stands in this pose.
fn solid(cubes: Cubes, pose: u8) -> Solid {
    match cubes {
        Cubes::SixStates => {
            let black = BLACK_AT[usize::from(pose)];
            Place::ALL.map(|place| match place {
                _ if place == black => BLACK,
                _ if place as u8 / 2 == black as u8 / 2 => COLOUR,
                _ => GREY,
            })
        }
        Cubes::Oriented(handedness) => Place::ALL.map(|place| Die::all(handedness)[usize::from(pose)].face(place)),
    }
}

/// The cube turns over its lower edge on the side it rolls to: what was behind comes up.
fn roll([top, bottom, north, south, east, west]: Solid, letter: char) -> Solid {
    match letter {
        'N' => [south, north, top, bottom, east, west],
        'S' => [north, south, bottom, top, east, west],
        'E' => [west, east, north, south, top, bottom],
        _ => [east, west, north, south, bottom, top],
    }
}

/// Replays the moves, calling `see` with the tray before the first and after each; the hole is `None`.
fn replay(puzzle: &CubeTray, moves: &str) -> Result<Vec<Option<Solid>>, Breach> {
    let mut tray: Vec<Option<Solid>> =
        puzzle.start.iter().map(|pose| pose.map(|pose| solid(puzzle.cubes, pose))).collect();
    let mut hole = puzzle.board.cell(puzzle.hole());
    for (i, letter) in moves.chars().enumerate() {
        let Cell { x, y } = hole;
        let from = match letter {
            'N' => Cell::new(x, y - 1),
            'S' => Cell::new(x, y + 1),
            'E' => Cell::new(x - 1, y),
            'W' => Cell::new(x + 1, y),
            _ => return Err(Breach::NotAMove { roll: i + 1, letter }),
        };
        let (Some(a), Some(b)) = (puzzle.board.index(from), puzzle.board.index(hole)) else {
            return Err(Breach::NoCube { roll: i + 1, letter, hole });
        };
        tray[b] = tray[a].take().map(|cube| roll(cube, letter));
        hole = from;
    }
    Ok(tray)
}

/// Replays a solution and checks the goal. Returns the number of moves.
pub(super) fn verify(puzzle: &CubeTray, rolls: &Rolls) -> Result<i64, Breach> {
    let tray = replay(puzzle, &rolls.moves)?;
    for (i, (square, wanted)) in tray.iter().zip(&puzzle.goal).enumerate() {
        let allowed = (0..puzzle.cubes.poses()).filter(|&pose| wanted.allows(pose));
        let fits = match square {
            None => wanted.hole,
            Some(cube) => allowed.clone().any(|pose| solid(puzzle.cubes, pose) == *cube),
        };
        if !fits {
            let mut names: Vec<String> = allowed.map(|pose| puzzle.cubes.text(pose)).collect();
            names.extend(wanted.hole.then(|| "the hole".to_owned()));
            let shown = |cube: &Solid| (0..puzzle.cubes.poses()).find(|&pose| solid(puzzle.cubes, pose) == *cube);
            let found = square.as_ref().map_or_else(
                || "the hole".to_owned(),
                |cube| shown(cube).map_or_else(|| "a broken cube".into(), |pose| puzzle.cubes.text(pose)),
            );
            return Err(Breach::NotTheGoal { cell: puzzle.board.cell(i), found, wanted: names.join(" or ") });
        }
    }
    let found = rolls.moves.len() as u64;
    if rolls.length != found {
        return Err(Breach::SaidLength { said: rolls.length, found });
    }
    Ok(found as i64)
}

/// The solution that `moves` make.
pub(super) fn from_moves(moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
    if start.is_some() {
        return Err(MovesError::Unreadable("the model says how the tray starts: leave --start out".into()));
    }
    let moves = read_letters(moves).map_err(MovesError::Unreadable)?;
    let length = moves.chars().count() as u64;
    Ok(Rolls { moves, length })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Direction, Handedness};

    #[test]
    fn the_solids_roll_as_the_tables_say() {
        for cubes in [Cubes::SixStates, Cubes::Oriented(Handedness::Left), Cubes::Oriented(Handedness::Right)] {
            let table = cubes.roll_table();
            for direction in Direction::ALL {
                for pose in 0..cubes.poses() {
                    let rolled = table[direction.index()][usize::from(pose)];
                    assert_eq!(roll(solid(cubes, pose), direction.letter()), solid(cubes, rolled));
                }
            }
        }
    }
}
