//! All states of the frontier on boards of one width and any length, with the ways from state to state.
//!
//! Boards have the same lines but for the first ones (the *head*) and the last; lines after the head repeat every second line, because the
//! orientations that can stand on a cell depend on its colour. So the states before the steps of the head and of two further lines are the
//! states of all boards, where the last step leads back to the states after the head. What the last line of a board can add is known for
//! each state before a line. States that no last line completes, however far off, are left out. A line is then a pass over arrays, forty
//! times faster than over hash tables.
//!
//! Where the start is far from the first line, the first two lines come again and again before it: the states before the first line are then
//! among those before the third.

use std::collections::VecDeque;
use std::ops::Range;

use super::key::Steps;
use super::key::{Crossings, Key, Kind, Scan};
use super::program::{Best, Numbering, STATES_FOR_THREADS, Worth};
use tumble_model::control::{Event, Progress, Request, Stop};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::search::thread_count;
use tumble_rolling::PathStates;

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
    /// How often the first two lines come once more before the others: only if the third line is like the first for all paths up to
    /// its cells.
    pub again: usize,
}

/// The value of each state before a line; `None` for a state to which no way leads.
pub(super) type Vector<V> = Vec<Option<V>>;

/// The states of all boards of a strip.
#[derive(Debug)]
pub(super) struct Chart {
    pub(super) width: usize,
    head: usize,
    again: usize,
    /// The state before the first step, if paths can be completed from it.
    empty: Option<u32>,
    /// By step of the head and of two lines: by state after the step, the ways to it. The states after the last step are those after the
    /// head.
    pub(super) stages: Vec<Stage>,
    /// By line of the head and two more, and by state before it: the largest sum that the line can add if it is the last.
    pub(super) last: Vec<Vec<Option<i32>>>,
    /// By step: the states before it, if they are kept.
    keys: Option<Vec<Vec<Key>>>,
    /// The threads that share the states after a step.
    threads: usize,
}

impl Chart {
    /// Finds the states of a strip, and keeps them if `keep` is set.
    pub fn new(strip: Strip<'_>, keep: bool, request: &Request<'_>) -> Result<Self, Stop> {
        let lines = strip.lines();
        let board = strip.all_lines();
        let steps = strip.steps(&board);
        let width = steps.scan.width;
        let before_first = if strip.again > 0 { 2 * width } else { 0 };
        let range = 0..lines * width;
        let all = Exploration::new(&steps, &board.weights, range, before_first, &[Key::default()]);
        let all = all.run(Some(strip.head * width), request)?;
        let mut chart = Self {
            width,
            head: strip.head,
            again: strip.again,
            empty: None,
            last: Vec::new(),
            keys: None,
            threads: thread_count(request.threads),
            stages: all.stages,
        };
        for line in 0..lines {
            chart.last.push(strip.last(line, all.states[chart.before(line * width)].keys(), request)?);
        }
        let keys: Vec<_> = all.states.into_iter().take(lines * width).map(Numbering::into_keys).collect();
        let keys = chart.drop_dead_ends(&keys, request)?;
        Ok(Self { keys: keep.then_some(keys), ..chart })
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        let keys: usize = self.keys.iter().flatten().map(|keys| keys.len() * size_of::<Key>()).sum();
        self.stages.iter().map(Stage::bytes).sum::<usize>() + keys
    }

    /// The number of states after all steps.
    pub fn states(&self) -> u64 {
        self.stages.iter().map(|stage| stage.ends.len() as u64).sum()
    }

    /// The number of a state before a step that is kept: the state itself.
    pub fn key(&self, step: usize, state: usize) -> Option<Key> {
        self.keys.as_ref()?[self.before(step)].get(state).copied()
    }

    /// The states after a step are those before this one.
    pub const fn after(&self, step: usize) -> usize {
        if step + 1 == self.stages.len() { self.head * self.width } else { step + 1 }
    }

    /// The states before a step are those in the list of this step.
    const fn before(&self, step: usize) -> usize {
        if step == 0 && self.again > 0 { 2 * self.width } else { step }
    }

    /// The first line of a board from which lines are like the second line before, to the end of the board.
    pub const fn end_of_head(&self) -> usize {
        2 * self.again + self.head
    }

    /// The line of the head or of the two lines after it that is like this line.
    pub const fn like(&self, line: usize) -> usize {
        let Some(line) = line.checked_sub(2 * self.again) else { return line % 2 };
        if line < self.head { line } else { self.head + (line - self.head) % 2 }
    }

    /// The steps of a line.
    pub const fn steps(&self, line: usize) -> Range<usize> {
        let first = self.like(line) * self.width;
        first..first + self.width
    }

    /// The values before the first step.
    pub fn start<V: Worth>(&self) -> Vector<V> {
        let mut vector = vec![None; self.last[0].len()];
        if let Some(empty) = self.empty {
            vector[empty as usize] = Some(V::nothing());
        }
        vector
    }

    /// The values after a line.
    pub fn after_line<V: Worth>(&self, line: usize, vector: &Vector<V>) -> Vector<V> {
        let mut steps = self.steps(line);
        let first = steps.next().map_or_else(Vec::new, |step| self.after_step(step, vector));
        steps.fold(first, |vector, step| self.after_step(step, &vector))
    }

    /// The values after a step.
    fn after_step<V: Worth>(&self, step: usize, vector: &Vector<V>) -> Vector<V> {
        let best = &|ways: &[Way]| {
            let values = ways.iter().filter_map(|&(from, weight)| Some(vector[from as usize].as_ref()?.plus(weight)));
            values.reduce(merged)
        };
        let stage = &self.stages[step];
        let states = stage.ends.len();
        if states < STATES_FOR_THREADS || self.threads < 2 {
            return stage.by_state().map(best).collect();
        }
        let mut after = vec![None; states];
        let share = states.div_ceil(self.threads);
        std::thread::scope(|scope| {
            for (number, after) in after.chunks_mut(share).enumerate() {
                let states = after.iter_mut().zip(number * share..);
                scope.spawn(move || states.for_each(|(after, state)| *after = best(stage.ways(state))));
            }
        });
        after
    }

    /// The value of all paths on the board that ends with a line.
    pub fn closed<V: Worth>(&self, line: usize, vector: &Vector<V>) -> Option<V> {
        let sums = vector.iter().zip(&self.last[self.like(line)]);
        sums.filter_map(|(worth, last)| Some(worth.as_ref()?.plus((*last)?))).reduce(merged)
    }

    /// Drops the states from which no board can be completed, and lists the ways by the states that they lead to. States get their numbers in
    /// the order of their keys, so that neighbours come from neighbours, and a step goes through memory in order. Returns the keys of the
    /// states that are left, by step.
    fn drop_dead_ends(&mut self, keys: &[Vec<Key>], request: &Request<'_>) -> Result<Vec<Vec<Key>>, Stop> {
        let held = self.bytes() + keys.iter().map(|keys| keys.len() * size_of::<(Key, u32)>()).sum::<usize>();
        let mut alive: Vec<Vec<bool>> = vec![Vec::new(); self.stages.len()];
        for (step, stage) in self.stages.iter().enumerate() {
            alive[self.before(step)] = vec![false; stage.ends.len()];
        }
        for (line, last) in self.last.iter().enumerate() {
            let alive = &mut alive[self.before(line * self.width)];
            alive.iter_mut().zip(last).for_each(|(alive, last)| *alive |= last.is_some());
        }
        let mut is_new = true;
        while is_new {
            within_limits(held, request)?;
            report(alive.iter().map(Vec::len).sum(), request);
            is_new = false;
            for step in (0..self.stages.len()).rev() {
                let (before, after) = (self.before(step), self.after(step));
                for (state, ways) in self.stages[step].by_state().enumerate() {
                    if !alive[before][state] && ways.iter().any(|&(to, _)| alive[after][to as usize]) {
                        alive[before][state] = true;
                        is_new = true;
                    }
                }
            }
        }
        let (kept, orders): (Vec<_>, Vec<_>) = alive.iter().zip(keys).map(|(alive, keys)| ordered(alive, keys)).unzip();
        let numbers: Vec<Vec<Option<u32>>> =
            orders.iter().zip(&alive).map(|(order, alive)| numbered(order, alive.len())).collect();
        // The state before the first step was found first.
        self.empty = numbers[self.before(0)][0];
        for step in 0..self.stages.len() {
            let (from, to) = (&numbers[self.before(step)], &numbers[self.after(step)]);
            self.stages[step] = self.stages[step].turned(from, to);
        }
        for line in 0..self.last.len() {
            let order = &orders[self.before(line * self.width)];
            self.last[line] = order.iter().map(|&state| self.last[line][state as usize]).collect();
        }
        Ok(kept)
    }
}

fn merged<V: Worth>(mut known: V, worth: V) -> V {
    known.merge(worth);
    known
}

/// The states that are kept, in the order of their keys: the keys, and the states.
fn ordered(kept: &[bool], keys: &[Key]) -> (Vec<Key>, Vec<u32>) {
    let mut order: Vec<(Key, u32)> = Vec::new();
    order.extend(keys.iter().copied().zip(0..).zip(kept).filter_map(|(state, &kept)| kept.then_some(state)));
    order.sort_unstable();
    order.into_iter().unzip()
}

/// By state: its place in an order.
fn numbered(order: &[u32], states: usize) -> Vec<Option<u32>> {
    let mut numbers = vec![None; states];
    order.iter().zip(0..).for_each(|(&state, number)| numbers[state as usize] = Some(number));
    numbers
}

impl Strip<'_> {
    /// The number of lines that are unlike each other: the head and two more.
    const fn lines(&self) -> usize {
        self.head + 2
    }

    /// A board with these lines, and two more, so that what is still to come has cells of each kind.
    pub(super) fn all_lines(&self) -> Lines {
        (self.board)(self.lines() + 2)
    }

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
            let best = weights.max().filter(|_| !board.paths.endpoints.closed);
            // Of several states before it, none has the start on it.
            return Ok(vec![best; states.len()]);
        }
        let steps = self.steps(&board);
        let width = steps.scan.width;
        let ways = Exploration::new(&steps, &board.weights, line * width..(line + 1) * width, 0, states);
        let ways = ways.run(None, request)?;
        let complete = vec![Some(0); ways.states[width].keys().len()];
        Ok(ways.stages.iter().rev().fold(complete, |after: Vec<Option<i32>>, stage| {
            let best = |ways: &[Way]| ways.iter().filter_map(|&(to, weight)| Some(after[to as usize]? + weight)).max();
            stage.by_state().map(best).collect()
        }))
    }
}

// The states before some steps of a board and the ways between them, as they are found.

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

// The best sums of the states after each of many lines: the latest ones, and some of the earlier ones, from which those between them are
// computed again.

/// The latest vectors that are kept in any case.
pub(super) const KEPT: usize = 5;
/// The most vectors of earlier lines.
const MARKS: usize = 16;

/// V_t, V_{t+1}, …, as many of the latest as a part of the memory holds.
pub(super) struct History<'a> {
    chart: &'a Chart,
    /// The number of lines before the first vector.
    origin: usize,
    /// The latest vectors, up to that of the last line.
    latest: VecDeque<Vector<Best>>,
    /// The number of lines before the first of these.
    first: usize,
    /// Of the vectors before the latest: each that is so many lines after the one before, from the first on.
    marks: Vec<Vector<Best>>,
    spacing: usize,
    /// The memory for the vectors, in bytes.
    room: u64,
}

impl<'a> History<'a> {
    /// The vector after so many lines.
    pub fn new(chart: &'a Chart, origin: usize, vector: Vector<Best>, room: u64) -> Self {
        Self { chart, origin, latest: [vector].into(), first: origin, marks: Vec::new(), spacing: 1, room }
    }

    /// The vector of the last line.
    pub fn last(&self) -> &Vector<Best> {
        &self.latest[self.latest.len() - 1]
    }

    /// The number of lines before the last vector.
    pub fn lines(&self) -> usize {
        self.first + self.latest.len() - 1
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        self.latest.iter().chain(&self.marks).map(|vector| vector.len() * size_of::<Option<Best>>()).sum()
    }

    /// The memory that it takes on the way back.
    pub fn bytes_on_the_way_back(&self) -> usize {
        self.bytes() + self.spacing * self.last().len() * size_of::<Option<Best>>()
    }

    /// Adds the vector after one line more. If there is no room, of the oldest vectors only some are kept.
    pub fn push(&mut self) {
        let next = self.chart.after_line(self.lines(), self.last());
        self.latest.push_back(next);
        while self.bytes() as u64 > self.room && self.latest.len() > KEPT {
            let oldest = self.latest.pop_front();
            self.marks.extend(oldest.filter(|_| (self.first - self.origin).is_multiple_of(self.spacing)));
            self.first += 1;
            if self.marks.len() > MARKS {
                let mut index = 0..;
                self.marks.retain(|_| index.next().is_some_and(|i: usize| i.is_multiple_of(2)));
                self.spacing *= 2;
            }
        }
    }

    /// The vector so many lines before the last.
    pub fn before(&self, lines: usize) -> Option<&Vector<Best>> {
        self.latest.get((self.latest.len() - 1).checked_sub(lines)?)
    }

    /// Drops all vectors after that of a line, which is the last one then.
    pub fn back_to(&mut self, line: usize) {
        if let Some(index) = line.checked_sub(self.first) {
            self.latest.truncate(index + 1);
            return;
        }
        let mark = (line - self.origin) / self.spacing;
        self.marks.truncate(mark + 1);
        self.first = self.origin + mark * self.spacing;
        self.latest = self.marks.pop().into_iter().collect();
        for line in self.first..line {
            let next = self.chart.after_line(line, self.last());
            self.latest.push_back(next);
        }
    }

    /// The gains of the states in `lines` lines, up to `before` lines before the last line, for states that are there at both times.
    pub fn gains(&self, lines: usize, before: usize) -> Option<impl Iterator<Item = i32> + '_> {
        let (a, b) = (self.before(before + lines)?, self.before(before)?);
        Some(a.iter().zip(b).filter_map(|(a, b)| Some((*b)?.0 - (*a)?.0)))
    }

    /// The smallest P, up to a limit, for which the last vector seems to repeat the vector P lines before: the states are equal, and all
    /// states gained equally, or each state gained what it gained in the P lines before.
    pub fn repeats(&self, limit: usize) -> Option<usize> {
        (2..=limit)
            .step_by(2)
            .find(|&lines| self.gained_evenly(lines) || (2 * lines <= limit && self.gained_twice(lines)))
    }

    fn gained_evenly(&self, lines: usize) -> bool {
        let (Some(before), last) = (self.before(lines), self.last()) else { return false };
        let mut first = None;
        before.iter().zip(last).all(|states| match states {
            (None, None) => true,
            (Some(Best(before)), Some(Best(last))) => *first.get_or_insert(last - before) == last - before,
            _ => false,
        })
    }

    fn gained_twice(&self, lines: usize) -> bool {
        let vectors = self.before(2 * lines).zip(self.before(lines));
        let Some((first, before)) = vectors else { return false };
        first.iter().zip(before).zip(self.last()).all(|states| match states {
            ((None, None), None) => true,
            ((Some(Best(first)), Some(Best(before))), Some(Best(last))) => before - first == last - before,
            _ => false,
        })
    }
}
