//! The graph of labels as the bounds see it: arcs between nodes of different labels, and what the way to the first label and the way after
//! the last one cost. All costs are thousandths of a roll.

use super::label_graph::{LabelGraph, Node};
use tumble_model::control::{Request, Stop};
use tumble_rolling::State;

/// The cost of a roll.
pub(super) const ROLL: i32 = 1000;
/// The cost of what is impossible.
pub(super) const NEVER: i32 = i32::MAX;
/// Neither the rolls of a walk through all labels nor the prices of all labels cost more, so their sums fit in 32 bits.
pub(super) const MOST: i32 = 1 << 29;

/// Labels times arcs, of which each round of the relaxation takes a step: about a second.
const MOST_STEPS: usize = 1 << 26;

/// The cost of a walk between two labels, or to the first, or after the last; `None` if the walks between all labels might cost too much.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 1024 cells, each with four nodes")]
fn cost(labels: usize, rolls: u32) -> Option<i32> {
    let most = MOST / ROLL / (labels as i32 + 1);
    i32::try_from(rolls).ok().filter(|&rolls| rolls <= most).map(|rolls| rolls * ROLL)
}

/// The shortest walk from one node to a node of another label.
#[derive(Clone, Copy)]
struct Arc {
    from: Node,
    to: Node,
    cost: i32,
}

/// The other end of an arc.
#[derive(Clone, Copy)]
pub(super) struct Hop {
    pub(super) node: Node,
    pub(super) cost: i32,
    /// The pair of labels: the one of the other end, and the one of this end.
    pub(super) pair: u32,
}

/// The arcs and ends for walks that are built up in one direction.
pub(super) struct Side {
    /// By node: where its arcs begin.
    begin: Vec<u32>,
    hops: Vec<Hop>,
    /// By node: the cost of the way to the first label, or after the last one; [`NEVER`] if the node is not the first, or last, of a walk.
    pub(super) ends: Vec<i32>,
}

impl Side {
    /// The arcs at a node whose other ends were visited before, in the direction of this side.
    pub(super) fn hops(&self, node: usize) -> &[Hop] {
        &self.hops[self.begin[node] as usize..self.begin[node + 1] as usize]
    }

    /// The arcs of this side: `hop` has the node at one end of an arc, and the other end.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 1024 cells, each with four nodes")]
    fn rebuild(&mut self, nodes: usize, arcs: &[Arc], hop: impl Fn(&Arc) -> (Node, Hop)) {
        let mut hops: Vec<(Node, Hop)> = arcs.iter().map(hop).collect();
        hops.sort_by_key(|&(node, hop)| (node, hop.node));
        let begin = |node: usize| hops.partition_point(|&(at, _)| usize::from(at) < node) as u32;
        self.begin = (0..=nodes).map(begin).collect();
        self.hops = hops.into_iter().map(|(_, hop)| hop).collect();
    }
}

/// The graph for the trails from some starts.
pub(super) struct BoundGraph<'a> {
    pub(super) labels: usize,
    pub(super) label_of: &'a [u16],
    /// All arcs between different labels.
    all: Vec<Arc>,
    /// The arcs that a trail may take.
    arcs: Vec<Arc>,
    /// By both labels: the number of the pair.
    pair_of: Vec<u32>,
    /// The pairs of labels between which there are arcs, in both orders.
    pub(super) pairs: Vec<[u16; 2]>,
    /// For walks that are built up from their ends: arcs out of a node.
    pub(super) back: Side,
    /// For walks that are built up from their starts: arcs into a node.
    pub(super) forth: Side,
}

impl<'a> BoundGraph<'a> {
    /// The graph without starts; `None` if its costs might exceed 32 bits, or a walk through all labels were long to find.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 1024 cells, each with four nodes")]
    pub(super) fn new(graph: &'a LabelGraph, request: &Request<'_>) -> Result<Option<Self>, Stop> {
        let (labels, label_of) = (graph.labels(), &graph.label_of[..]);
        let mut all = Vec::new();
        let (mut pair_of, mut pairs) = (vec![u32::MAX; labels * labels], Vec::new());
        for (node, &label) in label_of.iter().enumerate() {
            request.control.check()?;
            for step in graph.steps(node as Node) {
                let next = label_of[usize::from(step.to)];
                if next == label {
                    continue;
                }
                let Some(cost) = cost(labels, step.length) else { return Ok(None) };
                all.push(Arc { from: node as Node, to: step.to, cost });
                for [a, b] in [[label, next], [next, label]] {
                    let pair = &mut pair_of[usize::from(a) * labels + usize::from(b)];
                    if *pair == u32::MAX {
                        *pair = pairs.len() as u32;
                        pairs.push([a, b]);
                    }
                }
            }
            if all.len() * labels > MOST_STEPS {
                return Ok(None);
            }
        }
        let side = || Side { begin: Vec::new(), hops: Vec::new(), ends: Vec::new() };
        let arcs = Vec::new();
        Ok(Some(Self { labels, label_of, all, arcs, pair_of, pairs, back: side(), forth: side() }))
    }

    /// Takes all arcs, and the ends of the trails from these starts. `None` if the costs might exceed 32 bits.
    pub(super) fn begin(&mut self, graph: &LabelGraph, starts: &[State]) -> Option<()> {
        let cost = |rolls: Option<u32>| rolls.map_or(Some(NEVER), |rolls| cost(self.labels, rolls));
        self.back.ends = graph.rolls_to_end(starts).into_iter().map(cost).collect::<Option<_>>()?;
        let mut first = vec![None; graph.nodes.len()];
        for step in graph.first_steps(starts) {
            // A start on the label itself comes before walks to the label.
            first[usize::from(step.to)].get_or_insert(step.length);
        }
        self.forth.ends = first.into_iter().map(cost).collect::<Option<_>>()?;
        self.arcs.clone_from(&self.all);
        self.rebuild();
        // Half of the nodes of a board cannot be reached from a fixed start: their states have the wrong parity.
        let mut reached: Vec<bool> = self.forth.ends.iter().map(|&cost| cost != NEVER).collect();
        let mut open: Vec<usize> = (0..reached.len()).filter(|&node| reached[node]).collect();
        while let Some(node) = open.pop() {
            let next = self.back.hops(node).iter().map(|hop| usize::from(hop.node));
            open.extend(next.filter(|&next| !std::mem::replace(&mut reached[next], true)));
        }
        self.retain(|from, _, _| reached[from]);
        Some(())
    }

    /// Keeps the arcs for which `may` holds; it gets both nodes and the cost.
    pub(super) fn retain(&mut self, may: impl Fn(usize, usize, i32) -> bool) {
        self.arcs.retain(|arc| may(usize::from(arc.from), usize::from(arc.to), arc.cost));
        self.rebuild();
    }

    fn rebuild(&mut self) {
        let (labels, label_of, pair_of) = (self.labels, self.label_of, &self.pair_of);
        let pair = |from: Node, to: Node| {
            pair_of[usize::from(label_of[usize::from(from)]) * labels + usize::from(label_of[usize::from(to)])]
        };
        let hop = |node: Node, at: Node, cost: i32| (at, Hop { node, cost, pair: pair(node, at) });
        self.back.rebuild(label_of.len(), &self.arcs, |arc| hop(arc.to, arc.from, arc.cost));
        self.forth.rebuild(label_of.len(), &self.arcs, |arc| hop(arc.from, arc.to, arc.cost));
    }

    /// All arcs between different labels: both nodes, and the cost.
    pub(super) fn all(&self) -> impl Iterator<Item = (Node, Node, i32)> + '_ {
        self.all.iter().map(|arc| (arc.from, arc.to, arc.cost))
    }

    /// The arcs that a trail may take: both nodes.
    pub(super) fn arcs(&self) -> impl Iterator<Item = (Node, Node)> + '_ {
        self.arcs.iter().map(|arc| (arc.from, arc.to))
    }

    /// No trail of shortest walks costs more.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 1024 cells, each with four nodes")]
    pub(super) fn longest(&self) -> i32 {
        let most = |ends: &[i32]| ends.iter().copied().filter(|&cost| cost != NEVER).max().unwrap_or(0);
        let between = self.all.iter().map(|arc| arc.cost).max().unwrap_or(0);
        most(&self.forth.ends) + between * (self.labels as i32 - 1) + most(&self.back.ends)
    }

    pub(super) fn nodes(&self) -> usize {
        self.label_of.len()
    }

    /// The label of a node.
    pub(super) fn label(&self, node: usize) -> usize {
        usize::from(self.label_of[node])
    }
}
