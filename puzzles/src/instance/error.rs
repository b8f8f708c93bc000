//! Errors in input files, and their layout as text, for the command line and for `{:?}`. Only the part of a long line around the place is
//! shown, as for results in JSON.

use std::fmt;
use std::ops::Range;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use textwrap::{Options, WordSeparator, WordSplitter};

use super::At;
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

/// The width of a text that is not for a terminal, in columns.
const WIDTH: usize = 100;

/// A diagnostic as text: its message after `prefix`, the place in the file, the advice. Lines are at most `width` columns wide
/// where that is possible; they are broken between words and never within one, so that `time-indexed` stays whole.
pub fn lay_out(diagnostic: &dyn Diagnostic, prefix: &str, styles: ThemeStyles, width: usize) -> String {
    let indent = " ".repeat(textwrap::core::display_width(prefix));
    let options = Options::new(width)
        .initial_indent(prefix)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let message = textwrap::fill(&diagnostic.to_string(), options);
    let theme = GraphicalTheme { characters: ThemeCharacters::unicode(), styles };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        // The handler keeps two columns free.
        .with_width(width + 2)
        .with_break_words(false)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    let mut rest = String::new();
    // Writing to a string fails only if the place is not in the source; then there is no place to show.
    let _ = handler.render_report(&mut rest, &WithoutMessage(diagnostic));
    let (_, rest) = rest.split_once('\n').unwrap_or_default();
    format!("{message}\n{rest}")
}

/// A diagnostic whose message is laid out apart from the rest.
#[derive(Debug)]
struct WithoutMessage<'a>(&'a dyn Diagnostic);

impl fmt::Display for WithoutMessage<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for WithoutMessage<'_> {}

impl Diagnostic for WithoutMessage<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}

/// A line with more bytes than this is long.
const LONG_LINE: usize = 200;
/// How many bytes of a long line are shown on either side of a place.
const AROUND: usize = 50;

/// A text with its name, which is empty if the text is not from a file.
struct Source {
    name: String,
    text: String,
}

impl Source {
    fn new(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), text: text.to_owned() }
    }

    /// The part of a long line around `span`; without `lead` it begins with the span.
    fn part_of_line(&self, span: SourceSpan, lead: bool) -> MietteSpanContents<'_> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let bytes = self.text.as_bytes();
        let is_newline = |&byte: &u8| byte == b'\n';
        let line_start = bytes[..start].iter().rposition(is_newline).map_or(0, |newline| newline + 1);
        let line_end = bytes[end..].iter().position(is_newline).map_or(bytes.len(), |newline| end + newline);
        let before = if lead { AROUND } else { 0 };
        let from = self.text.floor_char_boundary(start.saturating_sub(before)).max(line_start);
        let to = self.text.floor_char_boundary((end + AROUND).min(line_end));
        let line = bytes[..line_start].iter().filter(|byte| is_newline(byte)).count();
        MietteSpanContents::new(&bytes[from..to], (from, to - from).into(), line, from - line_start, 1)
    }

    /// The same contents under the name of the text.
    fn named<'a>(&self, contents: &dyn SpanContents<'a>) -> MietteSpanContents<'a> {
        let (data, span) = (contents.data(), *contents.span());
        let (line, column, lines) = (contents.line(), contents.column(), contents.line_count());
        if self.name.is_empty() {
            return MietteSpanContents::new(data, span, line, column, lines);
        }
        MietteSpanContents::new_named(self.name.clone(), data, span, line, column, lines)
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let whole = self.text.read_span(span, lines_before, lines_after)?;
        let is_long = whole.data().split(|&byte| byte == b'\n').any(|line| line.len() > LONG_LINE);
        let place = &self.text.as_bytes()[span.offset()..span.offset() + span.len()];
        if is_long && !place.contains(&b'\n') {
            return Ok(Box::new(self.named(&self.part_of_line(*span, lines_before > 0))));
        }
        Ok(Box::new(self.named(&*whole)))
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
