//! OPB files, the format of the pseudo-Boolean competitions: linear rows and an objective over 0/1 variables x1, x2, …, which stand for the
//! variables of the model as `zero_one.rs` says.
//!
//! An objective that is maximised is written with the signs turned round. The format has no place for the objective's constant.
//!
//! Comments, lines that begin with `* `, say what the file is, what the variables mean, and how to get from the optimum of the file to
//! that of the model:
//!
//! * `x12 = x_1_2`, a 0/1 variable, and `p_3 = -5 + 1 x42 + 2 x43 + 1 x44`, an integer;
//! * `objective = 37 - optimum`.
//!
//! Source: O. Roussel and V. Manquinho, *Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers*,
//! 2012.

use std::fmt::{self, Write as _};

use super::WriteError;
use super::header::comments;
use super::zero_one::{Row, Sum, ZeroOne};
use tumble_model::model::{Model, Variable};

/// Writes `model`, which has only plain linear rows, after comments with the pairs of `header`.
///
/// # Errors
/// When a constraint is of another kind, names are not legal or not unique, or a number is beyond ±2^53.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, WriteError> {
    let form = ZeroOne::of(model)?;
    // Writing to a String cannot fail.
    let mut text = format!("* #variable= {} #constraint= {}\n", form.count, form.rows.len());
    let legend = legend(model, &form);
    for line in comments(model, header).into_iter().chain(legend) {
        let _ = writeln!(text, "* {line}");
    }
    if let Some(objective) = form.objective.filter(|objective| !objective.terms.is_empty()) {
        let _ = writeln!(text, "min:{} ;", written(&objective.terms));
    }
    for row in form.rows {
        let _ = writeln!(text, "{row}");
    }
    Ok(text)
}

/// The values of the model's variables; `is_one` says which variables of the file are 1.
///
/// # Errors
/// As [`write()`].
pub fn values(model: &Model, is_one: &dyn Fn(usize) -> bool) -> Result<Vec<i64>, WriteError> {
    let value = |Sum { constant, terms }: &Sum| {
        let weights = terms.iter().filter(|&&(_, variable)| is_one(variable)).map(|&(weight, _)| weight);
        constant + weights.sum::<i64>()
    };
    Ok(ZeroOne::of(model)?.expansions.iter().map(value).collect())
}

/// The number of the file's variables: they are 1 to this.
///
/// # Errors
/// As [`write()`].
pub fn count(model: &Model) -> Result<usize, WriteError> {
    Ok(ZeroOne::of(model)?.count)
}

/// A row as a line of the file.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = if self.is_equality { "=" } else { ">=" };
        write!(f, "{} {relation} {} ;", written(&self.terms).trim_start(), self.bound)
    }
}

/// What the variables of the file mean, and how to get from the optimum of the file to the optimum of the model.
fn legend(model: &Model, form: &ZeroOne) -> Vec<String> {
    let line = |(Variable { name, .. }, expansion): (&Variable, &Sum)| match (expansion.constant, &expansion.terms[..])
    {
        (0, [(1, only)]) => format!("x{only} = {name}"),
        (lower, terms) => format!("{name} = {lower}{}", written(terms).replace('+', "+ ")),
    };
    let mut lines: Vec<String> = model.variables().iter().zip(&form.expansions).map(line).collect();
    lines.extend(form.objective.as_ref().map(|sum| {
        if model.is_maximized() {
            format!("objective = {} - optimum", -sum.constant)
        } else {
            format!("objective = {} + optimum", sum.constant)
        }
    }));
    lines
}

/// Terms, each after a space.
fn written(terms: &[(i64, usize)]) -> String {
    let mut text = String::new();
    for &(coefficient, variable) in terms {
        let _ = write!(text, " {coefficient:+} x{variable}");
    }
    text
}
