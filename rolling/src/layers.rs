//! The states that exactly t rolls reach.

use super::{RollGraph, State, StateSet};

/// Sets of states by number of rolls, t ∈ 0..=T.
///
/// Every roll changes the colour of the cell and the class of the orientation: from a fixed start a layer has at most half of the
/// cells, and half of the orientations on each.
#[derive(Clone, Debug)]
pub struct Layers(Vec<StateSet>);

impl Layers {
    /// The states that exactly t rolls from `starts` reach over cells that may be entered, t ∈ 0..=`rolls`.
    pub fn from(
        graph: &RollGraph,
        starts: impl IntoIterator<Item = State>,
        rolls: usize,
        may_enter: impl Fn(usize) -> bool,
    ) -> Self {
        let empty = StateSet::new(graph.cells().len());
        let mut layers = vec![empty.clone(); rolls + 1];
        layers[0].extend(starts);
        for t in 0..rolls {
            let (earlier, later) = layers.split_at_mut(t + 1);
            let heads = earlier[t].iter().flat_map(|state| graph.rolls_from(state)).map(|arc| arc.head);
            later[0].extend(heads.filter(|head| may_enter(head.cell())));
        }
        Self(layers)
    }

    /// The layers without dead ends: in the last layer only the states that `ends` accepts, in the other layers only states from which
    /// rolls through the layers lead to them.
    #[must_use]
    pub fn leading_to(mut self, graph: &RollGraph, ends: impl Fn(State) -> bool) -> Self {
        if let Some(last) = self.0.last_mut() {
            last.retain(ends);
        }
        for t in (0..self.0.len() - 1).rev() {
            let (earlier, later) = self.0.split_at_mut(t + 1);
            earlier[t].retain(|state| graph.rolls_from(state).any(|arc| later[0].contains(arc.head)));
        }
        self
    }

    /// The states of layer t.
    pub fn at(&self, t: usize) -> &StateSet {
        &self.0[t]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::CellGraph;
    use tumble_puzzles::geometry::{Board, Handedness};

    fn graph() -> RollGraph {
        RollGraph::new(CellGraph::of_free_cells(&Board::new(3, 2, &[]).unwrap()), Handedness::Right)
    }

    /// The ends of all sequences of `rolls` rolls from a state that never enter cell 0 again.
    fn ends(graph: &RollGraph, state: State, rolls: usize) -> BTreeSet<State> {
        if rolls == 0 {
            return BTreeSet::from([state]);
        }
        let heads = graph.rolls_from(state).map(|arc| arc.head).filter(|head| head.cell() != 0);
        heads.flat_map(|head| ends(graph, head, rolls - 1)).collect()
    }

    #[test]
    fn layers_are_the_ends_of_all_sequences_of_rolls() {
        let (graph, start) = (graph(), State::new(0, 7));
        let layers = Layers::from(&graph, [start], 6, |c| c != 0);
        for t in 0..=6 {
            assert!(layers.at(t).iter().eq(ends(&graph, start, t)), "{t}");
        }
    }

    #[test]
    fn layers_that_lead_to_an_end_keep_what_lies_on_such_a_sequence() {
        let (graph, start) = (graph(), State::new(0, 7));
        let is_end = |state: State| state.cell() == 5;
        let layers = Layers::from(&graph, [start], 5, |c| c != 0);
        let pruned = layers.clone().leading_to(&graph, is_end);
        for t in 0..=5 {
            let kept = layers.at(t).iter().filter(|&state| ends(&graph, state, 5 - t).into_iter().any(is_end));
            assert!(pruned.at(t).iter().eq(kept), "{t}");
        }
    }
}
