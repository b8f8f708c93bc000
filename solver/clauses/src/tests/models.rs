//! Whole models.

use itertools::Itertools as _;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::satisfiable;
use crate::variables::{Form, Number};
use crate::{Encoding, Lit};
use tumble_model::model::{Assignment, Model};

#[allow(dead_code, clippy::cast_possible_truncation, reason = "other tests need all of it")]
#[path = "../../../../tests/all/common/models.rs"]
mod random;

/// The clauses of a model.
fn clauses(model: &Model) -> (Encoding, Vec<Vec<Lit>>) {
    let mut clauses = Vec::new();
    let encoding = Encoding::new(model, &mut |clause| clauses.push(clause.to_vec()), &|| true).unwrap();
    assert_eq!(encoding.size().clauses, clauses.len() as u64);
    let largest = clauses.iter().flatten().map(|literal| literal.number().unsigned_abs()).max();
    assert!(u64::from(largest.unwrap_or(0)) <= encoding.size().variables);
    (encoding, clauses)
}

/// The literals that say that a variable has a value; `None` if it cannot have it.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of this test")]
fn value_literals(form: &Form, value: i64) -> Option<Vec<Lit>> {
    let integer = match form {
        // The range of any variable may have become 0..=1.
        Form::Literal(literal) => {
            return match value {
                0 => Some(vec![!*literal]),
                1 => Some(vec![*literal]),
                _ => None,
            };
        }
        Form::Integer(integer) => integer,
    };
    if !(integer.lower()..=integer.upper()).contains(&value) {
        return None;
    }
    let above = (value - integer.lower()) as usize;
    Some(match integer.clone().known_number() {
        Some(Number::Order(order)) => vec![order.at_least(above), !order.at_least(above + 1)],
        Some(Number::Bits(bits)) => bits.are(above as u64),
        None => vec![integer.equalities().nth(above).map_or(Lit::TRUE, |(_, literal)| literal)],
    })
}

/// Compares the clauses with [`Model::check`] on all assignments.
fn assert_equivalent(model: &Model) {
    let (encoding, clauses) = clauses(model);
    let domains = model.variables().iter().map(|v| v.lower..=v.upper);
    for values in domains.multi_cartesian_product() {
        let literals: Option<Vec<Vec<Lit>>> =
            encoding.forms().iter().zip(&values).map(|(form, &value)| value_literals(form, value)).collect();
        let literals = literals.map(|literals| literals.concat());
        let found = literals.is_some_and(|literals| satisfiable(&clauses, &literals));
        let expected = model.check(&Assignment::from(values.clone()));
        assert_eq!(found, expected.is_ok(), "{values:?} {expected:?}\n{model:#?}");
    }
}

/// Those of several thousand assignments are left out.
#[test]
fn random_models_have_the_same_solutions_as_clauses() {
    let mut compared = 0;
    for seed in 0..600 {
        let model = random::random(&mut ChaCha8Rng::seed_from_u64(seed));
        let assignments: i64 = model.variables().iter().map(|variable| variable.upper - variable.lower + 1).product();
        if assignments <= 1200 {
            assert_equivalent(&model);
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}
