//! `integer-pairs`: the source's first model with every two fields of a face compared, which makes it exact.
//!
//! Formulation: see `integers.rs`; (5) for all 28 pairs a face: 504 rows.

use super::SudokuCube;
use super::assembly::Parity;
use super::integers::{SIZE, build};
use crate::puzzle::Encoding;

/// With parity by cuts.
pub(super) const CUTS: Encoding<SudokuCube> = Encoding {
    name: "integer-pairs",
    summary: "the source's first model with all fields of a face compared",
    size: |_| SIZE,
    build: |cube| build(cube, Parity::Cuts, false, COMPARED),
};

/// With parity by inversions.
pub(super) const PARITY: Encoding<SudokuCube> = Encoding {
    name: "integer-pairs+parity",
    summary: "integer-pairs, parity by inversion variables",
    size: |_| SIZE + 96,
    build: |cube| build(cube, Parity::Inversions, false, COMPARED),
};

/// Which places of the reading order are compared.
const COMPARED: fn(usize, usize) -> bool = |_, _| true;
