//! Dice in model files: some faces by place, the handedness where they leave it open, and what faces count in sums.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, InputError};
use crate::geometry::{Board, Cell, Die, Face, Handedness, Place};

/// A die by its faces: any three that meet at a corner fix it; fewer mean every orientation that agrees.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "PartialDie")]
#[allow(missing_docs, reason = "the names say it all")]
pub struct DieTable {
    #[schemars(range(min = 1, max = 6))]
    pub top: Option<At<i64>>,
    #[schemars(range(min = 1, max = 6))]
    pub bottom: Option<At<i64>>,
    #[schemars(range(min = 1, max = 6))]
    pub north: Option<At<i64>>,
    #[schemars(range(min = 1, max = 6))]
    pub south: Option<At<i64>>,
    #[schemars(range(min = 1, max = 6))]
    pub east: Option<At<i64>>,
    #[schemars(range(min = 1, max = 6))]
    pub west: Option<At<i64>>,
}

/// A given face: its place on the die, its place in the file, and the face.
type Given<'a> = (Place, &'a At<i64>, Face);

impl DieTable {
    /// The faces that are given, in the order of [`Place::ALL`].
    fn faces(&self) -> Result<Vec<Given<'_>>, InputError> {
        let given = [&self.top, &self.bottom, &self.north, &self.south, &self.east, &self.west];
        let mut faces = Vec::new();
        for (place, at) in Place::ALL.into_iter().zip(given) {
            let Some(at) = at else { continue };
            faces.push((place, at, face(at)?));
        }
        Ok(faces)
    }

    /// The left-handed and the right-handed orientations that agree, each list ordered as in [`Die::all`]. At least one list is
    /// not empty.
    fn agreeing(&self) -> Result<(Vec<Die>, Vec<Die>), InputError> {
        let faces = self.faces()?;
        for (i, &(place, at, face)) in faces.iter().enumerate() {
            for &(before, _, other) in &faces[..i] {
                clash(before, other, place, face).map_or(Ok(()), |why| {
                    Err(InputError::of(at, why, "cannot be here").help("opposite faces of a die sum to 7"))
                })?;
            }
        }
        let agreeing = |handedness| {
            let agrees = |die: &Die| faces.iter().all(|&(place, _, face)| die.face(place) == face);
            Die::all(handedness).iter().copied().filter(agrees).collect::<Vec<_>>()
        };
        Ok((agreeing(Handedness::Left), agreeing(Handedness::Right)))
    }

    /// Every orientation that agrees, of one handedness: the one that the faces fix, otherwise the requested one, otherwise
    /// right. Ordered as in [`Die::all`]; never empty.
    ///
    /// # Errors
    /// When a number is not a face, two faces cannot be where they are put, or the faces contradict `handedness`.
    pub fn orientations(&self, handedness: Option<&At<Handedness>>) -> Result<Vec<Die>, InputError> {
        let dice = self.orientations_like(handedness.map_or_else(Handedness::default, |at| at.value))?;
        match handedness {
            Some(at) if at.value != dice[0].handedness() => Err(contradiction(at, dice[0].handedness())),
            _ => Ok(dice),
        }
    }

    /// Like [`orientations`](Self::orientations), with a default that the faces may contradict: the handedness that they fix,
    /// otherwise `default`.
    ///
    /// # Errors
    /// When a number is not a face or two faces cannot be where they are put.
    pub fn orientations_like(&self, default: Handedness) -> Result<Vec<Die>, InputError> {
        let (left, right) = self.agreeing()?;
        let take_left = right.is_empty() || (default == Handedness::Left && !left.is_empty());
        Ok(if take_left { left } else { right })
    }
}

fn face(at: &At<i64>) -> Result<Face, InputError> {
    let face = Face::try_from(at.value).ok().filter(|face| (1..=6).contains(face));
    face.ok_or_else(|| InputError::of(at, format!("{} is not a face of a die", at.value), "faces are 1 to 6"))
}

/// The faces of a list.
///
/// # Errors
/// When a number is not a face.
pub fn read_faces(given: &[At<i64>]) -> Result<Vec<Face>, InputError> {
    given.iter().map(face).collect()
}

fn contradiction(at: &At<Handedness>, really: Handedness) -> InputError {
    let message = format!("these faces make a {really}-handed die");
    InputError::of(at, message, "contradicts the faces").help("leave `handedness` out where three faces are given")
}

/// Why `face` cannot be at `place` when `other` is at `before`.
fn clash(before: Place, other: Face, place: Place, face: Face) -> Option<String> {
    let (b, p) = (before.name(), place.name());
    let opposite_places = before as u8 / 2 == place as u8 / 2;
    if opposite_places {
        return (face + other != 7).then(|| format!("{b} is {other}, so {p} is {}, not {face}", 7 - other));
    }
    if face == other {
        return Some(format!("{face} is both {b} and {p}"));
    }
    (face + other == 7).then(|| format!("{face} is opposite to {other}, so it cannot be next to it"))
}

/// Where and how a die starts: both may be left open.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Start")]
pub struct StartTable {
    /// The start cell [x, y]; left out: any cell.
    pub cell: Option<At<Cell>>,
    /// The die by its faces; left out: any orientation.
    pub die: Option<DieTable>,
    /// The handedness of the die, if the faces leave it open. "right" (the default): 1, 2, 3 run
    /// counter-clockwise around their corner, seen from outside; "left": clockwise.
    pub handedness: Option<At<Handedness>>,
}

/// Where and how a die must end.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Goal")]
pub struct GoalTable {
    /// The goal cell [x, y].
    pub cell: Option<At<Cell>>,
    /// The die by its faces; fewer than three, or none: any orientation of the start's handedness that agrees.
    pub die: Option<DieTable>,
}

impl StartTable {
    /// The start cell, checked to be a free cell of `board`.
    ///
    /// # Errors
    /// When it is outside or blocked.
    pub fn cell_on(&self, board: &Board) -> Result<Option<Cell>, InputError> {
        self.cell.as_ref().map(|at| free_cell("start", at, board)).transpose()
    }

    /// Every orientation in which the die may start; see [`DieTable::orientations`].
    ///
    /// # Errors
    /// As for [`DieTable::orientations`].
    pub fn orientations(&self) -> Result<Vec<Die>, InputError> {
        self.die.clone().unwrap_or_default().orientations(self.handedness.as_ref())
    }
}

/// The cell of a start, a goal or the like, checked to be a free cell of `board`.
///
/// # Errors
/// When it is outside or blocked.
pub fn free_cell(what: &str, at: &At<Cell>, board: &Board) -> Result<Cell, InputError> {
    if !board.contains(at.value) {
        let label = super::board::outside(board.columns() as i64, board.rows() as i64);
        return Err(InputError::of(at, format!("{what} cell {} is not on the board", at.value), label));
    }
    if !board.is_free(at.value) {
        return Err(InputError::of(at, format!("{what} cell {} is blocked", at.value), "blocked"));
    }
    Ok(at.value)
}

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
