//! The pipeline from a problem to a report.

use web_time::Instant;

use serde_json::Value;

use super::answer::Solver;
use super::bounded::by_bounded_search;
use super::error::SolveError;
use super::list::{List, Listing};
use super::method::Method;
use super::outcome::Outcome;
use super::problem::{Options, Problem};
use super::rounds::Rounds;
use super::verify::check;
use super::watch::Watch;
use crate::control::{Event, Request, Verdict};
use crate::puzzle::{Listed, Searched};
use crate::report::{Report, Stats};

/// Solves a problem by a method.
///
/// # Errors
/// When the model cannot be built, the backend fails, or its answer fails the checks.
pub fn solve(
    problem: &Problem,
    method: Method,
    options: &Options,
    request: &Request<'_>,
) -> Result<Report, SolveError> {
    let watch = Watch::start();
    let outcome = match method {
        Method::Search => by_search(problem, options, request)?,
        Method::Bounded(bounds) => by_bounded_search(problem, bounds, options, request)?,
        Method::Backend(entry, backend) => {
            let rounds = Rounds::new(problem, (entry, backend), options, request)?;
            match options.solutions {
                None => rounds.solve()?,
                Some(limit) => rounds.list(limit)?,
            }
        }
    };
    outcome.report(problem, options, request, &watch)
}

fn by_search(problem: &Problem, options: &Options, request: &Request<'_>) -> Result<Outcome, SolveError> {
    let start = Instant::now();
    let observer = |event: &Event<'_>| match event {
        // A search reports what it believes; that a solution keeps the rules is said by the rules alone.
        Event::Solution { solution, .. } if check(&*problem.instance, solution).is_err() => {}
        event => request.control.notify(event),
    };
    let request = &Request { control: request.control.observed_by(&observer), ..request.clone() };
    let (searched, listing) = match options.solutions {
        None => (problem.instance.search(request), None),
        Some(limit) => {
            let (searched, listing) = list_by_search(problem, limit, request)?;
            (searched, Some(listing))
        }
    };
    let Searched { verdict, nodes, incumbents, reason } = searched;
    let stats = Stats {
        nodes: Some(nodes),
        incumbents: problem.instance.sense().map(|_| incumbents),
        solve_seconds: Some(start.elapsed().as_secs_f64()),
        ..Stats::default()
    };
    let verdict = verdict.map(|solution| (solution, None));
    Ok(Outcome { solver: Solver::search(), verdict, reason, stats, listing })
}

/// Lists solutions. It looks for one more than requested, to see whether the list is complete.
fn list_by_search(
    problem: &Problem,
    limit: usize,
    request: &Request<'_>,
) -> Result<(Searched<Value>, Listing), SolveError> {
    let mut list = List::new(problem, Solver::search(), limit, true, &request.control);
    let mut is_enough = false;
    let mut found = |solution: Value, held| {
        let flow = list.take(&solution, None, held);
        is_enough = flow.is_break();
        flow
    };
    let listed = problem.instance.list(&mut found, request);
    let unlisted = || SolveError::Unlisted { what: format!("the search of {}", problem.puzzle.name) };
    let Listed { nodes, stop, reason } = listed.ok_or_else(unlisted)?;
    if !is_enough {
        list.end(stop);
    }
    let listing = list.finish()?;
    let verdict = match (listing.solutions.iter().next(), &listing.stop) {
        (Some(solution), _) => Verdict::Optimal(solution),
        (None, None) => Verdict::Infeasible,
        (None, Some(stop)) => Verdict::Unknown { bound: None, stop: stop.clone() },
    };
    Ok((Searched { reason, ..Searched::new(verdict, nodes) }, listing))
}
