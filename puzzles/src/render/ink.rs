//! Inks, the kinds of pieces of a text picture, so that a terminal can colour them; and a grid of characters that grows as it is written on.

use super::board_scene::EndKind;

/// The kind of a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Words and numbers.
    #[default]
    Plain,
    /// The lines of the grid, and other less important parts.
    Faint,
    /// The trail of a die, by its place among the trails.
    Trail(usize),
    /// The start.
    Start,
    /// The goal.
    Goal,
    /// A label of the board.
    Label,
    /// Something blue, black or orange.
    Blue,
    /// See `Blue`.
    Black,
    /// See `Blue`.
    Orange,
    /// The part that was moved last.
    Moved,
}

impl Ink {
    /// The ink of a start or a goal.
    pub(super) const fn of_end(kind: EndKind) -> Self {
        match kind {
            EndKind::Start => Self::Start,
            EndKind::Goal => Self::Goal,
        }
    }
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its characters.
    pub text: String,
    /// What they show.
    pub ink: Ink,
}

/// A line of a text picture.
pub type Line = Vec<Span>;

/// A line of a single piece.
pub(super) fn plain(text: impl Into<String>) -> Line {
    vec![Span { text: text.into(), ink: Ink::Plain }]
}

/// A line of characters, without spaces at its end.
pub(super) fn line(characters: &[(char, Ink)]) -> Line {
    let end = characters.iter().rposition(|&(character, _)| character != ' ').map_or(0, |last| last + 1);
    let mut line = Line::new();
    for &(character, ink) in &characters[..end] {
        match line.last_mut() {
            // The colour of a space cannot be seen.
            Some(span) if span.ink == ink || character == ' ' => span.text.push(character),
            _ => line.push(Span { text: character.into(), ink }),
        }
    }
    line
}

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
        self.rows.iter().map(|row| line(row)).collect()
    }
}
