//! The variables of a flow on the graph of (cell, orientation).

use std::collections::BTreeMap;

use tumble_model::model::{Assignment, Var};
use tumble_rolling::{RollArc, State};

/// The variables of a flow.
#[derive(Clone)]
pub(super) struct Network {
    pub(super) starts: BTreeMap<State, Var>,
    pub(super) ends: BTreeMap<State, Var>,
    pub(super) arcs: Vec<FlowArc>,
    /// By cell: whether it is labeled.
    pub(super) labeled: Vec<bool>,
    /// Whether the tour is closed; the start then does not count as a visit.
    pub(super) closed: bool,
    /// Whether the number of rolls is minimised, so that superfluous rolls have to be cut off.
    pub(super) counts_rolls: bool,
}

/// A roll, the variable that counts how often it is used, and the variable's upper bound.
#[derive(Clone)]
pub(super) struct FlowArc {
    pub(super) roll: RollArc,
    pub(super) var: Var,
    pub(super) upper: i64,
}

impl Network {
    /// Where the trail starts.
    pub(super) fn start(&self, assignment: &Assignment) -> Option<State> {
        self.starts.iter().find(|(_, var)| assignment[**var] == 1).map(|(&state, _)| state)
    }
}
