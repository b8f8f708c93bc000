//! A puzzle's bounded search, with a backend that solves its linear programs.

use web_time::Instant;

use super::answer::Solver;
use super::error::SolveError;
use super::method::Bounds;
use super::outcome::Outcome;
use super::problem::{Options, Problem};
use crate::backend::LinearPrograms;
use crate::control::Request;
use crate::lp::LpFailure;
use crate::puzzle::{Bounded, Count, Searched};
use crate::report::Stats;

/// The number of optimal solutions.
pub(super) fn count_by_bounded_search(
    problem: &Problem,
    bounds: Bounds,
    request: &Request<'_>,
) -> Result<Count, SolveError> {
    let mut programs = LinearPrograms::new(bounds.entry, bounds.backend, request);
    let count = problem.instance.bounded_count(bounds.search, &mut programs, request)?;
    Ok(count.map_err(|LpFailure| programs.failure())?)
}

pub(super) fn by_bounded_search(
    problem: &Problem,
    bounds: Bounds,
    options: &Options,
    request: &Request<'_>,
) -> Result<Outcome, SolveError> {
    let Bounds { search, entry, backend } = bounds;
    if options.solutions.is_some() {
        return Err(SolveError::Unlisted { what: format!("the method {search}") });
    }
    let start = Instant::now();
    let mut programs = LinearPrograms::new(bounds.entry, bounds.backend, request);
    let bounded = problem.instance.bounded_search(search, &mut programs, request)?;
    let Ok(Bounded { searched, root_bound, cut_rounds, cuts }) = bounded else {
        return Err(programs.failure().into());
    };
    let Searched { verdict, nodes, incumbents, reason } = searched;
    let stats = Stats {
        nodes: Some(nodes),
        incumbents: problem.instance.sense().map(|_| incumbents),
        root_bound,
        cut_rounds: Some(cut_rounds),
        cuts: Some(cuts),
        solver_runs: Some(programs.runs()),
        solve_seconds: Some(start.elapsed().as_secs_f64()),
        peak_memory_bytes: programs.peak_memory(),
        ..Stats::default()
    };
    let solver =
        Solver { name: entry.name, version: backend.version(), method: search, encoding: None, lowering: None };
    Ok(Outcome { solver, verdict: verdict.map(|solution| (solution, None)), reason, stats, listing: None })
}
