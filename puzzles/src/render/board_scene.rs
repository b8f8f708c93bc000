//! What a picture of boards shows: cells with their marks, and the ways of dice over them.

use serde::Serialize;

use crate::geometry::{Board, Cell};

/// One board, or a strip of boards that show one state after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardScene {
    /// The title: one line.
    pub title: String,
    /// The boards, at least one: a single board is drawn large, several are drawn small and in rows.
    pub panels: Vec<Panel>,
    /// What the marks mean.
    pub legend: Vec<Sample>,
    /// Lines below the picture, such as totals. Where the answer is printed below a picture they are left out.
    pub notes: Vec<String>,
}

/// A board with marks in its cells and trails over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The caption above it in a strip.
    pub caption: String,
    /// The board.
    pub board: Board,
    /// The contents of the cells: one mark for each cell of the board, row by row from the south-west.
    pub marks: Vec<Mark>,
    /// The ways of the dice, the first die's first.
    pub trails: Vec<Trail>,
}

/// The way of a die: rolls between neighbouring cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The cells in order, each a neighbour of the one before.
    pub cells: Vec<Cell>,
    /// Whether one more roll leads from the last cell back to the first.
    pub is_closed: bool,
    /// The runs that are drawn shorter than they are.
    pub distances: Vec<Distance>,
}

/// A straight run of a trail that is drawn shorter than it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The place of its first cell in the trail.
    pub from: usize,
    /// The place of its last cell in the trail.
    pub to: usize,
    /// Its number of rolls.
    pub rolls: i64,
}

/// The contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Large, in the middle: the top face.
    pub main: String,
    /// Small, around it: the north, east, south and west face; empty if it is not known.
    pub sides: Sides,
    /// What stands for the contents where a cell is one or two characters of text; if empty, `main` does.
    pub code: String,
    /// Whether it is a label of the board, drawn with a frame.
    pub framed: bool,
    /// Small, in a corner: the numbers of the visits.
    pub visits: Vec<String>,
    /// The starts and goals on the cell.
    pub ends: Vec<End>,
    /// The colour of the cell itself.
    pub paint: Paint,
    /// Whether it is a hole of a tray.
    pub hole: bool,
    /// A cube on the cell, seen from above.
    pub cube: Option<CubeView>,
    /// Another solid on the cell, as the faces that are drawn, the lowest first.
    pub facets: Vec<Facet>,
    /// The shape of the cell.
    pub shape: CellShape,
    /// Whether what is here was moved last.
    pub moved: bool,
}

/// The side faces of a die: north, east, south, west.
pub type Sides = [String; 4];

/// A start or a goal on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Which of the two.
    pub kind: EndKind,
    /// The letter of its die, if there are several.
    pub die: Option<char>,
    /// The top face of the die there, `?` if it is open.
    pub top: String,
    /// Its side faces; empty if they are open.
    pub sides: Sides,
}

/// The start or the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum EndKind {
    Start,
    Goal,
}

/// A cube seen from above, its sides folded outwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CubeView {
    /// Its top.
    pub top: Paint,
    /// Its sides: north, east, south, west.
    pub sides: [Paint; 4],
}

/// The shape of a cell. Triangles are the cells of a board whose rows are as high as a triangle; from one to the next in a row it is half
/// a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellShape {
    /// A square.
    #[default]
    Square,
    /// A triangle that points up, to the north.
    Up,
    /// A triangle that points down.
    Down,
}

/// A face of a solid as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// Its corners: how far east and north of the middle of the cell, in ten thousandths of a side.
    pub corners: Vec<[i32; 2]>,
    /// Its colour.
    pub paint: Paint,
}

/// The colour of a cell or of a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Paint {
    #[default]
    Plain,
    Grey,
    Black,
    Blue,
    Orange,
}

/// An entry of the legend: something that is drawn, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What is drawn.
    pub symbol: Symbol,
    /// What it means.
    pub text: String,
}

/// What an entry of the legend explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// The contents of a cell.
    Mark(Box<Mark>),
    /// The trail of a die, by its place among the trails.
    Trail(usize),
}

impl BoardScene {
    /// Whether the sides of a die at a start or a goal are known.
    pub(super) fn has_sides(&self) -> bool {
        let mut ends = self.panels.iter().flat_map(|panel| &panel.marks).flat_map(|mark| &mark.ends);
        ends.any(|end| end.sides.iter().any(|side| !side.is_empty()))
    }

    /// The notes, and before them what is to be said of its dice.
    pub(super) fn all_notes(&self) -> impl Iterator<Item = &str> {
        let sides = self.has_sides().then_some("Around the top: the die's sides.");
        sides.into_iter().chain(self.notes.iter().map(String::as_str))
    }

    /// One empty board.
    pub fn new(title: impl Into<String>, board: Board) -> Self {
        Self { title: title.into(), panels: vec![Panel::new("", board)], ..Self::default() }
    }

    /// The mark of a cell of the first board.
    pub fn mark(&mut self, cell: Cell) -> Option<&mut Mark> {
        self.panels.first_mut()?.mark(cell)
    }
}

impl Panel {
    /// An empty board.
    pub fn new(caption: impl Into<String>, board: Board) -> Self {
        let marks = vec![Mark::default(); board.size()];
        Self { caption: caption.into(), board, marks, trails: Vec::new() }
    }

    /// The mark of a cell of the board.
    pub fn mark(&mut self, cell: Cell) -> Option<&mut Mark> {
        self.board.index(cell).map(|i| &mut self.marks[i])
    }

    /// Whether its cells are triangles; blocked ones are not drawn then.
    pub fn has_triangles(&self) -> bool {
        self.marks.iter().any(|mark| mark.shape != CellShape::Square)
    }
}

impl Trail {
    /// An open trail over these cells.
    pub const fn new(cells: Vec<Cell>) -> Self {
        Self { cells, is_closed: false, distances: Vec::new() }
    }

    /// Its rolls, from cell to cell; of a closed trail the last one leads back.
    pub fn rolls(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let back = self.is_closed.then(|| Some((*self.cells.last()?, *self.cells.first()?))).flatten();
        self.cells.windows(2).map(|pair| (pair[0], pair[1])).chain(back)
    }
}

impl Mark {
    /// What stands for it in one or two characters.
    pub fn short(&self) -> &str {
        if self.code.is_empty() { &self.main } else { &self.code }
    }

    /// The dice to draw on the cell where a start and a goal share it; otherwise the only die is drawn by `main` and `sides`.
    pub fn pair(&self) -> Option<[&End; 2]> {
        match &self.ends[..] {
            [first, second] => Some([first, second]),
            _ => None,
        }
    }
}

impl Sample {
    /// An entry for the contents of a cell.
    pub fn of(mark: Mark, text: impl Into<String>) -> Self {
        Self { symbol: Symbol::Mark(Box::new(mark)), text: text.into() }
    }
}

impl EndKind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Goal => "goal",
        }
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Self::Start => 'S',
            Self::Goal => 'G',
        }
    }
}
