//! A whole run of CBC through `good_lp` and `coin_cbc`: it says nothing before its end, and keeps CBC's own limits only. A child process adds
//! what is missing: limits and interrupts.

use super::solver::{Answer, NONE, failed, locked, of_model, parameters, refused};
use crate::BackendError;
use crate::control::Request;
use crate::harmless::{self, is_among};
use crate::milp;
use crate::model::Model;

/// Runs CBC. The parameters of CBC's own that it takes are those of [`harmless::CBC`]: the library ignores names that it does not know.
pub(super) fn solve(model: &Model, request: &Request<'_>) -> Result<Answer, BackendError> {
    let mut built = milp::build(model, good_lp::solvers::coin_cbc::coin_cbc, false)?;
    for (name, value) in parameters(request) {
        built.set_parameter(name, &value);
    }
    for (name, value) in &request.options {
        if !is_among(name, harmless::CBC) || value.contains('\0') {
            return Err(refused(name, value, "a build without `cbc-bridge` does not take it"));
        }
        built.set_parameter(name, value);
    }
    let lock = locked();
    let solved = built.as_inner().solve();
    drop(lock);
    let raw = solved.raw();
    let values = raw.col_solution();
    if values.len() < model.variables().len() {
        return Err(failed("it has no value for some variables".into()));
    }
    Ok(Answer {
        code: raw.status() as i32,
        secondary: raw.secondary_status() as i32,
        is_optimal: raw.is_proven_optimal(),
        is_infeasible: raw.is_proven_infeasible(),
        // Without an incumbent the values are those of a linear program.
        best: (raw.obj_value().abs() < NONE && !raw.is_proven_infeasible()).then(|| values.to_vec()),
        bound: of_model(model, 1.0, raw.best_possible_value()),
        root_bound: None,
        nodes: None,
        incumbents: None,
    })
}
