//! How far a list or a count of solutions got.

use std::ops::ControlFlow;

use super::{Stop, Verdict};

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
