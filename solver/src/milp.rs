//! Model → `good_lp`. The objective's constant, which `good_lp` drops, is left to the backends.

use good_lp::{Expression, ProblemVariables, Solver, SolverModel, constraint, variable};

use super::BackendError;
use super::floats::exact;
use super::linear::rows;
use crate::model::{Model, Relation, Sense, Var};

/// Builds the solver's model. The objective is passed without its constant; variables that are implied integer become reals if `has_reals`.
pub(super) fn build<S: Solver>(model: &Model, solver: S, has_reals: bool) -> Result<S::Model, BackendError> {
    let mut problem = ProblemVariables::new();
    let mut columns = Vec::with_capacity(model.variables().len());
    for v in model.variables() {
        let definition = variable().min(exact(v.lower, &v.name)?).max(exact(v.upper, &v.name)?);
        let is_real = v.may_be_continuous() && has_reals;
        columns.push(problem.add(if is_real { definition } else { definition.integer() }));
    }
    let sum = |terms: &[(Var, i64)], name: &str| -> Result<Expression, BackendError> {
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
        let sum = sum(row.terms(), name)?;
        for (relation, bound) in row.sides() {
            let (sum, bound) = (sum.clone(), exact(bound, name)?);
            built.add_constraint(match relation {
                Relation::AtLeast => constraint!(sum >= bound),
                Relation::AtMost => constraint!(sum <= bound),
                Relation::Equal => constraint!(sum == bound),
            });
        }
    }
    Ok(built)
}
