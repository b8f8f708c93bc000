//! Boards of one width and any length: the best sums of all lengths, from lines after which the program repeats itself.
//!
//! After t whole lines let V_t be the best sum of each state of the frontier. One line more is the same max-plus linear map for every
//! second line (the orientations on a line depend on its parity), and so is the last line of a board:
//!
//! ```text
//! V_{t+1}[j] = max_i (V_t[i] + A_t[i, j])        A_{t+2} = A_t
//! best(t+1)  = max_i (V_t[i] + B_t[i])           B_{t+2} = B_t       for t ≥ head
//! ```
//! **Certificate.** Let P be even and T ≥ head, let V_T and V_{T+P} have the same states, and let these gain c_T = V_{T+P} − V_T. For
//! T ≤ t < T + P let
//!
//! ```text
//! c_{t+1}[j] = max c_t[i] over all i from which a way leads to j        and be the gain of an i that attains V_{t+1}[j]
//! g_{t+1}    = max c_t[i] over all i with a last line                   and be the gain of an i that attains best(t+1)
//! ```
//! If then c_{T+P} = c_T, best(n + mP) = best(n) + m·g_n for all m ≥ 0 and T < n ≤ T + P: by induction V_{t+mP} = V_t + m·c_t, since an i
//! that attains both maxima attains that of the sum for every m. Gains need not be equal: a part of the states may grow more slowly than
//! others for ever. The proof is in `docs/die_tour.md`.

use std::collections::VecDeque;

use super::chart::{Chart, Strip, Vector, within_limits};
use super::periodic::Periodic;
use super::table::{Best, Worth};
use crate::control::{Event, Progress, Request, Stop};

/// Sums stay within 32 bits for so many lines.
const MAX_LINES: usize = 1 << 24;
/// Vectors that are kept in any case.
const KEPT: usize = 5;

/// When and how a strip repeats itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// T: after so many lines.
    pub line: usize,
    /// P: the number of lines until the states repeat.
    pub lines: usize,
    /// The number of states then.
    pub states: usize,
    /// The least and the most that a state gains in P lines; `None` without states.
    pub gained: Option<(i64, i64)>,
    /// The best sums by the number of lines.
    pub best: Periodic,
}

impl Repetition {
    /// The repetition of the smallest sums, if these sums are the largest with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { gained: self.gained.map(|(least, most)| (-most, -least)), best: self.best.negated(), ..self }
    }
}

/// The best sum of a state, and its gain from one repetition to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Growth {
    sum: i32,
    /// The largest gain of the ways that attain the sum.
    gain: i32,
    /// The largest gain of all ways.
    fastest: i32,
}

impl Worth for Growth {
    fn nothing() -> Self {
        Self { sum: 0, gain: 0, fastest: 0 }
    }

    fn sum(&self) -> i32 {
        self.sum
    }

    fn plus(&self, weight: i32) -> Self {
        Self { sum: self.sum + weight, ..*self }
    }

    fn merge(&mut self, other: Self) {
        let fastest = self.fastest.max(other.fastest);
        if (other.sum, other.gain) > (self.sum, self.gain) {
            *self = other;
        }
        self.fastest = fastest;
    }
}

impl Growth {
    /// The gain, if no way grows faster.
    fn settled(self) -> Option<i32> {
        (self.gain == self.fastest).then_some(self.gain)
    }
}

/// The latest of V_0, V_1, …, as many as a part of the memory holds.
struct History {
    vectors: VecDeque<Vector<Best>>,
    /// The memory for the vectors, in bytes.
    room: u64,
}

impl History {
    /// Adds the next vector, and drops the oldest ones if there is no room for them.
    fn push(&mut self, vector: Vector<Best>) {
        let bytes = |vector: &Vector<Best>| (vector.len() * size_of::<Option<Best>>()) as u64;
        self.vectors.push_back(vector);
        while self.vectors.iter().map(bytes).sum::<u64>() > self.room && self.vectors.len() > KEPT {
            self.vectors.pop_front();
        }
    }

    /// The vector so many lines before the last.
    fn before(&self, lines: usize) -> Option<&Vector<Best>> {
        self.vectors.get((self.vectors.len() - 1).checked_sub(lines)?)
    }

    /// The gains of the states in `lines` lines, up to `before` lines before the last line, for states that are there at both times.
    fn gains(&self, lines: usize, before: usize) -> Option<impl Iterator<Item = i32> + '_> {
        let (a, b) = (self.before(before + lines)?, self.before(before)?);
        Some(a.iter().zip(b).filter_map(|(a, b)| Some((*b)?.0 - (*a)?.0)))
    }

    /// The smallest P, up to a limit, for which the last vector seems to repeat the vector P lines before: the states are equal, and all
    /// states gained equally, or each state gained what it gained in the P lines before.
    fn repeats(&self, limit: usize) -> Option<usize> {
        (2..=limit)
            .step_by(2)
            .find(|&lines| self.gained_evenly(lines) || (2 * lines <= limit && self.gained_twice(lines)))
    }

    fn gained_evenly(&self, lines: usize) -> bool {
        let (Some(before), Some(last)) = (self.before(lines), self.before(0)) else { return false };
        let mut first = None;
        before.iter().zip(last).all(|states| match states {
            (None, None) => true,
            (Some(Best(before)), Some(Best(last))) => *first.get_or_insert(last - before) == last - before,
            _ => false,
        })
    }

    fn gained_twice(&self, lines: usize) -> bool {
        let vectors = self.before(2 * lines).zip(self.before(lines)).zip(self.before(0));
        let Some(((first, before), last)) = vectors else { return false };
        first.iter().zip(before).zip(last).all(|states| match states {
            ((None, None), None) => true,
            ((Some(Best(first)), Some(Best(before))), Some(Best(last))) => before - first == last - before,
            _ => false,
        })
    }
}

impl Strip<'_> {
    /// The best sums of all lengths.
    ///
    /// # Errors
    /// The limit that stopped it.
    ///
    /// # Panics
    /// When a line is too long for a [`Scan`](super::Scan).
    pub fn repetition(&self, request: &Request<'_>) -> Result<Repetition, Stop> {
        let chart = Chart::new(*self, false, request)?;
        let room = request.control.memory_limit().0.saturating_sub(chart.bytes() as u64) / 2;
        let mut history = History { vectors: VecDeque::from([chart.start()]), room };
        let (mut best, mut wait, mut nodes) = (Vec::new(), 0, 0);
        for line in 0..MAX_LINES {
            let vector = &history.vectors[history.vectors.len() - 1];
            let bytes = chart.bytes() + (KEPT + 2) * vector.len() * size_of::<Option<Growth>>();
            within_limits(bytes, request)?;
            best.push(chart.closed(line, vector).map(|Best(sum)| i64::from(sum)));
            let next = chart.after_line(line, vector.clone());
            nodes += vector.len() as u64;
            request.control.notify(&Event::Progress(Progress { nodes: Some(nodes), ..Progress::default() }));
            history.push(next);
            let seems = if line < wait { None } else { history.repeats((line + 1).saturating_sub(self.head)) };
            let Some(lines) = seems else { continue };
            if let Some(gains) = certificate(&chart, &history, line + 1 - lines, lines) {
                let states = history.before(lines).map_or(0, |vector| vector.iter().flatten().count());
                let of_states = || history.gains(lines, 0).into_iter().flatten().map(i64::from);
                let gained = of_states().min().zip(of_states().max());
                return Ok(Repetition {
                    line: line + 1 - lines,
                    lines,
                    states,
                    gained,
                    best: Periodic::new(best, gains),
                });
            }
            // Slower states are still ahead. Later tries are so few that they cost no more than the lines.
            wait = line + lines.max(line / 8);
        }
        Err(Stop::Solver(format!("nothing repeats within {MAX_LINES} lines")))
    }
}

/// The gains of the best sums in the last `lines` lines, which follow the first `from` lines and have equal states before and after. `None`
/// if the condition in the head of this file does not hold.
fn certificate(chart: &Chart, history: &History, from: usize, lines: usize) -> Option<Vec<i64>> {
    let mut gains = history.gains(lines, 0)?;
    let mut grown = |&Best(sum): &Best| gains.next().map(|gain| Growth { sum, gain, fastest: gain });
    let start = history.before(lines)?.iter();
    let mut vector: Vector<Growth> = start.map(|state| state.as_ref().and_then(&mut grown)).collect();
    let mut closing = Vec::new();
    for line in from..from + lines {
        closing.push(i64::from(chart.closed(line, &vector).map_or(Some(0), Growth::settled)?));
        vector = chart.after_line(line, vector);
        if vector.iter().flatten().any(|growth| growth.settled().is_none()) {
            return None;
        }
    }
    let again = vector.iter().flatten().map(|growth| growth.gain);
    history.gains(lines, 0)?.eq(again).then_some(closing)
}

#[cfg(test)]
mod tests {
    use super::super::chart::Lines;
    use super::*;
    use crate::geometry::{Cell, Direction, Handedness};
    use crate::rolling::{CellGraph, Endpoints, PathStates, RollGraph, Terminal};

    /// Three columns, any start and any end: states with and without a start grow at different rates.
    fn board(lines: usize) -> Lines {
        let cells = CellGraph::of_rectangle(Cell::new(0, 0), (3, lines), |_| true);
        let graph = RollGraph::new(cells, Handedness::Left);
        let graph = graph.restricted(|cell, die| (cell.colour() + die.class()).is_multiple_of(2));
        let anywhere = Terminal::anywhere(&graph);
        let endpoints = Endpoints { start: anywhere.clone(), goal: anywhere, closed: false, restore: false };
        let paths = PathStates::on_any_length(graph, endpoints);
        let top = |o: usize| i32::from(paths.graph.dice()[o].top());
        let weights = paths.states.iter().map(|state| top(state.orientation())).collect();
        Lines { paths, weights }
    }

    const STRIP: Strip<'_> = Strip { board: &board, ahead: Direction::North, head: 1 };

    #[test]
    fn what_is_proved_is_what_further_lines_bring() {
        let request = Request::unlimited();
        let found = STRIP.repetition(&request).unwrap();
        let (least, most) = found.gained.unwrap();
        assert!(least < most, "a case in which gains differ");
        let chart = Chart::new(STRIP, false, &request).unwrap();
        let mut vector: Vector<Best> = chart.start();
        for line in 0..found.line + 10 * found.lines {
            let best = chart.closed(line, &vector).map(|Best(sum)| i64::from(sum));
            assert_eq!(found.best.at(line as u64 + 1), best, "{} lines", line + 1);
            vector = chart.after_line(line, vector);
        }
    }

    #[test]
    fn lines_that_do_not_repeat_yet_have_no_certificate() {
        let request = Request::unlimited();
        let found = STRIP.repetition(&request).unwrap();
        let chart = Chart::new(STRIP, false, &request).unwrap();
        let mut history = History { vectors: VecDeque::from([chart.start()]), room: u64::MAX };
        let mut proved = Vec::new();
        for line in 0..found.line + found.lines {
            let vector = history.before(0).unwrap().clone();
            history.push(chart.after_line(line, vector));
            let present = |vector: &Vector<Best>| vector.iter().map(Option::is_some).collect::<Vec<_>>();
            if line >= found.lines && history.before(found.lines).map(present) == history.before(0).map(present) {
                proved.push(certificate(&chart, &history, line + 1 - found.lines, found.lines).is_some());
            }
        }
        // From some line on they have one.
        assert!(proved.len() > 20 && !proved[20] && proved[proved.len() - 1] && proved.is_sorted(), "{proved:?}");
    }
}
