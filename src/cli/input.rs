//! Reading models and solutions named on the command line.

use std::path::Path;

use serde_json::Value;
use tumble::instance::{Document, InputError, SolveTable};
use tumble::puzzle;
use tumble::solve::Problem;

use super::failure::Failure;

/// Reads a model file.
pub(super) fn model(path: &Path) -> Result<(Problem, SolveTable, Document), Failure> {
    let document = Document::read(path)?;
    let (puzzle, instance) = puzzle::read(&document)?;
    let defaults = document.solve_defaults()?;
    Ok((Problem { model: path.display().to_string(), puzzle, instance }, defaults, document))
}

/// Reads a solution: the object that `solve --format json` prints, or its `solution` alone.
pub(super) fn solution(path: &Path) -> Result<Value, Failure> {
    let document = Document::read(path)?;
    let first_line_or_all = |text: &str| {
        serde_json::from_str::<Value>(text).or_else(|whole| {
            // Several results are one a line: the first is taken.
            text.lines().next().map_or(Err(whole), serde_json::from_str)
        })
    };
    let value = first_line_or_all(document.text()).map_err(|e| json_error(&document, &e))?;
    let Value::Object(mut object) = value else {
        return Err(InputError::new(format!("{}: not a JSON object", document.name())).into());
    };
    match object.remove("solution") {
        Some(Value::Null) => Err(InputError::new(format!("{}: the result has no solution", document.name())).into()),
        Some(solution) => Ok(solution),
        None => Ok(Value::Object(object)),
    }
}

fn json_error(document: &Document, error: &serde_json::Error) -> Failure {
    let before: usize = document.text().split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (before + error.column().saturating_sub(1)).min(document.text().len());
    document.place(InputError::at(at..at, format!("not JSON: {error}"), "here")).into()
}
