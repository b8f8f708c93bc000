//! `state-flow`: a minimum-cost flow of one unit on the graph of (cell, orientation).
//!
//! Sets: states u = (c, o) that are reachable by rolls from a start state, c ∈ 0..C over the board, or on the plane over a box that holds
//! a shortest path (see `region.rs`), o ∈ 0..24.
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the path starts in u, a
//! start state; `a[u,d]` the die rolls from u in direction d; `z[u]` it ends in u, a goal state.
//!
//! ```text
//! min  Σ a[u,d]
//! (1)  Σ_u s[u] = 1
//! (2)  s[u] + Σ a into u = z[u] + Σ a out of u            each state u
//! ```
//! Size: at most 96·C + 48 variables, 24·C + 1 rows.

use std::collections::BTreeMap;

use super::region::{self, Region};
use super::{DiePath, Route, one_die};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Sense, Var};
use crate::puzzle::{Encoding, Formulation};
use crate::rolling::{RollArc, State, chosen};

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "state-flow",
    "minimum-cost flow on the graph of (cell, orientation): its LP relaxation is integral",
    |puzzle: &DiePath, _| 96 * region::size(puzzle) + 48,
    |puzzle, _| build(puzzle).into(),
)
.fitting(one_die)
.ranked(|_, _| 2);

/// The variables that a path is read from.
struct Vars {
    starts: Vec<(State, Var)>,
    arcs: Vec<(RollArc, Var)>,
}

fn build(puzzle: &DiePath) -> Formulation<Route> {
    let Region { graph, starts, goals } = Region::of_one(puzzle);
    let mut model = Model::new("die-path");
    graph.explain(&mut model);
    model.explain("s_cC_oO", "the path starts on cell C in orientation O");
    model.explain("z_cC_oO", "the path ends on cell C in orientation O");
    model.explain("a_cC_oO_D", "the die rolls from cell C and orientation O in direction D");
    let mut flag = |name: String| model.implied_integer(name, 0..=1);
    let reached = graph.reached(starts.iter().copied(), |_| true);
    let starts: Vec<(State, Var)> = starts.into_iter().map(|state| (state, flag(format!("s_{state}")))).collect();
    let ends = goals.into_iter().filter(|&state| reached.contains(state));
    let ends: Vec<(State, Var)> = ends.map(|state| (state, flag(format!("z_{state}")))).collect();
    let arcs = reached.iter().flat_map(|state| graph.rolls_from(state));
    let arcs: Vec<(RollArc, Var)> = arcs.map(|arc| (arc, flag(format!("a_{arc}")))).collect();
    let mut balance: BTreeMap<State, Linear> = reached.iter().map(|state| (state, Linear::new())).collect();
    let entering = arcs.iter().map(|&(arc, var)| (arc.head, var)).chain(starts.iter().copied());
    let leaving = arcs.iter().map(|&(arc, var)| (arc.tail, var)).chain(ends);
    for (state, times, var) in entering.map(|(u, var)| (u, 1, var)).chain(leaving.map(|(u, var)| (u, -1, var))) {
        balance.entry(state).or_default().push(times, var);
    }
    model.block("(1) the path starts once");
    model.add("one_start", Linear::sum(starts.iter().map(|&(_, var)| var)).equals(1));
    model.block("(2) what enters a state leaves it");
    for (state, sum) in balance {
        model.add(format!("pass_{state}"), sum.equals(0));
    }
    model.set_objective(Sense::Minimize, Linear::sum(arcs.iter().map(|&(_, var)| var)));
    let vars = Vars { starts, arcs };
    let distinct: Vec<Var> =
        vars.starts.iter().map(|&(_, var)| var).chain(vars.arcs.iter().map(|&(_, var)| var)).collect();
    Formulation::new(model, Box::new(move |assignment| decode(&vars, assignment))).with_distinguish(Box::new(
        // Rows that exclude a path have fractional solutions.
        move |model| {
            for &var in &distinct {
                model.require_integer(var);
            }
            distinct.iter().map(|&var| var.into()).collect()
        },
    ))
}

/// Follows the used arcs from the start.
fn decode(vars: &Vars, assignment: &Assignment) -> Result<Route, String> {
    let mut here = chosen(&vars.starts, assignment).ok_or("the path has no start")?;
    let used = vars.arcs.iter().filter(|&&(_, var)| assignment[var] == 1);
    let used: BTreeMap<State, RollArc> = used.map(|&(arc, _)| (arc.tail, arc)).collect();
    let mut rolls: Vec<Direction> = Vec::new();
    while let Some(arc) = used.get(&here) {
        here = arc.head;
        rolls.push(arc.direction);
        if rolls.len() > used.len() {
            return Err("the arcs form a cycle".into());
        }
    }
    Ok(Route::of_rolls(rolls))
}
