//! From an assignment of a model to a solution that the rules have replayed.

use serde_json::Value;

use super::error::SolveError;
use super::method::{MODEL, Solver};
use super::prepare::Prepared;
use super::problem::Problem;
use crate::report::{SEARCH, Status};
use crate::verify::{Verified, check};
use tumble_model::model::Assignment;
use tumble_puzzles::puzzle::Formulation;

/// What solved it, and how.
#[derive(Clone, Debug)]
pub(super) struct By {
    pub name: &'static str,
    pub version: String,
    /// How: a model, or the name of a search.
    pub method: &'static str,
    pub encoding: Option<String>,
    pub lowering: Option<String>,
}

impl By {
    /// By a search, with this solver for its linear programs.
    pub fn search(method: &'static str, solver: Option<Solver>) -> Self {
        let own = || (SEARCH, env!("CARGO_PKG_VERSION").to_owned());
        let (name, version) = solver.map_or_else(own, |solver| (solver.entry.name, solver.backend.version()));
        Self { name, version, method, encoding: None, lowering: None }
    }

    /// By a solver, through this model.
    pub fn model(name: &'static str, version: String, prepared: &Prepared) -> Self {
        let (encoding, lowering) = (Some(prepared.encoding.clone()), Some(prepared.lowering.to_string()));
        Self { name, version, method: MODEL, encoding, lowering }
    }

    /// The error for an answer of this solver that failed the checks.
    pub fn wrong(&self, status: Status, why: String) -> SolveError {
        let solver = format!("{} {}", self.name, self.version);
        SolveError::Wrong { solver, encoding: self.encoding.clone().unwrap_or_else(|| "none".into()), status, why }
    }

    /// Replays a solution that has no assignment.
    pub fn replayed(&self, problem: &Problem, status: Status, solution: &Value) -> Result<Verified, SolveError> {
        check(&*problem.instance, solution).map_err(|error| self.wrong(status, error.to_string()))
    }

    /// The solution of an answer with this status, unless the rules count its objective otherwise than the model. Where nothing is proved
    /// they may count a better one: only the best flow is without superfluous cycles, which decoding leaves out.
    pub fn counted(
        &self,
        problem: &Problem,
        status: Status,
        (verified, claim): (Verified, Option<i128>),
    ) -> Result<Verified, SolveError> {
        let objective = verified.objective();
        let counted = objective.map(i128::from);
        let is_better = match (problem.instance.sense(), claim, counted) {
            (Some(sense), Some(claim), Some(counted)) => sense.is_better(counted, claim),
            _ => false,
        };
        if counted == claim || (status == Status::Feasible && is_better) {
            return Ok(verified);
        }
        Err(self.wrong(status, format!("the rules count an objective of {objective:?}, the model {claim:?}")))
    }
}

/// A solver's assignment, which satisfies the model, and its solution.
pub(super) struct Answer {
    pub assignment: Assignment,
    pub verified: Verified,
    /// The objective as the model counts it; `None` if the model has no objective.
    pub claim: Option<i128>,
}

impl Answer {
    /// Decodes an assignment that satisfies the model, and replays the solution.
    ///
    /// # Errors
    /// Why it is none.
    pub fn new(problem: &Problem, formulation: &Formulation<Value>, assignment: Assignment) -> Result<Self, String> {
        let solution = (formulation.decode)(&assignment).map_err(|why| format!("it cannot be decoded: {why}"))?;
        let verified = check(&*problem.instance, &solution).map_err(|error| error.to_string())?;
        let claim = formulation.model.objective().map(|objective| objective.expression.value(&assignment));
        Ok(Self { assignment, verified, claim })
    }

    /// Its objective in the model.
    pub fn objective(&self) -> Option<i64> {
        self.claim.and_then(|objective| i64::try_from(objective).ok())
    }
}
