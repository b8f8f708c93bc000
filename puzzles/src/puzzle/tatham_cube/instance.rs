//! An instance.

use std::sync::Arc;

use super::TableFile;
use super::moves::MAX_CELLS;
use crate::geometry::{Board, Cell};

/// An instance: a board, its blue squares, and where the white cube starts.
#[derive(Clone, Debug)]
pub struct TathamCube {
    /// The board: at most [`TathamCube::MAX_CELLS`] squares, none of them blocked.
    pub board: Board,
    /// Which squares are blue, by cell index.
    pub blue: Vec<bool>,
    /// Where the cube starts.
    pub start: Cell,
    /// A table of this board's distances, which makes search unnecessary; ignored unless it [serves](TableFile::serves) the
    /// instance.
    pub table: Option<Arc<TableFile>>,
}

impl TathamCube {
    /// The maximum number of squares of a board: what a state of the search can hold.
    pub const MAX_CELLS: usize = MAX_CELLS;

    /// The cell index of the start.
    pub(super) fn start_index(&self) -> usize {
        self.board.index(self.start).expect("the start is on the board")
    }
}
