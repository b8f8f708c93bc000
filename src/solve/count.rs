//! How many solutions there are: by the puzzle's own count, or by listing them through a backend.

use super::bounded::count_by_bounded_search;
use super::error::SolveError;
use super::method::Method;
use super::problem::{Options, Problem};
use super::rounds::Rounds;
use crate::control::Request;
use crate::puzzle::Count;

/// Why a count of all solutions through a backend is not complete.
const ONLY_OPTIMAL: &str = "a backend counts the optimal ones only";

/// Counts the optimal solutions, or all of them if there is no objective or `feasible` is set. A bounded search
/// counts optimal ones only. Through a backend the solutions are listed; with `feasible` and an objective only the optimal
/// ones are, so the count is a lower bound and not complete.
///
/// # Errors
/// As [`solve`](super::solve), and when the puzzle's encodings cannot list solutions, or the bounded search does not count.
pub fn count(problem: &Problem, method: Method, feasible: bool, request: &Request<'_>) -> Result<Count, SolveError> {
    let backend = match method {
        Method::Search => return Ok(problem.instance.count(feasible, request)),
        Method::Bounded(_) if feasible => return Err(SolveError::OnlyOptimal { method: method.name() }),
        Method::Bounded(bounds) => return count_by_bounded_search(problem, bounds, request),
        Method::Backend(entry, backend) => (entry, backend),
    };
    let best_only = feasible && problem.instance.sense().is_some();
    let outcome = Rounds::new(problem, backend, &Options::default(), request)?.count()?;
    let listing = outcome.listing.unwrap_or_default();
    let tally = listing.tally.unwrap_or_default();
    let is_cut = best_only && listing.complete && tally.solutions() > 0;
    Ok(Count {
        solutions: tally.solutions().into(),
        objective: listing.objective.filter(|_| !feasible),
        layouts: problem.instance.has_layouts().then(|| tally.layouts()),
        complete: listing.complete && !is_cut,
        stop: outcome.verdict.stop().cloned().or(listing.stop),
        reason: is_cut.then(|| ONLY_OPTIMAL.to_owned()),
    })
}
