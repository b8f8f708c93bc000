//! The rules, by replay: every press switches the lights at distance 0 and 1.

use std::collections::BTreeSet;

use tumble::geometry::Cell;

use super::{LightsOut, Presses};

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// There is no such light.
    #[error("{0} is not on the board")]
    OffBoard(Cell),
    /// A second press undoes the first.
    #[error("{0} is pressed twice")]
    Twice(Cell),
    /// A light is still on.
    #[error("the light at {0} is on at the end")]
    Lit(Cell),
    /// The solution miscounts its presses.
    #[error("the solution counts {counted} presses, but there are {found}")]
    Count {
        /// What the solution states.
        counted: usize,
        /// The presses in its list.
        found: usize,
    },
}

/// Replays the presses and returns their number.
pub(super) fn verify(puzzle: &LightsOut, solution: &Presses) -> Result<i64, Breach> {
    let mut pressed = BTreeSet::new();
    for &cell in &solution.presses {
        if !puzzle.board.contains(cell) {
            return Err(Breach::OffBoard(cell));
        }
        if !pressed.insert(cell) {
            return Err(Breach::Twice(cell));
        }
    }
    for (i, &lit) in puzzle.lit.iter().enumerate() {
        let light = puzzle.board.cell(i);
        let near = |cell: &&Cell| light.x.abs_diff(cell.x) + light.y.abs_diff(cell.y) <= 1;
        let presses = solution.presses.iter().filter(near).count();
        if lit == (presses % 2 == 0) {
            return Err(Breach::Lit(light));
        }
    }
    let (counted, found) = (solution.count, solution.presses.len());
    if counted == found { Ok(found as i64) } else { Err(Breach::Count { counted, found }) }
}
