//! `time-expanded`: a flow of one unit through layers of (cell, orientation), one layer per roll.
//!
//! A staged encoding, for the fewest rolls: a model covers the paths of L to T rolls, with L = T in a run; T increases by 2, because every
//! roll changes the colour of the cell, or by 1 if any cell may be the goal, from the distance of the two cells over free cells, in a round
//! trip from 2. Longer paths are over a wider box of the plane (`region.rs`). No shortest path is longer than D + 6 on the plane, with D the
//! Manhattan distance (`docs/plane.md`, theorem 1), or on a board than R − 1, with R the number of states that rolls reach from the
//! start states: a shortest path comes to each at most once, a round
//! trip to its start twice.
//!
//! Sets: layers t ∈ 0..=T of the states u = (c, o) that are reachable in exactly t rolls from a start state, c ∈ 0..C, o ∈ 0..24, and
//! whose cell is at most T − t steps over free cells from the goal cell.
//!
//! Variables, all in {0, 1}: `s[u]` the path starts in u; `a[t,u,d]` roll t leads from u in direction d; `z[t,u]` it ends in u,
//! a goal state, after t rolls, L ≤ t ≤ T.
//!
//! ```text
//! min  T − Σ (T − t) z[t,u]
//! (1)  Σ_u s[u] = 1
//! (2)  inflow of u in layer t = outflow of u + z[t,u]          each layer t, state u; the inflow in layer 0 is s[u]
//! (3)  Σ z[t,u] = 1
//! ```
//! (3) follows from the others, but at a horizon without a path it has no variables: the solver sees that without adding rows up.
//!
//! Size: at most 48·(C + 1)·T + 24·(T + 2) variables: a layer has cells of one colour, or orientations of one class on each.

use std::num::Saturating;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::region::{self, Region};
use super::{DiePath, Route, one_die};
use tumble_model::model::{MAX_VARIABLES, Model, Var};
use tumble_puzzles::puzzle::{Alias, Encoded, Encoding, Formulation, Has, Horizons};
use tumble_rolling::{LayeredFlow, State, chosen};

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "time-expanded",
    "a flow through layers of (cell, orientation), one per roll; one horizon after another",
    |puzzle: &DiePath, _| first_size(puzzle),
    |puzzle, _, model| build(puzzle, model),
)
.fitting(|puzzle| match puzzle.sum {
    Some(_) => Err("it finds the fewest rolls, not the best sum"),
    None => one_die(puzzle),
})
.staged()
// Solvers that propagate see which rolls of a layer lead to the goal; in the static flow they see nothing before they add rows up.
.ranked(|puzzle, capabilities| if capabilities.half_reified && first_size(puzzle) <= MAX_VARIABLES { 3 } else { 1 })
.with_aliases(&[Alias {
    name: "time-indexed",
    why: "its former name; die-tour has the same formulation as time-expanded",
}]);

/// An upper bound on the number of variables, for C cells.
fn size(cells: u128, horizon: u64) -> u128 {
    // On the plane both may have sixteen digits.
    let (cells, steps) = (Saturating(cells), Saturating(u128::from(horizon)));
    (Saturating(48) * (cells + Saturating(1)) * steps + Saturating(24) * (steps + Saturating(2))).0
}

fn first_size(puzzle: &DiePath) -> u128 {
    size(region::size(puzzle, 0), manhattan(puzzle))
}

fn manhattan(puzzle: &DiePath) -> u64 {
    let runner = &puzzle.runners[0];
    runner.goal.map_or(0, |goal| runner.start.x.abs_diff(goal.x) + runner.start.y.abs_diff(goal.y))
}

/// How much longer than the Manhattan distance of its ends a shortest path on the plane may be.
const MOST_DETOUR: u64 = 6;

/// A die and its cells.
struct Ways {
    puzzle: DiePath,
    region: Region,
    /// By cell, the fewest steps over free cells to the goal cell.
    left: Vec<Option<u64>>,
}

impl Ways {
    /// For paths of up to so many rolls more than a shortest one may have.
    fn new(puzzle: &DiePath, more: u64) -> Self {
        let region = Region::of_one(puzzle, more);
        let cells = region.graph.cells();
        let left = puzzle.runners[0].goal.map_or_else(|| vec![Some(0); cells.len()], |goal| cells.steps_to(goal));
        Self { puzzle: puzzle.clone(), region, left }
    }

    /// A lower bound on the length; `None`: the goal cell is out of reach.
    fn at_least(&self) -> Option<u64> {
        // All starts are on one cell.
        let distance = self.left[self.region.starts.first()?.cell()]?;
        Some(if self.puzzle.is_round_trip { 2 } else { distance })
    }

    /// An upper bound on the length of a shortest path; `None`: no rolls, however many, lead to a goal state.
    fn at_most(&self) -> Option<u64> {
        if self.puzzle.board.is_none() {
            return Some(manhattan(&self.puzzle).saturating_add(MOST_DETOUR));
        }
        let Region { graph, starts, goals } = &self.region;
        let reached = graph.reached(starts.iter().copied(), |_| true);
        let again = u64::from(self.puzzle.is_round_trip);
        goals.iter().any(|&goal| reached.contains(goal)).then(|| reached.iter().count() as u64 - 1 + again)
    }
}

fn build(puzzle: &DiePath, empty: Model) -> Encoded<Route> {
    let ways = Arc::new(Ways::new(puzzle, 0));
    let Some((at_least, at_most)) = ways.at_least().zip(ways.at_most()) else {
        return Encoded::Infeasible("no rolls lead to a goal state");
    };
    // On the plane longer paths lead farther away.
    let most = manhattan(puzzle).saturating_add(MOST_DETOUR);
    let (sized, puzzle) = (puzzle.clone(), puzzle.clone());
    let ways_of = move |horizon: u64| match horizon.saturating_sub(most) {
        more if more > 0 && puzzle.board.is_none() => Arc::new(Ways::new(&puzzle, more)),
        _ => Arc::clone(&ways),
    };
    Encoded::Staged(Horizons {
        encoding: ENCODING.name(),
        empty,
        at_least,
        step: if sized.runners[0].goal.is_some() { 2 } else { 1 },
        at_most,
        size: Box::new(move |horizon, _| size(region::size(&sized, horizon.saturating_sub(most)), horizon)),
        model: Box::new(move |lengths, _, empty| model(&ways_of(*lengths.end()), &lengths, empty)),
    })
}

fn model(ways: &Arc<Ways>, lengths: &RangeInclusive<u64>, mut model: Model) -> Formulation<Route> {
    let Region { graph, starts, goals } = &ways.region;
    model.explain("s_cC_oO", "the path starts on cell C in orientation O");
    model.explain("z_tT_cC_oO", "the path ends after T rolls on cell C in orientation O");
    let starts: Vec<(State, Var)> = starts.iter().map(|&state| (state, model.binary(format!("s_{state}")))).collect();
    let may_enter = |state: State, left| ways.left[state.cell()].is_some_and(|steps| steps <= left);
    let is_goal = |state| goals.binary_search(&state).is_ok();
    let flow = LayeredFlow::of_lengths(graph, &starts, lengths, may_enter, is_goal, &mut model);
    let distinct: Vec<Var> = starts.iter().map(|&(_, start)| start).chain(flow.variables()).collect();
    let ways = Arc::clone(ways);
    let decode = move |assignment: &_| {
        let start = chosen(&starts, assignment).ok_or("the path has no start")?;
        Ok(ways.region.route(&ways.puzzle, start, flow.path(start, assignment)))
    };
    Formulation::new(model, Has::All, Box::new(decode)).distinguished_by(distinct)
}
