//! The states and edges that a path through every cell may use.
//!
//! Rolls can be undone, so an edge {u, v} stands for a roll and for the one that undoes it.

use super::{Endpoints, RollArc, RollGraph, State};
use tumble_puzzles::geometry::Direction;

/// The states and edges of paths that visit every cell once: the states u ∈ 0..n that rolls from a start state reach (a fixed start cell
/// only in its start states), in the order of [`State`]; the edges between them; where a path may start and end (ends only in goal states,
/// on cells of the colour that C − 1 rolls lead to; where the path is closed, one roll before a start cell, or before a start if it is
/// restored).
#[derive(Clone, Debug)]
pub struct PathStates {
    /// The graph.
    pub graph: RollGraph,
    /// Where paths start and end.
    pub endpoints: Endpoints,
    /// The states, ascending.
    pub states: Vec<State>,
    /// Where a path may start, by index of the state.
    pub starts: Vec<usize>,
    /// Where it may end.
    pub ends: Vec<usize>,
    /// Rolls north and east, one for each edge.
    pub edges: Vec<Edge>,
    /// By state, the edges at it.
    pub at: Vec<Vec<usize>>,
}

/// An edge between two states.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The roll north or east.
    pub roll: RollArc,
    /// The indices of its tail and its head.
    pub ends: [usize; 2],
}

impl Edge {
    /// The cells, the smaller number first.
    pub fn cells(&self) -> (usize, usize) {
        let (a, b) = (self.roll.tail.cell(), self.roll.head.cell());
        (a.min(b), a.max(b))
    }

    /// The index of the other end.
    pub const fn other(&self, u: usize) -> usize {
        let [a, b] = self.ends;
        a + b - u
    }
}

impl PathStates {
    /// The indices of the states that an edge joins to this one.
    pub fn neighbours(&self, u: usize) -> impl Iterator<Item = usize> + '_ {
        self.at[u].iter().map(move |&e| self.edges[e].other(u))
    }

    /// The states and edges of paths between these endpoints.
    pub fn new(graph: RollGraph, endpoints: Endpoints) -> Self {
        let reached = endpoints.reached(&graph);
        let ends = endpoints.ends(&graph, &reached);
        Self::of(graph, endpoints, reached.iter().collect(), ends)
    }

    /// The states and edges of paths on a board that may go on beyond these cells: all states of the graph, reached or not, and ends on
    /// cells of either colour.
    pub fn on_any_length(graph: RollGraph, endpoints: Endpoints) -> Self {
        let may_visit = |state: &State| endpoints.may_enter(state.cell()) || endpoints.start.contains(*state);
        let states: Vec<State> = graph.states().filter(may_visit).collect();
        let may_end = |state: &State| {
            let is_near = !endpoints.closed || endpoints.is_next_to_a_start(&graph, state.cell());
            endpoints.goal.contains(*state) && endpoints.may_enter(state.cell()) && is_near
        };
        let ends = states.iter().copied().filter(may_end).collect();
        Self::of(graph, endpoints, states, ends)
    }

    fn of(graph: RollGraph, endpoints: Endpoints, states: Vec<State>, ends: Vec<State>) -> Self {
        let index = |state: State| states.binary_search(&state).ok();
        let starts = endpoints.start.states(&graph).filter_map(index).collect();
        let is_back = |head: State| {
            if endpoints.restore {
                endpoints.start.contains(head)
            } else {
                endpoints.start.cells.contains(&head.cell())
            }
        };
        let closes = |state: &State| !endpoints.closed || graph.rolls_from(*state).any(|roll| is_back(roll.head));
        let ends = ends.into_iter().filter(closes).filter_map(index).collect();
        let rolls = states.iter().flat_map(|&tail| graph.rolls_from(tail));
        let rolls = rolls.filter(|roll| matches!(roll.direction, Direction::North | Direction::East));
        let edge = |roll: RollArc| Some(Edge { roll, ends: [index(roll.tail)?, index(roll.head)?] });
        let edges: Vec<Edge> = rolls.filter_map(edge).collect();
        let mut at = vec![Vec::new(); states.len()];
        for (e, edge) in edges.iter().enumerate() {
            edge.ends.iter().for_each(|&u| at[u].push(e));
        }
        Self { graph, endpoints, states, starts, ends, edges, at }
    }

    /// The number of cells C.
    pub fn cells(&self) -> usize {
        self.graph.cells().len()
    }

    /// By cell, the indices of the states on it.
    pub fn by_cell(&self) -> Vec<std::ops::Range<usize>> {
        let first = |c: usize| self.states.partition_point(|state| state.cell() < c);
        (0..self.cells()).map(|c| first(c)..first(c + 1)).collect()
    }

    /// Where a path may start, then where it may end.
    pub fn terminals(&self) -> impl Iterator<Item = usize> + '_ {
        self.starts.iter().chain(&self.ends).copied()
    }

    /// Whether a path can visit a state only by starting in it: it is on a fixed start cell.
    pub fn is_start_only(&self, u: usize) -> bool {
        !self.endpoints.may_enter(self.states[u].cell())
    }
}
