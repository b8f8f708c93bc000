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
//!
//! If some `V_{t+1}[j]` is attained by an i of a smaller gain, let s be its lead over another way, of a gain that is larger by g. The lead
//! is not lost for m ≤ s / g. So where c_{T+P} = c_T for the gains of the i that attain the sums, V_{t+mP} = V_t + m·c_t holds up to one
//! round more than the least of these quotients. In `merge` each way is compared only with the best one before it, which is enough: of
//! three ways the quotient of the first and the last is not less than the smaller of the two others, which have the middle one in them.

use super::chart::{Chart, History, KEPT, Strip, Vector, within_limits};
use super::program::{Best, Worth};
use tumble_model::control::{Event, Progress, Request, Stop};

/// Sums stay within 32 bits for so many lines.
const MAX_LINES: usize = 1 << 24;
/// Rounds without end.
const FOR_EVER: i32 = i32::MAX;

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

/// A limit was reached before the states repeated themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrepeated {
    /// The limit.
    pub stop: Stop,
    /// The best sums of the boards of 1, 2, … lines, as far as they are known.
    pub best: Vec<Option<i64>>,
}

impl From<Stop> for Unrepeated {
    fn from(stop: Stop) -> Self {
        Self { stop, best: Vec::new() }
    }
}

/// The best sum of a state, and its gain from one repetition to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Growth {
    pub sum: i32,
    /// The largest gain of the ways that attain the sum.
    pub gain: i32,
    /// The largest gain of all ways.
    fastest: i32,
    /// For so many repetitions no faster way has a larger sum.
    rounds: i32,
}

impl Worth for Growth {
    fn nothing() -> Self {
        Self { sum: 0, gain: 0, fastest: 0, rounds: FOR_EVER }
    }

    fn sum(&self) -> i32 {
        self.sum
    }

    fn plus(&self, weight: i32) -> Self {
        Self { sum: self.sum + weight, ..*self }
    }

    fn merge(&mut self, other: Self) {
        let is_other = (other.sum, other.gain) > (self.sum, self.gain);
        let (better, worse) = if is_other { (other, *self) } else { (*self, other) };
        let faster = worse.gain - better.gain;
        let ahead = if faster > 0 { (better.sum - worse.sum) / faster } else { FOR_EVER };
        let rounds = ahead.min(better.rounds).min(worse.rounds);
        *self = Self { fastest: better.fastest.max(worse.fastest), rounds, ..better };
    }
}

impl Growth {
    /// For how many repetitions the gain is that of the best way.
    fn rounds(&self) -> i32 {
        if self.gain == self.fastest { FOR_EVER } else { self.rounds }
    }
}

/// Lines to go through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The first line.
    pub from: usize,
    /// From here on all lines are like the second line before.
    pub repeating_from: usize,
    /// The line after the last.
    pub until: usize,
}

/// Where the sums of the states after a line repeat themselves, by the certificate in the head of this file.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    /// T: after so many lines.
    pub line: usize,
    /// P: the number of lines until the states repeat.
    pub lines: usize,
    /// For so many periods each state gains as much as in the first.
    pub rounds: i32,
    /// The gains of the best sums of the boards of T + 1, …, T + P lines.
    gains: Vec<i64>,
}

/// The sums after each line of a span, up to the end of the first cycle.
pub(super) struct Swept<'a> {
    pub history: History<'a>,
    /// By line: the best sum of the board that ends with it.
    pub best: Vec<Option<i64>>,
    pub cycle: Option<Cycle>,
}

impl Chart {
    /// Goes through lines, from the sums of the states before them, until the states repeat themselves for this number of rounds or more. `held`
    /// bytes are in use beside the chart.
    pub fn sweep(
        &self,
        span: Span,
        start: Vector<Best>,
        (rounds, held): (i32, usize),
        request: &Request<'_>,
    ) -> Result<Swept<'_>, Unrepeated> {
        let held = self.bytes() + held;
        let room = request.control.memory_left().0.saturating_sub(held as u64) / 2;
        let mut history = History::new(self, span.from, start, room);
        let (mut best, mut wait, mut nodes) = (Vec::new(), 0, 0);
        for line in span.from..span.until {
            let vector = history.last();
            let bytes = held + (KEPT + 2) * vector.len() * size_of::<Option<Growth>>();
            if let Err(stop) = within_limits(bytes, request) {
                return Err(Unrepeated { stop, best });
            }
            best.push(self.closed(line, vector).map(|Best(sum)| i64::from(sum)));
            nodes += vector.len() as u64;
            request.control.notify(&Event::Progress(Progress { nodes: Some(nodes), ..Progress::default() }));
            history.push();
            let repeating = (line + 1).saturating_sub(span.repeating_from.max(span.from));
            let seems = if line < wait { None } else { history.repeats(repeating) };
            let Some(lines) = seems else { continue };
            let cycle = certificate(self, &history, (line + 1 - lines, lines), rounds);
            if cycle.is_some() {
                return Ok(Swept { history, best, cycle });
            }
            // Slower states are still ahead. Later tries are so few that they cost no more than the lines.
            wait = line + lines.max((line - span.from) / 8);
        }
        Ok(Swept { history, best, cycle: None })
    }
}

impl Strip<'_> {
    /// The best sums of all lengths.
    ///
    /// # Errors
    /// The limit that stopped it, with the best sums that are known by then.
    ///
    /// # Panics
    /// When a line is too long for a [`Scan`](super::Scan).
    pub fn repetition(&self, request: &Request<'_>) -> Result<Repetition, Unrepeated> {
        let chart = Chart::new(*self, false, request)?;
        let span = Span { from: 0, repeating_from: chart.end_of_head(), until: MAX_LINES };
        let Swept { history, best, cycle } = chart.sweep(span, chart.start(), (FOR_EVER, 0), request)?;
        let Some(Cycle { line, lines, gains, .. }) = cycle else {
            return Err(Stop::Solver(format!("nothing repeats within {MAX_LINES} lines")).into());
        };
        let states = history.before(lines).map_or(0, |vector| vector.iter().flatten().count());
        let of_states = || history.gains(lines, 0).into_iter().flatten().map(i64::from);
        let gained = of_states().min().zip(of_states().max());
        Ok(Repetition { line, lines, states, gained, best: Periodic::new(best, gains) })
    }
}

/// The sums after T lines and their gains, where the last vector repeats that of P lines before.
pub(super) fn growth(history: &History<'_>, lines: usize) -> Option<Vector<Growth>> {
    let mut gains = history.gains(lines, 0)?;
    let mut grown = |&Best(sum): &Best| gains.next().map(|gain| Growth { sum, gain, fastest: gain, rounds: FOR_EVER });
    Some(history.before(lines)?.iter().map(|state| state.as_ref().and_then(&mut grown)).collect())
}

/// The certificate over the last `lines` lines, which follow the first `line` lines and have equal states before and after. `None` if it does
/// not hold for so many rounds.
fn certificate(chart: &Chart, history: &History<'_>, (line, lines): (usize, usize), least: i32) -> Option<Cycle> {
    let mut vector = growth(history, lines)?;
    let mut cycle = Cycle { line, lines, rounds: FOR_EVER, gains: Vec::new() };
    for line in line..line + lines {
        let closing = chart.closed(line, &vector);
        cycle.gains.push(i64::from(closing.map_or(0, |growth| growth.gain)));
        vector = chart.after_line(line, &vector);
        let rounds = vector.iter().flatten().chain(&closing).map(Growth::rounds).min();
        cycle.rounds = cycle.rounds.min(rounds.unwrap_or(FOR_EVER));
        if cycle.rounds < least {
            return None;
        }
    }
    let again = vector.iter().flatten().map(|growth| growth.gain);
    history.gains(lines, 0)?.eq(again).then_some(cycle)
}

// Sequences that grow by a fixed amount from period to period.

/// A sequence f(1), f(2), … of integers, some of which may be missing, with a period p and for each residue a gain: from some n on,
/// f(n + p) = f(n) + gain, and f(n + p) is missing where f(n) is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// f(1), f(2), … up to the end of the first period.
    values: Vec<Option<i64>>,
    /// The gain of each of the last p values in a period; 0 for a missing value.
    gains: Vec<i64>,
}

impl Periodic {
    /// The sequence that begins with these values and then repeats the last of them, each with its gain.
    ///
    /// # Panics
    /// When there are no gains, or fewer values than gains.
    pub fn new(values: Vec<Option<i64>>, gains: Vec<i64>) -> Self {
        assert!(!gains.is_empty() && gains.len() <= values.len(), "a period of values with their gains");
        Self { values, gains }.shortest()
    }

    /// The number of values before the first period: f(n + p) = f(n) + gain for all larger n.
    pub const fn preperiod(&self) -> usize {
        self.values.len() - self.gains.len()
    }

    /// The period p, the smallest that the sequence has.
    pub const fn period(&self) -> usize {
        self.gains.len()
    }

    /// f(1), f(2), … up to the end of the first period.
    pub fn values(&self) -> &[Option<i64>] {
        &self.values
    }

    /// The gain of each value of the first period from period to period; `None` for a missing value.
    pub fn gains(&self) -> impl Iterator<Item = Option<i64>> + '_ {
        let period = self.values[self.preperiod()..].iter().zip(&self.gains);
        period.map(|(value, &gain)| value.map(|_| gain))
    }

    /// f(n); `None` if it is missing, or n is 0.
    ///
    /// # Panics
    /// When f(n) is beyond 64 bits.
    #[expect(clippy::cast_possible_truncation, reason = "lines of a board, of at most a million cells")]
    pub fn at(&self, n: u64) -> Option<i64> {
        let (n, first) = (n.checked_sub(1)?, self.preperiod() as u64);
        let (rounds, place) = match n.checked_sub(first) {
            None => (0, n),
            Some(beyond) => (beyond / self.period() as u64, first + beyond % self.period() as u64),
        };
        let value = self.values[place as usize]?;
        let gain = place.checked_sub(first).map_or(0, |residue| self.gains[residue as usize]);
        let value = i128::from(value) + i128::from(gain) * i128::from(rounds);
        Some(i64::try_from(value).expect("the caller stays within 64 bits"))
    }

    /// The sequence −f(1), −f(2), ….
    #[must_use]
    pub fn negated(&self) -> Self {
        let values = self.values.iter().map(|value| value.map(std::ops::Neg::neg)).collect();
        Self { values, gains: self.gains.iter().map(std::ops::Neg::neg).collect() }
    }

    /// The larger of two sequences; if a value of one sequence is missing, the value of the other. The result repeats from where in each
    /// residue the sequence of the larger gain is ahead.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lines of a board, of at most a million cells"
    )]
    pub fn max(&self, other: &Self) -> Self {
        let period = self.period() / gcd(self.period(), other.period()) * other.period();
        let first = self.preperiod().max(other.preperiod());
        let line = |sequence: &Self, n: usize| {
            let value = sequence.at(n as u64)?;
            Some((value, sequence.at((n + period) as u64)? - value))
        };
        let rounds = (first + 1..=first + period).map(|n| {
            let Some((a, b)) = line(self, n).zip(line(other, n)) else { return 0 };
            let (fast, slow) = if a.1 > b.1 { (a, b) } else { (b, a) };
            let behind = (slow.0 - fast.0).max(0);
            if fast.1 == slow.1 { 0 } else { (behind as u64).div_ceil((fast.1 - slow.1) as u64) }
        });
        let first = first + period * rounds.max().unwrap_or(0) as usize;
        let at = |n: usize| self.at(n as u64).max(other.at(n as u64));
        let gain = |n: usize| at(n + period).zip(at(n)).map_or(0, |(later, now)| later - now);
        let gains = (first + 1..=first + period).map(gain).collect();
        Self::new((1..=first + period).map(at).collect(), gains)
    }

    /// The sequence with its smallest period, from where this period begins.
    fn shortest(self) -> Self {
        let (first, long) = (self.preperiod(), self.period());
        let gain = |n: usize, period: usize| match (self.at(n as u64), self.at((n + period) as u64)) {
            (Some(now), Some(later)) => Some(later - now),
            (None, None) => Some(0),
            _ => None,
        };
        // Over a long period and over the short one, values of the same residue gain the same: so they do in all later long periods.
        let repeats = |period: &usize| {
            let gains = |i: usize| (gain(first + 1 + i, *period), gain(first + 1 + i, long));
            let same = |i: usize| gains(i).0.is_some() && gains(i) == gains(i % period);
            long.is_multiple_of(*period) && (0..long).all(same)
        };
        let period = (1..long).find(repeats).unwrap_or(long);
        let begins = |n: &usize| gain(*n, period).is_some() && gain(*n, period) == gain(n + period, period);
        let first = (1..=first).rev().take_while(begins).last().map_or(first, |n| n - 1);
        let gains = (first + 1..=first + period).map(|n| gain(n, period).unwrap_or(0)).collect();
        Self { values: (1..=first + period).map(|n| self.at(n as u64)).collect(), gains }
    }
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::super::chart::Lines;
    use super::*;
    use tumble_puzzles::geometry::{Cell, Direction, Handedness};
    use tumble_rolling::{CellGraph, Endpoints, PathStates, RollGraph, Terminal};

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

    const STRIP: Strip<'_> = Strip { board: &board, ahead: Direction::North, head: 1, again: 0 };

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
            vector = chart.after_line(line, &vector);
        }
    }

    #[test]
    fn lines_that_do_not_repeat_yet_have_no_certificate() {
        let request = Request::unlimited();
        let found = STRIP.repetition(&request).unwrap();
        let chart = Chart::new(STRIP, false, &request).unwrap();
        let mut history = History::new(&chart, 0, chart.start(), u64::MAX);
        let mut proved = Vec::new();
        for line in 0..found.line + found.lines {
            history.push();
            let present = |vector: &Vector<Best>| vector.iter().map(Option::is_some).collect::<Vec<_>>();
            if line >= found.lines && history.before(found.lines).map(present) == history.before(0).map(present) {
                proved.push(certificate(&chart, &history, (line + 1 - found.lines, found.lines), FOR_EVER).is_some());
            }
        }
        // From some line on they have one.
        assert!(proved.len() > 20 && !proved[20] && proved[proved.len() - 1] && proved.is_sorted(), "{proved:?}");
    }

    /// Values, then a period of them with gains.
    fn random(rng: &mut ChaCha8Rng) -> Periodic {
        let period = rng.random_range(1..=4);
        let count = period + rng.random_range(0..=5);
        let values = (0..count).map(|_| rng.random_bool(0.8).then(|| rng.random_range(-9..=9))).collect();
        let few = rng.random_range(0..=3);
        Periodic::new(values, (0..period).map(|_| rng.random_range(0..=few)).collect())
    }

    /// f(n) by the definition, without division.
    fn by_steps(values: &[Option<i64>], gains: &[i64], n: usize) -> Option<i64> {
        let first = values.len() - gains.len();
        let mut values = values.to_vec();
        while values.len() < n {
            let (before, residue) = (values[values.len() - gains.len()], (values.len() - first) % gains.len());
            values.push(before.map(|value| value + gains[residue]));
        }
        values[n - 1]
    }

    #[test]
    fn values_beyond_the_first_period_gain_from_period_to_period() {
        let (values, gains) = (vec![None, Some(6), None, Some(7), Some(8)], vec![4, 0, 3]);
        let sequence = Periodic::new(values.clone(), gains.clone());
        for n in 1..60 {
            assert_eq!(sequence.at(n as u64), by_steps(&values, &gains, n), "{n}");
        }
        assert_eq!(sequence.at(0), None);
        assert_eq!((sequence.preperiod(), sequence.period()), (2, 3));
        assert_eq!(sequence.gains().collect::<Vec<_>>(), [None, Some(0), Some(3)]);
    }

    #[test]
    fn the_period_and_what_comes_before_are_the_smallest() {
        // 1, 4, 3, 6, 5, 8, … twice over, the first one written out.
        let values = [1, 4, 3, 6, 5, 8, 7, 10].map(Some).to_vec();
        let short = Periodic::new(values, vec![4; 4]);
        assert_eq!((short.preperiod(), short.period(), short.values()), (0, 2, &[Some(1), Some(4)][..]));
        // A missing value at the front is not part of a period that has none.
        let late = Periodic::new(vec![None, Some(1), Some(2), Some(3)], vec![2, 2]);
        assert_eq!((late.preperiod(), late.period()), (1, 1));
        let never = Periodic::new(vec![None; 5], vec![7, 8, 9]);
        assert_eq!((never.preperiod(), never.period(), never.at(1 << 60)), (0, 1, None));
    }

    #[test]
    fn the_larger_of_two_sequences_is_larger_everywhere() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for _ in 0..500 {
            let (a, b) = (random(&mut rng), random(&mut rng));
            let both = a.max(&b);
            for n in 1..300 {
                assert_eq!(both.at(n), a.at(n).max(b.at(n)), "{n} of {a:?} and {b:?}");
                assert_eq!(both.negated().at(n), both.at(n).map(|value| -value));
            }
        }
    }
}
