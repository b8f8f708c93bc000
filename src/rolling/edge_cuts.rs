//! The cuts of `path_edges.rs`: a path has fewer edges than states.
//!
//! For a cell k and a set A of states on other cells, the path visits n(A) states of A and one on k, and has at most n(A) edges between
//! them, because they are parts of a path:
//!
//! ```text
//! Σ w[e] over the edges between states of A ∪ {states on k}  ≤  Σ_{u ∈ A} n[u]
//! ```
//! Let S be A with the states on k. By the rows (2) and (3), n(A) − w(E(S)) = ½·(w(δ(S)) + s(S) + z(S)) − 1, where δ(S) are the edges that
//! leave S. So a point violates the row exactly if less than 2 leaves S, when starts and ends lead to a root; for each cell k such
//! sets are found as minimum cuts between the states on k and the root.
//!
//! In a set that is found, the cell that is visited most takes the place of k, which leaves the least in A, and states that the point does
//! not visit are dropped from A: the row then is violated by no less.
//!
//! Source: the generalised subtour elimination of Fischetti, Salazar and Toth (1997) on the undirected graph of states.

use std::collections::{BTreeMap, BTreeSet};

use super::minimum_cuts::{CutNetwork, UNIT, capacity};
use super::{PathEdges, State};
use crate::model::{Linear, LinearConstraint};

/// A row is added if a point violates it by more.
const VIOLATION: f64 = 0.01;
/// What is less counts as not visited.
const VISITED: f64 = 1e-6;

/// A row: the cell k and the states of A.
type Cut = (usize, BTreeSet<State>);

impl PathEdges {
    /// The rows that a point violates, which has a value for each variable of the model; none if it is a path or a mixture of paths.
    #[must_use]
    pub fn violated(&self, values: &[f64]) -> Vec<LinearConstraint> {
        let network = self.network(values);
        let mut by_cell: BTreeMap<usize, Vec<State>> = BTreeMap::new();
        for (state, _) in self.visited() {
            by_cell.entry(state.cell()).or_default().push(state);
        }
        let mut cuts: BTreeSet<Cut> = BTreeSet::new();
        for (&k, states) in &by_cell {
            for mut set in network.below(states, 2 * UNIT) {
                set.extend(states);
                cuts.insert(self.sharpened(&set, k, values));
            }
        }
        let rows = cuts.iter().filter(|cut| self.violation(cut, values) > VIOLATION);
        rows.map(|cut| self.row(cut)).collect()
    }

    /// The point as capacities: of edges both ways, and of starts and ends from the root.
    fn network(&self, values: &[f64]) -> CutNetwork {
        let mut network = CutNetwork::new(self.visits.keys().copied());
        for (state, var) in self.terminals() {
            network.supply(state, capacity(values[var.index()]));
        }
        for &(roll, var) in &self.edges {
            let capacity = capacity(values[var.index()]);
            if capacity > 0 {
                network.connect(roll.tail, roll.head, capacity);
                network.connect(roll.head, roll.tail, capacity);
            }
        }
        network
    }

    /// The row of a set that contains all states on the cell k, with the cell that is visited most in the place of k.
    fn sharpened(&self, set: &BTreeSet<State>, k: usize, values: &[f64]) -> Cut {
        let value = |state: &State| values[self.visits[state].index()];
        let mut visits: BTreeMap<usize, f64> = BTreeMap::new();
        for state in set {
            *visits.entry(state.cell()).or_default() += value(state);
        }
        let most = visits.iter().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0))).map_or(k, |(&cell, _)| cell);
        let others = set.iter().filter(|state| state.cell() != most && value(state) > VISITED);
        (most, others.copied().collect())
    }

    /// The edges of a row.
    fn inside<'a>(&'a self, (k, others): &'a Cut) -> impl Iterator<Item = crate::model::Var> + 'a {
        let is_inside = move |state: State| state.cell() == *k || others.contains(&state);
        self.edges.iter().filter(move |(roll, _)| is_inside(roll.tail) && is_inside(roll.head)).map(|&(_, var)| var)
    }

    fn violation(&self, cut: &Cut, values: &[f64]) -> f64 {
        let edges: f64 = self.inside(cut).map(|var| values[var.index()]).sum();
        let visits: f64 = cut.1.iter().map(|state| values[self.visits[state].index()]).sum();
        edges - visits
    }

    fn row(&self, cut: &Cut) -> LinearConstraint {
        let edges = Linear::sum(self.inside(cut));
        cut.1.iter().fold(edges, |sum, state| sum.plus(-1, self.visits[state])).at_most(0)
    }
}
