//! Proofs, without search, that a die cannot reach its goal or cannot visit all cells.

use crate::geometry::{Board, Cell, Die};

/// Rolling never changes the handedness: it has to be the same at the start and at the goal.
pub fn other_hand(start: &[Die], goal: &[Die]) -> Option<String> {
    let (start, goal) = (start[0].handedness(), goal[0].handedness());
    let why = "rolling never changes that";
    (start != goal).then(|| format!("the die is {start}-handed at the start and {goal}-handed at the goal: {why}"))
}

/// Every roll changes both the colour of the cell and the class of the orientation: some start has to agree with some goal.
pub fn parity((start, starts): (Cell, &[Die]), (goal, goals): (Cell, &[Die])) -> Option<String> {
    let colours = start.colour() ^ goal.colour();
    let fits = |from: &Die| goals.iter().any(|to| from.class() ^ to.class() == colours);
    (!starts.iter().any(fits)).then(|| {
        "parity: every roll changes the colour of the cell and the class of the orientation, \
         and start and goal do not agree"
            .into()
    })
}

/// A path that visits each free cell once alternates between the two chess-board colours, and starts or ends where there is one way in.
pub fn visits_all(board: &Board, closed: bool, start: Option<Cell>) -> Option<String> {
    let cells: Vec<Cell> = board.free_cells().collect();
    colours(&cells, closed, start).or_else(|| dead_ends(board, &cells, closed, start))
}

fn colours(cells: &[Cell], closed: bool, start: Option<Cell>) -> Option<String> {
    let (chess, counts) = chess_board(cells);
    if counts[0].abs_diff(counts[1]) > usize::from(!closed) {
        return Some(format!("{chess}, and every roll changes the colour"));
    }
    let start = start?;
    is_rarer(counts, start).then(|| format!("{chess}, and the start has the rarer colour"))
}

/// The number of cells of each colour, in words too.
fn chess_board(cells: &[Cell]) -> (String, [usize; 2]) {
    let of_colour = |colour| cells.iter().filter(|cell| cell.colour() == colour).count();
    let counts = [of_colour(0), of_colour(1)];
    let have = if counts[0] == 1 { "cell has" } else { "cells have" };
    (format!("in a chess-board colouring, {} {have} one colour and {} the other", counts[0], counts[1]), counts)
}

fn is_rarer(counts: [usize; 2], cell: Cell) -> bool {
    let [same, other] = [counts[usize::from(cell.colour())], counts[usize::from(1 - cell.colour())]];
    same < other
}

fn dead_ends(board: &Board, cells: &[Cell], closed: bool, start: Option<Cell>) -> Option<String> {
    if cells.len() < 3 {
        return None;
    }
    let is_dead_end = |&cell: &Cell| board.neighbours(cell).nth(1).is_none();
    // Three are enough for any proof.
    let dead: Vec<Cell> = cells.iter().copied().filter(is_dead_end).take(3).collect();
    let &first = dead.first()?;
    let one_way = |cell: Cell| format!("the cell {cell} has one free neighbour");
    if closed {
        return Some(format!("{}, and a closed tour needs two", one_way(first)));
    }
    let given = start.filter(|start| !dead.contains(start));
    let ends: Vec<Cell> = given.into_iter().chain(dead.iter().copied()).collect();
    if ends.len() > 2 {
        let left = if dead.len() < 3 { "one end beside the start" } else { "two ends" };
        let dead: Vec<String> = dead.iter().map(ToString::to_string).collect();
        return Some(format!("the cells {} have one free neighbour each, and a tour has only {left}", dead.join(", ")));
    }
    let (chess, counts) = chess_board(cells);
    if let Some(&rare) = dead.iter().find(|&&cell| is_rarer(counts, cell)) {
        return Some(format!(
            "{}, so it is an end of the tour, but {chess}, and it has the rarer colour",
            one_way(rare)
        ));
    }
    let &[a, b] = &ends[..] else { return None };
    (counts[0] == counts[1] && a.colour() == b.colour())
        .then(|| format!("the ends of the tour have to be {a} and {b}, but {chess}, and both have one colour"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Direction;

    /// Whether a path through all free cells exists, by trying all.
    fn exists(board: &Board, closed: bool, start: Option<Cell>) -> bool {
        fn goes_on(board: &Board, at: Cell, left: &mut Vec<Cell>, home: Option<Cell>) -> bool {
            if left.is_empty() {
                return home.is_none_or(|home| Direction::ALL.iter().any(|&d| board.neighbour(at, d) == Some(home)));
            }
            board.neighbours(at).any(|(_, next)| {
                let Some(place) = left.iter().position(|&cell| cell == next) else { return false };
                left.swap_remove(place);
                let found = goes_on(board, next, left, home);
                left.push(next);
                found
            })
        }
        let cells: Vec<Cell> = board.free_cells().collect();
        let starts = cells.iter().copied().filter(|&cell| start.is_none_or(|start| start == cell));
        starts.into_iter().any(|first| {
            let mut left: Vec<Cell> = cells.iter().copied().filter(|&cell| cell != first).collect();
            goes_on(board, first, &mut left, closed.then_some(first))
        })
    }

    #[test]
    fn no_board_with_a_path_through_all_cells_is_refused() {
        let [mut refused, mut impossible] = [0, 0];
        for blocked in 0..1_u32 << 12 {
            let all = Board::new(4, 3, &[]).unwrap();
            let holes: Vec<Cell> =
                all.free_cells().enumerate().filter(|(i, _)| blocked >> i & 1 == 1).map(|(_, c)| c).collect();
            let Ok(board) = Board::new(4, 3, &holes) else { continue };
            let cells: Vec<Cell> = board.free_cells().collect();
            if cells.len() < 6 || board.connected_to(cells[0]).count() < cells.len() {
                continue;
            }
            let starts = [None, Some(cells[0]), Some(cells[cells.len() / 2])];
            for (start, closed) in starts.into_iter().flat_map(|start| [(start, false), (start, true)]) {
                let why = visits_all(&board, closed, start);
                let exists = exists(&board, closed, start);
                assert!(!exists || why.is_none(), "{cells:?} {start:?} {closed}: {why:?}");
                refused += usize::from(why.is_some());
                impossible += usize::from(!exists);
            }
        }
        assert!(refused * 10 > impossible * 9, "{refused} of {impossible}");
    }

    #[test]
    fn the_reason_names_the_cells() {
        let why = |holes: &[[i64; 2]], closed, start: Option<[i64; 2]>| {
            let holes: Vec<Cell> = holes.iter().copied().map(Cell::from).collect();
            visits_all(&Board::new(4, 4, &holes).unwrap(), closed, start.map(Cell::from)).unwrap()
        };
        assert_eq!(
            why(&[[1, 0], [1, 1]], true, None),
            "the cell [0, 0] has one free neighbour, and a closed tour needs two"
        );
        assert_eq!(
            why(&[[1, 0], [3, 1], [1, 3]], false, None),
            "the cells [0, 0], [3, 0], [0, 3] have one free neighbour each, and a tour has only two ends"
        );
        assert_eq!(
            why(&[[1, 0], [3, 1]], false, Some([2, 2])),
            "the cells [0, 0], [3, 0] have one free neighbour each, and a tour has only one end beside the start"
        );
        assert_eq!(
            why(&[[1, 0], [1, 1], [3, 3]], false, None),
            "the cell [0, 0] has one free neighbour, so it is an end of the tour, but in a chess-board colouring, 6 cells have one \
             colour and 7 the other, and it has the rarer colour"
        );
        assert_eq!(
            why(&[[1, 0], [1, 1]], false, Some([2, 0])),
            "the ends of the tour have to be [2, 0] and [0, 0], but in a chess-board colouring, 7 cells have one colour and 7 the \
             other, and both have one colour"
        );
    }
}
