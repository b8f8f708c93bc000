//! Connectivity cuts for `euler-flow`: what a flow uses is to hang together with its start.
//!
//! For a set W of states, or of all states on some cells, no trail visits W without entering it or starting in it. The flow that
//! an assignment uses falls into components; each without the start gives a W that is violated, and so do all states that the
//! component of the start does not have.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::graphmap::UnGraphMap;
use petgraph::visit::{Dfs, Walker as _};

use crate::geometry::Direction;
use crate::model::{Assignment, Linear, LinearConstraint, Var};
use crate::puzzle::die_tour::states::State;

/// The variables of a flow.
#[derive(Clone)]
pub(super) struct Network {
    pub(super) starts: BTreeMap<State, Var>,
    pub(super) ends: BTreeMap<State, Var>,
    pub(super) arcs: Vec<Arc>,
}

/// A roll from a state to a state, the variable that says how often it is used, and its upper bound.
#[derive(Clone)]
pub(super) struct Arc {
    pub(super) tail: State,
    pub(super) head: State,
    pub(super) roll: Direction,
    pub(super) var: Var,
    pub(super) most: i64,
}

/// A set of states.
type Within<'a> = &'a dyn Fn(State) -> bool;

impl Network {
    /// Where the trail starts.
    pub(super) fn start(&self, assignment: &Assignment) -> Option<State> {
        self.starts.iter().find(|(_, var)| assignment[**var] == 1).map(|(&state, _)| state)
    }

    /// What enters a set of states, or starts in it, each `times`.
    fn enters(&self, within: Within<'_>, times: i64) -> Linear {
        let starts = self.starts.iter().filter(|(state, _)| within(**state)).map(|(_, &var)| var);
        let arcs = self.arcs.iter().filter(|arc| within(arc.head) && !within(arc.tail)).map(|arc| arc.var);
        starts.chain(arcs).fold(Linear::new(), |sum, var| sum.plus(times, var))
    }

    /// Subtracts what visits a cell within a set of states; a start visits its cell unless the tour is closed.
    fn minus_visits(&self, sum: Linear, cell: usize, within: Within<'_>, closed: bool) -> Linear {
        let here = |state: State| state.0 == cell && within(state);
        let starts = self.starts.iter().filter(|(state, _)| !closed && here(**state)).map(|(_, &var)| var);
        let arcs = self.arcs.iter().filter(|arc| here(arc.head)).map(|arc| arc.var);
        starts.chain(arcs).fold(sum, |sum, var| sum.plus(-1, var)).normalized()
    }
}

/// The cuts that a flow violates; none where all that it uses hangs together.
pub(super) fn violated(
    network: &Network,
    labeled: &[bool],
    closed: bool,
    assignment: &Assignment,
) -> Vec<LinearConstraint> {
    let used: UnGraphMap<State, ()> =
        network.arcs.iter().filter(|arc| assignment[arc.var] > 0).map(|arc| (arc.tail, arc.head)).collect();
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
        cuts.extend(of_component(network, labeled, closed, assignment, &states));
        known.extend(states);
    }
    if cuts.is_empty() {
        return cuts;
    }
    let cells: BTreeSet<usize> = with_start.iter().map(|state| state.0).collect();
    if labeled.iter().enumerate().any(|(c, &labeled)| labeled && !cells.contains(&c)) {
        cuts.push(network.enters(&|state| !with_start.contains(&state), 1).at_least(1));
        let elsewhere = network.enters(&|state| !cells.contains(&state.0), 1);
        if elsewhere.value(assignment) == 0 {
            cuts.push(elsewhere.at_least(1));
        }
    }
    cuts
}

/// The cuts of a component without the start.
fn of_component(
    network: &Network,
    labeled: &[bool],
    closed: bool,
    assignment: &Assignment,
    states: &BTreeSet<State>,
) -> Vec<LinearConstraint> {
    let cells: BTreeSet<usize> = states.iter().map(|state| state.0).collect();
    let within = |state: State| states.contains(&state);
    let labels: Vec<usize> = cells.iter().copied().filter(|&c| labeled[c]).collect();
    if labels.is_empty() {
        // On free cells only: superfluous, so no best flow has it, but a flow that is not the best may.
        let arcs = network.arcs.iter().filter(|arc| within(arc.tail) && assignment[arc.var] > 0);
        return arcs.map(|arc| network.enters(&within, arc.most).plus(-1, arc.var).at_least(0)).collect();
    }
    // All states on the cells at once, where no flow enters any of them: the label has to be visited in one of them.
    let on_cells = network.enters(&|state| cells.contains(&state.0), 1);
    if on_cells.value(assignment) == 0 {
        return vec![on_cells.at_least(1)];
    }
    let cut = |&c: &usize| network.minus_visits(network.enters(&within, 1), c, &within, closed).at_least(0);
    labels.iter().map(cut).collect()
}
