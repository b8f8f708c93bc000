//! The model file of a Cube, and a solution: the rolls in our letters and in the game's.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moves::{Moves, Parts};
use super::{Grid, Solid, TableFile};
use tumble_puzzles::geometry::Cell;
use tumble_puzzles::instance::{At, BoardTable, Document, InputError, free_cell};
use tumble_puzzles::puzzle::Puzzle as _;

/// An instance: a board, its blue squares, and where the solid starts, white in a new game; of a game that goes on, also the moves so far.
#[derive(Clone, Debug)]
pub struct TathamCube {
    /// The board, and what rolls over it.
    pub grid: Grid,
    /// Which squares are blue before the first move, by their [numbers](Grid::squares).
    pub blue: Vec<bool>,
    /// Where the solid is then.
    pub start: Cell,
    /// Whether it may start on any other square as well.
    pub starts_anywhere: bool,
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
        Self { grid, blue, start, starts_anywhere: false, played: None, table: None }
    }

    /// The number of blue squares before the first move: that of blue squares and faces never changes.
    pub(super) fn count_blue(&self) -> usize {
        self.blue.iter().filter(|&&blue| blue).count()
    }

    /// The rolls so far, in the game's letters.
    pub(super) fn moves_so_far(&self) -> &str {
        self.played.as_ref().map_or("", |played| &played.tatham_moves)
    }

    /// The squares on which the solid may start.
    pub(super) fn starts(&self) -> Vec<Cell> {
        if self.starts_anywhere { self.grid.squares().to_vec() } else { vec![self.start] }
    }

    /// Where the game is now, for each start.
    pub(super) fn states(&self, moves: &Moves) -> Vec<Parts> {
        self.starts().into_iter().map(|start| self.state_from(start, moves)).collect()
    }

    /// Where the game is now.
    pub(super) fn state(&self, moves: &Moves) -> Parts {
        self.state_from(self.start, moves)
    }

    fn state_from(&self, start: Cell, moves: &Moves) -> Parts {
        let square = self.grid.number(start).expect("the start is on the board");
        moves.start(square, &self.blue, self.moves_so_far())
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

/// Simon Tatham's Cube: tumble's model file for `puzzle = "tatham-cube"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "TathamCube")]
pub(super) struct File {
    /// The game's own id, as in "c4x4:C461,3": the first letter of the solid (tetrahedron, cube, octahedron or icosahedron) and the size
    /// of its board, the blue squares as hexadecimal digits of four squares each, row by row from the north-west, and the number of the
    /// start square counted the same way. Of a row of triangles those that point down come first.
    id: Option<At<String>>,
    /// Instead of the id of a cube's game: the board, drawn with `B` for blue squares and `.` for white ones.
    board: Option<At<BoardTable>>,
    /// Instead of an id: where the cube starts.
    #[serde(default)]
    start: CellTable,
}

/// Where the cube starts.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "StartSquare")]
struct CellTable {
    /// The start square [x, y]; [0, 0] is the south-west corner.
    cell: Option<At<Cell>>,
}

impl TathamCube {
    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(Self::BOARD_KEYS)?;
        match (&file.id, &file.board) {
            (Some(id), None) => {
                if let Some(cell) = &file.start.cell {
                    return Err(InputError::of(
                        cell,
                        "the id already gives the start of the cube",
                        "not allowed with an id",
                    ));
                }
                let inner = id.span.start + 1..id.span.end.saturating_sub(1);
                let exact = document.slice(inner.clone()) == id.value;
                // Without escapes, the ranges in the id are ranges in the file; with escapes, they are not.
                Self::from_id(&id.value)
                    .map_err(|error| if exact { error.shifted(inner.start) } else { error.moved_to(id.span.clone()) })
            }
            (None, Some(table)) => Self::drawn(document, table, &file.start),
            (Some(id), Some(_)) => Err(InputError::of(id, "give an `id` or a [board], not both", "a second board")),
            (None, None) => {
                Err(InputError::at(0..0, "a Cube needs its board", "no `id` and no [board] table in this file")
                    .help("add the game's id, as in: id = \"c4x4:C461,3\""))
            }
        }
    }

    fn drawn(document: &Document, table: &At<BoardTable>, start: &CellTable) -> Result<Self, InputError> {
        let mut blue = Vec::new();
        let board = table.value.board(document, |cell, drawn| match drawn.character {
            'B' => {
                blue.push(cell);
                Ok(())
            }
            '.' => Ok(()),
            other => {
                Err(InputError::at(drawn.span.clone(), format!("`{other}` is not a square of a Cube"), "not known")
                    .help("`B` is a blue square, `.` a white one"))
            }
        });
        let board = board.map_err(|error| error.or_at(table.span.clone(), "this board"))?;
        if board.blocked_cells().next().is_some() {
            return Err(table.value.error(document, "a Cube has no blocked squares", "some are blocked"));
        }
        let grid = Grid::new(Solid::Cube, [board.columns() as i64, board.rows() as i64])
            .map_err(|error| table.value.error(document, error.to_string(), "too large"))?;
        let Some(start) = &start.cell else {
            return Err(InputError::at(0..0, "the Cube has no start square", "no `cell` in a [start] table")
                .help("add a table: [start] with `cell = [0, 0]`"));
        };
        let start = free_cell("start", start, &board)?;
        let blue = grid.squares().iter().map(|cell| blue.contains(cell)).collect();
        Ok(Self::new(grid, blue, start))
    }
}
