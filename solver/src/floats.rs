//! For backends that compute in floating point, in this crate or outside. The objective's constant never reaches such a solver, because
//! many solvers drop it.

use super::BackendError;
use crate::model::{EXACT, Model};

/// `value` as a float, if that is exact.
///
/// # Errors
/// When it is not; `what` says where the number occurs.
pub fn exact(value: i64, what: &str) -> Result<f64, BackendError> {
    if value.unsigned_abs() <= EXACT.unsigned_abs() {
        Ok(value as f64)
    } else {
        Err(BackendError::NotExact { what: format!("{value} in {what}") })
    }
}

/// A solver's bound on an integer objective (constant included), rounded inwards to an integer.
pub fn integer_bound(model: &Model, bound: f64) -> Option<i64> {
    model.objective()?.integer_bound(bound)
}

/// The objective's constant, which the solvers never see.
pub fn offset(model: &Model) -> f64 {
    model.objective().map_or(0.0, |objective| objective.expression.constant() as f64)
}
