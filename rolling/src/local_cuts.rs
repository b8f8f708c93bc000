//! The cuts of `edge_cuts.rs` with small sets, which are looked at one by one. Most cuts that a relaxation needs are of this kind, and they
//! cost no minimum cut.
//!
//! * A is one state u, k the cell after a roll from it: `w[e] ≤ n[u]`.
//! * Round a unit square of cells: A is a state on one cell, with the states that a roll either way round leads to; k is the fourth cell.
//! * Round a unit square, with all states that rolling round the square comes through: three on each cell, or two for a restricted die.
//! * Round a unit square, with all states of the three cells: at most three rolls between the four cells.

use std::ops::Range;

use super::edge_cuts::VIOLATION;
use super::{EdgeCut, EdgePoint, PathStates};
use tumble_model::control::{look, look_with};

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
