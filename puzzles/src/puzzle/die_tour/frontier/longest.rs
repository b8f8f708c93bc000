//! The best path on a board of one width and a given length, from the states of boards of any length ([`chart`](super::chart)).
//!
//! The states and ways of a line are found once and serve every second line, so a line costs no more than the additions along its ways.
//! The sums before some of the lines are kept; the sums between these lines are computed again on the way back.

use super::chart::{Chart, Strip, Vector, within_limits};
use super::key::{Crossings, Key};
use super::optimum::Found;
use super::steps::{Choice, Steps};
use super::table::Best;
use crate::control::{Event, Progress, Request, Stop};

impl Strip<'_> {
    /// The path of the largest sum on the board with this many lines, at least one; `None` if there is no path. Its states are states
    /// of that board.
    ///
    /// # Errors
    /// The limit that stopped it.
    ///
    /// # Panics
    /// When a line is too long for a [`Scan`](super::Scan), or the board has a single cell.
    pub fn longest(&self, lines: usize, request: &Request<'_>) -> Result<Option<Found>, Stop> {
        let chart = Chart::new(*self, true, request)?;
        let board = (self.board)(lines);
        let steps = self.steps(&board);
        let back = WayBack { chart: &chart, steps: &steps, weights: &board.weights, request };
        let last = lines - 1;
        let block = last.isqrt().max(1);
        let mut kept: Vec<Vector<Best>> = Vec::new();
        let mut vector = chart.start();
        for line in 0..last {
            if line.is_multiple_of(block) {
                kept.push(vector.clone());
            }
            back.look_at_limits(kept.len() + block, vector.len())?;
            vector = chart.after_line(line, vector);
        }
        let closing = vector.iter().zip(&chart.last[chart.like(last)]).enumerate();
        let sums = closing.filter_map(|(state, (worth, last))| Some((worth.as_ref()?.0 + (*last)?, state)));
        let Some((sum, mut state)) = sums.max_by_key(|&(sum, state)| (sum, std::cmp::Reverse(state))) else {
            return Ok(None);
        };
        let mut choices =
            chart.key(chart.first(last), state).and_then(|key| back.best_line(last, key)).unwrap_or_default();
        choices.reverse();
        let mut end = last;
        while let Some(first) = kept.pop() {
            let from = (end - 1) / block * block;
            let mut vectors = vec![first];
            for line in from..end - 1 {
                vectors.push(chart.after_line(line, vectors[line - from].clone()));
            }
            for line in (from..end).rev() {
                back.look_at_limits(kept.len() + block, vectors[0].len())?;
                let Some(before) = back.line(line, vectors.pop().unwrap_or_default(), state, &mut choices) else {
                    break;
                };
                state = before;
            }
            end = from;
        }
        choices.reverse();
        Ok(steps.path(&choices).map(|path| Found { sum: sum.into(), path }))
    }
}

/// From the end of the board to its start.
struct WayBack<'a> {
    chart: &'a Chart,
    /// The steps of the board.
    steps: &'a Steps<'a>,
    weights: &'a [i32],
    request: &'a Request<'a>,
}

impl WayBack<'_> {
    /// Looks at the limits, with this number of vectors of this length in memory beside the vectors of a line.
    fn look_at_limits(&self, vectors: usize, len: usize) -> Result<(), Stop> {
        let bytes = self.chart.bytes() + (vectors + self.chart.width + 2) * len * size_of::<Option<Best>>();
        self.request.control.notify(&Event::Progress(Progress::default()));
        within_limits(bytes, self.request)
    }

    /// From a state after a line to the state before the line, with the choices on the line, the last choice first.
    fn line(&self, line: usize, before: Vector<Best>, mut state: usize, choices: &mut Vec<Choice>) -> Option<usize> {
        let first = self.chart.first(line);
        let mut vectors = vec![before];
        for stage in first..first + self.chart.width {
            vectors.push(self.chart.after_stage(stage, &vectors[stage - first]));
        }
        let Best(mut sum) = (*vectors.pop()?.get(state)?)?;
        for stage in (first..first + self.chart.width).rev() {
            let vector = vectors.pop()?;
            let (from, weight) = self.chart.state_before(stage, &vector, state, sum)?;
            let key = self.chart.key(stage, from)?;
            let next = self.chart.key(self.chart.after(stage), state)?;
            let step = line * self.chart.width + stage - first;
            choices.push(self.choice(step, key, |after, adds| after == next && adds == weight)?);
            (state, sum) = (from, sum - weight);
        }
        Some(state)
    }

    /// A choice at a step of the board whose state after the step, and whose weight, are as wanted.
    fn choice(&self, step: usize, key: Key, is_wanted: impl Fn(Key, i32) -> bool) -> Option<Choice> {
        let mut found = None;
        self.steps.each(step, key, &mut Crossings::default(), |after, choice| {
            if found.is_none() && is_wanted(after, self.weights[choice.visit]) {
                found = Some(choice);
            }
        });
        found
    }

    /// The choices of the largest sum on the last line.
    fn best_line(&self, line: usize, key: Key) -> Option<Vec<Choice>> {
        let mut ways: Vec<(Key, i32, Vec<Choice>)> = vec![(key, 0, Vec::new())];
        for step in line * self.chart.width..(line + 1) * self.chart.width {
            let mut next = Vec::new();
            for (key, sum, choices) in ways {
                self.steps.each(step, key, &mut Crossings::default(), |after, choice| {
                    let choices = choices.iter().copied().chain([choice]).collect();
                    next.push((after, sum + self.weights[choice.visit], choices));
                });
            }
            ways = next;
        }
        ways.into_iter().max_by_key(|&(_, sum, _)| sum).map(|(_, _, choices)| choices)
    }
}
