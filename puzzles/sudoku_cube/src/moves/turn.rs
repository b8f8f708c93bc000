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

    pub const fn to_kewb(self) -> Move {
        match (self.face, self.quarters) {
            (Face::U, 1) => Move::U,
            (Face::U, 2) => Move::U2,
            (Face::U, _) => Move::U3,
            (Face::L, 1) => Move::L,
            (Face::L, 2) => Move::L2,
            (Face::L, _) => Move::L3,
            (Face::F, 1) => Move::F,
            (Face::F, 2) => Move::F2,
            (Face::F, _) => Move::F3,
            (Face::R, 1) => Move::R,
            (Face::R, 2) => Move::R2,
            (Face::R, _) => Move::R3,
            (Face::B, 1) => Move::B,
            (Face::B, 2) => Move::B2,
            (Face::B, _) => Move::B3,
            (Face::D, 1) => Move::D,
            (Face::D, 2) => Move::D2,
            (Face::D, _) => Move::D3,
        }
    }

    pub const fn from_kewb(turn: Move) -> Self {
        let (face, quarters) = match turn {
            Move::U => (Face::U, 1),
            Move::U2 => (Face::U, 2),
            Move::U3 => (Face::U, 3),
            Move::L => (Face::L, 1),
            Move::L2 => (Face::L, 2),
            Move::L3 => (Face::L, 3),
            Move::F => (Face::F, 1),
            Move::F2 => (Face::F, 2),
            Move::F3 => (Face::F, 3),
            Move::R => (Face::R, 1),
            Move::R2 => (Face::R, 2),
            Move::R3 => (Face::R, 3),
            Move::B => (Face::B, 1),
            Move::B2 => (Face::B, 2),
            Move::B3 => (Face::B, 3),
            Move::D => (Face::D, 1),
            Move::D2 => (Face::D, 2),
            Move::D3 => (Face::D, 3),
        };
        Self { face, quarters }
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
