//! What the conformance tests do not cover: sessions, 32-bit numbers, options, the log.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::Pumpkin;
use crate::control::{Control, Event, Interrupt, Request, Stop, Verdict};
use crate::model::{Constraint, Linear, Literal, Model, Sense, Table};
use crate::session::Change;
use crate::{Backend as _, Ending, Session};

/// Pairs of different numbers with x ≤ y from a table with repeated and foreign tuples; `b` follows from them, `free` does not. Returns
/// also the literals of the values of x and y, and of `free`.
fn pairs() -> (Model, [Vec<Literal>; 2]) {
    let mut model = Model::new("pairs");
    let (x, y) = (model.integer("x", -1..=2), model.integer("y", 0..=2));
    let (b, free) = (model.binary("b"), model.integer("free", 0..=9));
    model.add("different", Constraint::AllDifferent(vec![x, y]));
    model.add("table", Table::new(vec![x, y], [-1, 0, 0, 1, 0, 1, 0, 2, 1, 2, 2, 0, 1, 7].into()));
    model.add("order", Linear::from(x).plus(-1, y).at_most(0));
    let (b, is_two) = (Literal::from(b), model.is(y, 2));
    model.add("if", Linear::count([is_two]).equals(1).only_if(b));
    model.add("unless", Linear::count([is_two]).equals(0).only_if(!b));
    model.add("limit", Linear::from(free).plus(1, x).at_most(9));
    let of_pair = [(x, -1..=2), (y, 0..=2)].into_iter().flat_map(|(var, values)| values.map(move |value| (var, value)));
    let of_pair: Vec<_> = of_pair.collect();
    let of_pair = of_pair.into_iter().map(|(var, value)| model.is(var, value)).collect();
    let of_free = (0..=9).map(|value| model.is(free, value)).collect();
    (model, [of_pair, of_free])
}

/// The values of the solutions, told apart by these literals, each excluded by a row before the next run.
#[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
fn list(model: &Model, literals: &[Literal]) -> Vec<Vec<i64>> {
    let mut session = Pumpkin.open(model.clone());
    let mut listed = Vec::new();
    loop {
        let verdict = session.best(&Request::unlimited()).unwrap().judged(model).verdict;
        let Verdict::Optimal(values) = verdict else {
            assert_eq!(verdict, Verdict::Infeasible);
            return listed;
        };
        let values: Vec<i64> = values.into_iter().map(|value| value as i64).collect();
        let holds = |literal: Literal| (values[literal.var().index()] == 1) == literal.is_positive();
        let others = literals.iter().map(|&literal| if holds(literal) { !literal } else { literal });
        listed.push(values.clone());
        session.change(Change::Add(format!("exclude_{}", listed.len()), Linear::count(others).at_least(1)));
    }
}

#[test]
fn rows_that_exclude_solutions_reach_the_solver_between_runs() {
    let (model, [of_pair, of_free]) = pairs();
    let listed = list(&model, &of_pair);
    let distinct: BTreeSet<&[i64]> = listed.iter().map(|values| &values[..3]).collect();
    assert_eq!(distinct, BTreeSet::from([&[-1, 0, 0][..], &[0, 1, 0], &[0, 2, 1], &[1, 2, 1]]));
    assert_eq!(listed.len(), 4);
    // 10 values of `free`, or 9 where x is 1.
    assert_eq!(list(&model, &[of_pair, of_free].concat()).len(), 39);
}

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
            let heard = Mutex::new(Vec::new());
            let observer = |event: &Event<'_>| {
                if let Event::Incumbent { found, values } = event {
                    heard.lock().unwrap().push((found.objective, value(values)));
                }
            };
            let control = Control::new(None, Interrupt::default(), &observer);
            let request = Request { options, ..Request::new(control) };
            let outcome = Pumpkin.solve(&knapsack(), &request).unwrap().judged(&knapsack());
            let Verdict::Optimal(values) = outcome.verdict else { panic!("{strategy} {resolver}") };
            let optimum = value(&values);
            let heard = heard.into_inner().unwrap();
            assert!(heard.iter().all(|(objective, value)| objective == value), "{heard:?}");
            assert!(heard.is_sorted_by(|a, b| a.0 < b.0), "{heard:?}");
            assert_eq!(heard.last().map(|last| last.1), Some(optimum));
            let listed: Vec<i64> = outcome.effort.incumbents.unwrap().iter().map(|found| found.objective).collect();
            assert!(listed.iter().eq(heard.iter().map(|(objective, _)| objective)));
            assert!(outcome.effort.root_bound.is_some_and(|bound| bound >= optimum as f64));
            optimum
        })
    });
    assert!(optima.iter().flatten().all(|&optimum| optimum == optima[0][0]), "{optima:?}");
}

#[test]
fn the_log_is_the_statistics() {
    let lines = Mutex::new(Vec::new());
    let observer = |event: &Event<'_>| {
        if let Event::Log(line) = event {
            lines.lock().unwrap().push((*line).to_owned());
        }
    };
    for log in [true, false] {
        let control = Control::new(None, Interrupt::default(), &observer);
        let outcome = Pumpkin.solve(&knapsack(), &Request { log, ..Request::new(control) }).unwrap();
        assert!(outcome.effort.nodes.is_some_and(|nodes| nodes > 0), "{outcome:?}");
        let lines = std::mem::take(&mut *lines.lock().unwrap());
        assert_eq!(lines.iter().any(|line| line.starts_with("failures=")), log, "{lines:?}");
    }
}
