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

/// Which word of its line a field is.
pub(super) const fn word((row, column): (usize, usize)) -> usize {
    column - columns(row).start
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

// The readings of a model file: the digit and the direction of each field, right or wrong, and their places in the file.
//
// Repairs change readings, not instances: a net whose digits do not occur six times each is no instance. A changed reading can be written
// into the file as well as made into a cube, so every repair has the text of its file.

/// The reading of a field.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Row and column in the net.
    pub place: (usize, usize),
    pub glyph: Glyph,
    pub written: Written,
}

/// How and where the file says it, with spans in the file.
#[derive(Clone, Debug)]
pub(super) enum Written {
    /// As a word of the net.
    Word(Range<usize>),
    /// In a net with escapes: only the whole net has a place.
    Net(Range<usize>),
    /// As numbers: the digit; the direction, counted from `from`, if the file has it; and the name of the field in the file.
    Numbers { digit: Range<usize>, turn: Option<Range<usize>>, from: u8, name: Option<String> },
}

impl Reading {
    /// Where the digit is.
    const fn span(&self) -> &Range<usize> {
        match &self.written {
            Written::Word(span) | Written::Net(span) | Written::Numbers { digit: span, .. } => span,
        }
    }

    /// The name of the field for people, and its name in the file.
    pub fn name(&self) -> String {
        let name = name(self.place);
        match &self.written {
            Written::Numbers { name: Some(own), .. } => format!("{name} ({own})"),
            _ => name,
        }
    }

    /// The text that makes it another glyph, and the place of the text. In a net with escapes this is the whole net.
    fn edits(&self, glyph: Glyph, whole: impl Fn() -> String) -> Vec<(Range<usize>, String)> {
        match &self.written {
            Written::Word(span) => vec![(span.clone(), glyph.to_string())],
            Written::Net(span) => vec![(span.clone(), whole())],
            Written::Numbers { digit, turn, from, .. } => {
                let turn = turn.clone().zip(glyph.direction);
                let turn = turn.map(|(span, direction)| (span, ((direction + 4 - from) % 4).to_string()));
                std::iter::once((digit.clone(), glyph.digit.to_string())).chain(turn).collect()
            }
        }
    }
}

/// Other glyphs for some readings, by index.
pub(super) type Change = Vec<(usize, Glyph)>;

/// The readings of all 54 fields, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Readings(pub Vec<Reading>);

impl Readings {
    /// How often a digit occurs.
    pub fn times(&self, digit: u8) -> usize {
        self.0.iter().filter(|reading| reading.glyph.digit == digit).count()
    }

    /// The digits that do not occur six times.
    fn uneven(&self) -> Vec<u8> {
        (1..=9).filter(|&digit| self.times(digit) != Face::ALL.len()).collect()
    }

    /// The digits that occur too often, and the digits that occur too rarely; each digit is repeated by how much it is off.
    pub fn excess(&self) -> (Vec<u8>, Vec<u8>) {
        let by = |difference: fn(usize, usize) -> usize| {
            let repeated = |digit| std::iter::repeat_n(digit, difference(self.times(digit), Face::ALL.len()));
            (1..=9).flat_map(repeated).collect()
        };
        (by(usize::saturating_sub), by(|times, six| six.saturating_sub(times)))
    }

    /// Checks that every digit occurs six times. The error shows all fields of a digit that occurs too often: one of these fields is wrong.
    pub fn check_six_each(&self) -> Result<(), InputError> {
        let wrong = self.uneven();
        let (too_many, too_few) = self.excess();
        let Some(&often) = too_many.first() else { return Ok(()) };
        let list = wrong.iter().map(|&digit| format!("{digit} ({} times)", self.times(digit)));
        let list = list.collect::<Vec<_>>().join(", ");
        let message = format!("every digit occurs six times on a Sudoku Cube; wrong here: {list}");
        let all = self.0.iter().filter(|reading| reading.glyph.digit == often);
        let mut spans: Vec<Range<usize>> = all.map(|reading| reading.span().clone()).collect();
        spans.sort_unstable_by_key(|span| span.start);
        spans.dedup();
        let last = spans.pop().unwrap_or(0..0);
        let label = match (self.times(often), self.times(often) - Face::ALL.len()) {
            (times, 1) => format!("one of these {times} is no {often}"),
            (times, wrong) => format!("{wrong} of these {times} are no {often}"),
        };
        let error = InputError::at(last, message, label).or_in(spans);
        let one_way = |from: u8, to: u8| too_many.iter().all(|d| *d == from) && too_few.iter().all(|d| *d == to);
        Err(if one_way(6, 9) || one_way(9, 6) { error.help("a 6 upside down is a 9") } else { error })
    }

    /// The glyph in a place after a change.
    pub fn glyph(&self, place: (usize, usize), change: &Change) -> Option<Glyph> {
        let i = self.0.iter().position(|reading| reading.place == place)?;
        let changed = change.iter().find(|(changed, _)| *changed == i);
        Some(changed.map_or(self.0[i].glyph, |(_, glyph)| *glyph))
    }

    /// The text of the file after a change.
    pub fn text(&self, source: &str, change: &Change) -> String {
        let word = |row, column| self.glyph((row, column), change).map(|glyph| glyph.to_string()).unwrap_or_default();
        let net = || format!("\"\"\"\n{}\"\"\"", write(word));
        let mut edits: Vec<_> = change.iter().flat_map(|(i, glyph)| self.0[*i].edits(*glyph, net)).collect();
        edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        edits.dedup();
        let mut text = source.to_owned();
        for (span, new) in edits {
            text.replace_range(span, &new);
        }
        text
    }
}
