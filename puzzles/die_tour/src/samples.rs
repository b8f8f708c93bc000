//! Random tours for unit tests.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use super::{DieTour, Objective};
use tumble_puzzles::geometry::{Board, Cell, Die, Handedness};

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
    let objective = *[Objective::Max, Objective::Min, Objective::Any].choose(rng).unwrap();
    let plain = DieTour {
        start_cell: free.choose(rng).copied().filter(|_| rng.random_bool(0.5)),
        start_dice,
        closed,
        restore_orientation: closed && rng.random_bool(0.5),
        ..DieTour::from_corner(board, objective)
    };
    if rng.random_bool(0.5) { with_wishes(rng, plain) } else { plain }
}

/// With values of faces, weights, labels, faces that must not show, or a goal.
fn with_wishes(rng: &mut ChaCha8Rng, mut tour: DieTour) -> DieTour {
    let free: Vec<Cell> = tour.board.free_cells().collect();
    let mut is_one = |probability| rng.random_bool(probability);
    let [values, weights, labels, never, between, goal, die] = [0.5, 0.3, 0.3, 0.2, 0.2, 0.2, 0.1].map(&mut is_one);
    if values {
        tour.values.values = std::array::from_fn(|_| rng.random_range(-4..=4));
    }
    if weights {
        tour.values.weights = Some((0..tour.board.size()).map(|_| rng.random_range(-2..=3)).collect());
    }
    if labels {
        tour.labels = vec![None; tour.board.size()];
        let labeled = tour.board.index(*free.choose(rng).unwrap()).unwrap();
        tour.labels[labeled] = Some(rng.random_range(1..=6));
    }
    if never {
        tour.never = vec![rng.random_range(1..=6)];
    }
    if goal && !tour.closed {
        tour.goal_cell = free.choose(rng).copied();
    }
    if die && !tour.closed {
        tour.goal_dice =
            Some(Die::all(tour.start_dice[0].handedness()).iter().copied().filter(|_| rng.random_bool(0.5)).collect());
        tour.goal_dice = tour.goal_dice.filter(|dice| !dice.is_empty());
    }
    if between && tour.start_cell.is_some() && (tour.closed || tour.goal_cell.is_some()) {
        tour.never_between = vec![rng.random_range(1..=6)];
    }
    tour
}
