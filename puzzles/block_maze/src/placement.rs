//! Where a box is and how it lies.

use tumble_puzzles::geometry::Cell;

/// The sizes of a box as it lies: columns, rows and height, each 1 to 100.
pub type Size = [u8; 3];

/// The sizes of a box in ascending order, which do not depend on how it lies.
pub(super) fn sorted(mut size: Size) -> Size {
    size.sort_unstable();
    size
}

/// Where a box is, and how it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The south-west cell that it covers.
    pub cell: Cell,
    /// Its sizes.
    pub size: Size,
}

impl Placement {
    /// Whether it covers a single cell.
    pub(super) fn stands(self) -> bool {
        self.size[..2] == [1, 1]
    }

    /// The cells that it covers; they may be off the board.
    pub(super) fn covered(self) -> impl Iterator<Item = Cell> {
        let [columns, rows, _] = self.size.map(i64::from);
        (0..rows).flat_map(move |y| (0..columns).map(move |x| Cell::new(self.cell.x + x, self.cell.y + y)))
    }
}
