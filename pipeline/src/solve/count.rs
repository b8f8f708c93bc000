//! How many solutions there are: by the puzzle's own count, or by listing them through a backend.

use num_bigint::BigUint;

use super::answer::Listing;
use super::error::SolveError;
use super::method::{Method, Solver};
use super::problem::{Options, Problem};
use super::rounds::Rounds;
use super::run::count_by_search;
use crate::verify::{Infinite, Verified};
use tumble_model::control::{Extent, Request, Stop};
use tumble_puzzles::puzzle::Count;

/// Why a count of all solutions through a backend is not complete.
const ONLY_OPTIMAL: &str = "a backend counts the optimal ones only";

/// Counts the optimal solutions, or all of them if there is no objective or `feasible` is set. Through a backend the solutions are listed; with `feasible` and an objective only the optimal
/// ones are, so the count is a lower bound and not complete.
///
/// # Errors
/// As [`solve`](super::solve), and when the puzzle's encodings cannot list solutions, or the search does not count.
pub fn count(
    problem: &Problem,
    method: Method,
    feasible: bool,
    request: &Request<'_>,
) -> Result<Count<Infinite>, SolveError> {
    let count = match method {
        Method::Search(name, solver) => count_by_search(problem, (name, solver), feasible, request)?,
        Method::Model(solver) => count_by_model(problem, solver, feasible, request)?,
    };
    let is_none = count.extent.is_all() && count.solutions == BigUint::ZERO && count.reason.is_none();
    let reason = if is_none { problem.instance.infeasible_because() } else { count.reason };
    Ok(Count { reason, ..count })
}

fn count_by_model(
    problem: &Problem,
    solver: Solver,
    feasible: bool,
    request: &Request<'_>,
) -> Result<Count<Infinite>, SolveError> {
    let (verdict, listing) = Rounds::new(problem, solver, &Options::default(), request)?.count()?;
    let Listing { first, tally, extent, .. } = listing;
    let tally = tally.unwrap_or_default();
    if let Some(Stop::Unbounded(why)) = verdict.stop() {
        // No solution is optimal.
        return Ok(Count { reason: Some(why.clone()), ..Count::new(0_u8, Extent::All) });
    }
    let best_only = feasible && problem.instance.sense().is_some() && extent.is_all() && tally.solutions() > 0;
    let (extent, reason) = if best_only { (Extent::Enough, Some(ONLY_OPTIMAL.to_owned())) } else { (extent, None) };
    Ok(Count {
        objective: first.as_ref().and_then(Verified::objective).filter(|_| !feasible),
        layouts: problem.instance.has_layouts().then(|| tally.layouts()),
        reason,
        ..Count::new(tally.solutions(), extent)
    })
}
