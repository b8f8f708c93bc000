//! Dice: their 24 orientations for each handedness, and how they roll.
//!
//! Seen from above with north up, a die is written by its top, north and east faces; the other three follow because
//! opposite faces sum to seven. A roll maps (t, n, e):
//!
//! ```text
//!          N: (7−n, t, e)
//! W: (e, n, 7−t)     E: (7−e, n, t)
//!          S: (n, 7−t, e)
//! ```
//!
//! 24 orientations × 4 rolls are the 96-tuple transition table that the models use.

use std::fmt;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::Direction;

/// A face of a die: 1 to 6.
pub type Face = u8;

/// Which way 1, 2, 3 run round their common corner, seen from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Handedness {
    /// Clockwise.
    Left,
    /// 1, 2, 3 run counter-clockwise around their corner: a right-handed die.
    #[default]
    Right,
}

impl fmt::Display for Handedness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

/// A side of a die on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Place {
    Top,
    Bottom,
    North,
    South,
    East,
    West,
}

impl Place {
    /// The six places, opposite ones next to each other.
    pub const ALL: [Self; 6] = [Self::Top, Self::Bottom, Self::North, Self::South, Self::East, Self::West];

    /// Its key in a model file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::North => "north",
            Self::South => "south",
            Self::East => "east",
            Self::West => "west",
        }
    }
}

/// An oriented die, of either handedness.
///
/// Serialised by its top, north and east faces: `{"top": 1, "north": 2, "east": 3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Faces", into = "Faces")]
#[schemars(with = "Faces")]
pub struct Die {
    top: Face,
    north: Face,
    east: Face,
}

/// The serialised form of a [`Die`].
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Die")]
struct Faces {
    top: Face,
    north: Face,
    east: Face,
}

impl From<Die> for Faces {
    fn from(die: Die) -> Self {
        Self { top: die.top, north: die.north, east: die.east }
    }
}

impl TryFrom<Faces> for Die {
    type Error = String;

    fn try_from(f: Faces) -> Result<Self, Self::Error> {
        Self::new(f.top, f.north, f.east)
            .ok_or_else(|| format!("no die shows {} on top, {} north and {} east", f.top, f.north, f.east))
    }
}

impl Die {
    /// The die with these faces, or `None` when a number is not a face or two of them are equal or opposite.
    pub const fn new(top: Face, north: Face, east: Face) -> Option<Self> {
        let faces = matches!((top, north, east), (1..=6, 1..=6, 1..=6));
        if !faces || top == north || top == east || north == east {
            return None;
        }
        if top + north == 7 || top + east == 7 || north + east == 7 {
            return None;
        }
        Some(Self { top, north, east })
    }

    /// The face on top.
    pub const fn top(self) -> Face {
        self.top
    }

    /// The face at `place`.
    pub const fn face(self, place: Place) -> Face {
        match place {
            Place::Top => self.top,
            Place::Bottom => 7 - self.top,
            Place::North => self.north,
            Place::South => 7 - self.north,
            Place::East => self.east,
            Place::West => 7 - self.east,
        }
    }

    /// Left- or right-handed: rolling never changes it.
    pub const fn handedness(self) -> Handedness {
        // Turning a face over to its opposite mirrors the die, and so does swapping two places: (1, 2, 3) on
        // (top, north, east) is left-handed.
        let turned = (self.top > 3) as u8 + (self.north > 3) as u8 + (self.east > 3) as u8;
        if (self.class() + turned).is_multiple_of(2) { Handedness::Left } else { Handedness::Right }
    }

    /// The die after one roll.
    #[must_use]
    pub const fn roll(self, direction: Direction) -> Self {
        let Self { top: t, north: n, east: e } = self;
        let (top, north, east) = match direction {
            Direction::North => (7 - n, t, e),
            Direction::South => (n, 7 - t, e),
            Direction::East => (7 - e, n, t),
            Direction::West => (e, n, 7 - t),
        };
        Self { top, north, east }
    }

    /// The orientation class, 0 or 1: each has 12 of the 24 orientations of a handedness, and every roll changes the class.
    pub const fn class(self) -> u8 {
        // A roll swaps two of the three axes, so it changes the parity of their order.
        let (t, n, e) = (axis(self.top), axis(self.north), axis(self.east));
        ((t > n) as u8 + (t > e) as u8 + (n > e) as u8) % 2
    }

    /// The 24 orientations of a handedness, ordered by (top, north); [`Die::index`] is a die's place in it.
    pub fn all(handedness: Handedness) -> &'static [Self; 24] {
        static ALL: LazyLock<[[Die; 24]; 2]> = LazyLock::new(|| [Handedness::Left, Handedness::Right].map(enumerate));
        &ALL[handedness as usize]
    }

    /// 0 to 23: the place of this orientation in [`Die::all`] of its handedness.
    pub const fn index(self) -> usize {
        // Each top face leaves four north faces; count the smaller ones.
        let (top, north) = (self.top as usize, self.north as usize);
        let skipped = (top < north) as usize + (7 - top < north) as usize;
        (top - 1) * 4 + (north - 1) - skipped
    }
}

/// The axis of a face, 1 to 3: opposite faces share it.
const fn axis(face: Face) -> u8 {
    if face > 3 { 7 - face } else { face }
}

/// The 24 dice of a handedness in the order of (top, north): given these two, the handedness tells east from west.
fn enumerate(handedness: Handedness) -> [Die; 24] {
    let mut dice = (1..=6u8)
        .flat_map(|top| (1..=6u8).flat_map(move |north| (1..=6u8).filter_map(move |east| Die::new(top, north, east))))
        .filter(|die| die.handedness() == handedness);
    std::array::from_fn(|_| dice.next().expect("each handedness has 24 orientations"))
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "top {}, north {}, east {}", self.top, self.north, self.east)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> impl Iterator<Item = Die> {
        [Handedness::Left, Handedness::Right].into_iter().flat_map(|h| Die::all(h).iter().copied())
    }

    #[test]
    fn the_index_is_the_place_in_the_list() {
        for handedness in [Handedness::Left, Handedness::Right] {
            for (i, die) in Die::all(handedness).iter().enumerate() {
                assert_eq!(die.index(), i, "{die}");
                assert_eq!(die.handedness(), handedness);
            }
        }
    }

    #[test]
    fn the_die_of_the_3x3_tour_and_the_state_362_of_the_thesis_are_left_handed() {
        assert_eq!(Die::new(1, 2, 3).unwrap().handedness(), Handedness::Left);
        assert_eq!(Die::new(3, 6, 5).unwrap().handedness(), Handedness::Left);
        assert_eq!(Die::new(1, 2, 4).unwrap().handedness(), Handedness::Right);
    }

    #[test]
    fn four_rolls_the_same_way_are_the_identity_and_opposite_rolls_undo() {
        for die in both() {
            for d in Direction::ALL {
                assert_eq!(die.roll(d).roll(d).roll(d).roll(d), die);
                assert_eq!(die.roll(d).roll(d.opposite()), die);
            }
        }
    }

    #[test]
    fn rolling_keeps_the_handedness_and_changes_the_class() {
        for die in both() {
            for d in Direction::ALL {
                assert_eq!(die.roll(d).handedness(), die.handedness());
                assert_eq!(die.roll(d).class(), 1 - die.class());
            }
        }
        assert_eq!(Die::all(Handedness::Left).iter().filter(|d| d.class() == 0).count(), 12);
        assert_eq!([Handedness::Left, Handedness::Right].map(|hand| hand.to_string()), ["left", "right"]);
    }

    #[test]
    fn rolling_moves_the_faces_as_a_cube_does() {
        let die = Die::new(1, 2, 3).unwrap();
        // Rolling east puts the west face on top and the old top to the east.
        let east = die.roll(Direction::East);
        assert_eq!((east.face(Place::Top), east.face(Place::East), east.face(Place::North)), (4, 1, 2));
        let north = die.roll(Direction::North);
        assert_eq!((north.face(Place::Top), north.face(Place::North), north.face(Place::East)), (5, 1, 3));
    }

    #[test]
    fn impossible_dice_are_refused() {
        assert_eq!(Die::new(1, 6, 2), None);
        assert_eq!(Die::new(1, 1, 2), None);
        assert_eq!(Die::new(0, 1, 2), None);
        assert_eq!(Die::new(255, 254, 253), None);
    }
}
