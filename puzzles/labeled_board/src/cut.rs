//! What a search through stages leaves out: trails that must get too long, and the worst states of stages that are too wide.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::atomic::{AtomicU32, Ordering};

use super::bound_graph::{NEVER, ROLL, Table, Walk};
use super::label_graph::{LabelGraph, Node, Step};
use tumble_puzzles::search::{Layer, Weight};

/// What a search leaves out.
#[derive(Clone, Copy)]
pub(super) struct Cut<'a> {
    /// Trails of more rolls than this, as far as the completions tell; `None`: nothing is left out.
    pub(super) longer: Option<(u32, &'a Completions)>,
    /// States beyond so many of a stage.
    pub(super) width: usize,
    /// Whether the states of such a stage that seem to lead to the shortest trails are kept. Otherwise the search ends there.
    pub(super) narrow: bool,
    /// No trail has fewer rolls.
    pub(super) proved: u32,
}

impl Cut<'static> {
    /// Nothing is left out, but the search ends at a stage of more states than this.
    pub(super) const fn at_width(width: usize) -> Self {
        Self { longer: None, width, narrow: false, proved: 0 }
    }
}

/// By node: the steps from there in a stage, in ascending order of what they cost at least, as far as the completions tell. Where the first of
/// them leads to trails that are too long, so do the others.
#[derive(Default)]
pub(super) struct Ranked<'a>(Vec<Option<Vec<(i64, &'a Step)>>>);

impl<'a> Ranked<'a> {
    /// The steps from a node, which are ranked once.
    pub(super) fn of(&mut self, node: Node, ranked: impl FnOnce() -> Vec<(i64, &'a Step)>) -> &[(i64, &'a Step)] {
        let node = usize::from(node);
        if self.0.len() <= node {
            self.0.resize(node + 1, None);
        }
        self.0[node].get_or_insert_with(ranked)
    }
}

/// A cut at work.
pub(super) struct Sieve<'a> {
    cut: Cut<'a>,
    label_of: &'a [u16],
    /// The least bound over the limit.
    next: AtomicU32,
}

impl<'a> Sieve<'a> {
    pub(super) fn new(graph: &'a LabelGraph, cut: Cut<'a>) -> Self {
        Self { cut, label_of: &graph.label_of, next: AtomicU32::new(u32::MAX) }
    }

    /// What a set leaves to visit, as far as the completions ask.
    pub(super) fn left<const W: usize>(&self, visited: &[u32; W]) -> Left {
        self.cut.longer.map_or_else(Left::default, |(_, completions)| completions.left(visited))
    }

    /// The same after one more label.
    pub(super) fn left_after(&self, left: Left, label: u16) -> Left {
        self.cut.longer.map_or(left, |(_, completions)| completions.left_after(left, label))
    }

    /// The steps that states of a stage have from a node, with what each costs at least: see [`Completions::least`]. Without completions,
    /// all steps as they are.
    pub(super) fn ranked<'b>(&self, steps: &'b [Step], left: Left) -> Vec<(i64, &'b Step)> {
        let Some((_, completions)) = self.cut.longer else { return steps.iter().map(|step| (0, step)).collect() };
        let least = |step: &'b Step| Some((completions.least(left, self.label_of[usize::from(step.to)], step)?, step));
        let mut ranked: Vec<_> = steps.iter().filter_map(least).collect();
        ranked.sort_by_key(|&(least, _)| least);
        ranked
    }

    /// Whether a trail of so many rolls may be within the limit after a step that costs at least this much.
    pub(super) fn may_admit(&self, left: Left, length: u32, least: i64) -> bool {
        let Some((most, _)) = self.cut.longer else { return true };
        self.is_within(most, i64::from(length) * i64::from(ROLL) + Completions::with_prices(left, least))
    }

    /// Whether a trail that comes to a key with so many rolls may be within the limit.
    pub(super) fn admits<const W: usize>(&self, key: &Key<W>, left: Left, length: u32) -> bool {
        let Some((most, completions)) = self.cut.longer else { return true };
        let [length, limit] = [length, most].map(|rolls| i64::from(rolls) * i64::from(ROLL));
        let label = self.label_of[usize::from(key.1)];
        let Some(rest) = completions.cost(key, label, left, limit - length) else { return false };
        self.is_within(most, length + rest)
    }

    /// Whether a trail of this cost is within the limit; the least cost over it is remembered.
    fn is_within(&self, most: u32, cost: i64) -> bool {
        let rolls = Completions::rolls(cost);
        if rolls > most && rolls < self.next.load(Ordering::Relaxed) {
            self.next.fetch_min(rolls, Ordering::Relaxed);
        }
        rolls <= most
    }

    /// Keeps the states of a layer that seem to lead to the shortest trails, as many as its width, or none.
    pub(super) fn narrow<const W: usize, V: TrailWeight>(&self, layer: &mut Layer<Key<W>, V>) {
        let Some((_, completions)) = self.cut.longer.filter(|_| self.cut.narrow) else { return layer.clear() };
        let cost = |(key, weight): &(Key<W>, V)| {
            let label = self.label_of[usize::from(key.1)];
            let rest = completions.cost(key, label, completions.left(&key.0), i64::MAX);
            rest.map_or(i64::MAX, |rest| rest + i64::from(weight.length()) * i64::from(ROLL))
        };
        let mut order: Vec<(i64, u32)> = layer.iter().zip(0..).map(|(state, at)| (cost(state), at)).collect();
        order.select_nth_unstable(self.cut.width);
        let mut kept: Vec<u32> = order[..self.cut.width].iter().map(|&(_, at)| at).collect();
        kept.sort_unstable();
        *layer = kept.into_iter().map(|at| layer[at as usize]).collect();
    }

    /// The least bound over the limit: no trail that was left out for its length is shorter.
    pub(super) fn next(self) -> u32 {
        self.next.into_inner()
    }
}

// The keys and the values of the dynamic program of `stages.rs`: sets of visited labels with the node entered last, and what is known of
// the trails to them.

/// A set of visited labels, and the node that was entered last. Words of 32 bits keep small sets in 8 bytes.
pub(super) type Key<const W: usize> = ([u32; W], Node);

/// The value of a key: the length of the shortest trails to it and, if they are counted, their number.
pub(super) trait TrailWeight: Weight + Copy {
    fn of(length: u32, trails: u64) -> Self;
    fn length(self) -> u32;
    /// The number of trails; 1 if they are not counted.
    fn trails(self) -> u64;
    /// The weight after appending one of `walks` walks of this length.
    fn followed_by(self, length: u32, walks: u64) -> Self {
        Self::of(self.length() + length, self.trails().saturating_mul(walks))
    }
}

/// The length alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length(u32);

impl Weight for Length {
    fn one() -> Self {
        Self(0)
    }
    fn plus(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

impl TrailWeight for Length {
    fn of(length: u32, _: u64) -> Self {
        Self(length)
    }
    fn length(self) -> u32 {
        self.0
    }
    fn trails(self) -> u64 {
        1
    }
}

/// The length, and the number of trails of this length; saturated at `u64::MAX`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted(u32, u64);

impl Weight for Counted {
    fn one() -> Self {
        Self(0, 1)
    }
    fn plus(self, other: Self) -> Self {
        match self.0.cmp(&other.0) {
            Less => self,
            Greater => other,
            Equal => Self(self.0, self.1.saturating_add(other.1)),
        }
    }
}

impl TrailWeight for Counted {
    fn of(length: u32, trails: u64) -> Self {
        Self(length, trails)
    }
    fn length(self) -> u32 {
        self.0
    }
    fn trails(self) -> u64 {
        self.1
    }
}

/// Whether a set contains a label.
pub(super) const fn contains<const W: usize>(visited: &[u32; W], label: u16) -> bool {
    visited[label as usize / 32] >> (label % 32) & 1 == 1
}

/// A set with a label added, or removed if it contains the label.
pub(super) const fn toggled<const W: usize>(mut visited: [u32; W], label: u16) -> [u32; W] {
    visited[label as usize / 32] ^= 1 << (label % 32);
    visited
}

/// Runs `$work::<W>(…)` with enough words for the labels.
macro_rules! with_words {
    ($labels:expr, $work:ident($($argument:expr),*)) => {
        match $labels {
            0..=32 => $work::<1>($($argument),*),
            33..=64 => $work::<2>($($argument),*),
            65..=128 => $work::<4>($($argument),*),
            129..=256 => $work::<8>($($argument),*),
            _ => $work::<32>($($argument),*),
        }
    };
}
pub(super) use with_words;

// Lower bounds on the rest of a trail, from the walks of the ng-route relaxation that fit what the trail has visited.

/// What the rest of a trail costs at least.
pub(super) struct Completions {
    /// The walks from each node to the end.
    pub(super) table: Table,
    /// By label: the labels that the bits of its masks stand for.
    pub(super) near: Vec<Vec<u16>>,
    pub(super) prices: Vec<i32>,
}

/// The labels that are left to visit: their number, and the sum of their prices.
#[derive(Clone, Copy, Default)]
pub(super) struct Left {
    labels: usize,
    price: i32,
}

impl Completions {
    /// What a set of visited labels leaves to visit.
    pub(super) fn left<const W: usize>(&self, visited: &[u32; W]) -> Left {
        let open = self.prices.iter().zip(0..).filter(|&(_, label)| !contains(visited, label));
        open.fold(Left::default(), |left, (price, _)| Left { labels: left.labels + 1, price: left.price + price })
    }

    /// The same after one more label.
    pub(super) fn left_after(&self, left: Left, label: u16) -> Left {
        Left { labels: left.labels.saturating_sub(1), price: left.price - self.prices[usize::from(label)] }
    }

    /// What a step and the rest after it cost at least, whatever was visited before, but for the price of what is left before the step; `None`
    /// if no trail goes on there. `label` is that of the node to which the step leads.
    pub(super) fn least(&self, left: Left, label: u16, step: &Step) -> Option<i64> {
        let rest = self.table.least(left.labels.checked_sub(1)?, usize::from(step.to));
        let cost = i64::from(step.length) * i64::from(ROLL) - i64::from(self.prices[usize::from(label)]);
        (rest != NEVER).then(|| i64::from(rest) + cost)
    }

    /// The cost with the prices of what is left.
    pub(super) const fn with_prices(left: Left, cost: i64) -> i64 {
        cost + left.price as i64
    }

    /// What the rest of a trail costs at least, in thousandths of a roll; `None` if it has no rest. `label` is that of the node, and
    /// `left` is what the set leaves to visit. Costs over `most` may be higher than said.
    pub(super) fn cost<const W: usize>(
        &self,
        (visited, node): &Key<W>,
        label: u16,
        left: Left,
        most: i64,
    ) -> Option<i64> {
        let walks = self.table.at(left.labels, usize::from(*node));
        let cost = |walk: &Walk| Self::with_prices(left, walk.cost.into());
        let least = cost(walks.first()?);
        if least > most {
            return Some(least);
        }
        let near = self.near[usize::from(label)].iter().enumerate();
        let taken = near.fold(0, |mask, (bit, &label)| mask | u16::from(contains(visited, label)) << bit);
        walks.iter().find(|walk| walk.mask & taken == 0).map(cost)
    }

    /// The least number of whole rolls for a cost.
    pub(super) fn rolls(cost: i64) -> u32 {
        let rolls = cost.max(0).div_euclid(i64::from(ROLL)) + i64::from(cost.max(0) % i64::from(ROLL) > 0);
        u32::try_from(rolls).unwrap_or(u32::MAX)
    }
}
