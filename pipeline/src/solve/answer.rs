//! A method's answer before it is replayed, and its replay: the rules have to count the claimed objective.

use serde_json::Value;

use super::error::SolveError;
use super::method::{MODEL, Solver};
use super::prepare::Prepared;
use super::problem::Problem;
use super::verify::{Verified, check};
use crate::report::{SEARCH, Status};
use tumble_model::model::{Assignment, Sense};
use tumble_puzzles::puzzle::Formulation;

/// The objective of a solution as the model counts it; `None` if the model has no objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModelValue(pub Option<i128>);

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
}

/// A solver's assignment, decoded.
pub(super) struct Answer {
    pub assignment: Assignment,
    pub solution: Value,
    pub claim: ModelValue,
}

impl Answer {
    /// Its objective in the model.
    pub fn objective(&self) -> Option<i64> {
        self.claim.0.and_then(|objective| i64::try_from(objective).ok())
    }
}

/// From an assignment to a solution and the objective that the model gives it.
pub(super) fn decode(formulation: &Formulation<Value>, assignment: Assignment) -> Result<Answer, String> {
    let solution = (formulation.decode)(&assignment).map_err(|why| format!("it cannot be decoded: {why}"))?;
    let claim = ModelValue(formulation.model.objective().map(|objective| objective.expression.value(&assignment)));
    Ok(Answer { assignment, solution, claim })
}

/// Replays a solution, and checks the objective that the model gave it against the one that the rules count.
pub(super) fn verified<'a>(
    problem: &'a Problem,
    by: &By,
    status: Status,
    solution: &Value,
    claim: Option<ModelValue>,
) -> Result<Verified<'a>, SolveError> {
    let verified = check(&*problem.instance, solution).map_err(|error| by.wrong(status, error.to_string()))?;
    let objective = verified.objective();
    match claim {
        Some(ModelValue(claimed))
            if !may_count(problem.instance.sense(), status, claimed, objective.map(i128::from)) =>
        {
            let why = format!("the rules count an objective of {objective:?}, the model {claimed:?}");
            Err(by.wrong(status, why))
        }
        _ => Ok(verified),
    }
}

/// Whether the rules may count `counted` if the model claims `claimed`: an equal objective, or a better objective if the
/// solution is not proved to be optimal. Only the best flow is without superfluous cycles, which decoding leaves out.
fn may_count(sense: Option<Sense>, status: Status, claimed: Option<i128>, counted: Option<i128>) -> bool {
    let is_better = match (sense, claimed, counted) {
        (Some(sense), Some(claimed), Some(counted)) => sense.is_better(counted, claimed),
        _ => false,
    };
    counted == claimed || (status == Status::Feasible && is_better)
}
