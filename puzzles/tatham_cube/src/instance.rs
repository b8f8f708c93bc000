//! An instance, and a solution: the rolls in our letters and in the game's.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

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

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// The number of rolls.
    pub length: u64,
    /// The rolls in the game's letters: `U R D L`.
    pub tatham_moves: String,
}

impl Rolls {
    /// The solution with these rolls. For the search and the encoding; the rules derive the game's letters independently.
    pub(super) fn new(moves: String) -> Self {
        let in_the_game = |letter| match letter {
            'N' => 'U',
            'E' => 'R',
            'S' => 'D',
            'W' => 'L',
            other => other,
        };
        Self { length: moves.chars().count() as u64, tatham_moves: moves.chars().map(in_the_game).collect(), moves }
    }
}
