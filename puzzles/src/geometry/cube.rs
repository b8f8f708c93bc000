//! A twisty cube of 3×3×3: its faces, the fields of its net, its corner and edge places.
//!
//! Coordinates: x to the right (R), y up (U), z towards the viewer (F). The net is U above F, D below F, and L F R B in a
//! row: 9 rows × 12 columns. A direction code is 0 up, 1 right, 2 down, 3 left *as drawn in the net*.
//!
//! ```text
//!       U
//!     L F R B
//!       D
//! ```
//!
//! The order of the places, and of the fields within a place, is a convention: that of A. Furmanek's ILP series, part 105.
//! Where a field lies in the net and where its arrow points follow from the coordinates.

use std::fmt;
use std::sync::LazyLock;

use Face::{B, D, F, L, R, U};

/// A vector with whole coordinates: x right, y up, z towards the viewer.
pub type Vector = [i8; 3];

/// A face of the cube, as it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the letters of the standard notation: up, left, front, right, back, down")]
pub enum Face {
    U,
    L,
    F,
    R,
    B,
    D,
}

impl Face {
    /// The faces in the order of the net; `index` is a face's place in it.
    pub const ALL: [Self; 6] = [U, L, F, R, B, D];

    /// 0 to 5, in the order of the net.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            U => 'U',
            L => 'L',
            F => 'F',
            R => 'R',
            B => 'B',
            D => 'D',
        }
    }

    /// The face of this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.letter() == letter)
    }

    /// The vector out of the face.
    pub const fn normal(self) -> Vector {
        match self {
            U => [0, 1, 0],
            L => [-1, 0, 0],
            F => [0, 0, 1],
            R => [1, 0, 0],
            B => [0, 0, -1],
            D => [0, -1, 0],
        }
    }

    /// The vector in space that points up in the net.
    pub const fn up(self) -> Vector {
        match self {
            U => B.normal(),
            D => F.normal(),
            L | F | R | B => U.normal(),
        }
    }

    /// The vector in space that points right in the net.
    pub const fn right(self) -> Vector {
        cross(self.up(), self.normal())
    }

    /// Row and column of its upper left field in the net.
    pub const fn net_corner(self) -> (usize, usize) {
        match self {
            U => (0, 3),
            L => (3, 0),
            F => (3, 3),
            R => (3, 6),
            B => (3, 9),
            D => (6, 3),
        }
    }

    /// The code of the direction, on this face as drawn in the net, towards the neighbouring face `other`; `None` for the face
    /// itself and the opposite face.
    pub fn direction_to(self, other: Self) -> Option<u8> {
        let (right, up) = (dot(other.normal(), self.right()), dot(other.normal(), self.up()));
        match (right, up) {
            (0, 1) => Some(0),
            (1, 0) => Some(1),
            (0, -1) => Some(2),
            (-1, 0) => Some(3),
            _ => None,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The vector product a × b.
pub const fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The scalar product a · b.
pub const fn dot(a: Vector, b: Vector) -> i8 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The face and the clockwise quarter turns, 1 to 3, of a word like `U`, `U2` or `U'`; `None` if it is no such word. The apostrophe may be
/// one that a word processor made of it, or a prime.
pub fn read_turn(word: &str) -> Option<(Face, u8)> {
    let mut letters = word.chars();
    let face = Face::from_letter(letters.next()?)?;
    let quarters = match letters.as_str() {
        "" => 1,
        "2" => 2,
        "'" | "’" | "‘" | "′" => 3,
        _ => return None,
    };
    Some((face, quarters))
}

/// A field of the net that is part of a corner or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The face it lies on.
    pub face: Face,
    /// Its row on the face as drawn, 0 to 2 from above.
    pub row: usize,
    /// Its column on the face as drawn, 0 to 2 from the left.
    pub column: usize,
    /// The code of the direction to the face of the place's next field.
    pub arrow: u8,
}

impl Field {
    /// Its row and column in the net of 9 × 12.
    pub const fn in_net(self) -> (usize, usize) {
        let (row, column) = self.face.net_corner();
        (row + self.row, column + self.column)
    }

    /// Its number on the face, 0 to 8 in reading order; the centre is 4.
    pub const fn on_face(self) -> usize {
        3 * self.row + self.column
    }
}

/// The corner places by the faces of their fields: clockwise as seen from outside.
const CORNER_FACES: [[Face; 3]; 8] =
    [[F, U, R], [F, R, D], [F, D, L], [F, L, U], [B, U, L], [B, L, D], [B, D, R], [B, R, U]];

/// The edge places by the faces of their fields.
const EDGE_FACES: [[Face; 2]; 12] =
    [[F, U], [F, R], [F, D], [F, L], [R, U], [R, D], [R, B], [B, U], [B, D], [B, L], [L, U], [L, D]];

/// The fields of the 8 corner places, each clockwise as seen from outside.
pub fn corners() -> &'static [[Field; 3]; 8] {
    static CORNERS: LazyLock<[[Field; 3]; 8]> = LazyLock::new(|| CORNER_FACES.map(fields));
    &CORNERS
}

/// The fields of the 12 edge places.
pub fn edges() -> &'static [[Field; 2]; 12] {
    static EDGES: LazyLock<[[Field; 2]; 12]> = LazyLock::new(|| EDGE_FACES.map(fields));
    &EDGES
}

/// The fields of the place where these faces meet.
#[expect(clippy::cast_sign_loss, reason = "the coordinates of a place are -1, 0 and 1")]
fn fields<const N: usize>(faces: [Face; N]) -> [Field; N] {
    let place = faces.iter().fold([0; 3], |sum: Vector, face| {
        let normal = face.normal();
        [sum[0] + normal[0], sum[1] + normal[1], sum[2] + normal[2]]
    });
    std::array::from_fn(|t| {
        let (face, next) = (faces[t], faces[(t + 1) % N]);
        Field {
            face,
            row: (1 - dot(place, face.up())) as usize,
            column: (1 + dot(place, face.right())) as usize,
            arrow: face.direction_to(next).expect("the faces of a place are neighbours"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source's table of fields: 3·position + permutation on corners, 2·position + permutation on edges, positions
    /// from 1; a dot is no field.
    const FIELDS: &str = "
         .  .  . 16 17 26  .  .  .  .  .  .
         .  .  . 23  . 11  .  .  .  .  .  .
         .  .  . 14  3  4  .  .  .  .  .  .
        17 22 13 12  2  3  5 10 25 24 16 15
        21  .  9  8  .  4  5  . 14 15  . 20
        19 24 11  9  6  6  7 12 23 21 18 18
         .  .  . 10  7  8  .  .  .  .  .  .
         .  .  . 25  . 13  .  .  .  .  .  .
         .  .  . 20 19 22  .  .  .  .  .  .";

    /// The source's table of arrows.
    const ARROWS: &str = "
         .  .  .  3  0  0  .  .  .  .  .  .
         .  .  .  3  0  1  .  .  .  .  .  .
         .  .  .  2  2  1  .  .  .  .  .  .
         3  0  0  3  0  0  3  0  0  3  0  0
         3  0  1  3  0  1  3  0  1  3  0  1
         2  2  1  2  2  1  2  2  1  2  2  1
         .  .  .  3  0  0  .  .  .  .  .  .
         .  .  .  3  0  1  .  .  .  .  .  .
         .  .  .  2  2  1  .  .  .  .  .  .";

    fn table(text: &str) -> Vec<Vec<Option<usize>>> {
        let row = |line: &str| line.split_whitespace().map(|word| word.parse().ok()).collect();
        text.trim().lines().map(row).collect()
    }

    #[test]
    fn fields_and_arrows_come_out_as_in_the_source() {
        let mut numbers = vec![vec![None; 12]; 9];
        let mut arrows = vec![vec![None; 12]; 9];
        for face in Face::ALL {
            let (row, column) = face.net_corner();
            arrows[row + 1][column + 1] = Some(0);
        }
        let corners = corners().iter().enumerate().flat_map(|(p, place)| place.iter().map(move |f| (p, f)).enumerate());
        let corners = corners.map(|(i, (p, field))| (3 * (p + 1) + i % 3, field));
        let edges = edges().iter().enumerate().flat_map(|(p, place)| place.iter().map(move |f| (p, f)).enumerate());
        let edges = edges.map(|(i, (p, field))| (2 * (p + 1) + i % 2, field));
        for (number, field) in corners.chain(edges) {
            let (row, column) = field.in_net();
            assert_eq!(numbers[row][column].replace(number), None);
            arrows[row][column] = Some(usize::from(field.arrow));
        }
        assert_eq!(numbers, table(FIELDS));
        assert_eq!(arrows, table(ARROWS));
    }

    #[test]
    fn corner_fields_run_clockwise_seen_from_outside() {
        for place in corners() {
            let [a, b, c] = place.map(|field| field.face.normal());
            // Clockwise from outside is a left-handed triple.
            assert_eq!(dot(cross(a, b), c), -1);
        }
    }

    #[test]
    fn vector_products_are_right_handed() {
        let axes: [Vector; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        for i in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|k| axes[(i + k) % 3]);
            assert_eq!((cross(a, b), cross(b, a)), (c, c.map(|x| -x)));
        }
    }

    #[test]
    fn turns_are_a_letter_and_what_comes_behind_it() {
        let known = [("U", U, 1), ("L2", L, 2), ("F'", F, 3), ("R", R, 1), ("B2", B, 2), ("D'", D, 3)];
        for (word, face, quarters) in known {
            assert_eq!(read_turn(word), Some((face, quarters)));
            assert_eq!(face.to_string(), word[..1]);
        }
        for word in ["", "X", "u", "U3", "U2'", "2"] {
            assert_eq!(read_turn(word), None, "{word}");
        }
    }
}
