//! The text of a model file, and its parsing with serde.

use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{At, InputError, SolveTable};
use crate::text;

/// A model file.
#[derive(Clone, Debug)]
pub struct Document {
    name: String,
    text: String,
}

/// The keys that every model file has.
#[derive(Deserialize)]
struct Head {
    puzzle: Option<At<String>>,
    #[serde(default)]
    solve: SolveTable,
}

impl Document {
    /// The largest file that is read, in bytes.
    pub const MAX_BYTES: u64 = 16 << 20;

    /// A document with this text. `name` appears in its error messages; it is empty for text that is not from a file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text::plain(text.into()) }
    }

    /// Reads a file; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be read, is larger than [`Document::MAX_BYTES`], or is no [text].
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let stdin = path.as_os_str() == "-";
        let name = if stdin { "standard input".into() } else { path.display().to_string() };
        let failed = |e: std::io::Error| {
            let error = InputError::new(format!("{name}: {e}"));
            if path.is_dir() { error.help(format!("name files in it, as in {name}/*.toml")) } else { error }
        };
        let mut bytes = Vec::new();
        let limit = Self::MAX_BYTES + 1;
        if stdin {
            std::io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(failed)?;
        } else {
            std::fs::File::open(path).map_err(failed)?.take(limit).read_to_end(&mut bytes).map_err(failed)?;
        }
        if bytes.len() as u64 >= limit {
            return Err(InputError::new(format!("{name}: larger than {} MiB", Self::MAX_BYTES >> 20)));
        }
        let text = text::read(&bytes).map_err(|error| InputError::new(format!("{name}: {error}")))?;
        Ok(Self { name, text })
    }

    /// The file's name as errors show it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the puzzle.
    ///
    /// # Errors
    /// When the file is not TOML or has no `puzzle` key.
    pub fn puzzle(&self) -> Result<At<String>, InputError> {
        let missing = || {
            let error = InputError::at(0..0, "the file does not say which puzzle it is", "no `puzzle` key");
            self.place(error.help("begin with a line like: puzzle = \"die-tour\""))
        };
        self.parse::<Head>()?.puzzle.ok_or_else(missing)
    }

    /// The `[solve]` table; empty if the file has no such table.
    ///
    /// # Errors
    /// When the table is malformed, or one of its values is wrong, whether it will be used or not.
    pub fn solve_defaults(&self) -> Result<SolveTable, InputError> {
        let table = self.parse::<Head>()?.solve;
        let is_right = table.time_limit().map(drop).and(table.threads().map(drop));
        is_right.map_err(|error| self.place(error))?;
        Ok(table)
    }

    /// Reads the whole file as `T`.
    ///
    /// # Errors
    /// What is wrong and where; for an unknown key or value, the nearest known key or value.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, InputError> {
        toml::from_str(&self.text).map_err(|error| self.place(self.often(error.message(), explain(&error))))
    }

    /// Says more of what often is wrong in a file that is no TOML.
    fn often(&self, message: &str, error: InputError) -> InputError {
        let Some(span) = error.span() else { return error };
        let line = self.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let line_text = self.text[line..].lines().next().unwrap_or_default();
        if message == "duplicate key" {
            let key = &self.text[span.clone()];
            let begins_line =
                |at: &usize| self.text[..*at].trim_end_matches([' ', '\t', '[']).ends_with(['\n']) || *at == 0;
            let mut before = self.text[..line].rmatch_indices(key).map(|(at, _)| at).filter(begins_line);
            let first = before.next().map(|at| at..at + key.len());
            return error.or_in(first.into_iter().collect());
        }
        if self.text.trim_start().starts_with('{') {
            return error.help("this looks like JSON: a model file is TOML, with lines like puzzle = \"die-tour\"");
        }
        if line_text.contains(['“', '”', '„', '‘', '’']) {
            return error.help("quotes in a model file are straight: \" or '");
        }
        error
    }

    /// Adds the file to an error.
    pub fn place(&self, error: InputError) -> InputError {
        error.in_file(&self.name, &self.text)
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text in a byte range.
    pub fn slice(&self, span: std::ops::Range<usize>) -> &str {
        self.text.get(span).unwrap_or_default()
    }
}

/// A serde message without Rust's names for types: what is expected, then what stands there.
fn in_plain_words(message: &str) -> String {
    let message = message.trim_end();
    // What the parser says of a value that stands for one of several, and of a key of one character.
    match message {
        "wanted string or table" => return "expected a text in quotes".into(),
        "too many characters in string" | "cannot parse char from empty string" => {
            return "expected a single character".into();
        }
        _ => {}
    }
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.to_owned() };
    let expected = expected_in_words(expected);
    if let Some(length) = found.strip_prefix("invalid length ") {
        return format!("expected {expected}, not of {length}");
    }
    let found = ["invalid type: ", "invalid value: "].iter().find_map(|prefix| found.strip_prefix(prefix));
    found.map_or_else(|| message.to_owned(), |found| format!("expected {expected}, not {}", found_in_words(found)))
}

/// What serde found, as in ``integer `3` `` or `string "abc"`.
fn found_in_words(found: &str) -> String {
    if let Some(number) = found.strip_suffix(" as i128") {
        return format!("{}, which has too many digits", found_in_words(number));
    }
    match found.split_once(' ') {
        Some(("integer" | "floating", number)) => {
            format!("the number {}", number.trim_start_matches("point ").trim_matches('`'))
        }
        Some(("string", text)) => format!("the text {text}"),
        Some(("boolean", value)) => value.to_owned(),
        _ => match found {
            "sequence" => "a list".into(),
            "map" => "a table".into(),
            other => other.to_owned(),
        },
    }
}

/// What serde expected, by the name of its type.
fn expected_in_words(expected: &str) -> String {
    if let Some(length) = expected.strip_prefix("an array of length ") {
        return format!("a list of {length} values");
    }
    let words = match expected {
        "i64" => "a whole number",
        "u8" => "a whole number from 0 to 255",
        "u32" | "u64" | "usize" => "a whole number that is not negative",
        "a string" => "a text in quotes",
        "a boolean" => "`true` or `false`",
        "a sequence" => "a list",
        "a map" => "a table",
        name if name.starts_with("struct ") => "a table",
        other => other,
    };
    words.to_owned()
}

/// A TOML or serde error in our words. Serde's message names the unknown key or value between backticks and lists the known
/// ones after "expected": the nearest one is looked up there.
fn explain(error: &toml::de::Error) -> InputError {
    let message = error.message();
    let span = error.span().unwrap_or(0..0);
    let unknown = |what: &'static str| {
        let rest = message.strip_prefix(if what == "key" { "unknown field `" } else { "unknown variant `" })?;
        let (name, expected) = rest.rsplit_once("`, expected ")?;
        Some((what, name, expected.split('`').skip(1).step_by(2).collect::<Vec<&str>>()))
    };
    match unknown("key").or_else(|| unknown("value")) {
        Some((what, name, known)) => {
            InputError::at(span, format!("unknown {what} `{name}`"), format!("no such {what}"))
                .suggest(what, name, &known)
        }
        None => InputError::at(span, in_plain_words(message), "here"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Choice {
        #[default]
        One,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Sample {
        choice: Choice,
        letters: std::collections::BTreeMap<char, i64>,
        number: i64,
        count: u32,
        pair: [i64; 2],
        tick: bool,
        text: String,
        table: Option<Box<Sample>>,
    }

    #[test]
    fn what_often_is_wrong_is_told() {
        for (text, words) in [
            ("{ \"number\": 3 }", "this looks like JSON"),
            ("number = 1\ntext = “a”", "quotes in a model file are straight"),
            ("number = 1\ncount = 2\nnumber = 3", "number = 1"),
        ] {
            let error = format!("{:?}", Document::new("sample.toml", text).parse::<Sample>().unwrap_err());
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn wrong_types_are_named_for_people() {
        for (text, message) in [
            ("number = \"3x\"", "expected a whole number, not the text \"3x\""),
            ("number = 3.5", "expected a whole number, not the number 3.5"),
            ("number = true", "expected a whole number, not `true`"),
            (
                "number = -99999999999999999999",
                "expected a whole number, not the number -99999999999999999999, which has too many digits",
            ),
            ("count = -1", "expected a whole number that is not negative, not the number -1"),
            ("pair = 3", "expected a list of 2 values, not the number 3"),
            ("pair = [1]", "expected a list of 2 values, not of 1"),
            ("tick = \"yes\"", "expected `true` or `false`, not the text \"yes\""),
            ("text = [3]", "expected a text in quotes, not a list"),
            ("table = 3", "expected a table, not the number 3"),
            ("choice = 3", "expected a text in quotes"),
            ("letters = { ab = 1 }", "expected a single character"),
            ("letters = { \"\" = 1 }", "expected a single character"),
        ] {
            let error = Document::new("", text).parse::<Sample>().unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
