//! A puzzle's bounded search, with a backend that solves its linear programs.

use std::time::Instant;

use super::error::SolveError;
use super::method::Bounds;
use super::model::ModelError;
use super::outcome::{Outcome, Solver};
use super::problem::{Options, Problem};
use crate::backend::{BackendError, Engine};
use crate::lp::{LpAnswer, LpFailure, LpSolver, Optimum};
use crate::model::{LinearConstraint, Model};
use crate::puzzle::{Bounded, Count, Searched};
use crate::report::Stats;
use crate::run::{Request, Verdict};

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

    fn solve(&mut self, request: &Request<'_>) -> Result<LpAnswer, LpFailure> {
        self.runs += 1;
        let outcome = self.engine.solve(request).map_err(|error| {
            self.failure = Some(error);
            LpFailure
        })?;
        Ok(match (outcome.verdict, outcome.duals) {
            (Verdict::Optimal(values), Some(duals)) => LpAnswer::Optimal(Optimum { values, duals }),
            (Verdict::Infeasible, _) => LpAnswer::Infeasible,
            (Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. }, _) => LpAnswer::Stopped(stop),
            (Verdict::Optimal(_), None) => {
                let message = "it reports no duals".into();
                self.failure = Some(BackendError::Failed { solver: self.engine.backend().version(), message });
                return Err(LpFailure);
            }
        })
    }
}

impl Programs {
    fn new(bounds: Bounds, request: &Request<'_>) -> Self {
        Self { engine: Engine::for_request(bounds.entry, bounds.backend, request), runs: 0, failure: None }
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
