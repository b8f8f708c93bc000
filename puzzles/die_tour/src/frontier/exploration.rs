//! The states before some steps of a board and the ways between them, as they are found.

use std::ops::Range;

use super::key::{Crossings, Key, Kind};
use super::numbering::Numbering;
use super::steps::Steps;
use tumble_model::control::{Event, Progress, Request, Stop};

/// States whose ways are found between two looks at the limits.
const STATES_AT_A_TIME: usize = 1 << 12;

/// A way from or to a state: the number of the state at its other end, and what it adds to the sum.
pub(super) type Way = (u32, i32);

/// The ways of a step, by the states before it or after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    /// By state: where its ways end in the list.
    pub ends: Vec<usize>,
    pub ways: Vec<Way>,
}

impl Stage {
    pub fn ways(&self, state: usize) -> &[Way] {
        let begin = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ways[begin..self.ends[state]]
    }

    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<usize>() + self.ways.capacity() * size_of::<Way>()
    }

    pub fn by_state(&self) -> impl Iterator<Item = &[Way]> {
        self.ends.iter().scan(0, |begin, &end| Some(&self.ways[std::mem::replace(begin, end)..end]))
    }

    /// The same ways by the states at their other ends, of states that are kept: they have a number.
    pub fn turned(&self, from: &[Option<u32>], to: &[Option<u32>]) -> Self {
        let kept = || {
            let ways = self.by_state().zip(from).filter_map(|(ways, &from)| Some((ways, from?)));
            ways.flat_map(|(ways, from)| {
                ways.iter().filter_map(move |&(state, weight)| Some((from, to[state as usize]?, weight)))
            })
        };
        let mut ends = vec![0; to.iter().flatten().count()];
        kept().for_each(|(_, to, _)| ends[to as usize] += 1);
        let mut count = 0;
        for end in &mut ends {
            // For now where the ways begin.
            count += std::mem::replace(end, count);
        }
        let mut ways = vec![(0, 0); count];
        for (from, to, weight) in kept() {
            let place = &mut ends[to as usize];
            ways[*place] = (from, weight);
            *place += 1;
        }
        Self { ends, ways }
    }
}

/// States and ways that are being found.
pub(super) struct Exploration<'a> {
    steps: &'a Steps<'a>,
    weights: &'a [i32],
    range: Range<usize>,
    /// The states before the first step are in the list of this step.
    before_first: usize,
    /// By step, and after the last: the states before it.
    pub states: Vec<Numbering>,
    /// By step.
    pub stages: Vec<Stage>,
    /// By step of the board, and after the last: whether a path can still start, or end, on the cells to come.
    still: Vec<[bool; 2]>,
}

impl<'a> Exploration<'a> {
    pub fn new(
        steps: &'a Steps<'a>,
        weights: &'a [i32],
        range: Range<usize>,
        before_first: usize,
        first: &[Key],
    ) -> Self {
        let mut states = vec![Numbering::default(); range.len() + 1];
        states[before_first] = Numbering::of(first);
        let stages = vec![Stage::default(); range.len()];
        Self { still: steps.still(), steps, weights, range, before_first, states, stages }
    }

    /// The states before a step are those in the list of this step.
    const fn before(&self, s: usize) -> usize {
        if s == 0 { self.before_first } else { s }
    }

    /// Finds the states that can be reached. With `back`, the last step leads to the states before the step `back`, counted from the first
    /// step.
    pub fn run(mut self, back: Option<usize>, request: &Request<'_>) -> Result<Self, Stop> {
        let mut room = Crossings::default();
        let is_open = |this: &Self, s: usize| this.stages[s].ends.len() < this.states[this.before(s)].keys().len();
        while let Some(s) = (0..self.stages.len()).find(|&s| is_open(&self, s)) {
            let after = back.filter(|_| s + 1 == self.stages.len()).unwrap_or(s + 1);
            while is_open(&self, s) {
                self.look_at_limits(request)?;
                self.expand(s, after, &mut room);
            }
        }
        Ok(self)
    }

    /// Finds the ways from the next states before a step.
    fn expand(&mut self, s: usize, after: usize, room: &mut Crossings) {
        let before = self.before(s);
        let Self { steps, weights, range, states, stages, still, .. } = self;
        let t = range.start + s;
        let Stage { ends, ways } = &mut stages[s];
        let is_last = t + 1 == steps.scan.steps.len();
        let (mut found, begin) = (Vec::new(), ways.len());
        for &key in states[before].keys()[ends.len()..].iter().take(STATES_AT_A_TIME) {
            steps.each(t, key, room, |next, choice| {
                let stops = [Kind::Start, Kind::End].into_iter().zip(still[t + 1]);
                if is_last || stops.into_iter().all(|(kind, still)| still || next.has(kind)) {
                    found.push(next);
                    ways.push((0, weights[choice.visit]));
                }
            });
            ends.push(ways.len());
        }
        let numbers = states[after].numbers(&found);
        ways[begin..].iter_mut().zip(numbers).for_each(|((to, _), number)| *to = number);
    }

    fn look_at_limits(&self, request: &Request<'_>) -> Result<(), Stop> {
        let states: usize = self.states.iter().map(Numbering::bytes).sum();
        let bytes = states + self.stages.iter().map(Stage::bytes).sum::<usize>();
        report(self.states.iter().map(|states| states.keys().len()).sum(), request);
        within_limits(bytes, request)
    }
}

/// Reports the number of states so far.
pub(super) fn report(states: usize, request: &Request<'_>) {
    let progress = Progress { nodes: Some(states as u64), ..Progress::default() };
    request.control.notify(&Event::Progress(progress));
}

/// Looks at the time, the interrupt and the memory.
pub(super) fn within_limits(bytes: usize, request: &Request<'_>) -> Result<(), Stop> {
    request.control.check()?;
    request.control.check_memory(bytes as u64)
}
