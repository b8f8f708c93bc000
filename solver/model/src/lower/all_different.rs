//! `all-different=assignment`: AllDifferent → equality literals and rows.
//!
//! AllDifferent(x₁ … xₙ) becomes, for each value v that some xᵢ can take,
//! ```text
//! Σᵢ [xᵢ = v] ≤ 1      (= 1 where there are as many values as variables)
//! ```

use std::collections::BTreeMap;

use crate::model::{Constraint, Linear, Literal, Model, Rewriter, Var, value_name};

pub(super) fn by_assignment(model: Model) -> Model {
    model.rewrite(&mut |name, constraint, out| match constraint {
        Constraint::AllDifferent(vars) => assignment(&name, &vars, out),
        other => out.add(name, other),
    })
}

fn assignment(name: &str, vars: &[Var], out: &mut Rewriter<'_>) {
    let mut takers: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
    for &var in vars {
        let variable = out.model().variable(var);
        for value in variable.lower..=variable.upper {
            let literal = out.model_mut().is(var, value);
            takers.entry(value).or_default().push(literal);
        }
    }
    let every_value_is_taken = takers.len() == vars.len();
    for (value, literals) in takers {
        let sum = Linear::count(literals);
        let row = if every_value_is_taken { sum.equals(1) } else { sum.at_most(1) };
        out.add(format!("{name}_v{}", value_name(value)), row);
    }
}
