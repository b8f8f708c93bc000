//! The cube as 54 stickers in space that rotation matrices move: for the rules and for pictures of turns. Shares nothing with the
//! encodings, the searches or the tables of the net.

use super::SudokuCube;
use super::instance::Piece;
use tumble_puzzles::geometry::cube::{Face, Vector, cross, dot, read_turn};

/// A rotation of space: its columns are the images of the axes.
pub(super) type Rotation = [Vector; 3];

pub(super) fn rotate(rotation: &Rotation, v: Vector) -> Vector {
    std::array::from_fn(|i| rotation.iter().zip(v).map(|(column, x)| column[i] * x).sum())
}

/// A quarter turn clockwise as seen against `axis`: the axis stays, every other vector v goes to v × axis.
pub(super) fn clockwise(axis: Vector) -> Rotation {
    let image = |v: Vector| if dot(v, axis) == 0 { cross(v, axis) } else { v };
    [image([1, 0, 0]), image([0, 1, 0]), image([0, 0, 1])]
}

/// The rotation that takes the orthogonal unit vectors a, b to c, d.
pub(super) fn taking([a, b]: [Vector; 2], [c, d]: [Vector; 2]) -> Rotation {
    let (e, f) = (cross(a, b), cross(c, d));
    let image = |v: Vector| -> Vector {
        let (x, y, z) = (dot(v, a), dot(v, b), dot(v, e));
        std::array::from_fn(|i| x * c[i] + y * d[i] + z * f[i])
    };
    [image([1, 0, 0]), image([0, 1, 0]), image([0, 0, 1])]
}

/// A sticker in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sticker {
    /// The piece it is on, by its index in [`PLACES`]; `None` for a centre.
    pub piece: Option<usize>,
    /// Where its small cube is: coordinates from −1 to 1.
    pub cubie: Vector,
    /// The outward normal of its face.
    pub normal: Vector,
    /// Where the top of its digit points.
    pub top: Vector,
    pub digit: u8,
}

impl Sticker {
    pub fn turn(&mut self, rotation: &Rotation) {
        for vector in [&mut self.cubie, &mut self.normal, &mut self.top] {
            *vector = rotate(rotation, *vector);
        }
    }
}

/// The positions by the letters of their faces in the order of their fields: 8 corners, then 12 edges.
pub(super) const PLACES: [&str; 20] = [
    "FUR", "FRD", "FDL", "FLU", "BUL", "BLD", "BDR", "BRU", "FU", "FR", "FD", "FL", "RU", "RD", "RB", "BU", "BD", "BL",
    "LU", "LD",
];
pub(super) const CORNERS: usize = 8;

/// The outward normals of the faces of a place.
pub(super) fn normals(place: &str) -> Vec<Vector> {
    place.chars().filter_map(Face::from_letter).map(Face::normal).collect()
}

pub(super) fn sum(vectors: &[Vector]) -> Vector {
    std::array::from_fn(|i| vectors.iter().map(|v| v[i]).sum())
}

/// The top of a digit that reads in `direction` on `face`.
pub(super) fn top(face: Face, direction: u8) -> Vector {
    turned(face.up(), face.normal(), direction)
}

/// A vector after so many quarter turns clockwise as seen against `axis`.
fn turned(vector: Vector, axis: Vector, quarters: u8) -> Vector {
    (0..quarters).fold(vector, |vector, _| rotate(&clockwise(axis), vector))
}

/// The scrambled cube. Where a centre's direction is unknown, its digit's top points up in the net.
pub(super) fn scrambled(cube: &SudokuCube) -> Vec<Sticker> {
    let mut stickers = Vec::new();
    for (k, (piece, place)) in cube.corners.iter().chain(&cube.edges).zip(PLACES).enumerate() {
        let normals = normals(place);
        for (t, &normal) in normals.iter().enumerate() {
            // A digit's rotation is counted from the direction to the next face of its piece.
            let top = turned(normals[(t + 1) % normals.len()], normal, piece.rotations[t]);
            stickers.push(Sticker { piece: Some(k), cubie: sum(&normals), normal, top, digit: piece.values[t] });
        }
    }
    for face in Face::ALL {
        let normal = face.normal();
        let top = top(face, cube.center_directions[face.index()].unwrap_or(0));
        stickers.push(Sticker { piece: None, cubie: normal, normal, top, digit: cube.centers[face.index()] });
    }
    stickers
}

/// The cube of these stickers, each piece by the position that it is in. Unknown directions of centres stay unknown.
pub(super) fn unscrambled(cube: &SudokuCube, stickers: &[Sticker]) -> SudokuCube {
    // Turns take stickers to places of stickers, and tops of digits to directions in their faces.
    let at = |cubie, normal| {
        stickers.iter().find(|sticker| (sticker.cubie, sticker.normal) == (cubie, normal)).expect("turns only permute")
    };
    let quarters = |from: Vector, sticker: &Sticker| {
        (0..4).find(|&quarters| turned(from, sticker.normal, quarters) == sticker.top).expect("tops lie in their faces")
    };
    let piece = |place: &str| {
        let normals = normals(place);
        let fields = normals.iter().enumerate().map(|(t, &normal)| {
            let sticker = at(sum(&normals), normal);
            (sticker.digit, quarters(normals[(t + 1) % normals.len()], sticker))
        });
        let (values, rotations) = fields.unzip();
        Piece { values, rotations }
    };
    let (corners, edges) = PLACES.split_at(CORNERS);
    SudokuCube {
        corners: corners.iter().map(|place| piece(place)).collect(),
        edges: edges.iter().map(|place| piece(place)).collect(),
        centers: Face::ALL.map(|face| at(face.normal(), face.normal()).digit),
        center_directions: Face::ALL.map(|face| {
            let known = cube.center_directions[face.index()];
            known.map(|_| quarters(face.up(), at(face.normal(), face.normal())))
        }),
        ..cube.clone()
    }
}

/// Turns a layer as a word like `R`, `R'` or `R2` says, and returns its face; `None` if it is no such word.
pub(super) fn turn(stickers: &mut [Sticker], word: &str) -> Option<Face> {
    let (face, quarters) = read_turn(word)?;
    let axis = face.normal();
    let rotation = clockwise(axis);
    for sticker in stickers.iter_mut().filter(|sticker| dot(sticker.cubie, axis) == 1) {
        (0..quarters).for_each(|_| sticker.turn(&rotation));
    }
    Some(face)
}
