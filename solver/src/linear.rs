//! For backends that take linear rows only, in this crate or outside.
//!
//! Rows without variables never reach a solver: their feasibility is decided here.

use super::{BackendError, Claim, Ending, Session};
use crate::control::Request;
use crate::model::{LinearConstraint, Model};
use crate::session::WholeRuns;

/// A session that keeps nothing but the model: each run solves the whole model anew, by a function, unless it needs no solver.
pub fn whole_runs<'b>(
    model: Model,
    solve: impl Fn(&Model, &Request<'_>) -> Result<Claim, BackendError> + 'b,
) -> Box<dyn Session + 'b> {
    Box::new(WholeRuns::new(model, move |model: &Model, request: &Request<'_>| {
        settle(model).map_or_else(|| solve(model, request), Ok)
    }))
}

/// Answers models that need no solver: empty domains, false rows without variables, no variables at all.
pub fn settle(model: &Model) -> Option<Claim> {
    let empty_domain = model.variables().iter().any(|v| v.lower > v.upper);
    let false_row = rows(model).any(|(_, row)| {
        row.terms().is_empty() && (row.lower().is_some_and(|l| l > 0) || row.upper().is_some_and(|u| u < 0))
    });
    if empty_domain || false_row {
        return Some(Claim::of(Ending::Infeasible));
    }
    model.variables().is_empty().then(|| Claim::optimal(Vec::new()))
}

/// The linear rows with their names; a lowered model holds no other constraints.
///
/// # Panics
/// When the model has other constraints.
pub fn rows(model: &Model) -> impl Iterator<Item = (&str, &LinearConstraint)> {
    let lowered = "the model was lowered to plain linear rows";
    model.constraints().iter().map(move |named| (named.name.as_str(), named.constraint.as_row().expect(lowered)))
}
