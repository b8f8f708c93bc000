//! All different: each value is taken by at most one variable.
//!
//! ```text
//! at most one of [xᵢ = v]                  each value v that two variables can take
//! at least one of [xᵢ = v]                 if there are as many values as variables
//! ```
//! The second follows, but unit propagation does not find it. Size: for each value what `exactly_one.rs` says.

use std::collections::BTreeMap;

use super::Lit;
use super::clauses::{Clauses, Refusal};
use super::exactly_one::at_most_one;
use super::variables::Variables;
use tumble_model::model::Var;

pub(super) fn require(vars: &[Var], variables: &mut Variables, out: &mut Clauses<'_>) -> Result<(), Refusal> {
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
