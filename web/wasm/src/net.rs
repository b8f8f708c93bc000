//! Nets of a Sudoku Cube as far as they can be read: an editor shows them while they are filled in.

use std::ops::Range;

use serde_json::{Value, json};
use tumble::instance::{At, Document};

/// Arrows that are read as the directions 0 to 3, as the program reads them.
const READ: [&str; 4] = ["^↑⬆⇧⇑▲△∧⌃", ">→➡⇨⇒▶▷►", "vV↓⬇⇩⇓▼▽∨⌄", "<←⬅⇦⇐◀◁◄"];
/// The arrows that are written.
const ARROWS: [char; 4] = ['^', '>', 'v', '<'];
/// Rows and columns of the net.
const ROWS: usize = 9;
/// See [`ROWS`].
const COLUMNS: usize = 12;
/// The fields, blank ones too.
const FIELDS: usize = 54;
const FACES: [&str; 6] = ["U", "L", "F", "R", "B", "D"];

/// A word of a net: its place in the text, and its digit, 0 if it is blank, with the direction; `None` if it cannot be read.
struct Word {
    place: Range<usize>,
    field: Option<(u8, Option<u8>)>,
}

/// The number of the field at a place of the net, face by face; `None` in a gap.
fn field_at(row: usize, column: usize) -> Option<usize> {
    let face = match (row / 3, column / 3) {
        (0, 1) => 0,
        (1, slot) => 1 + slot,
        (2, 1) => 5,
        _ => return None,
    };
    Some(face * 9 + row % 3 * 3 + column % 3)
}

/// The words: blanks, digits with or without arrows, or something else in their place.
fn words(text: &str) -> Vec<Word> {
    let direction = |arrow: char| (0..).zip(READ).find(|(_, arrows)| arrows.contains(arrow)).map(|(code, _)| code);
    let is_arrow = |c: char| c == '?' || direction(c).is_some();
    let mut found = Vec::new();
    let mut left = text.char_indices().peekable();
    while let Some((start, first)) = left.next() {
        if first.is_whitespace() {
            continue;
        }
        let mut end = start + first.len_utf8();
        let mut field = None;
        if let Some((at, _)) = left.next_if(|&(_, next)| first == '.' && next == '.') {
            (end, field) = (at + 1, Some((0, None)));
        } else if !is_arrow(first) {
            let arrow = left.next_if(|&(_, next)| is_arrow(next));
            end = arrow.map_or(end, |(at, arrow)| at + arrow.len_utf8());
            let digit = first.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).filter(|digit| *digit > 0);
            field = digit.map(|digit| (digit, arrow.and_then(|(_, arrow)| direction(arrow))));
        }
        // Selectors only say how the arrow is drawn.
        while let Some((at, selector)) = left.next_if(|(_, next)| matches!(next, '\u{fe0e}' | '\u{fe0f}')) {
            end = at + selector.len_utf8();
        }
        found.push(Word { place: start..end, field });
    }
    found
}

/// The words by their fields. In nine lines, each line is a row of the net.
fn placed(text: &str) -> Vec<(usize, Word)> {
    let order = |row| (0..COLUMNS).filter_map(move |column| field_at(row, column));
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() != ROWS {
        return (0..ROWS).flat_map(order).zip(words(text)).collect();
    }
    let in_line = |(row, line): (usize, &str)| {
        let from = line.as_ptr() as usize - text.as_ptr() as usize;
        let moved = move |word: Word| Word { place: from + word.place.start..from + word.place.end, ..word };
        order(row).zip(words(line).into_iter().map(moved)).collect::<Vec<_>>()
    };
    lines.into_iter().enumerate().flat_map(in_line).collect()
}

/// How many words of a net are missing, too many, or such as cannot be read.
pub(crate) fn wrong(text: &str) -> usize {
    let all = words(text);
    let unread = all.iter().filter(|word| word.field.is_none()).count();
    unread + all.len().abs_diff(FIELDS).max(FIELDS - placed(text).len())
}

/// The fields of a net; what cannot be read is blank.
pub(crate) fn fields(text: &str) -> Value {
    let mut fields = vec![(0, None); FIELDS];
    for (number, word) in placed(text) {
        fields[number] = word.field.unwrap_or_default();
    }
    fields.into_iter().map(|(digit, direction)| json!({ "digit": digit, "direction": direction })).collect()
}

/// The fields of a cube from its picture.
pub(crate) fn fields_of_replay(replay: &Value) -> Value {
    let faces = FACES.iter().filter_map(|face| replay["stage"]["faces"][face].as_array());
    faces.flatten().map(|field| json!({ "digit": field["digit"], "direction": field["direction"] })).collect()
}

/// The place of each field in a file, as `net.NUMBER`. With escapes, places in the value are not places in the file.
pub(crate) fn places(net: &At<String>, document: &Document) -> Vec<(String, Range<usize>)> {
    let Some(offset) = document.slice(net.span.clone()).find(&net.value) else { return Vec::new() };
    let from = net.span.start + offset;
    let place =
        |(number, word): (usize, Word)| (format!("net.{number}"), from + word.place.start..from + word.place.end);
    placed(&net.value).into_iter().map(place).collect()
}

/// The net of these fields; of one that has words of two characters only what differs is written anew.
pub(crate) fn written(fields: &Value, before: Option<&str>) -> String {
    let word = |number: usize| {
        let Value::Object(field) = &fields[number] else { return "..".to_owned() };
        let direction = field.get("direction").and_then(Value::as_u64).and_then(|code| usize::try_from(code).ok());
        let arrow = direction.and_then(|code| ARROWS.get(code)).unwrap_or(&'?');
        match field.get("digit").and_then(Value::as_u64) {
            Some(digit @ 1..) => format!("{digit}{arrow}"),
            _ => "..".to_owned(),
        }
    };
    if let Some(net) = before.filter(|net| wrong(net) == 0) {
        let mut written = net.to_owned();
        let old = self::fields(net);
        for (number, Word { place, .. }) in placed(net).into_iter().rev() {
            if old[number] != fields[number] {
                written.replace_range(place, &word(number));
            }
        }
        return written;
    }
    let cell = |row, column| field_at(row, column).map_or_else(|| "  ".to_owned(), word);
    let face = |row, slot: usize| (0..3).map(|column| cell(row, 3 * slot + column)).collect::<Vec<_>>().join(" ");
    let line = |row| (0..4).map(|slot| face(row, slot)).collect::<Vec<_>>().join("   ").trim_end().to_owned() + "\n";
    (0..ROWS).map(line).collect()
}
