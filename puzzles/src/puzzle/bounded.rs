//! Bounded searches: searches of a puzzle's own that take bounds from linear programs.
//!
//! The search gets its solver of linear programs as a trait ([`LpSolver`]), so the puzzle names no backend. Its answer must not depend on
//! the solver's numbers: duals are rounded to integers, and the bounds that are computed from them hold for any duals.

use std::fmt::{self, Debug};

use serde::Serialize;

use super::{Count, Puzzle, Searched};
use crate::control::Request;
use crate::lp::{LpFailure, LpSolver};

/// A search that gets a solver of linear programs. Its answer is exact whatever the solver's floating-point numbers are.
pub struct BoundedSearch<P: Puzzle> {
    /// Its name and what it is.
    pub info: BoundedInfo,
    /// Whether it can solve an instance; otherwise the reason, which is shown to the user.
    pub fits: fn(&P) -> Result<(), &'static str>,
    /// Whether it is the fastest method for an instance that it fits.
    pub wins: fn(&P) -> bool,
    /// Solves an instance.
    pub search: SearchWithLp<P>,
    /// Counts the optimal solutions of an instance, if it can.
    pub count: Option<CountWithLp<P>>,
}

/// Solves an instance with the help of linear programs. The error: the solver of the linear programs failed.
pub type SearchWithLp<P> =
    fn(&P, &mut dyn LpSolver, &Request<'_>) -> Result<Bounded<<P as Puzzle>::Solution>, LpFailure>;

/// Counts the optimal solutions with the help of linear programs.
pub type CountWithLp<P> = fn(&P, &mut dyn LpSolver, &Request<'_>) -> Result<Count, LpFailure>;

/// The description of a bounded search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BoundedInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// A bounded search that fits an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FittingSearch {
    /// Its name.
    pub name: &'static str,
    /// Whether it is the fastest method for the instance.
    pub wins: bool,
    /// Whether it counts the optimal solutions.
    pub counts: bool,
}

/// The result of a bounded search.
#[derive(Clone, Debug)]
pub struct Bounded<S> {
    /// As for a search without bounds.
    pub searched: Searched<S>,
    /// The bound of the linear relaxation.
    pub root_bound: Option<f64>,
    /// Rounds of cuts.
    pub cut_rounds: u64,
    /// Cuts.
    pub cuts: u64,
}

impl<S> Bounded<S> {
    /// A result without a linear program.
    #[must_use]
    pub const fn without_bounds(searched: Searched<S>) -> Self {
        Self { searched, root_bound: None, cut_rounds: 0, cuts: 0 }
    }
}

impl<P: Puzzle> Debug for BoundedSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundedSearch").field("name", &self.info.name).finish_non_exhaustive()
    }
}

/// The descriptions of a puzzle's bounded searches.
#[must_use]
pub fn bounded_infos<P: Puzzle>() -> Vec<BoundedInfo> {
    P::BOUNDED.iter().map(|search| search.info).collect()
}

/// Why a bounded search cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoundedError {
    /// The puzzle has no bounded search of this name.
    #[error("no method `{name}` for this puzzle")]
    Unknown {
        /// The requested name.
        name: String,
    },
    /// It cannot solve this instance.
    #[error("method {name} does not fit this instance: {why}")]
    DoesNotFit {
        /// The search.
        name: &'static str,
        /// What is special about the instance.
        why: &'static str,
    },
    /// It finds a solution, but not how many there are.
    #[error("method {name} does not count")]
    DoesNotCount {
        /// The search.
        name: &'static str,
    },
}

/// The bounded search of this name, if it fits.
pub(super) fn named<P: Puzzle>(puzzle: &P, name: &str) -> Result<&'static BoundedSearch<P>, BoundedError> {
    let search = P::BOUNDED.iter().find(|search| search.info.name == name);
    let search = search.ok_or_else(|| BoundedError::Unknown { name: name.to_owned() })?;
    (search.fits)(puzzle).map_err(|why| BoundedError::DoesNotFit { name: search.info.name, why })?;
    Ok(search)
}

/// The bounded searches that fit an instance, the fastest first.
pub(super) fn fitting<P: Puzzle>(puzzle: &P) -> Vec<FittingSearch> {
    let fitting = P::BOUNDED.iter().filter(|search| (search.fits)(puzzle).is_ok());
    let described = |search: &BoundedSearch<P>| FittingSearch {
        name: search.info.name,
        wins: (search.wins)(puzzle),
        counts: search.count.is_some(),
    };
    fitting.map(described).collect()
}

/// The count of a bounded search that fits.
pub(super) fn counting<P: Puzzle>(puzzle: &P, name: &str) -> Result<CountWithLp<P>, BoundedError> {
    let search = named(puzzle, name)?;
    search.count.ok_or(BoundedError::DoesNotCount { name: search.info.name })
}
