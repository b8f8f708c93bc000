//! Minimum cuts in a network over states, for the separation of rows that a point of a linear relaxation violates.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef as _, Walker as _};

use super::State;

/// The capacity that represents 1: values are rounded to multiples of 1 / `UNIT`.
pub const UNIT: u64 = 1 << 20;
/// Cuts that fall short by less are ignored.
const SLACK: u64 = UNIT / 50;

/// A network with a root, from which flow comes to the states.
#[derive(Clone, Debug)]
pub struct CutNetwork {
    graph: DiGraph<(), u64>,
    nodes: BTreeMap<State, NodeIndex>,
    root: NodeIndex,
}

/// A value of a relaxation as a capacity.
#[must_use]
pub fn capacity(value: f64) -> u64 {
    (value.max(0.0) * UNIT as f64).round() as u64
}

impl CutNetwork {
    /// A network over these states, without arcs.
    #[must_use]
    pub fn new(states: impl IntoIterator<Item = State>) -> Self {
        let mut graph = DiGraph::new();
        let root = graph.add_node(());
        let nodes = states.into_iter().map(|state| (state, graph.add_node(()))).collect();
        Self { graph, nodes, root }
    }

    /// Its states, in order.
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.nodes.keys().copied()
    }

    /// Adds an arc from the root.
    ///
    /// # Panics
    /// When the network lacks the state.
    pub fn supply(&mut self, head: State, capacity: u64) {
        self.graph.add_edge(self.root, self.nodes[&head], capacity);
    }

    /// Adds an arc between two states.
    ///
    /// # Panics
    /// When the network lacks a state.
    pub fn connect(&mut self, tail: State, head: State, capacity: u64) {
        self.graph.add_edge(self.nodes[&tail], self.nodes[&head], capacity);
    }

    /// The sets of states that contain all `targets` and are entered by clearly less than `wanted`: the largest and the
    /// smallest set among the minimum cuts.
    ///
    /// # Panics
    /// When the network lacks a target.
    #[must_use]
    pub fn below(&self, targets: &[State], wanted: u64) -> Vec<BTreeSet<State>> {
        let mut graph = self.graph.clone();
        let sink = graph.add_node(());
        for target in targets {
            graph.add_edge(self.nodes[target], sink, u64::MAX / 4);
        }
        let (entered, flows) = dinics(&graph, self.root, sink);
        if entered + SLACK >= wanted {
            return Vec::new();
        }
        let mut residual: DiGraph<(), ()> = graph.filter_map(|_, ()| Some(()), |_, _| None);
        for edge in graph.edge_references() {
            let flow = flows[edge.id().index()];
            if flow < *edge.weight() {
                residual.add_edge(edge.source(), edge.target(), ());
            }
            if flow > 0 {
                residual.add_edge(edge.target(), edge.source(), ());
            }
        }
        let mut before: BTreeSet<NodeIndex> = Dfs::new(&residual, self.root).iter(&residual).collect();
        let largest = self.within(|node| !before.contains(&node));
        residual.reverse();
        before = Dfs::new(&residual, sink).iter(&residual).collect();
        let smallest = self.within(|node| before.contains(&node));
        if largest == smallest { vec![largest] } else { vec![largest, smallest] }
    }

    fn within(&self, is_in: impl Fn(NodeIndex) -> bool) -> BTreeSet<State> {
        self.nodes.iter().filter(|(_, node)| is_in(**node)).map(|(&state, _)| state).collect()
    }
}
