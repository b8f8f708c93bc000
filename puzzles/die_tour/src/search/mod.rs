//! Direct search for die tours, and the methods that take bounds from linear programs.
//!
//! | file | what |
//! |---|---|
//! | `depth_first.rs`, `grid.rs` | depth-first search on bit boards |
//! | `lines.rs` | the best tours of long narrow boards without blocked cells, of any length |
//! | `plain_frontier.rs` | frontier dynamic programming: counts, and the best tours of other long narrow boards |
//! | `lp_frontier.rs` | frontier dynamic programming with bounds from linear programs |
//! | `beam.rs` | a good tour, soon: a beam of paths |

pub(super) mod beam;
pub(super) mod depth_first;
mod grid;
mod lines;
mod lp_frontier;
mod plain_frontier;

use super::{DieTour, Tour};
use tumble_model::control::{Request, Verdict};
use tumble_model::model::Sense;
use tumble_puzzles::puzzle::{Count, Endless, Puzzle as _, Search, Searched, Which};

/// The most cells of a board for the searches that remember which of them are visited, and for linear programs: the widest bit board.
const MAX_CELLS: usize = 1024;

pub(super) const SEARCHES: &[Search<DieTour>] = &[
    Search::direct(
        |puzzle, means| Ok(solve(puzzle, means.request)),
        |puzzle, which, means| Ok(count(puzzle, which, means.request)),
    )
    .listing(|puzzle, within, found, means| Ok(depth_first::list(puzzle, within, found, means.request)))
    .fitting(|puzzle, _| Ok(if is_fast(puzzle) { 2 } else { 0 })),
    lp_frontier::BY_PROGRAMS,
];

/// Boards of up to so many cells are searched depth first in a moment.
const FEW_CELLS: usize = 64;

/// Whether the direct search needs no bounds from linear programs.
fn is_fast(puzzle: &DieTour) -> bool {
    puzzle.board.free_cells().count() <= FEW_CELLS || lines::solves(puzzle) || plain_frontier::solves(puzzle)
}

pub(crate) fn solve(puzzle: &DieTour, request: &Request<'_>) -> Searched<Tour> {
    if lines::solves(puzzle) {
        lines::solve(puzzle, request)
    } else if plain_frontier::solves(puzzle) {
        plain_frontier::solve(puzzle, request)
    } else if let Some(stop) = lines::stop(puzzle) {
        Searched::new(Verdict::Unknown { bound: None, stop }, 0)
    } else {
        depth_first::solve(puzzle, request)
    }
}

pub(super) fn count(puzzle: &DieTour, which: Which, request: &Request<'_>) -> Count<Endless<Tour>> {
    if let (Which::Within(less), Some(sense)) = (which, puzzle.sense()) {
        return count_within(puzzle, (sense, less), request);
    }
    if plain_frontier::counts(puzzle, which) {
        plain_frontier::count(puzzle, which, request)
    } else {
        depth_first::count(puzzle, which, request)
    }
}

/// Counts the tours of each sum from the best one on: tours of a sum are those that require it.
fn count_within(puzzle: &DieTour, (sense, less): (Sense, u64), request: &Request<'_>) -> Count<Endless<Tour>> {
    let mut counted = count(puzzle, Which::Best, request);
    let Some(best) = counted.objective.filter(|_| counted.extent.is_all()) else { return counted };
    counted.by_objective.push((best, counted.solutions.clone()));
    for (sum, wanted) in depth_first::by_sum(puzzle, sense, best, less).skip(1) {
        let of_sum = count(&wanted, Which::All, request);
        counted.solutions += &of_sum.solutions;
        counted.by_objective.push((sum, of_sum.solutions));
        if !of_sum.extent.is_all() {
            counted.extent = of_sum.extent;
            break;
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Objective;
    use tumble_model::control::Stop;
    use tumble_puzzles::geometry::{Board, Cell};

    #[test]
    fn boards_that_no_search_takes_end_at_once_at_a_limit() {
        let request = Request::unlimited();
        for ((columns, rows), objective) in [((1000, 1000), Objective::Max), ((40, 40), Objective::Any)] {
            let board = Board::new(columns, rows, &[Cell::new(3, 3), Cell::new(3, 4)]).unwrap();
            let puzzle = DieTour::from_corner(board, objective);
            let is_limit = |stop: &Stop| matches!(stop, Stop::CellLimit { limit: 1024, .. });
            match solve(&puzzle, &request).verdict {
                Verdict::Unknown { bound: None, stop } => assert!(is_limit(&stop), "{stop}"),
                verdict => panic!("{verdict:?}"),
            }
            assert!(count(&puzzle, Which::Best, &request).extent.stop().is_some_and(is_limit));
            assert!(depth_first::list(&puzzle, 0, &mut |_, _| panic!(), &request).extent.stop().is_some_and(is_limit));
        }
    }
}
