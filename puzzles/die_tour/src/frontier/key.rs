//! States of the frontier, packed into a number.
//!
//! A state says for each place whether the path crosses the frontier there, the orientation of the die beyond it, and what the crossing
//! belongs to: the pieces of the path so far, whose ends lie on the frontier, are nested, so each piece is a pair of parentheses. A piece
//! that holds the path's start or its end has a single crossing.

use tumble_puzzles::geometry::{Cell, Direction};
use tumble_rolling::{CellGraph, ORIENTATIONS};

/// Bits for each place.
const BITS: usize = 7;
const MASK: u128 = (1 << BITS) - 1;

/// A state: seven bits for each place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

/// The place of a crossing in its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The first end of a piece along the frontier.
    Open,
    /// The second end of a piece.
    Close,
    /// The only open end of the piece with the path's start.
    Start,
    /// The only open end of the piece with the path's end.
    End,
}

/// A crossing: its kind and the orientation beyond the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plug {
    /// Its place in its piece.
    pub kind: Kind,
    /// The orientation in the cell that it enters.
    pub orientation: u8,
}

impl Plug {
    /// Orientations take so many codes.
    const CODES: usize = ORIENTATIONS.next_power_of_two();
    const KINDS: [Kind; 4] = [Kind::Open, Kind::Close, Kind::Start, Kind::End];

    const fn code(self) -> u128 {
        1 + self.kind as u128 * Self::CODES as u128 + self.orientation as u128
    }

    #[expect(clippy::cast_possible_truncation, reason = "less than CODES")]
    const fn of_code(code: u128) -> Option<Self> {
        let Some(rest) = (code as usize).checked_sub(1) else { return None };
        Some(Self { kind: Self::KINDS[rest / Self::CODES], orientation: (rest % Self::CODES) as u8 })
    }
}

impl Key {
    /// The crossing at a place.
    pub const fn plug(self, place: usize) -> Option<Plug> {
        Plug::of_code(self.0 >> (BITS * place) & MASK)
    }

    /// Whether the piece with the path's start, or its end, crosses the frontier.
    pub fn has(self, kind: Kind) -> bool {
        (0..=MAX_WIDTH).any(|place| self.plug(place).is_some_and(|plug| plug.kind == kind))
    }

    /// The state with another crossing, or no crossing, at a place.
    #[must_use]
    pub fn with(self, place: usize, plug: Option<Plug>) -> Self {
        let shift = BITS * place;
        Self(self.0 & !(MASK << shift) | plug.map_or(0, Plug::code) << shift)
    }
}

/// A state, unpacked: its crossings in the order along the frontier.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    /// Place and crossing, in the order along the frontier.
    pub plugs: Vec<(usize, Plug)>,
    /// By index in `plugs`: the other end of the piece; the crossing itself if the other end is not on the frontier.
    pub mates: Vec<usize>,
    open: Vec<usize>,
}

impl Crossings {
    /// Unpacks a state of a frontier in which the roll from the cell before, at the place `width`, comes before `turn`.
    pub fn read(&mut self, key: Key, width: usize, turn: usize) {
        self.plugs.clear();
        self.mates.clear();
        self.open.clear();
        let order = (0..turn).chain(std::iter::once(width)).chain(turn..width);
        for place in order {
            let Some(plug) = key.plug(place) else { continue };
            let here = self.plugs.len();
            self.plugs.push((place, plug));
            self.mates.push(here);
            match plug.kind {
                Kind::Open => self.open.push(here),
                Kind::Close => {
                    // Pieces are nested: a state is only made from such states.
                    if let Some(mate) = self.open.pop() {
                        (self.mates[mate], self.mates[here]) = (here, mate);
                    }
                }
                Kind::Start | Kind::End => {}
            }
        }
    }

    /// Whether the piece with the path's start, or its end, is there.
    pub fn has(&self, kind: Kind) -> bool {
        self.plugs.iter().any(|(_, plug)| plug.kind == kind)
    }

    /// The index of the crossing at a place.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.plugs.iter().position(|&(other, _)| other == place)
    }
}

// The order in which cells are processed, and the places where a path crosses the frontier.

/// The widest board: a state has seven bits for each place, in 128 bits.
pub const MAX_WIDTH: usize = 17;

/// Line by line, along the shorter side of the board. Before a cell the frontier has a place for each cell of a line, where rolls cross
/// over to the next line, and one for the roll from the cell before. In the order along the frontier that last place comes before
/// the cell's own.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The free cells, in order.
    pub steps: Vec<Step>,
    /// Cells in a line: the number of places is one more.
    pub width: usize,
    /// The direction to the next line.
    pub ahead: Direction,
    /// The direction along a line.
    pub beside: Direction,
}

/// A cell to process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number.
    pub cell: usize,
    /// Its place in the line.
    pub place: usize,
}

impl Scan {
    /// The order for these cells, along the shorter side; `None` if the board is too wide.
    pub fn new(cells: &CellGraph) -> Option<Self> {
        let (_, (columns, rows)) = extent(cells)?;
        Self::towards(cells, if columns <= rows { Direction::North } else { Direction::East })
    }

    /// The order for these cells, with lines that follow each other to the north or to the east; `None` if the lines are too long.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sides of a board")]
    pub fn towards(cells: &CellGraph, ahead: Direction) -> Option<Self> {
        let (corner, (columns, rows)) = extent(cells)?;
        let by_rows = ahead == Direction::North;
        let width = if by_rows { columns } else { rows };
        if width > MAX_WIDTH {
            return None;
        }
        let line_and_place = |c: usize| {
            let (x, y) = ((cells.cells()[c].x - corner.x) as usize, (cells.cells()[c].y - corner.y) as usize);
            if by_rows { (y, x) } else { (x, y) }
        };
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_unstable_by_key(|&c| line_and_place(c));
        let steps = order.into_iter().map(|cell| Step { cell, place: line_and_place(cell).1 }).collect();
        let beside = if by_rows { Direction::East } else { Direction::North };
        Some(Self { steps, width, ahead, beside })
    }

    /// The cell that a roll at each place enters before step t: the next cells of the line, and cells of the line after it. The place of
    /// the roll from the cell before comes last.
    pub fn entered(&self, t: usize) -> Vec<Option<usize>> {
        let mut entered = vec![None; self.width + 1];
        for step in &self.steps[t.min(self.steps.len())..] {
            let slot = &mut entered[step.place];
            *slot = slot.or(Some(step.cell));
        }
        entered[self.width] = self.steps.get(t).map(|step| step.cell);
        entered
    }
}

/// The south-west corner of the cells, and the numbers of columns and rows from there; `None` if there are no cells.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sides of a board")]
fn extent(cells: &CellGraph) -> Option<(Cell, (usize, usize))> {
    let corner = |side: fn(i64, i64) -> i64| {
        let all = cells.cells().iter().map(|cell| (cell.x, cell.y));
        all.reduce(|(x, y), (other_x, other_y)| (side(x, other_x), side(y, other_y)))
    };
    let ((west, south), (east, north)) = (corner(i64::min)?, corner(i64::max)?);
    Some((Cell::new(west, south), ((east - west + 1) as usize, (north - south + 1) as usize)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
    fn a_crossing_is_read_as_it_was_written() {
        let mut key = Key::default();
        let plugs: Vec<Plug> = Plug::KINDS
            .into_iter()
            .flat_map(|kind| (0..ORIENTATIONS as u8).map(move |orientation| Plug { kind, orientation }))
            .collect();
        for (i, &plug) in plugs.iter().enumerate() {
            key = key.with(i % 18, Some(plug));
            assert_eq!(key.plug(i % 18), Some(plug));
        }
        for place in 0..18 {
            key = key.with(place, None);
        }
        assert_eq!(key, Key::default());
    }

    #[test]
    fn pieces_are_nested_along_the_frontier() {
        let plug = |kind| Some(Plug { kind, orientation: 3 });
        // Along the frontier of a line of four before the cell at place 2: 0, 1, 4, 2, 3.
        let key = Key::default().with(0, plug(Kind::Open)).with(4, plug(Kind::Start)).with(1, plug(Kind::Open));
        let key = key.with(2, plug(Kind::Close)).with(3, plug(Kind::Close));
        let mut crossings = Crossings::default();
        crossings.read(key, 4, 2);
        assert_eq!(crossings.plugs.iter().map(|&(place, _)| place).collect::<Vec<_>>(), [0, 1, 4, 2, 3]);
        assert_eq!(crossings.mates, [4, 3, 2, 1, 0]);
        assert!(crossings.has(Kind::Start) && !crossings.has(Kind::End));
        assert_eq!((crossings.at(4), crossings.at(3)), (Some(2), Some(4)));
    }
}
