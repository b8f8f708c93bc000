//! `aggregated`: what a field shows, in one row for each direction.
//!
//! Sets, variables and rows (1) to (4), (R), (C), (P) as in `assembly.rs`. Fields i ∈ 0..48, the field i on face f(i).
//!
//! ```text
//! (5)  Σ of the x that show a digit other than a symmetric one in direction d in i ≤ D[f(i),d]     each i and d
//! (6)  Σ of the x that show direction a or a + 2 in i = D[f(i),a] + D[f(i),a+2]                    each axis a ∈ {0, 1}
//!                                                     and each i where a symmetric digit other than the centre's can be
//! ```
//! Size: 504 variables; 100 + 192 rows, and up to 96 of (6): 356 rows on the seed instance; (R): 2 more of each.
//!
//! Source: tightens the `bitflag` model of A. Furmanek's ILP series, part 105.

use super::SudokuCube;
use super::assembly::{Builder, STRENGTHENINGS, digits, is_read, parity_size};
use super::placements::{Placement, all_fields};
use tumble_puzzles::puzzle::Encoding;

pub(super) const ENCODING: Encoding<SudokuCube> = Encoding::new(
    "aggregated",
    "placements and direction flags, one row per field and direction, one per field and axis",
    |_, chosen| 506 + parity_size(chosen),
    |cube, chosen, model| Builder::formulation(cube, chosen, model, &[digits, fields]).into(),
)
.with_strengthenings(STRENGTHENINGS)
.fitting(is_read);

/// Rows (5) and (6).
pub(super) fn fields(builder: &mut Builder<'_>) {
    builder.model.block("(5) what a field shows reads as its face does");
    for (i, field) in all_fields() {
        for d in 0..4 {
            let shows = |p: &Placement| p.shown.iter().any(|s| s.field == field && !s.symmetric && s.direction == d);
            let flag = builder.directions[field.face.index()][usize::from(d)];
            let row = builder.sum(shows).plus(-1, flag).at_most(0);
            builder.model.add(format!("field_{i}_{d}"), row);
        }
    }
    builder.model.block("(6) what a field shows lies on the axis of its face");
    for (i, field) in all_fields() {
        let center = builder.cube.centers[field.face.index()];
        let can_be_symmetric =
            |p: &Placement| p.shown.iter().any(|s| s.field == field && s.symmetric && s.digit != center);
        if !builder.placements.iter().any(can_be_symmetric) {
            continue;
        }
        for axis in 0..2 {
            let shows = |p: &Placement| p.shown.iter().any(|s| s.field == field && s.direction % 2 == axis);
            let flags = builder.directions[field.face.index()];
            let axis = usize::from(axis);
            let row = builder.sum(shows).plus(-1, flags[axis]).plus(-1, flags[axis + 2]).equals(0);
            builder.model.add(format!("axis_{i}_{axis}"), row);
        }
    }
}
