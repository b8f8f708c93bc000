//! `face-digit`: where each digit of a face comes from, in one row for each direction.
//!
//! Sets, variables and rows (1) to (3), (R), (C), (P) as in `assembly.rs`; rows (4) follow from (5) and (6).
//!
//! ```text
//! (5)  Σ of the x that show v on f in direction d = D[f,d]              each face f, digit v that is not symmetric, direction d
//! (6)  Σ of the x that show v on f along axis a = D[f,a] + D[f,a+2]     each face f, symmetric digit v, axis a ∈ {0, 1}
//! ```
//! For the digit of the centre the right side is 0.
//!
//! Size: 504 variables; 46 + 24 · (digits that are not symmetric) + 12 · (symmetric ones) rows: 250 with one; (R): 2 more of each.
//!
//! Source: tightens the `bitflag` model of A. Furmanek's ILP series, part 105.

use itertools::Itertools as _;

use super::SudokuCube;
use super::assembly::{Builder, STRENGTHENINGS, is_read, parity_size};
use super::placements::Placement;
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::puzzle::Encoding;

pub(super) const ENCODING: Encoding<SudokuCube> = Encoding::new(
    "face-digit",
    "placements and direction flags, one row per face, digit and direction",
    |_, chosen| 506 + parity_size(chosen),
    |cube, chosen, model| Builder::formulation(cube, chosen, model, &[faces]).into(),
)
.with_strengthenings(STRENGTHENINGS)
.fitting(is_read);

/// Rows (5) and (6).
pub(super) fn faces(builder: &mut Builder<'_>) {
    let cube = builder.cube;
    let (symmetric, others): (Vec<u8>, Vec<u8>) = (1..=9).partition(|digit| cube.symmetric.contains(digit));
    builder.model.block("(5) each digit of a face reads as the face does");
    for (face, &digit) in Face::ALL.into_iter().cartesian_product(&others) {
        for d in 0..4 {
            row(builder, face, digit, &[d]);
        }
    }
    builder.model.block("(6) each symmetric digit of a face lies on the axis of the face");
    for (face, &digit) in Face::ALL.into_iter().cartesian_product(&symmetric) {
        for axis in 0..2 {
            row(builder, face, digit, &[axis, axis + 2]);
        }
    }
}

/// The digit is shown on the face in one of these directions exactly if the face reads in one of them.
fn row(builder: &mut Builder<'_>, face: Face, digit: u8, directions: &[u8]) {
    let shows = |p: &Placement| {
        p.shown.iter().any(|s| s.field.face == face && s.digit == digit && directions.contains(&s.direction))
    };
    let mut sum = builder.sum(shows);
    if builder.cube.centers[face.index()] != digit {
        for &d in directions {
            sum.push(-1, builder.directions[face.index()][usize::from(d)]);
        }
    }
    builder.model.add(format!("shown_{face}_{digit}_{}", directions[0]), sum.equals(0));
}
