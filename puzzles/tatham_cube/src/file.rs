//! The model file of a Cube.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Grid, Solid, TathamCube};
use tumble_puzzles::geometry::Cell;
use tumble_puzzles::instance::{At, BoardTable, Document, InputError, StartTable};
use tumble_puzzles::puzzle::Puzzle as _;

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
        let start = StartTable { cell: start.cell.clone(), ..StartTable::default() };
        let Some(start) = start.cell_on(&board)? else {
            return Err(InputError::at(0..0, "the Cube has no start square", "no `cell` in a [start] table")
                .help("add a table: [start] with `cell = [0, 0]`"));
        };
        let blue = grid.squares().iter().map(|cell| blue.contains(cell)).collect();
        Ok(Self::new(grid, blue, start))
    }
}
