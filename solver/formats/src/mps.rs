//! The free MPS format, in a dialect that CBC 2.10, GLPK 5.0, HiGHS 1.15, SCIP 10, Gurobi 13 and CPLEX 22 read the same.
//!
//! Readers disagree on `OBJSENSE` and on constants in the `RHS` of the objective. So the objective is always minimised: that of a
//! maximisation is negated, and its value has to be negated back. Its constant is a multiple of a variable `one` that is fixed to 1.
//! The word FREE after the name tells CBC that the file is in the free format; to glpsol say `--freemps`. Every bound is written out,
//! the lower one first, because a negative upper bound alone means different things to different readers.

use std::fmt::Write as _;

use super::header::comments;
use super::names::{OBJECTIVE, ONE};
use super::plain::Plain;
use super::{Column, WriteError};
use tumble_model::model::{Model, Relation, Var};

/// The comment on how to read the file.
const FREE: &str =
    "in the free MPS format: glpsol reads it with --freemps, not with --mps; lp_solve with -fmps; others as it is";

/// Writes `model`, which has only plain linear rows, after comments with the pairs of `header`. Names and rows as in
/// [`lp::write`](super::lp::write).
///
/// # Errors
/// When a constraint is of another kind, names are not legal or not unique, or a number is not exact in floating point.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, WriteError> {
    let plain = Plain::of(model)?;
    let mut text = String::new();
    let comments = comments(model, header);
    let negated = plain.model.is_maximized().then(|| "objective: negated, because MPS files are minimised".to_owned());
    let reading = std::iter::once(FREE.to_owned());
    for line in reading.chain(comments).chain(plain.long_names()).chain(negated) {
        let _ = writeln!(text, "* {line}");
    }
    text.push_str("NAME tumble FREE\n");
    rows(&plain, &mut text);
    entries(&plain, &mut text);
    right_sides(&plain, &mut text);
    bounds(&plain, &mut text);
    text.push_str("ENDATA\n");
    Ok(text)
}

/// The columns in their order, in which readers number them; `None` is the variable [`ONE`].
///
/// # Errors
/// As [`write()`].
pub fn columns(model: &Model) -> Result<Vec<Column>, WriteError> {
    let plain = Plain::of(model)?;
    let variables = (0..plain.columns.len()).map(|i| Some(Var::from_index(i)));
    Ok(variables.chain((plain.constant() != 0).then_some(None)).collect())
}

fn rows(plain: &Plain<'_>, text: &mut String) {
    let _ = writeln!(text, "ROWS\n N {OBJECTIVE}");
    for row in &plain.rows {
        let relation = match row.relation {
            Relation::AtLeast => "G",
            Relation::AtMost => "L",
            Relation::Equal => "E",
        };
        let _ = writeln!(text, " {relation} {}", row.name);
    }
}

/// The factor, 1 or −1, of the written objective.
fn sign(plain: &Plain<'_>) -> i64 {
    if plain.model.is_maximized() { -1 } else { 1 }
}

fn entries(plain: &Plain<'_>, text: &mut String) {
    let mut entries: Vec<Vec<(&str, i64)>> = vec![Vec::new(); plain.columns.len()];
    for &(var, coefficient) in plain.terms() {
        entries[var.index()].push((OBJECTIVE, sign(plain) * coefficient));
    }
    for row in &plain.rows {
        for &(var, coefficient) in row.terms {
            entries[var.index()].push((&row.name, coefficient));
        }
    }
    text.push_str("COLUMNS\n");
    let mut in_integers = false;
    for ((v, name), mut entries) in plain.variables().zip(entries) {
        if v.may_be_continuous() == in_integers {
            in_integers = !in_integers;
            marker(in_integers, text);
        }
        if entries.is_empty() {
            // A column has to occur here.
            entries.push((OBJECTIVE, 0));
        }
        for (row, coefficient) in entries {
            let _ = writeln!(text, " {name} {row} {coefficient}");
        }
    }
    if in_integers {
        marker(false, text);
    }
    if plain.constant() != 0 {
        let _ = writeln!(text, " {ONE} {OBJECTIVE} {}", sign(plain) * plain.constant());
    }
}

/// The line before or after integer columns.
fn marker(begins: bool, text: &mut String) {
    let _ = writeln!(text, " MARKER 'MARKER' '{}'", if begins { "INTORG" } else { "INTEND" });
}

fn right_sides(plain: &Plain<'_>, text: &mut String) {
    text.push_str("RHS\n");
    for row in plain.rows.iter().filter(|row| row.bound != 0) {
        let _ = writeln!(text, " RHS {} {}", row.name, row.bound);
    }
}

fn bounds(plain: &Plain<'_>, text: &mut String) {
    text.push_str("BOUNDS\n");
    for (v, name) in plain.variables() {
        let _ = if v.lower == v.upper {
            writeln!(text, " FX BND {name} {}", v.lower)
        } else {
            writeln!(text, " LO BND {name} {}\n UP BND {name} {}", v.lower, v.upper)
        };
    }
    if plain.constant() != 0 {
        let _ = writeln!(text, " FX BND {ONE} 1");
    }
}
