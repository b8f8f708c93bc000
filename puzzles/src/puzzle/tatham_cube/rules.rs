//! The rules, by replay with a cube whose six face colours a roll permutes. Nothing here is shared with the
//! search or the encoding; the game's letters, too, are derived anew, from the path of the cube.
//!
//! The rules use `instance.rs` and `solution.rs`, which decide nothing.

use super::{Rolls, TathamCube};
use crate::geometry::Cell;
use crate::puzzle::{MovesError, read_letters};

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; rolls are counted from 1")]
pub enum Breach {
    #[error("move {roll} is `{letter}`, not one of N, E, S, W")]
    NotAMove { roll: usize, letter: char },
    #[error("roll {roll} ({letter}) from {from} leaves the board")]
    OffBoard { roll: usize, letter: char, from: Cell },
    #[error("roll {roll} ({letter}) comes after all six faces are blue: the game is over then")]
    AfterTheEnd { roll: usize, letter: char },
    #[error("at the end {blue} of the six faces are blue")]
    NotDone { blue: usize },
    #[error("the length is given as {said}, but there are {found} moves")]
    SaidLength { said: u64, found: u64 },
    #[error("the moves in the game's letters are given as {said}, but they are {found}")]
    SaidTathamMoves { said: String, found: String },
}

/// Which faces are blue: top, bottom, north, south, east, west.
pub(super) type Faces = [bool; 6];

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) cell: Cell,
    pub(super) faces: Faces,
    /// By cell index.
    pub(super) blue: Vec<bool>,
}

impl Game {
    pub(super) fn new(puzzle: &TathamCube) -> Self {
        Self { cell: puzzle.start, faces: puzzle.faces, blue: puzzle.blue.clone() }
    }

    pub(super) fn is_over(&self) -> bool {
        self.faces == [true; 6]
    }

    /// One roll: the cube turns over its lower edge, then its bottom and the square under it swap colours.
    pub(super) fn roll(&mut self, puzzle: &TathamCube, roll: usize, letter: char) -> Result<(), Breach> {
        let Cell { x, y } = self.cell;
        let [top, bottom, north, south, east, west] = self.faces;
        let (cell, faces) = match letter {
            'N' => (Cell::new(x, y + 1), [south, north, top, bottom, east, west]),
            'S' => (Cell::new(x, y - 1), [north, south, bottom, top, east, west]),
            'E' => (Cell::new(x + 1, y), [west, east, north, south, top, bottom]),
            'W' => (Cell::new(x - 1, y), [east, west, north, south, bottom, top]),
            _ => return Err(Breach::NotAMove { roll, letter }),
        };
        if self.is_over() {
            return Err(Breach::AfterTheEnd { roll, letter });
        }
        let index = puzzle.board.index(cell).ok_or(Breach::OffBoard { roll, letter, from: self.cell })?;
        (self.cell, self.faces) = (cell, faces);
        std::mem::swap(&mut self.faces[1], &mut self.blue[index]);
        Ok(())
    }
}

/// Plays the moves to the end of the game. Returns them in the game's letters: the arrow keys Up, Right, Down, Left.
fn replay(puzzle: &TathamCube, moves: &str) -> Result<String, Breach> {
    let mut game = Game::new(puzzle);
    let mut keys = String::new();
    for (i, letter) in moves.chars().enumerate() {
        let from = game.cell;
        game.roll(puzzle, i + 1, letter)?;
        // On the screen north is up.
        keys.push(match (game.cell.x - from.x, game.cell.y - from.y) {
            (_, 1) => 'U',
            (_, -1) => 'D',
            (1, _) => 'R',
            _ => 'L',
        });
    }
    if !game.is_over() {
        return Err(Breach::NotDone { blue: game.faces.iter().filter(|&&blue| blue).count() });
    }
    Ok(keys)
}

/// Replays a solution and checks all its fields. Returns the number of moves.
pub(super) fn verify(puzzle: &TathamCube, rolls: &Rolls) -> Result<i64, Breach> {
    let keys = replay(puzzle, &rolls.moves)?;
    let found = keys.len() as u64;
    if rolls.length != found {
        return Err(Breach::SaidLength { said: rolls.length, found });
    }
    if rolls.tatham_moves != keys {
        return Err(Breach::SaidTathamMoves { said: rolls.tatham_moves.clone(), found: keys });
    }
    Ok(found as i64)
}

/// The solution with these moves, given in our letters or in the game's.
pub(super) fn from_moves(puzzle: &TathamCube, moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
    if start.is_some() {
        return Err(MovesError::Unreadable("the model fixes the start: leave out --start".into()));
    }
    let ours = |letter: char| match letter {
        'U' => 'N',
        'R' => 'E',
        'D' => 'S',
        'L' => 'W',
        other => other,
    };
    let letters: String = moves.chars().map(|letter| ours(letter.to_ascii_uppercase())).collect();
    let moves = read_letters(&letters).map_err(MovesError::Unreadable)?;
    let tatham_moves = replay(puzzle, &moves).map_err(MovesError::Breach)?;
    Ok(Rolls { length: tatham_moves.len() as u64, moves, tatham_moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_the_game_are_not_taken_from_the_solution_type() {
        let puzzle = TathamCube::from_id("c4x4:C461,3").unwrap();
        let rolls = from_moves(&puzzle, "SSSNWWNNW", None).unwrap();
        assert_eq!(rolls.tatham_moves, "DDDULLUUL");
        // The letters of the search and of the replay agree; they are found independently.
        assert_eq!(rolls, Rolls::new("SSSNWWNNW".into()));
    }
}
