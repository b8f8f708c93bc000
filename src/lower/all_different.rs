//! `all-different=assignment`: AllDifferent → equality literals and rows.
//!
//! AllDifferent(x₁ … xₙ) becomes, for each value v that some xᵢ can take,
//! ```text
//! Σᵢ [xᵢ = v] ≤ 1      (= 1 where there are as many values as variables)
//! ```

use crate::model::{Constraint, Linear, Literal, Model, Rewriter, Var};

pub(super) fn by_assignment(model: Model) -> Model {
    model.rewrite(|name, constraint, out| match constraint {
        Constraint::AllDifferent(vars) => assignment(&name, &vars, out),
        other => out.add(name, other),
    })
}

fn assignment(name: &str, vars: &[Var], out: &mut Rewriter<'_>) {
    let domains: Vec<(i64, i64)> = vars.iter().map(|&v| out.model().variable(v)).map(|v| (v.lower, v.upper)).collect();
    let low = domains.iter().map(|&(lower, _)| lower).min();
    let high = domains.iter().map(|&(_, upper)| upper).max();
    let (Some(low), Some(high)) = (low, high) else { return };
    let every_value_is_taken = i128::from(high) - i128::from(low) + 1 == vars.len() as i128;
    for value in low..=high {
        let can_take = |&(_, (lower, upper)): &(&Var, &(i64, i64))| (*lower..=*upper).contains(&value);
        let takers: Vec<Literal> =
            vars.iter().zip(&domains).filter(can_take).map(|(&var, _)| out.model_mut().is(var, value)).collect();
        let sum = Linear::count(takers);
        let row = if every_value_is_taken { sum.equals(1) } else { sum.at_most(1) };
        out.add(format!("{name}_v{}", value_name(value)), row);
    }
}

/// A value as a part of a name: `m3` for −3.
pub(super) fn value_name(value: i64) -> String {
    value.to_string().replace('-', "m")
}
