//! Lists the shortest trails one by one, backwards from the end to the start.

use std::rc::Rc;

use super::Trail;
use super::keys::{Key, TrailWeight, contains, toggled};
use super::label_graph::Walks;
use super::stages::{End, Explored};
use tumble_puzzles::geometry::Direction;
use tumble_rolling::{RollArc, State};

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
