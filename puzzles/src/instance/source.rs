//! The text that an error points into. Only the part of a long line around the place is shown, as for results in JSON.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// A line with more bytes than this is long.
const LONG_LINE: usize = 200;
/// How many bytes of a long line are shown on either side of a place.
const AROUND: usize = 50;

/// A text with its name, which is empty if the text is not from a file.
pub(super) struct Source {
    name: String,
    text: String,
}

impl Source {
    pub(super) fn new(name: &str, text: &str) -> Self {
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
