//! `face-digit-plus`: the rows of `aggregated` and of `face-digit` together. Its LP relaxation is integral on nearly every random
//! instance.
//!
//! Sets, variables and rows (1) to (4), (R), (C), (P) as in `assembly.rs`; (5) and (6) of `aggregated.rs`, then (5) and (6) of
//! `face_digit.rs`.
//!
//! Size: 504 variables; 560 rows on the seed instance; (R): 2 more of each.

use super::assembly::{Builder, STRENGTHENINGS, digits, is_read, parity_size};
use super::{SudokuCube, aggregated, face_digit};
use tumble_puzzles::puzzle::Encoding;

pub(super) const ENCODING: Encoding<SudokuCube> = Encoding::new(
    "face-digit-plus",
    "the rows of face-digit and aggregated together: the tightest",
    |_, chosen| 506 + parity_size(chosen),
    |cube, chosen, model| {
        Builder::formulation(cube, chosen, model, &[digits, aggregated::fields, face_digit::faces]).into()
    },
)
.with_strengthenings(STRENGTHENINGS)
.fitting(is_read)
.with_tight_relaxation()
.ranked(|_, _| 2);
