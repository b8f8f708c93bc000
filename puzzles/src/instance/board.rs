//! The `[board]` table, and boards drawn as text.
//!
//! The first line of a map is the north row; each character is a cell; spaces between cells are ignored, and so are empty lines.

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Document, InputError};
use crate::geometry::{Board, BoardError, Cell, Face};

/// The largest absolute weight of a cell: sums stay exact.
pub const MAX_WEIGHT: i64 = 10_000;

/// A board: `columns` and `rows` with `blocked` cells, or a drawn `map`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Board")]
pub struct BoardTable {
    /// Number of columns. A board has at most a million cells, a labeled board 1024, blocked ones included.
    #[schemars(range(min = 1, max = Board::MAX_CELLS))]
    pub columns: Option<At<i64>>,
    /// Number of rows.
    #[schemars(range(min = 1, max = Board::MAX_CELLS))]
    pub rows: Option<At<i64>>,
    /// Cells [x, y] that cannot be entered; [0, 0] is the south-west corner.
    pub blocked: Option<Vec<At<Cell>>>,
    /// The board drawn: the first line is the north row, one character a cell, `#` blocked.
    pub map: Option<At<String>>,
    /// For die paths: when a die has to have the number of a labeled cell on top, after the roll onto the cell ("top", the default) or before
    /// that roll ("gate").
    pub labels: Option<At<LabelKind>>,
    /// For sums: a whole number from -10000 to 10000 for each cell, drawn like a map with spaces between the numbers. In the sum, the value of
    /// the face on a cell is multiplied by the number of the cell. Cells that cannot be entered have `#` or `.`.
    pub weights: Option<At<String>>,
    /// For labeled boards: labeled cells [x, y] that are entered before all other labels, in this order.
    pub order: Option<At<Vec<At<Cell>>>>,
    /// For block mazes: the character of fragile floor in the map, on which the box must not stand; `~` if left out.
    pub fragile: Option<At<char>>,
    /// For block mazes: the bridges by their letters in the map, and how each is at the start. The cells of a closed bridge are not there.
    pub bridges: Option<At<BTreeMap<char, At<BridgeState>>>>,
}

/// When the die has to show the label of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LabelKind {
    /// On top, after the roll that enters the cell.
    #[default]
    Top,
    /// On top, before the roll that enters the cell.
    Gate,
}

/// How a bridge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BridgeState {
    /// Its cells are there.
    Open,
    /// Its cells are not there.
    Closed,
}

impl BoardTable {
    /// The board of a puzzle with labels on the way, and by cell index the face that the die has to show there; no list if no cell has a
    /// label. `puzzle` is what an error calls the puzzle.
    ///
    /// # Errors
    /// As for [`board`](Self::board), and for a character that is no cell, and `labels` without a label.
    pub fn labeled(&self, document: &Document, puzzle: &str) -> Result<(Board, Vec<Option<Face>>), InputError> {
        let mut drawn_labels: Vec<(Cell, Face)> = Vec::new();
        let board = self.board(document, |cell, drawn| match drawn.character {
            '.' => Ok(()),
            '1'..='6' => {
                drawn_labels.push((cell, drawn.character as Face - b'0'));
                Ok(())
            }
            other => {
                let message = format!("`{other}` is not a cell of a {puzzle}");
                Err(InputError::at(drawn.span.clone(), message, "not known")
                    .help("`.` is a free cell, `#` a blocked one, 1 to 6 what the die has to show there"))
            }
        })?;
        if let Some(kind) = self.labels.as_ref().filter(|_| drawn_labels.is_empty()) {
            return Err(InputError::of(kind, "the board has no labels", "no digit in the map"));
        }
        let mut labels = vec![None; if drawn_labels.is_empty() { 0 } else { board.size() }];
        for (i, label) in drawn_labels.into_iter().filter_map(|(cell, label)| Some((board.index(cell)?, label))) {
            labels[i] = Some(label);
        }
        Ok((board, labels))
    }

    /// The weight of each cell of a board, by index, within ±[`MAX_WEIGHT`]; `None` if there are no weights. Cells that cannot be entered have 0.
    ///
    /// # Errors
    /// When the drawing has another size than the board, or a word is no such number.
    pub fn weights(&self, board: &Board, document: &Document) -> Result<Option<Vec<i64>>, InputError> {
        let Some(drawn) = &self.weights else { return Ok(None) };
        let rows = read_map_of_words(drawn, document)?;
        let (columns, count) = (board.columns(), board.rows());
        if rows.len() != count || rows[0].len() != columns {
            let size = format!("the weights are {} × {}, the board is {columns} × {count}", rows[0].len(), rows.len());
            return Err(InputError::at(first_line(drawn, document), size, "another size"));
        }
        let weight = |(i, word): (usize, &At<String>)| match word.value.parse::<i64>() {
            _ if !board.is_free(board.cell(i)) => Ok(0),
            Ok(weight) if (-MAX_WEIGHT..=MAX_WEIGHT).contains(&weight) => Ok(weight),
            _ => {
                let message = format!("`{}` is no whole number within ±{MAX_WEIGHT}", word.value);
                Err(InputError::of(word, message, "not a weight"))
            }
        };
        rows.iter().flatten().enumerate().map(weight).collect::<Result<Vec<i64>, _>>().map(Some)
    }

    /// The board. Every map cell except `#` is passed to `read_cell`, which refuses characters that the puzzle does not know.
    ///
    /// # Errors
    /// When size and map are both given or both missing, the size is out of range, or a cell lies outside.
    pub fn board(
        &self,
        document: &Document,
        mut read_cell: impl FnMut(Cell, &MapCell) -> Result<(), InputError>,
    ) -> Result<Board, InputError> {
        let Some(map) = &self.map else { return self.rectangle(document) };
        let drawn = "the map already draws the board";
        if let Some(size) = self.columns.as_ref().or(self.rows.as_ref()) {
            return Err(InputError::of(size, "give `columns` and `rows`, or a `map`, not both", drawn));
        }
        if let Some(cell) = self.blocked.iter().flatten().next() {
            return Err(InputError::of(cell, "blocked cells are drawn as `#` in a map", drawn));
        }
        let rows = read_map(map, document)?;
        let mut blocked = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, drawn) in row.iter().enumerate() {
                let cell = Cell::new(x as i64, y as i64);
                if drawn.character == '#' {
                    blocked.push(cell);
                } else {
                    read_cell(cell, drawn)?;
                }
            }
        }
        Board::new(rows[0].len() as i64, rows.len() as i64, &blocked)
            .map_err(|e| self.error(document, e.to_string(), "too large"))
    }

    /// An error of the board as a whole, at the key that gives its size; of a map its first line, since it may be long.
    pub fn error(&self, document: &Document, message: impl Into<String>, label: &str) -> InputError {
        match (&self.map, self.columns.as_ref().or(self.rows.as_ref())) {
            (Some(map), _) => InputError::at(first_line(map, document), message, label),
            (None, Some(size)) => InputError::of(size, message, label),
            (None, None) => InputError::new(message),
        }
    }

    fn rectangle(&self, document: &Document) -> Result<Board, InputError> {
        let (Some(columns), Some(rows)) = (&self.columns, &self.rows) else {
            let help = "give `columns` and `rows`, or draw a `map`";
            let missing = if self.columns.is_none() { "columns" } else { "rows" };
            let message = format!("the board has no `{missing}`");
            return Err(self.error(document, message, "only this is given").help(help));
        };
        let blocked = self.blocked.as_deref().unwrap_or_default();
        let cells: Vec<Cell> = blocked.iter().map(|at| at.value).collect();
        Board::new(columns.value, rows.value, &cells).map_err(|error| {
            let (at, label) = match &error {
                BoardError::Empty { .. } if columns.value < 1 => (columns, "less than 1"),
                BoardError::Empty { .. } => (rows, "less than 1"),
                BoardError::TooLarge { .. } => (if columns.value >= rows.value { columns } else { rows }, "too large"),
                BoardError::BlockedOutside(cell) => {
                    let at = blocked.iter().find(|at| at.value == *cell).expect("the error names a cell of the list");
                    let label = outside(columns.value, rows.value);
                    return InputError::of(at, error.to_string(), label);
                }
            };
            InputError::of(at, error.to_string(), label)
        })
    }
}

/// The label under a cell that is not on the board.
pub(super) fn outside(columns: i64, rows: i64) -> String {
    format!("x is 0 to {}, y is 0 to {} here", columns - 1, rows - 1)
}

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
fn first_line(map: &At<String>, document: &Document) -> Range<usize> {
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
