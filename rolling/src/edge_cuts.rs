//! Cuts of the models over undirected edges: a path has fewer edges than states.
//!
//! For a cell k and a set A of states on other cells, the path visits n(A) states of A and one on k, and has at most n(A) edges between
//! them, because they are parts of a path:
//!
//! ```text
//! Σ w[e] over the edges between states of A ∪ {states on k} ≤ Σ_{u ∈ A} n[u]
//! ```
//! Let S be A with the states on k. By the rows (2) and (3) of `path_edges.rs`, n(A) − w(E(S)) = ½·(w(δ(S)) + s(S) + z(S)) − 1, where δ(S)
//! are the edges that leave S. So a point violates the row exactly if less than 2 leaves S, when starts and ends lead to a root; for each
//! cell k such sets are found as minimum cuts between the states on k and the root.
//!
//! In a set that is found, the cell that is visited most takes the place of k, which leaves the least in A: the row then is violated by no
//! less. Of the states that the point does not visit, those are in A that two edges join to S.
//!
//! Source: the generalised subtour elimination of Fischetti, Salazar and Toth (1997) on the undirected graph of states.

use std::collections::BTreeSet;
use std::ops::Range;

use super::minimum_cuts::{CutNetwork, UNIT, capacity};
use super::{PathStates, State};
use tumble_model::control::{look, look_with};

/// A row is added if a point violates it by more.
pub(super) const VIOLATION: f64 = 0.01;
/// What is less counts as not visited.
const VISITED: f64 = 1e-6;

/// A row: the cell k and the indices of the states of A, ascending.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeCut {
    /// The cell k.
    pub k: usize,
    /// The states of A, none of them on k.
    pub others: Vec<usize>,
}

/// A point of a relaxation.
#[derive(Clone, Debug)]
pub struct EdgePoint {
    edges: Vec<f64>,
    /// By state, how much it starts and ends there.
    pub stops: Vec<f64>,
    /// By state, how much it visits it.
    pub visits: Vec<f64>,
}

impl EdgePoint {
    /// A point that uses each edge this much, and starts and ends by this much in each state.
    pub fn new(paths: &PathStates, edges: Vec<f64>, stops: Vec<f64>) -> Self {
        let twice = |u: usize| stops[u] + paths.at[u].iter().map(|&e| edges[e]).sum::<f64>();
        let visits = (0..paths.states.len()).map(|u| twice(u) / 2.0).collect();
        Self { edges, stops, visits }
    }

    /// By how much it violates the row of a cut with these [edges inside](EdgeCut::inside).
    pub(super) fn violation(&self, cut: &EdgeCut, inside: impl Iterator<Item = usize>) -> f64 {
        let used: f64 = inside.map(|e| self.edges[e]).sum();
        used - cut.others.iter().map(|&u| self.visits[u]).sum::<f64>()
    }
}

impl EdgeCut {
    /// Whether a state is in S: in A or on k.
    pub fn has(&self, paths: &PathStates, u: usize) -> bool {
        paths.states[u].cell() == self.k || self.others.binary_search(&u).is_ok()
    }

    /// The edges between states of S.
    pub fn inside<'a>(&'a self, paths: &'a PathStates) -> impl Iterator<Item = usize> + 'a {
        // Between two states on k there is none. Those within A are at both ends.
        self.others.iter().flat_map(move |&u| {
            paths.at[u].iter().copied().filter(move |&e| {
                let v = paths.edges[e].other(u);
                self.has(paths, v) && (u < v || paths.states[v].cell() == self.k)
            })
        })
    }
}

impl PathStates {
    /// The rows that a point violates by minimum cuts; none if it is a path or a mixture of paths.
    pub fn violated(&self, point: &EdgePoint) -> Vec<EdgeCut> {
        let visits = &point.visits;
        let network = self.network(point);
        let mut cuts: BTreeSet<EdgeCut> = BTreeSet::new();
        for on_k in self.by_cell() {
            let visited: Vec<State> = on_k.filter(|&u| visits[u] > VISITED).map(|u| self.states[u]).collect();
            for set in network.below(&visited, 2 * UNIT) {
                cuts.extend(self.sharpened(&set, visits));
            }
        }
        cuts.into_iter().filter(|cut| point.violation(cut, cut.inside(self)) > VIOLATION).collect()
    }

    /// The point as capacities between the states that it visits: of edges both ways, and of starts and ends from the root.
    fn network(&self, point: &EdgePoint) -> CutNetwork {
        let visits = &point.visits;
        let visited = (0..self.states.len()).filter(|&u| visits[u] > VISITED);
        let mut network = CutNetwork::new(visited.clone().map(|u| self.states[u]));
        for u in visited.filter(|&u| point.stops[u] > 0.0) {
            network.supply(self.states[u], capacity(point.stops[u]));
        }
        for (edge, &value) in self.edges.iter().zip(&point.edges) {
            let capacity = capacity(value);
            if capacity > 0 && edge.ends.iter().all(|&u| visits[u] > VISITED) {
                network.connect(edge.roll.tail, edge.roll.head, capacity);
                network.connect(edge.roll.head, edge.roll.tail, capacity);
            }
        }
        network
    }

    /// The row of a set of states that the point visits, with the cell that is visited most in the place of k.
    fn sharpened(&self, set: &BTreeSet<State>, visits: &[f64]) -> Option<EdgeCut> {
        let set: Vec<usize> = set.iter().filter_map(|state| self.states.binary_search(state).ok()).collect();
        let mut on_cells = vec![0.0; self.cells()];
        for &u in &set {
            on_cells[self.states[u].cell()] += visits[u];
        }
        let (k, _) = on_cells.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)))?;
        let others = set.into_iter().filter(|&u| self.states[u].cell() != k);
        Some(EdgeCut { k, others: self.lifted(k, others.collect(), visits) })
    }

    /// A with the states that the point does not visit and two edges join to S. At the point they change nothing; without them, the next
    /// point would evade the row by way of such states, and it takes half as many rounds again.
    fn lifted(&self, k: usize, mut others: Vec<usize>, visits: &[f64]) -> Vec<usize> {
        let mut inside: Vec<bool> = self.states.iter().map(|state| state.cell() == k).collect();
        for &u in &others {
            inside[u] = true;
        }
        let mut next = others.clone();
        while let Some(u) = next.pop() {
            for v in self.neighbours(u) {
                if !inside[v] && visits[v] <= VISITED && self.neighbours(v).filter(|&w| inside[w]).count() > 1 {
                    inside[v] = true;
                    others.push(v);
                    next.push(v);
                }
            }
        }
        others.sort_unstable();
        others
    }
}

// The cuts with small sets, which are looked at one by one. Most cuts that a relaxation needs are of this kind, and they
// cost no minimum cut.
//
// * A is one state u, k the cell after a roll from it: `w[e] ≤ n[u]`.
// * Round a unit square of cells: A is a state on one cell, with the states that a roll either way round leads to; k is the fourth cell.
// * Round a unit square, with all states that rolling round the square comes through: three on each cell, or two for a restricted die.
// * Round a unit square, with all states of the three cells: at most three rolls between the four cells.

/// With so many of these cuts, no minimum cuts are looked for.
pub(super) const ENOUGH: usize = 30;

/// The cuts with small sets, each with its edges.
#[derive(Clone, Debug)]
pub struct LocalCuts {
    cuts: Vec<(EdgeCut, Vec<usize>)>,
}

impl LocalCuts {
    /// All of them.
    pub fn new(paths: &PathStates) -> Self {
        let by_cell = paths.by_cell();
        let mut cuts = single(paths);
        let mut bytes = 0;
        for square in paths.graph.cells().squares() {
            look_with(bytes);
            for turn in 0..4 {
                let [k, left, across, right] = [0, 1, 2, 3].map(|i| square[(turn + i) % 4]);
                let round = round(paths, &by_cell, k, [left, across, right]);
                // Its edges are about as many as its states.
                let bytes_of = |cut: &EdgeCut| size_of::<(EdgeCut, Vec<usize>)>() + 2 * size_of_val(&cut.others[..]);
                bytes += round.iter().map(bytes_of).sum::<usize>() as u64;
                cuts.extend(round);
            }
        }
        cuts.retain(|cut| !cut.others.is_empty());
        for cut in &mut cuts {
            look();
            cut.others.sort_unstable();
        }
        cuts.sort_unstable();
        cuts.dedup();
        let with_edges = |cut: EdgeCut| {
            look();
            let edges = cut.inside(paths).collect();
            (cut, edges)
        };
        Self { cuts: cuts.into_iter().map(with_edges).collect() }
    }

    /// Cuts that a point violates; minimum cuts are looked for only if few local cuts are violated. Empty for a path or a mixture of paths.
    pub fn separate(&self, paths: &PathStates, point: &EdgePoint) -> Vec<EdgeCut> {
        let violated = self.cuts.iter().filter(|(cut, edges)| point.violation(cut, edges.iter().copied()) > VIOLATION);
        let mut cuts: Vec<EdgeCut> = violated.map(|(cut, _)| cut.clone()).collect();
        if cuts.len() < ENOUGH {
            cuts.extend(paths.violated(point));
        }
        cuts
    }
}

/// One state and the cell after a roll.
fn single(paths: &PathStates) -> Vec<EdgeCut> {
    let ends = paths.edges.iter().flat_map(|edge| [edge.ends, [edge.ends[1], edge.ends[0]]]);
    ends.map(|[u, v]| EdgeCut { k: paths.states[v].cell(), others: vec![u] }).collect()
}

/// The cuts with cell k and states on the other three cells round a square.
fn round(paths: &PathStates, by_cell: &[Range<usize>], k: usize, [left, across, right]: [usize; 3]) -> Vec<EdgeCut> {
    let mut cuts = Vec::new();
    let neighbour = |u: usize, cell: usize| paths.neighbours(u).find(|&v| paths.states[v].cell() == cell);
    for u in by_cell[across].clone() {
        let three = [Some(u), neighbour(u, left), neighbour(u, right)];
        cuts.push(EdgeCut { k, others: three.into_iter().flatten().collect() });
        let (mut here, mut cycle) = (u, Vec::new());
        loop {
            cycle.extend([Some(here), neighbour(here, left), neighbour(here, right)].into_iter().flatten());
            let next = neighbour(here, left).and_then(|v| neighbour(v, k)).and_then(|v| neighbour(v, right));
            match next.and_then(|v| neighbour(v, across)) {
                Some(next) if next != u => here = next,
                _ => break,
            }
        }
        cycle.sort_unstable();
        cycle.dedup();
        cuts.push(EdgeCut { k, others: cycle });
    }
    let three = [left, across, right].into_iter().flat_map(|cell| by_cell[cell].clone());
    cuts.push(EdgeCut { k, others: three.collect() });
    cuts
}
