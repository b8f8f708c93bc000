//! `state-flow`: a minimum-cost flow of one unit on the graph of (cell, orientation).
//!
//! Sets: states u = (c, o) that rolls from a start state reach, c ∈ 0..C over the board, or on the plane over a box that holds
//! a shortest path (see `region.rs`), o ∈ 0..24.
//!
//! Variables, in 0..=1, all of which may be continuous because the rows are a network matrix: `s[u]` the path starts in u, a
//! start state; `a[u,d]` the die rolls from u in direction d; `z[u]` it ends in u, a goal state.
//!
//! ```text
//! min  Σ a[u,d]
//! (1)  Σ_u s[u] = 1
//! (2)  s[u] + what enters u = z[u] + what leaves u        each state u
//! ```
//! Size: at most 96·C + 48 variables, 24·C + 1 rows.

use std::collections::{BTreeMap, BTreeSet};

use super::region::{self, Region, State};
use super::{DiePath, Route, one_die};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Sense, Var};
use crate::puzzle::{Encoding, Formulation};

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "state-flow",
    "minimum-cost flow on the graph of (cell, orientation): its LP relaxation is integral",
    |puzzle: &DiePath, _| 96 * region::size(puzzle) + 48,
    |puzzle, _| build(puzzle).into(),
)
.fitting(one_die)
.ranked(|_, _| 2);

fn build(puzzle: &DiePath) -> Formulation<Route> {
    let region = Region::new(puzzle);
    let mut model = Model::new("die-path");
    let flag = |model: &mut Model, name: String| model.implied_integer(name, 0..=1);
    let reached = reached(&region);
    let mut balance: BTreeMap<State, Linear> = reached.iter().map(|&state| (state, Linear::new())).collect();
    let mut starts = Linear::new();
    for &(c, o) in &region.starts[0] {
        let start = flag(&mut model, format!("s_c{c}_o{o}"));
        starts.push(1, start);
        balance.entry((c, o)).or_default().push(1, start);
    }
    for &(c, o) in region.goals[0].iter().filter(|state| reached.contains(state)) {
        let end = flag(&mut model, format!("z_c{c}_o{o}"));
        balance.entry((c, o)).or_default().push(-1, end);
    }
    let mut arcs: BTreeMap<(State, usize), Var> = BTreeMap::new();
    for &(c, o) in &reached {
        for direction in Direction::ALL {
            let Some(head) = region.roll(0, (c, o), direction) else { continue };
            let arc = flag(&mut model, format!("a_c{c}_o{o}_{}", direction.letter()));
            balance.entry((c, o)).or_default().push(-1, arc);
            balance.entry(head).or_default().push(1, arc);
            arcs.insert(((c, o), direction.index()), arc);
        }
    }
    model.block("(1) the path starts once");
    model.add("one_start", starts.equals(1));
    model.block("(2) what enters a state leaves it");
    for ((c, o), sum) in balance {
        model.add(format!("pass_c{c}_o{o}"), sum.equals(0));
    }
    model.set_objective(Sense::Minimize, Linear::sum(arcs.values().copied()));
    let first = region.starts[0].iter().zip(0..).map(|(&state, i)| (state, Var::from_index(i))).collect();
    Formulation::new(model, Box::new(move |assignment| decode(&region, &first, &arcs, assignment)))
}

/// The states that rolls from a start lead to.
fn reached(region: &Region) -> BTreeSet<State> {
    let mut reached: BTreeSet<State> = region.starts[0].iter().copied().collect();
    let mut open = region.starts[0].clone();
    while let Some(state) = open.pop() {
        open.extend(
            Direction::ALL.into_iter().filter_map(|d| region.roll(0, state, d)).filter(|&head| reached.insert(head)),
        );
    }
    reached
}

/// Follows the used arcs from the start.
fn decode(
    region: &Region,
    starts: &BTreeMap<State, Var>,
    arcs: &BTreeMap<(State, usize), Var>,
    assignment: &Assignment,
) -> Result<Route, String> {
    let start = starts.iter().find(|(_, var)| assignment[**var] == 1).map(|(&state, _)| state);
    let mut here = start.ok_or("the path has no start")?;
    let mut rolls = Vec::new();
    let used = |here: State| {
        Direction::ALL.into_iter().find(|d| arcs.get(&(here, d.index())).is_some_and(|&arc| assignment[arc] == 1))
    };
    while let Some(direction) = used(here) {
        here = region.roll(0, here, direction).ok_or("an arc leaves the board")?;
        rolls.push(direction);
        if rolls.len() > arcs.len() {
            return Err("the arcs run in a circle".into());
        }
    }
    Ok(Route::of_rolls(rolls))
}
