//! An instance.

use std::sync::Arc;

use super::TableFile;
use super::moves::MAX_CELLS;
use crate::geometry::{Board, Cell, Place};

/// An instance: a board, its blue squares, and where the cube starts, which is white in a new game.
#[derive(Clone, Debug)]
pub struct TathamCube {
    /// The board: at most [`TathamCube::MAX_CELLS`] squares, none of them blocked.
    pub board: Board,
    /// Which squares are blue, by cell index.
    pub blue: Vec<bool>,
    /// Where the cube starts.
    pub start: Cell,
    /// Which faces of the cube are blue at the start, in a game that goes on: top, bottom, north, south, east, west.
    pub faces: [bool; 6],
    /// The beginning of a game that goes on.
    pub played: Option<Played>,
    /// A table of this board's distances, which makes search unnecessary; ignored unless it [serves](TableFile::serves) the
    /// instance.
    pub table: Option<Arc<TableFile>>,
}

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The game's id.
    pub id: String,
    /// The rolls so far, in the game's letters: `U R D L`.
    pub tatham_moves: String,
}

impl TathamCube {
    /// A new game.
    pub fn new(board: Board, blue: Vec<bool>, start: Cell) -> Self {
        Self { board, blue, start, faces: [false; 6], played: None, table: None }
    }

    /// The number of blue squares and faces: it never changes.
    pub(super) fn count_blue(&self) -> usize {
        self.blue.iter().chain(&self.faces).filter(|&&blue| blue).count()
    }

    /// Whether the face at a place of the cube is blue at the start.
    pub(super) fn is_blue_at(&self, place: Place) -> bool {
        let [top, bottom, north, south, east, west] = self.faces;
        match place {
            Place::Top => top,
            Place::Bottom => bottom,
            Place::North => north,
            Place::South => south,
            Place::East => east,
            Place::West => west,
        }
    }

    /// The maximum number of squares of a board: what a state of the search can hold.
    pub const MAX_CELLS: usize = MAX_CELLS;

    /// The cell index of the start.
    pub(super) fn start_index(&self) -> usize {
        self.board.index(self.start).expect("the start is on the board")
    }
}
