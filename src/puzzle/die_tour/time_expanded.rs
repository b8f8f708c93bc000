//! `time-expanded`: a path through layers of (cell, orientation), one layer a step.
//!
//! Sets: layers t ∈ 0..C of states u = (c, o), c ∈ 0..C, o ∈ 0..24: those that rolls from a start state reach in t steps and
//! from which C − 1 − t further rolls can be made (a fixed start cell is not entered again; the last layer of a closed tour is
//! next to a start cell). Colour and orientation class change with every roll, so a fixed start leaves half of the cells and
//! half of the orientations in each layer.
//!
//! Variables, all in {0, 1}: `s[u]` the tour starts in u; `a[t,u,d]` roll t leads from u in direction d.
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! (1)  Σ_u s[u] = 1
//! (2)  Σ_{u on c} s[u] + Σ_{a into c} a = 1          each cell c
//! (3)  what enters u in layer t = what leaves it     each u, t < C − 1; s[u] enters layer 0
//! (4)  Σ_{u on c} s[u] ≤ what enters the last layer next to c            closed: each start cell c
//! (5)  s[u] ≤ what enters the last layer one roll before u               restored: each start state u
//! ```
//! Size: at most 24·|start cells| + 96·C·(C − 1) variables; about a sixth of it for a fixed start.

use std::collections::{BTreeMap, BTreeSet};

use super::states::{State, States};
use super::{DieTour, LAYERED_UP_TO, Tour};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Var};
use crate::puzzle::{Encoding, Formulation};

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "time-expanded",
    "a path through layers of (cell, orientation), pruned both ways: best on small boards",
    |puzzle: &DieTour, _| {
        let c = puzzle.board.free_cells().count() as u128;
        24 * c + 96 * c * (c - 1)
    },
    |puzzle, _| build(puzzle).into(),
)
.ranked(
    |puzzle, _| if puzzle.start_cell.is_some() && puzzle.board.free_cells().count() <= LAYERED_UP_TO { 2 } else { 0 },
);

/// The variables: starts, and for each roll its arcs by tail and direction.
struct Vars {
    starts: BTreeMap<State, Var>,
    rolls: Vec<BTreeMap<(State, usize), Var>>,
}

fn build(puzzle: &DieTour) -> Formulation<Tour> {
    let states = States::new(puzzle);
    let layers = layers(&states);
    let mut model = Model::new("die-tour");
    let starts: BTreeMap<State, Var> =
        layers[0].iter().map(|&(c, o)| ((c, o), model.binary(format!("s_c{c}_o{o}")))).collect();
    model.block("(1) the tour starts once");
    model.add("one_start", Linear::sum(starts.values().copied()).equals(1));
    let mut visits = vec![Linear::new(); states.visits()];
    let mut tops = Linear::new();
    let mut entering: BTreeMap<State, Linear> = BTreeMap::new();
    for (&(c, o), &start) in &starts {
        visits[c].push(1, start);
        tops.push(states.top(o), start);
        entering.insert((c, o), start.into());
    }
    model.block("(3) what enters a state leaves it");
    let mut rolls = Vec::new();
    for (t, pair) in layers.windows(2).enumerate() {
        let mut arcs = BTreeMap::new();
        let mut next: BTreeMap<State, Linear> = BTreeMap::new();
        for &(c, o) in &pair[0] {
            let mut balance = entering.remove(&(c, o)).unwrap_or_default();
            for direction in Direction::ALL {
                let Some(head) = states.roll((c, o), direction).filter(|head| pair[1].contains(head)) else { continue };
                let arc = model.binary(format!("a_t{t}_c{c}_o{o}_{}", direction.letter()));
                balance.push(-1, arc);
                visits[head.0].push(1, arc);
                tops.push(states.top(head.1), arc);
                next.entry(head).or_default().push(1, arc);
                arcs.insert(((c, o), direction.index()), arc);
            }
            model.add(format!("pass_t{t}_c{c}_o{o}"), balance.equals(0));
        }
        entering = next;
        rolls.push(arcs);
    }
    model.block("(2) each cell is visited once");
    for (c, sum) in visits.into_iter().enumerate() {
        model.add(format!("visit_c{c}"), sum.equals(1));
    }
    states.close(4, &starts, &entering, &mut model);
    states.restorable(&mut model);
    states.objective(&mut model, tops);
    let vars = Vars { starts, rolls };
    Formulation::new(model, Box::new(move |assignment| decode(&states, &vars, assignment)))
}

/// The states of each layer.
fn layers(states: &States) -> Vec<BTreeSet<State>> {
    let neighbours = |state: State| Direction::ALL.into_iter().filter_map(move |d| states.roll(state, d));
    let mut layers: Vec<BTreeSet<State>> = vec![states.starts().collect()];
    for t in 1..states.visits() {
        let reached = layers[t - 1].iter().flat_map(|&u| neighbours(u));
        layers.push(reached.filter(|&(c, _)| states.only_start() != Some(c)).collect());
    }
    if states.closed {
        let near_a_start =
            |(c, _): &State| states.next[*c].iter().flatten().any(|next| states.start_cells.contains(next));
        layers[states.visits() - 1].retain(near_a_start);
    }
    for t in (0..states.visits() - 1).rev() {
        let (earlier, later) = layers.split_at_mut(t + 1);
        earlier[t].retain(|&u| neighbours(u).any(|v| later[0].contains(&v)));
    }
    layers
}

fn decode(states: &States, vars: &Vars, assignment: &Assignment) -> Result<Tour, String> {
    let start = vars.starts.iter().find(|(_, var)| assignment[**var] == 1).map(|(&state, _)| state);
    let start = start.ok_or("the tour has no start")?;
    let rolls = &vars.rolls;
    states.walk(start, |t, here, d| rolls[t].get(&(here, d.index())).is_some_and(|&var| assignment[var] == 1))
}
