//! `time-expanded`: a flow of one unit through layers of placements, one layer per tip.
//!
//! A staged encoding: a model covers the paths of L to T tips, with L = T in a run. A tip moves the south-west cell that the box covers by
//! at most M cells, all free, with M the largest of its sizes, so T increases from the steps over free cells to that of the goal, divided
//! by M. It increases by 2 where the sizes fix the parity of the length: if they all differ, because every tip swaps two of them; if they
//! are all equal, because every tip moves the box by that many cells. No shortest path is longer than R − 1, with R the number of
//! states that moves reach from the start: a shortest path comes to each at most once. Where the floor does something, T is the number of
//! moves from the start to the goal, up to which the states are explored before; for all solutions of up to T moves, up to T.
//!
//! Sets: layers t ∈ 0..=T of the states u = (c, o) that are reachable in exactly t tips from the start, and whose cell is at most
//! M·(T − t) steps over free cells from that of the goal; c ∈ 0..C the free cells, o the orders of the sizes along x, y and z. Where the
//! floor does something, states have the open bridges, too, and are at most T − t moves from the goal.
//!
//! Variables, all in {0, 1}: `s[u]` the path starts in u, the start; `a[t,u,d]` tip t leads from u in direction d; `z[t,u]` it ends in u,
//! the goal, after t tips, L ≤ t ≤ T.
//!
//! ```text
//! min  T − Σ (T − t) z[t,u]
//! (1)  s[u] = 1                                                u the start
//! (2)  inflow of u in layer t = outflow of u + z[t,u]          each layer t, state u; the inflow in layer 0 is s[u]
//! (3)  Σ z[t,u] = 1
//! ```
//! (3) follows from the others, but at a horizon without a path it has no variables: the solver sees that without adding rows up.
//!
//! Size: at most 12·C·T + T + 2 variables: a layer has at most three of the orders on each cell, of six only the even or the odd ones. Where
//! the floor does something, states that are k − 1 moves out of the way of T moves are in k layers.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::maze::{Bounds, Until, tips_for};
use super::{BlockMaze, Tips};
use tumble_model::model::{MAX_VARIABLES, Model, Var};
use tumble_puzzles::puzzle::{Encoded, Encoding, Formulation, Has, Horizons, Wanted};
use tumble_rolling::LayeredFlow;

pub(super) const ENCODING: Encoding<BlockMaze> = Encoding::new(
    "time-expanded",
    "a flow through layers of placements, one per tip; one horizon after another",
    |puzzle: &BlockMaze, _| first_size(puzzle),
    |puzzle, _, model| build(puzzle, model),
)
.staged()
// As for die paths: solvers that propagate see which tips of a layer lead to the goal.
// Where the floor does something, few states are in a layer, and all of them in the other encoding.
.ranked(|puzzle, capabilities| {
    let is_better = capabilities.half_reified || !puzzle.floor.is_plain();
    if is_better && first_size(puzzle) <= MAX_VARIABLES { 3 } else { 1 }
});

/// An upper bound on the number of variables of the first model. What a floor does is explored only when it is built.
fn first_size(puzzle: &BlockMaze) -> u128 {
    let cells = puzzle.board.free_cells().count() as u128;
    let tips = of_parity(tips_for(puzzle.start.size, distance(puzzle)), parity(puzzle));
    if puzzle.floor.is_plain() { (12 * cells + 1) * u128::from(tips) + 2 } else { 2 }
}

/// The distance of the cells of the start and the goal.
fn distance(puzzle: &BlockMaze) -> u64 {
    let (from, to) = (puzzle.start.cell, puzzle.goal.cell);
    from.x.abs_diff(to.x) + from.y.abs_diff(to.y)
}

/// Whether the number of tips is even (0) or odd (1), where the sizes tell.
fn parity(puzzle: &BlockMaze) -> Option<u64> {
    let (from, to) = (puzzle.start.size, puzzle.goal.size);
    let [a, b, c] = from;
    if a == b && b == c {
        return Some(distance(puzzle) / u64::from(a) % 2);
    }
    let moved = from.iter().zip(to).filter(|&(&before, after)| before != after).count();
    (a != b && b != c && a != c).then_some(u64::from(moved == 2))
}

/// The next number of tips of a parity.
fn of_parity(tips: u64, parity: Option<u64>) -> u64 {
    tips + parity.map_or(0, |parity| (tips + parity) % 2)
}

fn build(puzzle: &BlockMaze, empty: Model) -> Encoded<Tips> {
    let bounds = Arc::new(Bounds::new(puzzle, Until::Goal));
    let Some(lengths) = bounds.lengths.clone() else {
        return Encoded::Infeasible("no tips lead to the goal");
    };
    let parity = parity(puzzle);
    let bounds_of = {
        let (puzzle, at_most) = (puzzle.clone(), *lengths.end());
        move |horizon, wanted| match wanted {
            // Longer paths go through states that are farther away than the goal.
            Wanted::All if horizon > at_most => Arc::new(Bounds::new(&puzzle, Until::Moves(horizon))),
            Wanted::All | Wanted::Shortest => Arc::clone(&bounds),
        }
    };
    let of_size = bounds_of.clone();
    Encoded::Staged(Horizons {
        encoding: ENCODING.name(),
        empty,
        at_least: of_parity(*lengths.start(), parity),
        step: if parity.is_some() { 2 } else { 1 },
        at_most: *lengths.end(),
        size: Box::new(move |horizon, wanted| (of_size(horizon, wanted).size)(horizon).saturating_add(1)),
        model: Box::new(move |lengths, wanted, empty| model(&bounds_of(*lengths.end(), wanted), &lengths, empty)),
    })
}

fn model(bounds: &Bounds, lengths: &RangeInclusive<u64>, mut model: Model) -> Formulation<Tips> {
    let (maze, start) = (&bounds.maze, bounds.maze.start());
    model.explain("s_cC_oO", "the path starts on cell C in orientation O");
    model.explain("s_cC_oO_bB", "the path starts on cell C in orientation O, with the bridges B open");
    model.explain("z_tT_cC_oO", "the path ends after T tips on cell C in orientation O");
    model.explain("z_tT_cC_oO_bB", "the path ends after T moves on cell C in orientation O, with the bridges B open");
    model.explain(
        "a_tT_cC_oO_bB_D",
        "move T tips the box from cell C and orientation O in direction D, with the bridges B open",
    );
    model.explain(
        "a_tT_cC_cE_D",
        "with the cubes on cells C and E, move T takes one in direction D, a small letter for the second",
    );
    model.explain("a_tT_cC_cE_bB_D", "the same, with the bridges B open");
    let starts = [(start, model.binary(format!("s_{start}")))];
    let may_enter = |state, left| (bounds.left)(state).is_some_and(|moves| moves <= left);
    let flow = LayeredFlow::of_lengths(maze, &starts, lengths, may_enter, |state| maze.is_goal(state), &mut model);
    let heads = flow.rolls().iter().flatten().map(|(arc, _)| arc.head.open);
    maze.explain_open(&mut model, heads.chain([start.open]));
    let distinct: Vec<Var> = flow.variables().collect();
    let decode = move |assignment: &_| Ok(Tips::new(flow.path(start, assignment).into_iter().collect()));
    Formulation::new(model, Has::All, Box::new(decode)).distinguished_by(distinct)
}
