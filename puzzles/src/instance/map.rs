//! Boards drawn as text.
//!
//! The first line is the north row; each character is a cell; spaces between cells are ignored, and so are empty lines.

use std::ops::Range;

use super::{At, Document, InputError};
use crate::geometry::{Board, Cell, Face};

/// A cell of a drawn map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapCell {
    /// Its character.
    pub character: char,
    /// Its place in the file.
    pub span: Range<usize>,
}

/// Reads a map into rows from the south, each from the west: `rows[y][x]`. All rows have the same length, at least 1.
///
/// # Errors
/// When the map is empty or its lines are not equally long.
pub fn read_map(map: &At<String>, document: &Document) -> Result<Vec<Vec<MapCell>>, InputError> {
    rows(map, document, cells)
}

/// Like [`read_map`], for a map whose cells are words separated by spaces, each with its place in the file.
///
/// # Errors
/// As for [`read_map`].
pub fn read_map_of_words(map: &At<String>, document: &Document) -> Result<Vec<Vec<At<String>>>, InputError> {
    rows(map, document, words)
}

fn rows<T>(
    map: &At<String>,
    document: &Document,
    cells: fn(&str, &Range<usize>) -> Vec<T>,
) -> Result<Vec<Vec<T>>, InputError> {
    let mut rows: Vec<(Range<usize>, Vec<T>)> = Vec::new();
    for (line, span) in lines(map, document) {
        let cells = cells(line, &span);
        if cells.is_empty() {
            continue;
        }
        if let Some((_, first)) = rows.first()
            && first.len() != cells.len()
        {
            let message = format!("this line of the map has {}, the first one {}", counted(cells.len()), first.len());
            return Err(InputError::at(beginning(span, document), message, counted(cells.len())));
        }
        rows.push((span, cells));
    }
    if rows.is_empty() {
        return Err(InputError::of(map, "the map is empty", "no cells"));
    }
    Ok(rows.into_iter().rev().map(|(_, cells)| cells).collect())
}

/// The lines of a map of a board, the north row first: `.` free, `#` blocked, or the face that is the cell's label.
#[must_use]
pub fn drawn_map(board: &Board, label: impl Fn(Cell) -> Option<Face>) -> String {
    let symbol = |cell: Cell| match label(cell) {
        Some(label) => label.to_string(),
        None if board.is_free(cell) => ".".into(),
        None => "#".into(),
    };
    let row = |y: usize| (0..board.columns()).map(|x| symbol(board.cell(y * board.columns() + x))).collect::<Vec<_>>();
    (0..board.rows()).rev().map(|y| row(y).join(" ") + "\n").collect()
}

/// `1 cell`, `3 cells`.
fn counted(cells: usize) -> String {
    format!("{cells} cell{}", if cells == 1 { "" } else { "s" })
}

/// The cells of a line. If the line appears in the file verbatim, each cell has its own place there; if it was written with
/// escapes, all share the place of the whole map.
fn cells(line: &str, span: &Range<usize>) -> Vec<MapCell> {
    let exact = span.len() == line.len();
    line.char_indices()
        .filter(|(_, character)| !character.is_whitespace())
        .map(|(i, character)| {
            let start = span.start + i;
            let span = if exact { start..start + character.len_utf8() } else { span.clone() };
            MapCell { character, span }
        })
        .collect()
}

/// The words of a line, placed as [`cells`] are.
fn words(line: &str, span: &Range<usize>) -> Vec<At<String>> {
    let exact = span.len() == line.len();
    let place = |word: &str| {
        // A word of a line starts inside it.
        let start = span.start + (word.as_ptr() as usize - line.as_ptr() as usize);
        if exact { start..start + word.len() } else { span.clone() }
    };
    line.split_whitespace().map(|word| At { value: word.to_owned(), span: place(word) }).collect()
}

/// The place of the first line of a map that is not empty, for errors of the map as a whole.
pub(super) fn first_line(map: &At<String>, document: &Document) -> Range<usize> {
    let first = lines(map, document).find(|(line, _)| !line.trim().is_empty());
    beginning(first.map_or_else(|| map.span.clone(), |(_, span)| span), document)
}

/// The bytes of a line that are underlined if all of it is wrong.
const SHOWN: usize = 60;

/// The beginning of a long place.
fn beginning(span: Range<usize>, document: &Document) -> Range<usize> {
    let shown = document.slice(span.clone()).floor_char_boundary(SHOWN);
    span.start..span.start + shown
}

/// The lines of a map, each with its place in the file: the raw text is searched for them in order.
fn lines<'a>(map: &'a At<String>, document: &'a Document) -> impl Iterator<Item = (&'a str, Range<usize>)> {
    let raw = document.slice(map.span.clone());
    let mut from = 0;
    map.value.lines().map(move |line| {
        let found = (!line.is_empty()).then(|| raw[from..].find(line)).flatten();
        match found {
            Some(offset) => {
                let start = map.span.start + from + offset;
                from += offset + line.len();
                (line, start..start + line.len())
            }
            None => (line, map.span.clone()),
        }
    })
}
