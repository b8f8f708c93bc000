//! The graph of labels as the bounds see it: arcs between nodes of different labels, and what the way to the first label and the way after
//! the last one cost. All costs are thousandths of a roll.

use super::label_graph::{LabelGraph, Node};
use tumble_model::control::{Bytes, Request, Stop};
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

// The ng-route relaxation: walks over the graph of labels that may enter a label again once they have forgotten it.
//
// A walk that has come to label c remembers only labels of the neighbourhood NG(c): coming from a walk that remembers M, it remembers
// (M ∩ NG(c)) ∪ {c}, and it does not enter a label of M. B(k, v, M) is the least cost of a walk that enters k labels after the node v,
// where M is remembered at v. It is found backwards from the end. With every label in every neighbourhood these are the trails; with few,
// they are more, so the least cost is a lower bound. The same relaxation is built up from the starts, to tell which nodes a
// trail can have at which position.
//
// Sources: R. Baldacci, A. Mingozzi, R. Roberti, *New Route Relaxation and Pricing Strategies for the Vehicle Routing Problem*, Operations
// Research 59, 2011; state-space relaxation: N. Christofides, A. Mingozzi, P. Toth, *State-space relaxation procedures for the computation
// of bounds to routing problems*, Networks 11, 1981.

/// The most labels of a neighbourhood beside its own.
pub(super) const MOST_NEAR: usize = 13;
/// The mask of a walk that may not go on to a label, because it remembers the label.
const REFUSED: u16 = 1 << 15;
/// Masks are converted in two parts: the lower six bits, and the others.
const LOW: usize = 1 << 6;
const HIGH: usize = 1 << (MOST_NEAR - 6);

/// The neighbourhoods of all labels, and how what is remembered at one label becomes what is remembered at the next.
pub(super) struct Neighbourhoods {
    /// By label: the other labels of its neighbourhood. Bit i of a mask at the label is the i-th of them; the label itself is always
    /// remembered and has no bit.
    pub(super) near: Vec<Vec<u16>>,
    /// By pair of labels: the masks after the second, by the low and the high part of the mask at the first.
    turned: Vec<[u16; LOW + HIGH]>,
}

impl Neighbourhoods {
    /// Neighbourhoods of each label and up to `most` others, which are the nearest.
    pub(super) fn nearest(graph: &BoundGraph<'_>, most: usize) -> Self {
        let mut ways = vec![Vec::new(); graph.labels];
        for (from, to, cost) in graph.all() {
            let [from, to] = [from, to].map(|node| graph.label_of[usize::from(node)]);
            ways[usize::from(from)].push((cost, to));
            ways[usize::from(to)].push((cost, from));
        }
        let nearest = |mut ways: Vec<(i32, u16)>| {
            ways.sort_unstable();
            let mut near = Vec::new();
            for (_, label) in ways {
                if near.len() < most && !near.contains(&label) {
                    near.push(label);
                }
            }
            near
        };
        let near = ways.into_iter().map(nearest).collect();
        let mut made = Self { near, turned: vec![[0; LOW + HIGH]; graph.pairs.len()] };
        made.update(graph);
        made
    }

    /// Computes the conversions after neighbourhoods have grown.
    pub(super) fn update(&mut self, graph: &BoundGraph<'_>) {
        for (turned, &[from, to]) in self.turned.iter_mut().zip(&graph.pairs) {
            let (near, next) = (&self.near[usize::from(from)], &self.near[usize::from(to)]);
            let bit = |label: u16| next.iter().position(|&other| other == label).map_or(0, |i| 1 << i);
            let after = |label: u16| if label == to { REFUSED } else { bit(label) };
            *turned = [0; LOW + HIGH];
            turned[..LOW].fill(bit(from));
            for (i, &label) in near.iter().enumerate() {
                let (part, place) = if i < 6 { (&mut turned[..LOW], i) } else { (&mut turned[LOW..], i - 6) };
                let with = part.iter_mut().enumerate().filter(|(mask, _)| mask >> place & 1 == 1);
                with.for_each(|(_, turned)| *turned |= after(label));
            }
        }
    }

    /// What is remembered after the second label of a pair; `None` if the label is remembered at the first.
    pub(super) fn after(&self, pair: u32, mask: u16) -> Option<u16> {
        let turned = &self.turned[pair as usize];
        let mask = usize::from(mask);
        let after = turned[mask % LOW] | turned[LOW + mask / LOW];
        (after < REFUSED).then_some(after)
    }
}

/// The least cost of walks that remember this set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) cost: i32,
    pub(super) mask: u16,
}

/// By number of labels entered and node: the walks that no other one of them dominates, that is, none that costs as little or less
/// and remembers nothing else. They are in ascending order of their costs.
pub(super) struct Table {
    nodes: usize,
    begin: Vec<u32>,
    walks: Vec<Walk>,
}

impl Table {
    /// The walks that have entered `stage` labels before or after a node.
    pub(super) fn at(&self, stage: usize, node: usize) -> &[Walk] {
        let at = stage * self.nodes + node;
        &self.walks[self.begin[at] as usize..self.begin[at + 1] as usize]
    }

    /// The least cost of these walks.
    pub(super) fn least(&self, stage: usize, node: usize) -> i32 {
        self.at(stage, node).first().map_or(NEVER, |walk| walk.cost)
    }

    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.walks[..]) + size_of_val(&self.begin[..])) as u64
    }
}

/// The table of one side. `prices` are taken off the cost when a label is entered, but for the label of the walk's own node. `may` tells
/// whether a trail can have a node after so many labels on this side. `room` is the memory that the table may take.
#[expect(clippy::cast_possible_truncation, reason = "a table of more walks is thrown away")]
pub(super) fn relaxed(
    graph: &BoundGraph<'_>,
    side: &Side,
    (near, prices): (&Neighbourhoods, &[i32]),
    may: impl Fn(usize, usize) -> bool,
    room: u64,
    request: &Request<'_>,
) -> Result<Table, Stop> {
    let nodes = graph.nodes();
    let mut table = Table { nodes, begin: vec![0], walks: Vec::new() };
    let mut scratch = Scratch { least: vec![NEVER; 1 << MOST_NEAR], found: Vec::new() };
    for stage in 0..graph.labels {
        for node in 0..nodes {
            if stage == 0 && side.ends[node] != NEVER && may(stage, node) {
                table.walks.push(Walk { cost: side.ends[node], mask: 0 });
            } else if stage > 0 && may(stage, node) {
                for hop in side.hops(node) {
                    let other = usize::from(hop.node);
                    let add = hop.cost - prices[graph.label(other)];
                    for walk in table.at(stage - 1, other) {
                        if let Some(mask) = near.after(hop.pair, walk.mask) {
                            scratch.offer(mask, walk.cost + add);
                        }
                    }
                }
                scratch.take(&mut table.walks);
            }
            table.begin.push(table.walks.len() as u32);
        }
        request.control.check()?;
        if table.bytes() > room || u32::try_from(table.walks.len()).is_err() {
            return Err(Stop::MemoryLimit { needed: Some(Bytes(table.bytes())) });
        }
    }
    Ok(table)
}

/// The walks to one node.
struct Scratch {
    /// By mask: the least cost.
    least: Vec<i32>,
    /// The masks that have a cost.
    found: Vec<u16>,
}

impl Scratch {
    fn offer(&mut self, mask: u16, cost: i32) {
        let least = &mut self.least[usize::from(mask)];
        if *least == NEVER {
            self.found.push(mask);
        }
        *least = cost.min(*least);
    }

    /// Moves the walks that are not dominated.
    fn take(&mut self, walks: &mut Vec<Walk>) {
        let first = walks.len();
        let mut found: Vec<Walk> = Vec::with_capacity(self.found.len());
        for mask in self.found.drain(..) {
            let cost = std::mem::replace(&mut self.least[usize::from(mask)], NEVER);
            found.push(Walk { cost, mask });
        }
        // A subset is a smaller number, so of equal costs the subset comes first.
        found.sort_unstable_by_key(|walk| (walk.cost, walk.mask));
        for walk in found {
            if walks[first..].iter().all(|kept| kept.mask & !walk.mask != 0) {
                walks.push(walk);
                if walk.mask == 0 {
                    break;
                }
            }
        }
    }
}
