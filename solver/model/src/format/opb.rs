//! OPB files, the format of the pseudo-Boolean competitions: linear rows and an objective over 0/1 variables x1, x2, …
//!
//! An integer in l..=u is written as `l + Σ wₖ·xₖ` over variables of its own, with the weights 1, 2, 4, … and a last one such that the
//! largest value is u: each value can be written, some in several ways. Rows have a relation `>=` or `=`, so an upper bound is written
//! with the signs turned round, and so is an objective that is maximised. The format has no place for the objective's constant.
//!
//! Comments, lines that begin with `* `, say what the file is, what the variables mean, and how to get from the optimum of the file to
//! that of the model:
//!
//! * `x12 = x_1_2`, a 0/1 variable, and `p_3 = -5 + 1 x42 + 2 x43 + 1 x44`, an integer;
//! * `objective = 37 - optimum`.
//!
//! Source: O. Roussel and V. Manquinho, *Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers*,
//! 2012.

use std::fmt::Write as _;

use super::WriteError;
use super::header::comments;
use super::plain::{Plain, Relation};
use crate::model::{EXACT, Model, Var, Variable};

/// A sum over the variables of the file.
struct Sum {
    constant: i64,
    /// Coefficients and numbers of variables, from 1.
    terms: Vec<(i64, usize)>,
}

/// Writes `model`, which has only plain linear rows, after comments with the pairs of `header`.
///
/// # Errors
/// When a constraint is of another kind, names are not legal or not unique, or a number is beyond ±2^53.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, WriteError> {
    let writer = Writer::of(model)?;
    let objective = writer.objective()?;
    let rows = writer.rows()?;
    // Writing to a String cannot fail. A row that never holds names x1, even if nothing else does.
    let mut text = format!("* #variable= {} #constraint= {}\n", writer.count.max(1), rows.len());
    let legend = writer.legend(objective.as_ref());
    for line in comments(model, header).into_iter().chain(legend) {
        let _ = writeln!(text, "* {line}");
    }
    if let Some(objective) = objective.filter(|objective| !objective.terms.is_empty()) {
        let _ = writeln!(text, "min:{} ;", written(&objective.terms));
    }
    for row in rows {
        let _ = writeln!(text, "{row} ;");
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
    Ok(Writer::of(model)?.expansions.iter().map(value).collect())
}

/// A row that never holds; a row has at least one term.
const NEVER: &str = "+0 x1 >= 1";

struct Writer<'a> {
    plain: Plain<'a>,
    /// The variables of the model in terms of the variables of the file, by index.
    expansions: Vec<Sum>,
    /// The number of variables of the file.
    count: usize,
}

impl<'a> Writer<'a> {
    fn of(model: &'a Model) -> Result<Self, WriteError> {
        let mut writer = Self { plain: Plain::of(model)?, expansions: Vec::new(), count: 0 };
        for variable in model.variables() {
            let mut rest = variable.upper - variable.lower;
            let mut terms = Vec::new();
            let mut weight = 1;
            while rest > 0 {
                writer.count += 1;
                terms.push((weight.min(rest), writer.count));
                rest -= weight;
                weight *= 2;
            }
            writer.expansions.push(Sum { constant: variable.lower, terms });
        }
        Ok(writer)
    }

    /// sign · Σ coefficient · variable over the variables of the file; `name` is the row or the objective that has this sum.
    fn sum(&self, terms: &[(Var, i64)], sign: i64, name: &str) -> Result<Sum, WriteError> {
        let mut constant = 0;
        let mut size = 0;
        let mut all = Vec::new();
        for &(var, c) in terms {
            let expansion = &self.expansions[var.index()];
            let times = |number: i64| i128::from(sign * c) * i128::from(number);
            constant += times(expansion.constant);
            size += times(expansion.constant).abs();
            for &(weight, variable) in &expansion.terms {
                size += times(weight).abs();
                // Exact where the check below passes.
                all.push((times(weight) as i64, variable));
            }
        }
        if size > i128::from(EXACT) {
            return Err(WriteError::NotExact { number: size, name: name.to_owned() });
        }
        Ok(Sum { constant: constant as i64, terms: all })
    }

    /// What is minimised, its constant included; `None` without an objective.
    fn objective(&self) -> Result<Option<Sum>, WriteError> {
        if self.plain.model.objective().is_none() {
            return Ok(None);
        }
        let sign = if self.plain.is_maximized() { -1 } else { 1 };
        let sum = self.sum(self.plain.terms(), sign, "the objective")?;
        Ok(Some(Sum { constant: sum.constant + sign * self.plain.constant(), ..sum }))
    }

    fn rows(&self) -> Result<Vec<String>, WriteError> {
        let mut rows = Vec::with_capacity(self.plain.rows.len());
        if self.plain.model.variables().iter().any(|variable| variable.lower > variable.upper) {
            rows.push(NEVER.to_owned());
        }
        for row in &self.plain.rows {
            let (sign, relation) = match row.relation {
                Relation::AtLeast => (1, ">="),
                Relation::AtMost => (-1, ">="),
                Relation::Equal => (1, "="),
            };
            let Sum { constant, terms } = self.sum(row.terms, sign, &row.name)?;
            let bound = sign * row.bound - constant;
            if !terms.is_empty() {
                rows.push(format!("{} {relation} {bound}", written(&terms).trim_start()));
            } else if bound > 0 || (bound < 0 && row.relation == Relation::Equal) {
                rows.push(NEVER.to_owned());
            }
        }
        Ok(rows)
    }

    /// What the variables of the file mean, and how to get from the optimum of the file to the optimum of the model.
    fn legend(&self, objective: Option<&Sum>) -> Vec<String> {
        let line =
            |(Variable { name, .. }, expansion): (&Variable, &Sum)| match (expansion.constant, &expansion.terms[..]) {
                (0, [(1, only)]) => format!("x{only} = {name}"),
                (lower, terms) => format!("{name} = {lower}{}", written(terms).replace('+', "+ ")),
            };
        let mut lines: Vec<String> = self.plain.model.variables().iter().zip(&self.expansions).map(line).collect();
        lines.extend(objective.map(|sum| {
            if self.plain.is_maximized() {
                format!("objective = {} - optimum", -sum.constant)
            } else {
                format!("objective = {} + optimum", sum.constant)
            }
        }));
        lines
    }
}

/// Terms, each after a space.
fn written(terms: &[(i64, usize)]) -> String {
    let mut text = String::new();
    for &(coefficient, variable) in terms {
        let _ = write!(text, " {coefficient:+} x{variable}");
    }
    text
}
