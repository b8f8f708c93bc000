//! The ng-route relaxation: walks over the graph of labels that may enter a label again once they have forgotten it.
//!
//! A walk that has come to label c remembers only labels of the neighbourhood NG(c): coming from a walk that remembers M, it remembers
//! (M ∩ NG(c)) ∪ {c}, and it does not enter a label of M. B(k, v, M) is the least cost of a walk that enters k labels after the node v,
//! where M is remembered at v. It is found backwards from the end. With every label in every neighbourhood these are the trails; with few,
//! they are more, so the least cost is a lower bound. The same relaxation is built up from the starts, to tell which nodes a
//! trail can have at which position.
//!
//! Sources: R. Baldacci, A. Mingozzi, R. Roberti, *New Route Relaxation and Pricing Strategies for the Vehicle Routing Problem*, Operations
//! Research 59, 2011; state-space relaxation: N. Christofides, A. Mingozzi, P. Toth, *State-space relaxation procedures for the computation
//! of bounds to routing problems*, Networks 11, 1981.

use super::bound_graph::{BoundGraph, NEVER, Side};
use tumble_model::control::{Bytes, Request, Stop};

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
