//! The net as text: reading it from a model file, writing it into one.
//!
//! A field is a digit and the direction of its top as drawn, `^ > v <`; the direction of a centre may be unknown, `?`. Other arrows are read
//! as these four.

use std::fmt;
use std::ops::Range;

use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::instance::{At, Document, InputError};

/// The directions 0 to 3 as characters.
pub(super) const ARROWS: [char; 4] = ['^', '>', 'v', '<'];

/// What is read as the directions 0 to 3.
const READ: [&str; 4] = ["^↑⬆⇧⇑▲△∧⌃", ">→➡⇨⇒▶▷►", "vV↓⬇⇩⇓▼▽∨⌄", "<←⬅⇦⇐◀◁◄"];

/// Rows and columns of the net.
pub(super) const ROWS: usize = 9;
/// See [`ROWS`].
pub(super) const COLUMNS: usize = 12;

/// A digit as it is drawn on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Glyph {
    /// 1 to 9.
    pub digit: u8,
    /// Where its top points in the net, 0 to 3; `None` if that is unknown.
    pub direction: Option<u8>,
}

/// As in the text of a net.
impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.digit, self.direction.map_or('?', |direction| ARROWS[usize::from(direction)]))
    }
}

/// A field of the net.
pub(super) struct NetField {
    /// Row and column in the net.
    pub place: (usize, usize),
    pub glyph: Glyph,
    /// Its span in the file.
    pub span: Range<usize>,
}

/// Whether this is the middle of a face.
pub(super) const fn is_center((row, column): (usize, usize)) -> bool {
    row % 3 == 1 && column % 3 == 1
}

/// The face of a field.
pub(super) fn face((row, column): (usize, usize)) -> Option<Face> {
    Face::ALL.into_iter().find(|face| face.net_corner() == (row / 3 * 3, column / 3 * 3))
}

/// What people call a field: `R row 1 column 3`, counted on its face.
pub(super) fn name((row, column): (usize, usize)) -> String {
    let face = face((row, column)).map_or_else(String::new, |face| format!("{face} "));
    format!("{face}row {} column {}", row % 3 + 1, column % 3 + 1)
}

/// The place that a mirror beside the net shows in a place: F and B, U and D stay where they are, L and R change places.
pub(super) const fn in_mirror((row, column): (usize, usize)) -> (usize, usize) {
    (row, if column < 9 { 8 - column } else { 20 - column })
}

/// The columns that have a field in a row of the net.
const fn columns(row: usize) -> Range<usize> {
    if row / 3 == 1 { 0..COLUMNS } else { 3..6 }
}

/// Reads a net: its 54 fields, row by row.
pub(super) fn read(net: &At<String>, document: &Document) -> Result<Vec<NetField>, InputError> {
    let lines: Vec<Line> = lines(net, document).into_iter().filter(|words| !words.is_empty()).collect();
    check_parts(net, &lines)?;
    let mut fields = Vec::new();
    for (row, words) in lines.into_iter().enumerate() {
        let columns = columns(row);
        if words.len() != columns.len() {
            let which = PARTS[row / 3].0;
            let message = format!("line {} of the net belongs to {which}: {} fields", row + 1, columns.len());
            let label = if words.len() == 1 { "1 field".to_owned() } else { format!("{} fields", words.len()) };
            return Err(InputError::at(extent(&words), message, label));
        }
        for (column, (word, span)) in columns.zip(words) {
            let place = (row, column);
            let glyph = read_glyph(&word, place, &span)?;
            fields.push(NetField { place, glyph, span });
        }
    }
    Ok(fields)
}

/// A line of a net: its words with their places in the file.
type Line = Vec<(String, Range<usize>)>;

/// The parts of a net from above, each of three lines, with the number of fields of a line.
const PARTS: [(&str, usize); 3] = [("U", 3), ("L, F, R and B", COLUMNS), ("D", 3)];

/// From the first word of a line to the last.
fn extent(words: &Line) -> Range<usize> {
    words.first().map_or(0, |(_, span)| span.start)..words.last().map_or(0, |(_, span)| span.end)
}

/// Checks the number of lines, of the whole and, where each line clearly belongs to one of the parts, of each part.
fn check_parts(net: &At<String>, lines: &[Line]) -> Result<(), InputError> {
    let mut from = 0;
    let parts = PARTS.map(|(_, fields)| {
        let begin = from;
        from += lines[from..].iter().take_while(|words| words.len() == fields).count();
        begin..from
    });
    let is_clear = from == lines.len() && parts.iter().all(|part| !part.is_empty());
    let wrong = PARTS.into_iter().zip(parts).find(|(_, part)| is_clear && part.len() != 3);
    if let Some(((name, _), part)) = wrong {
        let count = part.len();
        let plural = if count == 1 { "" } else { "s" };
        let message = format!("the net has {count} line{plural} for {name}; it needs 3");
        let label = if count < 3 { "a line is missing here" } else { "one too many" };
        return Err(InputError::at(extent(&lines[part.end - 1]), message, label));
    }
    if let Some(words) = lines.get(ROWS) {
        return Err(InputError::at(extent(words), "the net has more than 9 lines", "one too many"));
    }
    if lines.len() < ROWS && lines.iter().enumerate().all(|(row, words)| words.len() == columns(row).len()) {
        let message = format!("the net has {} lines; it needs 9: 3 for U, 3 for L F R B, 3 for D", lines.len());
        return Err(InputError::of(net, message, "too short"));
    }
    Ok(())
}

/// What a field is, for the errors in its word.
const FIELD: &str = "a field is a digit and the direction of its top: 3^ 3> 3v 3<, or 3? for a centre";

fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Reads the word of a field.
fn read_glyph(word: &str, place: (usize, usize), span: &Range<usize>) -> Result<Glyph, InputError> {
    let field = name(place);
    let wrong = |message: String, label: &str| InputError::at(span.clone(), message, label).help(FIELD);
    if word.chars().all(|c| c == '.') {
        return Err(wrong(format!("{field} is not filled in yet"), "no digit"));
    }
    let letters: Vec<char> = word.chars().filter(|&c| !is_selector(c)).collect();
    let (digit, arrow) = match letters[..] {
        [digit, arrow] => (digit, arrow),
        [digit] if is_digit(digit) => return Err(wrong(format!("{field} has no direction"), "a digit alone")),
        _ => return Err(wrong(format!("`{word}` is not a field ({field})"), "not two characters")),
    };
    if !is_digit(digit) {
        let error = wrong(format!("`{digit}` is not a digit from 1 to 9 ({field})"), "not a digit");
        return Err(match direction(digit).filter(|_| is_digit(arrow)) {
            Some(code) => {
                let meant = format!("{arrow}{}", ARROWS[usize::from(code)]);
                error.help(format!("did you mean `{meant}`? {}", upper_first(FIELD)))
            }
            None => error,
        });
    }
    let direction = match direction(arrow) {
        None if arrow != '?' => {
            return Err(wrong(format!("`{arrow}` is not a direction ({field})"), "not one of ^ > v < ?"));
        }
        None if !is_center(place) => {
            let message = format!("only the direction of a centre may be unknown, not that of {field}");
            return Err(wrong(message, "a field of a corner or an edge"));
        }
        direction => direction,
    };
    // It is one of 1 to 9.
    Ok(Glyph { digit: digit as u8 - b'0', direction })
}

const fn is_digit(c: char) -> bool {
    matches!(c, '1'..='9')
}

/// The direction that an arrow stands for.
fn direction(arrow: char) -> Option<u8> {
    (0..).zip(&READ).find(|(_, arrows)| arrows.contains(arrow)).map(|(code, _)| code)
}

/// Whether this only says how the character before it is drawn, as it follows the arrows of some keyboards.
const fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

/// The words of each line with their spans in the file. If the text was written with escapes, each has the span of the whole net.
fn lines(net: &At<String>, document: &Document) -> Vec<Line> {
    let raw = document.slice(net.span.clone());
    let offset = raw.find(&net.value).map(|at| net.span.start + at);
    let mut start = 0;
    let mut lines = Vec::new();
    for line in net.value.split_inclusive('\n') {
        let place = |word: &str| {
            // A word of a line starts inside it.
            let from = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            offset.map_or_else(|| net.span.clone(), |offset| offset + from..offset + from + word.len())
        };
        let words = line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        lines.push(words.flat_map(fields_of).map(|word| (word.to_owned(), place(word))).collect());
        start += line.len();
    }
    lines
}

/// The fields that are written as one word: several of them if they follow each other without spaces.
fn fields_of(word: &str) -> Vec<&str> {
    let is_field = |field: &&str| {
        let letters: Vec<char> = field.chars().filter(|&c| !is_selector(c)).collect();
        matches!(letters[..], [digit, arrow] if is_digit(digit) && (arrow == '?' || direction(arrow).is_some()))
    };
    let starts: Vec<usize> = word.match_indices(is_digit).map(|(at, _)| at).chain([word.len()]).collect();
    let fields: Vec<&str> = starts.windows(2).map(|ends| &word[ends[0]..ends[1]]).collect();
    if word.starts_with(is_digit) && fields.iter().all(is_field) { fields } else { vec![word] }
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
