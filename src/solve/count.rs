//! How many solutions there are: by the puzzle's own count, or by listing them through a backend.

use std::collections::BTreeSet;

use super::bounded::count_by_bounded_search;
use super::error::SolveError;
use super::method::Method;
use super::problem::{Options, Problem};
use super::run::solve;
use crate::control::Request;
use crate::puzzle::Count;

/// Why a count of all solutions through a backend is not complete.
const ONLY_OPTIMAL: &str = "a backend counts the optimal ones only";

/// Counts the optimal solutions, or all of them if there is no objective or `feasible` is set. A bounded search
/// counts optimal ones only. Through a backend the solutions are listed; with `feasible` and an objective only the optimal
/// ones are, so the count is a lower bound and not complete.
///
/// # Errors
/// As [`solve`], and when the puzzle's encodings cannot list solutions, or the bounded search does not count.
pub fn count(problem: &Problem, method: Method, feasible: bool, request: &Request<'_>) -> Result<Count, SolveError> {
    match method {
        Method::Search => return Ok(problem.instance.count(feasible, request)),
        Method::Bounded(_) if feasible => return Err(SolveError::OnlyOptimal { method: method.name() }),
        Method::Bounded(bounds) => return count_by_bounded_search(problem, bounds, request),
        Method::Backend(..) => {}
    }
    let best_only = feasible && problem.instance.sense().is_some();
    let options = Options { solutions: Some(usize::MAX), skip_moves: true, ..Options::default() };
    let report = solve(problem, method, &options, request)?;
    let solutions = report.solutions.unwrap_or_default();
    let layout = |solution| problem.instance.parse(&solution).ok()?.layout();
    let layouts = || solutions.iter().filter_map(layout).collect::<BTreeSet<String>>().len() as u64;
    let reason = (best_only && report.complete == Some(true) && !solutions.is_empty()).then(|| ONLY_OPTIMAL.to_owned());
    Ok(Count {
        solutions: solutions.len().into(),
        objective: report.objective.filter(|_| !feasible),
        layouts: problem.instance.has_layouts().then(layouts),
        complete: report.complete == Some(true) && reason.is_none(),
        stop: report.stop,
        reason,
    })
}
