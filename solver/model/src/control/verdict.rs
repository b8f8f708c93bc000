//! How a run ended and why it stopped, and how far a list or a count of solutions got.

use std::convert::Infallible;
use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Bytes;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict<S> {
    /// Proved best; without an objective, any solution.
    Optimal(S),
    /// A solution, but the run stopped before a proof.
    Feasible {
        /// The best that was found.
        solution: S,
        /// No solution is better than this; `None`: no bound is known.
        bound: Option<i64>,
        /// Why the run stopped.
        stop: Stop,
    },
    /// Proved to have no solution.
    Infeasible,
    /// Neither a solution nor a proof.
    Unknown {
        /// No solution is better than this; `None`: no bound is known.
        bound: Option<i64>,
        /// Why the run stopped.
        stop: Stop,
    },
}

impl<S> Verdict<S> {
    /// Turns a verdict about the solutions that are better than `known` into a verdict about all solutions; `weaker` does so with a bound.
    #[must_use]
    pub fn or_known(self, known: S, weaker: impl FnOnce(i64) -> i64) -> Self {
        match self {
            Self::Infeasible => Self::Optimal(known),
            Self::Unknown { bound, stop } => Self::Feasible { solution: known, bound: bound.map(weaker), stop },
            better @ (Self::Optimal(_) | Self::Feasible { .. }) => better,
        }
    }

    /// The solution, if there is one.
    pub const fn solution(&self) -> Option<&S> {
        match self {
            Self::Optimal(solution) | Self::Feasible { solution, .. } => Some(solution),
            Self::Infeasible | Self::Unknown { .. } => None,
        }
    }

    /// Why the run stopped before a proof.
    pub const fn stop(&self) -> Option<&Stop> {
        match self {
            Self::Feasible { stop, .. } | Self::Unknown { stop, .. } => Some(stop),
            Self::Optimal(_) | Self::Infeasible => None,
        }
    }

    /// The verdict with its solution converted.
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Verdict<T> {
        let Ok(verdict) = self.try_map(|solution| Ok::<T, Infallible>(convert(solution)));
        verdict
    }

    /// The verdict with its solution converted, if the conversion succeeds.
    ///
    /// # Errors
    /// What `convert` returns.
    pub fn try_map<T, E>(self, convert: impl FnOnce(S) -> Result<T, E>) -> Result<Verdict<T>, E> {
        Ok(match self {
            Self::Optimal(solution) => Verdict::Optimal(convert(solution)?),
            Self::Feasible { solution, bound, stop } => Verdict::Feasible { solution: convert(solution)?, bound, stop },
            Self::Infeasible => Verdict::Infeasible,
            Self::Unknown { bound, stop } => Verdict::Unknown { bound, stop },
        })
    }
}

/// Why a run stopped before it had an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Stop {
    /// The time limit.
    #[error("the time limit")]
    TimeLimit,
    /// The memory limit.
    #[error("the memory limit{}", needed.map(|needed| format!(": continuing takes about {needed}")).unwrap_or_default())]
    MemoryLimit {
        /// The approximate memory that the next step takes; `None`: not known.
        needed: Option<Bytes>,
    },
    /// The model of the next horizon would have more variables than a model may have.
    #[error("the limit of {limit} variables: the next model has up to {needed}")]
    ModelLimit {
        /// An upper bound on the number of variables of the next model.
        needed: u128,
        /// The most variables that a model may have.
        limit: u128,
    },
    /// The solutions lie on more cells than the method can take.
    #[error("the limit of {limit} cells of this method: solutions lie on {needed}")]
    CellLimit {
        /// The number of cells.
        needed: u128,
        /// The most cells that the method takes.
        limit: u128,
    },
    /// Sums of solutions may be larger than the method can take.
    #[error("the limit of {limit} for sums of this method: they may reach {needed} here; try smaller values of faces")]
    SumLimit {
        /// The largest sum that a solution may have.
        needed: i64,
        /// The largest sum that the method takes.
        limit: i64,
    },
    /// Ctrl-C, or a caller that raised the [`Interrupt`](super::Interrupt).
    #[error("an interrupt")]
    Interrupted,
    /// Only the linear relaxation was wanted.
    #[error("the request: the linear relaxation only")]
    Relaxation,
    /// No limit: to each solution there is a better one, for this reason.
    #[error("{0}")]
    Unbounded(String),
    /// A limit of the solver's own, in the solver's words.
    #[error("the solver: {0}")]
    Solver(String),
    /// Somebody else ended the solver's process, in words.
    #[error("the solver: {0}")]
    Killed(String),
}

impl Stop {
    /// Whether nothing else is to be tried in this run: not where a solver stopped by itself, as at a gap that the caller allows.
    pub const fn ends_the_run(&self) -> bool {
        match self {
            Self::TimeLimit
            | Self::MemoryLimit { .. }
            | Self::ModelLimit { .. }
            | Self::CellLimit { .. }
            | Self::SumLimit { .. }
            | Self::Interrupted
            | Self::Relaxation
            | Self::Unbounded(_)
            | Self::Killed(_) => true,
            Self::Solver(_) => false,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Status {
    /// Proved best; without an objective, any solution.
    Optimal,
    /// Stopped with a solution, without a proof.
    Feasible,
    /// Proved to have no solution.
    Infeasible,
    /// Stopped without a solution.
    Unknown,
    /// Proved to have no best solution: to each one there is a better one.
    Unbounded,
}

impl Status {
    /// Whether there is nothing left to prove.
    pub const fn is_proof(self) -> bool {
        matches!(self, Self::Optimal | Self::Infeasible | Self::Unbounded)
    }
}

impl<S> From<&Verdict<S>> for Status {
    fn from(verdict: &Verdict<S>) -> Self {
        match verdict {
            Verdict::Feasible { stop: Stop::Unbounded(_), .. } | Verdict::Unknown { stop: Stop::Unbounded(_), .. } => {
                Self::Unbounded
            }
            Verdict::Optimal(_) => Self::Optimal,
            Verdict::Feasible { .. } => Self::Feasible,
            Verdict::Infeasible => Self::Infeasible,
            Verdict::Unknown { .. } => Self::Unknown,
        }
    }
}

/// How a list or a count of solutions ended. There is no default: whoever ends one says how. `W` shows that there are infinitely many.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent<W> {
    /// Every solution was seen.
    All,
    /// There are infinitely many, as the witness shows; some were seen.
    Endless(W),
    /// As many as were wanted were seen. There may be others.
    Enough,
    /// It stopped. There may be others.
    Stopped(Stop),
}

impl<W> Extent<W> {
    /// Of a search that went through everything, unless it broke off.
    pub fn of(search: ControlFlow<Self>) -> Self {
        match search {
            ControlFlow::Continue(()) => Self::All,
            ControlFlow::Break(extent) => extent,
        }
    }

    /// Of a search that went through everything, unless whoever received what it found wanted no other.
    pub fn handed_over(search: ControlFlow<()>) -> Self {
        Self::of(search.map_break(|()| Self::Enough))
    }

    /// Whether every solution was seen.
    pub const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Why it stopped.
    pub const fn stop(&self) -> Option<&Stop> {
        match self {
            Self::Stopped(stop) => Some(stop),
            Self::All | Self::Endless(_) | Self::Enough => None,
        }
    }

    /// The extent with its witness converted, if the conversion succeeds.
    ///
    /// # Errors
    /// What `convert` returns.
    pub fn try_map<V, E>(self, convert: impl FnOnce(W) -> Result<V, E>) -> Result<Extent<V>, E> {
        Ok(match self {
            Self::All => Extent::All,
            Self::Endless(witness) => Extent::Endless(convert(witness)?),
            Self::Enough => Extent::Enough,
            Self::Stopped(stop) => Extent::Stopped(stop),
        })
    }
}

impl<S> Verdict<S> {
    /// The solution of a run that looked for another one, or how the list ends there.
    ///
    /// # Errors
    /// All were seen if there is proved to be no other.
    pub fn another<W>(self) -> Result<S, Extent<W>> {
        match self {
            Self::Optimal(solution) => Ok(solution),
            Self::Infeasible => Err(Extent::All),
            Self::Feasible { stop, .. } | Self::Unknown { stop, .. } => Err(Extent::Stopped(stop)),
        }
    }
}
