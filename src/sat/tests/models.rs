//! Whole models.

use itertools::Itertools as _;
use proptest::prelude::*;

use super::satisfiable;
use crate::model::{Arc, Assignment, Circuit, Constraint, Linear, LinearConstraint, Literal, Model, Table, Var};
use crate::sat::integer::Number;
use crate::sat::variables::Form;
use crate::sat::{Encoding, Lit};

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
fn value_literals(form: &Form, value: i64) -> Option<Vec<Lit>> {
    let integer = match form {
        Form::Literal(literal) => return Some(vec![if value == 1 { *literal } else { !*literal }]),
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

/// A linear constraint, as numbers to choose variables by.
#[derive(Clone, Debug)]
struct RowSeed {
    terms: Vec<(usize, i64)>,
    lower: Option<i64>,
    span: Option<i64>,
    condition: Option<(usize, bool)>,
}

#[derive(Clone, Debug)]
enum Seed {
    Row(RowSeed),
    Equal(usize, i64, usize),
    AllDifferent(Vec<usize>),
    Table(Vec<usize>, Vec<i64>),
    Circuit(usize, Vec<(usize, usize, usize, bool)>),
}

fn row_seed() -> impl Strategy<Value = RowSeed> {
    let condition = prop::option::weighted(0.3, (0..9usize, any::<bool>()));
    let terms = prop::collection::vec((0..9usize, -4..=4i64), 1..7);
    (terms, prop::option::of(-6..=4i64), prop::option::of(0..=5i64), condition)
        .prop_map(|(terms, lower, span, condition)| RowSeed { terms, lower, span, condition })
}

fn seed() -> impl Strategy<Value = Seed> {
    prop_oneof![
        5 => row_seed().prop_map(Seed::Row),
        1 => (0..9usize, -2..=3i64, 0..9usize).prop_map(|(x, v, y)| Seed::Equal(x, v, y)),
        1 => prop::collection::vec(0..9usize, 2..4).prop_map(Seed::AllDifferent),
        1 => (prop::collection::vec(0..9usize, 1..4), prop::collection::vec(-2..=3i64, 0..24))
            .prop_map(|(vars, values)| Seed::Table(vars, values)),
        1 => (2..4usize, prop::collection::vec((0..3usize, 0..3usize, 0..9usize, any::<bool>()), 2..9))
            .prop_map(|(nodes, arcs)| Seed::Circuit(nodes, arcs)),
    ]
}

/// A model of a few variables, with at most some thousand assignments.
fn model(domains: &[(i64, i64)], seeds: &[Seed]) -> Model {
    let mut model = Model::new("random");
    let vars: Vec<Var> = domains
        .iter()
        .enumerate()
        .map(|(i, &(lower, span))| match span {
            0..=3 => model.binary(format!("b{i}")),
            span => model.integer(format!("x{i}"), lower..=lower + span - 3),
        })
        .collect();
    let binaries: Vec<Var> =
        vars.iter().copied().filter(|&var| model.variable(var).lower == 0 && model.variable(var).upper == 1).collect();
    let var = |i: usize| vars[i % vars.len()];
    let binary = |i: usize| (!binaries.is_empty()).then(|| binaries[i % binaries.len()]);
    let literal = |(i, positive): (usize, bool)| {
        let literal = Literal::from(binary(i)?);
        Some(if positive { literal } else { !literal })
    };
    for (i, seed) in seeds.iter().enumerate() {
        let name = format!("c{i}");
        match seed {
            Seed::Row(seed) => {
                let sum = seed.terms.iter().fold(Linear::new(), |sum, &(i, c)| sum.plus(c, var(i)));
                let upper = seed.span.map(|span| seed.lower.unwrap_or(-2) + span);
                let row = LinearConstraint::new(sum, seed.lower, upper);
                match seed.condition.and_then(literal) {
                    Some(condition) => model.add(name, row.only_if(condition)),
                    None => model.add(name, row),
                }
            }
            Seed::Equal(x, value, y) => {
                let equal = model.is(var(*x), *value);
                if let Some(y) = binary(*y) {
                    model.add(name, Linear::count([equal, y.into()]).at_most(1));
                }
            }
            Seed::AllDifferent(list) => {
                model.add(name, Constraint::AllDifferent(list.iter().map(|&i| var(i)).collect()))
            }
            Seed::Table(list, values) => {
                let list: Vec<Var> = list.iter().map(|&i| var(i)).collect();
                let whole = values.len() / list.len() * list.len();
                model.add(name, Table::new(list, values[..whole].into()));
            }
            Seed::Circuit(nodes, arcs) => {
                let arc = |&(from, to, i, positive): &(usize, usize, usize, bool)| {
                    Some(Arc { from: from % nodes, to: to % nodes, literal: literal((i, positive))? })
                };
                model.add(name, Circuit { nodes: *nodes, arcs: arcs.iter().filter_map(arc).collect() });
            }
        }
    }
    model
}

fn size(domains: &[(i64, i64)]) -> i64 {
    domains.iter().map(|&(_, span)| if span <= 3 { 2 } else { span - 2 }).product()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_models_have_the_same_solutions_as_clauses(
        domains in prop::collection::vec((-3..=2i64, 0..=7i64), 1..8).prop_filter("few assignments", |d| size(d) <= 600),
        seeds in prop::collection::vec(seed(), 1..6),
    ) {
        assert_equivalent(&model(&domains, &seeds));
    }
}
