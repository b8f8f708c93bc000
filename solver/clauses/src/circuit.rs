//! Circuit: exactly one arc out of each node and one into it, and positions that rise along the arcs.
//!
//! Let x_a be the literal of arc a, n the number of nodes; a node is "on" if its self-arc is not used.
//! ```text
//! (1) exactly one x_a out of i, exactly one into i            each node i
//! ```
//! Each node has a position p_i, an integer by literals [p_i ≥ t]. If some node has no self-arc, the one with the fewest arcs in is the
//! root, at position 0; a position is at least the length of a shortest path from the root, and at most n less that of one to it.
//! ```text
//! (2) x_a ∧ [p_i ≥ t] → [p_j ≥ t + 1]                         each arc a from i to j ≠ root, j ≠ i, each t
//!     x_a ∧ [p_j ≤ t] → [p_i ≤ t − 1]                         likewise: the same clauses
//! (3) x_a ∧ [p_i ≤ t] → [p_j ≤ t + 1]                         follows; it fixes the positions of a path
//! ```
//! If every node can be skipped, the root is the first node that is on. With f_j, no node before j is on,
//! ```text
//! (4) f_j ↔ f_{j−1} ∧ ¬[j − 1 is on]
//! ```
//! (2) and (3) are required of an arc from i to j < i unless f_j holds. From i to j > i, j cannot be the root. So two circuits, of
//! which only one holds the root, would have to rise for ever.
//!
//! Size: at most 2·|A|·n clauses of (2) and (3), n·(n − 1) variables; fewer where shortest paths are long. Source: the order constraints of
//! Miller, Tucker and Zemlin (1960) in the order encoding; the pruning is in N.-F. Zhou, *In Pursuit of an Efficient SAT Encoding for
//! the Hamiltonian Cycle Problem*, CP 2020.

use std::collections::VecDeque;

use super::Lit;
use super::clauses::exactly_one;
use super::clauses::{Clauses, Refusal};
use super::leaf::Order;
use super::variables::Variables;
use tumble_model::model::Circuit;

/// An arc by its literal in the clauses.
#[derive(Clone, Copy)]
struct Arc {
    from: usize,
    to: usize,
    used: Lit,
}

pub(super) fn require(circuit: &Circuit, variables: &mut Variables, out: &mut Clauses<'_>) -> Result<(), Refusal> {
    let n = circuit.nodes;
    let mut arc =
        |a: &tumble_model::model::Arc| Arc { from: a.from, to: a.to, used: variables.literal(a.literal, out) };
    let arcs: Vec<Arc> = circuit.arcs.iter().map(&mut arc).filter(|arc| arc.used != Lit::FALSE).collect();
    let literals = |node: usize, end: fn(&Arc) -> usize| -> Vec<Lit> {
        arcs.iter().filter(|arc| end(arc) == node).map(|arc| arc.used).collect()
    };
    for node in 0..n {
        exactly_one(&literals(node, |arc| arc.from), out)?;
        exactly_one(&literals(node, |arc| arc.to), out)?;
    }
    let is_skippable = |node: &usize| arcs.iter().any(|arc| arc.from == *node && arc.to == *node);
    let always_on = (0..n).filter(|node| !is_skippable(node));
    let root = always_on.min_by_key(|&node| arcs.iter().filter(|arc| arc.to == node).count());
    let roads: Vec<Arc> = arcs.iter().copied().filter(|arc| arc.from != arc.to).collect();
    let positions = positions(n, root, &roads, out)?;
    // Required of an arc to a node unless its literal here holds.
    let first: Vec<Lit> = match root {
        Some(root) => (0..n).map(|node| if node == root { Lit::TRUE } else { Lit::FALSE }).collect(),
        None => first_on(n, &arcs, out),
    };
    out.reserve(2 * (roads.len() * n) as u64)?;
    for arc in roads {
        let unless = if root.is_none() && arc.to > arc.from { Lit::FALSE } else { first[arc.to] };
        rise(&positions[arc.from], &positions[arc.to], [!arc.used, unless], out);
    }
    Ok(())
}

/// For each node a literal that no node before it is on: (4).
fn first_on(n: usize, arcs: &[Arc], out: &mut Clauses<'_>) -> Vec<Lit> {
    let mut first = vec![Lit::TRUE];
    for node in 1..n {
        let skipped = arcs.iter().filter(|arc| arc.from == node - 1 && arc.to == node - 1).map(|arc| arc.used);
        let (before, is_first) = (first[node - 1], out.variable());
        let skipped: Vec<Lit> = skipped.collect();
        out.add(&[!is_first, before]);
        out.add(&skipped.iter().copied().chain([!is_first]).collect::<Vec<_>>());
        for &skip in &skipped {
            out.add(&[!before, !skip, is_first]);
        }
        first.push(is_first);
    }
    first
}

/// (2) and (3), unless one of two literals holds.
fn rise(from: &Order, to: &Order, unless: [Lit; 2], out: &mut Clauses<'_>) {
    let [a, b] = unless;
    let mut times: Vec<i64> = from.values().iter().copied().chain(to.values().iter().map(|t| t - 1)).collect();
    times.sort_unstable();
    times.dedup();
    for t in times {
        // [p ≥ t] is ¬[p ≤ t − 1].
        out.add(&[a, b, from.at_most(t - 1), !to.at_most(t)]);
        out.add(&[a, b, !from.at_most(t - 1), to.at_most(t)]);
    }
}

/// The position of each node, pruned by the distances from the root and to it.
fn positions(n: usize, root: Option<usize>, roads: &[Arc], out: &mut Clauses<'_>) -> Result<Vec<Order>, Refusal> {
    let [after, before] = match root {
        Some(root) => [distances(n, root, roads, |a| (a.from, a.to)), distances(n, root, roads, |a| (a.to, a.from))],
        None => [vec![Some(0); n], vec![Some(1); n]],
    };
    let mut positions = Vec::with_capacity(n);
    for node in 0..n {
        let range = after[node].zip(before[node]).map(|(after, before)| (after, n as i64 - before));
        let (lower, upper) = match range {
            _ if root == Some(node) => (0, 0),
            Some((lower, upper)) if lower <= upper => (lower, upper),
            // Not on any circuit through the root: it is skipped or there is none, and any position will do.
            _ => (0, 0),
        };
        out.reserve(n as u64)?;
        positions.push(Order::fresh((lower..=upper).collect(), out));
    }
    Ok(positions)
}

/// The fewest arcs from the root to each node, in the direction of `ends`.
fn distances(n: usize, root: usize, roads: &[Arc], ends: fn(&Arc) -> (usize, usize)) -> Vec<Option<i64>> {
    let mut next = vec![Vec::new(); n];
    roads.iter().map(ends).for_each(|(from, to)| next[from].push(to));
    let mut distances = vec![None; n];
    distances[root] = Some(0);
    let mut queue = VecDeque::from([(root, 0)]);
    while let Some((node, distance)) = queue.pop_front() {
        for &other in &next[node] {
            if distances[other].is_none() {
                distances[other] = Some(distance + 1);
                queue.push_back((other, distance + 1));
            }
        }
    }
    distances
}
