//! Turns of a face.

use std::fmt;

use kewb::Move;

use tumble_puzzles::geometry::cube::{Face, read_turn};

/// A turn of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub face: Face,
    /// Clockwise: 1 to 3.
    pub quarters: u8,
}

impl Turn {
    /// All 18.
    pub fn all() -> impl Iterator<Item = Self> {
        Face::ALL.into_iter().flat_map(|face| (1..4).map(move |quarters| Self { face, quarters }))
    }

    /// The turn of a word like `U`, `U'` or `U2`.
    pub fn from_word(word: &str) -> Option<Self> {
        read_turn(word).map(|(face, quarters)| Self { face, quarters })
    }

    /// The turn for the two-phase solver, which writes and reads turns in the same notation.
    pub fn to_kewb(self) -> Move {
        self.to_string().parse().expect("the solver knows all turns")
    }

    pub fn from_kewb(turn: Move) -> Self {
        Self::from_word(&turn.to_string()).expect("the solver's turns are those of a cube")
    }

    /// Whether the two turn opposite faces, and so commute.
    fn is_opposite(self, other: Self) -> bool {
        self.face != other.face && self.face.direction_to(other.face).is_none()
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = ["", "2", "'"][usize::from(self.quarters) - 1];
        write!(f, "{}{suffix}", self.face)
    }
}

/// The turns in order, with adjacent turns of the same face merged, also across a turn of the opposite face.
pub(super) fn joined(turns: impl Iterator<Item = Turn>) -> Vec<Turn> {
    let mut joined: Vec<Turn> = Vec::new();
    for turn in turns {
        let last = joined.len().checked_sub(1);
        let before = last.filter(|&i| joined[i].is_opposite(turn)).map_or(last, |i| i.checked_sub(1));
        match before.filter(|&i| joined[i].face == turn.face) {
            Some(i) => match (joined[i].quarters + turn.quarters) % 4 {
                0 => {
                    joined.remove(i);
                }
                quarters => joined[i].quarters = quarters,
            },
            None => joined.push(turn),
        }
    }
    joined
}
