//! Dynamic programming over (set of labels visited, state on the label entered last).
//!
//! There is a stage for each size of the set; shortest walks over free cells (`label_graph.rs`) lead from one to the next. This is
//! Held and Karp's dynamic program. With n labels there are at most 4n·2ⁿ⁻¹ states, half as many from a fixed start by parity, and
//! far fewer where labels are hard to enter.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Trail;
use super::bound_graph::{NEVER, ROLL, Table, Walk};
use super::label_graph::{LabelGraph, Node, Step, Walks};
use tumble_model::control::{Request, Stop};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::search::{self, Layer, Weight};
use tumble_rolling::{RollArc, State};

/// The result of a search from some start states.
pub(super) struct Explored<'a, const W: usize, V> {
    pub(super) graph: &'a LabelGraph,
    pub(super) starts: Vec<State>,
    /// The stages; all of them if they were kept.
    pub(super) layers: Vec<Layer<Key<W>, V>>,
    /// The ends of the shortest trails.
    pub(super) ends: Vec<End<W, V>>,
    /// The number of states in all stages.
    pub(super) states: u64,
    /// Why the search stopped, and a lower bound on the length of a trail.
    pub(super) stop: Option<(Stop, u64)>,
    /// Whether a stage had more states than its width.
    pub(super) truncated: bool,
    /// The least bound over the limit: no trail that was left out for its length is shorter.
    pub(super) next: u32,
}

impl<'a, const W: usize, V> Explored<'a, W, V> {
    /// No trails.
    pub(super) fn none(graph: &'a LabelGraph, starts: Vec<State>) -> Self {
        let (layers, ends) = (Vec::new(), Vec::new());
        Self { graph, starts, layers, ends, states: 0, stop: None, truncated: false, next: u32::MAX }
    }

    /// The memory of the stages that are kept.
    pub(super) fn bytes(&self) -> u64 {
        let states: usize = self.layers.iter().map(Vec::len).sum();
        (states * size_of::<(Key<W>, V)>()) as u64
    }
}

/// Where trails end.
#[derive(Clone, Copy)]
pub(super) struct End<const W: usize, V> {
    /// The key of the last stage; `None` if there are no labels.
    pub(super) key: Option<Key<W>>,
    /// The state in which they end.
    pub(super) state: State,
    /// The number of rolls after that key.
    pub(super) rolls: u32,
    /// The weight of the whole trails.
    pub(super) weight: V,
}

/// Computes the stages from some start states, but for what is cut; keeps all of them if `keep` is set.
pub(super) fn explore<'a, const W: usize, V: TrailWeight>(
    graph: &'a LabelGraph,
    starts: Vec<State>,
    keep: bool,
    cut: Cut<'_>,
    request: &Request<'_>,
) -> Explored<'a, W, V> {
    let (labels, sieve) = (graph.labels(), Sieve::new(graph, cut));
    let expand = |ranked: &mut Ranked<'a>, (visited, node): Key<W>, weight: V, next: &mut Layer<Key<W>, V>| {
        let left = sieve.left(&visited);
        for &(least, step) in ranked.of(node, || sieve.ranked(graph.steps(node), left)) {
            let label = graph.label_of[usize::from(step.to)];
            if contains(&visited, label) {
                continue;
            }
            if !sieve.may_admit(left, weight.length(), least) {
                break;
            }
            let (key, weight) = ((toggled(visited, label), step.to), weight.followed_by(step.length, step.walks));
            if sieve.admits(&key, sieve.left_after(left, label), weight.length()) {
                next.push((key, weight));
            }
        }
    };
    let mut truncated = false;
    let mut narrow = |layer: &mut Layer<Key<W>, V>| {
        if layer.len() > cut.width {
            truncated = true;
            sieve.narrow(layer);
        }
    };
    let at_least = |layer: &Layer<Key<W>, V>| {
        let least = layer.iter().map(|(_, weight)| weight.length()).min().unwrap_or(0);
        let visited = layer.first().map_or(0, |((visited, _), _)| visited.iter().map(|word| word.count_ones()).sum());
        // Where states are left out, the others say nothing about all trails.
        let by_layer = u64::from(least) + labels as u64 - u64::from(visited);
        if cut.longer.is_some() { cut.proved.into() } else { by_layer.max(cut.proved.into()) }
    };
    let mut begin = first::<W, V>(graph, &starts);
    begin.retain(|(key, weight)| sieve.admits(key, sieve.left(&key.0), weight.length()));
    let stages = search::stages(begin, labels, keep, &expand, &mut narrow, &at_least, request);
    let stop = stages.stop.map(|stop| (stop, stages.layers.last().map_or(0, at_least)));
    let none = Explored::none(graph, starts);
    let next = sieve.next();
    let mut explored = Explored { layers: stages.layers, states: stages.states, stop, truncated, next, ..none };
    if explored.stop.is_none() {
        explored.ends = ends(&explored);
        let best = explored.ends.iter().map(|end| end.weight.length()).min();
        explored.ends.retain(|end| Some(end.weight.length()) == best);
    }
    explored
}

/// The first stage: the starts on labeled cells, and the labels that walks from the other starts enter.
fn first<const W: usize, V: TrailWeight>(graph: &LabelGraph, starts: &[State]) -> Layer<Key<W>, V> {
    let entry = |Step { to, length, walks }: Step| {
        ((toggled([0; W], graph.label_of[usize::from(to)]), to), V::of(length, walks))
    };
    graph.first_steps(starts).into_iter().map(entry).collect()
}

/// The ends of the trails from the last stage, or from the start where there are no labels.
fn ends<const W: usize, V: TrailWeight>(explored: &Explored<'_, W, V>) -> Vec<End<W, V>> {
    let graph = explored.graph;
    if graph.labels() == 0 {
        let walks = Walks::new(graph, explored.starts.clone());
        return graph
            .endings(&explored.starts, &walks, None)
            .map(|(state, rolls, walks)| End { key: None, state, rolls, weight: V::of(rolls, walks) })
            .collect();
    }
    let each = explored.layers.last().into_iter().flatten().flat_map(|&(key, weight)| {
        let here = graph.nodes[usize::from(key.1)];
        let walks = Walks::new(graph, vec![here]);
        let ends: Vec<_> = graph.endings(&explored.starts, &walks, Some(here)).collect();
        ends.into_iter().map(move |(state, rolls, walks)| End {
            key: Some(key),
            state,
            rolls,
            weight: weight.followed_by(rolls, walks),
        })
    });
    each.collect()
}

// Lists the shortest trails one by one, backwards from the end to the start.

/// Where a walk begins.
#[derive(Clone, Copy)]
enum Source<const W: usize> {
    /// A start state.
    Start,
    /// At a key of a stage (stages are counted from 1), with the length of the shortest trails to it.
    Label { stage: usize, key: Key<W>, length: u32 },
}

/// A position on a shortest trail: a state, and the number of rolls from the source of the walk.
#[derive(Clone)]
struct Position<const W: usize> {
    source: Source<W>,
    walks: Rc<Walks>,
    state: State,
    rolls: u32,
}

/// Iterates over the trails that a search found: a backward depth-first search with an explicit stack, because trails may be long.
pub(super) struct Trails<'a, const W: usize, V> {
    explored: &'a Explored<'a, W, V>,
    ends: std::vec::IntoIter<End<W, V>>,
    /// The stack: the number of rolls after the successor of a position, the roll to that successor, and the position.
    open: Vec<(usize, Option<Direction>, Position<W>)>,
    /// The rolls after the current position, the last one first.
    rolls: Vec<Direction>,
}

impl<'a, const W: usize, V: TrailWeight> Trails<'a, W, V> {
    pub(super) fn new(explored: &'a Explored<'a, W, V>) -> Self {
        Self { explored, ends: explored.ends.clone().into_iter(), open: Vec::new(), rolls: Vec::new() }
    }

    /// The position at the end of a trail.
    fn end_position(&self, end: End<W, V>) -> Position<W> {
        let (source, sources) = match end.key {
            None => (Source::Start, self.explored.starts.clone()),
            Some(key) => {
                let stage = self.explored.graph.labels();
                let length = end.weight.length() - end.rolls;
                (Source::Label { stage, key, length }, vec![self.explored.graph.nodes[usize::from(key.1)]])
            }
        };
        let walks = Rc::new(Walks::new(self.explored.graph, sources));
        Position { source, walks, state: end.state, rolls: end.rolls }
    }

    /// The positions one roll earlier, each with that roll.
    fn before(&self, position: &Position<W>) -> Vec<(Direction, Position<W>)> {
        let rolls = position.walks.last_rolls(self.explored.graph, position.state, position.rolls);
        let before = |arc: RollArc| Position { state: arc.tail, rolls: position.rolls - 1, ..position.clone() };
        rolls.into_iter().map(|arc| (arc.direction, before(arc))).collect()
    }

    /// The walks that lead to a key of a stage, as positions at their ends.
    fn walks_to(&self, stage: usize, (visited, node): Key<W>, length: u32) -> Vec<Position<W>> {
        let graph = self.explored.graph;
        let (state, label) = (graph.nodes[usize::from(node)], graph.label_of[usize::from(node)]);
        if stage == 1 {
            let walks = Rc::new(graph.walks_from_free(&self.explored.starts));
            return vec![Position { source: Source::Start, walks, state, rolls: length }];
        }
        let before = toggled(visited, label);
        let layer = &self.explored.layers[stage - 2];
        let nodes = (0..).zip(&graph.nodes).map(|(node, _)| node);
        let from = nodes.filter(|&n| contains(&before, graph.label_of[usize::from(n)]));
        let predecessors = from.filter_map(|n| {
            let at = layer.binary_search_by_key(&(before, n), |entry| entry.0).ok()?;
            let weight = layer[at].1;
            let step = graph.steps(n).iter().find(|step| step.to == node)?;
            (weight.length() + step.length == length).then_some((n, weight.length(), step.length))
        });
        let positions = predecessors.map(|(n, before_it, rolls)| Position {
            source: Source::Label { stage: stage - 1, key: (before, n), length: before_it },
            walks: Rc::new(Walks::new(graph, vec![graph.nodes[usize::from(n)]])),
            state,
            rolls,
        });
        positions.collect()
    }
}

impl<const W: usize, V: TrailWeight> Iterator for Trails<'_, W, V> {
    type Item = Trail;

    fn next(&mut self) -> Option<Trail> {
        loop {
            let Some((after, roll, position)) = self.open.pop() else {
                let end = self.ends.next()?;
                let position = self.end_position(end);
                self.open.push((0, None, position));
                continue;
            };
            self.rolls.truncate(after);
            self.rolls.extend(roll);
            let after = self.rolls.len();
            match position.source {
                _ if position.rolls > 0 => {
                    let before = self.before(&position);
                    self.open.extend(before.into_iter().map(|(roll, position)| (after, Some(roll), position)));
                }
                Source::Label { stage, key, length } => {
                    let walks = self.walks_to(stage, key, length);
                    self.open.extend(walks.into_iter().map(|position| (after, None, position)));
                }
                Source::Start => {
                    let rolls: Vec<Direction> = self.rolls.iter().rev().copied().collect();
                    return Some(Trail::of(self.explored.graph.board.start(position.state), &rolls));
                }
            }
        }
    }
}

// What a search through stages leaves out: trails that must get too long, and the worst states of stages that are too wide.

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
