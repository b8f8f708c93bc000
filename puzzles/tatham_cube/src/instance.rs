//! An instance.

use std::sync::Arc;

use super::moves::{Moves, Parts};
use super::{Grid, TableFile};
use tumble_puzzles::geometry::Cell;

/// An instance: a board, its blue squares, and where the solid starts, white in a new game; of a game that goes on, also the moves so far.
#[derive(Clone, Debug)]
pub struct TathamCube {
    /// The board, and what rolls over it.
    pub grid: Grid,
    /// Which squares are blue before the first move, by their [numbers](Grid::squares).
    pub blue: Vec<bool>,
    /// Where the solid is then.
    pub start: Cell,
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
    pub const fn new(grid: Grid, blue: Vec<bool>, start: Cell) -> Self {
        Self { grid, blue, start, played: None, table: None }
    }

    /// The number of blue squares before the first move: that of blue squares and faces never changes.
    pub(super) fn count_blue(&self) -> usize {
        self.blue.iter().filter(|&&blue| blue).count()
    }

    /// The rolls so far, in the game's letters.
    pub(super) fn moves_so_far(&self) -> &str {
        self.played.as_ref().map_or("", |played| &played.tatham_moves)
    }

    /// The number of the square where the solid starts.
    pub(super) fn start_number(&self) -> usize {
        self.grid.number(self.start).expect("the start is on the board")
    }

    /// Where the game is now.
    pub(super) fn state(&self, moves: &Moves) -> Parts {
        moves.start(self.start_number(), &self.blue, self.moves_so_far())
    }
}
