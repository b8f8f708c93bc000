//! What a path makes smallest or largest: its rolls, or a sum over its cells.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::geometry::{Die, Direction, Face, Place};
use crate::instance::{At, FacesTable, InputError};
use crate::model::Sense;

/// The objective, as the model file names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ObjectiveName {
    /// The fewest rolls.
    #[default]
    Rolls,
    /// The smallest sum of the faces on top, over all cells of the path, the start included.
    MinTops,
    /// The largest sum of the faces on top.
    MaxTops,
    /// The smallest sum of the faces at the bottom.
    MinBottoms,
    /// The largest sum of the faces at the bottom.
    MaxBottoms,
}

/// A sum over all cells of a path, the start included: of the value of a face, times the weight of the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Whether it is made largest or smallest.
    pub sense: Sense,
    /// The face that counts: that on top, or that at the bottom.
    pub place: Place,
    /// The values of the faces 1 to 6.
    pub values: [i64; 6],
    /// By cell index of the board; `None`: every cell has weight 1.
    pub weights: Option<Vec<i64>>,
}

impl Sum {
    pub(super) fn read(
        name: ObjectiveName,
        faces: Option<&FacesTable>,
        weights: Option<Vec<i64>>,
    ) -> Result<Option<Self>, InputError> {
        let (sense, place) = match name {
            ObjectiveName::Rolls => return Ok(None),
            ObjectiveName::MinTops => (Sense::Minimize, Place::Top),
            ObjectiveName::MaxTops => (Sense::Maximize, Place::Top),
            ObjectiveName::MinBottoms => (Sense::Minimize, Place::Bottom),
            ObjectiveName::MaxBottoms => (Sense::Maximize, Place::Bottom),
        };
        let values = faces.cloned().unwrap_or_default().values()?;
        Ok(Some(Self { sense, place, values, weights }))
    }

    /// What is summed, in a sentence.
    pub(super) fn in_words(&self) -> String {
        let size = if self.sense == Sense::Minimize { "smallest" } else { "largest" };
        let changed = (1..=6).zip(self.values).filter(|&(face, value)| face != value);
        let changed: Vec<String> = changed.map(|(face, value)| format!("{face} counts {value}")).collect();
        let values = if changed.is_empty() { String::new() } else { format!("; {}", changed.join(", ")) };
        let weights = if self.weights.is_some() { ", each times the weight of its cell" } else { "" };
        format!("The {size} sum of the faces at the {}{weights}{values}.", self.place.name())
    }

    /// What a face counts on a cell, given by its index.
    pub(super) fn value(&self, cell: usize, face: Face) -> i64 {
        let weight = self.weights.as_ref().map_or(1, |weights| weights[cell]);
        self.values[usize::from(face) - 1] * weight
    }

    /// The cost of a die on a cell: what is made largest is turned round.
    pub(super) fn cost(&self, cell: usize, die: Die) -> i64 {
        self.sign() * self.value(cell, die.face(self.place))
    }

    /// The sum of a path with this cost, and the other way round.
    pub(super) const fn sign(&self) -> i64 {
        match self.sense {
            Sense::Minimize => 1,
            Sense::Maximize => -1,
        }
    }

    /// Whether some cell may cost less than nothing.
    pub(super) fn may_be_negative(&self) -> bool {
        let ends =
            |numbers: &[i64]| [numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0)];
        let weights = self.weights.as_deref().map_or([1, 1], ends);
        ends(&self.values).iter().any(|value| weights.iter().any(|weight| self.sign() * value * weight < 0))
    }
}

/// The rolls that a path may make.
pub(super) fn read_directions(at: &At<String>) -> Result<Vec<Direction>, InputError> {
    let direction = |letter: char| {
        let unknown = || InputError::of(at, format!("`{letter}` is not one of N, E, S, W"), "not a direction");
        Direction::of_letter(letter).ok_or_else(unknown)
    };
    let mut directions = at.value.chars().map(direction).collect::<Result<Vec<_>, _>>()?;
    directions.sort_by_key(|direction| direction.index());
    directions.dedup();
    if directions.is_empty() {
        Err(InputError::of(at, "a path needs some direction to roll", "empty"))
    } else {
        Ok(directions)
    }
}

/// Whether rolls in these directions may lead back to a cell.
pub(super) fn may_circle(directions: &[Direction]) -> bool {
    directions.iter().any(|direction| directions.contains(&direction.opposite()))
}
