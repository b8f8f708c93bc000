//! Errors in input files.

use std::fmt;
use std::ops::Range;

use miette::{Diagnostic, LabeledSpan, SourceCode, ThemeStyles};

use super::At;
use super::layout::{WIDTH, lay_out};
use super::source::Source;
use crate::names::nearest;

/// An error in an input, and its place: always for the user to correct.
///
/// `Display` is the message alone. `Debug` is the full report, which a program prints if it returns the error from `main`: the
/// message, the underlined place in the file, and the advice.
pub struct InputError {
    message: String,
    place: Option<Box<Place>>,
    help: Option<String>,
}

/// The text that is wrong.
struct Place {
    /// `None`: what is wrong is known, but not yet where it stands.
    span: Option<Range<usize>>,
    label: String,
    /// Other places that may be wrong instead.
    others: Vec<Range<usize>>,
    source: Option<Source>,
}

impl InputError {
    /// An error in the input as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, help: None }
    }

    /// An error in the text at `span`, with a few words to print under it.
    pub fn at(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self::labeled(Some(span), message, label)
    }

    fn labeled(span: Option<Range<usize>>, message: impl Into<String>, label: impl Into<String>) -> Self {
        let place = Place { span, label: label.into(), others: Vec::new(), source: None };
        Self { place: Some(Box::new(place)), ..Self::new(message) }
    }

    /// A name of something, such as a key, that is none of the known ones; its place is added by [`or_at`](Self::or_at).
    pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> Self {
        Self::labeled(None, format!("unknown {what} `{name}`"), format!("no such {what}")).suggest(what, name, known)
    }

    /// An error in a value that was read.
    pub fn of<T>(value: &At<T>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self::at(value.span.clone(), message, label)
    }

    /// The error at `span`, if it has no place yet.
    #[must_use]
    pub fn or_at(mut self, span: Range<usize>, label: &str) -> Self {
        match &mut self.place {
            Some(place) => _ = place.span.get_or_insert(span),
            None => self.place = Self::at(span, "", label).place,
        }
        self
    }

    /// The error for text that begins at byte `start` of a file.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> Self {
        if let Some(place) = &mut self.place {
            for span in place.span.iter_mut().chain(&mut place.others) {
                *span = span.start + start..span.end + start;
            }
        }
        self
    }

    /// The error, with other places that may be wrong instead.
    #[must_use]
    pub fn or_in(mut self, others: Vec<Range<usize>>) -> Self {
        if let Some(place) = &mut self.place {
            place.others = others;
        }
        self
    }

    /// The error at another place.
    #[must_use]
    pub fn moved_to(mut self, span: Range<usize>) -> Self {
        if let Some(place) = &mut self.place {
            place.span = Some(span);
        }
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Adds more advice, on lines of its own.
    #[must_use]
    pub fn and_help(self, more: &str) -> Self {
        match self.help {
            Some(help) => Self { help: Some(format!("{help}\n{more}")), ..self },
            None => self.help(more),
        }
    }

    /// For an unknown name: adds the nearest of the `known` names and a list of all of them.
    #[must_use]
    pub fn suggest(self, what: &str, unknown: &str, known: &[&str]) -> Self {
        let list = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        self.help(match nearest(unknown, known) {
            Some(near) => format!("did you mean `{near}`? The {what}s here are {list}"),
            None => format!("the {what}s here are {list}"),
        })
    }

    /// Adds the file that the place is in. The name is empty for text that is not from a file.
    #[must_use]
    pub fn in_file(mut self, name: &str, text: &str) -> Self {
        if let Some(place) = &mut self.place {
            place.source = Some(Source::new(name, text));
        } else if !name.is_empty() {
            self.message = format!("{name}: {}", self.message);
        }
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(lay_out(self, "", ThemeStyles::none(), WIDTH).trim_end())
    }
}

impl std::error::Error for InputError {}

impl Diagnostic for InputError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.as_ref()?.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.place.as_ref()?;
        let label = LabeledSpan::new_with_span(Some(place.label.clone()), place.span.clone()?);
        let others = place.others.iter().map(|span| LabeledSpan::new_with_span(None, span.clone()));
        Some(Box::new(std::iter::once(label).chain(others)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debug_print_is_the_report_that_a_reader_can_use() {
        let text = "puzzle = \"die-tour\"\ncolums = 3\n";
        let error = InputError::at(20..26, "unknown key `colums`", "no such key").in_file("tour.toml", text);
        let error = error.suggest("key", "colums", &["columns", "rows"]);
        let report = [
            "unknown key `colums`",
            "   ╭─[tour.toml:2:1]",
            " 1 │ puzzle = \"die-tour\"",
            " 2 │ colums = 3",
            "   · ───┬──",
            "   ·    ╰── no such key",
            "   ╰────",
            "  help: did you mean `columns`? The keys here are `columns`, `rows`",
        ];
        assert_eq!(format!("{error:?}"), report.join("\n"));
        assert_eq!(format!("{error:#?}"), report.join("\n"));
    }

    #[test]
    fn names_are_never_broken() {
        let names =
            ["time-expanded", "time-indexed", "arc-flow", "cp-table", "state-flow", "euler-flow", "exact-cover"];
        let error = InputError::new(format!("no such encoding: {}", names.join(", "))).suggest("encoding", "x", &names);
        let report = format!("{error:?}");
        assert!(report.lines().count() > 2 && report.lines().all(|line| line.chars().count() <= WIDTH), "{report}");
        for name in names {
            assert_eq!(report.matches(name).count(), 2, "{name} in\n{report}");
        }
    }

    #[test]
    fn only_a_part_of_a_long_line_is_shown() {
        let text = format!("short\n{}HERE{}\n", "a".repeat(5000), "b".repeat(5000));
        let error = InputError::at(5006..5010, "wrong", "this").in_file("long.json", &text);
        let report = format!("{error:?}");
        assert!(report.contains("[long.json:2:5001]"), "{report}");
        assert!(report.lines().all(|line| line.chars().count() < 200), "{report}");
        let column =
            |needle: &str| report.lines().find_map(|line| line.find(needle).map(|at| line[..at].chars().count()));
        assert_eq!(column("HERE"), column("──┬─"), "{report}");
    }
}
