//! `state-flow`: a minimum-cost flow of one unit on the graph of states.
//!
//! Sets: states u that moves reach from the start and that lead to the goal. A state is u = (c, o), c ∈ 0..C the free cells, of which u is the south-west one that the box covers,
//! o ∈ 0..P the orders of its sizes along x, y and z: P is 1, 3 or 6 where all, two or none of the sizes are equal; with bridges also the
//! open ones, b; of a box that is split the cells (c, e) of its two cubes in place of (c, o).
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the path starts in u, the start;
//! `a[u,d]` a move leads from u in direction d, a small letter for the second cube; `z[u]` it ends in u, a goal.
//!
//! ```text
//! min  Σ a[u,d]
//! (1)  s[u] = 1                                           u the start
//! (2)  s[u] + Σ a into u = z[u] + Σ a out of u            each state u
//! (3)  Σ z[u] = 1                                         u a goal: the box is there, however the bridges are
//! ```
//! (3) is the sum of the others, but where the goal is not reached it has no variables: solvers that propagate see at once that there
//! is no path. Size: at most 4·P·C + 2 variables, P·C + 2 rows where the floor does nothing; otherwise as many as moves are reached.

use std::sync::Arc;

use super::maze::shapes;
use super::maze::{Maze, Reached, Until};
use super::{BlockMaze, Tips};
use tumble_model::model::{Model, Sense};
use tumble_puzzles::puzzle::{Encoding, Formulation, Has};
use tumble_rolling::{Rolls as _, StaticFlow};

pub(super) const ENCODING: Encoding<BlockMaze> = Encoding::new(
    "state-flow",
    "minimum-cost flow on the graph of placements: its LP relaxation is integral",
    |puzzle: &BlockMaze, _| size(puzzle),
    |puzzle, _, model| build(puzzle, model).into(),
)
.with_tight_relaxation()
.ranked(|_, _| 2);

fn size(puzzle: &BlockMaze) -> u128 {
    if puzzle.floor.is_plain() {
        return 4 * (shapes(puzzle.start.size).len() * puzzle.board.free_cells().count()) as u128 + 2;
    }
    // Each state is one more than a move leads to, and may be an end.
    2 * Reached::number_of_moves(&Maze::new(puzzle)) + 2
}

fn build(puzzle: &BlockMaze, mut model: Model) -> Formulation<Tips> {
    let maze = Maze::new(puzzle);
    let reached = Reached::of(&maze, Until::All);
    let left = reached.moves_left(&maze);
    maze.explain(&mut model);
    model.explain("s_cC_oO_bB", "the path starts on cell C in orientation O, with the bridges B open");
    model.explain("z_cC_oO_bB", "the path ends on cell C in orientation O, with the bridges B open");
    model.explain("a_cC_oO_bB_D", "a tip leads from cell C and orientation O in direction D, with the bridges B open");
    model.explain(
        "a_cC_cE_D",
        "with the cubes on cells C and E, one of them goes in direction D, a small letter for the second",
    );
    model.explain("a_cC_cE_bB_D", "the same, with the bridges B open");
    maze.explain_open(&mut model, reached.states.iter().map(|state| state.open));
    let goals = reached.goals(&maze).into_iter().map(|goal| reached.states[goal as usize]);
    let passed = reached.states.iter().zip(&left).filter(|(_, left)| left.is_some()).map(|(&state, _)| state);
    let start = [maze.start()].into_iter();
    let flow = Arc::new(StaticFlow::of_arcs(start, None, goals, reached.arcs(&left), passed, &mut model));
    model.set_objective(Sense::Minimize, flow.length());
    let read = Arc::clone(&flow);
    let decode = move |assignment: &_| Ok(Tips::new(read.path(assignment)?.1.into_iter().collect()));
    // Moves that lead in a circle are not told from the way that they are apart from.
    Formulation::new(model, Has::AllBest, Box::new(decode))
        .with_distinguish(Box::new(move |model| flow.distinguish(model)))
}
