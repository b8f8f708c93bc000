//! The model file of a block maze, and a solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::floor::{Floor, Letters, SplitterTable, SwitchTable, Tables, Tile};
use super::placement::{Placement, Size, sorted};
use tumble_puzzles::geometry::{Board, Cell};
use tumble_puzzles::instance::{At, BoardTable, Document, InputError, free_cell};
use tumble_puzzles::puzzle::Puzzle as _;
use tumble_rolling::RollGraph;

/// A block maze: tumble's model file for `puzzle = "block-maze"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "BlockMaze")]
pub(super) struct File {
    /// The size of the box at the start: columns, rows and height, each 1 to 100.
    #[schemars(inner(range(min = 1, max = BlockMaze::MAX_SIZE)))]
    size: Option<At<[i64; 3]>>,
    /// The board.
    board: Option<At<BoardTable>>,
    /// The switches, by their letters in the map.
    #[serde(default)]
    switches: Letters<SwitchTable>,
    /// The splitters of a box of 1 × 1 × 2, by their letters in the map.
    #[serde(default)]
    splitters: Letters<SplitterTable>,
    /// Where the box starts.
    start: Option<StartTable>,
    /// Where and how it ends.
    goal: Option<GoalTable>,
}

/// Where the box starts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BoxStart")]
struct StartTable {
    /// The south-west cell that it covers.
    cell: At<Cell>,
}

/// Where and how the box ends.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BoxGoal")]
struct GoalTable {
    /// The south-west cell that it covers.
    cell: At<Cell>,
    /// Its columns, rows and height there; if left out, as at the start.
    #[schemars(inner(range(min = 1, max = BlockMaze::MAX_SIZE)))]
    size: Option<At<[i64; 3]>>,
}

/// An instance: a board with its floor, and the box at the start and at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockMaze {
    /// The board.
    pub board: Board,
    /// What its cells do.
    pub floor: Floor,
    /// Where the box starts: on free cells.
    pub start: Placement,
    /// Of a box that is split when it starts: the cells of its two cubes, which are no neighbours. The start then tells its sizes only.
    pub split: Option<[Cell; 2]>,
    /// Where it has to end: on free cells, with the sizes of the start in some order.
    pub goal: Placement,
}

impl BlockMaze {
    /// The largest size of a box.
    pub const MAX_SIZE: u8 = RollGraph::MAX_SIZE;

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(Self::BOARD_KEYS)?;
        let board =
            file.board.as_ref().ok_or_else(|| missing("a board", "[board] with `columns` and `rows`, or a `map`"))?;
        let given = file.size.as_ref().ok_or_else(|| missing("the size of its box", "size = [1, 1, 2]"))?;
        let size = read_size(given)?;
        let tables = Tables { board, switches: &file.switches, splitters: &file.splitters };
        let (board, floor) = tables.read(size, document)?;
        let cell = |table: &str| missing(&format!("a {table} cell"), &format!("[{table}] with cell = [x, y]"));
        let start = file.start.ok_or_else(|| cell("start"))?;
        let goal = file.goal.ok_or_else(|| cell("goal"))?;
        let end = goal.size.as_ref().map_or(Ok(size), |at| rearranged(at, size))?;
        let maze = Self {
            start: placement("start", &start.cell, size, &board)?,
            goal: placement("goal", &goal.cell, end, &board)?,
            split: None,
            board,
            floor,
        };
        maze.check_floor(&start.cell, &goal.cell)?;
        Ok(maze)
    }

    /// Refuses a start on cells that are not there, and a box that stands on fragile floor.
    fn check_floor(&self, start: &At<Cell>, goal: &At<Cell>) -> Result<(), InputError> {
        let is_closed = |&cell: &Cell| match self.floor.tile(&self.board, cell) {
            Tile::Bridge(i) => !self.floor.bridges[i].is_open,
            _ => false,
        };
        if let Some(cell) = self.start.covered().find(is_closed) {
            let message = format!("the box at the start covers {cell}, a cell of a bridge that is closed then");
            return Err(InputError::of(start, message, "not there"));
        }
        for (what, placement, at) in [("start", self.start, start), ("goal", self.goal, goal)] {
            if placement.stands() && self.floor.tile(&self.board, placement.cell) == Tile::Fragile {
                let message = format!("the box at the {what} stands on fragile floor");
                return Err(InputError::of(at, message, "it must not stand here"));
            }
        }
        Ok(())
    }

    /// Where the box is when it starts, or its two cubes.
    pub(super) fn pieces(&self) -> Vec<Placement> {
        let cubes = |cells: [Cell; 2]| cells.map(|cell| Placement { cell, size: [1; 3] }).to_vec();
        self.split.map_or_else(|| vec![self.start], cubes)
    }

    /// Why no tips lead to the goal, if the sizes or the free cells show it.
    pub(super) fn obstacle(&self) -> Option<String> {
        // A box that is split is put together elsewhere.
        let from = self.split.map_or(self.start.cell, |[first, _]| first);
        let to = self.goal.cell;
        let step = self.start.size.into_iter().fold(0, greatest_divisor);
        if (to.x - from.x) % i64::from(step) != 0 || (to.y - from.y) % i64::from(step) != 0 {
            return Some(format!(
                "every tip moves the box by a multiple of {step} cells, and the goal is no such distance away"
            ));
        }
        // A splitter puts cubes anywhere.
        let is_apart = self.floor.splitters.is_empty() && !self.board.connected_to(from).contains(to);
        is_apart.then(|| format!("blocked cells separate the start {from} from the goal {to}"))
    }
}

const fn greatest_divisor(a: u8, b: u8) -> u8 {
    if a == 0 { b } else { greatest_divisor(b % a, a) }
}

fn missing(what: &str, add: &str) -> InputError {
    InputError::at(0..0, format!("a block maze needs {what}"), "not in this file").help(format!("add it: {add}"))
}

fn read_size(at: &At<[i64; 3]>) -> Result<Size, InputError> {
    let largest = BlockMaze::MAX_SIZE;
    let size = at.value.map(|n| u8::try_from(n).ok().filter(|n| (1..=largest).contains(n)));
    let [Some(x), Some(y), Some(z)] = size else {
        let [x, y, z] = at.value;
        let label = format!("columns, rows and height are 1 to {largest}");
        return Err(InputError::of(at, format!("a box of {x} × {y} × {z} is not possible"), label));
    };
    Ok([x, y, z])
}

/// The size at the goal: that of the start in some order.
fn rearranged(at: &At<[i64; 3]>, start: Size) -> Result<Size, InputError> {
    let size = read_size(at)?;
    let ([x, y, z], [a, b, c]) = (size, start);
    let message = || format!("the box is {a} × {b} × {c} at the start, and {x} × {y} × {z} at the goal");
    let is_same = sorted(size) == sorted(start);
    is_same.then_some(size).ok_or_else(|| InputError::of(at, message(), "tipping only swaps the sizes"))
}

/// The box on a cell: all that it covers has to be free.
fn placement(what: &str, at: &At<Cell>, size: Size, board: &Board) -> Result<Placement, InputError> {
    let placement = Placement { cell: free_cell(what, at, board)?, size };
    if let Some(taken) = placement.covered().find(|&cell| !board.is_free(cell)) {
        let how = if board.contains(taken) { "is blocked" } else { "is not on the board" };
        let label = format!("from here it covers {} × {} cells", size[0], size[1]);
        return Err(InputError::of(at, format!("the box at the {what} covers {taken}, which {how}"), label));
    }
    Ok(placement)
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tips {
    /// The tips as letters `N E S W`: the side to which the box tips.
    pub moves: String,
    /// The number of tips.
    pub length: u64,
}

impl Tips {
    /// The solution with these tips. For the search and the encodings; the rules count independently.
    pub(super) const fn new(moves: String) -> Self {
        Self { length: moves.len() as u64, moves }
    }
}
