//! `bitflag`: the source's second model: flags for directions, digits and placements, one implication each.
//!
//! Sets, variables and rows (1) to (3), (R), (C), (P) as in `assembly.rs`, rows (5) as in `bitflag_slim.rs`. Fields i ∈ 0..48, the
//! field i on face f(i). One more kind of variable in {0, 1}: `V[i,v]` field i shows digit v.
//!
//! ```text
//! (4)  Σ of V[i,v] over the fields i of f = 1, or 0 where v is the digit of the centre     each face f and digit v
//! (6)  Σ_v V[i,v] = 1                                                                      each field
//! (7)  x[k,p,q] ≤ V[i,v]                    each placement and field i of p, where it shows v
//! ```
//! Size: 936 variables; 2452 rows; (R): 2 more of each.
//!
//! Source: A. Furmanek, ILP series, part 105.

use super::bitflag_slim;
use crate::assembly::{Builder, STRENGTHENINGS, is_read, parity_size};
use crate::placements::all_fields;
use crate::{Solution, SudokuCube};
use tumble_model::model::{Linear, Model, Var};
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::puzzle::{Chosen, Encoding, Formulation};

pub(crate) const ENCODING: Encoding<SudokuCube> = Encoding::new(
    "bitflag",
    "the source's second model: flags for directions, digits and placements, one implication each",
    |_, chosen| 938 + parity_size(chosen),
    |cube, chosen, model| build(cube, chosen, model).into(),
)
.with_strengthenings(STRENGTHENINGS)
.fitting(is_read);

fn build(cube: &SudokuCube, chosen: Chosen, model: Model) -> Formulation<Solution> {
    let mut builder = Builder::new(cube, chosen, model);
    let flag = |model: &mut Model, i: usize, v: usize| model.binary(format!("digit_flag_{i}_{}", v + 1));
    let flags: Vec<[Var; 9]> =
        all_fields().map(|(i, _)| std::array::from_fn(|v| flag(&mut builder.model, i, v))).collect();
    digits(&mut builder, &flags);
    bitflag_slim::directions(&mut builder);
    shows(&mut builder, &flags);
    builder.into_formulation()
}

/// Rows (4).
fn digits(builder: &mut Builder<'_>, flags: &[[Var; 9]]) {
    builder.model.block("(4) each face has each digit once");
    for face in Face::ALL {
        for digit in 1..=9 {
            let on_face = all_fields().filter(|(_, field)| field.face == face);
            let sum = Linear::sum(on_face.map(|(i, _)| flags[i][usize::from(digit) - 1]));
            let missing = i64::from(digit != builder.cube.centers[face.index()]);
            builder.model.add(format!("digit_{face}_{digit}"), sum.equals(missing));
        }
    }
}

/// Rows (6) and (7).
fn shows(builder: &mut Builder<'_>, flags: &[[Var; 9]]) {
    let Builder { model, placements, x, .. } = builder;
    model.block("(6) each field shows one digit");
    for (i, flags) in flags.iter().enumerate() {
        model.add(format!("field_{i}"), Linear::sum(flags.iter().copied()).equals(1));
    }
    model.block("(7) a placement implies the digits of its fields");
    for (p, &x) in placements.iter().zip(&*x) {
        for (t, shown) in p.shown.iter().enumerate() {
            let Some((i, _)) = all_fields().find(|&(_, field)| field == shown.field) else { continue };
            let row = Linear::from(x).plus(-1, flags[i][usize::from(shown.digit) - 1]).at_most(0);
            model.add(format!("shows_k{}_p{}_q{}_{t}", p.piece, p.position, p.permutation), row);
        }
    }
}
