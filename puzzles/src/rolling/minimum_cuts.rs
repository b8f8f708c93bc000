//! Minimum cuts in a network over states or other places, for the separation of rows that a point of a linear relaxation violates.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef as _, Walker as _};

use super::State;

/// The capacity that represents 1: values are rounded to multiples of 1 / `UNIT`.
pub const UNIT: u64 = 1 << 20;
/// Cuts that fall short by less are ignored.
const SLACK: u64 = UNIT / 50;

/// A network with a root, from which flow comes to the places, which are states where nothing else is said.
#[derive(Clone, Debug)]
pub struct CutNetwork<P = State> {
    graph: DiGraph<(), u64>,
    nodes: BTreeMap<P, NodeIndex>,
    root: NodeIndex,
}

/// A value of a relaxation as a capacity.
#[must_use]
pub fn capacity(value: f64) -> u64 {
    (value.max(0.0) * UNIT as f64).round() as u64
}

impl<P: Copy + Ord> CutNetwork<P> {
    /// A network over these places, without arcs.
    #[must_use]
    pub fn new(places: impl IntoIterator<Item = P>) -> Self {
        let mut graph = DiGraph::new();
        let root = graph.add_node(());
        let nodes = places.into_iter().map(|place| (place, graph.add_node(()))).collect();
        Self { graph, nodes, root }
    }

    /// Its places, in order.
    pub fn places(&self) -> impl Iterator<Item = P> + '_ {
        self.nodes.keys().copied()
    }

    /// Adds an arc from the root.
    ///
    /// # Panics
    /// When the network lacks the place.
    pub fn supply(&mut self, head: P, capacity: u64) {
        self.graph.add_edge(self.root, self.nodes[&head], capacity);
    }

    /// Adds an arc between two places.
    ///
    /// # Panics
    /// When the network lacks a place.
    pub fn connect(&mut self, tail: P, head: P, capacity: u64) {
        self.graph.add_edge(self.nodes[&tail], self.nodes[&head], capacity);
    }

    /// The sets of places that contain all `targets` and are entered by clearly less than `wanted`: the largest and the
    /// smallest set among the minimum cuts.
    ///
    /// # Panics
    /// When the network lacks a target.
    #[must_use]
    pub fn below(&self, targets: &[P], wanted: u64) -> Vec<BTreeSet<P>> {
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

    fn within(&self, is_in: impl Fn(NodeIndex) -> bool) -> BTreeSet<P> {
        self.nodes.iter().filter(|(_, node)| is_in(**node)).map(|(&place, _)| place).collect()
    }
}
