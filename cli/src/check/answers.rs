//! Answers of many people to one model, in a file of comma-separated values.

use std::path::Path;

use csv::{ErrorKind, Position, ReaderBuilder, Trim};

use crate::way::Moves;
use tumble_puzzles::instance::{Document, InputError};

/// An answer.
pub(super) struct Answer {
    /// Whose it is.
    pub(super) name: String,
    /// The line of the file.
    pub(super) line: usize,
    pub(super) moves: Moves,
}

/// The answers in a file, whose first line names its columns: `moves`, perhaps `start`, and for whose they are `name`, or the first other column.
pub(super) fn read(path: &Path) -> Result<Vec<Answer>, InputError> {
    let document = &Document::read(path)?;
    let text = document.text();
    // Where a comma is part of numbers, spreadsheets write semicolons.
    let has_commas = text.trim_start().lines().next().is_some_and(|names| names.contains(','));
    let delimiter = if has_commas { b',' } else { b';' };
    let mut reader = ReaderBuilder::new().delimiter(delimiter).trim(Trim::All).from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| broken(document, &error))?.clone();
    let column = |name: &str| names.iter().position(|own| own.eq_ignore_ascii_case(name));
    let missing = |what: &str| wrong(document, None, format!("no column {what}"));
    let (moves, start) = (column("moves").ok_or_else(|| missing("`moves`"))?, column("start"));
    let other = || (0..names.len()).find(|&index| index != moves && Some(index) != start);
    let name = column("name").or_else(other).ok_or_else(|| missing("for whose answer it is, such as `name`"))?;
    let records = reader.records().collect::<Result<Vec<_>, _>>().map_err(|error| broken(document, &error))?;
    let Some(last) = records.last() else {
        return Err(wrong(document, None, "no answer follows the names of the columns".into()));
    };
    if text.matches('"').count() % 2 == 1 {
        // All that follows was taken for one value.
        return Err(wrong(document, last.position(), "a quotation mark is not closed".into()));
    }
    let answer = |record: &csv::StringRecord| {
        let start = start.map(|start| &record[start]).filter(|start| !start.is_empty());
        let line = 1 + text[..beginning(text, record.position())].matches('\n').count();
        Answer { name: record[name].to_owned(), line, moves: Moves::new(&record[moves], start) }
    };
    Ok(records.iter().map(answer).collect())
}

/// The byte on which a record begins; without a place, the first one. Blank lines before it are no part of it.
fn beginning(text: &str, record: Option<&Position>) -> usize {
    let from = record.map_or(0, |position| usize::try_from(position.byte()).unwrap_or_default());
    let rest = text.get(from..).unwrap_or_default();
    text.len() - rest.trim_start().len()
}

/// What is wrong with the line on which a record begins.
fn wrong(document: &Document, record: Option<&Position>, message: String) -> InputError {
    let start = beginning(document.text(), record);
    let length = document.text()[start..].lines().next().map_or(0, str::len);
    document.place(InputError::at(start..start + length, message, "this line"))
}

fn broken(document: &Document, error: &csv::Error) -> InputError {
    let message = match error.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} values, and {expected_len} columns have names")
        }
        _ => error.to_string(),
    };
    wrong(document, error.position(), message)
}
