//! MiniZinc and FlatZinc solvers: the solutions one after another, the best one last.
//!
//! ```text
//! x = 1;
//! y = 0;
//! _objective = 37;
//! ----------            the end of a solution
//! ==========            the search is complete: the last solution is best
//! ```
//!
//! With `--output-mode json` an object `{ "x" : 1, … }` is in place of the lines. With `--json-stream` every line is an object, of a
//! solution or of the status.

use serde_json::{Map, Value};

use super::json::{number, object, wrong};
use super::lines::{Line, first_line, line_at, lines};
use super::{Contents, Dialect, Entry, Key, SolutionError, Stated, Trust};
use crate::fzn;

pub(super) const DIALECT: Dialect = Dialect {
    name: "MiniZinc",
    how: "minizinc model.fzn > FILE",
    format: "fzn",
    minimizes: false,
    // Some of its solvers compute in floating point, which it gives an integer tolerance of 1e-8.
    trust: Trust::up_to(10_000_000),
    is_it: |text| {
        is_stream(text)
            || text
                .lines()
                .map(str::trim_end)
                .any(|line| line == END || line == TIMEOUT || status(line).is_some() || assignment(line).is_some())
    },
    read,
};

/// The end of a solution.
const END: &str = "----------";
/// The end of a complete search.
const COMPLETE: &str = "==========";
/// What stands before and after the words of the status.
const MARK: &str = "=====";
/// All that CP-SAT writes of a search that was stopped without a solution.
const TIMEOUT: &str = "%% TIMEOUT";

/// Whether a text is of `--json-stream`.
fn is_stream(text: &str) -> bool {
    let first = first_line(text);
    first.starts_with('{') && first.contains("\"type\"")
}

/// The words in a line of the status; empty in that of a complete search.
fn status(line: &str) -> Option<&str> {
    let words = line.strip_prefix(MARK)?;
    let words = words.strip_suffix(MARK).unwrap_or(words);
    words.chars().all(|character| character.is_ascii_alphabetic()).then_some(words)
}

/// The name and the value in a line `name = value;`.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_suffix(';')?.split_once('=')?;
    Some((name.trim(), value.trim()))
}

/// What is read so far.
#[derive(Default)]
struct Found {
    contents: Contents,
    /// The solution at hand, which has no end yet.
    open: Option<Vec<Entry>>,
    has_ends: bool,
}

impl Found {
    fn push(&mut self, entry: Entry) {
        // What was stated before is not of this solution.
        self.contents.stated = Stated::Nothing;
        self.open.get_or_insert_default().push(entry);
    }

    /// Ends the solution at hand.
    fn end(&mut self) {
        self.has_ends = true;
        let values = self.open.take().unwrap_or_default();
        let is_objective =
            |entry: &&Entry| matches!(&entry.key, Key::Name(name) if fzn::OBJECTIVES.contains(&name.as_str()));
        let objective = values.iter().rfind(is_objective);
        self.contents.objective = objective.map(|entry| entry.value);
        self.contents.values = Some(values);
    }

    /// The values of an object with the variables as its keys.
    fn object(&mut self, values: &Map<String, Value>) -> Result<(), SolutionError> {
        self.open.get_or_insert_default();
        for (name, value) in values {
            let value = number(value).ok_or_else(|| wrong(format!("the value of {name} is no number: {value}")))?;
            self.push(Entry { key: Key::Name(name.clone()), value, span: 0..0 });
        }
        Ok(())
    }

    /// A message of a stream.
    fn message(&mut self, message: &Map<String, Value>) -> Result<(), SolutionError> {
        let text = |key: &str| message.get(key).and_then(Value::as_str).unwrap_or_default();
        match text("type") {
            "solution" => {
                let output = message.get("output").and_then(Value::as_object).into_iter().flatten();
                for (_, part) in output {
                    match part {
                        Value::Object(values) => self.object(values)?,
                        Value::String(lines) => self.assignments(lines)?,
                        _ => {}
                    }
                }
                self.end();
            }
            "status" => self.contents.stated = stated(text("status")),
            "error" if self.contents.stated == Stated::Nothing => {
                self.contents.stated = Stated::Other(format!("error: {}", text("message")));
            }
            _ => {}
        }
        Ok(())
    }

    /// The lines `name = value;` of a message.
    fn assignments(&mut self, text: &str) -> Result<(), SolutionError> {
        for line in lines(text).filter(|line| assignment(line.text).is_some()) {
            let entry = entry(line).map_err(|error| wrong(error.message))?;
            self.push(Entry { span: 0..0, ..entry });
        }
        Ok(())
    }
}

/// All variables of exported models are bounded, so "unsatisfiable or unbounded" is infeasible.
fn stated(words: &str) -> Stated {
    match words.to_uppercase().replace('_', "").as_str() {
        "OPTIMALSOLUTION" => Stated::Optimal,
        "UNSATISFIABLE" | "UNSATORUNBOUNDED" => Stated::Infeasible,
        "" => Stated::Nothing,
        _ => Stated::Other(words.to_lowercase().replace('_', " ")),
    }
}

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut found = Found::default();
    let is_stream = is_stream(text);
    let mut at = 0;
    while at < text.len() {
        let (line, next) = line_at(text, at);
        let start = std::mem::replace(&mut at, next);
        match line.text.trim() {
            "" => {}
            words if words.starts_with('{') => {
                let (object, end) = object(text, start)?;
                at = end;
                if is_stream { found.message(&object)? } else { found.object(&object)? }
            }
            TIMEOUT if found.contents.stated == Stated::Nothing => {
                found.contents.stated = Stated::Other("timeout".to_owned());
            }
            comment if comment.starts_with('%') => {}
            END => found.end(),
            COMPLETE => found.contents.stated = Stated::Optimal,
            words => match status(words) {
                Some(words) => found.contents.stated = stated(words),
                None => found.push(entry(line)?),
            },
        }
    }
    // One solution, copied without its end.
    if !found.has_ends && found.open.is_some() {
        found.end();
    }
    Ok(found.contents)
}

fn entry(line: Line<'_>) -> Result<Entry, SolutionError> {
    let (name, value) = assignment(line.text).ok_or_else(|| line.error("expected `name = value;`"))?;
    match value {
        "true" => line.named(name, "1"),
        "false" => line.named(name, "0"),
        value => line.named(name, value),
    }
}
