//! What the backends share that take linear rows only.
//!
//! Two things never reach a solver: the objective's constant, which many drop, and rows without variables, whose feasibility is
//! decided here.

use super::BackendError;
use crate::model::{Constraint, EXACT, LinearConstraint, Model};
use crate::run::Verdict;

/// Answers models that need no solver: empty domains, false rows without variables, no variables at all.
pub(super) fn settle(model: &Model) -> Option<Verdict<Vec<f64>>> {
    let empty_domain = model.variables().iter().any(|v| v.lower > v.upper);
    let false_row = rows(model).any(|(_, row)| {
        row.terms().is_empty() && (row.lower().is_some_and(|l| l > 0) || row.upper().is_some_and(|u| u < 0))
    });
    if empty_domain || false_row {
        return Some(Verdict::Infeasible);
    }
    model.variables().is_empty().then(|| Verdict::Optimal(Vec::new()))
}

/// The linear rows with their names; a lowered model holds no other constraints.
pub(super) fn rows(model: &Model) -> impl Iterator<Item = (&str, &LinearConstraint)> {
    model.constraints().iter().map(|c| match &c.constraint {
        Constraint::Linear(row) if row.condition().is_none() => (c.name.as_str(), row),
        _ => unreachable!("the model was lowered to plain linear rows"),
    })
}

/// `value` as a float, if that is exact.
pub(super) fn exact(value: i64, what: &str) -> Result<f64, BackendError> {
    if value.unsigned_abs() <= EXACT.unsigned_abs() {
        Ok(value as f64)
    } else {
        Err(BackendError::NotExact { what: format!("{value} in {what}") })
    }
}

/// A solver's bound on an integer objective (constant included), rounded inwards to an integer.
pub(super) fn integer_bound(model: &Model, bound: f64) -> Option<i64> {
    model.objective()?.integer_bound(bound)
}

/// The objective's constant, which the solvers never see.
pub(super) fn offset(model: &Model) -> f64 {
    model.objective().map_or(0.0, |objective| objective.expression.constant() as f64)
}
