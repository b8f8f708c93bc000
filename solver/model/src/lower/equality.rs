//! Equality literals → rows.
//!
//! A variable x in l..=u with at least one literal [x = v] gets a literal for every value, and
//! ```text
//! Σ_v [x = v] = 1
//! Σ_v v · [x = v] = x
//! ```

use std::collections::BTreeSet;

use crate::model::{Linear, Literal, Model, Var};

pub(super) fn to_linear(mut model: Model) -> Model {
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
