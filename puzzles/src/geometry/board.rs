//! Cells, compass directions and bounded boards.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A cell of the plane, written `[x, y]`: x grows east, y grows north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[i64; 2]", into = "[i64; 2]")]
#[schemars(with = "[i64; 2]")]
pub struct Cell {
    /// Columns east of column 0.
    pub x: i64,
    /// Rows north of row 0.
    pub y: i64,
}

impl Cell {
    /// The cell `[x, y]`.
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// The neighbour in `direction`, or `None` if a coordinate would overflow.
    pub fn step(self, direction: Direction) -> Option<Self> {
        let (dx, dy) = direction.delta();
        Some(Self { x: self.x.checked_add(dx)?, y: self.y.checked_add(dy)? })
    }

    /// Its colour on a chess board: 0 for `[0, 0]`, 1 for its neighbours.
    pub const fn colour(self) -> u8 {
        // x + y may overflow; their lowest bits tell its parity.
        if (self.x ^ self.y) & 1 == 0 { 0 } else { 1 }
    }
}

impl From<[i64; 2]> for Cell {
    fn from([x, y]: [i64; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for [i64; 2] {
    fn from(cell: Cell) -> Self {
        [cell.x, cell.y]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.x, self.y)
    }
}

/// A compass direction; also a move, written as its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// y + 1.
    North,
    /// x + 1.
    East,
    /// y − 1.
    South,
    /// x − 1.
    West,
}

impl Direction {
    /// The four directions, clockwise from north; `index` is a direction's place in it.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// 0 to 3, clockwise from north.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step as (dx, dy).
    pub const fn delta(self) -> (i64, i64) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
        }
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// Its letter: `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// The direction of a letter; `None` if it is not one of `N`, `E`, `S`, `W`.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter)
    }
}

impl From<Direction> for char {
    fn from(direction: Direction) -> Self {
        direction.letter()
    }
}

/// Why a board cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Fewer than one column or row.
    #[error("a board has at least one column and one row, not {columns} × {rows}")]
    Empty {
        /// The requested number of columns.
        columns: i64,
        /// The requested number of rows.
        rows: i64,
    },
    /// More cells than the stated limit.
    #[error("a board of {columns} × {rows} cells is over the limit of {limit} cells", limit = Board::MAX_CELLS)]
    TooLarge {
        /// The requested number of columns.
        columns: i64,
        /// The requested number of rows.
        rows: i64,
    },
    /// A blocked cell that is not on the board.
    #[error("blocked cell {0} is not on the board")]
    BlockedOutside(Cell),
}

/// A rectangle of cells, some of them blocked. Its south-west cell is `[0, 0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: usize,
    rows: usize,
    /// Row by row from the south-west: `blocked[y * columns + x]`.
    blocked: Vec<bool>,
}

impl Board {
    /// The most cells that a bounded board may have, checked before any memory is allocated.
    pub const MAX_CELLS: i64 = 1_000_000;

    /// A board of `columns` × `rows` with these cells `blocked` (a cell may be listed twice).
    ///
    /// # Errors
    /// When the size is below 1 × 1 or above [`Board::MAX_CELLS`], or a blocked cell lies outside.
    pub fn new(columns: i64, rows: i64, blocked: &[Cell]) -> Result<Self, BoardError> {
        let (Ok(c), Ok(r)) = (usize::try_from(columns), usize::try_from(rows)) else {
            return Err(BoardError::Empty { columns, rows });
        };
        if c == 0 || r == 0 {
            return Err(BoardError::Empty { columns, rows });
        }
        if columns.checked_mul(rows).is_none_or(|cells| cells > Self::MAX_CELLS) {
            return Err(BoardError::TooLarge { columns, rows });
        }
        let mut board = Self { columns: c, rows: r, blocked: vec![false; c * r] };
        for &cell in blocked {
            let index = board.index(cell).ok_or(BoardError::BlockedOutside(cell))?;
            board.blocked[index] = true;
        }
        Ok(board)
    }

    /// Blocks a cell, or frees it. A cell beside the board stays there.
    pub fn set_blocked(&mut self, cell: Cell, is_blocked: bool) {
        if let Some(i) = self.index(cell) {
            self.blocked[i] = is_blocked;
        }
    }

    /// Number of columns, at least 1.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Number of rows, at least 1.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Number of cells of the rectangle, blocked cells included.
    pub const fn size(&self) -> usize {
        self.columns * self.rows
    }

    /// Whether `cell` lies in the rectangle, blocked or not.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// Whether `cell` lies on the board and is not blocked.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|i| !self.blocked[i])
    }

    /// Row-by-row index of `cell` from the south-west, blocked cells counted; `None` outside.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        (x < self.columns && y < self.rows).then(|| y * self.columns + x)
    }

    /// The cell with the row-by-row `index`.
    pub fn cell(&self, index: usize) -> Cell {
        // A board has at most MAX_CELLS cells, so both parts fit an i64.
        Cell::new((index % self.columns) as i64, (index / self.columns) as i64)
    }

    /// The cells that are not blocked, row by row from the south-west.
    pub fn free_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.blocked.iter().enumerate().filter(|(_, blocked)| !**blocked).map(|(i, _)| self.cell(i))
    }

    /// The blocked cells, row by row from the south-west.
    pub fn blocked_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.blocked.iter().enumerate().filter(|(_, blocked)| **blocked).map(|(i, _)| self.cell(i))
    }

    /// The free neighbour of `cell` in `direction`, if there is one.
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        cell.step(direction).filter(|&next| self.is_free(next))
    }

    /// The free neighbours of `cell`, each with the direction that leads there.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| self.neighbour(cell, d).map(|next| (d, next)))
    }

    /// The cells reachable from the free cell `first` by steps over free cells, itself included.
    pub fn connected_to(&self, first: Cell) -> Reached<'_> {
        let mut reached = Reached { board: self, cells: vec![false; self.size()], count: 0 };
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if self.index(cell).is_some_and(|i| !std::mem::replace(&mut reached.cells[i], true)) {
                reached.count += 1;
                open.extend(self.neighbours(cell).map(|(_, next)| next));
            }
        }
        reached
    }
}

/// Cells of a board that steps over free cells reach: see [`Board::connected_to`].
#[derive(Clone, Debug)]
pub struct Reached<'a> {
    board: &'a Board,
    /// By cell index.
    cells: Vec<bool>,
    count: usize,
}

impl Reached<'_> {
    /// Whether a cell is one of them.
    pub fn contains(&self, cell: Cell) -> bool {
        self.board.index(cell).is_some_and(|i| self.cells[i])
    }

    /// Their number.
    pub const fn count(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_letters() {
        for (direction, letter) in Direction::ALL.into_iter().zip("NESW".chars()) {
            assert_eq!((direction.letter(), Direction::of_letter(letter)), (letter, Some(direction)));
        }
        assert_eq!(Direction::of_letter('n'), None);
    }

    #[test]
    fn the_south_west_cell_is_the_first() {
        let board = Board::new(3, 2, &[]).unwrap();
        assert_eq!(board.cell(0), Cell::new(0, 0));
        assert_eq!(board.cell(5), Cell::new(2, 1));
        assert_eq!(board.index(Cell::new(2, 1)), Some(5));
        assert_eq!(board.index(Cell::new(3, 1)), None);
        assert_eq!(board.index(Cell::new(-1, 0)), None);
    }

    #[test]
    fn a_huge_board_is_refused_before_memory_is_taken() {
        let side = 1_000_000_000;
        assert_eq!(Board::new(side, side, &[]), Err(BoardError::TooLarge { columns: side, rows: side }));
        assert!(matches!(Board::new(i64::MAX, i64::MAX, &[]), Err(BoardError::TooLarge { .. })));
        assert!(matches!(Board::new(-1, 3, &[]), Err(BoardError::Empty { .. })));
    }

    #[test]
    fn blocked_cells_are_no_neighbours() {
        let board = Board::new(3, 3, &[Cell::new(1, 1)]).unwrap();
        let around: Vec<_> = board.neighbours(Cell::new(1, 0)).collect();
        assert_eq!(around, [(Direction::East, Cell::new(2, 0)), (Direction::West, Cell::new(0, 0))]);
        assert_eq!(board.free_cells().count(), 8);
        assert!(board.blocked_cells().eq([Cell::new(1, 1)]));
        assert!(board.contains(Cell::new(1, 1)) && !board.contains(Cell::new(3, 1)));
    }

    #[test]
    fn colours_alternate_even_far_out() {
        assert_eq!(Cell::new(0, 0).colour(), 0);
        assert_eq!(Cell::new(-1, 0).colour(), 1);
        assert_eq!(Cell::new(i64::MAX, i64::MAX).colour(), 0);
        assert_eq!(Cell::new(i64::MIN, i64::MAX).colour(), 1);
    }
}
