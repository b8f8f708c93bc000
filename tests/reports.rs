//! What a report says about a run: times, limits, lists, and second opinions.

#![cfg(any(feature = "cbc", feature = "highs", feature = "microlp", feature = "pumpkin"))]
#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

mod common;

use std::time::Duration;

use tumble::instance::Document;
use tumble::registry::Registry;
use tumble::report::{Agreement, Report, Status};
use tumble::run::{Bytes, Control, Interrupt, Request};
use tumble::solve::{self, Method, Options, Problem};

fn shipped(model: &str) -> Problem {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/{model}.toml"));
    let (puzzle, instance) = Registry::built_in().read(&Document::read(&path).unwrap()).unwrap();
    Problem { model: model.into(), puzzle, instance }
}

fn within(problem: &Problem, seconds: u64, options: &Options) -> Report {
    let control = Control::new(Some(Duration::from_secs(seconds)), Interrupt::default(), &|_| ());
    solve::solve(problem, Method::Search, options, &Request::new(control)).unwrap()
}

#[test]
fn the_solution_is_the_first_of_the_list() {
    // The search for fewer turns continues until the limit: two searches would find different turns.
    let options = Options { solutions: Some(1), ..Options::default() };
    let report = within(&shipped("sudoku_cube/two_layouts"), 2, &options);
    let listed = report.solutions.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(report.solution, listed.iter().next());
    assert!(report.solution.unwrap()["moves"].is_string());
}

#[test]
fn a_list_has_moves_as_long_as_the_limit_lasts_and_says_so() {
    let options = Options { solutions: Some(5), ..Options::default() };
    let report = within(&shipped("sudoku_cube/two_layouts"), 1, &options);
    let listed = report.solutions.unwrap();
    assert_eq!((listed.len(), report.complete), (2, Some(true)), "both layouts are found at once");
    assert!(listed.iter().next().unwrap()["moves"].is_string());
    assert_eq!(report.reason.unwrap(), "the search for fewer moves was stopped by the time limit");
}

#[test]
fn the_total_time_has_the_moves_in_it() {
    let report = within(&shipped("sudoku_cube/random_2"), 1, &Options::default());
    let (solve, total) = (report.stats.solve_seconds.unwrap(), report.stats.total_seconds.unwrap());
    assert!(solve < 0.5 && total > solve + 0.2, "{solve} s of {total} s");
}

#[test]
fn limits_seed_and_threads_are_recorded() {
    let problem = shipped("die_tour/3x3_max");
    let control = Control::new(Some(Duration::from_secs(9)), Interrupt::default(), &|_| ());
    let control = control.with_memory_limit(Bytes(123 << 20));
    let request = Request { control, threads: Some(1), seed: Some(7), log: false, options: Vec::new(), worker: None };
    let report = solve::solve(&problem, common::first_solver(), &Options::default(), &request).unwrap();
    assert_eq!((report.seed, report.threads), (Some(7), Some(1)));
    assert_eq!((report.limits.time_seconds, report.limits.memory_bytes), (Some(9.0), 123 << 20));
}

#[test]
#[cfg(target_os = "linux")]
fn the_peak_of_memory_is_that_of_the_run() {
    let large = vec![1_u8; 200 << 20];
    let sum: u64 = large.iter().map(|&byte| u64::from(byte)).sum();
    drop(large);
    let report = within(&shipped("die_tour/3x3_max"), 60, &Options::default());
    // If the system cannot reset the peak, none is reported.
    assert!(report.stats.peak_memory_bytes.is_none_or(|peak| peak < sum), "{:?}", report.stats.peak_memory_bytes);
}

#[test]
fn what_was_settled_without_a_solver_says_why_and_is_no_second_opinion() {
    let problem = shipped("cube_tray/2x2_flip");
    let first = common::run(&problem, Method::Search, None);
    let second = common::run(&problem, common::first_solver(), None);
    assert_eq!((second.status, second.stats.solver_runs), (Status::Infeasible, Some(0)));
    assert_eq!(second.reason.as_deref(), Some("the goal is out of reach; settled while the model was built"));
    let checked = solve::cross_check(&problem, &first, &second).unwrap();
    assert_eq!(checked.agreement, Agreement::NotIndependent);
}

#[test]
fn a_second_proof_agrees_and_a_second_answer_without_a_proof_is_undecided() {
    let problem = shipped("die_tour/3x3_max");
    let search = common::run(&problem, Method::Search, None);
    assert_eq!(solve::other_method(&problem, &search).unwrap().name(), common::first_solver().name());
    let other = common::run(&problem, common::first_solver(), None);
    assert_eq!(solve::cross_check(&problem, &search, &other).unwrap().agreement, Agreement::Agrees);
    let stopped = Report { status: Status::Feasible, bound: Some(40), ..other };
    assert_eq!(solve::cross_check(&problem, &search, &stopped).unwrap().agreement, Agreement::Undecided);
}

#[test]
fn an_instance_that_no_encoding_fits_has_no_second_method() {
    let problem = shipped("die_path/two_dice");
    let report = common::run(&problem, Method::Search, None);
    assert!(solve::other_method(&problem, &report).is_none());
    assert_eq!(Method::serving(&*problem.instance).len(), 1);
}
