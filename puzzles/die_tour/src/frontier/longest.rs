//! The best path on a board of one width and a given length, from the states of boards of any length ([`chart`](super::chart)).
//!
//! The states and ways of a line are found once and serve every second line, so a line costs no more than the additions along its ways. Once
//! the sums of the states repeat themselves, a line costs nothing: the path is put together from its start, of the lines of one period again
//! and again, and its end ([`stretch`](super::stretch)).

use std::cmp::Reverse;

use super::chart::{Chart, Strip};
use super::key::{Crossings, Key, Kind, Scan};
use super::steps::Choice;
use super::stretch::{Passing, Stretch, WayBack};
use super::strip::Span;
use tumble_model::control::{Request, Stop};
use tumble_puzzles::geometry::Direction;

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
