//! Trails of any length: how many there are, or one with a circle over free cells.

use super::Trail;
use super::keys::{contains, toggled};
use super::label_graph::LabelGraph;
use tumble_model::control::Control;
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{Count, Endless};
use tumble_puzzles::search::all_ways;
use tumble_rolling::{Endpoints, State};

/// What decides over the rest of a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position<const W: usize> {
    /// The labels that were entered.
    entered: [u32; W],
    state: State,
    /// Of a closed trail, where it started.
    start: Option<State>,
    phase: Phase,
}

/// How far a trail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Start,
    OnTheWay,
    /// The last roll led back to a start that is labeled.
    Closed,
}

/// From the number of the shortest trails, of which one is given, to that of all trails.
pub(super) fn count<const W: usize>(
    graph: &LabelGraph,
    shortest: Count<Endless<Trail>>,
    trail: &Trail,
    control: &Control<'_>,
) -> Count<Endless<Trail>> {
    let starts: Vec<Position<W>> = graph.starts().collect();
    let forward = |position: Position<W>, next: &mut Vec<Position<W>>| next.extend(graph.next(position));
    let is_goal = |position: Position<W>| graph.is_end(&position);
    let way = positions(graph, trail);
    shortest.or_all(all_ways(&way, &starts, &forward, &is_goal, control), &|way| graph.trail(way))
}

/// The positions along a trail, of which the graph has every roll.
fn positions<const W: usize>(graph: &LabelGraph, trail: &Trail) -> Vec<Position<W>> {
    let mut way: Vec<Position<W>> =
        graph.starts().filter(|position| graph.board.start(position.state) == trail.start).collect();
    for roll in trail.moves.chars().filter_map(Direction::of_letter) {
        let Some(&here) = way.last() else { break };
        let head = graph.board.graph.roll(here.state, roll);
        way.extend(graph.next(here).find(|next| Some(next.state) == head));
    }
    way
}

/// The number of labels in a set.
fn number<const W: usize>(entered: &[u32; W]) -> usize {
    entered.iter().map(|word| word.count_ones() as usize).sum()
}

impl LabelGraph {
    fn starts<const W: usize>(&self) -> impl Iterator<Item = Position<W>> {
        let Endpoints { start, closed, .. } = &self.board.endpoints;
        start.states(&self.board.graph).filter_map(|state| {
            let start = closed.then_some(state);
            let before = Position { entered: [0; W], state, start, phase: Phase::Start };
            self.entering(before, state)
        })
    }

    /// A position after a state was entered, if that breaks no rule.
    fn entering<const W: usize>(&self, before: Position<W>, state: State) -> Option<Position<W>> {
        let Some(node) = self.node(state) else { return Some(Position { state, ..before }) };
        let label = self.label_of[usize::from(node)];
        if !contains(&before.entered, label) {
            let entered = toggled(before.entered, label);
            return self.may_come(number(&before.entered), label.into()).then_some(Position {
                entered,
                state,
                ..before
            });
        }
        let closes = before.start.is_some_and(|start| start.cell() == state.cell()) && self.has_all(&before);
        closes.then_some(Position { state, phase: Phase::Closed, ..before })
    }

    /// The positions after one more roll.
    fn next<const W: usize>(&self, position: Position<W>) -> impl Iterator<Item = Position<W>> {
        let is_over = position.phase == Phase::Closed;
        let rolls = self.board.graph.rolls_from(position.state).filter(move |_| !is_over);
        rolls.filter_map(move |arc| self.entering(Position { phase: Phase::OnTheWay, ..position }, arc.head))
    }

    fn is_end<const W: usize>(&self, position: &Position<W>) -> bool {
        let Endpoints { goal, restore, .. } = &self.board.endpoints;
        let ends = match position.start {
            None => goal.contains(position.state),
            Some(start) => {
                let is_back = if *restore { position.state == start } else { position.state.cell() == start.cell() };
                is_back && position.phase != Phase::Start
            }
        };
        ends && self.has_all(position)
    }

    fn has_all<const W: usize>(&self, position: &Position<W>) -> bool {
        number(&position.entered) == self.labels()
    }

    /// The trail through these positions.
    fn trail<const W: usize>(&self, way: &[Position<W>]) -> Trail {
        let graph = &self.board.graph;
        let roll = |pair: &[Position<W>]| {
            Direction::ALL.into_iter().find(|&roll| graph.roll(pair[0].state, roll) == Some(pair[1].state))
        };
        let rolls: Vec<Direction> = way.windows(2).filter_map(roll).collect();
        Trail::of(self.board.start(way[0].state), &rolls)
    }
}
