//! `euler-flow`: an Eulerian walk on the graph of (cell, orientation), as an integer flow that the cuts (4) keep connected.
//!
//! Sets, variables and constraints (1) to (3), (5), (6) are those of `euler_walk.rs`.
//!
//! ```text
//! (4)  Σ x into W + Σ_{u ∈ W} s[u] ≥ visits of W on c                      sets W of states, labeled cells c: when violated
//! ```
//! The visits of W on c are the sum of (3) over the states of W. Size: that of `euler_walk.rs`.
//!
//! Source: the cuts are the generalised subtour eliminations of the prize-collecting travelling salesman (Balas 1989).

use std::collections::BTreeSet;

use petgraph::graphmap::UnGraphMap;
use petgraph::visit::{Dfs, Walker as _};

use super::euler_walk::{self, Network};
use super::label_graph::Numbered;
use super::{LabeledBoard, Trail};
use tumble_model::model::{Assignment, Linear, LinearConstraint, Model};
use tumble_puzzles::puzzle::{CutSet, Cuts, Encoding, Formulation};
use tumble_rolling::{CutNetwork, State, UNIT, capacity};

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "euler-flow",
    "an Eulerian walk as an integer flow on the graph of (cell, orientation), with connectivity cuts added when violated",
    |puzzle: &LabeledBoard, _| euler_walk::size(puzzle),
    |puzzle, _, model| build(puzzle, model).into(),
)
.with_cuts()
.fitting(LabeledBoard::has_no_order)
.with_tight_relaxation();

fn build(puzzle: &LabeledBoard, model: Model) -> Formulation<Trail> {
    let board = Numbered::new(puzzle);
    let (model, network) = euler_walk::build(puzzle, &board, model);
    let [integral, relaxed] = std::array::from_fn(|_| network.clone());
    Formulation::new(
        model,
        puzzle.has_by_arcs(),
        Box::new(move |assignment| euler_walk::decode(&board, &network, assignment)),
    )
    .with_separate(Box::new(move |assignment| violated(&integral, assignment)))
    .with_cuts(Cuts::new(relaxed, violated_by_relaxation, row))
}

// Connectivity cuts for `euler-flow`: the arcs that a flow uses have to be connected to its start.
//
// Let W be a set of states, for example all states on some cells: no trail visits W without entering it or starting in it. The arcs
// that an assignment uses form components; each component without the start is a violated W, and so is the set of all states outside
// the component of the start. For a solution of the linear relaxation, the violated sets that contain all states of a labeled cell,
// or one of them, are found as minimum cuts between the start and these states.

/// A set of states.
type Within<'a> = &'a dyn Fn(State) -> bool;

impl Network {
    /// The states of the flow.
    fn states(&self) -> BTreeSet<State> {
        let ends = self.arcs.iter().flat_map(|arc| [arc.roll.tail, arc.roll.head]);
        self.starts.keys().copied().chain(ends).collect()
    }

    /// Σ of the arcs that enter a set of states and of the starts in it, each with coefficient `times`.
    fn enters(&self, within: Within<'_>, times: i64) -> Linear {
        let starts = self.starts.iter().filter(|(state, _)| within(**state)).map(|(_, &var)| var);
        let arcs = self.arcs.iter().filter(|arc| within(arc.roll.head) && !within(arc.roll.tail)).map(|arc| arc.var);
        starts.chain(arcs).fold(Linear::new(), |sum, var| sum.plus(times, var))
    }

    /// Subtracts the visits of a cell in a set of states.
    fn minus_visits(&self, sum: Linear, cell: usize, within: Within<'_>) -> Linear {
        let here = |state: State| state.cell() == cell && within(state);
        let starts = self.starts.iter().filter(|(state, _)| !self.closed && here(**state)).map(|(_, &var)| var);
        let arcs = self.arcs.iter().filter(|arc| here(arc.roll.head)).map(|arc| arc.var);
        starts.chain(arcs).fold(sum, |sum, var| sum.plus(-1, var)).normalized()
    }
}

/// The cuts that a flow violates; none if all arcs that it uses are connected.
pub(super) fn violated(network: &Network, assignment: &Assignment) -> Vec<LinearConstraint> {
    let used: UnGraphMap<State, ()> =
        network.arcs.iter().filter(|arc| assignment[arc.var] > 0).map(|arc| (arc.roll.tail, arc.roll.head)).collect();
    let component = |of: State| -> BTreeSet<State> { Dfs::new(&used, of).iter(&used).collect() };
    let Some(start) = network.start(assignment) else { return Vec::new() };
    let with_start = if used.contains_node(start) { component(start) } else { BTreeSet::from([start]) };
    let mut cuts = Vec::new();
    let mut known = with_start.clone();
    for state in used.nodes() {
        if known.contains(&state) {
            continue;
        }
        let states = component(state);
        cuts.extend(of_component(network, assignment, &states));
        known.extend(states);
    }
    if cuts.is_empty() {
        return cuts;
    }
    let cells: BTreeSet<usize> = with_start.iter().map(|state| state.cell()).collect();
    if network.labeled.iter().enumerate().any(|(c, &labeled)| labeled && !cells.contains(&c)) {
        cuts.push(network.enters(&|state| !with_start.contains(&state), 1).at_least(1));
        let elsewhere = network.enters(&|state| !cells.contains(&state.cell()), 1);
        if elsewhere.value(assignment) == 0 {
            cuts.push(elsewhere.at_least(1));
        }
    }
    cuts
}

/// The cuts of a component without the start.
fn of_component(network: &Network, assignment: &Assignment, states: &BTreeSet<State>) -> Vec<LinearConstraint> {
    let cells: BTreeSet<usize> = states.iter().map(|state| state.cell()).collect();
    let within = |state: State| states.contains(&state);
    let labels: Vec<usize> = cells.iter().copied().filter(|&c| network.labeled[c]).collect();
    if labels.is_empty() {
        // A component on free cells only is superfluous: no optimal flow has one, but other flows may. If rolls are not
        // minimised, decoding leaves it out.
        if !network.counts_rolls {
            return Vec::new();
        }
        let arcs = network.arcs.iter().filter(|arc| within(arc.roll.tail) && assignment[arc.var] > 0);
        return arcs.map(|arc| network.enters(&within, arc.upper).plus(-1, arc.var).at_least(0)).collect();
    }
    // If no flow enters any state on these cells, one cut covers them all: the labels have to be visited in some state.
    let on_cells = network.enters(&|state| cells.contains(&state.cell()), 1);
    if on_cells.value(assignment) == 0 {
        return vec![on_cells.at_least(1)];
    }
    let cut = |&c: &usize| network.minus_visits(network.enters(&within, 1), c, &within).at_least(0);
    labels.iter().map(cut).collect()
}

/// The first number of a cut that a set is entered. Other cuts begin with a labeled cell.
const ENTERED: usize = usize::MAX;

/// The cuts that a solution of the linear relaxation violates: a labeled cell c, then the states of W, for the row (4). If W has all states
/// of a labeled cell, its visits are at least 1, and c is left out: the set begins with [`ENTERED`].
pub(super) fn violated_by_relaxation(network: &Network, values: &[f64]) -> Vec<CutSet> {
    let cut = |first: usize, set: &BTreeSet<State>| {
        std::iter::once(first).chain(set.iter().map(|state| state.index() as usize)).collect()
    };
    let flow = flow_of(network, values);
    let mut cuts = Vec::new();
    for c in (0..network.labeled.len()).filter(|&c| network.labeled[c]) {
        let here: Vec<State> = flow.places().filter(|state| state.cell() == c).collect();
        cuts.extend(flow.below(&here, UNIT).iter().map(|set| cut(ENTERED, set)));
        // Single states only if no cut for a whole cell was found so far: those cuts are stronger.
        if !cuts.is_empty() {
            continue;
        }
        for &state in &here {
            cuts.extend(flow.below(&[state], visits(network, state, values)).iter().map(|set| cut(c, set)));
        }
    }
    cuts
}

/// The row of a cut, as [`violated_by_relaxation`] writes it.
pub(super) fn row(network: &Network, set: &[usize]) -> Result<LinearConstraint, String> {
    let wrong = || format!("{set:?} is not a labeled cell and states, nor the states of a labeled cell with others");
    let (&first, states) = set.split_first().ok_or_else(wrong)?;
    let states: BTreeSet<usize> = states.iter().copied().collect();
    let within = |state: State| states.contains(&(state.index() as usize));
    let enters = network.enters(&within, 1);
    if first != ENTERED {
        let is_labeled = network.labeled.get(first).is_some_and(|&labeled| labeled);
        let row = || network.minus_visits(enters, first, &within).at_least(0);
        return if is_labeled { Ok(row()) } else { Err(wrong()) };
    }
    let lacking: BTreeSet<usize> =
        network.states().into_iter().filter(|&state| !within(state)).map(State::cell).collect();
    let covers = |(c, &is_labeled): (usize, &bool)| is_labeled && !lacking.contains(&c);
    if network.labeled.iter().enumerate().any(covers) { Ok(enters.at_least(1)) } else { Err(wrong()) }
}

/// How often a state is visited, as a capacity.
fn visits(network: &Network, state: State, values: &[f64]) -> u64 {
    let minus = network.minus_visits(Linear::new(), state.cell(), &|other| other == state);
    capacity(minus.terms().iter().map(|&(var, times)| -(times as f64) * values[var.index()]).sum())
}

/// A solution of the relaxation as a network with capacities, whose root has arcs to all starts.
fn flow_of(network: &Network, values: &[f64]) -> CutNetwork {
    let mut flow = CutNetwork::new(network.states());
    for (&state, var) in &network.starts {
        flow.supply(state, capacity(values[var.index()]));
    }
    for arc in &network.arcs {
        flow.connect(arc.roll.tail, arc.roll.head, capacity(values[arc.var.index()]));
    }
    flow
}
