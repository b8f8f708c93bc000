//! `face-digit-plus`: the rows of `aggregated` and of `face-digit` together. Its LP relaxation is integral on nearly every random
//! instance.
//!
//! Sets, variables and rows (1) to (4), (R), (C), (P) as in `assembly.rs`; (5) and (6) of `aggregated.rs`, then (5) and (6) of
//! `face_digit.rs`.
//!
//! Size: 504 variables; 560 rows on the seed instance; (R): 2 more of each.

use super::assembly::{Builder, Parity};
use super::{Solution, SudokuCube, aggregated, face_digit};
use crate::puzzle::{Encoding, Formulation};

/// With parity by cuts.
pub(super) const CUTS: Encoding<SudokuCube> = Encoding {
    name: "face-digit-plus",
    summary: "the rows of face-digit and aggregated together: the tightest",
    size: |_| 506,
    build: |cube| build(cube, Parity::Cuts),
};

/// With parity by inversions.
pub(super) const PARITY: Encoding<SudokuCube> = Encoding {
    name: "face-digit-plus+parity",
    summary: "face-digit-plus, parity by inversion variables",
    size: |_| 506 + 96,
    build: |cube| build(cube, Parity::Inversions),
};

fn build(cube: &SudokuCube, parity: Parity) -> Formulation<Solution> {
    let mut builder = Builder::new(cube, parity);
    builder.digits();
    aggregated::fields(&mut builder);
    face_digit::faces(&mut builder);
    builder.finish()
}
