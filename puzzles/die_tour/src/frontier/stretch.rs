//! The best ways over many lines that are like the second line before, all but some at the front, without a look at each of them.
//!
//! Let V_{t+mP} = V_t + m·c_t for T ≤ t ≤ T + P and all m ≥ 0: the certificate in the head of [`strip`](super::strip) proves it. Take a
//! state j after line t, and among the states i from which a way over the line attains `V_{t+1}[j] = V_t[i] + A_t[i, j]` one of the
//! largest gain. By the certificate this is the largest gain of all ways to j, `c_t[i] = c_{t+1}[j]`. So the same way is the best one at
//! each line t + mP:
//!
//! ```text
//! V_{t+mP}[i] + A_t[i, j] = V_t[i] + m·c_t[i] + A_t[i, j] = V_{t+1}[j] + m·c_{t+1}[j] = V_{t+1+mP}[j]
//! ```
//! Backwards from a state after the last line, the ways over the lines T, …, T + P − 1 are therefore taken again and again. This is so too
//! for as many periods as slower states stay ahead of faster ones; the lines after them are a stretch of their own. Ways are looked for
//! among the states from which ways over a line lead to a given state, of which there are few; and only once for each line of the period
//! and each state, so that a path of a million cells takes no longer to find than to write down.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lines and states of a board of at most a million cells; there are 24 orientations"
)]

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use super::chart::{Chart, History, Strip, Vector, within_limits};
use super::key::{Choice, Crossings, Key, Kind, Scan, Steps};
use super::program::Best;
use super::strip::{Cycle, Growth, Span, Swept, growth};
use tumble_model::control::{Event, Progress, Request, Stop};
use tumble_puzzles::geometry::Direction;

/// The value of a state, a sum and among equal sums a gain, and the index of the state before it; `None` if no way leads there.
type Reached = Option<((i32, i32), usize)>;

/// Lines between two looks at the limits.
const LINES_PER_CHECK: usize = 1 << 12;
/// The fewest repetitions of a period for which it takes less time than to go through the lines.
const ROUNDS: i32 = 8;

/// How a path passes a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passing {
    pub orientation: u8,
    /// Whether it has a roll from there to the next line.
    pub ahead: bool,
    /// Whether it has a roll to the next cell of the line.
    pub beside: bool,
    /// Whether it starts or ends there.
    pub stop: Option<Kind>,
}

impl Passing {
    pub fn new(steps: &Steps<'_>, choice: &Choice) -> Self {
        let Choice { visit, ahead, beside, stop } = *choice;
        Self { orientation: steps.paths.states[visit].orientation() as u8, ahead, beside, stop }
    }
}

/// The sums of the states after each of some lines.
pub(super) struct Stretch<'a> {
    /// The first line, and the line after the last.
    lines: Range<usize>,
    history: History<'a>,
    /// T and P, if the sums repeat themselves on these lines.
    cycle: Option<Cycle>,
    /// The sums after T, …, T + P − 1 lines, with their gains.
    period: Vec<Vector<Growth>>,
}

impl<'a> Stretch<'a> {
    /// Goes through all lines of a span, from the sums of the states before it: stretch by stretch, each of them but the last up to where
    /// its period ends.
    pub fn all(chart: &'a Chart, mut span: Span, stretches: &mut Vec<Self>, request: &Request<'_>) -> Result<(), Stop> {
        while span.from < span.until {
            let held = stretches.iter().map(Self::bytes).sum();
            let start = stretches.last().map_or_else(|| chart.start(), Self::sums);
            let stretch = Self::new(chart, span, start, held, request)?;
            span.from = stretch.lines.end;
            stretches.push(stretch);
        }
        Ok(())
    }

    fn new(
        chart: &'a Chart,
        span: Span,
        start: Vector<Best>,
        held: usize,
        request: &Request<'_>,
    ) -> Result<Self, Stop> {
        let Swept { mut history, cycle, .. } =
            chart.sweep(span, start, (ROUNDS, held), request).map_err(|unrepeated| unrepeated.stop)?;
        let mut period = Vec::new();
        let mut until = span.until;
        if let Some(Cycle { line, lines, rounds, .. }) = cycle {
            let mut vector = growth(&history, lines).unwrap_or_default();
            history.back_to(line);
            for line in line..line + lines {
                let bytes = (period.len() + 2) * vector.len() * size_of::<Option<Growth>>();
                within_limits(chart.bytes() + held + history.bytes() + bytes, request)?;
                let next = chart.after_line(line, &vector);
                period.push(std::mem::replace(&mut vector, next));
            }
            until = until.min((rounds as usize + 1).saturating_mul(lines).saturating_add(line));
        }
        Ok(Self { lines: span.from..until, history, cycle, period })
    }

    /// The memory that it takes.
    fn bytes(&self) -> usize {
        let period: usize = self.period.iter().map(|vector| vector.len() * size_of::<Option<Growth>>()).sum();
        self.history.bytes_on_the_way_back() + period
    }

    /// The sums after the last line.
    pub fn sums(&self) -> Vector<Best> {
        let Some((growths, rounds)) = self.repeated(self.lines.end) else { return self.history.last().clone() };
        // The sums of boards with a million cells are far from the limits of the type.
        let sum = |growth: &Growth| Best(growth.sum + growth.gain * rounds as i32);
        growths.iter().map(|growth| growth.as_ref().map(sum)).collect()
    }

    /// Where so many lines lie beyond the beginning of the first period: the sums after the line of this period that is like the last one, and the
    /// number of periods between them.
    fn repeated(&self, lines: usize) -> Option<(&Vector<Growth>, usize)> {
        let beyond = lines.checked_sub(self.cycle.as_ref()?.line)?;
        Some((&self.period[beyond % self.period.len()], beyond / self.period.len()))
    }

    /// From a state after the last line to the state before the first line, with the cells on the way, the last cell first.
    pub fn back(&mut self, way_back: &WayBack<'_>, end: usize, passed: &mut Vec<Passing>) -> Result<usize, Stop> {
        let mut known: HashMap<(usize, usize), (usize, Vec<Passing>)> = HashMap::new();
        let mut state = end;
        for line in self.lines.clone().rev() {
            let like = self.cycle.as_ref().map_or(line, |cycle| {
                line.checked_sub(cycle.line).map_or(line, |beyond| cycle.line + beyond % cycle.lines)
            });
            let is_known = known.contains_key(&(like, state));
            if !is_known || line.is_multiple_of(LINES_PER_CHECK) {
                way_back.look_at_limits()?;
            }
            if !is_known {
                let over = if let Some((growths, _)) = self.repeated(line) {
                    way_back.line(line, state, |from| growths[from].map(|growth| (growth.sum, growth.gain)))
                } else {
                    self.history.back_to(line);
                    way_back.line(line, state, |from| self.history.last()[from].map(|Best(sum)| (sum, 0)))
                };
                // The sum of the state came from these states.
                known.insert((like, state), over.expect("a way leads to each state that has a sum"));
            }
            let (before, cells) = &known[&(like, state)];
            passed.extend(cells);
            state = *before;
        }
        Ok(state)
    }
}

/// The cells of a board on the way from its last line to its first.
pub(super) struct WayBack<'a> {
    chart: &'a Chart,
    /// The steps of lines that are unlike each other.
    steps: &'a Steps<'a>,
    weights: &'a [i32],
    request: &'a Request<'a>,
    /// The memory that all takes.
    bytes: usize,
}

impl<'a> WayBack<'a> {
    pub fn new(
        chart: &'a Chart,
        (steps, weights): (&'a Steps<'a>, &'a [i32]),
        stretches: &[Stretch<'_>],
        request: &'a Request<'a>,
    ) -> Self {
        let bytes = chart.bytes() + stretches.iter().map(Stretch::bytes).sum::<usize>();
        Self { chart, steps, weights, request, bytes }
    }

    fn look_at_limits(&self) -> Result<(), Stop> {
        self.request.control.notify(&Event::Progress(Progress::default()));
        within_limits(self.bytes, self.request)
    }

    /// From a state after a line by the best way over the line: the state before it, and the cells on the way, the last cell first.
    fn line(
        &self,
        line: usize,
        state: usize,
        value: impl Fn(usize) -> Option<(i32, i32)>,
    ) -> Option<(usize, Vec<Passing>)> {
        let states = self.best_way(line, state, value)?;
        let mut passed = Vec::new();
        for (step, pair) in self.chart.steps(line).zip(states.windows(2)) {
            let [(from, sum), (to, greater)] = [pair[0], pair[1]];
            let (key, next) = (self.chart.key(step, from)?, self.chart.key(self.chart.after(step), to)?);
            let choice = self.choice(step, key, |after, adds| after == next && adds == greater - sum)?;
            passed.push(Passing::new(self.steps, &choice));
        }
        passed.reverse();
        Some((states[0].0, passed))
    }

    /// The best way over a line to a state after it: the states before each step and after the last, with their sums. `value` is the sum, and
    /// among equal sums the worth, of a state before the line.
    fn best_way(
        &self,
        line: usize,
        state: usize,
        value: impl Fn(usize) -> Option<(i32, i32)>,
    ) -> Option<Vec<(usize, i32)>> {
        let mut leading = vec![vec![state as u32]];
        for step in self.chart.steps(line).rev() {
            let to = &leading[leading.len() - 1];
            let mut from: Vec<u32> =
                to.iter().flat_map(|&to| self.chart.stages[step].ways(to as usize)).map(|&(from, _)| from).collect();
            from.sort_unstable();
            from.dedup();
            leading.push(from);
        }
        leading.reverse();
        // By step and state: its value, and the index of the state before it.
        let mut best: Vec<Vec<Reached>> =
            vec![leading[0].iter().map(|&from| value(from as usize).map(|value| (value, 0))).collect()];
        for (step, pair) in self.chart.steps(line).zip(leading.windows(2)) {
            let before = &best[best.len() - 1];
            let over = |&(from, weight): &(u32, i32)| {
                let index = pair[0].binary_search(&from).ok()?;
                let ((sum, gain), _) = before[index]?;
                Some(((sum + weight, gain), index))
            };
            let best_to = |&to: &u32| {
                let ways = self.chart.stages[step].ways(to as usize).iter().filter_map(over);
                ways.max_by_key(|&(value, index)| (value, Reverse(index)))
            };
            let next = pair[1].iter().map(best_to).collect();
            best.push(next);
        }
        let mut index = 0;
        let mut states = Vec::new();
        for (states_here, best) in leading.iter().zip(&best).rev() {
            let ((sum, _), before) = best[index]?;
            states.push((states_here[index] as usize, sum));
            index = before;
        }
        states.reverse();
        Some(states)
    }

    /// A choice at a step whose state after the step, and whose weight, are as wanted.
    fn choice(&self, step: usize, key: Key, is_wanted: impl Fn(Key, i32) -> bool) -> Option<Choice> {
        let mut found = None;
        self.steps.each(step, key, &mut Crossings::default(), |after, choice| {
            if found.is_none() && is_wanted(after, self.weights[choice.visit]) {
                found = Some(choice);
            }
        });
        found
    }
}

// The best path on a board of one width and a given length, from the states of boards of any length ([`chart`](super::chart)).
//
// The states and ways of a line are found once and serve every second line, so a line costs no more than the additions along its ways. Once
// the sums of the states repeat themselves, a line costs nothing: the path is put together from its start, of the lines of one period again
// and again, and its end ([`stretch`](super::stretch)).

/// A best path on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Its sum.
    pub sum: i64,
    /// The line of its first cell, and the place of this cell in the line.
    pub start: (usize, usize),
    /// The orientation there.
    pub orientation: usize,
    /// Its rolls.
    pub rolls: Vec<Direction>,
    /// The number of states of the frontier, of all lines that are unlike each other.
    pub states: u64,
}

/// A limit was reached before there was a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The limit.
    pub stop: Stop,
    /// The largest sum, if it was known by then.
    pub sum: Option<i64>,
}

impl From<Stop> for Unfinished {
    fn from(stop: Stop) -> Self {
        Self { stop, sum: None }
    }
}

impl Strip<'_> {
    /// The path of the largest sum on the board with this many lines, at least one; `None` if there is no path.
    ///
    /// # Errors
    /// The limit that stopped it.
    ///
    /// # Panics
    /// When a line is too long for a [`Scan`], or the board has a single cell.
    pub fn longest(&self, lines: usize, request: &Request<'_>) -> Result<Option<Longest>, Unfinished> {
        let chart = Chart::new(*self, true, request)?;
        let (before, last) = (2 * self.again, lines - 1);
        let mut stretches = Vec::new();
        Stretch::all(&chart, Span { from: 0, repeating_from: 0, until: before }, &mut stretches, request)?;
        let rest = Span { from: before, repeating_from: chart.end_of_head(), until: last };
        Stretch::all(&chart, rest, &mut stretches, request)?;
        let before = stretches.last().map_or_else(|| chart.start(), Stretch::sums);
        let closing = before.into_iter().zip(&chart.last[chart.like(last)]).enumerate();
        let sums = closing.filter_map(|(state, (before, adds))| Some((before?.0 + (*adds)?, Reverse(state))));
        let Some((sum, Reverse(mut state))) = sums.max() else { return Ok(None) };
        let sum = i64::from(sum);
        let board = self.all_lines();
        let steps = self.steps(&board);
        let way_back = WayBack::new(&chart, (&steps, &board.weights), &stretches, request);
        let mut passed = self.last_line(&chart, last, state);
        while let Some(mut stretch) = stretches.pop() {
            let before = stretch.back(&way_back, state, &mut passed);
            state = before.map_err(|stop| Unfinished { stop, sum: Some(sum) })?;
        }
        passed.reverse();
        Ok(Some(follow((sum, chart.states()), &passed, &steps.scan)))
    }

    /// How the best path passes the last line from a state before it, the last cell first.
    fn last_line(&self, chart: &Chart, line: usize, state: usize) -> Vec<Passing> {
        let range = chart.steps(line);
        let board = (self.board)(range.end / chart.width);
        let steps = self.steps(&board);
        let mut ways: Vec<(Key, i32, Vec<Choice>)> = Vec::new();
        ways.extend(chart.key(range.start, state).map(|key| (key, 0, Vec::new())));
        for step in range {
            let mut next = Vec::new();
            for (key, sum, choices) in ways {
                steps.each(step, key, &mut Crossings::default(), |after, choice| {
                    let choices = choices.iter().copied().chain([choice]).collect();
                    next.push((after, sum + board.weights[choice.visit], choices));
                });
            }
            ways = next;
        }
        let best = ways.into_iter().max_by_key(|&(_, sum, _)| sum).map(|(_, _, choices)| choices);
        best.unwrap_or_default().iter().rev().map(|choice| Passing::new(&steps, choice)).collect()
    }
}

/// The path that passes the cells, line by line, in these ways.
fn follow((sum, states): (i64, u64), passed: &[Passing], &Scan { width, ahead, beside, .. }: &Scan) -> Longest {
    let neighbours = |cell: usize| {
        let Passing { ahead: goes_ahead, beside: goes_beside, .. } = passed[cell];
        let behind = cell.checked_sub(width).filter(|&behind| passed[behind].ahead);
        let back = cell.checked_sub(1).filter(|&back| !cell.is_multiple_of(width) && passed[back].beside);
        [
            goes_ahead.then_some((ahead, cell + width)),
            goes_beside.then_some((beside, cell + 1)),
            behind.map(|behind| (ahead.opposite(), behind)),
            back.map(|back| (beside.opposite(), back)),
        ]
    };
    let start = passed.iter().position(|passing| passing.stop == Some(Kind::Start));
    let start = start.expect("a complete path has a start");
    let (mut before, mut here) = (None, start);
    let mut rolls = Vec::with_capacity(passed.len());
    while let Some((direction, there)) =
        neighbours(here).into_iter().flatten().find(|&(_, there)| Some(there) != before)
    {
        rolls.push(direction);
        (before, here) = (Some(here), there);
    }
    let orientation = passed[start].orientation.into();
    Longest { sum, start: (start / width, start % width), orientation, rolls, states }
}
