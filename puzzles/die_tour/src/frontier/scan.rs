//! The order in which cells are processed, and the places where a path crosses the frontier.

use tumble_puzzles::geometry::{Cell, Direction};
use tumble_rolling::CellGraph;

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
