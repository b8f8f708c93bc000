//! A puzzle's bounded search, with a backend that solves its linear programs.

use std::ops::RangeInclusive;
use web_time::Instant;

use super::answer::Solver;
use super::error::SolveError;
use super::method::Bounds;
use super::model::ModelError;
use super::outcome::Outcome;
use super::problem::{Options, Problem};
use crate::backend::{self, BackendError, Engine};
use crate::control::{Request, Verdict};
use crate::lp::{LpAnswer, LpFailure, LpSolver, Optimum, Trial};
use crate::model::{LinearConstraint, Model, Var};
use crate::puzzle::{Bounded, Count, Searched};
use crate::report::Stats;

/// A backend as a solver of linear programs.
struct Programs {
    engine: Engine<'static>,
    runs: u64,
    /// Why it failed.
    failure: Option<BackendError>,
}

impl LpSolver for Programs {
    fn load(&mut self, model: &Model) {
        self.engine.load(&model.clone().relaxed());
    }

    fn add(&mut self, name: String, row: LinearConstraint) {
        self.engine.add(name, row);
    }

    fn retain(&mut self, kept: &[bool]) {
        self.engine.retain(kept);
    }

    fn set_range(&mut self, var: Var, range: RangeInclusive<i64>) {
        self.engine.set_range(var, range);
    }

    fn probe(
        &mut self,
        trials: &[(Var, i64)],
        iterations: u32,
        request: &Request<'_>,
    ) -> Result<Vec<Trial>, LpFailure> {
        let outcomes = self.engine.probe(trials, iterations, request);
        let outcomes = outcomes.map_err(|error| self.failed(error))?;
        self.runs += outcomes.len() as u64;
        Ok(outcomes.into_iter().map(trial).collect())
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<LpAnswer, LpFailure> {
        self.runs += 1;
        let outcome = self.engine.solve(request).map_err(|error| self.failed(error))?;
        Ok(match (outcome.verdict, outcome.duals) {
            // Whatever duals are handed on, what is computed from them holds: no option of the solver spoils that.
            (Verdict::Optimal(values) | Verdict::Feasible { solution: values, .. }, Some(duals)) => {
                LpAnswer::Optimal(Optimum { values, duals })
            }
            (Verdict::Infeasible, ray) => LpAnswer::Infeasible { ray },
            (Verdict::Feasible { stop, .. }, None) | (Verdict::Unknown { stop, .. }, _) => LpAnswer::Stopped(stop),
            (Verdict::Optimal(_), None) => {
                let message = "it reports no duals".into();
                return Err(self.failed(BackendError::Failed { solver: self.engine.backend().version(), message }));
            }
        })
    }
}

impl Programs {
    fn new(bounds: Bounds, request: &Request<'_>) -> Self {
        Self { engine: Engine::for_request(bounds.entry, bounds.backend, request), runs: 0, failure: None }
    }

    fn failed(&mut self, error: BackendError) -> LpFailure {
        self.failure = Some(error);
        LpFailure
    }

    /// The solver's failure, which a search met.
    fn failure(self) -> ModelError {
        let failed =
            || BackendError::Failed { solver: self.engine.backend().version(), message: "it does not say why".into() };
        self.failure.unwrap_or_else(failed).into()
    }
}

/// The number of optimal solutions.
pub(super) fn count_by_bounded_search(
    problem: &Problem,
    bounds: Bounds,
    request: &Request<'_>,
) -> Result<Count, SolveError> {
    let mut programs = Programs::new(bounds, request);
    let count = problem.instance.bounded_count(bounds.search, &mut programs, request)?;
    Ok(count.map_err(|LpFailure| programs.failure())?)
}

fn trial(outcome: backend::Outcome) -> Trial {
    match (outcome.verdict, outcome.duals) {
        (Verdict::Infeasible, Some(ray)) => Trial::Ray(ray),
        (_, Some(duals)) => Trial::Duals(duals),
        (_, None) => Trial::Nothing,
    }
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
    let mut programs = Programs::new(bounds, request);
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
        solver_runs: Some(programs.runs),
        solve_seconds: Some(start.elapsed().as_secs_f64()),
        peak_memory_bytes: programs.engine.peak_memory(),
        ..Stats::default()
    };
    let solver =
        Solver { name: entry.name, version: backend.version(), method: search, encoding: None, lowering: None };
    Ok(Outcome { solver, verdict: verdict.map(|solution| (solution, None)), reason, stats, listing: None })
}
