//! What every way of solving shares: how a run ends, when it has to stop, and what it tells on the way.
//!
//! Direct search and the solvers behind `backend` take the same [`Control`] and give the same [`Verdict`], so that
//! limits, Ctrl-C and progress work alike everywhere.

mod bytes;
mod request;

pub use bytes::{Bytes, UnknownSize};
pub use request::Request;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

/// The most threads that may be asked for: solvers misbehave far beyond the cores that there are.
pub const MAX_THREADS: u32 = 64;

/// The memory limit where nobody asks for another.
pub const MEMORY_LIMIT: Bytes = Bytes(4 << 30);

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    /// Proved best; where there is no objective, any solution.
    Optimal(S),
    /// A solution, but the run stopped before a proof.
    Feasible {
        /// The best found.
        solution: S,
        /// No solution is better than this, where the run knows it.
        bound: Option<i64>,
        /// Why the run stopped.
        stop: Stop,
    },
    /// Proved to have no solution.
    Infeasible,
    /// Neither a solution nor a proof.
    Unknown {
        /// No solution is better than this, where the run knows it.
        bound: Option<i64>,
        /// Why the run stopped.
        stop: Stop,
    },
}

impl<S> Verdict<S> {
    /// The solution, if there is one.
    pub const fn solution(&self) -> Option<&S> {
        match self {
            Self::Optimal(solution) | Self::Feasible { solution, .. } => Some(solution),
            Self::Infeasible | Self::Unknown { .. } => None,
        }
    }

    /// The same verdict over another representation of the solution.
    #[must_use]
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Verdict<T> {
        match self {
            Self::Optimal(solution) => Verdict::Optimal(convert(solution)),
            Self::Feasible { solution, bound, stop } => Verdict::Feasible { solution: convert(solution), bound, stop },
            Self::Infeasible => Verdict::Infeasible,
            Self::Unknown { bound, stop } => Verdict::Unknown { bound, stop },
        }
    }

    /// The same verdict over another representation of the solution, where there may be none.
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The time limit.
    #[error("the time limit")]
    TimeLimit,
    /// The memory limit.
    #[error("the memory limit{}", needed.map(|needed| format!(": going on takes about {needed}")).unwrap_or_default())]
    MemoryLimit {
        /// About how much the next step takes, where the run knows it.
        needed: Option<Bytes>,
    },
    /// The largest model that may be built.
    #[error("the limit of {limit} variables: the next model has up to {needed}")]
    ModelLimit {
        /// So many variables the next model would have at most.
        needed: u128,
        /// So many it may have.
        limit: u128,
    },
    /// Ctrl-C, or another caller's wish.
    #[error("an interrupt")]
    Interrupted,
    /// Something that a solver calls by this name.
    #[error("the solver: {0}")]
    Solver(String),
}

/// A solution that was better than all before it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Incumbent {
    /// Since the start of the run.
    pub seconds: f64,
    /// Its objective.
    pub objective: i64,
}

/// What a run tells on the way.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Where it stands.
    Progress(Progress),
    /// A line of the solver's own log.
    Log(&'a str),
}

/// Where a run stands; what it does not know is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Objective of the best solution so far.
    pub incumbent: Option<f64>,
    /// No solution is better than this.
    pub bound: Option<f64>,
    /// Nodes of the search tree so far.
    pub nodes: Option<u64>,
}

/// A flag that asks runs to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks every run that watches this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When a run has to stop and whom it tells.
#[derive(Clone)]
pub struct Control<'a> {
    started: Instant,
    time_limit: Option<Duration>,
    memory_limit: Bytes,
    interrupt: Interrupt,
    observer: &'a (dyn Fn(&Event<'_>) + Sync),
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("time_limit", &self.time_limit).finish_non_exhaustive()
    }
}

impl Control<'static> {
    /// No limit, no listener.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(None, Interrupt::default(), &|_| ())
    }
}

impl<'a> Control<'a> {
    /// A run that starts now.
    #[must_use]
    pub fn new(time_limit: Option<Duration>, interrupt: Interrupt, observer: &'a (dyn Fn(&Event<'_>) + Sync)) -> Self {
        Self { started: Instant::now(), time_limit, memory_limit: MEMORY_LIMIT, interrupt, observer }
    }

    /// The same with another memory limit than [`MEMORY_LIMIT`].
    #[must_use]
    pub fn with_memory_limit(self, memory_limit: Bytes) -> Self {
        Self { memory_limit, ..self }
    }

    /// The most memory that the states of a search may take. Solvers take what they need.
    #[must_use]
    pub const fn memory_limit(&self) -> Bytes {
        self.memory_limit
    }

    /// The time limit, `None` without one.
    #[must_use]
    pub const fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time left, `None` without a limit.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.time_limit.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Time since the limit passed, `None` before.
    #[must_use]
    pub fn overrun(&self) -> Option<Duration> {
        self.elapsed().checked_sub(self.time_limit?)
    }

    /// Why to stop now, if there is a reason.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        if self.interrupt.is_raised() {
            Some(Stop::Interrupted)
        } else if self.remaining().is_some_and(|left| left.is_zero()) {
            Some(Stop::TimeLimit)
        } else {
            None
        }
    }

    /// Whether an interrupt was asked for.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Tells the listener.
    pub fn tell(&self, event: &Event<'_>) {
        (self.observer)(event);
    }
}
