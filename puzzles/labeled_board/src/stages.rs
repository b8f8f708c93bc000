//! Dynamic programming over (set of labels visited, state on the label entered last).
//!
//! There is a stage for each size of the set; shortest walks over free cells (`label_graph.rs`) lead from one to the next. This is
//! Held and Karp's dynamic program. With n labels there are at most 4n·2ⁿ⁻¹ states, half as many from a fixed start by parity, and
//! far fewer where labels are hard to enter.

use std::rc::Rc;

use super::Trail;
use super::cut::{Cut, Key, Ranked, Sieve, TrailWeight, contains, toggled};
use super::label_graph::{LabelGraph, Step, Walks};
use tumble_model::control::{Request, Stop};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::search::{self, Layer};
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
