//! `time-indexed`: a flow of one unit through layers of (cell, orientation), one layer a roll.
//!
//! Sets: layers t ∈ 0..=T of the states u = (c, o) that exactly t rolls from a start state lead to, c ∈ 0..C, o ∈ 0..24. The
//! horizon T is long enough for a shortest path: on the plane D + 6 with D the Manhattan distance; on a board 12·C − 1 for a
//! fixed start (each state at most once, and parity leaves 12 orientations a cell), 24·C − 1 for a free one.
//!
//! Variables, all in {0, 1}: `s[u]` the path starts in u; `a[t,u,d]` roll t leads from u in direction d; `z[t,u]` it ends in u,
//! a goal state, after t rolls.
//!
//! ```text
//! min  Σ a[t,u,d]
//! (1)  Σ_u s[u] = 1
//! (2)  what enters u in layer t = what leaves it + z[t,u]      each layer t, state u; s[u] enters layer 0
//! ```
//! Size: at most 96·C·T + 24·(T + 2) variables: many times the static flow's, for nothing but the comparison.

use std::collections::{BTreeMap, BTreeSet};

use super::region::{self, Region, State};
use super::{DiePath, Route, one_die};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Sense, Var};
use crate::puzzle::{Encoding, Formulation};

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "time-indexed",
    "a flow through layers of (cell, orientation) up to a horizon that is proved long enough",
    |puzzle: &DiePath, _| {
        let horizon = horizon(puzzle);
        (96 * region::size(puzzle)).saturating_mul(horizon) + 24 * (horizon + 2)
    },
    |puzzle, _| build(puzzle).into(),
)
.fitting(one_die);

/// Enough rolls for a shortest path.
fn horizon(puzzle: &DiePath) -> u128 {
    if let Some(board) = &puzzle.board {
        let orientations = if puzzle.runners[0].start_dice.len() == 1 { 12 } else { 24 };
        return orientations * board.free_cells().count() as u128 - 1;
    }
    let distance = puzzle.runners[0].start.x.abs_diff(puzzle.runners[0].goal.x)
        + puzzle.runners[0].start.y.abs_diff(puzzle.runners[0].goal.y);
    u128::from(distance) + 6
}

/// The variables: starts, and for each roll its arcs by tail and direction.
struct Vars {
    starts: BTreeMap<State, Var>,
    rolls: Vec<BTreeMap<(State, usize), Var>>,
}

fn build(puzzle: &DiePath) -> Formulation<Route> {
    let region = Region::new(puzzle);
    let goals: BTreeSet<State> = region.goals[0].iter().copied().collect();
    let mut model = Model::new("die-path");
    let starts: BTreeMap<State, Var> =
        region.starts[0].iter().map(|&(c, o)| ((c, o), model.binary(format!("s_c{c}_o{o}")))).collect();
    model.block("(1) the path starts once");
    model.add("one_start", Linear::sum(starts.values().copied()).equals(1));
    model.block("(2) what enters a state leaves it, or the path ends there");
    let mut entering: BTreeMap<State, Linear> = starts.iter().map(|(&state, &var)| (state, var.into())).collect();
    let mut rolls = Vec::new();
    let mut length = Linear::new();
    for t in 0..=horizon(puzzle) {
        let mut next: BTreeMap<State, Linear> = BTreeMap::new();
        let mut arcs = BTreeMap::new();
        for ((c, o), mut balance) in std::mem::take(&mut entering) {
            if goals.contains(&(c, o)) {
                balance.push(-1, model.binary(format!("z_t{t}_c{c}_o{o}")));
            }
            for direction in Direction::ALL.into_iter().filter(|_| t < horizon(puzzle)) {
                let Some(head) = region.roll(0, (c, o), direction) else { continue };
                let arc = model.binary(format!("a_t{t}_c{c}_o{o}_{}", direction.letter()));
                balance.push(-1, arc);
                length.push(1, arc);
                next.entry(head).or_default().push(1, arc);
                arcs.insert(((c, o), direction.index()), arc);
            }
            model.add(format!("pass_t{t}_c{c}_o{o}"), balance.equals(0));
        }
        entering = next;
        rolls.push(arcs);
    }
    model.set_objective(Sense::Minimize, length);
    let vars = Vars { starts, rolls };
    Formulation::new(model, Box::new(move |assignment| decode(&region, &vars, assignment)))
}

fn decode(region: &Region, vars: &Vars, assignment: &Assignment) -> Result<Route, String> {
    let start = vars.starts.iter().find(|(_, var)| assignment[**var] == 1).map(|(&state, _)| state);
    let mut here = start.ok_or("the path has no start")?;
    let mut rolls = Vec::new();
    for arcs in &vars.rolls {
        let used = |d: &Direction| arcs.get(&(here, d.index())).is_some_and(|&arc| assignment[arc] == 1);
        let Some(direction) = Direction::ALL.into_iter().find(used) else { break };
        here = region.roll(0, here, direction).ok_or("an arc leaves the board")?;
        rolls.push(direction);
    }
    Ok(Route::of_rolls(rolls))
}
