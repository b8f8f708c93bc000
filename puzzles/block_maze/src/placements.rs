//! The placements of the box as states of a graph: the south-west cell that it covers, and which of its sizes is along x, y and z.

use itertools::Itertools as _;

use super::{BlockMaze, Placement, Size};
use tumble_puzzles::geometry::{Board, Cell};
use tumble_rolling::{CellGraph, RollGraph, State};

/// The graph of the tips of a box, with the placements of the start and the goal.
pub(super) struct Placements {
    pub(super) graph: RollGraph,
    shapes: Vec<Size>,
    pub(super) start: State,
    pub(super) goal: State,
}

/// What tipping makes of a box, each size once.
pub(super) fn shapes(size: Size) -> Vec<Size> {
    let orders = size.into_iter().permutations(3).map(|order| [order[0], order[1], order[2]]);
    orders.sorted_unstable().dedup().collect()
}

impl Placements {
    pub(super) fn new(puzzle: &BlockMaze) -> Self {
        let (shapes, blocked) = (shapes(puzzle.start.size), BlockedCells::new(&puzzle.board));
        let fits = |cell, shape: usize| blocked.are_free(cell, shapes[shape]);
        let graph = RollGraph::of_box(CellGraph::of_free_cells(&puzzle.board), &shapes, fits);
        let mut placements = Self { graph, shapes, start: State::new(0, 0), goal: State::new(0, 0) };
        let ends = placements.state(puzzle.start).zip(placements.state(puzzle.goal));
        (placements.start, placements.goal) =
            ends.expect("the box is on free cells at the start and at the goal, with the same sizes");
        placements
    }

    /// The state of a placement on free cells, in one of the shapes of the box.
    pub(super) fn state(&self, at: Placement) -> Option<State> {
        let shape = self.shapes.iter().position(|&size| size == at.size)?;
        Some(State::new(self.graph.cells().number(at.cell)?, shape))
    }

    /// The placement of a state.
    pub(super) fn placement(&self, state: State) -> Placement {
        Placement { cell: self.graph.cells().cells()[state.cell()], size: self.shapes[state.orientation()] }
    }
}

/// The number of blocked cells to the south-west of every corner of a board, so that a box of any size is looked up at once.
struct BlockedCells {
    columns: usize,
    rows: usize,
    /// Of the corner (x, y): at y · (columns + 1) + x.
    before: Vec<u32>,
}

impl BlockedCells {
    fn new(board: &Board) -> Self {
        let (columns, rows) = (board.columns(), board.rows());
        let mut blocked = Self { columns, rows, before: vec![0; (columns + 1) * (rows + 1)] };
        for y in 0..rows {
            let mut row = 0;
            for x in 0..columns {
                row += u32::from(!board.is_free(Cell::new(x as i64, y as i64)));
                blocked.before[(y + 1) * (columns + 1) + x + 1] = row + blocked.at(x + 1, y);
            }
        }
        blocked
    }

    fn at(&self, x: usize, y: usize) -> u32 {
        self.before[y * (self.columns + 1) + x]
    }

    /// Whether all cells are free and on the board that a box covers from a cell of it.
    fn are_free(&self, south_west: Cell, [columns, rows, _]: Size) -> bool {
        let [Ok(west), Ok(south)] = [south_west.x, south_west.y].map(usize::try_from) else { return false };
        let (east, north) = (west + usize::from(columns), south + usize::from(rows));
        let is_inside = east <= self.columns && north <= self.rows;
        is_inside && self.at(east, north) + self.at(west, south) == self.at(west, north) + self.at(east, south)
    }
}
