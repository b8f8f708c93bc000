//! Compares reports on the same problem.

use super::error::SolveError;
use super::method::{Method, SEARCH};
use super::problem::Problem;
use crate::model::Sense;
use crate::report::{Agreement, CrossCheck, Report, Status};

/// A method that can solve the problem and shares nothing with the one behind `report`: a backend for search, search for a
/// backend.
#[must_use]
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
    let settled = |report: &Report| matches!(report.status, Status::Optimal | Status::Infeasible);
    let agreement = if second.stats.solver_runs == Some(0) {
        Agreement::NotIndependent
    } else if settled(report) && settled(second) {
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

/// Compares two reports on the same problem, whose objective has this sense.
///
/// # Errors
/// When they cannot both be true.
pub fn compare(sense: Option<Sense>, a: &Report, b: &Report) -> Result<(), SolveError> {
    let contradicts = |proof: &Report, other: &Report| match (proof.status, other.status) {
        (Status::Infeasible, Status::Optimal | Status::Feasible) => true,
        (Status::Optimal, Status::Optimal) => proof.objective != other.objective,
        (_, Status::Feasible | Status::Optimal) => match (sense, proof.bound, other.objective) {
            (Some(sense), Some(bound), Some(objective)) => sense.is_better(objective, bound),
            _ => false,
        },
        _ => false,
    };
    if !contradicts(a, b) && !contradicts(b, a) {
        return Ok(());
    }
    let says = |r: &Report| {
        let status = format!("{:?}", r.status).to_lowercase();
        let number = |what: &str, n: Option<i64>| n.map(|n| format!(", {what} {n}")).unwrap_or_default();
        format!("{status}{}{}", number("objective", r.objective), number("bound", r.bound))
    };
    Err(SolveError::Disagreement {
        a: format!("{} {}", a.backend, a.backend_version),
        a_says: says(a),
        b: format!("{} {}", b.backend, b.backend_version),
        b_says: says(b),
    })
}
