//! The net as text: reading it from a model file, writing it into one.
//!
//! A field is a digit and the direction of its top as drawn, `^ > v <`; the direction of a centre may be unknown, `?`.

use std::ops::Range;

use crate::instance::{At, Document, InputError};

/// The directions 0 to 3 as characters.
pub(super) const ARROWS: [char; 4] = ['^', '>', 'v', '<'];

/// Rows and columns of the net.
pub(super) const ROWS: usize = 9;
/// See [`ROWS`].
pub(super) const COLUMNS: usize = 12;

/// A field of the net.
#[derive(Clone)]
pub(super) struct NetField {
    /// 1 to 9.
    pub digit: u8,
    /// Where its top points as drawn, 0 to 3; `None` if that is unknown.
    pub direction: Option<u8>,
    /// Its span in the file.
    pub span: Range<usize>,
}

/// The columns that have a field in a row of the net.
const fn columns(row: usize) -> Range<usize> {
    if row / 3 == 1 { 0..COLUMNS } else { 3..6 }
}

/// The fields of a net by row and column: all 54, and `None` in the gaps of the net.
pub(super) type Grid = Vec<Vec<Option<NetField>>>;

/// Reads a net.
pub(super) fn read(net: &At<String>, document: &Document) -> Result<Grid, InputError> {
    let mut rows = Grid::new();
    for words in lines(net, document) {
        let Some((_, first)) = words.first() else { continue };
        let line = first.start..words.last().map_or(first.end, |(_, span)| span.end);
        if rows.len() == ROWS {
            return Err(InputError::at(line, "the net has more than 9 lines", "one too many"));
        }
        let columns = columns(rows.len());
        if words.len() != columns.len() {
            let which = ["U", "L, F, R and B", "D"][rows.len() / 3];
            let message = format!("line {} of the net belongs to {which}: {} fields", rows.len() + 1, columns.len());
            return Err(InputError::at(line, message, format!("{} fields", words.len())));
        }
        let mut row = vec![None; COLUMNS];
        for (place, (word, span)) in row[columns].iter_mut().zip(&words) {
            *place = Some(read_field(word, span)?);
        }
        rows.push(row);
    }
    if rows.len() < ROWS {
        let message = format!("the net has {} lines; it needs 9: 3 for U, 3 for L F R B, 3 for D", rows.len());
        return Err(InputError::of(net, message, "too short"));
    }
    Ok(rows)
}

fn read_field(word: &str, span: &Range<usize>) -> Result<NetField, InputError> {
    let form = "a field is a digit and the direction of its top: 3^ 3> 3v 3<, or 3? for a centre";
    let fail = |message: String, label: &str| Err(InputError::at(span.clone(), message, label).help(form));
    if word.chars().all(|c| c == '.') {
        return fail("this field is not filled in yet".into(), "no digit");
    }
    let mut characters = word.chars();
    let (Some(digit), Some(direction), None) = (characters.next(), characters.next(), characters.next()) else {
        return fail(format!("`{word}` is not a field"), "not two characters");
    };
    let Some(digit) = digit.to_digit(10).filter(|digit| *digit > 0) else {
        return fail(format!("`{digit}` is not a digit from 1 to 9"), "not a digit");
    };
    let direction = match ARROWS.iter().position(|&arrow| arrow == direction) {
        Some(code) => Some(code as u8),
        None if direction == '?' => None,
        None => return fail(format!("`{direction}` is not a direction"), "not one of ^ > v < ?"),
    };
    Ok(NetField { digit: digit as u8, direction, span: span.clone() })
}

/// The words of each line with their spans in the file. If the text was written with escapes, each has the span of the whole net.
fn lines(net: &At<String>, document: &Document) -> Vec<Vec<(String, Range<usize>)>> {
    let raw = document.slice(net.span.clone());
    let offset = raw.find(&net.value).map(|at| net.span.start + at);
    let mut start = 0;
    let words = |line: &str, start: usize| -> Vec<(String, Range<usize>)> {
        let mut words = Vec::new();
        let mut from = 0;
        for word in line.split_whitespace() {
            let at = from + line[from..].find(word).unwrap_or(0);
            from = at + word.len();
            let span = offset.map_or_else(|| net.span.clone(), |o| o + start + at..o + start + from);
            words.push((word.to_owned(), span));
        }
        words
    };
    let mut lines = Vec::new();
    for line in net.value.split_inclusive('\n') {
        lines.push(words(line, start));
        start += line.len();
    }
    lines
}

/// A net of words, one for each field, blank in the gaps.
pub(super) fn write(word: impl Fn(usize, usize) -> String) -> String {
    let mut text = String::new();
    for row in 0..ROWS {
        let line: Vec<String> = (0..COLUMNS)
            .map(|column| if columns(row).contains(&column) { word(row, column) } else { String::new() })
            .map(|word| format!("{word:<2}"))
            .collect();
        // A gap between the faces of a row.
        let line = line.chunks(3).map(|face| face.join(" ")).collect::<Vec<_>>().join("   ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
