//! Sequences that grow by a fixed amount from period to period.

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

    use super::*;

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
