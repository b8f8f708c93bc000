//! Constraints on the values of variables → equality literals and rows.
//!
//! `table=support`: Table → one variable per tuple, equality literals and rows.
//!
//! A table over x₁ … xₙ with tuples t ∈ T (those inside the bounds, each once) becomes z_t ∈ {0, 1} and
//! ```text
//! Σ_t z_t = 1
//! Σ_{t : tⱼ = v} z_t = [xⱼ = v]      each column j and each value v within the bounds of xⱼ
//! ```
//! Where a tuple is the only support of a value, z_t *is* [xⱼ = v] and gets no variable of its own: a function table
//! costs no variables. The right-hand sides of a column sum to 1, so the first row is needed only as the rows of some
//! column; it is left out.
//!
//! `all-different=assignment`: AllDifferent → equality literals and rows.
//!
//! AllDifferent(x₁ … xₙ) becomes, for each value v that some xᵢ can take,
//! ```text
//! Σᵢ [xᵢ = v] ≤ 1      (= 1 where there are as many values as variables)
//! ```

use std::collections::BTreeMap;

use crate::model::{Constraint, Linear, Literal, Model, Rewriter, Supports, Table, Var, value_name};

pub(super) fn by_support(mut model: Model) -> Model {
    model.explain("NAME_zI", "tuple I of table NAME is chosen");
    model.rewrite(&mut |name, constraint, out| match constraint {
        Constraint::Table(table) => support(&name, &table, out),
        other => out.add(name, other),
    })
}

fn support(name: &str, table: &Table, out: &mut Rewriter<'_>) {
    let supports = table.supports(|var| out.model().variable(var).range());
    let selectors = selectors(name, table.vars(), &supports, out);
    for (column, (&var, by_value)) in table.vars().iter().zip(&supports.by_value).enumerate() {
        for value in out.model().variable(var).range() {
            let literal = out.model_mut().is(var, value);
            let supporting = by_value.get(&value).map_or(&[][..], Vec::as_slice);
            if let [only] = supporting
                && selectors[*only] == literal
            {
                continue;
            }
            let sum = Linear::count(supporting.iter().map(|&i| selectors[i]));
            let row = sum.plus_literal(-1, literal).equals(0);
            out.add(format!("{name}_k{column}_v{}", value_name(value)), row);
        }
    }
    if supports.tuples.is_empty() {
        out.add(format!("{name}_empty"), Linear::new().equals(1));
    }
}

/// The literal that selects each tuple: an equality literal where the tuple is the only support of one of its values, a
/// new variable otherwise.
fn selectors(name: &str, vars: &[Var], supports: &Supports<'_>, out: &mut Rewriter<'_>) -> Vec<Literal> {
    let selector = |(i, tuple): (usize, &&[i64])| match supports.alone(i) {
        Some(column) => out.model_mut().is(vars[column], tuple[column]),
        None => out.model_mut().binary(format!("{name}_z{i}")).into(),
    };
    supports.tuples.iter().enumerate().map(selector).collect()
}

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
