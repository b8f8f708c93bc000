//! Errors with their places, as the page shows them.

use std::fmt::Display;
use std::ops::Range;

use miette::{Diagnostic as _, LabeledSpan};
use serde_json::{Map, Value, json};
use tumble::instance::InputError;
use tumble::solve::SolveError;

/// Why there is no result.
pub(crate) struct Failure {
    message: String,
    label: Option<String>,
    help: Option<String>,
    /// Where it is, and after that the places that may be wrong instead.
    places: Vec<Place>,
}

/// A place in a text, as editors in a browser count.
struct Place {
    bytes: Range<usize>,
    /// In UTF-16 units from the beginning.
    start: usize,
    end: usize,
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
}

impl Place {
    /// The place of these bytes.
    fn of(text: &str, bytes: Range<usize>) -> Self {
        let before = |byte: usize| &text[..text.floor_char_boundary(byte)];
        let units = |text: &str| text.encode_utf16().count();
        let lead = before(bytes.start);
        let line_start = lead.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            start: units(lead),
            end: units(before(bytes.end)),
            line: 1 + lead.matches('\n').count(),
            column: 1 + lead[line_start..].chars().count(),
            bytes,
        }
    }
}

impl Failure {
    /// An error without a place.
    pub(crate) fn new(message: impl Display) -> Self {
        Self { message: message.to_string(), label: None, help: None, places: Vec::new() }
    }

    /// An error in a text.
    pub(crate) fn in_text(error: &InputError, text: &str) -> Self {
        let labels: Vec<LabeledSpan> = error.labels().into_iter().flatten().collect();
        let places = labels.iter().map(|label| Place::of(text, label.offset()..label.offset() + label.len()));
        Self {
            message: error.to_string(),
            label: labels.first().and_then(|label| label.label().map(str::to_owned)),
            help: error.help().map(|help| help.to_string()),
            places: places.collect(),
        }
    }

    /// The places in the text, the first one that of the error.
    pub(crate) fn ranges(&self) -> Vec<Range<usize>> {
        self.places.iter().map(|place| place.bytes.clone()).collect()
    }

    /// The error as the page takes it.
    pub(crate) fn to_json(&self) -> Value {
        let mut error = Map::new();
        error.insert("message".into(), self.message.as_str().into());
        error.insert("label".into(), json!(self.label));
        error.insert("help".into(), json!(self.help));
        if let Some((&Place { start, end, line, column, .. }, others)) = self.places.split_first() {
            let numbers = [("start", start), ("end", end), ("line", line), ("column", column)];
            error.extend(numbers.map(|(key, value)| (key.to_owned(), value.into())));
            let others = others.iter().map(|&Place { start, end, .. }| json!({ "start": start, "end": end }));
            error.insert("others".into(), others.collect());
        }
        json!({ "error": error })
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        if error.is_usage() {
            return Self::new(error);
        }
        let help =
            "this is a fault of tumble or of the solver, not of your model: please report it with the model file";
        Self { help: Some(help.into()), ..Self::new(format_args!("internal error: {error}")) }
    }
}
