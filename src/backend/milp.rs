//! Model → `good_lp`: what the MILP backends share.
//!
//! Two things are not passed to `good_lp`: the objective's constant, which it drops, and rows without variables, whose
//! feasibility is decided here.

use good_lp::{Expression, ProblemVariables, Solver, SolverModel, constraint, variable};

use super::BackendError;
use crate::model::{Constraint, EXACT, LinearConstraint, Model, Sense};
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

/// Builds the solver's model. The objective is passed without its constant.
pub(super) fn build<S: Solver>(model: &Model, solver: S) -> Result<S::Model, BackendError> {
    let mut problem = ProblemVariables::new();
    let mut columns = Vec::with_capacity(model.variables().len());
    for v in model.variables() {
        let definition = variable().min(exact(v.lower, &v.name)?).max(exact(v.upper, &v.name)?);
        columns.push(problem.add(if v.implied_integer { definition } else { definition.integer() }));
    }
    let sum = |terms: &[(crate::model::Var, i64)], name: &str| -> Result<Expression, BackendError> {
        let mut expression = Expression::with_capacity(terms.len());
        for &(var, coefficient) in terms {
            expression.add_mul(exact(coefficient, name)?, columns[var.index()]);
        }
        Ok(expression)
    };
    let unsolved = match model.objective() {
        Some(objective) => {
            let expression = sum(objective.expression.terms(), "a coefficient of the objective")?;
            match objective.sense {
                Sense::Maximize => problem.maximise(expression),
                Sense::Minimize => problem.minimise(expression),
            }
        }
        None => problem.minimise(Expression::default()),
    };
    let mut built = unsolved.using(solver);
    for (name, row) in rows(model).filter(|(_, row)| !row.terms().is_empty()) {
        let expression = sum(row.terms(), name)?;
        match (row.lower(), row.upper()) {
            (Some(lower), Some(upper)) if lower == upper => {
                built.add_constraint(constraint!(expression == exact(lower, name)?));
            }
            (Some(lower), Some(upper)) => {
                built.add_constraint(constraint!(expression.clone() >= exact(lower, name)?));
                built.add_constraint(constraint!(expression <= exact(upper, name)?));
            }
            (Some(lower), None) => {
                built.add_constraint(constraint!(expression >= exact(lower, name)?));
            }
            (None, Some(upper)) => {
                built.add_constraint(constraint!(expression <= exact(upper, name)?));
            }
            (None, None) => {}
        }
    }
    Ok(built)
}

/// The linear rows with their names; a lowered model holds no other constraints.
fn rows(model: &Model) -> impl Iterator<Item = (&str, &LinearConstraint)> {
    model.constraints().iter().map(|c| match &c.constraint {
        Constraint::Linear(row) if row.condition().is_none() => (c.name.as_str(), row),
        _ => unreachable!("the model was lowered to plain linear rows"),
    })
}

/// `value` as a float, if that is exact.
fn exact(value: i64, what: &str) -> Result<f64, BackendError> {
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
