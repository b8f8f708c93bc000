//! CaDiCaL: sessions that go on, options, limits, and models that have too many clauses. What it makes of every kind of constraint is tested in
//! `conformance.rs`.

use std::time::{Duration, Instant};

use crate::common;
use tumble::backend::{self, Backend, BackendError};
use tumble::control::{Control, Interrupt, Request, Stop, Verdict};
use tumble::model::{Constraint, EXACT, Linear, Literal, Model, Sense, Var};
use tumble::solve::Method;

fn cadical() -> &'static dyn Backend {
    backend::find("cadical").unwrap().backend().unwrap()
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
fn options_reach_the_solver() {
    for (option, is_told) in [("report=true", true), ("report=false", false)] {
        let args = ["solve", "models/die_tour/3x3_max.toml", "--backend", "cadical", "--log", "--option", option];
        let (_, log) = common::printed(&args, "", 0);
        assert!(log.contains("variables and") && log.contains("a solution with objective 37"), "{log}");
        // CaDiCaL's own lines begin with `c`.
        assert_eq!(log.contains("c  seconds  reduction conflicts"), is_told, "{log}");
    }
}

#[test]
fn trays_that_milp_solvers_do_not_settle_are_settled() {
    let problem = common::problem(&common::shipped("cube_tray/2x3_flip"));
    let report = common::run(&problem, Method::named("cadical").unwrap(), None);
    let search = common::run(&problem, Method::SEARCH, None);
    assert_eq!((report.status, report.objective), (search.status, search.objective));
}
