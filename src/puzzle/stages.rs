//! Staged encodings: where no model is large enough for all solutions, a model for each horizon, one after the other.

use std::ops::RangeInclusive;

use super::{EncodeError, Formulation, MAX_VARIABLES};

/// The models of a staged encoding of a puzzle whose shortest solutions are asked for. The horizons are its possible lengths:
/// `at_least`, and on by `step` up to `at_most`.
///
/// What is proved by what: there is no solution of fewer than `at_least` moves, which the encoding knows without a solver. That
/// the model of a length has no solution proves that none of this length is a shortest one, and no more. Where the models of
/// all horizons up to `at_most` have none, there is none at all.
pub struct Stages<S> {
    /// The encoding.
    pub encoding: &'static str,
    /// The first horizon: no solution is shorter.
    pub at_least: u64,
    /// From one horizon to the next.
    pub step: u64,
    /// No shortest solution is longer.
    pub at_most: u64,
    /// At most so many variables has the model up to a horizon.
    pub size: Box<dyn Fn(u64) -> u128 + Send + Sync>,
    /// The model of which the shortest solutions of these lengths are solutions, and nothing but solutions is.
    pub model: StageModel<S>,
}

/// From lengths to a model.
pub type StageModel<S> = Box<dyn Fn(RangeInclusive<u64>) -> Formulation<S> + Send + Sync>;

impl<S> Stages<S> {
    /// The horizon after another one; `None` where that was the last.
    #[must_use]
    pub fn after(&self, horizon: u64) -> Option<u64> {
        horizon.checked_add(self.step).filter(|&next| next <= self.at_most)
    }

    /// The model of these lengths.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn formulation(&self, lengths: RangeInclusive<u64>) -> Result<Formulation<S>, EncodeError> {
        let variables = (self.size)(*lengths.end());
        if variables > MAX_VARIABLES {
            return Err(EncodeError::TooLarge { name: self.encoding, variables });
        }
        Ok((self.model)(lengths))
    }
}

impl<S: 'static> Stages<S> {
    /// The same over another representation of solutions.
    pub(super) fn map<T>(
        self,
        convert: impl Fn(Formulation<S>) -> Formulation<T> + Send + Sync + 'static,
    ) -> Stages<T> {
        let Self { encoding, at_least, step, at_most, size, model } = self;
        Stages { encoding, at_least, step, at_most, size, model: Box::new(move |lengths| convert(model(lengths))) }
    }
}

impl<S> std::fmt::Debug for Stages<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Stages({}..={} by {})", self.at_least, self.at_most, self.step)
    }
}
