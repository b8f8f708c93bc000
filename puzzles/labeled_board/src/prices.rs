//! Prices of labels: what makes the ng-route relaxation a good bound.
//!
//! Each label c has a price p(c), in thousandths of a roll, that a walk gains whenever it enters the label. A trail enters every label once,
//! so the least cost of a walk, plus the sum of all prices, bounds the rolls of a trail from below, whatever the prices are: they are
//! integers, and no rounding is involved. A subgradient method looks for good prices: it lowers the price of a label that the
//! best walk enters too often, and raises that of a label that it misses. Then the labels of the cycles in the best walk are
//! added to the neighbourhoods on the cycle, so that this walk is none any more.
//!
//! Where a trail of known length is to be matched or beaten, the walks of both directions tell which nodes it can have at which
//! position, and which arcs it can take.

use super::bound_graph::{BoundGraph, MOST, MOST_NEAR, NEVER, Neighbourhoods, ROLL, Table, Walk, relaxed};
use super::label_graph::{LabelGraph, Node};
use super::stages::Completions;
use tumble_model::control::{Request, Stop};
use tumble_rolling::State;

/// The other labels of a neighbourhood at first.
const NEAR_AT_FIRST: usize = 4;
/// The first step of the subgradient method, and the first after neighbourhoods have grown.
const FIRST_STEP: i32 = 2 * ROLL;
const NEXT_STEP: i32 = ROLL / 4;
/// The step is the last one where it is smaller.
const LAST_STEP: i32 = ROLL / 20;
/// Rounds of the subgradient method at a time.
const ROUNDS: u32 = 25;
/// The number of walks whose cycles are taken away after these rounds.
const WALKS_TO_GROW: usize = 3;
/// Rounds without gain before the step gets smaller.
const PATIENCE: u32 = 5;

/// The bound on the trails from some starts.
pub(super) struct Bounds<'a> {
    pub(super) graph: BoundGraph<'a>,
    near: Neighbourhoods,
    prices: Vec<i32>,
    step: i32,
    /// By position in a trail and node: whether a trail of interest can have the node there.
    open: Vec<bool>,
}

/// The best walk of the relaxation.
struct Best {
    /// The lower bound.
    cost: i32,
    /// The labels that the walk enters, in order.
    labels: Vec<usize>,
}

impl<'a> Bounds<'a> {
    /// `None` if there is no bound in 32 bits, or none in short time.
    pub(super) fn new(graph: &'a LabelGraph, request: &Request<'_>) -> Result<Option<Self>, Stop> {
        let Some(bound_graph) = BoundGraph::new(graph, request)? else { return Ok(None) };
        let near = Neighbourhoods::nearest(&bound_graph, NEAR_AT_FIRST);
        let prices = vec![0; graph.labels()];
        Ok(Some(Self { graph: bound_graph, near, prices, step: FIRST_STEP, open: Vec::new() }))
    }

    /// Begins with the trails from these starts; prices and neighbourhoods stay. `None` if costs might exceed their numbers.
    pub(super) fn begin(&mut self, graph: &LabelGraph, starts: &[State]) -> Option<()> {
        self.open = vec![true; self.graph.labels * self.graph.nodes()];
        self.graph.begin(graph, starts)
    }

    /// Lets the prices move again, after something was closed.
    pub(super) fn restart(&mut self) {
        self.step = self.step.max(NEXT_STEP);
    }

    /// No shortest trail has more rolls.
    pub(super) fn longest(&self) -> u32 {
        (self.graph.longest() / ROLL).unsigned_abs()
    }

    /// The bound that no trail is below, in thousandths of a roll, after some rounds of the subgradient method, which end
    /// once it is over `enough`; [`NEVER`] if there is no trail.
    pub(super) fn polish(&mut self, enough: i32, room: u64, request: &Request<'_>) -> Result<i32, Stop> {
        let (mut least, mut prices, mut idle) = (i32::MIN, self.prices.clone(), 0);
        let mut walks = Vec::new();
        for _ in 0..ROUNDS {
            let Some(walk) = self.best_walk(&self.backwards(room, request)?) else { return Ok(NEVER) };
            idle += 1;
            if walk.cost > least {
                (least, idle) = (walk.cost, 0);
                prices.clone_from(&self.prices);
            }
            if idle > PATIENCE {
                idle = 0;
                self.step = self.step * 3 / 5;
                self.prices.clone_from(&prices);
            }
            let is_trail = self.move_prices(&walk.labels);
            walks.push(walk.labels);
            if is_trail || least > enough || self.step < LAST_STEP {
                break;
            }
        }
        self.prices = prices;
        if self.step < LAST_STEP {
            let latest = walks.len().saturating_sub(WALKS_TO_GROW);
            let mut grew = false;
            walks[latest..].iter().rev().for_each(|walk| grew |= self.grow(walk));
            if grew {
                self.near.update(&self.graph);
                self.step = NEXT_STEP;
            }
        }
        Ok(least)
    }

    fn backwards(&self, room: u64, request: &Request<'_>) -> Result<Table, Stop> {
        let (labels, nodes) = (self.graph.labels, self.graph.nodes());
        let may = |stage: usize, node: usize| self.open[(labels - 1 - stage) * nodes + node];
        relaxed(&self.graph, &self.graph.back, (&self.near, &self.prices), may, room, request)
    }

    fn forwards(&self, room: u64, request: &Request<'_>) -> Result<Table, Stop> {
        let may = |stage: usize, node: usize| self.open[stage * self.graph.nodes() + node];
        relaxed(&self.graph, &self.graph.forth, (&self.near, &self.prices), may, room, request)
    }

    /// Moves the prices along the subgradient; returns whether the walk is a trail, which no prices change.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 1024 labels")]
    fn move_prices(&mut self, walk: &[usize]) -> bool {
        let mut excess = vec![-1; self.graph.labels];
        for &label in walk {
            excess[label] += 1;
        }
        let most = MOST / self.graph.labels as i32;
        for (price, &excess) in self.prices.iter_mut().zip(&excess) {
            *price = (*price - self.step * excess).clamp(-most, most);
        }
        excess.iter().all(|&excess| excess == 0)
    }

    /// The best walk through the graph, read off from the table of the walks from the end.
    fn best_walk(&self, table: &Table) -> Option<Best> {
        let graph = &self.graph;
        let last = graph.labels - 1;
        let whole = |node: usize| {
            let (first, rest) = (graph.forth.ends[node], table.least(last, node));
            (first != NEVER && rest != NEVER).then(|| first + rest - self.prices[graph.label(node)])
        };
        let (cost, mut node) = (0..graph.nodes()).filter_map(|node| Some((whole(node)?, node))).min()?;
        let mut walk = table.at(last, node)[0];
        let mut labels = vec![graph.label(node)];
        for stage in (0..last).rev() {
            let next = graph.back.hops(node).iter().find_map(|hop| {
                let to = usize::from(hop.node);
                let rest = walk.cost - hop.cost + self.prices[graph.label(to)];
                let leads = |next: &&_| is_before(&self.near, hop.pair, **next, (rest, walk.mask));
                table.at(stage, to).iter().find(leads).map(|&next| (to, next))
            });
            (node, walk) = next?;
            labels.push(graph.label(node));
        }
        Some(Best { cost: cost + self.prices.iter().sum::<i32>(), labels })
    }

    /// Adds the labels of the cycles in a walk to the neighbourhoods on the cycle, as far as they have room; returns whether one grew.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 1024 labels")]
    fn grow(&mut self, walk: &[usize]) -> bool {
        let mut grew = false;
        let mut latest = vec![None; self.graph.labels];
        for (at, &label) in walk.iter().enumerate() {
            let Some(before) = latest[label].replace(at) else { continue };
            let missing = |&&on: &&usize| !self.near.near[on].contains(&(label as u16));
            let missing: Vec<usize> = walk[before + 1..at].iter().filter(missing).copied().collect();
            if missing.iter().any(|&on| self.near.near[on].len() >= MOST_NEAR) {
                continue;
            }
            for on in missing {
                // The cycle may have a label twice.
                if !self.near.near[on].contains(&(label as u16)) {
                    self.near.near[on].push(label as u16);
                    grew = true;
                }
            }
        }
        grew
    }

    /// Closes what no trail of up to `most` thousandths of a roll can use.
    pub(super) fn fix(&mut self, most: i32, room: u64, request: &Request<'_>) -> Result<(), Stop> {
        let back = self.backwards(room, request)?;
        let forth = self.forwards(room.saturating_sub(back.bytes()), request)?;
        let (labels, nodes, label_of) = (self.graph.labels, self.graph.nodes(), self.graph.label_of);
        let most = i64::from(most) - self.prices.iter().map(|&price| i64::from(price)).sum::<i64>();
        let fits = |costs: [i32; 2], less: i64| costs.map(i64::from).iter().sum::<i64>() - less <= most;
        // Both tables leave out the price of the node at which they meet.
        let price = |node: usize| i64::from(self.prices[usize::from(label_of[node])]);
        for stage in 0..labels {
            for node in 0..nodes {
                let rest = back.at(labels - 1 - stage, node);
                let meets = |a: &Walk| rest.iter().any(|b| a.mask & b.mask == 0 && fits([a.cost, b.cost], price(node)));
                self.open[stage * nodes + node] &= forth.at(stage, node).iter().any(meets);
            }
        }
        let open = |stage: usize, node: usize| self.open[stage * nodes + node];
        self.graph.retain(|from, to, cost| {
            let less = price(from) + price(to) - i64::from(cost);
            (1..labels).any(|stage| {
                let costs = [forth.least(stage - 1, from), back.least(labels - 1 - stage, to)];
                open(stage - 1, from) && open(stage, to) && fits(costs, less)
            })
        });
        Ok(())
    }

    /// Whether a trail may have a node first.
    pub(super) fn may_begin(&self, node: Node) -> bool {
        self.open[usize::from(node)]
    }

    /// Whether a trail may have a node last.
    pub(super) fn may_end(&self, node: Node) -> bool {
        self.open[(self.graph.labels - 1) * self.graph.nodes() + usize::from(node)]
    }

    /// The bounds on the rest of a trail, with these prices.
    pub(super) fn completions(&self, room: u64, request: &Request<'_>) -> Result<Completions, Stop> {
        let table = self.backwards(room, request)?;
        Ok(Completions { table, near: self.near.near.clone(), prices: self.prices.clone() })
    }
}

#[cfg(test)]
impl Bounds<'_> {
    /// The bound at the present prices.
    pub(super) fn bound(&self, room: u64, request: &Request<'_>) -> Result<i32, Stop> {
        Ok(self.best_walk(&self.backwards(room, request)?).map_or(NEVER, |walk| walk.cost))
    }

    /// Other prices, and larger neighbourhoods.
    pub(super) fn disturb(&mut self, random: &mut impl rand::Rng) {
        let labels = self.graph.labels;
        self.prices.iter_mut().for_each(|price| *price = random.random_range(-5 * ROLL..=5 * ROLL));
        let walk: Vec<usize> = (0..labels).map(|_| random.random_range(0..labels)).collect();
        self.grow(&walk);
        self.near.update(&self.graph);
    }
}

/// Whether a walk becomes one of this cost and mask where the pair of labels leads.
fn is_before(near: &Neighbourhoods, pair: u32, walk: Walk, (cost, mask): (i32, u16)) -> bool {
    walk.cost == cost && near.after(pair, walk.mask) == Some(mask)
}
