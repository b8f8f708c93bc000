//! The result of an encoding: one model, or the models of a staged encoding. No single model of a staged encoding covers all solutions, so
//! there is one model for each horizon. The models are solved in turn.

use std::fmt;
use std::ops::RangeInclusive;

use super::formulation::{check_built, refuse_too_large};
use super::{EncodeError, Formulation};
use crate::control::until_stopped;
use crate::model::Model;

/// An encoded instance.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "a run has one of them, not a list")]
pub enum Encoded<S> {
    /// One model that covers all solutions.
    Whole(Formulation<S>),
    /// One model for each horizon; no single model covers all solutions.
    Staged(Horizons<S>),
    /// No model: the instance has no solution, for this reason.
    Infeasible(&'static str),
    /// No model: to each solution there is a better one, for this reason. A solution, and its objective.
    Unbounded(S, i64, &'static str),
}

impl<S: 'static> Encoded<S> {
    /// Converts the solutions to another representation.
    pub fn map<T>(self, convert: impl Fn(S) -> T + Clone + Send + Sync + 'static) -> Encoded<T> {
        match self {
            Self::Whole(formulation) => Encoded::Whole(formulation.map(convert)),
            Self::Staged(horizons) => Encoded::Staged(horizons.map(convert)),
            Self::Infeasible(why) => Encoded::Infeasible(why),
            Self::Unbounded(solution, objective, why) => Encoded::Unbounded(convert(solution), objective, why),
        }
    }
}

impl<S> From<Formulation<S>> for Encoded<S> {
    fn from(formulation: Formulation<S>) -> Self {
        Self::Whole(formulation)
    }
}

impl<S> From<Horizons<S>> for Encoded<S> {
    fn from(horizons: Horizons<S>) -> Self {
        Self::Staged(horizons)
    }
}

/// The models of a staged encoding of a puzzle that asks for shortest solutions. The horizons are the possible lengths of a
/// shortest solution: from `at_least` to `at_most` in steps of `step`.
///
/// What proves what: no solution is shorter than `at_least`; the encoding knows that without a solver. An infeasible model of
/// horizon T proves only that no shortest solution has length T. If the models of all horizons up to `at_most` are infeasible,
/// there is no solution at all.
pub struct Horizons<S> {
    /// The encoding's name.
    pub encoding: &'static str,
    /// The empty model that each model begins with: the one that the encoding was handed.
    pub empty: Model,
    /// The first horizon: no solution is shorter.
    pub at_least: u64,
    /// The difference between successive horizons.
    pub step: u64,
    /// The last horizon: no shortest solution is longer.
    pub at_most: u64,
    /// From the largest length, and what is wanted, to an upper bound on the number of variables of the model.
    pub size: Box<dyn Fn(u64, Wanted) -> u128 + Send + Sync>,
    /// From a range of lengths, what is wanted, and the empty model to a model. Its assignments are solutions whose length is in the range;
    /// if shortest solutions have such a length, it has all of them.
    pub model: ModelOfLengths<S>,
}

/// What the model of a range of lengths is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Shortest solutions, or the proof that none is in the range: the model may leave out what no shortest solution does.
    Shortest,
    /// All solutions of these lengths. A model that cannot have them [says so](super::Formulation::has).
    All,
}

/// Builds the formulation of a range of lengths.
pub type ModelOfLengths<S> = Box<dyn Fn(RangeInclusive<u64>, Wanted, Model) -> Formulation<S> + Send + Sync>;

impl<S> Horizons<S> {
    /// The next horizon; `None` after the last.
    pub fn after(&self, horizon: u64) -> Option<u64> {
        horizon.checked_add(self.step).filter(|&next| next <= self.at_most)
    }

    /// The formulation of these lengths.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`] at a limit of the run; [`EncodeError::TooLarge`] when the model would have too many variables; [`EncodeError::WrongSize`] when it has more than its
    /// size formula allows.
    pub fn formulation(&self, lengths: RangeInclusive<u64>, wanted: Wanted) -> Result<Formulation<S>, EncodeError> {
        let control = self.empty.control();
        let variables = until_stopped(&control, || (self.size)(*lengths.end(), wanted))?;
        let name = || self.encoding.to_owned();
        refuse_too_large(name, variables)?;
        let formulation = until_stopped(&control, || (self.model)(lengths, wanted, self.empty.clone()))?;
        check_built(name, variables, formulation)
    }

    /// Converts the solutions to another representation.
    pub fn map<T>(self, convert: impl Fn(S) -> T + Clone + Send + Sync + 'static) -> Horizons<T>
    where
        S: 'static,
    {
        let Self { encoding, empty, at_least, step, at_most, size, model } = self;
        let model: ModelOfLengths<T> =
            Box::new(move |lengths, wanted, empty| model(lengths, wanted, empty).map(convert.clone()));
        Horizons { encoding, empty, at_least, step, at_most, size, model }
    }
}

impl<S> fmt::Debug for Horizons<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Horizons({}..={} by {})", self.at_least, self.at_most, self.step)
    }
}
