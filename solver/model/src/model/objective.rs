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

impl Sense {
    /// Whether a value is better than another one: larger for a maximisation, smaller for a minimisation.
    #[must_use]
    pub fn is_better<T: PartialOrd + Copy>(self, value: T, other: T) -> bool {
        match self {
            Self::Maximize => value > other,
            Self::Minimize => value < other,
        }
    }

    /// The best value that an integer objective may have under a solver's bound on it: the bound rounded down for a maximisation and
    /// up for a minimisation, with some allowance for the solver's error. `None` if the bound is not finite or beyond ±[`EXACT`].
    #[must_use]
    pub fn integer_bound(self, bound: f64) -> Option<i64> {
        if !bound.is_finite() || bound.abs() > EXACT as f64 {
            return None;
        }
        let noise = (BOUND_NOISE * bound.abs().max(100.0)).min(LARGEST_NOISE);
        Some(match self {
            Self::Maximize => (bound + noise).floor() as i64,
            Self::Minimize => (bound - noise).ceil() as i64,
        })
    }
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
    #[must_use]
    pub fn integer_bound(&self, bound: f64) -> Option<i64> {
        self.sense.integer_bound(bound)
    }

    /// Its value for these values of the variables, by index, each rounded to the nearest integer. `None` if the value of one of its
    /// variables is missing or no number within ±[`EXACT`], or if the objective is beyond 64 bits.
    #[must_use]
    pub fn rounded_at(&self, values: &[f64]) -> Option<i64> {
        let mut sum = i128::from(self.expression.constant());
        for &(var, coefficient) in self.expression.terms() {
            let value = values.get(var.index()).filter(|value| value.abs() <= EXACT as f64)?;
            sum += i128::from(coefficient) * i128::from(value.round() as i64);
        }
        i64::try_from(sum).ok()
    }

    /// Its value in floating point for these values of the variables, by index.
    ///
    /// # Panics
    /// When there is no value for one of its variables.
    #[must_use]
    pub fn at(&self, values: &[f64]) -> f64 {
        let terms = self.expression.terms().iter().map(|&(var, c)| c as f64 * values[var.index()]);
        terms.sum::<f64>() + self.expression.constant() as f64
    }
}
