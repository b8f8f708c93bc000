//! The shortest trails one by one, from the end to the start.

use std::rc::Rc;

use super::Trail;
use super::search::{End, Explored, Key, Way, contains, with};
use super::walks::Walks;
use crate::geometry::Direction;
use crate::puzzle::Start;
use crate::puzzle::die_tour::states::State;

/// What a walk begins with.
#[derive(Clone, Copy)]
enum Source<const W: usize> {
    /// A start state.
    Start,
    /// An entry of a stage, counted from 1, and the length of the ways to it.
    Entry { stage: usize, key: Key<W>, length: u32 },
}

/// A place on a shortest trail: in a state, so many rolls after the source of a walk.
#[derive(Clone)]
struct Place<const W: usize> {
    source: Source<W>,
    walks: Rc<Walks>,
    state: State,
    rolls: u32,
}

/// The trails that a search found, lazily: a depth-first search backwards, with a stack of its own because trails may be long.
pub(super) struct Listing<'a, const W: usize, V> {
    explored: &'a Explored<'a, W, V>,
    ends: std::vec::IntoIter<End<W, V>>,
    /// What is still to be tried: how many rolls come after the place, the roll to it backwards, and the place.
    open: Vec<(usize, Option<Direction>, Place<W>)>,
    /// The rolls after the present place, the last one first.
    rolls: Vec<Direction>,
}

impl<'a, const W: usize, V: Way> Listing<'a, W, V> {
    pub(super) fn new(explored: &'a Explored<'a, W, V>) -> Self {
        Self { explored, ends: explored.ends.clone().into_iter(), open: Vec::new(), rolls: Vec::new() }
    }

    /// The place at an end.
    fn place(&self, end: End<W, V>) -> Place<W> {
        let (source, sources) = match end.key {
            None => (Source::Start, self.explored.starts.clone()),
            Some(key) => {
                let stage = self.explored.ground.labels();
                let length = end.way.length() - end.rolls;
                (Source::Entry { stage, key, length }, vec![self.explored.ground.nodes[usize::from(key.1)]])
            }
        };
        let walks = Rc::new(Walks::new(self.explored.ground, sources));
        Place { source, walks, state: end.state, rolls: end.rolls }
    }

    /// The places one roll before, with the roll.
    fn before(&self, place: &Place<W>) -> Vec<(Direction, Place<W>)> {
        let rolls = place.walks.last_rolls(self.explored.ground, place.state, place.rolls);
        rolls
            .into_iter()
            .map(|(roll, state)| (roll, Place { state, rolls: place.rolls - 1, ..place.clone() }))
            .collect()
    }

    /// The walks that lead to an entry of a stage.
    fn into_entry(&self, stage: usize, (visited, node): Key<W>, length: u32) -> Vec<Place<W>> {
        let ground = self.explored.ground;
        let (state, label) = (ground.nodes[usize::from(node)], ground.label_of[usize::from(node)]);
        if stage == 1 {
            let walks = Rc::new(ground.walks_from_free(&self.explored.starts));
            return vec![Place { source: Source::Start, walks, state, rolls: length }];
        }
        let before = with(visited, label);
        let layer = &self.explored.layers[stage - 2];
        let from = (0..ground.nodes.len() as u16).filter(|&n| contains(&before, ground.label_of[usize::from(n)]));
        let entries = from.filter_map(|n| {
            let at = layer.binary_search_by_key(&(before, n), |entry| entry.0).ok()?;
            let way = layer[at].1;
            let step = ground.steps(n).iter().find(|step| step.to == node)?;
            (way.length() + step.length == length).then_some((n, way.length(), step.length))
        });
        let places = entries.map(|(n, before_it, rolls)| Place {
            source: Source::Entry { stage: stage - 1, key: (before, n), length: before_it },
            walks: Rc::new(Walks::new(ground, vec![ground.nodes[usize::from(n)]])),
            state,
            rolls,
        });
        places.collect()
    }
}

impl<const W: usize, V: Way> Iterator for Listing<'_, W, V> {
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
                    let walks = self.into_entry(stage, key, length);
                    self.open.extend(walks.into_iter().map(|place| (after, None, place)));
                }
                Source::Start => {
                    let (cell, die) = (place.state.0, place.state.1);
                    let states = &self.explored.ground.states;
                    let start = Start { cell: states.cells[cell], die: states.dice[die] };
                    let rolls: Vec<Direction> = self.rolls.iter().rev().copied().collect();
                    return Some(Trail::of(start, &rolls));
                }
            }
        }
    }
}
