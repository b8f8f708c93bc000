//! Values of faces, for sums.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, InputError};

/// The largest absolute value of a face: sums stay exact.
pub const MAX_VALUE: i64 = 1_000_000;

/// The value of each face in sums; a face that is left out has its own number.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Faces")]
#[allow(missing_docs, reason = "the faces by their numbers")]
pub struct FacesTable {
    #[serde(rename = "1")]
    pub one: Option<At<i64>>,
    #[serde(rename = "2")]
    pub two: Option<At<i64>>,
    #[serde(rename = "3")]
    pub three: Option<At<i64>>,
    #[serde(rename = "4")]
    pub four: Option<At<i64>>,
    #[serde(rename = "5")]
    pub five: Option<At<i64>>,
    #[serde(rename = "6")]
    pub six: Option<At<i64>>,
}

impl FacesTable {
    /// The values of the faces 1 to 6.
    ///
    /// # Errors
    /// When one is beyond ±[`MAX_VALUE`].
    pub fn values(&self) -> Result<[i64; 6], InputError> {
        let mut values = [1, 2, 3, 4, 5, 6];
        let given = [&self.one, &self.two, &self.three, &self.four, &self.five, &self.six];
        for (value, at) in values.iter_mut().zip(given) {
            let Some(at) = at else { continue };
            if at.value.abs() > MAX_VALUE {
                return Err(InputError::of(at, format!("{} is beyond ±{MAX_VALUE}", at.value), "too large"));
            }
            *value = at.value;
        }
        Ok(values)
    }
}
