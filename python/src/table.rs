//! Whole-board results, such as the distances of all states.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use serde_json::Value;
use tumble::instance::Document;
use tumble::puzzle::{TabulateError, TabulationSource};
use tumble::search::NoDistances;

use crate::errors::{InputError, Raise as _, TumbleError};
use crate::model;
use crate::task::Limits;

/// The numbers of a table of a puzzle, as JSON. `of` is the text of a model file or a size, as the puzzle needs.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    limits: Limits,
    puzzle: &str,
    of: String,
    options: BTreeMap<String, String>,
) -> PyResult<String> {
    let entry = model::entry(puzzle)?;
    let kind = entry.table.ok_or_else(|| InputError::new_err(format!("{puzzle} has no table")))?;
    let choices = model::choices(puzzle, kind.source.options(), &options)?;
    let made = limits.run(py, None, |request| {
        let made = match kind.source {
            TabulationSource::Size { make, .. } => make(&of, request),
            TabulationSource::Model { make, .. } => {
                let document = Document::new("model", &of);
                document.check_puzzle(puzzle, "a table")?;
                make(&document, &choices, request)
            }
        };
        made.and_then(|table| match table.stop {
            None => Ok(Value::from(table.numbers).to_string()),
            Some(stop) => Err(NoDistances::Stopped(stop).into()),
        })
    })?;
    match made {
        Ok(numbers) => Ok(numbers),
        Err(TabulateError::Input(error)) => Err(error).or_raise(),
        Err(TabulateError::Search(error)) => Err(TumbleError::new_err(error.to_string())),
    }
}
