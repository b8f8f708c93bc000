//! Where a piece of an instance stands in its model file.

use std::ops::Range;

use super::board::read_map;
use super::node::{Kind, Part};
use super::{At, Document};
use crate::geometry::Cell;
use crate::geometry::cube::Face;

/// Where a piece of an instance stands in its model file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A cell of a board: of its `map` in this table, or of a list of cells there.
    Cell(&'static str, Cell),
    /// A field of a cube.
    Field {
        /// Its column and row in the net, from the top left.
        cell: Cell,
        /// The line and the word in its `net`, from 0.
        word: (usize, usize),
        /// The list of its pieces, and the number of the piece; or the table of its centres, and the number of the face.
        of: (&'static str, usize),
    },
    /// A key of this table; of the file if the table is `""`.
    Key(&'static str, &'static str),
}

impl Document {
    /// The bytes of a piece; those of what it is part of where it has none of its own. `None` where the text is no model file.
    pub fn span_of(&self, spot: &Spot) -> Option<Range<usize>> {
        let root = self.root().ok()?;
        match *spot {
            Spot::Key(table, key) => {
                let of_file = if table.is_empty() { Some(root) } else { child(root, table).map(|(_, part)| part) };
                // An `id` has all that there is.
                let (name, part) = of_file.and_then(|table| child(table, key)).or_else(|| child(root, "id"))?;
                Some(name.start..part.span.end)
            }
            Spot::Field { word: (line, word), of: (list, item), .. } => {
                if let Some((_, net)) = child(root, "net") {
                    return Some(self.word_in(net, line, word).unwrap_or_else(|| net.span.clone()));
                }
                match &child(root, list)?.1.value {
                    Kind::List(items) => Some(items.get(item)?.span.clone()),
                    Kind::Table(_) => {
                        let face = Face::ALL.get(item)?.to_string();
                        child(child(root, list)?.1, &face).map(|(name, part)| name.start..part.span.end)
                    }
                    _ => None,
                }
            }
            Spot::Cell(table, cell) => {
                let (_, table) = child(root, table)?;
                let mut drawn = ["map", "blocked"].iter().filter_map(|key| child(table, key));
                drawn.find_map(|(_, part)| self.cell_in(part, cell)).or_else(|| Some(table.span.clone()))
            }
        }
    }

    /// The line and the column of a byte, both from 1; columns are characters.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let before = self.slice(0..byte);
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }

    /// The bytes of a word of a text, in the lines that are not blank.
    fn word_in(&self, part: &Part, line: usize, word: usize) -> Option<Range<usize>> {
        let text = self.slice(part.span.clone());
        let lines = text.lines().map(|line| line.trim_matches('"').trim()).filter(|line| !line.is_empty());
        let found = { lines }.nth(line)?.split_whitespace().nth(word)?;
        // The word is part of the text.
        let start = part.span.start + (found.as_ptr() as usize - text.as_ptr() as usize);
        Some(start..start + found.len())
    }

    /// The bytes of a cell in a map or in a list of cells.
    fn cell_in(&self, part: &Part, cell: Cell) -> Option<Range<usize>> {
        match &part.value {
            Kind::Text(text) => {
                let map = At { value: text.clone(), span: part.span.clone() };
                let rows = read_map(&map, self).ok()?;
                let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
                Some(rows.get(y)?.get(x)?.span.clone())
            }
            Kind::List(items) => {
                let is_cell = |item: &&Part| match &item.value {
                    Kind::List(pair) => {
                        matches!(&pair[..], [At { value: Kind::Whole(x), .. }, At { value: Kind::Whole(y), .. }] if (*x, *y) == (cell.x, cell.y))
                    }
                    _ => false,
                };
                items.iter().find(is_cell).map(|item| item.span.clone())
            }
            _ => None,
        }
    }
}

/// A key of a table with its value: the key's place.
fn child<'a>(part: &'a Part, key: &str) -> Option<(Range<usize>, &'a Part)> {
    let Kind::Table(keys) = &part.value else { return None };
    keys.iter().find(|(name, _)| name.value == key).map(|(name, value)| (name.span.clone(), value))
}
