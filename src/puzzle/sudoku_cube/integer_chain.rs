//! `integer-chain`: the source's first model: integer positions and permutations, and each field of a face compared with the next in
//! reading order.
//!
//! It is a relaxation: a symmetric digit agrees with two opposite directions, so it links fields on either side of it that do not
//! agree. Such an answer is cut off and counted.
//!
//! Formulation: see `integers.rs`; (5) for i and the next field j of its face, 7 pairs a face: 126 rows.

use super::SudokuCube;
use super::assembly::Parity;
use super::integers::{SIZE, build};
use crate::puzzle::Encoding;

/// With parity by cuts.
pub(super) const CUTS: Encoding<SudokuCube> = Encoding {
    name: "integer-chain",
    summary: "the source's first model, integer positions and permutations, neighbours compared: a relaxation",
    size: |_| SIZE,
    build: |cube| build(cube, Parity::Cuts, true, COMPARED),
};

/// With parity by inversions.
pub(super) const PARITY: Encoding<SudokuCube> = Encoding {
    name: "integer-chain+parity",
    summary: "integer-chain, parity by inversion variables",
    size: |_| SIZE + 96,
    build: |cube| build(cube, Parity::Inversions, true, COMPARED),
};

/// Which places of the reading order are compared.
const COMPARED: fn(usize, usize) -> bool = |a, b| a + 1 == b;
