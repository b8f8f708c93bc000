//! Dynamic programming over (set of labels visited, state on the label entered last).
//!
//! There is a stage for each size of the set; shortest walks over free cells (`label_graph.rs`) lead from one to the next. This is
//! Held and Karp's dynamic program. With n labels there are at most 4n·2ⁿ⁻¹ states, half as many from a fixed start by parity, and
//! far fewer where labels are hard to enter.

use super::cut::{Cut, Ranked, Sieve};
use super::keys::{Key, TrailWeight, contains, toggled};
use super::label_graph::{LabelGraph, Step, Walks};
use tumble_model::control::{Request, Stop};
use tumble_puzzles::search::{self, Layer};
use tumble_rolling::State;

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
