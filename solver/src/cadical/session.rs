//! A model, and a solver that keeps the clauses of the model, and what it has learnt, between runs.

use super::clausal::Clausal;
use super::refuter::Refuter;
use super::run::{self, stopped_before};
use crate::control::Request;
use crate::model::Model;
use crate::session::{Change, Receiver, Task};
use crate::{BackendError, Claim};

/// See the [module](self).
pub(super) struct Session {
    model: Model,
    /// From the first run on.
    solver: Option<IncrementalSolver>,
    /// From the first refutation on.
    refuter: Option<Refuter>,
}

/// A solver at work.
struct IncrementalSolver {
    clausal: Clausal,
    settings: Settings,
    /// The number of the model's constraints that the solver has.
    constraints: usize,
}

/// The settings that a solver needs before its first clause.
#[derive(PartialEq, Eq)]
struct Settings {
    seed: Option<u32>,
    log: bool,
    options: Vec<(String, String)>,
}

impl Settings {
    fn of(request: &Request<'_>) -> Self {
        Self { seed: request.seed, log: request.log, options: request.options.clone() }
    }
}

impl crate::Session for Session {
    fn change(&mut self, change: Change) {
        // Rows may stay: the solver has their clauses.
        if let Change::Add(..) = change {
            change.make(&mut self.model);
        }
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        match task {
            Task::Best => self.solve(request),
            Task::Refute(clauses) => {
                let refuter = match self.refuter.take() {
                    Some(refuter) => refuter,
                    None => Refuter::new(request)?,
                };
                self.refuter.insert(refuter).run(clauses, request, found)
            }
            _ => Err(BackendError::no_such_task("CaDiCaL")),
        }
    }
}

impl Session {
    pub const fn new(model: Model) -> Self {
        Self { model, solver: None, refuter: None }
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<Claim, BackendError> {
        let settings = Settings::of(request);
        // It is put back only if nothing fails: a solver may be left with part of a constraint.
        let mut solver = match self.solver.take().filter(|solver| solver.settings == settings) {
            Some(solver) => solver,
            None => match Clausal::new(&self.model, request)? {
                Some(clausal) => IncrementalSolver { clausal, settings, constraints: self.model.constraints().len() },
                None => return Ok(stopped_before(request)),
            },
        };
        for named in &self.model.constraints()[solver.constraints..] {
            solver.clausal.require(named)?;
        }
        solver.constraints = self.model.constraints().len();
        let claim = run::solve(&mut solver.clausal, request)?;
        self.solver = Some(solver);
        Ok(claim)
    }
}
