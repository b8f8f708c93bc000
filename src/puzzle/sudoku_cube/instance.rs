//! The model file of a Sudoku Cube: its pieces as the source lists them, or the net as it is read off the cube.

use std::ops::Range;

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;

use super::net::{self, NetField};
use crate::geometry::cube::{Face, Field, corners, edges};
use crate::instance::{At, Document, InputError, SolveTable};

/// A Sudoku Cube: tumble's model file for `puzzle = "sudoku-cube"`. Either `net`, or `centers`, `corners` and `edges`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "SudokuCube")]
struct File {
    /// Always "sudoku-cube".
    #[allow(dead_code, reason = "read by the dispatcher; here for the schema")]
    #[schemars(extend("const" = "sudoku-cube"))]
    puzzle: String,
    /// The net in 9 lines: 3 for U, 3 for L F R B side by side, 3 for D; each field a digit and the direction of its top as
    /// drawn, one of ^ > v <, or ? for a centre whose direction does not matter.
    net: Option<At<String>>,
    /// The digits of the centres.
    centers: Option<Faces>,
    /// The directions in which the centre digits read, 0 up, 1 right, 2 down, 3 left; if given, the centres are solved, too.
    center_directions: Option<Faces>,
    /// The 8 corner pieces, piece k in position k, three values and rotations each.
    corners: Option<At<Vec<At<PieceTable>>>>,
    /// The 12 edge pieces, piece k in position k, two values and rotations each.
    edges: Option<At<Vec<At<PieceTable>>>>,
    /// The digits that read the same upside down; `[1]` if left out.
    symmetric: Option<At<Vec<At<i64>>>>,
    /// Defaults for `tumble solve`.
    #[allow(dead_code, reason = "read by the pipeline; here so that its keys are accepted")]
    #[serde(default)]
    solve: SolveTable,
}

/// A number for each face.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
#[schemars(rename = "Faces")]
struct Faces {
    u: At<i64>,
    l: At<i64>,
    f: At<i64>,
    r: At<i64>,
    b: At<i64>,
    d: At<i64>,
}

impl Faces {
    /// In the order of [`Face::ALL`].
    const fn all(&self) -> [&At<i64>; 6] {
        [&self.u, &self.l, &self.f, &self.r, &self.b, &self.d]
    }
}

/// A piece: what its fields show in its own position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Piece")]
struct PieceTable {
    /// The digit of each field.
    values: At<Vec<At<i64>>>,
    /// How far each digit is turned from the arrow of its field, in quarter turns clockwise.
    rotations: At<Vec<At<i64>>>,
}

/// The JSON schema of the model file.
pub(super) fn schema() -> Schema {
    schema_for!(File)
}

/// A corner or edge piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The digit of each field, 1 to 9: three for a corner, clockwise from outside; two for an edge.
    pub values: Vec<u8>,
    /// How far each digit is turned from the arrow of its field, in quarter turns clockwise: 0 to 3.
    pub rotations: Vec<u8>,
}

/// An instance: a scrambled cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuCube {
    /// The 8 corner pieces; piece k is in position k.
    pub corners: Vec<Piece>,
    /// The 12 edge pieces; piece k is in position k.
    pub edges: Vec<Piece>,
    /// The centre digits, in the order of the faces.
    pub centers: [u8; 6],
    /// The directions of the centre digits, in the order of the faces; `None` if it does not matter.
    pub center_directions: [Option<u8>; 6],
    /// The digits that read the same upside down: at most seven, so that at least two digits of each face show its direction.
    pub symmetric: Vec<u8>,
    /// Whether assemblies that turns cannot reach are solutions, too.
    pub any_assembly: bool,
}

/// A digit and its span in the file.
type SpannedDigit = (u8, Range<usize>);

impl SudokuCube {
    /// The maximum number of symmetric digits.
    const MAX_SYMMETRIC: usize = 7;

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse()?;
        let symmetric = read_symmetric(file.symmetric.as_ref())?;
        let (mut cube, digits) = match &file.net {
            Some(net) => {
                let doubled = [file.centers.is_some(), file.center_directions.is_some()];
                if doubled.contains(&true) || file.corners.is_some() || file.edges.is_some() {
                    let message = "the net already describes the cube: leave out `centers`, `center-directions`, `corners`, `edges`";
                    return Err(InputError::of(net, message, "a net and pieces"));
                }
                read_net(net, document)?
            }
            None => read_pieces(&file)?,
        };
        check_six_each(&digits)?;
        cube.symmetric = symmetric;
        Ok(cube)
    }

    /// How to hold the cube for its turns.
    pub(super) fn hold(&self) -> String {
        let center = |face: Face| self.centers[face.index()];
        format!("the centre {} up, the centre {} to the front", center(Face::U), center(Face::F))
    }

    /// What the fields of the scrambled cube show, centres left out: the field, its digit, the direction of its top.
    pub(super) fn shown(&self) -> impl Iterator<Item = (Field, u8, u8)> + '_ {
        let corners = corners().iter().map(|place| &place[..]).zip(&self.corners);
        let edges = edges().iter().map(|place| &place[..]).zip(&self.edges);
        corners.chain(edges).flat_map(|(place, piece)| {
            let turned = place.iter().zip(piece.values.iter().zip(&piece.rotations));
            turned.map(|(&field, (&digit, &rotation))| (field, digit, (rotation + field.arrow) % 4))
        })
    }
}

/// A whole number in a range.
fn number(at: &At<i64>, what: &str, range: std::ops::RangeInclusive<u8>) -> Result<u8, InputError> {
    u8::try_from(at.value).ok().filter(|n| range.contains(n)).ok_or_else(|| {
        let (low, high) = range.into_inner();
        InputError::of(at, format!("{} is not a {what}", at.value), format!("not from {low} to {high}"))
    })
}

fn read_symmetric(list: Option<&At<Vec<At<i64>>>>) -> Result<Vec<u8>, InputError> {
    let Some(list) = list else { return Ok(vec![1]) };
    let mut digits = list.value.iter().map(|at| number(at, "digit", 1..=9)).collect::<Result<Vec<u8>, _>>()?;
    digits.sort_unstable();
    digits.dedup();
    if digits.len() > SudokuCube::MAX_SYMMETRIC {
        let message = "at most seven digits can be symmetric: the others show which way a face reads";
        return Err(InputError::of(list, message, "too many"));
    }
    Ok(digits)
}

/// The cube of a net, and its digits with their spans.
fn read_net(net: &At<String>, document: &Document) -> Result<(SudokuCube, Vec<SpannedDigit>), InputError> {
    let grid = net::read(net, document)?;
    let digits = grid.iter().flatten().flatten().map(|field| (field.digit, field.span.clone())).collect();
    let at = |(row, column): (usize, usize)| grid[row][column].as_ref();
    let mut cube = SudokuCube {
        corners: corners().iter().map(|place| piece(place, at)).collect::<Result<_, _>>()?,
        edges: edges().iter().map(|place| piece(place, at)).collect::<Result<_, _>>()?,
        centers: [0; 6],
        center_directions: [None; 6],
        symmetric: Vec::new(),
        any_assembly: false,
    };
    for face in Face::ALL {
        let (row, column) = face.net_corner();
        if let Some(center) = at((row + 1, column + 1)) {
            cube.centers[face.index()] = center.digit;
            cube.center_directions[face.index()] = center.direction;
        }
    }
    Ok((cube, digits))
}

/// The piece that a net shows in a place.
fn piece<'a>(place: &[Field], at: impl Fn((usize, usize)) -> Option<&'a NetField>) -> Result<Piece, InputError> {
    let mut piece = Piece { values: Vec::new(), rotations: Vec::new() };
    for field in place {
        // Every field of the net was read.
        let Some(shown) = at(field.in_net()) else { continue };
        let Some(direction) = shown.direction else {
            let message = "only the direction of a centre may be unknown";
            return Err(InputError::at(shown.span.clone(), message, "a field of a corner or an edge"));
        };
        piece.values.push(shown.digit);
        piece.rotations.push((direction + 4 - field.arrow) % 4);
    }
    Ok(piece)
}

fn read_pieces(file: &File) -> Result<(SudokuCube, Vec<SpannedDigit>), InputError> {
    let (Some(centers), Some(corners), Some(edges)) = (&file.centers, &file.corners, &file.edges) else {
        let error = InputError::at(0..0, "a Sudoku Cube needs a net or its pieces", "neither is complete in this file");
        return Err(error.help("add a `net`, or all of `centers`, `corners` and `edges`; see `tumble new sudoku-cube`"));
    };
    let mut digits = Vec::new();
    let mut read_centers = [0; 6];
    for (digit, at) in read_centers.iter_mut().zip(centers.all()) {
        *digit = number(at, "digit", 1..=9)?;
        digits.push((*digit, at.span.clone()));
    }
    let mut center_directions = [None; 6];
    if let Some(directions) = &file.center_directions {
        for (direction, at) in center_directions.iter_mut().zip(directions.all()) {
            *direction = Some(number(at, "direction", 0..=3)?);
        }
    }
    let cube = SudokuCube {
        corners: read_list(corners, "corner", 8, 3, &mut digits)?,
        edges: read_list(edges, "edge", 12, 2, &mut digits)?,
        centers: read_centers,
        center_directions,
        symmetric: Vec::new(),
        any_assembly: false,
    };
    Ok((cube, digits))
}

/// Reads `count` pieces of `fields` fields.
fn read_list(
    list: &At<Vec<At<PieceTable>>>,
    name: &str,
    count: usize,
    fields: usize,
    digits: &mut Vec<SpannedDigit>,
) -> Result<Vec<Piece>, InputError> {
    if list.value.len() != count {
        let message = format!("there are {} {name} pieces; a cube has {count}", list.value.len());
        return Err(InputError::of(list, message, format!("not {count}")));
    }
    let mut pieces = Vec::new();
    for (k, at) in list.value.iter().enumerate() {
        for (what, numbers) in [("values", &at.value.values), ("rotations", &at.value.rotations)] {
            if numbers.value.len() != fields {
                let found = numbers.value.len();
                let message = format!("{name} {} has {found} {what}; a {name} has {fields}", k + 1);
                return Err(InputError::of(numbers, message, format!("not {fields}")));
            }
        }
        let PieceTable { values, rotations } = &at.value;
        let values = values.value.iter().map(|v| {
            let digit = number(v, "digit", 1..=9)?;
            digits.push((digit, v.span.clone()));
            Ok(digit)
        });
        let values = values.collect::<Result<Vec<u8>, InputError>>()?;
        let rotations = rotations.value.iter().map(|r| number(r, "rotation", 0..=3)).collect::<Result<Vec<u8>, _>>()?;
        pieces.push(Piece { values, rotations });
    }
    Ok(pieces)
}

/// Checks that every digit occurs six times. The error shows the last occurrence of a digit that occurs too often.
fn check_six_each(digits: &[SpannedDigit]) -> Result<(), InputError> {
    let times = |digit: u8| digits.iter().filter(|(d, _)| *d == digit).count();
    let wrong: Vec<u8> = (1..=9).filter(|&digit| times(digit) != Face::ALL.len()).collect();
    let Some(often) = wrong.iter().copied().find(|&digit| times(digit) > Face::ALL.len()) else { return Ok(()) };
    let list = wrong.iter().map(|&digit| format!("{digit} ({} times)", times(digit))).collect::<Vec<_>>().join(", ");
    let message = format!("every digit occurs six times on a Sudoku Cube; wrong here: {list}");
    let last = digits.iter().rev().find(|(digit, _)| *digit == often).map_or(0..0, |(_, span)| span.clone());
    Err(InputError::at(last, message, format!("the last of {} times {often}", times(often))))
}
