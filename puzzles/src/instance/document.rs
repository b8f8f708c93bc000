//! The text of a model file. It is parsed once; what is read from it are the keys of every file, and those of its puzzle. The `[solve]` table has
//! defaults that the command line overrides.

use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::node::{HEAD, Kind, Node, Part};
use super::{At, InputError};
use crate::control::MAX_THREADS;
use crate::text;

/// A model file.
#[derive(Clone, Debug)]
pub struct Document {
    name: String,
    text: String,
    root: OnceLock<Result<Part, toml::de::Error>>,
}

/// Keys of a board that only some puzzles take, each with the reason for which others refuse it.
const KEYS_OF_SOME: [(&str, &str); 6] = [
    ("blocked", "this puzzle has no blocked cells"),
    ("labels", "this puzzle has no labels that may be gates"),
    ("weights", "this puzzle has no sums for weights"),
    ("order", "this puzzle has no labels that are entered in an order"),
    ("fragile", "this puzzle has no fragile floor"),
    ("bridges", "this puzzle has no bridges"),
];

/// What a puzzle refuses of the keys of a board that only some puzzles take: it takes these.
pub(crate) fn refused_keys(taken: &[&str]) -> Vec<(&'static str, &'static str)> {
    KEYS_OF_SOME.into_iter().filter(|(key, _)| !taken.contains(key)).collect()
}

impl Document {
    /// The largest file that is read, in bytes.
    pub const MAX_BYTES: u64 = 16 << 20;

    /// A document with this text. `name` appears in its error messages; it is empty for text that is not from a file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text::plain(text.into()), root: OnceLock::new() }
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
        Ok(Self { name, text, root: OnceLock::new() })
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
        self.of_head(HEAD[0])?.ok_or_else(missing)
    }

    /// The `[solve]` table; empty if the file has no such table. Its limits are not looked at yet.
    pub(crate) fn solve_defaults(&self) -> Result<SolveTable, InputError> {
        Ok(self.of_head(HEAD[1])?.unwrap_or_default())
    }

    /// Refuses a text of more than [`Document::MAX_BYTES`].
    pub(crate) fn check_size(&self) -> Result<(), InputError> {
        let too_large = || self.place(InputError::new(format!("larger than {} MiB", Self::MAX_BYTES >> 20)));
        if self.text.len() as u64 > Self::MAX_BYTES { Err(too_large()) } else { Ok(()) }
    }

    /// Refuses a model of another puzzle than this one, of which something is to be made.
    ///
    /// # Errors
    /// As for [`puzzle`](Self::puzzle), and for another puzzle.
    pub fn check_puzzle(&self, puzzle: &str, made: &str) -> Result<(), InputError> {
        let name = self.puzzle()?;
        let other = || InputError::of(&name, format!("{made} of {puzzle} needs a model of it"), "another puzzle");
        if name.value == puzzle { Ok(()) } else { Err(self.place(other())) }
    }

    /// Reads all keys but `puzzle` and `[solve]` as `T`; other types than tables of known keys are read from the whole file. In its
    /// [`BoardTable`](super::BoardTable), a puzzle takes these of the keys that only some puzzles have.
    ///
    /// # Errors
    /// What is wrong and where; for an unknown key or value, the nearest known key or value.
    pub fn parse<T: DeserializeOwned>(&self, board_keys: &[&str]) -> Result<T, InputError> {
        let refused = refused_keys(board_keys);
        let read = T::deserialize(Node { part: self.root()?, refused: &refused, is_file: true });
        read.map_err(|error| self.place(error))
    }

    /// The value of a key of every file.
    fn of_head<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, InputError> {
        let Kind::Table(keys) = &self.root()?.value else { return Ok(None) };
        let Some((_, part)) = keys.iter().find(|(name, _)| name.value == key) else { return Ok(None) };
        let read = T::deserialize(Node { part, refused: &[], is_file: false });
        read.map(Some).map_err(|error| self.place(error))
    }

    pub(super) fn root(&self) -> Result<&Part, InputError> {
        self.check_size()?;
        let parse = || {
            let root = DeTable::parse(&self.text)?;
            Ok(Part::from(Spanned::new(root.span(), DeValue::Table(root.into_inner()))))
        };
        self.root.get_or_init(parse).as_ref().map_err(|error| self.place(self.often(error)))
    }

    /// Says more of what often is wrong in a file that is no TOML.
    fn often(&self, wrong: &toml::de::Error) -> InputError {
        let (message, span) = (wrong.message().trim_end(), wrong.span().unwrap_or(0..0));
        let error = InputError::at(span.clone(), message, "here");
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

/// Defaults for `tumble solve`; the command line overrides them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Solve")]
pub struct SolveTable {
    /// The backend to use: a name that `tumble list backends` shows, or "search".
    pub backend: Option<At<String>>,
    /// The encoding to use: a name that `tumble list encodings` shows.
    pub encoding: Option<At<String>>,
    /// How to lower the model, as in "table=support": names that `tumble list lowerings` shows, separated by commas. A direct
    /// search ignores it.
    pub lowering: Option<At<String>>,
    /// Stop after this time: "60s", "5min", "1h 30min".
    pub time_limit: Option<At<String>>,
    /// Threads for the solver or the search, 1 to 64.
    #[schemars(range(min = 1, max = 64))]
    pub threads: Option<At<u32>>,
    /// Seed of the solver's random numbers.
    pub seed: Option<At<u32>>,
}

impl SolveTable {
    /// The number of threads.
    ///
    /// # Errors
    /// When it is not from 1 to [`MAX_THREADS`].
    pub fn threads(&self) -> Result<Option<u32>, InputError> {
        let read = |at: &At<u32>| match at.value {
            0 => Err(InputError::of(at, "a run takes at least one thread", "less than 1")),
            n if n > MAX_THREADS => {
                Err(InputError::of(at, format!("a run takes at most {MAX_THREADS} threads"), "too many"))
            }
            n => Ok(n),
        };
        self.threads.as_ref().map(read).transpose()
    }

    /// The time limit as a duration.
    ///
    /// # Errors
    /// When the text is not a duration.
    pub fn time_limit(&self) -> Result<Option<Duration>, InputError> {
        let read = |text: &At<String>| {
            humantime::parse_duration(&text.value).map_err(|e| {
                InputError::of(text, format!("`{}` is not a time: {e}", text.value), "not understood")
                    .help("write a number and a unit: \"60s\", \"5min\", \"1h 30min\"")
            })
        };
        self.time_limit.as_ref().map(read).transpose()
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
            let error = format!("{:?}", Document::new("sample.toml", text).parse::<Sample>(&[]).unwrap_err());
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
            ("table = [3]", "expected a table, not a list"),
            ("choice = 3", "expected a text in quotes, not the number 3"),
            ("letters = { ab = 1 }", "expected a character, not the text \"ab\""),
            ("letters = { \"\" = 1 }", "expected a character, not the text \"\""),
        ] {
            let error = Document::new("", text).parse::<Sample>(&[]).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
