//! Reading the models and results that are named on the command line.

use std::path::Path;

use clap::ArgMatches;
use serde_json::Value;

use super::failure::Failure;
use super::options;
use crate::instance::{Document, InputError, SolveTable};
use crate::registry::Registry;
use crate::solve::Problem;

/// Reads a model file, or a short text that names an instance, such as a game's id.
pub(super) fn model(
    registry: &Registry,
    path: &Path,
    matches: &ArgMatches,
) -> Result<(Problem, SolveTable, Document), Failure> {
    if let Some(found) = id(registry, path)? {
        return Ok(found);
    }
    let document = Document::read(path)?;
    let puzzle = registry.puzzle_of(&document)?;
    let choices = options::choices(registry, puzzle, matches)?;
    let instance = (puzzle.read)(&document, &choices).map_err(|error| document.place(error))?;
    let defaults = document.solve_defaults()?;
    Ok((Problem { model: path.display().to_string(), puzzle, instance }, defaults, document))
}

/// The instance that an id names; `None` where the text looks like none, or there is a file of that name.
fn id(registry: &Registry, path: &Path) -> Result<Option<(Problem, SolveTable, Document)>, Failure> {
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return Ok(None) };
    let with_ids = registry.puzzles().filter_map(|puzzle| Some((puzzle, puzzle.ids?)));
    let Some((puzzle, ids)) = with_ids.into_iter().find(|(_, ids)| (ids.looks_like_one)(text)) else {
        return Ok(None);
    };
    let document = Document::new("the id", text);
    let instance = (ids.read)(text).map_err(|error| document.place(error))?;
    Ok(Some((Problem { model: text.to_owned(), puzzle, instance }, SolveTable::default(), document)))
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
