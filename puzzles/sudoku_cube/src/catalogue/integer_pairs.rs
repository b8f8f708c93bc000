//! `integer-pairs`: the source's first model with every two fields of a face compared, which makes it exact.
//!
//! Formulation: see `integers.rs`; (5) for all 28 pairs a face: 504 rows.

use super::integers::{CONSTRAINTS, SIZE, build};
use crate::SudokuCube;
use crate::assembly::{STRENGTHENINGS, is_read, parity_size};
use tumble_puzzles::puzzle::Encoding;

pub(crate) const ENCODING: Encoding<SudokuCube> = Encoding::new(
    "integer-pairs",
    "the source's first model with all fields of a face compared",
    |_, chosen| SIZE + parity_size(chosen),
    |cube, chosen, model| build(cube, chosen, false, |_, _| true, model).into(),
)
.with_constraints(CONSTRAINTS)
.with_strengthenings(STRENGTHENINGS)
.fitting(is_read);
