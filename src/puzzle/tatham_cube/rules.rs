//! The rules, by replay with a cube whose six faces are labels that a roll moves round. Nothing here is shared with the search.

use serde::{Deserialize, Serialize};

use super::TathamCube;
use crate::geometry::Cell;
use crate::puzzle::{MovesError, read_letters};

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// Their number.
    pub length: u64,
    /// The same rolls in the game's letters: `U R D L`.
    pub tatham_moves: String,
}

impl Rolls {
    /// The solution of these rolls.
    pub(super) fn new(moves: String) -> Self {
        Self { length: moves.chars().count() as u64, tatham_moves: moves.chars().map(in_the_game).collect(), moves }
    }
}

/// The game's letter for a roll; other characters stay what they are.
const fn in_the_game(letter: char) -> char {
    match letter {
        'N' => 'U',
        'E' => 'R',
        'S' => 'D',
        'W' => 'L',
        other => other,
    }
}

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it all; rolls are counted from 1")]
pub enum Breach {
    #[error("move {roll} is `{letter}`, not one of N, E, S, W")]
    NotAMove { roll: usize, letter: char },
    #[error("roll {roll} ({letter}) from {from} leaves the board")]
    OffBoard { roll: usize, letter: char, from: Cell },
    #[error("roll {roll} ({letter}) comes after all six faces are blue: the game is over then")]
    AfterTheEnd { roll: usize, letter: char },
    #[error("at the end {blue} of the six faces are blue")]
    NotDone { blue: usize },
    #[error("the length is said to be {said}, but there are {found} moves")]
    SaidLength { said: u64, found: u64 },
    #[error("the moves are {found} in the game's letters, but are said to be {said}")]
    SaidTathamMoves { said: String, found: String },
}

/// Which faces are blue: top, bottom, north, south, east, west.
pub(super) type Faces = [bool; 6];

/// A game on its way.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) cell: Cell,
    pub(super) faces: Faces,
    /// By cell index.
    pub(super) blue: Vec<bool>,
}

impl Game {
    pub(super) fn new(puzzle: &TathamCube) -> Self {
        Self { cell: puzzle.start, faces: [false; 6], blue: puzzle.blue.clone() }
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

/// Replays a solution. Returns the number of moves.
pub(super) fn verify(puzzle: &TathamCube, rolls: &Rolls) -> Result<i64, Breach> {
    let mut game = Game::new(puzzle);
    for (i, letter) in rolls.moves.chars().enumerate() {
        game.roll(puzzle, i + 1, letter)?;
    }
    if !game.is_over() {
        return Err(Breach::NotDone { blue: game.faces.iter().filter(|&&blue| blue).count() });
    }
    let Rolls { length: found, tatham_moves, .. } = Rolls::new(rolls.moves.clone());
    if rolls.length != found {
        return Err(Breach::SaidLength { said: rolls.length, found });
    }
    if rolls.tatham_moves != tatham_moves {
        return Err(Breach::SaidTathamMoves { said: rolls.tatham_moves.clone(), found: tatham_moves });
    }
    Ok(found as i64)
}

/// The solution that `moves` make, in our letters or in the game's.
pub(super) fn from_moves(moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
    if start.is_some() {
        return Err(MovesError::Unreadable("the model says where the cube starts: leave --start out".into()));
    }
    let ours = |letter: char| match letter {
        'U' => 'N',
        'R' => 'E',
        'D' => 'S',
        'L' => 'W',
        other => other,
    };
    let ours: String = moves.chars().map(|letter| ours(letter.to_ascii_uppercase())).collect();
    Ok(Rolls::new(read_letters(&ours).map_err(MovesError::Unreadable)?))
}
