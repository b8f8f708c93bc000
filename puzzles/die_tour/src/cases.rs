//! Die tours as paths through every cell, for the frontier programs ([`frontier`](super::frontier)), and for methods that
//! take bounds from linear programs.

use num_bigint::BigUint;

use super::frontier::Counted;
use super::numbered::Numbered;
use super::{DieTour, Objective, Tour};
use tumble_model::control::Extent;
use tumble_puzzles::geometry::{Cell, Die};
use tumble_puzzles::puzzle::{Count, Endless, Searched};
use tumble_puzzles::search;
use tumble_rolling::{Endpoints, ORIENTATIONS, PathStates, Terminal};

/// The number of cells across the board.
pub(super) fn width(puzzle: &DieTour) -> usize {
    puzzle.board.columns().min(puzzle.board.rows())
}

/// 1 to maximise the sum, −1 to minimise it: programs maximise.
pub(super) fn sign(puzzle: &DieTour) -> i64 {
    if puzzle.objective == Objective::Min { -1 } else { 1 }
}

/// The largest absolute sum that a tour may have.
pub(super) fn largest_sum(puzzle: &DieTour) -> i64 {
    let largest = |cell: Cell| (1..=6).map(|face| puzzle.value(cell, face).abs()).max().unwrap_or(0);
    puzzle.board.free_cells().map(largest).sum()
}

/// Whether sums fit into the numbers of a frontier program, with prices beside them.
pub(super) fn are_sums_small(puzzle: &DieTour) -> bool {
    largest_sum(puzzle) < i64::from(i32::MAX / 16)
}

/// By state, the weight of a visit in the sum that a program maximises.
pub(super) fn weights(tour: &Numbered, paths: &PathStates, sign: i64) -> Vec<i32> {
    paths.states.iter().map(|state| i32::try_from(sign * tour.value(*state)).expect("sums are small")).collect()
}

/// Paths that together are all tours.
pub(super) struct Cases {
    /// Where they start and end.
    pub(super) ends: Vec<Endpoints>,
    /// The number of tours that each path stands for; all of them have one sum.
    pub(super) times: usize,
}

/// Closed tours are open tours that end next to their start. Each start cell is a case of its own, and for a restored orientation each
/// start.
pub(super) fn cases(puzzle: &DieTour, tour: &Numbered) -> Cases {
    if !puzzle.closed {
        return Cases { ends: vec![tour.endpoints.clone()], times: 1 };
    }
    let graph = &tour.graph;
    let cells = puzzle.start_cells();
    // A restored tour can be started at any of its cells, if the die may be in any orientation there.
    let turns = puzzle.restore_orientation && puzzle.start_dice.len() == ORIENTATIONS;
    let (cells, times) = if turns { (&cells[..1], cells.len()) } else { (&cells[..], 1) };
    let dice: Vec<&[Die]> =
        if puzzle.restore_orientation { puzzle.start_dice.chunks(1).collect() } else { vec![&puzzle.start_dice[..]] };
    let starts = cells.iter().flat_map(|&cell| dice.iter().map(move |&dice| (cell, dice)));
    let ends = starts
        .map(|(cell, dice)| Endpoints { start: Terminal::new(graph, Some(cell), dice), ..tour.endpoints.clone() })
        .collect();
    Cases { ends, times }
}

/// The best tour of one cell, which is not a path between two ends. The puzzle has no obstacle.
pub(super) fn single(puzzle: &DieTour, tour: &Numbered) -> Option<Tour> {
    let sign = sign(puzzle);
    let states = tour.endpoints.start.states(&tour.graph).filter(|&state| tour.endpoints.goal.contains(state));
    let with_total = states.filter(|&state| puzzle.total.is_none_or(|total| tour.value(state) == total));
    Some(tour.tour(with_total.max_by_key(|&state| sign * tour.value(state))?, &[]))
}

/// How many tours the best paths of some cases stand for; each path stands for `times` tours.
pub(super) fn best_count(known: &search::Cases<Counted>, times: usize) -> Count<Endless<Tour>> {
    let objective = known.best().map(|(sum, _)| *sum);
    let solutions = known.best().map_or(BigUint::ZERO, |(_, best)| best.ways.clone()) * times;
    let extent = known.stop().map_or(Extent::All, |stop| Extent::Stopped(stop.clone()));
    Count { objective, ..Count::new(solutions, extent) }
}

/// From the results of cases to the result of the search.
pub(super) fn searched(known: search::Cases<Tour>) -> Searched<Tour> {
    let (nodes, incumbents) = (known.states(), known.incumbents().to_vec());
    Searched { incumbents, ..Searched::new(known.verdict(|tour| tour), nodes) }
}
