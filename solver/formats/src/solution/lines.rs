//! Lines of a file that know their place.

use std::ops::Range;

use super::{Entry, Key, SolutionError};

/// A line, without its line break.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    start: usize,
    pub(super) text: &'a str,
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let (line, next) = (start < text.len()).then(|| line_at(text, start))?;
        start = next;
        Some(line)
    })
}

/// The line from a byte of a text on, and the beginning of the next line.
pub(super) fn line_at(text: &str, start: usize) -> (Line<'_>, usize) {
    let end = text[start..].find('\n').map_or(text.len(), |end| start + end + 1);
    (Line { start, text: text[start..end].trim_end() }, end)
}

/// The character at a line and a column, both from 1, of the text from `start` on.
pub(super) fn character_at(text: &str, start: usize, line: usize, column: usize) -> Range<usize> {
    let before: usize = text[start..].split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let place = text.floor_char_boundary((start + before + column.saturating_sub(1)).min(text.len()));
    place..place + text[place..].chars().next().map_or(0, char::len_utf8)
}

/// The first line that is not blank; empty if there is none.
pub(super) fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// The most bytes of a line that an error underlines.
const SHOWN: usize = 60;

impl<'a> Line<'a> {
    /// Its beginning, without blanks around it.
    pub(super) fn span(self) -> Range<usize> {
        let trimmed = self.text.trim_start();
        let start = self.start + self.text.len() - trimmed.len();
        start..start + trimmed.floor_char_boundary(trimmed.len().min(SHOWN))
    }

    /// An error in this line.
    pub(super) fn error(self, message: impl Into<String>) -> SolutionError {
        SolutionError { span: self.span(), message: message.into(), label: "this line" }
    }

    /// Its words.
    pub(super) fn words(self) -> Vec<&'a str> {
        self.text.split_whitespace().collect()
    }

    /// A finite number.
    pub(super) fn number(self, word: &str) -> Result<f64, SolutionError> {
        let value = word.parse::<f64>().ok().filter(|value| value.is_finite());
        value.ok_or_else(|| self.error(format!("`{word}` is not a number")))
    }

    /// The objective; `None` where it is infinite, as it is written of what has no solution.
    pub(super) fn objective(self, word: &str) -> Result<Option<f64>, SolutionError> {
        match word.parse::<f64>() {
            Ok(value) if !value.is_finite() => Ok(None),
            _ => self.number(word).map(Some),
        }
    }

    /// A whole number that is not negative.
    pub(super) fn count(self, word: &str) -> Result<usize, SolutionError> {
        word.parse().map_err(|_| self.error(format!("`{word}` is not a whole number")))
    }

    /// A value of the variable of this name.
    pub(super) fn named(self, name: &str, value: &str) -> Result<Entry, SolutionError> {
        Ok(Entry { key: Key::Name(name.to_owned()), value: self.number(value)?, span: self.span() })
    }

    /// The value in a line `name value`, which has these words; `None` if it is empty.
    pub(super) fn entry(self, words: &[&str]) -> Result<Option<Entry>, SolutionError> {
        match words {
            [] => Ok(None),
            [name, value] => self.named(name, value).map(Some),
            _ => Err(self.error("expected the name of a variable and its value")),
        }
    }

    /// A value of the variable of this number.
    pub(super) fn numbered(self, number: &str, value: &str) -> Result<Entry, SolutionError> {
        Ok(Entry { key: Key::Number(self.count(number)?), value: self.number(value)?, span: self.span() })
    }
}
