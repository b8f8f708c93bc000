//! DIMACS CNF files: a model as clauses, for any SAT solver.
//!
//! The head of a file holds comments, lines that begin with `c `: what the file is, and what the variables mean
//! ([`Encoding::legend`]). Then comes `p cnf VARIABLES CLAUSES`, and the clauses, each as the numbers of its literals and a 0. A file
//! asks only whether there is a solution: an objective is left out, which a comment says.

use std::fmt::Write as _;

use super::WriteError;
use super::header::{ascii, comments};
use tumble_clauses::{Encoding, Lit, SatError};
use tumble_model::model::Model;

/// Writes `model`, whose constraints may be of all kinds, after comments with the pairs of `header`.
///
/// # Errors
/// When [`Encoding::new`] refuses the model.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, WriteError> {
    let mut clauses = String::new();
    let mut write_clause = |clause: &[Lit]| {
        for literal in clause {
            // Writing to a String cannot fail.
            let _ = write!(clauses, "{literal} ");
        }
        clauses.push_str("0\n");
    };
    let encoding = Encoding::new(model, &mut write_clause, &|| true).map_err(refused)?;
    let mut text = String::new();
    let objective = model.objective().filter(|objective| !objective.expression.terms().is_empty());
    let objective = objective.map(|_| "objective: left out, the file asks only whether there is a solution".to_owned());
    let legend = encoding.legend(model);
    for line in comments(model, header).into_iter().chain(objective).chain(legend.iter().map(|line| ascii(line))) {
        let _ = writeln!(text, "c {line}");
    }
    let size = encoding.size();
    let _ = writeln!(text, "p cnf {} {}", size.variables, size.clauses);
    text.push_str(&clauses);
    Ok(text)
}

/// The values of the model's variables; `is_true` says which variables of the file are true.
///
/// # Errors
/// As [`write()`].
pub fn values(model: &Model, is_true: &dyn Fn(usize) -> bool) -> Result<Vec<i64>, WriteError> {
    let encoding = Encoding::new(model, &mut |_| (), &|| true).map_err(refused)?;
    let holds = |literal: Lit| is_true(literal.number().unsigned_abs() as usize) == (literal.number() > 0);
    Ok(encoding.values(holds))
}

/// The number of the file's variables: they are 1 to this.
///
/// # Errors
/// As [`write()`].
pub fn count(model: &Model) -> Result<usize, WriteError> {
    let size = Encoding::new(model, &mut |_| (), &|| true).map_err(refused)?.size();
    Ok(usize::try_from(size.variables).unwrap_or(usize::MAX))
}

fn refused(error: SatError) -> WriteError {
    let (name, why) = match error {
        SatError::TooLarge { what } => (what, "there would be more than 20 million clauses"),
        SatError::NotExact { what } => (what, "its values are beyond ±2^53"),
        SatError::Stopped => ("the model".to_owned(), "the translation to clauses was stopped"),
    };
    WriteError::Inexpressible { name, why }
}
