//! The shortest trails one by one, from the end to the start.

use std::rc::Rc;

use super::Trail;
use super::label_graph::Walks;
use super::stages::{End, Explored, Key, TrailWeight, contains, with};
use crate::geometry::Direction;
use crate::rolling::{RollArc, State};

/// What a walk begins with.
#[derive(Clone, Copy)]
enum Source<const W: usize> {
    /// A start state.
    Start,
    /// An entry of a stage, counted from 1, and the length of the trails to it.
    Entry { stage: usize, key: Key<W>, length: u32 },
}

/// A place on a shortest trail: in a state, some rolls after the source of a walk.
#[derive(Clone)]
struct Place<const W: usize> {
    source: Source<W>,
    walks: Rc<Walks>,
    state: State,
    rolls: u32,
}

/// The trails that a search found, lazily: a depth-first search backwards, with a stack of its own because trails may be long.
pub(super) struct Trails<'a, const W: usize, V> {
    explored: &'a Explored<'a, W, V>,
    ends: std::vec::IntoIter<End<W, V>>,
    /// What is still to be tried: how many rolls come after the place, the roll to it backwards, and the place.
    open: Vec<(usize, Option<Direction>, Place<W>)>,
    /// The rolls after the present place, the last one first.
    rolls: Vec<Direction>,
}

impl<'a, const W: usize, V: TrailWeight> Trails<'a, W, V> {
    pub(super) fn new(explored: &'a Explored<'a, W, V>) -> Self {
        Self { explored, ends: explored.ends.clone().into_iter(), open: Vec::new(), rolls: Vec::new() }
    }

    /// The place at an end.
    fn place(&self, end: End<W, V>) -> Place<W> {
        let (source, sources) = match end.key {
            None => (Source::Start, self.explored.starts.clone()),
            Some(key) => {
                let stage = self.explored.graph.labels();
                let length = end.weight.length() - end.rolls;
                (Source::Entry { stage, key, length }, vec![self.explored.graph.nodes[usize::from(key.1)]])
            }
        };
        let walks = Rc::new(Walks::new(self.explored.graph, sources));
        Place { source, walks, state: end.state, rolls: end.rolls }
    }

    /// The places one roll before, with the roll.
    fn before(&self, place: &Place<W>) -> Vec<(Direction, Place<W>)> {
        let rolls = place.walks.last_rolls(self.explored.graph, place.state, place.rolls);
        let before = |arc: RollArc| Place { state: arc.tail, rolls: place.rolls - 1, ..place.clone() };
        rolls.into_iter().map(|arc| (arc.direction, before(arc))).collect()
    }

    /// The walks that lead to an entry of a stage.
    fn walks_to(&self, stage: usize, (visited, node): Key<W>, length: u32) -> Vec<Place<W>> {
        let graph = self.explored.graph;
        let (state, label) = (graph.nodes[usize::from(node)], graph.label_of[usize::from(node)]);
        if stage == 1 {
            let walks = Rc::new(graph.walks_from_free(&self.explored.starts));
            return vec![Place { source: Source::Start, walks, state, rolls: length }];
        }
        let before = with(visited, label);
        let layer = &self.explored.layers[stage - 2];
        let from = (0..graph.nodes.len() as u16).filter(|&n| contains(&before, graph.label_of[usize::from(n)]));
        let entries = from.filter_map(|n| {
            let at = layer.binary_search_by_key(&(before, n), |entry| entry.0).ok()?;
            let weight = layer[at].1;
            let step = graph.steps(n).iter().find(|step| step.to == node)?;
            (weight.length() + step.length == length).then_some((n, weight.length(), step.length))
        });
        let places = entries.map(|(n, before_it, rolls)| Place {
            source: Source::Entry { stage: stage - 1, key: (before, n), length: before_it },
            walks: Rc::new(Walks::new(graph, vec![graph.nodes[usize::from(n)]])),
            state,
            rolls,
        });
        places.collect()
    }
}

impl<const W: usize, V: TrailWeight> Iterator for Trails<'_, W, V> {
    type Item = Trail;

    fn next(&mut self) -> Option<Trail> {
        loop {
            let Some((after, roll, place)) = self.open.pop() else {
                let end = self.ends.next()?;
                let place = self.place(end);
                self.open.push((0, None, place));
                continue;
            };
            self.rolls.truncate(after);
            self.rolls.extend(roll);
            let after = self.rolls.len();
            match place.source {
                _ if place.rolls > 0 => {
                    let before = self.before(&place);
                    self.open.extend(before.into_iter().map(|(roll, place)| (after, Some(roll), place)));
                }
                Source::Entry { stage, key, length } => {
                    let walks = self.walks_to(stage, key, length);
                    self.open.extend(walks.into_iter().map(|place| (after, None, place)));
                }
                Source::Start => {
                    let rolls: Vec<Direction> = self.rolls.iter().rev().copied().collect();
                    return Some(Trail::of(self.explored.graph.board.start(place.state), &rolls));
                }
            }
        }
    }
}
