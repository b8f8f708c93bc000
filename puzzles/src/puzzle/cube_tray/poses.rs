//! The poses of a cube, as numbers: the place of its black face (6 states), or its orientation as a die (24).

use itertools::Itertools as _;

use crate::geometry::{Board, Die, Direction, Handedness, Place};

/// The kind of cubes: which poses can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cubes {
    /// One black face, a coloured one opposite to it, four grey ones: a pose is the place of the black face.
    SixStates,
    /// Six different faces: a pose is an orientation of the die.
    Oriented(Handedness),
}

/// A pose: less than [`Cubes::poses`]. With six states 0 is black up, 1 colour up, then black to the north, east, south, west.
pub(super) type Pose = u8;

/// The letters of the six states, by pose.
pub(super) const LETTERS: [char; 6] = ['k', 'c', 'n', 'e', 's', 'w'];

/// The places of the black face, by pose.
pub(super) const BLACK_AT: [Place; 6] =
    [Place::Top, Place::Bottom, Place::North, Place::East, Place::South, Place::West];

impl Cubes {
    /// The number of poses.
    pub const fn poses(self) -> u8 {
        match self {
            Self::SixStates => 6,
            Self::Oriented(_) => 24,
        }
    }

    /// How a pose is written in a map.
    pub fn text(self, pose: u8) -> String {
        match self {
            Self::SixStates => LETTERS[usize::from(pose)].to_string(),
            Self::Oriented(handedness) => {
                let die = Die::all(handedness)[usize::from(pose)];
                format!("{}{}", die.top(), die.face(Place::North))
            }
        }
    }

    /// Poses by cell index as the map of a model file; `None` is the hole.
    pub(super) fn map(self, board: &Board, poses: &[Option<Pose>]) -> String {
        let hole = if self == Self::SixStates { "_" } else { "__" };
        let cell = |pose: &Option<Pose>| pose.map_or_else(|| hole.to_owned(), |pose| self.text(pose));
        poses.chunks(board.columns()).rev().map(|row| row.iter().map(cell).join(" ")).join("\n")
    }

    /// A pose in words.
    pub(super) fn in_words(self, pose: Pose) -> String {
        match self {
            Self::SixStates => format!("black at {}", BLACK_AT[usize::from(pose)]),
            Self::Oriented(handedness) => Die::all(handedness)[usize::from(pose)].to_string(),
        }
    }

    /// The pose after a roll: `table[direction][pose]`, the direction by its index.
    pub(super) fn roll_table(self) -> [Vec<Pose>; 4] {
        // A die whose face 1 is the black one; where its other faces are makes no difference.
        let black_at = |die: &Die| BLACK_AT.iter().position(|&place| die.face(place) == 1).unwrap_or(0) as Pose;
        Direction::ALL.map(|direction| match self {
            Self::SixStates => (0..6)
                .map(|pose| {
                    let die = Die::all(Handedness::Right).iter().find(|die| black_at(die) == pose);
                    die.map_or(pose, |die| black_at(&die.roll(direction)))
                })
                .collect(),
            Self::Oriented(handedness) => {
                Die::all(handedness).iter().map(|die| die.roll(direction).index() as Pose).collect()
            }
        })
    }
}
