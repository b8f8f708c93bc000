//! `state-flow`: a minimum-cost flow of one unit on the graph of (cell, orientation).
//!
//! Sets: states u = (c, o) that are reachable by rolls from a start state and, where rolls cannot be undone or there is a sum, lead on to a goal state, c ∈ 0..C over the board, or on the plane over a box that holds
//! a shortest path (see `region.rs`), o ∈ 0..24.
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the path starts in u, a
//! start state; `a[u,d]` the die rolls from u in direction d; `z[u]` it ends in u, a goal state. In a round trip the first roll is
//! `f[u,d]`, from a start state u; s[u] enters nothing then, and f[u,d] the state that it leads to.
//!
//! Costs, from u to v: k[u,d] = 1, k[u] = 0; for a sum k[u,d] is what v counts, and k[u] what u counts.
//!
//! ```text
//! min  Σ k[u,d] (a[u,d] + f[u,d]) + Σ k[u] s[u]        max for a largest sum
//! (1)  Σ_u s[u] = 1
//! (2)  s[u] + Σ a into u = z[u] + Σ a out of u            each state u
//! (3)  Σ_u z[u] = 1
//! (4)  s[u] = Σ_d f[u,d]                                  in a round trip: each start state u
//! ```
//! (3) is the sum of the others, but where no goal state is reachable it has no variables: solvers that propagate see at once that there
//! is no path. Size: with D directions at most 24·C·D + 144 variables, and 24·C more if any cell may be the goal; half of that if the start orientation is fixed; and 24·C + 26 rows.

use std::collections::{BTreeMap, VecDeque};

use super::region::{self, Region};
use super::ways::{Ways, is_too_large_to_tell};
use super::{DiePath, Route, one_die};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Sense, Var};
use crate::puzzle::{Encoding, Formulation};
use crate::rolling::{RollArc, RollGraph, State, StateSet, chosen};

pub(super) const ENCODING: Encoding<DiePath> = Encoding::new(
    "state-flow",
    "minimum-cost flow on the graph of (cell, orientation): its LP relaxation is integral",
    |puzzle: &DiePath, _| size(puzzle),
    |puzzle, _| build(puzzle).into(),
)
.fitting(|puzzle| {
    if is_too_large_to_tell(puzzle) || Ways::has_better_circle(puzzle) {
        Err("a circle of rolls may make the sum better, which a flow takes in any case")
    } else {
        one_die(puzzle)
    }
})
.with_tight_relaxation()
.ranked(|_, _| 2);

/// An upper bound on the number of variables. Rolls change the class of the orientation with the colour of the cell, so that starts of one
/// class reach half of the states of a cell.
fn size(puzzle: &DiePath) -> u128 {
    let free = puzzle.board.as_ref().map(|board| board.free_cells().count() as u128);
    let cells = free.unwrap_or_else(|| region::size(puzzle));
    let dice = &puzzle.runners[0].start_dice;
    let states = if dice.iter().all(|die| die.class() == dice[0].class()) { 12 } else { 24 };
    let ends = if puzzle.runners[0].goal.is_none() { states * cells } else { 24 };
    states * cells * puzzle.directions.len() as u128 + ends + 120
}

/// The variables that a path is read from.
struct Vars {
    starts: Vec<(State, Var)>,
    /// Of a round trip.
    first: Vec<(RollArc, Var)>,
    ends: Vec<(State, Var)>,
    arcs: Vec<(RollArc, Var)>,
}

/// The variables of the flow, with the names that they are explained by.
fn variables(puzzle: &DiePath, region: &Region, model: &mut Model) -> (Vars, StateSet) {
    let Region { graph, starts, goals } = region;
    graph.explain(model);
    model.explain("s_cC_oO", "the path starts on cell C in orientation O");
    model.explain("z_cC_oO", "the path ends on cell C in orientation O");
    model.explain("a_cC_oO_D", "the die rolls from cell C and orientation O in direction D");
    if puzzle.is_round_trip {
        model.explain("f_cC_oO_D", "the first roll leads from cell C and orientation O in direction D");
    }
    let mut flag = |name: String| model.implied_integer(name, 0..=1);
    let first = starts.iter().filter(|_| puzzle.is_round_trip).flat_map(|&state| graph.rolls_from(state));
    let first: Vec<(RollArc, Var)> = first.map(|arc| (arc, flag(format!("f_{arc}")))).collect();
    let seeds = first.iter().map(|(arc, _)| arc.head).chain(starts.iter().copied().filter(|_| !puzzle.is_round_trip));
    let mut reached = graph.reached(seeds, |_| true);
    // A circle elsewhere would make a sum better, too.
    if !graph.is_reversible() || puzzle.sum.is_some() {
        let leads_on = region.leading_to(goals.iter().copied(), |_| true);
        let all = std::mem::replace(&mut reached, StateSet::new(graph.cells().len()));
        reached.extend(all.iter().filter(|state| leads_on[state.index() as usize]));
    }
    let starts = starts.iter().map(|&state| (state, flag(format!("s_{state}")))).collect();
    let ends = goals.iter().copied().filter(|&state| reached.contains(state));
    let ends = ends.map(|state| (state, flag(format!("z_{state}")))).collect();
    let arcs = reached.iter().flat_map(|state| graph.rolls_from(state)).filter(|arc| reached.contains(arc.head));
    let arcs = arcs.map(|arc| (arc, flag(format!("a_{arc}")))).collect();
    (Vars { starts, first, ends, arcs }, reached)
}

/// What makes a path better.
fn objective(puzzle: &DiePath, graph: &RollGraph, vars: &Vars) -> (Sense, Linear) {
    let rolls = || vars.first.iter().chain(&vars.arcs);
    let Some(sum) = &puzzle.sum else { return (Sense::Minimize, Linear::sum(rolls().map(|&(_, var)| var))) };
    let value = |state: State| sum.value(state.cell(), graph.dice()[state.orientation()].face(sum.place));
    let entered = rolls().map(|&(arc, var)| (arc.head, var)).chain(vars.starts.iter().copied());
    let terms = entered.filter(|&(state, _)| value(state) != 0);
    (sum.sense, terms.fold(Linear::new(), |total, (state, var)| total.plus(value(state), var)))
}

fn build(puzzle: &DiePath) -> Formulation<Route> {
    let region = Region::of_one(puzzle);
    let mut model = Model::new("die-path");
    let (vars, reached) = variables(puzzle, &region, &mut model);
    let Vars { starts, first, ends, arcs } = &vars;
    let mut balance: BTreeMap<State, Linear> = reached.iter().map(|state| (state, Linear::new())).collect();
    let begins = starts.iter().copied().filter(|_| !puzzle.is_round_trip);
    let entering = arcs.iter().chain(first).map(|&(arc, var)| (arc.head, var)).chain(begins);
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
    if puzzle.is_round_trip {
        model.block("(4) the first roll leads from the start");
        for &(start, var) in starts {
            let rolls = first.iter().filter(|(arc, _)| arc.tail == start);
            let rolls = rolls.fold(Linear::from(var), |sum, &(_, roll)| sum.plus(-1, roll));
            model.add(format!("leave_{start}"), rolls.equals(0));
        }
    }
    let (sense, expression) = objective(puzzle, &region.graph, &vars);
    model.set_objective(sense, expression);
    let rolls = first.iter().chain(arcs).map(|&(_, var)| var);
    let distinct: Vec<Var> = starts.iter().map(|&(_, var)| var).chain(rolls).collect();
    let puzzle = puzzle.clone();
    let decode = move |assignment: &_| {
        let (start, rolls) = decode(&vars, assignment)?;
        Ok(region.route(&puzzle, start, rolls))
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
    let first = vars.first.iter().find(|&&(_, var)| assignment[var] == 1).map(|&(arc, _)| arc);
    let begin = first.map_or(start, |arc| arc.head);
    let mut leaving: BTreeMap<State, Vec<RollArc>> = BTreeMap::new();
    for &(arc, _) in vars.arcs.iter().filter(|&&(_, var)| assignment[var] == 1) {
        leaving.entry(arc.tail).or_default().push(arc);
    }
    // By state: the arc on which the search first came to it.
    let mut entered: BTreeMap<State, RollArc> = BTreeMap::new();
    let mut open = VecDeque::from([begin]);
    while let Some(state) = open.pop_front() {
        for arc in leaving.remove(&state).into_iter().flatten() {
            if arc.head != begin && !entered.contains_key(&arc.head) {
                entered.insert(arc.head, arc);
                open.push_back(arc.head);
            }
        }
    }
    let mut rolls: Vec<Direction> = Vec::new();
    let mut here = end;
    while here != begin {
        let arc = entered.get(&here).ok_or("the flow does not reach its end")?;
        rolls.push(arc.direction);
        here = arc.tail;
    }
    rolls.extend(first.map(|arc| arc.direction));
    rolls.reverse();
    Ok((start, rolls))
}
