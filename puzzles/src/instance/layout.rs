//! The layout of an error as text, for the command line and for `{:?}`.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles,
};
use textwrap::{Options, WordSeparator, WordSplitter};

/// The width of a text that is not for a terminal, in columns.
pub(super) const WIDTH: usize = 100;

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
