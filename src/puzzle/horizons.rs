//! Staged encodings: where no single model has all solutions, there is a model for each horizon, one after the other.

use std::fmt;
use std::ops::RangeInclusive;

use super::{EncodeError, Formulation};
use crate::model::MAX_VARIABLES;

/// The models of a staged encoding of a puzzle that asks for shortest solutions. The horizons are the lengths that a shortest
/// solution may have: `at_least`, then on by `step` up to `at_most`.
///
/// What proves what: no solution is shorter than `at_least`, which the encoding knows without a solver. An infeasible model of
/// horizon T proves only that no shortest solution has length T. Where the models of all horizons up to `at_most` are infeasible,
/// there is no solution at all.
pub struct Horizons<S> {
    /// The encoding's name.
    pub encoding: &'static str,
    /// The first horizon: no solution is shorter.
    pub at_least: u64,
    /// From one horizon to the next.
    pub step: u64,
    /// No shortest solution is longer.
    pub at_most: u64,
    /// From a horizon to an upper bound on the number of variables of its model.
    pub size: Box<dyn Fn(u64) -> u128 + Send + Sync>,
    /// From a range of lengths to the model whose assignments are solutions of such lengths, all shortest ones among them.
    pub model: ModelOfLengths<S>,
}

/// From a range of lengths to a formulation.
pub type ModelOfLengths<S> = Box<dyn Fn(RangeInclusive<u64>) -> Formulation<S> + Send + Sync>;

impl<S> Horizons<S> {
    /// The horizon after another one; `None` where that was the last.
    #[must_use]
    pub fn after(&self, horizon: u64) -> Option<u64> {
        horizon.checked_add(self.step).filter(|&next| next <= self.at_most)
    }

    /// The model of these lengths.
    ///
    /// # Errors
    /// [`EncodeError::TooLarge`].
    pub fn formulation(&self, lengths: RangeInclusive<u64>) -> Result<Formulation<S>, EncodeError> {
        let variables = (self.size)(*lengths.end());
        if variables > MAX_VARIABLES {
            return Err(EncodeError::TooLarge { name: self.encoding.to_owned(), variables });
        }
        Ok((self.model)(lengths))
    }

    /// The same over another representation of solutions.
    #[must_use]
    pub fn map<T>(self, convert: impl Fn(S) -> T + Clone + Send + Sync + 'static) -> Horizons<T>
    where
        S: 'static,
    {
        let Self { encoding, at_least, step, at_most, size, model } = self;
        let model: ModelOfLengths<T> = Box::new(move |lengths| model(lengths).map(convert.clone()));
        Horizons { encoding, at_least, step, at_most, size, model }
    }
}

impl<S> fmt::Debug for Horizons<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Horizons({}..={} by {})", self.at_least, self.at_most, self.step)
    }
}
