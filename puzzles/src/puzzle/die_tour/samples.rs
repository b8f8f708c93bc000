//! Random tours for unit tests.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use super::{DieTour, Objective};
use crate::geometry::{Board, Cell, Die, Handedness};

/// Any variant without a required total, on a board that has a tour more often than not.
pub(super) fn random(rng: &mut ChaCha8Rng, (columns, rows): (i64, i64)) -> DieTour {
    let cells: Vec<Cell> = (0..columns).flat_map(|x| (0..rows).map(move |y| Cell::new(x, y))).collect();
    let blocked: Vec<Cell> = cells[1..].iter().copied().filter(|_| rng.random_bool(0.07)).collect();
    let board = Board::new(columns, rows, &blocked).unwrap();
    let free: Vec<Cell> = board.free_cells().collect();
    let all = Die::all(*[Handedness::Left, Handedness::Right].choose(rng).unwrap());
    let top = rng.random_range(1..=6);
    let start_dice = match rng.random_range(0..4) {
        0 => all.to_vec(),
        1 => all.iter().copied().filter(|die| die.top() == top).collect(),
        _ => vec![*all.choose(rng).unwrap()],
    };
    let closed = rng.random_bool(0.4);
    DieTour {
        start_cell: free.choose(rng).copied().filter(|_| rng.random_bool(0.5)),
        board,
        objective: *[Objective::Max, Objective::Min, Objective::Any].choose(rng).unwrap(),
        start_dice,
        closed,
        restore_orientation: closed && rng.random_bool(0.5),
        total: None,
    }
}
