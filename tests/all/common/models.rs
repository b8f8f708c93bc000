//! Random models of all kinds of constraint, and their solutions by plain enumeration.

use std::collections::BTreeSet;

use itertools::Itertools as _;
use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use tumble::model::{Arc, Circuit, Constraint, Linear, Literal, Model, Sense, Table, Var};

/// A random model with a few variables of small domains, and constraints of every kind.
pub fn random(rng: &mut ChaCha8Rng) -> Model {
    let mut model = Model::new("random");
    let booleans: Vec<Var> = (0..rng.random_range(3..=6)).map(|i| model.binary(format!("b{i}"))).collect();
    let mut integers = Vec::new();
    for i in 0..rng.random_range(1..=3) {
        let lower = rng.random_range(-4..=3);
        // Empty in one of twenty cases.
        let upper = if rng.random_ratio(1, 20) { lower - 1 } else { lower + rng.random_range(0..=4) };
        integers.push(model.integer(format!("x{i}"), lower..=upper));
    }
    let vars: Vec<Var> = booleans.iter().chain(&integers).copied().collect();
    let literal = |rng: &mut ChaCha8Rng| {
        let literal = Literal::from(*booleans.choose(rng).unwrap());
        if rng.random() { literal } else { !literal }
    };
    for i in 0..rng.random_range(0..=3) {
        let sum = vars.iter().fold(Linear::new(), |sum, &var| sum.plus(rng.random_range(-2..=2), var));
        let lower = rng.random_range(-4..=2);
        let row = match rng.random_range(0..4) {
            0 => sum.at_least(lower),
            1 => sum.at_most(lower),
            // Now and then no value is allowed.
            _ => sum.between(lower, lower + rng.random_range(-1..=4)),
        };
        model.add(format!("row{i}"), if rng.random() { row.only_if(literal(rng)) } else { row });
    }
    if rng.random() {
        let vars = integers.iter().chain([booleans.choose(rng).unwrap()]).copied().collect();
        model.add("different", Constraint::AllDifferent(vars));
    }
    if rng.random() {
        let columns: Vec<Var> = (0..2).map(|_| *vars.choose(rng).unwrap()).collect();
        let tuples: Vec<i64> = (0..2 * rng.random_range(0..=9)).map(|_| rng.random_range(-5..=5)).collect();
        model.add("table", Table::new(columns, tuples.into()));
    }
    if rng.random() {
        let nodes = rng.random_range(1..=3);
        let node = |rng: &mut ChaCha8Rng| rng.random_range(0..nodes);
        let arcs = 0..rng.random_range(nodes..=9);
        let arcs = arcs.map(|_| Arc { from: node(rng), to: node(rng), literal: literal(rng) }).collect();
        model.add("circuit", Circuit { nodes, arcs });
    }
    for _ in 0..rng.random_range(0..=2) {
        let (var, value) = (*integers.choose(rng).unwrap(), rng.random_range(-5..=8));
        let is = model.is(var, value);
        model.add(format!("if_{}", model.constraints().len()), Linear::count([is, literal(rng)]).at_least(1));
    }
    if rng.random() {
        let sum = vars.iter().fold(Linear::new(), |sum, &var| sum.plus(rng.random_range(-3..=3), var));
        let sense = if rng.random() { Sense::Maximize } else { Sense::Minimize };
        model.set_objective(sense, sum.plus_constant(rng.random_range(-9..=9)));
    }
    model
}

/// The most that some of so many weights can sum to within a capacity.
pub fn knapsack(items: usize, capacity: i64) -> Model {
    let mut model = Model::new("knapsack");
    let vars: Vec<Var> = (0..items).map(|i| model.binary(format!("x{i}"))).collect();
    let sum = |step: i64| vars.iter().zip(1_i64..).fold(Linear::new(), |sum, (&v, i)| sum.plus(10 + i * step % 17, v));
    model.add("weight", sum(5).at_most(capacity));
    model.set_objective(Sense::Maximize, sum(7).plus_constant(-1000));
    model
}

/// All solutions of a model, by trying every assignment.
pub fn enumerated(model: &Model) -> BTreeSet<Vec<i64>> {
    let domains = model.variables().iter().map(|variable| variable.lower..=variable.upper);
    domains.multi_cartesian_product().filter(|values| model.check(&values.clone().into()).is_ok()).collect()
}

/// The values of a solution that is known to be one of integers.
pub fn integers(values: &[f64]) -> Vec<i64> {
    values.iter().map(|&value| value as i64).collect()
}

/// The value of the best of some solutions, 0 without an objective; `None` if there are none.
pub fn best(model: &Model, solutions: &BTreeSet<Vec<i64>>) -> Option<i128> {
    let value = |values: &Vec<i64>| value(model, values);
    match model.objective().map(|objective| objective.sense) {
        Some(Sense::Maximize) => solutions.iter().map(value).max(),
        _ => solutions.iter().map(value).min(),
    }
}

/// The objective of a solution, 0 without one.
pub fn value(model: &Model, values: &[i64]) -> i128 {
    model.objective().map_or(0, |objective| objective.expression.value(&values.to_vec().into()))
}
