//! The pipeline from a problem to a report.

use web_time::Instant;

use serde_json::Value;

use super::answer::By;
use super::error::SolveError;
use super::list::List;
use super::method::{Method, Solver, answers};
use super::outcome::Answered;
use super::problem::{Options, Problem};
use super::rounds::Rounds;
use super::verify::check;
use super::watch::Watch;
use crate::report::{Report, Stats};
use tumble_model::control::{Event, Request, Stop, Verdict};
use tumble_model::session::{BackendError, NoSolver};
use tumble_puzzles::puzzle::{Count, Cutting, Listed, Means, Question, Searched};
use tumble_solver::{Engine, ModelError};

/// Solves a problem by a method.
///
/// # Errors
/// When the method does not fit, the model cannot be built, the backend fails, or its answer fails the checks.
pub fn solve(
    problem: &Problem,
    method: Method,
    options: &Options,
    request: &Request<'_>,
) -> Result<Report, SolveError> {
    let watch = Watch::start();
    let answered = match method {
        Method::Search(name, solver) => by_search(problem, (name, solver), options, request)?,
        Method::Model(solver) => {
            let rounds = Rounds::new(problem, solver, options, request)?;
            match options.solutions {
                None => rounds.solve()?,
                Some(limit) => rounds.list(limit)?,
            }
        }
    };
    answered.report(problem, options, request, &watch)
}

/// Runs a search, with a solver for its linear programs if it takes them.
fn with_means<T>(
    solver: Option<Solver>,
    request: &Request<'_>,
    run: impl FnOnce(&mut Means<'_>) -> Result<T, BackendError>,
) -> Result<(T, Option<Engine<'static>>), SolveError> {
    let mut engine = solver.map(|Solver { entry, backend }| Engine::for_request(entry, backend, request));
    let answer = match &mut engine {
        Some(programs) => run(&mut Means { request, programs }),
        None => run(&mut Means { request, programs: &mut NoSolver }),
    };
    Ok((answer.map_err(ModelError::from)?, engine))
}

fn by_search(
    problem: &Problem,
    (name, solver): (&'static str, Option<Solver>),
    options: &Options,
    request: &Request<'_>,
) -> Result<Answered, SolveError> {
    answers(problem, name, if options.solutions.is_some() { Question::List } else { Question::Best })?;
    let start = Instant::now();
    let observer = |event: &Event<'_>| match event {
        // A search reports what it believes; that a solution keeps the rules is said by the rules alone.
        Event::Solution { solution, .. } if check(&*problem.instance, solution).is_err() => {}
        event => request.control.notify(event),
    };
    let request = &Request { control: request.control.observed_by(&observer), ..request.clone() };
    let by = By::search(name, solver);
    let mut list = options.solutions.map(|limit| List::new(problem, by.clone(), limit, true, &request.control));
    let (searched, engine) = with_means(solver, request, |means| match &mut list {
        None => problem.instance.search(name, means),
        Some(list) => fill(list, problem, name, means),
    })?;
    let listing = list.map(List::finish).transpose()?;
    let Searched { verdict, nodes, incumbents, reason, cutting } = searched;
    let verdict = match &listing {
        Some(listing) if !matches!(verdict.stop(), Some(Stop::Unbounded(_))) => listing.verdict(),
        _ => verdict,
    };
    let stats = Stats {
        nodes: Some(nodes),
        incumbents: problem.instance.sense().map(|_| incumbents),
        root_bound: cutting.and_then(|cutting| cutting.root_bound),
        cut_rounds: cutting.map(|Cutting { rounds, .. }| rounds),
        cuts: cutting.map(|Cutting { cuts, .. }| cuts),
        solver_runs: engine.as_ref().map(Engine::runs),
        solve_seconds: Some(start.elapsed().as_secs_f64()),
        peak_memory_bytes: engine.as_ref().and_then(Engine::peak_memory),
        ..Stats::default()
    };
    Ok(Answered { by, verdict: verdict.map(|solution| (solution, None)), reason, stats, listing })
}

/// Lists solutions. It looks for one more than requested, to see whether the list is complete.
fn fill(
    list: &mut List<'_>,
    problem: &Problem,
    search: &str,
    means: &mut Means<'_>,
) -> Result<Searched<Value>, BackendError> {
    let mut is_enough = false;
    let mut found = |solution: Value, held| {
        let flow = list.take(&solution, None, held);
        is_enough = flow.is_break();
        flow
    };
    let Listed { nodes, stop, reason, is_endless } = problem.instance.list(search, &mut found, means)?;
    let is_unbounded = matches!(stop, Some(Stop::Unbounded(_)));
    if is_endless {
        list.is_endless();
    } else if !is_enough {
        list.end(stop);
    }
    if is_unbounded {
        // There is nothing to list, and some solution is shown.
        return problem.instance.search(search, means);
    }
    // The list says what is known.
    Ok(Searched { reason, ..Searched::new(Verdict::Infeasible, nodes) })
}

/// Counts by a search.
pub(super) fn count_by_search(
    problem: &Problem,
    (name, solver): (&'static str, Option<Solver>),
    all: bool,
    request: &Request<'_>,
) -> Result<Count, SolveError> {
    answers(problem, name, if all { Question::CountAll } else { Question::Count })?;
    Ok(with_means(solver, request, |means| problem.instance.count(name, all, means))?.0)
}
