//! Light chasing: the presses in the south row determine all others, because once a row is done, a light still on in it can only
//! be switched off from the row to its north. So trying the 2^columns sets of presses in the south row is an exact search.

use tumble::control::{Extent, Request, Stop, Verdict};
use tumble::geometry::Cell;
use tumble::puzzle::{Count, Endless, Searched, Which};

use super::{LightsOut, Presses};

/// What the search found.
struct Chased {
    /// Every solution with the fewest presses, or every solution where all were requested.
    solutions: Vec<Vec<Cell>>,
    /// How many sets of presses in the south row were tried.
    tried: u64,
    stop: Option<Stop>,
}

fn solutions(puzzle: &LightsOut, which: Which, request: &Request<'_>) -> Chased {
    let mut best: Vec<Vec<Cell>> = Vec::new();
    let sets = 1_u32 << puzzle.board.columns();
    for south_row in 0..sets {
        if let Some(stop) = request.control.stop() {
            return Chased { solutions: best, tried: u64::from(south_row), stop: Some(stop) };
        }
        let Some(presses) = chase(puzzle, south_row) else { continue };
        let fewest = best.first().map_or(usize::MAX, Vec::len);
        if which == Which::Best && presses.len() < fewest {
            best.clear();
        }
        let more = match which {
            Which::Best => 0,
            Which::Within(more) => usize::try_from(more).unwrap_or(usize::MAX),
            Which::All => usize::MAX,
        };
        if presses.len() <= fewest.saturating_add(more) {
            best.push(presses);
        }
    }
    Chased { solutions: best, tried: u64::from(sets), stop: None }
}

/// The presses that follow from those of the south row, given as one bit each; `None` if lights in the north row stay on.
fn chase(puzzle: &LightsOut, south_row: u32) -> Option<Vec<Cell>> {
    let (columns, rows) = (puzzle.board.columns(), puzzle.board.rows());
    let mut lit = puzzle.lit.clone();
    let mut presses = Vec::new();
    for (i, cell) in (0..columns * rows).map(|i| (i, puzzle.board.cell(i))) {
        let press = if i < columns { south_row >> i & 1 == 1 } else { lit[i - columns] };
        if press {
            presses.push(cell);
            for index in puzzle.switched(cell).filter_map(|cell| puzzle.board.index(cell)) {
                lit[index] = !lit[index];
            }
        }
    }
    lit.iter().all(|lit| !lit).then_some(presses)
}

pub(super) fn solve(puzzle: &LightsOut, request: &Request<'_>) -> Searched<Presses> {
    let Chased { solutions, tried, stop } = solutions(puzzle, Which::Best, request);
    let verdict = match (solutions.into_iter().next(), stop) {
        (Some(presses), None) => Verdict::Optimal(Presses::new(presses)),
        (Some(presses), Some(stop)) => Verdict::Feasible { solution: Presses::new(presses), bound: None, stop },
        (None, None) => Verdict::Infeasible,
        (None, Some(stop)) => Verdict::Unknown { bound: None, stop },
    };
    Searched::new(verdict, tried)
}

pub(super) fn count(puzzle: &LightsOut, which: Which, request: &Request<'_>) -> Count<Endless<Presses>> {
    let Chased { solutions, stop, .. } = solutions(puzzle, which, request);
    let fewest = solutions.first().map(|presses| presses.len() as i64);
    let extent = stop.map_or(Extent::All, Extent::Stopped);
    Count { objective: fewest.filter(|_| which == Which::Best), ..Count::new(solutions.len(), extent) }
}
