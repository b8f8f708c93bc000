//! The model file of a Sudoku Cube: its pieces as the source lists them, or the net as it is read off the cube.

use schemars::JsonSchema;
use serde::Deserialize;

use super::net::{self, Glyph, NetField};
use super::net::{Change, Reading, Readings, Written};
use tumble_puzzles::geometry::cube::{Face, Field, corners, edges};
use tumble_puzzles::instance::{At, Document, InputError};

/// A Sudoku Cube: tumble's model file for `puzzle = "sudoku-cube"`. Either `net`, or `centers`, `corners` and `edges`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "SudokuCube")]
pub(super) struct File {
    /// The net in 9 lines: 3 for U, 3 for L F R B side by side, 3 for D; each field a digit and the direction of its top as
    /// drawn, one of ^ > v < or ↑ → ↓ ←, or ? for a centre whose direction does not matter.
    net: Option<At<String>>,
    /// The digits of the centres.
    centers: Option<Faces>,
    /// The directions in which the centre digits read, 0 up, 1 right, 2 down, 3 left; if given, the centres are solved, too.
    center_directions: Option<Faces>,
    /// The 8 corner pieces, piece k in position k, three values and rotations each.
    #[schemars(length(equal = 8))]
    corners: Option<At<Vec<At<PieceTable>>>>,
    /// The 12 edge pieces, piece k in position k, two values and rotations each.
    #[schemars(length(equal = 12))]
    edges: Option<At<Vec<At<PieceTable>>>>,
    /// The digits that read the same upside down, at most seven; `[1]` if left out.
    #[schemars(inner(range(min = 1, max = 9)))]
    symmetric: Option<At<Vec<At<i64>>>>,
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
    #[schemars(length(min = 2, max = 3), inner(range(min = 1, max = 9)))]
    values: At<Vec<At<i64>>>,
    /// How far each digit is turned from the arrow of its field, in quarter turns clockwise.
    #[schemars(length(min = 2, max = 3), inner(range(min = 0, max = 3)))]
    rotations: At<Vec<At<i64>>>,
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
    /// What is not known of the pieces and the centres: other values are ignored there.
    pub unread: Unread,
}

/// Fields whose digit may be any, and fields whose digit may read in any direction: bit sets by the [number](Unread::number) of a field. The
/// direction of a centre is unknown where there is [none](SudokuCube::center_directions).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// Fields whose digit may be any.
    pub digits: u64,
    /// Fields of pieces whose digit may read in any direction.
    pub directions: u64,
}

impl Unread {
    /// The number of the first field of the edge pieces.
    pub(super) const EDGES: usize = 8 * 3;
    /// The number of the first centre; those of the other centres follow in the order of the faces.
    pub(super) const CENTERS: usize = Self::EDGES + 12 * 2;

    /// The number of a field of a piece, 0 to 47: corner pieces come first.
    pub const fn number(piece: usize, side: usize) -> usize {
        if piece < 8 { 3 * piece + side } else { Self::EDGES + 2 * (piece - 8) + side }
    }

    /// Whether everything is known.
    pub(super) const fn is_empty(self) -> bool {
        self.digits == 0 && self.directions == 0
    }

    /// Whether a digit may be any.
    pub(super) const fn has_digit(self, number: usize) -> bool {
        self.digits >> number & 1 == 1
    }

    /// Whether a digit may read in any direction.
    pub(super) const fn has_direction(self, number: usize) -> bool {
        self.directions >> number & 1 == 1
    }
}

/// A model file that was read, but whose digits were not counted yet.
pub(super) struct Draft {
    pub readings: Readings,
    pub symmetric: Vec<u8>,
}

impl Draft {
    pub fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(&[])?;
        let symmetric = read_symmetric(file.symmetric.as_ref())?;
        let readings = match &file.net {
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
        Ok(Self { readings: Readings(readings), symmetric })
    }

    /// The cube after a change of the readings.
    pub fn cube(&self, change: &Change) -> SudokuCube {
        let at = |place| self.readings.glyph(place, change);
        let center = |face: Face| {
            let (row, column) = face.net_corner();
            at((row + 1, column + 1))
        };
        SudokuCube {
            corners: corners().iter().map(|place| piece(place, at)).collect(),
            edges: edges().iter().map(|place| piece(place, at)).collect(),
            centers: Face::ALL.map(|face| center(face).map_or(0, |glyph| glyph.digit)),
            center_directions: Face::ALL.map(|face| center(face)?.direction),
            symmetric: self.symmetric.clone(),
            any_assembly: false,
            unread: Unread::default(),
        }
    }
}

/// The piece whose fields show these glyphs.
fn piece(place: &[Field], at: impl Fn((usize, usize)) -> Option<Glyph>) -> Piece {
    // Every field was read, and only centres may have no direction.
    let turned = place.iter().filter_map(|field| {
        let glyph = at(field.in_net())?;
        Some((glyph.digit, (glyph.direction? + 4 - field.arrow) % 4))
    });
    let (values, rotations) = turned.unzip();
    Piece { values, rotations }
}

impl SudokuCube {
    /// The maximum number of symmetric digits.
    const MAX_SYMMETRIC: usize = 7;

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let draft = Draft::read(document)?;
        draft.readings.check_six_each()?;
        Ok(draft.cube(&Change::new()))
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

fn read_net(net: &At<String>, document: &Document) -> Result<Vec<Reading>, InputError> {
    let reading = |field: NetField| {
        let NetField { place, glyph, span } = field;
        let written = if span == net.span { Written::Net(span) } else { Written::Word(span) };
        Reading { place, glyph, written }
    };
    Ok(net::read(net, document)?.into_iter().map(reading).collect())
}

fn read_pieces(file: &File) -> Result<Vec<Reading>, InputError> {
    let (Some(centers), Some(corner_list), Some(edge_list)) = (&file.centers, &file.corners, &file.edges) else {
        let error = InputError::at(0..0, "a Sudoku Cube needs a net or its pieces", "neither is complete in this file");
        return Err(error.help("add a `net`, or all of `centers`, `corners` and `edges`; see `tumble new sudoku-cube`"));
    };
    let mut readings = read_centers(centers, file.center_directions.as_ref())?;
    readings.extend(read_list(corner_list, "corner", corners())?);
    readings.extend(read_list(edge_list, "edge", edges())?);
    Ok(readings)
}

fn read_centers(centers: &Faces, directions: Option<&Faces>) -> Result<Vec<Reading>, InputError> {
    let mut readings = Vec::new();
    for (i, (face, digit)) in Face::ALL.into_iter().zip(centers.all()).enumerate() {
        let turn = directions.map(|directions| directions.all()[i]);
        let direction = turn.map(|at| number(at, "direction", 0..=3)).transpose()?;
        let turn = turn.map(|at| at.span.clone());
        let (row, column) = face.net_corner();
        readings.push(Reading {
            place: (row + 1, column + 1),
            glyph: Glyph { digit: number(digit, "digit", 1..=9)?, direction },
            written: Written::Numbers { digit: digit.span.clone(), turn, from: 0, name: None },
        });
    }
    Ok(readings)
}

/// Reads the pieces in these places, `N` fields each.
fn read_list<const N: usize>(
    list: &At<Vec<At<PieceTable>>>,
    kind: &str,
    places: &[[Field; N]],
) -> Result<Vec<Reading>, InputError> {
    if list.value.len() != places.len() {
        let count = places.len();
        let message = format!("there are {} {kind} pieces; a cube has {count}", list.value.len());
        return Err(InputError::of(list, message, format!("not {count}")));
    }
    let mut readings = Vec::new();
    for (k, (at, place)) in list.value.iter().zip(places).enumerate() {
        let PieceTable { values, rotations } = &at.value;
        for (what, numbers) in [("values", values), ("rotations", rotations)] {
            let found = numbers.value.len();
            if found != N {
                let message = format!("{kind} {} has {found} {what}; a {kind} has {N}", k + 1);
                return Err(InputError::of(numbers, message, format!("not {N}")));
            }
        }
        for (t, field) in place.iter().enumerate() {
            let (digit, turn) = (&values.value[t], &rotations.value[t]);
            let rotation = number(turn, "rotation", 0..=3)?;
            let name = format!("{kind} {} field {}", k + 1, t + 1);
            readings.push(Reading {
                place: field.in_net(),
                glyph: Glyph { digit: number(digit, "digit", 1..=9)?, direction: Some((rotation + field.arrow) % 4) },
                written: Written::Numbers {
                    digit: digit.span.clone(),
                    turn: Some(turn.span.clone()),
                    from: field.arrow,
                    name: Some(name),
                },
            });
        }
    }
    Ok(readings)
}
