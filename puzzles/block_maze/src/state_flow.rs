//! `state-flow`: a minimum-cost flow of one unit on the graph of placements.
//!
//! Sets: states u = (c, o) that tips reach from the start and that lead to the goal, c ∈ 0..C the free cells, of which u is the south-west one that the box covers,
//! o ∈ 0..P the orders of its sizes along x, y and z: P is 1, 3 or 6 where all, two or none of the sizes are equal.
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the path starts in u, the start;
//! `a[u,d]` the box tips from u in direction d; `z[u]` it ends in u, the goal.
//!
//! ```text
//! min  Σ a[u,d]
//! (1)  s[u] = 1                                           u the start
//! (2)  s[u] + Σ a into u = z[u] + Σ a out of u            each state u
//! (3)  z[u] = 1                                           u the goal
//! ```
//! (3) is the sum of the others, but where the goal is not reached it has no variables: solvers that propagate see at once that there
//! is no path. Size: at most 4·P·C + 2 variables, P·C + 2 rows.

use std::sync::Arc;

use super::placements::{Placements, shapes};
use super::{BlockMaze, Tips};
use tumble_model::model::{Model, Sense};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{Encoding, Formulation};
use tumble_rolling::StaticFlow;

pub(super) const ENCODING: Encoding<BlockMaze> = Encoding::new(
    "state-flow",
    "minimum-cost flow on the graph of placements: its LP relaxation is integral",
    |puzzle: &BlockMaze, _| 4 * (shapes(puzzle.start.size).len() * puzzle.board.free_cells().count()) as u128 + 2,
    |puzzle, _, model| build(puzzle, model).into(),
)
.with_tight_relaxation()
.ranked(|_, _| 2);

fn build(puzzle: &BlockMaze, mut model: Model) -> Formulation<Tips> {
    let Placements { graph, start, goal, .. } = Placements::new(puzzle);
    let flow = Arc::new(StaticFlow::new(&graph, [&[start], &[goal]], false, &mut model));
    model.set_objective(Sense::Minimize, flow.length());
    let read = Arc::clone(&flow);
    let decode = move |assignment: &_| {
        let (_, tips) = read.path(assignment)?;
        Ok(Tips::new(tips.into_iter().map(Direction::letter).collect()))
    };
    Formulation::new(model, Box::new(decode)).with_distinguish(Box::new(move |model| flow.distinguish(model)))
}
