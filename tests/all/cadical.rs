//! CaDiCaL: what it makes of every kind of constraint against plain enumeration, its sessions, options, limits and events, and models
//! that have too many clauses.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::common;
use crate::common::models::{enumerated, integers, knapsack, random, value};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tumble::backend::{self, Backend, BackendError};
use tumble::control::{Control, Event, Incumbent, Interrupt, Request, Stop, Verdict};
use tumble::model::{Assignment, Constraint, EXACT, Linear, Literal, Model, Sense, Table, Var};
use tumble::session::Change;
use tumble::solve::Method;

fn cadical() -> &'static dyn Backend {
    backend::find("cadical").unwrap().backend().unwrap()
}

fn verdict(model: &Model) -> Verdict<Vec<f64>> {
    cadical().solve(model, &Request::unlimited()).unwrap().judged(model).verdict
}

/// A literal for each value of each variable.
fn equalities(model: &mut Model) -> Vec<Literal> {
    let mut literals = Vec::new();
    for i in 0..model.variables().len() {
        let var = Var::from_index(i);
        let values = model.variable(var).lower..=model.variable(var).upper;
        literals.extend(values.map(|value| model.is(var, value)).collect::<Vec<Literal>>());
    }
    literals
}

/// All solutions, the best first, by a session that forbids each one that it finds.
fn listed(mut model: Model) -> Vec<Vec<i64>> {
    let count = model.variables().len();
    let literals = equalities(&mut model);
    let mut session = cadical().open(model.clone());
    let mut solutions = Vec::new();
    loop {
        match session.best(&Request::unlimited()).unwrap().judged(&model).verdict {
            Verdict::Optimal(values) => {
                let values = integers(&values);
                let assignment = Assignment::from(values.clone());
                let held = literals.iter().filter(|&&literal| assignment.holds(literal)).copied();
                let all_of_them = i64::try_from(count).unwrap();
                session.change(Change::Add(
                    format!("not_{}", solutions.len()),
                    Linear::count(held).at_most(all_of_them - 1),
                ));
                solutions.push(values[..count].to_vec());
            }
            Verdict::Infeasible => return solutions,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_session_finds_each_solution_once_and_better_ones_first() {
    let (mut without, mut count) = (0, 0);
    for seed in 0..300 {
        let model = random(&mut ChaCha8Rng::seed_from_u64(seed));
        let all = enumerated(&model);
        let solutions = listed(model.clone());
        count += solutions.len();
        without += usize::from(all.is_empty());
        assert_eq!(solutions.len(), all.len(), "seed {seed}: {model:?}");
        assert_eq!(solutions.iter().cloned().collect::<BTreeSet<_>>(), all, "seed {seed}");
        let sign = if model.objective().is_some_and(|o| o.sense == Sense::Maximize) { -1 } else { 1 };
        assert!(solutions.iter().map(|values| sign * value(&model, values)).is_sorted(), "seed {seed}");
    }
    assert!(without > 50 && count > 1000, "{without} without a solution, {count} solutions");
}

/// More pigeons than holes: short to say, and beyond what learning clauses can refute.
fn pigeons(holes: i64) -> Model {
    let mut model = Model::new("pigeons");
    let vars: Vec<Vec<Var>> =
        (0..=holes).map(|p| (0..holes).map(|h| model.binary(format!("x_{p}_{h}"))).collect()).collect();
    for (p, row) in vars.iter().enumerate() {
        model.add(format!("somewhere_{p}"), Linear::sum(row.iter().copied()).at_least(1));
        for (q, other) in vars[..p].iter().enumerate() {
            for (h, (&x, &y)) in row.iter().zip(other).enumerate() {
                model.add(format!("apart_{p}_{q}_{h}"), Linear::sum([x, y]).at_most(1));
            }
        }
    }
    model
}

#[test]
fn a_run_that_was_stopped_can_go_on_in_its_session() {
    let mut model = pigeons(7);
    model.set_objective(Sense::Maximize, Linear::new().plus_constant(5));
    let mut session = cadical().open(model.clone());
    let control = Control::new(Some(Duration::ZERO), Interrupt::default(), &|_| ());
    let stopped = session.best(&Request::new(control)).unwrap().judged(&model).verdict;
    assert!(matches!(stopped, Verdict::Unknown { stop: Stop::TimeLimit, .. }), "{stopped:?}");
    assert_eq!(session.best(&Request::unlimited()).unwrap().judged(&model).verdict, Verdict::Infeasible);
}

#[test]
fn incumbents_come_as_they_are_found_each_better_than_the_last() {
    let heard = Mutex::new(Vec::new());
    let hear = |event: &Event<'_>| {
        if let Event::Incumbent { found, values } = event {
            heard.lock().unwrap().push((*found, values.to_vec()));
        }
    };
    let model = knapsack(30, 100);
    let control = Control::new(None, Interrupt::default(), &hear);
    let outcome = cadical().solve(&model, &Request::new(control)).unwrap().judged(&model);
    let heard = heard.into_inner().unwrap();
    let (incumbents, values): (Vec<Incumbent>, Vec<Vec<f64>>) = heard.into_iter().unzip();
    assert_eq!(outcome.effort.incumbents.unwrap(), incumbents);
    assert!(incumbents.is_sorted_by(|a, b| a.objective < b.objective && a.seconds <= b.seconds), "{incumbents:?}");
    let objectives: Vec<i64> = values.iter().map(|values| model.objective().unwrap().at(values) as i64).collect();
    assert_eq!(objectives, incumbents.iter().map(|found| found.objective).collect::<Vec<_>>());
    assert_eq!(outcome.verdict, Verdict::Optimal(values.last().unwrap().clone()));
}

#[test]
fn a_stopped_optimisation_has_its_best_solution_and_a_bound() {
    let mut model = pigeons(14);
    let open = model.binary("open");
    // Nothing but `open` lets the pigeons share a hole; without it there is more to win.
    let rows: Vec<(String, Constraint)> =
        model.constraints().iter().map(|named| (named.name.clone(), named.constraint.clone())).collect();
    let mut relaxed = Model::new("relaxed");
    for variable in model.variables() {
        relaxed.binary(variable.name.clone());
    }
    for (name, constraint) in rows {
        let Constraint::Linear(row) = constraint else { unreachable!() };
        relaxed.add(name, row.only_if(!Literal::from(open)));
    }
    relaxed.set_objective(Sense::Minimize, Linear::new().plus(3, open).plus_constant(4));
    let control = Control::new(Some(Duration::from_secs(1)), Interrupt::default(), &|_| ());
    let outcome = cadical().solve(&relaxed, &Request::new(control)).unwrap().judged(&relaxed);
    let Verdict::Feasible { solution, bound, stop } = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!((relaxed.objective().unwrap().at(&solution) as i64, bound, stop), (7, Some(4), Stop::TimeLimit));
}

fn refusal(model: &Model) -> BackendError {
    cadical().solve(model, &Request::unlimited()).unwrap_err()
}

#[test]
fn what_has_too_many_clauses_or_too_large_numbers_is_refused_at_once() {
    let started = Instant::now();
    let mut wide = Model::new("wide");
    let vars: Vec<Var> = (0..3000).map(|i| wide.integer(format!("x{i}"), 0..=9999)).collect();
    wide.add("different", Constraint::AllDifferent(vars));
    let error = refusal(&wide);
    assert!(matches!(&error, BackendError::Model { solver, .. } if solver.starts_with("CaDiCaL 2.")), "{error:?}");
    assert!(error.to_string().contains("more than 20000000 clauses"), "{error}");
    let mut far = Model::new("far");
    far.integer("x", 0..=EXACT + 1);
    assert!(matches!(refusal(&far), BackendError::NotExact { .. }));
    for coefficient in [i64::MIN, i64::MAX, EXACT] {
        let mut large = Model::new("large");
        let (x, y) = (large.binary("x"), large.integer("y", 0..=0));
        large.set_objective(Sense::Maximize, Linear::new().plus(coefficient, x).plus(coefficient, y));
        assert!(matches!(refusal(&large), BackendError::NotExact { .. }), "{coefficient}");
        let mut large = Model::new("large");
        let (x, y) = (large.binary("x"), large.binary("y"));
        large.add("row", Linear::new().plus(coefficient, x).plus(coefficient, y).at_most(coefficient));
        assert!(matches!(refusal(&large), BackendError::NotExact { .. }), "{coefficient}");
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn wide_integers_are_exact() {
    for (sense, expected) in [(Sense::Maximize, (EXACT / 2 - 1) / 2), (Sense::Minimize, -1_000_000_007)] {
        let mut model = Model::new("wide");
        let x = model.integer("x", -1_000_000_007..=EXACT / 4);
        model.add("half", Linear::new().plus(2, x).at_most(EXACT / 2 - 1));
        model.set_objective(sense, Linear::new().plus(1, x).plus_constant(12_345));
        assert_eq!(verdict(&model), Verdict::Optimal(vec![expected as f64]));
    }
    let mut model = Model::new("table");
    let (x, y) = (model.integer("x", -EXACT..=EXACT), model.integer("y", 0..=3));
    model.add("table", Table::new(vec![x, y], [EXACT - 1, 2, -EXACT, 7, 5, 1].into()));
    model.add("not_five", Linear::from(y).at_least(2));
    assert_eq!(verdict(&model), Verdict::Optimal(vec![(EXACT - 1) as f64, 2.0]));
}

#[test]
fn options_reach_the_solver() {
    let model = "models/die_tour/3x3_max.toml";
    let solve = |args: &[&str]| common::called(&[&["solve", model, "--backend", "cadical"], args].concat(), "");
    let log = |args: &[&str]| solve(&[&["--log"], args].concat()).2;
    // CaDiCaL's own lines begin with `c`.
    let own = "c  seconds  reduction conflicts";
    for part in ["variables and", "a solution with objective 37", "no solution is better than 37", own] {
        assert!(log(&[]).contains(part), "{part}: {}", log(&[]));
    }
    let without = log(&["--option", "report=false"]);
    assert!(without.contains("no solution is better than 37") && !without.contains(own), "{without}");
    // Without a log there is nothing but the answer.
    let (_, text, error) = solve(&["--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap()["objective"], 37);
    assert!(error.is_empty(), "{error}");
}

#[test]
fn trays_that_milp_solvers_do_not_settle_are_settled() {
    let problem = common::problem(&common::shipped("cube_tray/2x3_flip"));
    let report = common::run(&problem, Method::named("cadical").unwrap(), None);
    let search = common::run(&problem, Method::SEARCH, None);
    assert_eq!((report.status, report.objective), (search.status, search.objective));
}
