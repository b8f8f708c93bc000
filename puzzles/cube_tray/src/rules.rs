//! The rules, by replay with cubes whose six face labels a roll permutes. Nothing here is shared with the
//! search and its tables.
//!
//! The rules use `instance.rs` and `poses.rs`, which decide nothing.

use super::{CubeTray, Cubes, Rolls};
use tumble_puzzles::geometry::Cell;
use tumble_puzzles::puzzle::solid::{Solid, step};
use tumble_puzzles::puzzle::{After, MovesError, Start, read_letters};

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; rolls are counted from 1")]
pub enum Breach {
    #[error("move {roll} is `{letter}`, not one of N, E, S, W")]
    NotAMove { roll: usize, letter: char },
    #[error("roll {roll} ({letter}): no cube can roll that way into the hole at {hole}")]
    NoCube { roll: usize, letter: char, hole: Cell },
    #[error("at the end {cell} holds {found}, but the model requires {wanted}")]
    NotTheGoal { cell: Cell, found: String, wanted: String },
    #[error("the length is given as {said}, but there are {found} moves")]
    SaidLength { said: u64, found: u64 },
}

/// A cube by the letters of its faces.
type Cube = Solid<char>;

/// A cube in this pose.
fn cube(cubes: &Cubes, pose: u8) -> Cube {
    Solid::labeled(|place| cubes.face(pose, place))
}

/// The tray after the moves; the hole is `None`.
fn replay(puzzle: &CubeTray, moves: &str) -> Result<Vec<Option<Cube>>, Breach> {
    let mut tray: Vec<Option<Cube>> =
        puzzle.start.iter().map(|pose| pose.map(|pose| cube(&puzzle.cubes, pose))).collect();
    let mut hole = puzzle.board.cell(puzzle.hole());
    for (i, letter) in moves.chars().enumerate() {
        let (dx, dy) = step(letter).ok_or(Breach::NotAMove { roll: i + 1, letter })?;
        let from = Cell::new(hole.x - dx, hole.y - dy);
        let (Some(a), Some(b)) = (puzzle.board.index(from), puzzle.board.index(hole)) else {
            return Err(Breach::NoCube { roll: i + 1, letter, hole });
        };
        tray[b] = tray[a].take().map(|cube| cube.roll(letter));
        hole = from;
    }
    Ok(tray)
}

/// Plays the moves and checks the goal. Returns the number of moves.
fn played(puzzle: &CubeTray, moves: &str) -> Result<u64, Breach> {
    let tray = replay(puzzle, moves)?;
    for (i, (square, wanted)) in tray.iter().zip(&puzzle.goal).enumerate() {
        let allowed = (0..puzzle.cubes.poses()).filter(|&pose| wanted.allows(pose));
        let fits = match square {
            None => wanted.hole,
            Some(there) => allowed.clone().any(|pose| cube(&puzzle.cubes, pose) == *there),
        };
        if !fits {
            let mut names: Vec<String> = allowed.map(|pose| puzzle.cubes.text(pose)).collect();
            names.extend(wanted.hole.then(|| "the hole".to_owned()));
            let shown = |there: &Cube| (0..puzzle.cubes.poses()).find(|&pose| cube(&puzzle.cubes, pose) == *there);
            let found = square.as_ref().map_or_else(
                || "the hole".to_owned(),
                |there| shown(there).map_or_else(|| "a broken cube".into(), |pose| puzzle.cubes.text(pose)),
            );
            return Err(Breach::NotTheGoal { cell: puzzle.board.cell(i), found, wanted: names.join(" or ") });
        }
    }
    Ok(moves.chars().count() as u64)
}

/// Replays a solution and checks the goal. Returns the number of moves.
pub(super) fn verify(puzzle: &CubeTray, rolls: &Rolls) -> Result<i64, Breach> {
    let found = played(puzzle, &rolls.moves)?;
    if rolls.length != found {
        return Err(Breach::SaidLength { said: rolls.length, found });
    }
    Ok(found as i64)
}

/// The tray after so many moves of a solution.
pub(super) fn position(puzzle: &CubeTray, rolls: &Rolls, moves: u64) -> Option<String> {
    let moves = rolls.moves.get(..usize::try_from(moves).ok()?)?;
    Some(format!("{:?}", replay(puzzle, moves).ok()?))
}

/// The tray after these moves, as the start of what is left.
pub(super) fn after(
    puzzle: &CubeTray,
    moves: &str,
    start: Option<&str>,
) -> Result<After<CubeTray>, MovesError<Breach>> {
    let Rolls { moves, length } = from_moves(moves, start)?;
    let tray = replay(puzzle, &moves).map_err(MovesError::Breach)?;
    let pose = |there: Cube| (0..puzzle.cubes.poses()).find(|&pose| cube(&puzzle.cubes, pose) == there);
    let start = tray.into_iter().map(|square| square.and_then(pose)).collect();
    Ok(After { rest: CubeTray { start, ..puzzle.clone() }, moves, length, counted: length as i64 })
}

/// The solution with these moves.
pub(super) fn from_moves(moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
    Start::fixed(start).map_err(MovesError::Unreadable)?;
    let moves = read_letters(moves).map_err(MovesError::Unreadable)?;
    Ok(Rolls { length: moves.len() as u64, moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_puzzles::geometry::{Direction, Handedness};

    #[test]
    fn the_solids_roll_as_the_tables_say() {
        let colourings = ["WWRRBB", "ABCDEF", "AABBBB", "ABABAB", "ABCACA", "AABCCC", "AAAAAA"];
        let letters = colourings.map(|faces| faces.chars().collect::<Vec<char>>().try_into().unwrap());
        let dice = [Handedness::Left, Handedness::Right].map(Cubes::dice);
        for cubes in letters.into_iter().map(Cubes::lettered).chain(dice).chain([Cubes::six_states()]) {
            let table = cubes.roll_table();
            for direction in Direction::ALL {
                for pose in 0..cubes.poses() {
                    let rolled = table[direction.index()][usize::from(pose)];
                    assert_eq!(cube(&cubes, pose).roll(direction.letter()), cube(&cubes, rolled));
                }
            }
        }
    }
}
