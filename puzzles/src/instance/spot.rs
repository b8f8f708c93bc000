//! Where a piece of an instance stands in its model file.

use std::ops::Range;

use super::board::read_map;
use super::node::{Kind, Part};
use super::{At, Document};
use crate::geometry::Cell;

/// Where a piece of an instance stands in its model file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A cell of a board: of its `map` in this table, or of a list of cells there.
    Cell(&'static str, Cell),
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
                let (name, part) = child(of_file?, key)?;
                Some(name.start..part.span.end)
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
