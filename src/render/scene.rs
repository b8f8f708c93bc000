//! What a picture shows, before it is drawn.

use crate::geometry::{Board, Cell};

/// A board with marks in its cells and a trail over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// One line on what is shown.
    pub title: String,
    /// The board under it.
    pub board: Board,
    /// What stands in the cells: one mark for each cell of the board, row by row from the south-west.
    pub marks: Vec<Mark>,
    /// The rolls, in order.
    pub trail: Vec<Segment>,
}

/// What stands in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Large, in the middle: the top face.
    pub main: String,
    /// Small, in a corner: the order of the visit.
    pub order: String,
}

/// One roll between neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it starts.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// Drawn as the way back to the start.
    pub closing: bool,
}

impl Scene {
    /// An empty board.
    #[must_use]
    pub fn new(title: impl Into<String>, board: Board) -> Self {
        let marks = vec![Mark::default(); board.columns() * board.rows()];
        Self { title: title.into(), board, marks, trail: Vec::new() }
    }

    /// The mark of a cell of the board.
    pub fn mark(&mut self, cell: Cell) -> Option<&mut Mark> {
        self.board.index(cell).map(|i| &mut self.marks[i])
    }
}
