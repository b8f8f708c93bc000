//! What a picture shows, before it is drawn.

use serde::Serialize;

use crate::geometry::{Board, Cell};

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// Boards.
    Board(BoardScene),
    /// Nets of a cube.
    Net(NetScene),
    /// Numbers by cell.
    Heat(HeatScene),
    /// A performance profile.
    Profile(ProfileScene),
}

impl Scene {
    /// The title: one line.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Board(scene) => &scene.title,
            Self::Net(scene) => &scene.title,
            Self::Heat(scene) => &scene.title,
            Self::Profile(scene) => &scene.title,
        }
    }
}

/// One board, or a strip of boards that show one state after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardScene {
    /// The title: one line.
    pub title: String,
    /// The boards, at least one: a single board is drawn large, several are drawn small and in rows.
    pub panels: Vec<Panel>,
}

/// A board with marks in its cells and a trail over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The caption above it in a strip.
    pub caption: String,
    /// The board.
    pub board: Board,
    /// The contents of the cells: one mark for each cell of the board, row by row from the south-west.
    pub marks: Vec<Mark>,
    /// The rolls, in order.
    pub trail: Vec<Segment>,
}

/// The contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Large, in the middle: the top face.
    pub main: String,
    /// Whether it is a label of the board, drawn with a frame.
    pub framed: bool,
    /// Small, in a corner: the order of the visit.
    pub order: String,
    /// The colour of the cell itself.
    pub paint: Paint,
    /// A cube on the cell, seen from above.
    pub cube: Option<CubeView>,
}

/// A cube seen from above, its sides folded outwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CubeView {
    /// Its top.
    pub top: Paint,
    /// Its sides: north, east, south, west.
    pub sides: [Paint; 4],
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

/// One roll between neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it starts.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// Whether to draw it as the way back to the start.
    pub closing: bool,
}

impl BoardScene {
    /// One empty board.
    #[must_use]
    pub fn new(title: impl Into<String>, board: Board) -> Self {
        Self { title: title.into(), panels: vec![Panel::new("", board)] }
    }

    /// The mark of a cell of the first board.
    pub fn mark(&mut self, cell: Cell) -> Option<&mut Mark> {
        self.panels.first_mut()?.mark(cell)
    }
}

impl Panel {
    /// An empty board.
    #[must_use]
    pub fn new(caption: impl Into<String>, board: Board) -> Self {
        let marks = vec![Mark::default(); board.columns() * board.rows()];
        Self { caption: caption.into(), board, marks, trail: Vec::new() }
    }

    /// The mark of a cell of the board.
    pub fn mark(&mut self, cell: Cell) -> Option<&mut Mark> {
        self.board.index(cell).map(|i| &mut self.marks[i])
    }
}

impl From<BoardScene> for Scene {
    fn from(scene: BoardScene) -> Self {
        Self::Board(scene)
    }
}

/// Nets of a cube, one below the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetScene {
    /// The title: one line.
    pub title: String,
    /// The nets, such as before and after.
    pub nets: Vec<Net>,
}

/// A net of 9 rows and 12 columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// A short caption.
    pub caption: String,
    /// Its fields.
    pub fields: Vec<NetField>,
}

/// A field of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetField {
    /// Row and column, from the upper left.
    pub place: (usize, usize),
    /// Its digit.
    pub digit: u8,
    /// Where its top points: 0 up, 1 right, 2 down, 3 left; `None` if that is open.
    pub direction: Option<u8>,
}

impl NetScene {
    /// Rows of a net.
    pub const ROWS: usize = 9;
    /// Columns of a net.
    pub const COLUMNS: usize = 12;
}

/// Numbers by cell, in maps one below the other: larger numbers are darker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatScene {
    /// The title: one line.
    pub title: String,
    /// The maps, at least one.
    pub maps: Vec<HeatMap>,
}

/// A number for each cell of a rectangle whose south-west cell is `[0, 0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    /// Its name, in lower case with spaces between words.
    pub name: &'static str,
    /// One line that says what the numbers are.
    pub caption: String,
    /// The numbers: `rows[y][x]`, all rows equally long, at least one.
    pub rows: Vec<Vec<u64>>,
}

/// A performance profile: how many instances methods solve within a factor of the fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileScene {
    /// The title: one line.
    pub title: String,
    /// The number of instances.
    pub instances: usize,
    /// The curves, in the order of the legend.
    pub curves: Vec<ProfileCurve>,
}

/// The curve of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileCurve {
    /// Its name.
    pub name: String,
    /// For each instance that it solves, its time as a multiple of the shortest, at least 1 and in order.
    pub ratios: Vec<f64>,
}

impl ProfileCurve {
    /// The share of so many instances that it solves within a factor of the fastest.
    #[must_use]
    pub fn share(&self, factor: f64, instances: usize) -> f64 {
        self.ratios.partition_point(|&ratio| ratio <= factor) as f64 / instances.max(1) as f64
    }
}
