//! Constraints on the values of variables, over the literals [x = v].
//!
//! **Table:** a literal for each tuple, which is the support of its values.
//!
//! A table over x₁ … xₙ with tuples t ∈ T, those inside the ranges, each once, has literals z_t with
//! ```text
//! ¬z_t ∨ [xⱼ = tⱼ]                           each tuple and column
//! ¬[xⱼ = v] ∨ z_t ∨ … over the t with tⱼ = v   each column j and each value v of xⱼ
//! ```
//! Where a tuple is the only support of a value, z_t *is* [xⱼ = v]. Of an integer in bits only the values in tuples are looked at; if all
//! are such integers, some z_t holds. At most |T| variables; n·|T| clauses of two literals and one for each
//! value of a column. Unit propagation keeps to each variable exactly the values that are in some tuple that is left.
//!
//! Source: I. Gent, *Arc Consistency in SAT*, ECAI 2002; F. Bacchus, *GAC via Unit Propagation*, CP 2007.
//!
//! **All different:** each value is taken by at most one variable.
//!
//! ```text
//! at most one of [xᵢ = v]                  each value v that two variables can take
//! at least one of [xᵢ = v]                 if there are as many values as variables
//! ```
//! The second follows, but unit propagation does not find it. Size: for each value what `clauses.rs` says.

use std::collections::BTreeMap;

use super::Lit;
use super::clauses::{Clauses, Refusal, at_most_one};
use super::variables::Variables;
use tumble_model::model::{Table, Var};

/// A table.
pub(super) fn require_tuple(table: &Table, variables: &mut Variables, out: &mut Clauses<'_>) -> Result<(), Refusal> {
    let vars = table.vars();
    out.reserve(table.tuples().count() as u64 * vars.len() as u64)?;
    let supports = table.supports(|var| variables.range(var));
    let mut selector = |(i, tuple): (usize, &&[i64])| match supports.alone(i) {
        Some(column) => variables.equal(vars[column], tuple[column], out),
        None => out.variable(),
    };
    let selectors: Vec<Lit> = supports.tuples.iter().enumerate().map(&mut selector).collect();
    if selectors.is_empty() || !vars.iter().any(|&var| variables.has_few_values(var)) {
        out.add(&selectors);
    }
    for (&var, supports) in vars.iter().zip(&supports.by_value) {
        let few = variables.has_few_values(var);
        let values: Vec<i64> = if few { variables.range(var).collect() } else { supports.keys().copied().collect() };
        out.reserve(values.len() as u64)?;
        for value in values {
            let literal = variables.equal(var, value, out);
            let tuples: Vec<Lit> = supports.get(&value).into_iter().flatten().map(|&i| selectors[i]).collect();
            if tuples == [literal] {
                continue;
            }
            for &tuple in &tuples {
                out.add(&[!tuple, literal]);
            }
            out.add(&tuples.into_iter().chain([!literal]).collect::<Vec<_>>());
        }
    }
    Ok(())
}

/// All different.
pub(super) fn require_different(vars: &[Var], variables: &mut Variables, out: &mut Clauses<'_>) -> Result<(), Refusal> {
    let mut takers: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
    for &var in vars {
        let values = variables.range(var);
        out.reserve(values.end().abs_diff(*values.start()))?;
        for value in values {
            let literal = variables.equal(var, value, out);
            takers.entry(value).or_default().push(literal);
        }
    }
    let is_permutation = takers.len() == vars.len();
    for literals in takers.values() {
        at_most_one(literals, out)?;
        if is_permutation {
            out.add(literals);
        }
    }
    Ok(())
}
