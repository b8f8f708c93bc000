//! How many solutions there are: by the puzzle's own count, or by listing them through a backend.

use super::error::SolveError;
use super::method::Method;
use super::problem::{Options, Problem};
use super::rounds::Rounds;
use super::run::count_by_search;
use tumble_model::control::{Request, Stop};
use tumble_puzzles::puzzle::Count;

/// Why a count of all solutions through a backend is not complete.
const ONLY_OPTIMAL: &str = "a backend counts the optimal ones only";

/// Counts the optimal solutions, or all of them if there is no objective or `feasible` is set. Through a backend the solutions are listed; with `feasible` and an objective only the optimal
/// ones are, so the count is a lower bound and not complete.
///
/// # Errors
/// As [`solve`](super::solve), and when the puzzle's encodings cannot list solutions, or the search does not count.
pub fn count(problem: &Problem, method: Method, feasible: bool, request: &Request<'_>) -> Result<Count, SolveError> {
    let solver = match method {
        Method::Search(name, solver) => return count_by_search(problem, (name, solver), feasible, request),
        Method::Model(solver) => solver,
    };
    let best_only = feasible && problem.instance.sense().is_some();
    let outcome = Rounds::new(problem, solver, &Options::default(), request)?.count()?;
    if let Some(Stop::Unbounded(why)) = outcome.verdict.stop() {
        return Ok(Count { reason: Some(why.clone()), ..Count::none(true) });
    }
    let listing = outcome.listing.unwrap_or_default();
    let tally = listing.tally.unwrap_or_default();
    let is_cut = best_only && listing.complete && tally.solutions() > 0;
    Ok(Count {
        solutions: tally.solutions().into(),
        objective: listing.objective.filter(|_| !feasible),
        layouts: problem.instance.has_layouts().then(|| tally.layouts()),
        complete: listing.complete && !is_cut,
        stop: outcome.verdict.stop().cloned().or(listing.stop),
        is_endless: false,
        reason: is_cut.then(|| ONLY_OPTIMAL.to_owned()),
    })
}
