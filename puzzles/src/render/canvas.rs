//! A grid of characters that grows as it is written on.

use super::ink::{self, Ink, Line};

/// Characters with their inks, row 0 at the top.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    /// Writes a character.
    pub(super) fn put(&mut self, column: usize, row: usize, character: char, ink: Ink) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, (' ', Ink::Plain));
        }
        cells[column] = (character, ink);
    }

    /// Writes a text from left to right.
    pub(super) fn write(&mut self, column: usize, row: usize, text: &str, ink: Ink) {
        for (i, character) in text.chars().enumerate() {
            self.put(column + i, row, character, ink);
        }
    }

    /// Its lines, without spaces at their ends.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.rows.iter().map(|row| ink::line(row)).collect()
    }
}
