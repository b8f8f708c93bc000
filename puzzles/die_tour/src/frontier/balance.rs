//! When a further round of cuts takes longer than what it saves: rounds lead to better prices, and better prices to fewer states of the
//! program.
//!
//! The number of states grows with the gap between the bound of the relaxation and the sum to beat, and with the width of the board. On square boards
//! of 6×6 and 8×8 cells it is about
//!
//! ```text
//! states = exp(GAP · gap + WIDTH · width − 0.7)
//! ```
//! The rounds are worth their time as long as the states that the last rounds saved take longer than these rounds. Otherwise the program is tried,
//! with some more states than expected. If that is not enough, more states are expected from then on, and the rounds go on.
//!
//! All of this counts states and sizes of linear programs, not seconds: so the same prices are tried on every machine.

use super::relaxation::Round;

/// The growth of the logarithm of the number of states with a gap that is larger by one.
const GAP: f64 = 0.6;
/// The growth with a board that is wider by one cell.
const WIDTH: f64 = 1.33;
/// The rounds of which the gains are looked at: every other round gains little.
const ROUNDS: usize = 4;
/// A state takes as long as so many numbers in the tableau of a linear program.
pub(super) const NUMBERS_PER_STATE: f64 = 12.0;
/// An attempt gets so many times the states that are expected.
const MARGIN: f64 = 4.0;
/// An attempt with so few states costs nothing.
const LEAST_STATES: f64 = 5_000.0;

/// The rounds so far.
#[derive(Clone, Debug)]
pub(super) struct Balance {
    /// The logarithm of the number of states without a gap.
    level: f64,
    /// By round: the bound, and the size of the linear program.
    rounds: Vec<(f64, f64)>,
}

impl Balance {
    /// No round yet, on a board of this width.
    pub fn new(width: usize) -> Self {
        Self { level: WIDTH * width as f64 - 0.7, rounds: Vec::new() }
    }

    /// Counts a round with this bound of the sums.
    pub fn count(&mut self, round: &Round, bound: f64) {
        self.rounds.push((bound, round.size as f64));
    }

    /// The states that an attempt to exceed a sum gets, if the last rounds took longer than what they saved; `None` otherwise.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate of states")]
    pub fn attempt(&self, known: i64) -> Option<u64> {
        let now = self.rounds.len().checked_sub(1)?;
        let before = now.checked_sub(ROUNDS)?;
        let [gap, gap_before] = [now, before].map(|round| self.rounds[round].0 - known as f64);
        let states = (self.level + GAP * gap).exp();
        let saved = states * (1.0 - (GAP * (gap - gap_before)).exp());
        let work: f64 = self.rounds[before + 1..].iter().map(|(_, size)| size).sum();
        let is_enough = states <= LEAST_STATES || saved * NUMBERS_PER_STATE <= work;
        is_enough.then(|| (MARGIN * states).max(LEAST_STATES) as u64)
    }

    /// The attempt needed more states than it got.
    pub fn failed(&mut self) {
        self.level += MARGIN.ln();
    }
}

#[cfg(test)]
mod tests {
    use super::super::relaxation::Duals;
    use super::*;

    fn after(bounds: &[f64], size: u64) -> Balance {
        let mut balance = Balance::new(8);
        let duals = Duals { cells: Vec::new(), stops: Vec::new(), cuts: Vec::new() };
        let round = Round { duals, rounds: 0, cuts: 0, size };
        for &bound in bounds {
            balance.count(&round, bound);
        }
        balance
    }

    #[test]
    fn rounds_go_on_while_they_save_more_than_they_cost() {
        let steep = [290.0, 287.0, 284.0, 282.0, 280.0];
        let flat = [278.0, 277.9, 277.8, 277.75, 277.7];
        assert_eq!(after(&steep, 3_000_000).attempt(273), None);
        assert!(after(&flat, 3_000_000).attempt(273).is_some());
        // Small programs are worth more rounds.
        assert_eq!(after(&flat, 3_000).attempt(273), None);
        assert_eq!(after(&flat[1..], 3_000_000).attempt(273), None, "there are too few rounds");
    }

    #[test]
    fn after_an_attempt_that_failed_more_states_are_expected() {
        let mut balance = after(&[278.0; 5], 3_000_000);
        let first = balance.attempt(273).unwrap();
        balance.failed();
        let second = balance.attempt(273).unwrap();
        assert!((second as f64 / first as f64 - MARGIN).abs() < 0.01, "{first}, {second}");
    }
}
