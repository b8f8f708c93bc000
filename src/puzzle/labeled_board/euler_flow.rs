//! `euler-flow`: an Eulerian walk on the graph of (cell, orientation), as an integer flow that the cuts (4) keep in one piece.
//!
//! Free cells may be entered again and again, in the same orientation too: a path that uses each state once would be wrong as
//! soon as there are free cells. A flow that is connected is a walk, whatever the order of its arcs (Euler), and the order is free
//! because labeled cells are entered only once.
//!
//! Sets: states u = (c, o), c ∈ 0..C over the cells that are not blocked, o ∈ 0..24: those that rolls from a start state reach,
//! on labeled cells only such that show the label (a fixed labeled start is entered again only where the tour is closed); arcs
//! (u, d) for the rolls d from u. L is the number of labels.
//!
//! Variables: `x[u,d]` how often the die rolls from u in direction d: in 0..=1 where u or its head is on a labeled cell, otherwise
//! in 0..=L+1, because a shortest trail is in each state at most once between two labels; `s[u]`, `z[u]` ∈ {0, 1} the trail starts,
//! ends in u. Without a goal it ends on a label.
//!
//! ```text
//! min  Σ x[u,d]                                                            without this where any trail will do
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  s[u] + what enters u = z[u] + what leaves u                         each state u
//! (3)  Σ_{u on c} (s[u] + what enters u) = 1                               each labeled cell c; closed: without s[u]
//! (4)  what enters W + Σ_{u ∈ W} s[u] ≥ what visits W on c                 sets W of states, labeled cells c: as violated
//! (5)  Σ_{u on c} s[u] = Σ_{u on c} z[u]                                   closed: each start cell c
//! (6)  s[u] = z[u]                                                         restored: each start state u
//! ```
//! What visits W on c is the sum of (3) over the states of W. Size: at most 96·C arcs and 48·C starts and ends; 26·C + 2 rows, 24·C more where
//! the orientation is restored.
//!
//! Source: the trail as an Eulerian walk is the specification of this puzzle; the cuts are the generalised subtour eliminations
//! of the prize-collecting travelling salesman (Balas 1989).

use std::collections::{BTreeMap, BTreeSet};

use super::connect::{self, Arc, Network};
use super::{LabeledBoard, Objective, Trail, walks};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Sense};
use crate::puzzle::die_tour::states::{State, States};
use crate::puzzle::{Encoding, Formulation, Start};

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "euler-flow",
    "an Eulerian walk as an integer flow on the graph of (cell, orientation), with connectivity cuts as violated",
    |puzzle: &LabeledBoard, _| 144 * puzzle.board.free_cells().count() as u128,
    |puzzle, _| build(puzzle).into(),
);

fn build(puzzle: &LabeledBoard) -> Formulation<Trail> {
    let states = walks::states(puzzle);
    let mut model = Model::new("labeled-board");
    let mut network = variables(&states, &mut model);
    network.counts_rolls = puzzle.objective == Objective::Min;
    model.block("(1) the trail starts once and ends once");
    model.add("one_start", Linear::sum(network.starts.values().copied()).equals(1));
    model.add("one_end", Linear::sum(network.ends.values().copied()).equals(1));
    balance(&network, &mut model);
    visits(&states, &network, &mut model);
    close(&states, &network, &mut model);
    if network.counts_rolls {
        model.set_objective(Sense::Minimize, Linear::sum(network.arcs.iter().map(|arc| arc.var)));
    }
    let (integral, relaxed) = (network.clone(), network.clone());
    Formulation::new(model, Box::new(move |assignment| decode(&states, &network, assignment)))
        .with_separate(Box::new(move |assignment| connect::violated(&integral, assignment)))
        .with_separate_relaxed(Box::new(move |values| connect::violated_by_relaxation(&relaxed, values)))
}

fn variables(states: &States, model: &mut Model) -> Network {
    let reached = states.reached(|c| may_enter(states, c));
    let labels = states.labels.iter().flatten().count();
    let starts = states.starts().map(|(c, o)| ((c, o), model.binary(format!("s_c{c}_o{o}")))).collect();
    let mut ends = BTreeMap::new();
    for &(c, o) in reached.iter().filter(|&&state| can_end(states, labels, state)) {
        ends.insert((c, o), model.binary(format!("z_c{c}_o{o}")));
    }
    let mut arcs = Vec::new();
    for &(c, o) in &reached {
        for roll in Direction::ALL {
            let head = states.roll((c, o), roll).filter(|&(head, _)| may_enter(states, head));
            let Some(head) = head else { continue };
            let once = states.labels[c].is_some() || states.labels[head.0].is_some();
            let most = if once { 1 } else { labels as i64 + 1 };
            let var = model.integer(format!("x_c{c}_o{o}_{}", roll.letter()), 0..=most);
            arcs.push(Arc { tail: (c, o), head, roll, var, most });
        }
    }
    let labeled = states.labels.iter().map(Option::is_some).collect();
    Network { starts, ends, arcs, labeled, closed: states.closed, counts_rolls: true }
}

/// Whether a trail may end in a state.
fn can_end(states: &States, labels: usize, (c, o): State) -> bool {
    if states.closed {
        return states.starts().any(|start| start.0 == c);
    }
    // Without a goal nothing is gained by going on after the last label.
    let open = states.has_goal() || labels == 0;
    states.is_goal((c, o)) && (open || states.labels[c].is_some())
}

/// Whether a cell is entered at all: a fixed start that is labeled is not, but to close a tour.
fn may_enter(states: &States, c: usize) -> bool {
    states.closed || states.labels[c].is_none() || states.only_start() != Some(c)
}

/// Rows (2).
fn balance(network: &Network, model: &mut Model) {
    let mut balance: BTreeMap<State, Linear> = BTreeMap::new();
    for (&state, &start) in &network.starts {
        balance.entry(state).or_default().push(1, start);
    }
    for (&state, &end) in &network.ends {
        balance.entry(state).or_default().push(-1, end);
    }
    for arc in &network.arcs {
        balance.entry(arc.tail).or_default().push(-1, arc.var);
        balance.entry(arc.head).or_default().push(1, arc.var);
    }
    model.block("(2) what enters a state leaves it");
    for ((c, o), sum) in balance {
        model.add(format!("pass_c{c}_o{o}"), sum.equals(0));
    }
}

/// Rows (3).
fn visits(states: &States, network: &Network, model: &mut Model) {
    let labeled = states.labels.iter().enumerate().filter(|(_, label)| label.is_some());
    let mut visits: BTreeMap<usize, Linear> = labeled.map(|(c, _)| (c, Linear::new())).collect();
    let starts = network.starts.iter().filter(|_| !states.closed).map(|(state, &var)| (state.0, var));
    for (c, var) in starts.chain(network.arcs.iter().map(|arc| (arc.head.0, arc.var))) {
        if let Some(sum) = visits.get_mut(&c) {
            sum.push(1, var);
        }
    }
    model.block("(3) each labeled cell is entered once");
    for (c, sum) in visits {
        model.add(format!("visit_c{c}"), sum.equals(1));
    }
}

/// Rows (5) and (6).
fn close(states: &States, network: &Network, model: &mut Model) {
    if !states.closed {
        return;
    }
    let row = |keep: &dyn Fn(State) -> bool| {
        let minus = network.ends.iter().filter(|(state, _)| keep(**state));
        let sum = minus.fold(Linear::new(), |sum, (_, &end)| sum.plus(-1, end));
        network.starts.iter().filter(|(state, _)| keep(**state)).fold(sum, |sum, (_, &start)| sum.plus(1, start))
    };
    model.block("(5) the last roll leads back to the start");
    for c in network.starts.keys().map(|state| state.0).collect::<BTreeSet<usize>>() {
        model.add(format!("close_c{c}"), row(&|state| state.0 == c).equals(0));
    }
    if states.restore {
        model.block("(6) the die then stands as it started");
        for &(c, o) in network.starts.keys() {
            model.add(format!("restore_c{c}_o{o}"), row(&|state| state == (c, o)).equals(0));
        }
    }
}

/// The walk that uses every arc as often as the flow says (Hierholzer).
fn decode(states: &States, network: &Network, assignment: &Assignment) -> Result<Trail, String> {
    let start = network.start(assignment).ok_or("the trail has no start")?;
    let mut leaving: BTreeMap<State, Vec<(Direction, State)>> = BTreeMap::new();
    for arc in &network.arcs {
        let times = usize::try_from(assignment[arc.var]).map_err(|_| "an arc is used less than never")?;
        leaving.entry(arc.tail).or_default().extend(std::iter::repeat_n((arc.roll, arc.head), times));
    }
    // Rolls are given out when there is no way on: so they come from the last one to the first.
    let mut rolls = Vec::new();
    let mut stack: Vec<(State, Option<Direction>)> = vec![(start, None)];
    while let Some(&(here, roll)) = stack.last() {
        if let Some((next, head)) = leaving.get_mut(&here).and_then(Vec::pop) {
            stack.push((head, Some(next)));
        } else {
            stack.pop();
            rolls.extend(roll);
        }
    }
    rolls.reverse();
    Ok(Trail::of(Start { cell: states.cells[start.0], die: states.dice[start.1] }, &rolls))
}
