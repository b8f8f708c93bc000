//! Whole models.

use itertools::Itertools as _;
use proptest::prelude::*;

use super::satisfiable;
use crate::variables::{Form, Number};
use crate::{Encoding, Lit};
use tumble_model::model::{Arc, Assignment, Circuit, Constraint, Linear, LinearConstraint, Literal, Model, Table, Var};

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

/// A model that grows by seeds, whose numbers choose among its variables.
struct Growing {
    model: Model,
    vars: Vec<Var>,
    binaries: Vec<Var>,
}

impl Growing {
    fn new(domains: &[(i64, i64)]) -> Self {
        let mut model = Model::new("random");
        let var = |(i, &(lower, span)): (usize, &(i64, i64))| match span {
            0..=3 => model.binary(format!("b{i}")),
            span => model.integer(format!("x{i}"), lower..=lower + span - 3),
        };
        let vars: Vec<Var> = domains.iter().enumerate().map(var).collect();
        let is_binary = |var: &Var| (model.variable(*var).lower, model.variable(*var).upper) == (0, 1);
        let binaries = vars.iter().copied().filter(is_binary).collect();
        Self { model, vars, binaries }
    }

    fn var(&self, i: usize) -> Var {
        self.vars[i % self.vars.len()]
    }

    fn vars(&self, list: &[usize]) -> Vec<Var> {
        list.iter().map(|&i| self.var(i)).collect()
    }

    /// `None` if there is no 0/1 variable.
    fn literal(&self, i: usize, positive: bool) -> Option<Literal> {
        let literal = Literal::from(*self.binaries.get(i % self.binaries.len().max(1))?);
        Some(if positive { literal } else { !literal })
    }

    fn add(&mut self, name: String, seed: &Seed) {
        match seed {
            Seed::Row(seed) => {
                let sum = seed.terms.iter().fold(Linear::new(), |sum, &(i, c)| sum.plus(c, self.var(i)));
                let upper = seed.span.map(|span| seed.lower.unwrap_or(-2) + span);
                let row = LinearConstraint::new(sum, seed.lower, upper);
                let condition = seed.condition.and_then(|(i, positive)| self.literal(i, positive));
                self.model.add(name, condition.map_or(row.clone(), |condition| row.only_if(condition)));
            }
            Seed::Equal(x, value, y) => {
                let equal = self.model.is(self.var(*x), *value);
                if let Some(y) = self.literal(*y, true) {
                    self.model.add(name, Linear::count([equal, y]).at_most(1));
                }
            }
            Seed::AllDifferent(list) => self.model.add(name, Constraint::AllDifferent(self.vars(list))),
            Seed::Table(list, values) => {
                let whole = values.len() / list.len() * list.len();
                self.model.add(name, Table::new(self.vars(list), values[..whole].into()));
            }
            Seed::Circuit(nodes, arcs) => {
                let arc = |&(from, to, i, positive): &(usize, usize, usize, bool)| {
                    Some(Arc { from: from % nodes, to: to % nodes, literal: self.literal(i, positive)? })
                };
                let arcs = arcs.iter().filter_map(arc).collect();
                self.model.add(name, Circuit { nodes: *nodes, arcs });
            }
        }
    }
}

/// A model of a few variables, with at most some thousand assignments.
fn model(domains: &[(i64, i64)], seeds: &[Seed]) -> Model {
    let mut growing = Growing::new(domains);
    for (i, seed) in seeds.iter().enumerate() {
        growing.add(format!("c{i}"), seed);
    }
    growing.model
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
