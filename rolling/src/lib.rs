#![doc = include_str!("../README.md")]
//!
//! A die or a box that rolls over cells: the graph whose states are (cell, orientation) and whose arcs are rolls, and its uses in the
//! encodings and searches of several puzzles. Nothing here depends on a puzzle.
//!
//! | file | what |
//! |---|---|
//! | `cells.rs` | numbered cells and their neighbours |
//! | `graph.rs` | the graph: rolls, reachable states; states and sets of states; the states that exactly t rolls reach |
//! | `endpoints.rs` | where a path may start and end; the rows that close it to a tour |
//! | `static_flow.rs` | one unit of flow without time: the core of the encodings `state-flow` |
//! | `layered_flow.rs` | one unit of flow through layers: the core of the encodings by step |
//! | `path_arcs.rs` | a path that visits every cell once, as arcs without time; cycles have to be ruled out |
//! | `path_flow.rs`, `path_order.rs`, `path_commodities.rs`, `path_cuts.rs` | four ways to rule out cycles |
//! | `path_tightening.rs` | rows that tighten the linear relaxation of `path_arcs.rs` |
//! | `path_circuit.rs` | such a path as a circuit over the cells |
//! | `path_states.rs` | the states and edges of such paths |
//! | `path_edges.rs`, `edge_cuts.rs` | such a path as undirected edges, connected by a flow or by cuts |
//! | `minimum_cuts.rs` | minimum cuts in a network over places; cells and states as places that flows and cuts look at |
//!
//! Rules do not use this crate: they replay solutions with a die of their own (`puzzle/solid.rs` of `tumble-puzzles`).

mod cells;
#[cfg(test)]
mod cut_tests;
mod edge_cuts;
mod endpoints;
mod graph;
mod layered_flow;
mod minimum_cuts;
mod path_arcs;
mod path_circuit;
mod path_commodities;
mod path_cuts;
mod path_edges;
mod path_flow;
mod path_order;
mod path_states;
#[cfg(test)]
mod path_tests;
mod path_tightening;
mod static_flow;

pub use cells::CellGraph;
pub use edge_cuts::{EdgeCut, EdgePoint, LocalCuts};
pub use endpoints::{Endpoints, Terminal, chosen};
pub use graph::{Layers, ORIENTATIONS, RollArc, RollGraph, Rolls, State, StateSet};
pub use layered_flow::LayeredFlow;
pub use minimum_cuts::{CutNetwork, OnCell, Place, UNIT, capacity};
pub use path_arcs::{Path, PathArcs};
pub use path_circuit::PathCircuit;
pub use path_cuts::PathCuts;
pub use path_edges::PathEdges;
pub use path_states::{Edge, PathStates};
pub use static_flow::StaticFlow;
