//! What a path makes smallest or largest: its rolls, or a sum over its cells.

use schemars::JsonSchema;
use serde::Deserialize;

use tumble_model::model::Sense;
use tumble_puzzles::geometry::{Die, Direction, Place};
use tumble_puzzles::instance::{At, FaceValues, FacesTable, InputError};

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
    /// What a face counts on a cell.
    pub values: FaceValues,
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
        Ok(Some(Self { sense, place, values: FaceValues::read(faces, weights)? }))
    }

    /// What is summed, in a sentence.
    pub(super) fn in_words(&self) -> String {
        let size = if self.sense == Sense::Minimize { "smallest" } else { "largest" };
        format!("The {size} sum of the faces at the {}{}.", self.place.name(), self.values.in_words())
    }

    /// What a die counts on a cell, given by its index.
    pub(super) fn value(&self, cell: usize, die: Die) -> i64 {
        self.values.value(cell, die.face(self.place))
    }

    /// The cost of a die on a cell: what is made largest is turned round.
    pub(super) fn cost(&self, cell: usize, die: Die) -> i64 {
        self.sign() * self.value(cell, die)
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
        let weights = self.values.weights.as_deref().map_or([1, 1], ends);
        ends(&self.values.values).iter().any(|value| weights.iter().any(|weight| self.sign() * value * weight < 0))
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
