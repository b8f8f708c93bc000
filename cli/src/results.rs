//! Result files: output of `tumble solve --format json`, one object on a line or over several lines, an array of them, or a single solution.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::{Deserializer, Map, Value};

use super::failure::Failure;
use tumble_puzzles::instance::{Document, InputError};

/// A result in a file, or a single solution.
#[derive(Debug)]
pub struct Record {
    /// The line that it begins on, from 1.
    pub line: usize,
    /// Its place in the file.
    span: Range<usize>,
    keys: Map<String, Value>,
}

/// The results in a file that belong to one model.
#[derive(Debug)]
pub struct Results {
    /// The file.
    pub document: Document,
    /// In the order of the file, with an error for each that cannot be read.
    pub records: Vec<Result<Record, InputError>>,
    /// The number of results of other models.
    pub skipped: usize,
}

/// Reads the results of `model` in a file; results that name no model are taken to be of `model`.
///
/// # Errors
/// When the file has no result of this model.
pub fn read(document: Document, model: &str) -> Result<Results, Failure> {
    let mut records: Vec<_> = pieces(document.text()).into_iter().map(|piece| record(&document, piece)).collect();
    let all = records.len();
    let mut others = BTreeSet::new();
    records.retain(|record| {
        let other = record.as_ref().ok().and_then(Record::model).filter(|other| !is_same_model(other, model));
        others.extend(other.map(str::to_owned));
        other.is_none()
    });
    if records.is_empty() {
        let others = others.into_iter().collect::<Vec<_>>().join(", ");
        let what = if all == 0 { "the file is empty".to_owned() } else { format!("its results are of {others}") };
        return Err(Failure::usage(format!("{}: no result of {model}: {what}", document.name())));
    }
    Ok(Results { skipped: all - records.len(), document, records })
}

/// The number of bytes of a result that are underlined.
const SHOWN: usize = 60;

impl Record {
    /// An error in the record as a whole; its beginning is underlined.
    pub fn error(&self, document: &Document, message: impl Into<String>) -> InputError {
        let text = document.slice(self.span.clone());
        let first_line = text.find('\n').unwrap_or(text.len());
        let end = self.span.start + text.floor_char_boundary(first_line.min(SHOWN));
        document.place(InputError::at(self.span.start..end, message, "this result"))
    }

    /// The model that it belongs to.
    fn model(&self) -> Option<&str> {
        self.keys.get("model")?.as_str()
    }

    /// What solved it, as in `highs, encoding arc-flow`.
    pub fn method(&self) -> Option<String> {
        let backend = self.keys.get("backend")?.as_str()?;
        let encoding = self.keys.get("encoding").and_then(Value::as_str);
        Some(encoding.map_or_else(|| backend.to_owned(), |encoding| format!("{backend}, encoding {encoding}")))
    }

    /// How the run ended.
    pub fn status(&self) -> Option<&str> {
        self.keys.get("status")?.as_str()
    }

    /// The objective that it states; `null` if it states that there is no objective.
    pub fn objective(&self) -> Option<&Value> {
        self.keys.get("objective")
    }

    /// The value of another key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.keys.get(key)
    }

    /// Its solutions: `solution`, then the solutions in `solutions` that differ from it.
    pub fn solutions(&self) -> Vec<Value> {
        // A record without this key is a solution itself.
        let Some(solution) = self.keys.get("solution") else { return vec![Value::Object(self.keys.clone())] };
        let listed = self.keys.get("solutions").and_then(Value::as_array).into_iter().flatten();
        let others = listed.filter(|other| *other != solution);
        std::iter::once(solution).filter(|solution| !solution.is_null()).chain(others).cloned().collect()
    }
}

/// Whether two names mean one model: they are equal, or name one file.
pub fn is_same_model(a: &str, b: &str) -> bool {
    let file = |name: &str| std::fs::canonicalize(name).ok();
    a == b || file(a).is_some_and(|a| Some(a) == file(b))
}

/// The byte ranges of the objects in a text: those of an array, or else a line that begins with neither a space nor a closing bracket begins a
/// new object.
fn pieces(text: &str) -> Vec<Range<usize>> {
    if serde_json::from_str::<Map<String, Value>>(text).is_ok() {
        let start = text.len() - text.trim_start().len();
        let whole = start..text.trim_end().len();
        return vec![whole];
    }
    if serde_json::from_str::<Vec<Map<String, Value>>>(text).is_ok() {
        return elements(text);
    }
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let last = start + line.trim_end().len();
        match pieces.last_mut() {
            Some(piece) if line.starts_with([' ', '\t', '}', ']']) => piece.end = last,
            _ => pieces.push(start..last),
        }
    }
    pieces
}

/// The byte ranges of the objects in an array.
fn elements(text: &str) -> Vec<Range<usize>> {
    let mut elements: Vec<Range<usize>> = Vec::new();
    loop {
        let end = elements.last().map_or(0, |last| last.end);
        let Some(start) = text[end..].find('{').map(|before| end + before) else { return elements };
        let mut objects = Deserializer::from_str(&text[start..]).into_iter::<IgnoredAny>();
        if !matches!(objects.next(), Some(Ok(_))) {
            return elements;
        }
        elements.push(start..start + objects.byte_offset());
    }
}

fn record(document: &Document, span: Range<usize>) -> Result<Record, InputError> {
    let text = document.slice(span.clone());
    let line = 1 + document.text()[..span.start].matches('\n').count();
    match serde_json::from_str(text) {
        Ok(keys) => Ok(Record { line, span, keys }),
        Err(error) => Err(document.place(json_error(text, &error).shifted(span.start))),
    }
}

/// What is wrong with a JSON object: the word at the error's place is underlined.
fn json_error(text: &str, error: &serde_json::Error) -> InputError {
    let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let start = text.floor_char_boundary(before + error.column().saturating_sub(1));
    let rest = &text[start..];
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()).max(first);
    let message = error.to_string();
    // serde counts lines from the beginning of the object.
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    InputError::at(start..start + word, format!("not a JSON object: {message}"), "here")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_stand_on_a_line_each_or_over_several() {
        let pieces = |text: &'static str| pieces(text).into_iter().map(|piece| &text[piece]).collect::<Vec<_>>();
        assert_eq!(pieces("{\"a\":1}\n\n{\"b\":2}\n"), ["{\"a\":1}", "{\"b\":2}"]);
        assert_eq!(pieces("{\n  \"a\": {\n  }\n}\n{\n\t\"b\": 2\n}"), ["{\n  \"a\": {\n  }\n}", "{\n\t\"b\": 2\n}"]);
        assert_eq!(pieces(" \n {\n\"a\": 1\n}\n"), ["{\n\"a\": 1\n}"]);
        assert_eq!(pieces("{\"a\":1}\njunk\n{\"b\":2}"), ["{\"a\":1}", "junk", "{\"b\":2}"]);
        assert_eq!(pieces(" \n"), [""; 0]);
        assert_eq!(pieces(" [\n{\"a\": {}},\n  {\"b\": \"{\"}\n]\n"), ["{\"a\": {}}", "{\"b\": \"{\"}"]);
    }

    #[test]
    fn models_are_the_same_by_text_or_by_file() {
        assert!(is_same_model("c4x4:C461,3", "c4x4:C461,3"));
        assert!(is_same_model("src/../Cargo.toml", "./Cargo.toml"));
        assert!(!is_same_model("Cargo.toml", "Cargo.lock"));
        assert!(!is_same_model("nowhere", "elsewhere"));
    }
}
