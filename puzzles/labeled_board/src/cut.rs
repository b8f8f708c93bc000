//! What a search through stages leaves out: trails that must get too long, and the worst states of stages that are too wide.

use std::sync::atomic::{AtomicU32, Ordering};

use super::bound_graph::ROLL;
use super::completions::{Completions, Left};
use super::keys::{Key, TrailWeight};
use super::label_graph::{LabelGraph, Node, Step};
use tumble_puzzles::search::Layer;

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
