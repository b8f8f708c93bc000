//! What faces count in sums.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, InputError};
use crate::geometry::Face;

/// The largest absolute value of a face: sums stay exact.
pub const MAX_VALUE: i64 = 1_000_000;

/// The value of each face in sums; a face that is left out has its own number.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Faces")]
#[allow(missing_docs, reason = "the faces by their numbers")]
pub struct FacesTable {
    #[serde(rename = "1")]
    #[schemars(range(min = -MAX_VALUE, max = MAX_VALUE))]
    pub one: Option<At<i64>>,
    #[serde(rename = "2")]
    #[schemars(range(min = -MAX_VALUE, max = MAX_VALUE))]
    pub two: Option<At<i64>>,
    #[serde(rename = "3")]
    #[schemars(range(min = -MAX_VALUE, max = MAX_VALUE))]
    pub three: Option<At<i64>>,
    #[serde(rename = "4")]
    #[schemars(range(min = -MAX_VALUE, max = MAX_VALUE))]
    pub four: Option<At<i64>>,
    #[serde(rename = "5")]
    #[schemars(range(min = -MAX_VALUE, max = MAX_VALUE))]
    pub five: Option<At<i64>>,
    #[serde(rename = "6")]
    #[schemars(range(min = -MAX_VALUE, max = MAX_VALUE))]
    pub six: Option<At<i64>>,
}

impl FacesTable {
    /// The values of the faces 1 to 6.
    ///
    /// # Errors
    /// When one is beyond ±[`MAX_VALUE`].
    pub fn values(&self) -> Result<[i64; 6], InputError> {
        let mut values = FaceValues::default().values;
        let given = [&self.one, &self.two, &self.three, &self.four, &self.five, &self.six];
        for (value, at) in values.iter_mut().zip(given) {
            let Some(at) = at else { continue };
            if !(-MAX_VALUE..=MAX_VALUE).contains(&at.value) {
                return Err(InputError::of(at, format!("{} is beyond ±{MAX_VALUE}", at.value), "too large"));
            }
            *value = at.value;
        }
        Ok(values)
    }
}

/// What a face counts on a cell in a sum: its value, times the weight of the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceValues {
    /// The values of the faces 1 to 6.
    pub values: [i64; 6],
    /// By cell index of the board; `None`: every cell has weight 1.
    pub weights: Option<Vec<i64>>,
}

impl Default for FaceValues {
    /// Every face counts its own number.
    fn default() -> Self {
        Self { values: [1, 2, 3, 4, 5, 6], weights: None }
    }
}

impl FaceValues {
    /// The values that the tables of a model file give.
    ///
    /// # Errors
    /// As for [`FacesTable::values`].
    pub fn read(faces: Option<&FacesTable>, weights: Option<Vec<i64>>) -> Result<Self, InputError> {
        let values = faces.map_or(Ok(Self::default().values), FacesTable::values)?;
        Ok(Self { values, weights })
    }

    /// What a face counts on a cell, given by its index.
    pub fn value(&self, cell: usize, face: Face) -> i64 {
        self.values[usize::from(face) - 1] * self.weight(cell)
    }

    /// As [`value`](Self::value), with room for values and weights of any size.
    pub fn wide_value(&self, cell: usize, face: Face) -> i128 {
        i128::from(self.values[usize::from(face) - 1]) * i128::from(self.weight(cell))
    }

    fn weight(&self, cell: usize) -> i64 {
        self.weights.as_ref().map_or(1, |weights| weights[cell])
    }

    /// What faces count that are not worth their number, in words; empty if all are.
    pub fn in_words(&self) -> String {
        let changed = (1..=6).zip(self.values).filter(|&(face, value)| face != value);
        let changed: Vec<String> = changed.map(|(face, value)| format!("{face} counts {value}")).collect();
        let values = if changed.is_empty() { String::new() } else { format!("; {}", changed.join(", ")) };
        let weights = if self.weights.is_some() { ", each times the weight of its cell" } else { "" };
        format!("{weights}{values}")
    }
}
