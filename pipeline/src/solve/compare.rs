//! Compares reports on one problem.

use super::error::SolveError;
use super::method::Method;
use super::problem::Problem;
use crate::report::{Agreement, CrossCheck, Report, SEARCH, Status};
use tumble_model::model::Sense;

/// A method that can solve the problem and shares nothing with the method of `report`: a backend for search, search for a
/// backend.
pub fn other_method(problem: &Problem, report: &Report) -> Option<Method> {
    let others = Method::serving(&*problem.instance);
    others.into_iter().find(|method| (method.name() == SEARCH) != (report.backend == SEARCH))
}

/// Compares the answers of two methods, and says whether the second one confirms the first.
///
/// # Errors
/// When they cannot both be true.
pub fn cross_check(problem: &Problem, report: &Report, second: &Report) -> Result<CrossCheck, SolveError> {
    compare(problem.instance.sense(), report, second)?;
    // Searches ask the instance first.
    let is_seen = || second.backend == SEARCH && problem.instance.infeasible_because().is_some();
    let agreement = if second.stats.solver_runs == Some(0) || second.status == Status::Infeasible && is_seen() {
        Agreement::NotIndependent
    } else if report.status.is_proof() && second.status.is_proof() {
        Agreement::Agrees
    } else {
        Agreement::Undecided
    };
    Ok(CrossCheck {
        backend: second.backend,
        encoding: second.encoding.clone(),
        status: second.status,
        objective: second.objective,
        agreement,
    })
}

/// What a run says about its problem, as far as another run may contradict it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Who says it.
    pub by: String,
    /// How it ended.
    pub status: Status,
    /// The objective of its solution.
    pub objective: Option<i64>,
    /// No solution is better than this.
    pub bound: Option<i64>,
}

impl From<&Report> for Statement {
    fn from(report: &Report) -> Self {
        let Report { status, objective, bound, .. } = *report;
        Self { by: format!("{} {}", report.backend, report.backend_version), status, objective, bound }
    }
}

impl Statement {
    /// Whether the other statement makes impossible what this statement proves. `sense` is the sense of the objective.
    fn is_refuted_by(&self, other: &Self, sense: Option<Sense>) -> bool {
        match (self.status, other.status) {
            (Status::Infeasible, Status::Optimal | Status::Feasible | Status::Unbounded)
            | (Status::Unbounded, Status::Optimal) => true,
            (Status::Optimal, Status::Optimal) => self.objective != other.objective,
            (_, Status::Feasible | Status::Optimal) => match (sense, self.bound, other.objective) {
                (Some(sense), Some(bound), Some(objective)) => sense.is_better(objective, bound),
                _ => false,
            },
            _ => false,
        }
    }

    /// What the statement says, without who says it.
    fn words(&self) -> String {
        let number = |what: &str, n: Option<i64>| n.map(|n| format!(", {what} {n}")).unwrap_or_default();
        format!("{}{}{}", self.status, number("objective", self.objective), number("bound", self.bound))
    }
}

/// Compares two reports on one problem, whose objective has this sense.
///
/// # Errors
/// When they cannot both be true.
pub fn compare(sense: Option<Sense>, a: &Report, b: &Report) -> Result<(), SolveError> {
    compare_statements(sense, &a.into(), &b.into())
}

/// As [`compare`], for the statements of two runs.
///
/// # Errors
/// When it cannot both be true.
pub fn compare_statements(sense: Option<Sense>, a: &Statement, b: &Statement) -> Result<(), SolveError> {
    if !a.is_refuted_by(b, sense) && !b.is_refuted_by(a, sense) {
        return Ok(());
    }
    Err(SolveError::Disagreement { a: a.by.clone(), a_says: a.words(), b: b.by.clone(), b_says: b.words() })
}
