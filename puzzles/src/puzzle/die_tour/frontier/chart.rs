//! All states of the frontier on boards of one width and any length, with the ways from state to state.
//!
//! Boards have the same lines but for the first ones (the *head*) and the last; lines after the head repeat every second line, because the
//! orientations that can stand on a cell depend on its colour. So the states before the steps of the head and of two further lines are the
//! states of all boards, where the last step leads back to the states after the head. What the last line of a board can add is known for
//! each state before a line. States that no last line completes, however far off, are left out. A line is then a pass over arrays, forty
//! times faster than over hash tables.

use std::ops::Range;

use super::key::{Crossings, Key, Kind};
use super::numbering::Numbering;
use super::scan::Scan;
use super::steps::Steps;
use super::table::{Best, Worth};
use crate::control::{Bytes, Event, Progress, Request, Stop};
use crate::geometry::Direction;
use crate::rolling::PathStates;

/// States between two looks at the limits.
const STATES_PER_CHECK: usize = 1 << 12;

/// The paths on a board of some lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The paths, of [`PathStates::on_any_length`].
    pub paths: PathStates,
    /// What each state adds to the sum.
    pub weights: Vec<i32>,
}

/// Boards of one width and any length.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "it is a function")]
pub struct Strip<'a> {
    /// The board with this many lines, at least one.
    pub board: &'a dyn Fn(usize) -> Lines,
    /// The direction from line to line: north or east.
    pub ahead: Direction,
    /// The number of lines, at least one, before the lines that repeat every second line.
    pub head: usize,
}

/// A way from a state: the number of the state after the step, and what it adds to the sum.
type Way = (u32, i32);

/// The ways from the states before a step.
#[derive(Clone, Debug, Default)]
struct Stage {
    /// By state: where its ways end in the list.
    ends: Vec<usize>,
    ways: Vec<Way>,
}

impl Stage {
    fn ways(&self, state: usize) -> &[Way] {
        let begin = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ways[begin..self.ends[state]]
    }

    fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<usize>() + self.ways.capacity() * size_of::<Way>()
    }

    fn by_state(&self) -> impl Iterator<Item = &[Way]> {
        (0..self.ends.len()).map(|state| self.ways(state))
    }
}

/// The value of each state before a line; `None` for a state to which no way leads.
pub(super) type Vector<V> = Vec<Option<V>>;

/// The states of all boards of a strip.
#[derive(Debug)]
pub(super) struct Chart {
    pub(super) width: usize,
    head: usize,
    /// By step of the head and of two lines: the ways to the states before the next step; the last step leads to the states after the head.
    stages: Vec<Stage>,
    /// By line of the head and two more, and by state before it: the largest sum that the line can add if it is the last.
    pub(super) last: Vec<Vec<Option<i32>>>,
    /// By step: the states before it, if they are kept.
    keys: Option<Vec<Vec<Key>>>,
}

impl Chart {
    /// Finds the states of a strip, and keeps them if `keep` is set.
    pub fn new(strip: Strip<'_>, keep: bool, request: &Request<'_>) -> Result<Self, Stop> {
        let lines = strip.head + 2;
        // Two lines more, so that what is still to come has cells of each kind.
        let board = (strip.board)(lines + 2);
        let steps = strip.steps(&board);
        let width = steps.scan.width;
        let range = 0..lines * width;
        let all = Exploration::new(&steps, &board.weights, range, &[Key::default()]);
        let all = all.run(Some(strip.head * width), request)?;
        let last = (0..lines).map(|line| strip.last(line, all.states[line * width].keys(), request));
        let last = last.collect::<Result<_, _>>()?;
        let keys = keep.then(|| all.states.into_iter().take(lines * width).map(Numbering::into_keys).collect());
        let mut chart = Self { width, head: strip.head, last, keys, stages: all.stages };
        chart.drop_dead_ends(request)?;
        Ok(chart)
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        let keys: usize = self.keys.iter().flatten().map(|keys| keys.len() * size_of::<Key>()).sum();
        self.stages.iter().map(Stage::bytes).sum::<usize>() + keys
    }

    /// The number of a state before a line that is kept: the state itself.
    pub fn key(&self, stage: usize, state: usize) -> Option<Key> {
        self.keys.as_ref()?[stage].get(state).copied()
    }

    /// The stage of the first step of a line.
    pub const fn first(&self, line: usize) -> usize {
        self.like(line) * self.width
    }

    /// The line of the head or of the two lines after it that is like this line.
    pub const fn like(&self, line: usize) -> usize {
        if line < self.head { line } else { self.head + (line - self.head) % 2 }
    }

    /// The stage after this one.
    pub const fn after(&self, stage: usize) -> usize {
        if stage + 1 == self.stages.len() { self.head * self.width } else { stage + 1 }
    }

    /// The values before the first step.
    pub fn start<V: Worth>(&self) -> Vector<V> {
        self.last[0].iter().map(|_| Some(V::nothing())).collect()
    }

    /// The values after a line.
    pub fn after_line<V: Worth>(&self, line: usize, vector: Vector<V>) -> Vector<V> {
        let first = self.first(line);
        (first..first + self.width).fold(vector, |vector, stage| self.after_stage(stage, &vector))
    }

    /// The values after a stage.
    pub fn after_stage<V: Worth>(&self, stage: usize, vector: &Vector<V>) -> Vector<V> {
        let mut next = vec![None; self.stages[self.after(stage)].ends.len()];
        for (worth, ways) in vector.iter().zip(self.stages[stage].by_state()) {
            let Some(worth) = worth else { continue };
            for &(to, weight) in ways {
                merge(&mut next[to as usize], worth.plus(weight));
            }
        }
        next
    }

    /// The first state before a stage from which a way leads to a state after the stage with this sum, and what the way adds.
    pub fn state_before(&self, stage: usize, vector: &Vector<Best>, to: usize, sum: i32) -> Option<(usize, i32)> {
        let states = vector.iter().zip(self.stages[stage].by_state()).enumerate();
        let mut leading = states.filter_map(|(state, (worth, ways))| {
            let Best(before) = (*worth)?;
            let way = ways.iter().find(|&&(end, weight)| end as usize == to && before + weight == sum)?;
            Some((state, way.1))
        });
        leading.next()
    }

    /// The value of all paths on the board that ends with a line.
    pub fn closed<V: Worth>(&self, line: usize, vector: &Vector<V>) -> Option<V> {
        let sums = vector.iter().zip(&self.last[self.like(line)]);
        let closed = sums.filter_map(|(worth, last)| Some(worth.as_ref()?.plus((*last)?)));
        closed.fold(None, |mut all, worth| {
            merge(&mut all, worth);
            all
        })
    }

    /// Drops the states from which no board can be completed.
    fn drop_dead_ends(&mut self, request: &Request<'_>) -> Result<(), Stop> {
        let mut alive: Vec<Vec<bool>> = self.stages.iter().map(|stage| vec![false; stage.ends.len()]).collect();
        for (line, last) in self.last.iter().enumerate() {
            alive[line * self.width] = last.iter().map(Option::is_some).collect();
        }
        let mut is_new = true;
        while is_new {
            within_limits(self.bytes(), request)?;
            report(alive.iter().map(Vec::len).sum(), request);
            is_new = false;
            for s in (0..self.stages.len()).rev() {
                let after = self.after(s);
                for (state, ways) in self.stages[s].by_state().enumerate() {
                    if !alive[s][state] && ways.iter().any(|&(to, _)| alive[after][to as usize]) {
                        alive[s][state] = true;
                        is_new = true;
                    }
                }
            }
        }
        let numbers: Vec<Vec<u32>> = alive.iter().map(|alive| numbered(alive)).collect();
        for s in 0..self.stages.len() {
            let after = self.after(s);
            let mut kept = Stage::default();
            for (_, ways) in self.stages[s].by_state().enumerate().filter(|&(state, _)| alive[s][state]) {
                let ways = ways.iter().filter(|&&(to, _)| alive[after][to as usize]);
                kept.ways.extend(ways.map(|&(to, weight)| (numbers[after][to as usize], weight)));
                kept.ends.push(kept.ways.len());
            }
            kept.ways.shrink_to_fit();
            self.stages[s] = kept;
        }
        for (line, last) in self.last.iter_mut().enumerate() {
            let mut alive = alive[line * self.width].iter();
            last.retain(|_| alive.next() == Some(&true));
        }
        for (keys, alive) in self.keys.iter_mut().flatten().zip(&alive) {
            let mut alive = alive.iter();
            keys.retain(|_| alive.next() == Some(&true));
            keys.shrink_to_fit();
        }
        Ok(())
    }
}

fn merge<V: Worth>(known: &mut Option<V>, worth: V) {
    match known {
        Some(known) => known.merge(worth),
        None => *known = Some(worth),
    }
}

/// The numbers of the kept states, counted from 0.
fn numbered(kept: &[bool]) -> Vec<u32> {
    let counted = kept.iter().scan(0, |count, &kept| {
        *count += u32::from(kept);
        Some(*count - u32::from(kept))
    });
    counted.collect()
}

impl Strip<'_> {
    pub(super) fn steps<'a>(&self, board: &'a Lines) -> Steps<'a> {
        let scan = Scan::towards(board.paths.graph.cells(), self.ahead).expect("the caller has looked at the width");
        Steps::along(&board.paths, scan)
    }

    /// The largest sum that a line can add to each of the states before it if it is the last.
    fn last(&self, line: usize, states: &[Key], request: &Request<'_>) -> Result<Vec<Option<i32>>, Stop> {
        let board = (self.board)(line + 1);
        if board.paths.cells() == 1 {
            // Not a path between two ends.
            let weights = board.paths.starts.iter().map(|&u| board.weights[u]);
            return Ok(vec![weights.max().filter(|_| !board.paths.endpoints.closed)]);
        }
        let steps = self.steps(&board);
        let width = steps.scan.width;
        let ways = Exploration::new(&steps, &board.weights, line * width..(line + 1) * width, states);
        let ways = ways.run(None, request)?;
        let complete = vec![Some(0); ways.states[width].keys().len()];
        Ok(ways.stages.iter().rev().fold(complete, |after: Vec<Option<i32>>, stage| {
            let best = |ways: &[Way]| ways.iter().filter_map(|&(to, weight)| Some(after[to as usize]? + weight)).max();
            stage.by_state().map(best).collect()
        }))
    }
}

/// The states before some steps, as they are found.
struct Exploration<'a> {
    steps: &'a Steps<'a>,
    weights: &'a [i32],
    range: Range<usize>,
    /// By step, and after the last: the states before it.
    states: Vec<Numbering>,
    /// By step.
    stages: Vec<Stage>,
    /// By step of the board, and after the last: whether a path can still start, or end, on the cells to come.
    still: Vec<[bool; 2]>,
}

impl<'a> Exploration<'a> {
    fn new(steps: &'a Steps<'a>, weights: &'a [i32], range: Range<usize>, first: &[Key]) -> Self {
        let mut states = vec![Numbering::default(); range.len() + 1];
        states[0] = Numbering::of(first);
        let stages = vec![Stage::default(); range.len()];
        Self { still: steps.still(), steps, weights, range, states, stages }
    }

    /// Finds the states that can be reached. With `back`, the last step leads to the states before the step `back`, counted from the first
    /// step.
    fn run(mut self, back: Option<usize>, request: &Request<'_>) -> Result<Self, Stop> {
        let mut room = Crossings::default();
        let is_open = |this: &Self, s: usize| this.stages[s].ends.len() < this.states[s].keys().len();
        while let Some(s) = (0..self.stages.len()).find(|&s| is_open(&self, s)) {
            let after = back.filter(|_| s + 1 == self.stages.len()).unwrap_or(s + 1);
            while is_open(&self, s) {
                if self.stages[s].ends.len().is_multiple_of(STATES_PER_CHECK) {
                    self.look_at_limits(request)?;
                }
                self.expand(s, after, &mut room);
            }
        }
        Ok(self)
    }

    /// Finds the ways from the next state before a step.
    fn expand(&mut self, s: usize, after: usize, room: &mut Crossings) {
        let Self { steps, weights, range, states, stages, still } = self;
        let t = range.start + s;
        let Stage { ends, ways } = &mut stages[s];
        let key = states[s].keys()[ends.len()];
        let is_last = t + 1 == steps.scan.steps.len();
        steps.each(t, key, room, |next, choice| {
            let stops = [Kind::Start, Kind::End].into_iter().zip(still[t + 1]);
            if is_last || stops.into_iter().all(|(kind, still)| still || next.has(kind)) {
                ways.push((states[after].number(next), weights[choice.visit]));
            }
        });
        ends.push(ways.len());
    }

    fn look_at_limits(&self, request: &Request<'_>) -> Result<(), Stop> {
        let states: usize = self.states.iter().map(Numbering::bytes).sum();
        let bytes = states + self.stages.iter().map(Stage::bytes).sum::<usize>();
        report(self.states.iter().map(|states| states.keys().len()).sum(), request);
        within_limits(bytes, request)
    }
}

/// Reports the number of states so far.
fn report(states: usize, request: &Request<'_>) {
    let progress = Progress { nodes: Some(states as u64), ..Progress::default() };
    request.control.notify(&Event::Progress(progress));
}

/// Looks at the time, the interrupt and the memory.
pub(super) fn within_limits(bytes: usize, request: &Request<'_>) -> Result<(), Stop> {
    if let Some(stop) = request.control.stop() {
        return Err(stop);
    }
    let needed = Bytes(bytes as u64);
    if needed.0 > request.control.memory_limit().0 {
        return Err(Stop::MemoryLimit { needed: Some(needed) });
    }
    Ok(())
}
