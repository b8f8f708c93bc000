//! The pipeline from a problem to a report.

use web_time::Instant;

use serde_json::Value;

use super::answer::{Answered, By, List, Listing};
use super::error::SolveError;
use super::method::{Method, Options, Solver, answers};
use super::problem::Problem;
use super::rounds::Rounds;
use super::watch::Watch;
use crate::report::{Report, Stats, Status};
use crate::verify::{Infinite, Verified, check};
use tumble_model::control::{Event, Extent, Request, Stop};
use tumble_model::session::{BackendError, NoSolver, Reload as _};
use tumble_puzzles::puzzle::{Count, Cutting, Listed, Means, Question, Searched, Which};
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
    let observer = |event: &Event<'_>| request.control.notify(&problem.event_in_all(event));
    let request = &request.observed_by(&observer);
    let answered = match method {
        Method::Search(name, solver) => by_search(problem, (name, solver), options, request)?,
        Method::Model(solver) => {
            let rounds = Rounds::new(problem, solver, options, request)?;
            match options.solutions {
                None => rounds.solve()?,
                Some(limit) => rounds.list(limit, options.within)?,
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
    answers(problem, name, options.question())?;
    let start = Instant::now();
    let observer = |event: &Event<'_>| match event {
        // A search reports what it believes; that a solution keeps the rules is said by the rules alone.
        Event::Solution { solution, .. } if check(&*problem.instance, solution).is_err() => {}
        event => request.control.notify(event),
    };
    let request = &request.observed_by(&observer);
    let by = By::search(name, solver);
    let (searched, listing, engine) = match options.solutions {
        None => {
            let (searched, engine) = searched(problem, (name, solver), request)?;
            (searched, None, engine)
        }
        Some(limit) => {
            let list = List::new(problem, by.clone(), (limit, options.within), true, &request.control);
            let (searched, listing, engine) = listed(list, problem, (name, solver), request)?;
            (searched, Some(listing), engine)
        }
    };
    let Searched { verdict, nodes, incumbents, reason, cutting } = searched;
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
    Ok(Answered { by, verdict, reason, stats, listing })
}

/// Finds the best solution, which the rules replay.
fn searched(
    problem: &Problem,
    (name, solver): (&'static str, Option<Solver>),
    request: &Request<'_>,
) -> Result<(Searched<Verified>, Option<Engine<'static>>), SolveError> {
    let (searched, engine) = with_means(solver, request, |means| problem.instance.search(name, means))?;
    let Searched { verdict, nodes, incumbents, reason, cutting } = searched;
    let (by, status) = (By::search(name, solver), Status::from(&verdict));
    let verdict = verdict.try_map(|solution| by.replayed(problem, status, &solution))?;
    Ok((Searched { verdict, nodes, incumbents, reason, cutting }, engine))
}

/// Lists solutions, and says what the list shows. It looks for one more than requested, to see whether the list is complete.
fn listed(
    mut list: List<'_>,
    problem: &Problem,
    (name, solver): (&'static str, Option<Solver>),
    request: &Request<'_>,
) -> Result<(Searched<Verified>, Listing, Option<Engine<'static>>), SolveError> {
    let within = list.within;
    let mut found = |solution: Value, held| list.replay(&solution, held);
    let (listed, engine) = with_means(solver, request, |means| problem.instance.list(name, within, &mut found, means))?;
    let Listed { nodes, extent, reason } = listed;
    let is_unbounded = matches!(extent, Extent::Stopped(Stop::Unbounded(_)));
    let listing = list.finish_search(extent)?;
    if is_unbounded {
        // There is nothing to list, and some solution is shown.
        let (searched, engine) = searched(problem, (name, solver), request)?;
        return Ok((searched, listing, engine));
    }
    let verdict = listing.verdict().map_err(|why| By::search(name, solver).wrong(Status::Optimal, why))?;
    Ok((Searched { reason, ..Searched::new(verdict, nodes) }, listing, engine))
}

/// Counts by a search.
pub(super) fn count_by_search(
    problem: &Problem,
    (name, solver): (&'static str, Option<Solver>),
    which: Which,
    request: &Request<'_>,
) -> Result<Count<Infinite>, SolveError> {
    answers(problem, name, Question::Count(which))?;
    let (count, _) = with_means(solver, request, |means| problem.instance.count(name, which, means))?;
    let Count { objective, mut by_objective, .. } = count;
    for (objective, _) in &mut by_objective {
        *objective = problem.in_all(*objective);
    }
    let objective = objective.map(|objective| problem.in_all(objective));
    let count = Count { objective, by_objective, ..count };
    let replayed = count.try_map(|endless| Infinite::replayed(&*problem.instance, endless));
    replayed.map_err(|why| By::search(name, solver).wrong(Status::Optimal, why))
}
