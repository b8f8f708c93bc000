//! What a model maximises or minimises.

use serde::{Deserialize, Serialize};

use super::{EXACT, Linear};

/// Whether the best value of an objective is the largest or the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sense {
    /// The largest.
    Maximize,
    /// The smallest.
    Minimize,
}

/// The relative error allowed in a solver's bound: far below the distance between integers.
const BOUND_NOISE: f64 = 1e-6;
/// The largest error allowed, that of large bounds: they are rounded to the nearest integer.
const LARGEST_NOISE: f64 = 0.5;
/// The distance from an integer from which a value is a fraction: far above the tolerances of solvers.
const WHOLE: f64 = 1e-2;

impl Sense {
    /// Whether a value is better than another one: larger for a maximisation, smaller for a minimisation.
    pub fn is_better<T: PartialOrd + Copy>(self, value: T, other: T) -> bool {
        match self {
            Self::Maximize => value > other,
            Self::Minimize => value < other,
        }
    }

    /// The values that are at most so much worse than a best one, from this one on, within 64 bits.
    pub fn within(self, best: i64, worse: u64) -> impl Iterator<Item = i64> {
        let step = match self {
            Self::Maximize => -1,
            Self::Minimize => 1,
        };
        let most = usize::try_from(worse).unwrap_or(usize::MAX).saturating_add(1);
        std::iter::successors(Some(best), move |value: &i64| value.checked_add(step)).take(most)
    }

    /// Whether a value is not better than a best one, and at most so much worse.
    pub fn is_within(self, value: i64, best: i64, worse: u64) -> bool {
        !self.is_better(value, best) && best.abs_diff(value) <= worse
    }

    /// The best value that an integer objective may have under a solver's bound on it: the bound rounded down for a maximisation and
    /// up for a minimisation, with some allowance for the solver's error. `None` if the bound is not finite or beyond ±[`EXACT`].
    pub fn integer_bound(self, bound: f64) -> Option<i64> {
        if !bound.is_finite() || bound.abs() > EXACT as f64 {
            return None;
        }
        let noise = (BOUND_NOISE * bound.abs().max(100.0)).min(LARGEST_NOISE);
        Some(match self {
            Self::Maximize => nearest((bound + noise).floor()),
            Self::Minimize => nearest((bound - noise).ceil()),
        })
    }
}

/// The integer nearest to a solver's number; beyond 64 bits the nearest end of their range, and 0 for what is no number.
#[expect(clippy::cast_possible_truncation, reason = "a cast of a floating-point number ends at the ends of the range")]
pub fn nearest(value: f64) -> i64 {
    value.round() as i64
}

/// A linear objective, its constant included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objective {
    /// Whether it is maximised or minimised.
    pub sense: Sense,
    /// What is maximised or minimised, its terms sorted and merged.
    pub expression: Linear,
}

impl Objective {
    /// The best value that the objective may have under a solver's bound on it, the constant included: see [`Sense::integer_bound`].
    pub fn integer_bound(&self, bound: f64) -> Option<i64> {
        self.sense.integer_bound(bound)
    }

    /// Its value for these values of the variables, by index, each rounded to the nearest integer. `None` if the value of one of its
    /// variables is missing, no number within ±[`EXACT`], or a fraction, as those of implied integers may be where rows are still to be
    /// added; or if the objective is beyond 64 bits.
    pub fn rounded_at(&self, values: &[f64]) -> Option<i64> {
        let mut sum = i128::from(self.expression.constant());
        for &(var, coefficient) in self.expression.terms() {
            let is_whole = |value: f64| value.abs() <= EXACT as f64 && (value - value.round()).abs() < WHOLE;
            let value = values.get(var.index()).filter(|value| is_whole(**value))?;
            sum += i128::from(coefficient) * i128::from(nearest(*value));
        }
        i64::try_from(sum).ok()
    }

    /// Its value in floating point for these values of the variables, by index.
    ///
    /// # Panics
    /// When there is no value for one of its variables.
    pub fn at(&self, values: &[f64]) -> f64 {
        let terms = self.expression.terms().iter().map(|&(var, c)| c as f64 * values[var.index()]);
        terms.sum::<f64>() + self.expression.constant() as f64
    }
}

#[cfg(test)]
mod tests {
    use Sense::{Maximize, Minimize};

    use super::*;
    use crate::model::Var;

    #[test]
    fn better_is_larger_or_smaller_but_not_equal() {
        for (sense, value, is_better) in
            [(Maximize, 4, true), (Maximize, 2, false), (Minimize, 2, true), (Minimize, 4, false)]
        {
            assert_eq!(sense.is_better(value, 3), is_better, "{sense:?} {value}");
            assert!(!sense.is_better(3, 3));
        }
    }

    #[test]
    fn bounds_are_rounded_with_an_allowance() {
        let known = [
            (Maximize, 10.7, 10),
            (Minimize, 10.2, 11),
            (Maximize, -0.5, -1),
            (Minimize, -0.5, 0),
            // Up to 10⁻⁴ where a bound is small.
            (Maximize, 10.999_95, 11),
            (Maximize, 10.999_8, 10),
            (Minimize, 10.000_05, 10),
            (Minimize, 10.000_2, 11),
            // Then a millionth of it.
            (Maximize, 200_000.85, 200_001),
            (Maximize, 200_000.75, 200_000),
            (Minimize, -200_000.85, -200_001),
            // A half at most.
            (Maximize, 2_000_000.4, 2_000_000),
            (Minimize, 2_000_000.6, 2_000_001),
            (Maximize, EXACT as f64, EXACT),
            (Minimize, -EXACT as f64, -EXACT),
        ];
        for (sense, bound, rounded) in known {
            assert_eq!(sense.integer_bound(bound), Some(rounded), "{sense:?} {bound}");
            let objective = Objective { sense, expression: Linear::new() };
            assert_eq!(objective.integer_bound(bound), Some(rounded));
        }
        for bound in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 2.0 * EXACT as f64, -2.0 * EXACT as f64] {
            assert_eq!((Maximize.integer_bound(bound), Minimize.integer_bound(bound)), (None, None), "{bound}");
        }
    }

    #[test]
    fn values_are_rounded_before_they_are_multiplied() {
        let [x, y] = [0, 1].map(Var::from_index);
        let objective =
            Objective { sense: Maximize, expression: Linear::new().plus(5, x).plus(-3, y).plus_constant(7) };
        // 7 + 5 · 2 − 3 · 4
        assert_eq!(objective.rounded_at(&[2.000_1, 3.999_9]), Some(5));
        assert!((objective.at(&[2.25, 3.5]) - 7.75).abs() < 1e-12);
        assert_eq!(objective.rounded_at(&[0.0, -EXACT as f64]), Some(7 + 3 * EXACT));
        for values in [&[1.0][..], &[1.0, f64::NAN], &[f64::INFINITY, 0.0], &[2.0 * EXACT as f64, 0.0], &[2.25, 3.5]] {
            assert_eq!(objective.rounded_at(values), None, "{values:?}");
        }
        let large = Objective { expression: Linear::new().plus(i64::MAX, x), ..objective };
        assert_eq!((large.rounded_at(&[1.0, 0.0]), large.rounded_at(&[2.0, 0.0])), (Some(i64::MAX), None));
    }
}
