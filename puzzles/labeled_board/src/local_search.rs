//! A good trail in a moment: a local search over the order of the labels.
//!
//! For an order, the best nodes of the labels and the best terminal are a shortest path through layers, one for each label. The nearest
//! label comes next at first; then sections of the order are reversed (2-opt) or moved (Or-opt) as long as the trail gets
//! shorter. After that, two neighbouring sections change places, and the search begins again from there; what is not as good is taken back. An
//! arc that does not exist counts as very long, so that orders without a trail are improved too.
//!
//! Sources: 2-opt: G. Croes, 1958; I. Or, 1976; sections that change places ("double bridge"): O. Martin, S. Otto, E. Felten, 1991; the
//! layers: M. Fischetti, J. Salazar, P. Toth, *A branch-and-cut algorithm for the symmetric generalized traveling salesman problem*,
//! Operations Research 45, 1997.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::label_graph::{Contracted, Point};
use super::label_graph::{LabelGraph, Node};
use tumble_model::control::Control;

/// The cost of an arc that does not exist.
const MISSING: u32 = 1 << 20;
/// Between more points than this, the table of costs would be large.
const MOST_POINTS: usize = 2_000;
/// The most labels of a section that is moved.
const SECTION: usize = 3;
/// It ends after so many changes for each label that made no trail shorter.
const PATIENCE: usize = 5;

/// The nodes of a good trail, in order, with its terminal; `None` if no trail is found. It looks at about so many points
/// of paths, or fewer at a limit.
pub(super) fn trail(
    graph: &LabelGraph,
    board: &Contracted,
    effort: u64,
    control: &Control<'_>,
) -> Option<(usize, Vec<Node>)> {
    let costs = Costs::new(graph, board)?;
    // Each point of the smallest layer is a source.
    let sources = costs.groups.iter().map(Range::len).min()?;
    let each = (sources * costs.points.len()) as u64;
    let mut search = Search { left: effort / each.max(1), costs: &costs };
    let mut order = costs.nearest();
    let mut cost = search.descend(&mut order);
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut idle = 0;
    while search.left > 0 && order.len() > 3 && idle < PATIENCE * order.len() && control.stop().is_none() {
        let mut other = order.clone();
        let mut cuts: [usize; 3] = std::array::from_fn(|_| random.random_range(1..=order.len()));
        cuts.sort_unstable();
        other[cuts[0]..cuts[2]].rotate_left(cuts[1] - cuts[0]);
        let found = search.descend(&mut other);
        idle = if found < cost { 0 } else { idle + 1 };
        if found <= cost {
            (cost, order) = (found, other);
        }
    }
    if cost >= MISSING { None } else { costs.points_on(&order) }
}

/// The costs of arcs in a table.
struct Costs {
    points: Vec<Point>,
    /// The points of the terminals and of each label, as ranges.
    groups: Vec<Range<usize>>,
    /// By two points.
    arcs: Vec<u32>,
}

impl Costs {
    fn new(graph: &LabelGraph, board: &Contracted) -> Option<Self> {
        // Terminals come first.
        let points: Vec<Point> = board.points().into_iter().collect();
        if points.len() > MOST_POINTS {
            return None;
        }
        let mut groups: Vec<Range<usize>> = Vec::new();
        for group in points.chunk_by(|a, b| a.label(graph) == b.label(graph)) {
            let begin = groups.last().map_or(0, |group| group.end);
            groups.push(begin..begin + group.len());
        }
        // Otherwise some label cannot be entered.
        let is_whole = groups.len() == graph.labels() + 1;
        let number: BTreeMap<Point, usize> = points.iter().copied().zip(0..).collect();
        let mut arcs = vec![MISSING; points.len() * points.len()];
        for arc in &board.arcs {
            arcs[number[&arc.from] * points.len() + number[&arc.to]] = arc.rolls.min(MISSING - 1);
        }
        is_whole.then_some(Self { points, groups, arcs })
    }

    fn arc(&self, from: usize, to: usize) -> u32 {
        self.arcs[from * self.points.len() + to]
    }

    /// The order in which the nearest label comes next, from the first terminal.
    fn nearest(&self) -> Vec<usize> {
        let (mut here, mut order) = (0, vec![0]);
        let mut open: BTreeSet<usize> = (1..self.groups.len()).collect();
        while !open.is_empty() {
            let next = open.iter().flat_map(|&group| self.groups[group].clone().map(move |point| (point, group)));
            let Some((point, group)) = next.min_by_key(|&(point, _)| self.arc(here, point)) else { break };
            open.remove(&group);
            order.push(group);
            here = point;
        }
        order
    }

    /// The layers of an order, from the smallest of them on, which comes again at the end.
    fn layers<'a>(&'a self, order: &'a [usize]) -> impl Iterator<Item = Range<usize>> + 'a {
        let smallest = (0..order.len()).min_by_key(|&at| self.groups[order[at]].len()).unwrap_or(0);
        (0..=order.len()).map(move |at| self.groups[order[(smallest + at) % order.len()]].clone())
    }

    /// The least cost of a trail in this order, and where in its first layer it begins. `keep` gets the costs of each layer but the first.
    fn best(&self, order: &[usize], mut keep: impl FnMut(usize, &[u32])) -> (u32, usize) {
        let mut best = (u32::MAX, 0);
        let (mut costs, mut next) = (Vec::new(), Vec::new());
        for source in self.layers(order).next().unwrap_or(0..0) {
            let mut layers = self.layers(order);
            let mut before = layers.next().unwrap_or(0..0);
            costs.clear();
            costs.extend(before.clone().map(|point| if point == source { 0 } else { u32::MAX / 2 }));
            for layer in layers {
                next.clear();
                next.extend(layer.clone().map(|to| {
                    let ways = before.clone().zip(&costs).map(|(from, &cost)| cost + self.arc(from, to));
                    ways.min().unwrap_or(u32::MAX)
                }));
                std::mem::swap(&mut costs, &mut next);
                keep(source, &costs);
                before = layer;
            }
            best = best.min((costs[source - before.start], source));
        }
        best
    }

    /// The best terminal and nodes of an order.
    fn points_on(&self, order: &[usize]) -> Option<(usize, Vec<Node>)> {
        let (_, source) = self.best(order, |_, _| ());
        let mut costs = Vec::new();
        self.best(order, |from, layer| {
            if from == source {
                costs.push(layer.to_vec());
            }
        });
        let layers: Vec<Range<usize>> = self.layers(order).collect();
        let (mut here, mut points) = (source, Vec::new());
        for at in (0..costs.len()).rev() {
            points.push(self.points[here]);
            let cost = costs[at][here - layers[at + 1].start];
            here = layers[at].clone().find(|&from| {
                let before =
                    if at > 0 { costs[at - 1][from - layers[at].start] } else { u32::from(from != source) * MISSING };
                before + self.arc(from, here) == cost
            })?;
        }
        points.reverse();
        let begin = points.iter().position(|point| matches!(point, Point::Terminal(_)))?;
        points.rotate_left(begin);
        let nodes =
            points[1..].iter().filter_map(|&point| if let Point::Node(node) = point { Some(node) } else { None });
        if let Point::Terminal(terminal) = points[0] { Some((terminal, nodes.collect())) } else { None }
    }
}

/// A local search at work.
struct Search<'a> {
    costs: &'a Costs,
    /// The number of orders that it may still look at.
    left: u64,
}

impl Search<'_> {
    /// Makes the trail of an order shorter, as long as a move does; returns its cost.
    fn descend(&mut self, order: &mut Vec<usize>) -> u32 {
        let mut cost = self.costs.best(order, |_, _| ()).0;
        let mut other = order.clone();
        loop {
            let before = cost;
            for (from, to) in pairs(order.len()) {
                other.clone_from(order);
                other[from..to].reverse();
                self.take(&mut cost, order, &other);
                for section in 1..=SECTION.min(to - from - 1) {
                    // The first labels come last, or the last labels first.
                    for (turn, moved) in [(section, to - section..to), (to - from - section, from..from + section)] {
                        other.clone_from(order);
                        other[from..to].rotate_left(turn);
                        self.take(&mut cost, order, &other);
                        other[moved].reverse();
                        self.take(&mut cost, order, &other);
                    }
                }
                if self.left == 0 {
                    return cost;
                }
            }
            if cost == before {
                return cost;
            }
        }
    }

    /// Takes another order if it is better.
    fn take(&mut self, cost: &mut u32, order: &mut Vec<usize>, other: &[usize]) {
        self.left = self.left.saturating_sub(1);
        let (found, _) = self.costs.best(other, |_, _| ());
        if found < *cost {
            *cost = found;
            order.clear();
            order.extend(other);
        }
    }
}

/// The sections of an order, but for the terminal, which stays first.
fn pairs(length: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..length).flat_map(move |from| (from + 2..=length).map(move |to| (from, to)))
}
