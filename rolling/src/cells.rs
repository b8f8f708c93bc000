//! Numbered cells and their neighbours, without a die: the cubes of a tray have poses in place of orientations.

use std::collections::VecDeque;

use tumble_model::model::Model;
use tumble_puzzles::geometry::{Board, Cell, Direction};

/// In place of a cell's number: there is no neighbour.
const NONE: u32 = u32::MAX;

/// Cells c ∈ 0..C, numbered row by row from the south-west, and the free neighbour of each in each direction.
#[derive(Clone, Debug)]
pub struct CellGraph {
    cells: Vec<Cell>,
    /// By cell, in the order of [`Direction::ALL`].
    next: Vec<[u32; 4]>,
}

impl CellGraph {
    /// The free cells of a board; blocked ones have no number.
    pub fn of_free_cells(board: &Board) -> Self {
        let size = (board.columns(), board.rows());
        Self::new(Cell::new(0, 0), size, |cell| board.is_free(cell), false)
    }

    /// All cells of a rectangle of `columns` × `rows`. Cells that are not free have a number, but have no neighbours and are no
    /// cell's neighbour.
    pub fn of_rectangle(south_west: Cell, size: (usize, usize), is_free: impl Fn(Cell) -> bool) -> Self {
        Self::new(south_west, size, is_free, true)
    }

    fn new(
        south_west: Cell,
        (columns, rows): (usize, usize),
        is_free: impl Fn(Cell) -> bool,
        with_blocked: bool,
    ) -> Self {
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let all: Vec<Cell> = places.map(|(x, y)| Cell::new(south_west.x + x as i64, south_west.y + y as i64)).collect();
        let free: Vec<bool> = all.iter().map(|&cell| is_free(cell)).collect();
        let (mut numbers, mut cells, mut places) = (vec![NONE; all.len()], Vec::new(), Vec::new());
        let numbered = all.iter().enumerate().filter(|&(place, _)| with_blocked || free[place]);
        for (number, (place, &cell)) in (0..).zip(numbered) {
            numbers[place] = number;
            cells.push(cell);
            places.push(place);
        }
        let next = places.into_iter().map(|place| {
            let (x, y) = (place % columns, place / columns);
            let inside = [y + 1 < rows, x + 1 < columns, y > 0, x > 0];
            let beside = [place + columns, place + 1, place.wrapping_sub(columns), place.wrapping_sub(1)];
            std::array::from_fn(|d| if free[place] && inside[d] && free[beside[d]] { numbers[beside[d]] } else { NONE })
        });
        Self { next: next.collect(), cells }
    }

    /// The cells, by number.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells C.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of a cell; `None` if it has no number.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search_by_key(&(cell.y, cell.x), |other| (other.y, other.x)).ok()
    }

    /// The free neighbour of cell `c`.
    pub fn next(&self, c: usize, direction: Direction) -> Option<usize> {
        let next = self.next[c][direction.index()];
        (next != NONE).then_some(next as usize)
    }

    /// The free neighbours of cell `c`, each with the direction that leads there, clockwise from north.
    pub fn neighbours(&self, c: usize) -> impl Iterator<Item = (Direction, usize)> + '_ {
        Direction::ALL.into_iter().filter_map(move |direction| Some((direction, self.next(c, direction)?)))
    }

    /// By cell, the fewest steps over free cells to `cell`; `None`: no steps lead there.
    pub fn steps_to(&self, cell: Cell) -> Vec<Option<u64>> {
        let mut steps = vec![None; self.len()];
        let mut open: VecDeque<(usize, u64)> = self.number(cell).map(|c| (c, 0)).into_iter().collect();
        while let Some((c, count)) = open.pop_front() {
            if steps[c].is_none() {
                steps[c] = Some(count);
                open.extend(self.neighbours(c).map(|(_, next)| (next, count + 1)));
            }
        }
        steps
    }

    /// The unit squares of free cells: each from its south-west cell over north and across to east.
    pub fn squares(&self) -> impl Iterator<Item = [usize; 4]> + '_ {
        (0..self.len()).filter_map(|c| {
            let (north, east) = (self.next(c, Direction::North)?, self.next(c, Direction::East)?);
            Some([c, north, self.next(north, Direction::East)?, east])
        })
    }

    /// Explains the words `c0`, `c1`, … in the names of a model.
    pub fn explain(&self, model: &mut Model) {
        model
            .explain_words("cells", self.cells.iter().enumerate().map(|(c, cell)| (format!("c{c}"), cell.to_string())));
    }

    /// The direction that leads from a cell to a neighbour.
    pub fn direction(&self, from: usize, to: usize) -> Option<Direction> {
        self.neighbours(from).find(|&(_, next)| next == to).map(|(direction, _)| direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ```text
    /// . # .
    /// . . .
    /// ```
    fn board() -> Board {
        Board::new(3, 2, &[Cell::new(1, 1)]).unwrap()
    }

    #[test]
    fn the_neighbours_are_those_of_the_board() {
        let board = board();
        let free = CellGraph::of_free_cells(&board);
        let rectangle = CellGraph::of_rectangle(Cell::new(0, 0), (3, 2), |cell| board.is_free(cell));
        assert_eq!((free.len(), rectangle.len()), (5, 6));
        for graph in [free, rectangle] {
            for (c, &cell) in graph.cells().iter().enumerate() {
                assert_eq!(graph.number(cell), Some(c));
                for direction in Direction::ALL {
                    let next = graph.next(c, direction).map(|next| graph.cells()[next]);
                    let wanted = board.neighbour(cell, direction).filter(|_| board.is_free(cell));
                    assert_eq!(next, wanted, "{cell} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn a_rectangle_numbers_its_blocked_cells_and_a_board_does_not() {
        let board = board();
        let rectangle = CellGraph::of_rectangle(Cell::new(-1, 5), (3, 2), |_| true);
        assert_eq!(rectangle.number(Cell::new(0, 6)), Some(4));
        assert_eq!(rectangle.number(Cell::new(2, 5)), None);
        assert_eq!(CellGraph::of_free_cells(&board).number(Cell::new(1, 1)), None);
        assert_eq!(CellGraph::of_free_cells(&board).number(Cell::new(2, 1)), Some(4));
    }

    #[test]
    fn steps_lead_round_blocked_cells() {
        let board = Board::new(4, 2, &[Cell::new(1, 1), Cell::new(3, 0)]).unwrap();
        let steps = |x, y| CellGraph::of_free_cells(&board).steps_to(Cell::new(x, y));
        assert_eq!(steps(0, 1), [1, 2, 3, 0, 4, 5].map(Some));
        assert_eq!(steps(1, 1), [None; 6], "it has no number");
        let apart = Board::new(3, 1, &[Cell::new(1, 0)]).unwrap();
        let rectangle = CellGraph::of_rectangle(Cell::new(0, 0), (3, 1), |cell| apart.is_free(cell));
        assert_eq!(rectangle.steps_to(Cell::new(2, 0)), [None, None, Some(0)]);
    }

    #[test]
    fn a_direction_leads_from_a_cell_to_its_neighbour() {
        let graph = CellGraph::of_free_cells(&board());
        assert_eq!(graph.direction(0, 3), Some(Direction::North));
        assert_eq!(graph.direction(1, 0), Some(Direction::West));
        assert_eq!(graph.direction(0, 2), None);
    }
}
