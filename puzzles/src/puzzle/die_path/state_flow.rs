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
//! (3)  Σ_u z[u] = 1
//! ```
//! (3) is the sum of the others, but where no goal state is reachable it has no variables: solvers that propagate see at once that there
//! is no path. Size: at most 96·C + 48 variables, 24·C + 2 rows.

use std::collections::{BTreeMap, VecDeque};

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
.with_tight_relaxation()
.ranked(|_, _| 2);

/// The variables that a path is read from.
struct Vars {
    starts: Vec<(State, Var)>,
    ends: Vec<(State, Var)>,
    arcs: Vec<(RollArc, Var)>,
}

fn build(puzzle: &DiePath) -> Formulation<Route> {
    let region = Region::of_one(puzzle);
    let Region { graph, starts, goals } = &region;
    let mut model = Model::new("die-path");
    graph.explain(&mut model);
    model.explain("s_cC_oO", "the path starts on cell C in orientation O");
    model.explain("z_cC_oO", "the path ends on cell C in orientation O");
    model.explain("a_cC_oO_D", "the die rolls from cell C and orientation O in direction D");
    let mut flag = |name: String| model.implied_integer(name, 0..=1);
    let reached = graph.reached(starts.iter().copied(), |_| true);
    let starts: Vec<(State, Var)> = starts.iter().map(|&state| (state, flag(format!("s_{state}")))).collect();
    let ends = goals.iter().copied().filter(|&state| reached.contains(state));
    let ends: Vec<(State, Var)> = ends.map(|state| (state, flag(format!("z_{state}")))).collect();
    let arcs = reached.iter().flat_map(|state| graph.rolls_from(state));
    let arcs: Vec<(RollArc, Var)> = arcs.map(|arc| (arc, flag(format!("a_{arc}")))).collect();
    let mut balance: BTreeMap<State, Linear> = reached.iter().map(|state| (state, Linear::new())).collect();
    let entering = arcs.iter().map(|&(arc, var)| (arc.head, var)).chain(starts.iter().copied());
    let leaving = arcs.iter().map(|&(arc, var)| (arc.tail, var)).chain(ends.iter().copied());
    for (state, times, var) in entering.map(|(u, var)| (u, 1, var)).chain(leaving.map(|(u, var)| (u, -1, var))) {
        balance.entry(state).or_default().push(times, var);
    }
    model.block("(1) the path starts once");
    model.add("one_start", Linear::sum(starts.iter().map(|&(_, var)| var)).equals(1));
    model.block("(2) what enters a state leaves it");
    for (state, sum) in balance {
        model.add(format!("pass_{state}"), sum.equals(0));
    }
    model.block("(3) the path ends once");
    model.add("one_end", Linear::sum(ends.iter().map(|&(_, var)| var)).equals(1));
    model.set_objective(Sense::Minimize, Linear::sum(arcs.iter().map(|&(_, var)| var)));
    let vars = Vars { starts, ends, arcs };
    let distinct: Vec<Var> =
        vars.starts.iter().map(|&(_, var)| var).chain(vars.arcs.iter().map(|&(_, var)| var)).collect();
    let puzzle = puzzle.clone();
    let decode = move |assignment: &_| {
        let (start, rolls) = decode(&vars, assignment)?;
        Ok(Route::of_rolls(rolls).with_starts(&puzzle, vec![region.start(start)]))
    };
    Formulation::new(model, Box::new(decode)).with_distinguish(Box::new(
        // Rows that exclude a path have fractional solutions.
        move |model| {
            for &var in &distinct {
                model.require_integer(var);
            }
            distinct.iter().map(|&var| var.into()).collect()
        },
    ))
}

/// The start and the rolls of a shortest path over the used arcs. The best flow is a path; others also have cycles.
fn decode(vars: &Vars, assignment: &Assignment) -> Result<(State, Vec<Direction>), String> {
    let start = chosen(&vars.starts, assignment).ok_or("the path has no start")?;
    let end = chosen(&vars.ends, assignment).ok_or("the path has no end")?;
    let mut leaving: BTreeMap<State, Vec<RollArc>> = BTreeMap::new();
    for &(arc, _) in vars.arcs.iter().filter(|&&(_, var)| assignment[var] == 1) {
        leaving.entry(arc.tail).or_default().push(arc);
    }
    // By state: the arc on which the search first came to it.
    let mut entered: BTreeMap<State, RollArc> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        for arc in leaving.remove(&state).into_iter().flatten() {
            if arc.head != start && !entered.contains_key(&arc.head) {
                entered.insert(arc.head, arc);
                open.push_back(arc.head);
            }
        }
    }
    let mut rolls: Vec<Direction> = Vec::new();
    let mut here = end;
    while here != start {
        let arc = entered.get(&here).ok_or("the flow does not reach its end")?;
        rolls.push(arc.direction);
        here = arc.tail;
    }
    rolls.reverse();
    Ok((start, rolls))
}
