//! Equality literals and half-reified rows → plain rows.
//!
//! **Equality literals.** A variable x in l..=u with at least one literal [x = v] gets a literal for every value, and
//! ```text
//! Σ_v [x = v] = 1
//! Σ_v v · [x = v] = x
//! ```
//!
//! **Half-reified rows**, by big-M constants from the bounds of the variables. b → l ≤ a·x ≤ u becomes, with m and M the
//! least and largest values of a·x,
//! ```text
//! a·x ≥ l − (l − m)·(1 − b)      where m < l
//! a·x ≤ u + (M − u)·(1 − b)      where M > u
//! ```

use std::collections::BTreeSet;

use super::LowerError;
use crate::model::{Constraint, EXACT, Linear, LinearConstraint, Literal, Model, Var};

/// States the equality literals by rows.
pub(super) fn of_literals(mut model: Model) -> Model {
    let compared: BTreeSet<Var> = model.definitions().iter().map(|d| d.var).collect();
    if !compared.is_empty() {
        model.block("equality literals: [x = v] for each value v of x");
    }
    for var in compared {
        if model.stop().is_some() {
            break;
        }
        let variable = model.variable(var).clone();
        let literals: Vec<(i64, Literal)> =
            (variable.lower..=variable.upper).map(|value| (value, model.is(var, value))).collect();
        let one = Linear::count(literals.iter().map(|&(_, literal)| literal)).equals(1);
        let value = literals
            .iter()
            .fold(Linear::new().plus(-1, var), |sum, &(value, literal)| sum.plus_literal(value, literal))
            .equals(0);
        model.add(format!("{}_one", variable.name), one);
        model.add(format!("{}_value", variable.name), value);
    }
    model.take_definitions();
    model
}

/// Makes half-reified rows plain.
pub(super) fn of_conditions(model: Model) -> Result<Model, LowerError> {
    let mut error = None;
    let model = model.rewrite(&mut |name, constraint, out| {
        let Constraint::Linear(row) = &constraint else { return out.add(name, constraint) };
        let Some(literal) = row.condition() else { return out.add(name, constraint) };
        match big_m(out.model(), row, literal) {
            Some(rows) => rows.into_iter().for_each(|(suffix, row)| out.add(format!("{name}_{suffix}"), row)),
            None => error = Some(LowerError::RangeTooLarge { name }),
        }
    });
    error.map_or(Ok(model), Err)
}

/// The rows that replace `literal → row`, or `None` when a constant is not exact.
fn big_m(model: &Model, row: &LinearConstraint, literal: Literal) -> Option<Vec<(&'static str, LinearConstraint)>> {
    let (least, largest) = model.range_of(row.terms());
    let (least, largest) = (exact(least)?, exact(largest)?);
    let expression = || row.terms().iter().fold(Linear::new(), |sum, &(var, c)| sum.plus(c, var));
    let mut rows = Vec::new();
    if let Some(lower) = row.lower().filter(|&lower| least < lower) {
        let m = exact(i128::from(lower) - i128::from(least))?;
        rows.push(("if_low", expression().plus_literal(m, !literal).at_least(lower)));
    }
    if let Some(upper) = row.upper().filter(|&upper| largest > upper) {
        let m = exact(i128::from(largest) - i128::from(upper))?;
        rows.push(("if_high", expression().plus_literal(-m, !literal).at_most(upper)));
    }
    Some(rows)
}

/// `value`, if a solver's floating point holds it exactly.
fn exact(value: i128) -> Option<i64> {
    i64::try_from(value).ok().filter(|value| (-EXACT..=EXACT).contains(value))
}
