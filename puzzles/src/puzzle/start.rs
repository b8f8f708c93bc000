//! The start of a die, for models that leave its cell or orientation open.

use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Die, Face, Place};

/// The cell and the orientation in which a die starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The start cell.
    pub cell: Cell,
    /// The die on it.
    pub die: Die,
}

impl Start {
    /// Reads a start such as `0,0 top=1 north=2 east=3`. What the model fixes may be left out: the cell if `cell` is given, and
    /// all faces that are not needed to select one of `dice`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str, mut cell: Option<Cell>, dice: &[Die]) -> Result<Self, String> {
        let form = "write it like \"0,0 top=1 north=2 east=3\"";
        let mut dice = dice.to_vec();
        for word in text.split_whitespace() {
            if let Some((place, face)) = word.split_once('=') {
                let place = Place::ALL.into_iter().find(|p| p.name() == place);
                let (Some(place), Ok(face)) = (place, face.parse::<Face>()) else {
                    return Err(format!("`{word}` is not a face of the start: {form}"));
                };
                dice.retain(|die| die.face(place) == face);
            } else {
                let (x, y) = word.split_once(',').ok_or_else(|| format!("`{word}` is not a start cell: {form}"))?;
                let number = |n: &str| n.parse::<i64>().map_err(|_| format!("`{word}` is not a start cell: {form}"));
                cell = Some(Cell::new(number(x)?, number(y)?));
            }
        }
        let cell = cell.ok_or_else(|| format!("the model leaves the start cell open: give --start; {form}"))?;
        match dice[..] {
            [die] => Ok(Self { cell, die }),
            [] => Err("the model allows no such die at the start".into()),
            _ => Err(format!("the start leaves {} orientations open: give --start; {form}", dice.len())),
        }
    }
}
