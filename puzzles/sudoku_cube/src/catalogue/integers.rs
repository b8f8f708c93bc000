//! What the two integer models of the source share: they differ in the pairs of fields that they compare.
//!
//! Sets as in `assembly.rs`; fields i ∈ 0..48, the field i on face f(i).
//!
//! Variables: `position[k]` ∈ 0..8 of a corner, 8..20 of an edge; `permutation[k]` ∈ 0..3 or 0..2; `x[k,p,q]` ∈ {0, 1}; for each field
//! `digit[i]` ∈ 1..=9 and its direction as `axis[i]` + 2·`half[i]`, both in {0, 1}; `center[f]`, fixed. The literal `[v = c]` is 1 exactly
//! if v has the value c.
//!
//! ```text
//! (1)  all different: position[k] of the corners; of the edges
//! (2)  x[k,p,q] = [position[k] = p] ∧ [permutation[k] = q]:  x ≤ each of them,  x ≥ their sum − 1
//! (3)  x[k,p,q] → digit[i] = v and axis[i] + 2·half[i] = d            each field i of p, which shows v in direction d
//! (4)  all different: digit[i] of a face, and center[f]
//! (5)  axis[i] = axis[j],  |half[i] − half[j]| ≤ one(i) + one(j)      the pairs i, j of a face that are compared
//! ```
//! where one(i) = Σ over symmetric v of `[digit[i] = v]`. (R), (C), (P) as in `assembly.rs`; there are no flags D.
//!
//! Size: 670 variables and the literals; 1440 + 2304 rows, 8 all-different, 3 rows a pair.
//!
//! Source: A. Furmanek, ILP series, part 105, the first model.

use crate::assembly::Builder;
use crate::placements::{CORNERS, EDGES, PIECES, all_fields, kind};
use crate::{Solution, SudokuCube};
use tumble_model::model::{Constraint, ConstraintKind, Linear, Model, Var};
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::puzzle::{Chosen, Formulation};

/// A bound on the variables, literals included.
pub(super) const SIZE: u128 = 2000;
/// The kinds of constraint beyond linear ones.
pub(super) const CONSTRAINTS: &[ConstraintKind] = &[ConstraintKind::AllDifferent];

/// The variables of a field.
#[derive(Clone, Copy)]
struct FieldVars {
    face: Face,
    digit: Var,
    axis: Var,
    half: Var,
}

/// Builds the model that compares the fields of a face, in reading order, for which `compared` holds.
pub(super) fn build(
    cube: &SudokuCube,
    chosen: Chosen,
    is_relaxation: bool,
    compared: fn(usize, usize) -> bool,
    model: Model,
) -> Formulation<Solution> {
    let mut builder = Builder::of_placements(cube, model);
    builder.is_relaxation = is_relaxation;
    products(&mut builder);
    let fields = fields(&mut builder.model);
    shows(&mut builder, &fields);
    digits(&mut builder, &fields);
    directions(&mut builder, &fields, compared);
    builder.reachable(chosen);
    builder.into_formulation()
}

/// Rows (1) and (2).
fn products(builder: &mut Builder<'_>) {
    let Builder { model, placements, x, .. } = builder;
    let domain = |k: usize| kind(k).start as i64..=kind(k).end as i64 - 1;
    let positions: Vec<Var> = PIECES.map(|k| model.integer(format!("position_{k}"), domain(k))).collect();
    let last = |k: usize| if CORNERS.contains(&k) { 2 } else { 1 };
    let permutations: Vec<Var> = PIECES.map(|k| model.integer(format!("permutation_{k}"), 0..=last(k))).collect();
    model.block("(1) no two pieces go to the same position");
    model.add("corners", Constraint::AllDifferent(positions[CORNERS].to_vec()));
    model.add("edges", Constraint::AllDifferent(positions[EDGES].to_vec()));
    model.block("(2) a placement is a position and a permutation");
    for (p, &x) in placements.iter().zip(&*x) {
        let position = model.is(positions[p.piece], p.position as i64);
        let permutation = model.is(permutations[p.piece], p.permutation as i64);
        let name = format!("k{}_p{}_q{}", p.piece, p.position, p.permutation);
        for (what, literal) in [("there", position), ("so", permutation)] {
            model.add(format!("{what}_{name}"), Linear::from(x).plus_literal(-1, literal).at_most(0));
        }
        let both = Linear::from(x).plus_literal(-1, position).plus_literal(-1, permutation);
        model.add(format!("both_{name}"), both.at_least(-1));
    }
}

fn fields(model: &mut Model) -> Vec<FieldVars> {
    let vars = all_fields().map(|(i, field)| FieldVars {
        face: field.face,
        digit: model.integer(format!("digit_{i}"), 1..=9),
        axis: model.binary(format!("axis_{i}")),
        half: model.binary(format!("half_{i}")),
    });
    vars.collect()
}

/// Rows (3).
fn shows(builder: &mut Builder<'_>, fields: &[FieldVars]) {
    let Builder { model, placements, x, .. } = builder;
    model.block("(3) a placement implies what its fields show");
    for (p, &x) in placements.iter().zip(&*x) {
        for (t, shown) in p.shown.iter().enumerate() {
            let Some((i, _)) = all_fields().find(|&(_, field)| field == shown.field) else { continue };
            let FieldVars { digit, axis, half, .. } = fields[i];
            let name = format!("k{}_p{}_q{}_{t}", p.piece, p.position, p.permutation);
            let digit = Linear::from(digit).equals(i64::from(shown.digit)).only_if(x.into());
            model.add(format!("digit_{name}"), digit);
            let direction = Linear::from(axis).plus(2, half).equals(i64::from(shown.direction)).only_if(x.into());
            model.add(format!("direction_{name}"), direction);
        }
    }
}

/// Rows (4).
fn digits(builder: &mut Builder<'_>, fields: &[FieldVars]) {
    let Builder { cube, model, .. } = builder;
    model.block("(4) no digit is twice on a face");
    for face in Face::ALL {
        let center = i64::from(cube.centers[face.index()]);
        let center = model.integer(format!("center_{face}"), center..=center);
        let digits = fields.iter().filter(|field| field.face == face).map(|field| field.digit);
        model.add(format!("face_{face}"), Constraint::AllDifferent(digits.chain([center]).collect()));
    }
}

/// Rows (5).
fn directions(builder: &mut Builder<'_>, fields: &[FieldVars], compared: fn(usize, usize) -> bool) {
    let Builder { cube, model, .. } = builder;
    model.block("(5) fields of a face read alike, symmetric digits upside down or not");
    for face in Face::ALL {
        // In reading order.
        let mut on_face: Vec<(usize, usize)> =
            all_fields().filter(|(_, field)| field.face == face).map(|(i, field)| (field.on_face(), i)).collect();
        on_face.sort_unstable();
        for b in 1..on_face.len() {
            for a in (0..b).filter(|&a| compared(a, b)) {
                let (i, j) = (on_face[a].1, on_face[b].1);
                let (one, other) = (fields[i], fields[j]);
                model.add(format!("axis_{i}_{j}"), Linear::from(one.axis).plus(-1, other.axis).equals(0));
                for (first, second, way) in [(one, other, "down"), (other, one, "up")] {
                    let mut row = Linear::from(first.half).plus(-1, second.half);
                    for (field, &digit) in
                        [first, second].iter().flat_map(|f| cube.symmetric.iter().map(move |d| (f, d)))
                    {
                        row = row.plus_literal(-1, model.is(field.digit, i64::from(digit)));
                    }
                    model.add(format!("half_{i}_{j}_{way}"), row.at_most(0));
                }
            }
        }
    }
}
