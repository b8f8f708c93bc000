//! `integer-chain`: the source's first model: integer positions and permutations, and each field of a face compared with the next in
//! reading order.
//!
//! It is a relaxation: a symmetric digit agrees with two opposite directions, so fields on either side of it need not agree
//! with each other. An assignment that is not a solution is cut off.
//!
//! Formulation: see `integers.rs`; (5) for i and the next field j of its face, 7 pairs a face: 126 rows.

use super::integers::{CONSTRAINTS, SIZE, build};
use crate::SudokuCube;
use crate::assembly::{STRENGTHENINGS, is_read, parity_size};
use tumble_puzzles::puzzle::Encoding;

pub(crate) const ENCODING: Encoding<SudokuCube> = Encoding::new(
    "integer-chain",
    "the source's first model, integer positions and permutations, neighbours compared: a relaxation",
    |_, chosen| SIZE + parity_size(chosen),
    |cube, chosen, model| build(cube, chosen, true, |a, b| a + 1 == b, model).into(),
)
.with_constraints(CONSTRAINTS)
.with_strengthenings(STRENGTHENINGS)
.fitting(is_read)
.with_cuts();
