//! What a replay shows: the moves of a solution one by one, as data. `web/player/` plays it, in an HTML file (`tumble::html`) and in the
//! browser. `web/player/FORMAT.md` describes its JSON form, in which an absent key is an absent value.
//!
//! Longer than other files, because the format is one thing.

use serde::{Serialize, Serializer};

use super::Paint;
use crate::geometry::cube::Face;
use crate::geometry::{Board, Cell, Die, Direction, Place};

/// A replay of a solution; of an unsolved model it has no moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// The version of this format: [`Replay::FORMAT`].
    pub format: u32,
    /// The name of the puzzle.
    pub puzzle: String,
    /// The title: one line.
    pub title: String,
    /// What is printed under the picture: keys and values.
    pub facts: Vec<(&'static str, String)>,
    /// What moves; `None` if the puzzle has no replays, or if this one would be too large to be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
}

impl Replay {
    /// The version of the format.
    pub const FORMAT: u32 = 1;

    /// The replay of moves that break a rule, under the title of their picture: of them nothing else is said.
    #[must_use]
    pub fn broken(mut self, title: String, fault: String) -> Self {
        if let Some(Stage::Cube(cube)) = &mut self.stage {
            cube.solved = None;
        }
        Self { title, facts: vec![("fault", fault)], ..self }
    }
}

/// What moves in a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Stage {
    /// Solids that roll over a board.
    Board(BoardStage),
    /// A twisty cube.
    Cube(Box<CubeStage>),
}

/// Solids that roll over a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardStage {
    /// Columns of the drawn board.
    pub columns: usize,
    /// Rows of the drawn board.
    pub rows: usize,
    /// If the cells are triangles: those point up, to the north, whose x + y has this remainder by 2, all others down. Triangles of a row lie
    /// side by side, half a side apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles: Option<usize>,
    /// The model's cell of the drawn south-west cell, counted from the start.
    #[serde(skip_serializing_if = "is_origin")]
    pub origin: Cell,
    /// The cells that have something, each once, by their place on the drawn board.
    pub cells: Vec<StageCell>,
    /// The dice, cubes or boxes.
    pub solids: Vec<Solid>,
    /// The moves.
    pub steps: Vec<Step>,
    /// Texts beside the board that change with the moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readouts: Vec<Readout>,
    /// What the signs, labels and bridges on the board mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<Meaning>,
    /// Whether to draw the way of the solids.
    #[serde(skip_serializing_if = "is_false")]
    pub trail: bool,
    /// Whether the last step leads back to the start.
    #[serde(skip_serializing_if = "is_false")]
    pub closed: bool,
}

/// What something on the board means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meaning {
    /// The letter on the floor; empty: what it is about is in the text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sign: String,
    /// What it means.
    pub text: String,
}

/// What a cell of the board has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageCell {
    /// Its place on the drawn board.
    pub at: Cell,
    /// Whether it cannot be entered.
    #[serde(skip_serializing_if = "is_false")]
    pub blocked: bool,
    /// The number that a die has to show on top here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// A letter on the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<char>,
    /// Its colour before the first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
    /// The starts and goals that lie on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<End>,
}

/// A start or a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// What it is.
    pub name: EndName,
    /// The solid whose end it is, by its index; `None` if any solid may be there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<usize>,
    /// What the solid has to show there, as far as that is fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faces: Option<Sides>,
}

/// The name of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EndName {
    /// Where a solid starts.
    Start,
    /// Where it has to end.
    Goal,
    /// A cell that has to be free at the end.
    Hole,
}

/// A die, a cube or a box that rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solid {
    /// Its name.
    pub name: String,
    /// Where it stands before the first step; `None` if the model leaves that open, or if it is put there by a step only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Cell>,
    /// Its faces before the first step.
    pub faces: Sides,
    /// How many cells a box is long to the east, to the north and upwards before the first step, from its south-west cell; `None`: it is a
    /// cube on one cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<[u8; 3]>,
    /// What else it may be than a cube or a box: its faces are those of the shape then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Its kind, from 0, where several kinds could be taken for each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<usize>,
}

/// A solid with faces of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Where its corners are to the east, to the north and upwards from the middle of its cell, before the first step, in ten thousandths of
    /// a cell's side. The bottom is at height 0.
    pub corners: Vec<[i32; 3]>,
    /// Its faces.
    pub faces: Vec<ShapeFace>,
}

/// A face of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShapeFace {
    /// Its corners, counter-clockwise seen from outside.
    pub corners: Vec<u8>,
    /// Its colour before the first step; `None`: it has none.
    pub paint: Option<Paint>,
}

/// The six faces of a solid; `None` if a face is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Sides {
    pub top: Option<SolidFace>,
    pub bottom: Option<SolidFace>,
    pub north: Option<SolidFace>,
    pub south: Option<SolidFace>,
    pub east: Option<SolidFace>,
    pub west: Option<SolidFace>,
}

/// What a face of a solid shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SolidFace {
    /// The pips of a die.
    Pips(u8),
    /// A letter.
    Letter(char),
    /// A colour; `None`: it has none.
    Paint(Option<Paint>),
}

/// A roll of a solid over one of its lower edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The index of the solid.
    pub solid: usize,
    /// Where it rolls.
    #[serde(serialize_with = "letter")]
    pub roll: Direction,
    /// The move as the solution writes it.
    pub text: String,
    /// The first roll of a run that is drawn shorter than it is: the number of its rolls. So many cells are drawn that the
    /// orientation after the run is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// Whether it is a further roll of such a run.
    #[serde(skip_serializing_if = "is_false")]
    pub part: bool,
    /// The colours that change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Repainting>,
    /// Colours of other cells after the roll.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellPaint>,
    /// What is put elsewhere after the roll, or taken away.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<Put>,
}

/// A colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CellPaint {
    /// The place of the cell on the drawn board.
    pub cell: Cell,
    /// Its colour.
    pub paint: Paint,
}

/// A solid that is put on a cell as it was before the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Put {
    /// The index of the solid.
    pub solid: usize,
    /// The place of the cell on the drawn board; `None`: the solid is taken away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Cell>,
}

/// Colours after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Repainting {
    /// The place of a cell on the drawn board.
    pub cell: Cell,
    /// Its colour; `None`: it has none.
    pub paint: Option<Paint>,
    /// The place of a face of the solid that rolled.
    pub face: Place,
    /// Its colour; `None`: it has none.
    pub face_paint: Option<Paint>,
}

/// A text that changes with the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Readout {
    /// What it says.
    pub name: &'static str,
    /// Its values: before the first step and after each.
    pub values: Vec<String>,
}

/// A twisty cube with digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CubeStage {
    /// The scrambled cube.
    pub faces: CubeFaces,
    /// The digits that read the same upside down.
    pub symmetric: Vec<u8>,
    /// How to hold it.
    pub hold: String,
    /// The turns in standard notation.
    pub turns: Vec<String>,
    /// The solved cube; a symmetric digit is turned as its face reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<CubeFaces>,
    /// Why there are no turns although there is a solved cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The fields of the six faces as drawn in the net, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the faces of the cube")]
pub struct CubeFaces {
    pub u: [CubeField; 9],
    pub l: [CubeField; 9],
    pub f: [CubeField; 9],
    pub r: [CubeField; 9],
    pub b: [CubeField; 9],
    pub d: [CubeField; 9],
}

/// A field of a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CubeField {
    /// Its digit.
    pub digit: u8,
    /// Where its top points in the net: 0 up, 1 right, 2 down, 3 left; `None` if that is open.
    pub direction: Option<u8>,
}

impl BoardStage {
    /// A board with its blocked cells, and nothing on it.
    pub fn new(board: &Board) -> Self {
        let blocked = board.blocked_cells().map(|at| StageCell { blocked: true, ..StageCell::new(at) });
        Self {
            columns: board.columns(),
            rows: board.rows(),
            triangles: None,
            origin: Cell::new(0, 0),
            cells: blocked.collect(),
            solids: Vec::new(),
            steps: Vec::new(),
            readouts: Vec::new(),
            legend: Vec::new(),
            trail: false,
            closed: false,
        }
    }

    /// The contents of a cell of the drawn board, empty at first.
    pub fn cell(&mut self, at: Cell) -> &mut StageCell {
        let index = self.cells.iter().position(|cell| cell.at == at).unwrap_or_else(|| {
            self.cells.push(StageCell::new(at));
            self.cells.len() - 1
        });
        &mut self.cells[index]
    }
}

impl StageCell {
    const fn new(at: Cell) -> Self {
        Self { at, blocked: false, label: None, sign: None, paint: None, ends: Vec::new() }
    }
}

impl Sides {
    /// What each place shows.
    pub fn new(face: impl Fn(Place) -> Option<SolidFace>) -> Self {
        Self {
            top: face(Place::Top),
            bottom: face(Place::Bottom),
            north: face(Place::North),
            south: face(Place::South),
            east: face(Place::East),
            west: face(Place::West),
        }
    }

    /// The pips of a die.
    pub fn of_die(die: Die) -> Self {
        Self::new(|place| Some(SolidFace::Pips(die.face(place))))
    }

    /// The faces that all these solids have in common; no faces if there are no solids.
    pub fn shared(all: impl IntoIterator<Item = Self>) -> Self {
        let both = |a: Option<SolidFace>, b: Option<SolidFace>| a.filter(|_| a == b);
        let shared = |a: Self, b: Self| Self {
            top: both(a.top, b.top),
            bottom: both(a.bottom, b.bottom),
            north: both(a.north, b.north),
            south: both(a.south, b.south),
            east: both(a.east, b.east),
            west: both(a.west, b.west),
        };
        all.into_iter().reduce(shared).unwrap_or_default()
    }

    /// These faces, if at least one face is known.
    pub fn known(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }
}

impl Step {
    /// A plain roll.
    pub fn new(solid: usize, roll: Direction, text: impl Into<String>) -> Self {
        Self {
            solid,
            roll,
            text: text.into(),
            count: None,
            part: false,
            paint: None,
            cells: Vec::new(),
            put: Vec::new(),
        }
    }
}

impl CubeFaces {
    /// The faces with the fields that a function tells by face and number in reading order.
    pub fn new(field: impl Fn(Face, usize) -> CubeField) -> Self {
        let face = |face| std::array::from_fn(|i| field(face, i));
        Self {
            u: face(Face::U),
            l: face(Face::L),
            f: face(Face::F),
            r: face(Face::R),
            b: face(Face::B),
            d: face(Face::D),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn letter<S: Serializer>(roll: &Direction, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(roll.letter())
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_origin(cell: &Cell) -> bool {
    cell.x == 0 && cell.y == 0
}
