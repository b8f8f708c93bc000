//! What the conformance tests do not cover: what a session has learned, 32-bit numbers, options.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

use super::Pumpkin;
use crate::control::{Control, Interrupt, Request, Stop, Verdict};
use crate::model::{Linear, Model, Sense};
use crate::session::Change;
use crate::{Backend as _, Ending, Session};

#[test]
#[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
fn a_session_goes_on_with_what_it_has_learned_and_after_a_run_that_was_stopped() {
    let model = knapsack();
    let optimum = |session: &mut dyn Session| {
        let claim = session.best(&Request::unlimited()).unwrap();
        (model.objective().unwrap().at(&claim.values.unwrap()) as i64, claim.effort.nodes.unwrap())
    };
    let mut session = Pumpkin.open(model.clone());
    let (best, nodes) = optimum(&mut *session);
    let (again, fewer) = optimum(&mut *session);
    assert!(again == best && fewer < nodes, "{fewer} nodes after {nodes}");
    let interrupt = Interrupt::default();
    interrupt.raise();
    let stopped = session.best(&Request::new(Control::new(None, interrupt, &|_| ()))).unwrap();
    assert_eq!((stopped.ending, stopped.values), (Ending::Stopped(Stop::Interrupted), None));
    let below = model.objective().unwrap().expression.clone().at_most(best - 1);
    session.change(Change::Add("below".into(), below.clone()));
    let mut smaller = model.clone();
    smaller.add("below", below);
    let (second, _) = optimum(&mut *session);
    assert!(second < best);
    assert_eq!(second, optimum(&mut *Pumpkin.open(smaller)).0);
}

#[test]
fn numbers_that_need_more_than_32_bits_are_refused() {
    let large = 1 << 29;
    for (bound, coefficient, limit, fits) in
        [(3, large, large - 7, true), (1, i64::MIN, 0, false), (4, large, large, false), (1 << 40, 1, 7, false)]
    {
        let mut model = Model::new("m");
        let (x, y) = (model.integer("x", 0..=bound), model.integer("y", 0..=5));
        model.add("row", Linear::new().plus(coefficient, x).plus(1, y).at_most(limit));
        let answer = Pumpkin.solve(&model, &Request::unlimited());
        assert_eq!(answer.is_ok(), fits, "{bound} {coefficient}: {answer:?}");
    }
    let mut model = Model::new("m");
    let x = model.integer("x", 0..=large);
    model.set_objective(Sense::Maximize, Linear::new().plus(2, x));
    let error = Pumpkin.solve(&model, &Request::unlimited()).unwrap_err();
    let text = "2147483648 in the objective is too large for Pumpkin 0.5.0, which computes in 32-bit integers";
    assert_eq!(error.to_string(), text);
    // Rows that always hold, that never hold, and clauses need no arithmetic.
    let mut model = Model::new("m");
    let (x, b) = (model.binary("x"), model.binary("b"));
    model.add("always", Linear::new().plus(i64::MAX, x).at_most(i64::MAX));
    model.add("never", Linear::new().plus(i64::MAX, x).at_most(-1).only_if(b.into()));
    model.add("clause", Linear::new().plus(i64::MAX, x).plus(i64::MAX, b).at_least(1));
    let claim = Pumpkin.solve(&model, &Request::unlimited()).unwrap();
    assert_eq!((claim.ending, claim.values), (Ending::Optimal, Some(vec![1.0, 0.0])));
}

/// A knapsack in which a larger objective has to be found step by step.
fn knapsack() -> Model {
    let mut model = Model::new("knapsack");
    let items: Vec<_> = (0..12).map(|i| model.binary(format!("x{i}"))).collect();
    let sum = |factor: i64| items.iter().zip(1..).fold(Linear::new(), |s, (&x, i)| s.plus(1 + factor * i % 13, x));
    model.add("weight", sum(5).at_most(40));
    model.set_objective(Sense::Maximize, sum(7).plus_constant(-1000));
    model
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
fn every_strategy_and_resolver_finds_the_optimum_and_reports_improving_solutions() {
    let value = |values: &[f64]| knapsack().objective().unwrap().at(values) as i64;
    let optima = ["linear-sat-unsat", "linear-unsat-sat"].map(|strategy| {
        ["one-uip", "extended-cpip", "bounds-extended-cpip"].map(|resolver| {
            let options = [("optimisation-strategy", strategy), ("conflict-resolver", resolver)];
            let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
            let request = Request { options, ..Request::unlimited() };
            let outcome = Pumpkin.solve(&knapsack(), &request).unwrap().judged(&knapsack());
            let Verdict::Optimal(values) = outcome.verdict else { panic!("{strategy} {resolver}") };
            let optimum = value(&values);
            let listed: Vec<i64> = outcome.effort.incumbents.unwrap().iter().map(|found| found.objective).collect();
            assert!(listed.is_sorted_by(|a, b| a < b) && listed.last() == Some(&optimum), "{listed:?}");
            assert!(outcome.effort.root_bound.is_some_and(|bound| bound >= optimum as f64));
            optimum
        })
    });
    assert!(optima.iter().flatten().all(|&optimum| optimum == optima[0][0]), "{optima:?}");
}
