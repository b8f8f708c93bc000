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

use std::ops::Range;

use super::exploration::{Exploration, Stage, Way, report, within_limits};
use super::key::Key;
use super::numbering::Numbering;
use super::program::STATES_FOR_THREADS;
use super::scan::Scan;
use super::steps::Steps;
use super::table::Worth;
use tumble_model::control::{Request, Stop};
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
