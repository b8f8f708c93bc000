//! One unit of flow through layers of states, one roll per layer: the common core of the encodings by step.
//!
//! Variables: `a[t,u,d]` ∈ {0, 1} roll t leads from u in direction d, for the states u that the flow reaches in t rolls.
//!
//! ```text
//! what enters u in layer t = what leaves it           each layer t, state u
//! ```
//! What else enters or leaves (starts, ends, waiting) comes from the encoding. Rows are named `pass_t{t}_c{c}_o{o}`, variables
//! `a_t{t}_c{c}_o{o}_{d}`.
//!
//! The encodings of shortest paths with horizons share more: the path of a fewest number of moves, from L to T, with where it starts and ends.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{RollArc, Rolls, State};
use tumble_model::model::{Assignment, Linear, Model, Sense, Var};
use tumble_puzzles::geometry::Direction;

/// A flow, built layer by layer.
#[derive(Debug)]
pub struct LayeredFlow<S = State, D = Direction> {
    /// What enters the states of the next layer.
    entering: BTreeMap<S, Linear>,
    rolls: Vec<Vec<(RollArc<S, D>, Var)>>,
}

impl<S: Copy + Ord + Display, D: Copy + Into<char>> LayeredFlow<S, D> {
    /// A flow that enters layer 0 as `entering` says.
    pub fn new(entering: impl IntoIterator<Item = (S, Linear)>) -> Self {
        Self { entering: entering.into_iter().collect(), rolls: Vec::new() }
    }

    /// Adds the rolls from the current layer to states that may be entered, and the rows of its states. `leaves` gives what
    /// else leaves a state, and may add variables for it: they come before those of the rolls from that state.
    pub fn step(
        &mut self,
        graph: &impl Rolls<S, D>,
        model: &mut Model,
        may_enter: impl Fn(S) -> bool,
        mut leaves: impl FnMut(S, &mut Model) -> Option<Var>,
    ) {
        let t = self.rolls.len();
        if t == 0 {
            graph.explain(model);
            model.explain("a_tT_cC_oO_D", "roll T leads from cell C and orientation O in direction D");
        }
        let mut arcs = Vec::new();
        for (state, mut balance) in std::mem::take(&mut self.entering) {
            if let Some(var) = leaves(state, model) {
                balance.push(-1, var);
            }
            for arc in graph.rolls_from(state).filter(|arc| may_enter(arc.head)) {
                let var = model.binary(format!("a_t{t}_{arc}"));
                balance.push(-1, var);
                arcs.push((arc, var));
            }
            model.add(format!("pass_t{t}_{state}"), balance.equals(0));
        }
        for &(arc, var) in &arcs {
            self.enter(arc.head, var);
        }
        self.rolls.push(arcs);
    }

    /// The path of the fewest moves, of so many, from one of the starts, given by their variables, to a goal. A state may be entered if `may_enter`
    /// says so of the number of moves that are left then.
    pub fn of_lengths(
        graph: &impl Rolls<S, D>,
        starts: &[(S, Var)],
        lengths: &RangeInclusive<u64>,
        may_enter: impl Fn(S, u64) -> bool,
        is_goal: impl Fn(S) -> bool,
        model: &mut Model,
    ) -> Self {
        let horizon = *lengths.end();
        model.block("(1) the path starts once");
        model.add("one_start", Linear::sum(starts.iter().map(|&(_, var)| var)).equals(1));
        model.block("(2) what enters a state leaves it, or the path ends there");
        let mut flow = Self::new(starts.iter().map(|&(state, var)| (state, var.into())));
        let (mut ends, mut length) = (Linear::new(), Linear::new().plus_constant(horizon as i64));
        for t in 0..=horizon {
            let left = horizon - t;
            let end = |state, model: &mut Model| {
                let is_end = lengths.contains(&t) && is_goal(state);
                let end = is_end.then(|| model.binary(format!("z_t{t}_{state}")))?;
                ends.push(1, end);
                length.push(-(left as i64), end);
                Some(end)
            };
            flow.step(graph, model, |state| left > 0 && may_enter(state, left - 1), end);
        }
        model.block("(3) the path ends once");
        model.add("one_end", ends.equals(1));
        model.set_objective(Sense::Minimize, length);
        flow
    }

    /// Adds to what enters a state of the current layer.
    pub fn enter(&mut self, state: S, var: Var) {
        self.entering.entry(state).or_default().push(1, var);
    }

    /// What enters the states of the current layer.
    pub const fn entering(&self) -> &BTreeMap<S, Linear> {
        &self.entering
    }

    /// The rolls of each layer so far, with their variables in the order in which they were added.
    pub fn rolls(&self) -> &[Vec<(RollArc<S, D>, Var)>] {
        &self.rolls
    }

    /// The variables of all rolls.
    pub fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.rolls.iter().flatten().map(|&(_, var)| var)
    }

    /// The rolls that an assignment uses from `start`, up to the first layer without one.
    pub fn path(&self, start: S, assignment: &Assignment) -> Vec<D> {
        let mut here = start;
        let used = |arcs: &Vec<(RollArc<S, D>, Var)>| {
            let (arc, _) = arcs.iter().find(|&&(arc, var)| arc.tail == here && assignment[var] == 1)?;
            here = arc.head;
            Some(arc.direction)
        };
        self.rolls.iter().map_while(used).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellGraph, Layers, RollGraph};
    use tumble_puzzles::geometry::{Board, Handedness};

    #[test]
    fn the_flow_reaches_the_layers_and_follows_a_path_through_them() {
        let graph = RollGraph::new(CellGraph::of_free_cells(&Board::new(3, 2, &[]).unwrap()), Handedness::Right);
        let start = State::new(0, 0);
        let layers = Layers::from(&graph, [start], 3, |_| true);
        let mut model = Model::new("flow");
        let mut flow = LayeredFlow::new([(start, Linear::new().plus_constant(1))]);
        for t in 0..3 {
            assert!(flow.entering().keys().copied().eq(layers.at(t).iter()), "layer {t}");
            flow.step(&graph, &mut model, |_| true, |_, _| None);
        }
        let wanted = [Direction::East, Direction::North, Direction::East];
        let mut here = start;
        let mut values = vec![0; model.variables().len()];
        for (arcs, roll) in flow.rolls().iter().zip(wanted) {
            let (arc, var) = arcs.iter().find(|(arc, _)| arc.tail == here && arc.direction == roll).unwrap();
            (here, values[var.index()]) = (arc.head, 1);
        }
        let assignment: Assignment = values.into();
        assert_eq!(model.check(&assignment), Ok(()));
        assert_eq!(flow.path(start, &assignment), wanted);
    }
}
