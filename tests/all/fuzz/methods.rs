//! An instance by direct search and by a random method: encoding, lowering, backend. Answers, lists and counts have to agree, changed
//! solutions have to be refused, and what the model says has to be provable.

use std::collections::BTreeSet;
use std::time::Duration;

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tumble::control::{Bytes, Control, Interrupt, Request};
use tumble::instance::Document;
use tumble::lower::{Lowering, lowering_infos};
use tumble::model::Sense;
use tumble::puzzle::EncodingInfo;
use tumble::registry::Registry;
use tumble::report::{Report, Status};
use tumble::solve::{self, Method, Options, Problem, SolveError};

use super::instances::chance;
use crate::common;

/// Lists longer than this are not compared.
const LISTED: usize = 60;

/// The problem in a text, if it is a model file.
pub fn read(text: &str) -> Option<Problem> {
    let (puzzle, instance) = Registry::built_in().read(&Document::new("fuzz", text)).ok()?;
    Some(Problem { model: "fuzz".into(), puzzle, instance })
}

/// A run under limits which few cases reach.
pub fn request(seconds: u64) -> Request<'static> {
    let control = Control::new(Some(Duration::from_secs(seconds)), Interrupt::default(), &|_| ());
    Request::new(control.with_memory_limit(Bytes(1 << 30))).with_threads(Some(1))
}

pub fn check(text: &str, rng: &mut ChaCha8Rng) -> &'static str {
    let Some(problem) = read(text) else { return "no model file" };
    let solutions = chance(rng, 1, 3).then_some(LISTED);
    let options = Options { solutions, skip_moves: true, ..Options::default() };
    let (search, options) = search(&problem, options);
    replay(&problem, &search);
    changed_solutions_are_refused(&problem, &search, rng);
    let Some((method, options)) = method(&problem, options, rng) else { return status(&search) };
    let what = format!("{} {options:?}", method.name());
    match solve::solve(&problem, method, &options, &request(1)) {
        Ok(report) => {
            replay(&problem, &report);
            solve::compare(problem.instance.sense(), &report, &search).unwrap_or_else(|why| panic!("{what}: {why}"));
            compare_lists(&report, &search, &what);
            if chance(rng, 1, 10) {
                certify(&problem, &search, &options, method, &what);
            }
        }
        // Not every encoding fits, takes every lowering, is small enough, or lists.
        Err(error) if error.is_usage() => {}
        Err(error) => panic!("{what}: {error}"),
    }
    count(&problem, &search);
    status(&search)
}

/// The answer of direct search, which does not list all objectives, with the options that it was given.
fn search(problem: &Problem, options: Options) -> (Report, Options) {
    match solve::solve(problem, Method::Search, &options, &request(20)) {
        Err(SolveError::Unlisted { .. }) => search(problem, Options { solutions: None, ..options }),
        report => (report.unwrap(), options),
    }
}

fn status(report: &Report) -> &'static str {
    match report.status {
        Status::Optimal => "solved",
        Status::Infeasible => "infeasible",
        _ => "open",
    }
}

/// A random method that fits, other than search.
fn method(problem: &Problem, options: Options, rng: &mut ChaCha8Rng) -> Option<(Method, Options)> {
    let bounded: Vec<&str> = (problem.puzzle.bounded)().iter().map(|info| info.name).collect();
    if let Some(name) = bounded.choose(rng).filter(|_| chance(rng, 1, 5)) {
        let method = Method::bounded(name, None).ok()?;
        return Some((method, options));
    }
    let names: Vec<String> = (problem.puzzle.encodings)().iter().flat_map(EncodingInfo::names).collect();
    let fitting: Vec<&String> = names.iter().filter(|name| problem.instance.fits(name).is_ok()).collect();
    let encoding = fitting.choose(rng)?;
    let methods = common::solvers();
    let method = *methods.choose(rng)?;
    let lowerings = lowering_infos();
    let lowering: Lowering = match lowerings.choose(rng).filter(|_| chance(rng, 1, 3)) {
        Some(info) => info.name.parse().unwrap(),
        None => Lowering::default(),
    };
    Some((method, Options { encoding: Some((**encoding).clone()), lowering, ..options }))
}

/// Every solution of a report keeps the rules and has the objective.
fn replay(problem: &Problem, report: &Report) {
    let listed = report.solutions.iter().flat_map(|list| list.iter());
    for solution in report.solution.clone().into_iter().chain(listed) {
        assert_eq!(common::verify(problem, &solution).unwrap(), report.objective, "{report:?}");
    }
}

fn compare_lists(report: &Report, search: &Report, what: &str) {
    if let (Some(true), Some(true)) = (report.complete, search.complete) {
        let keys = |report: &Report| -> BTreeSet<String> {
            report.solutions.iter().flat_map(|list| list.iter()).map(|solution| solution.to_string()).collect()
        };
        assert_eq!(keys(report), keys(search), "{what}");
    }
}

/// The number of solutions is that of a complete list.
fn count(problem: &Problem, search: &Report) {
    let count = problem.instance.count(false, &request(10));
    if let (Some(true), Some(list), true) = (search.complete, &search.solutions, count.complete) {
        assert_eq!(count.solutions, list.len().into());
    }
}

/// A solution in which one value is another one is refused, or is one that is not better.
fn changed_solutions_are_refused(problem: &Problem, search: &Report, rng: &mut ChaCha8Rng) {
    let (Some(solution), Status::Optimal) = (&search.solution, search.status) else { return };
    for _ in 0..4 {
        let mut changed = solution.clone();
        change(&mut changed, rng);
        if changed == *solution {
            continue;
        }
        let Ok(objective) = common::verify(problem, &changed) else { continue };
        let is_better = |(new, best): (i64, i64)| match problem.instance.sense() {
            Some(Sense::Maximize) => new > best,
            Some(Sense::Minimize) => new < best,
            None => false,
        };
        assert!(!objective.zip(search.objective).is_some_and(is_better), "{changed} is better than the best");
    }
}

/// Changes a random value in a JSON document.
fn change(value: &mut Value, rng: &mut ChaCha8Rng) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = rng.random_range(0..map.len());
            if let Some(value) = map.values_mut().nth(at) {
                change(value, rng);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = rng.random_range(0..list.len());
            if chance(rng, 1, 8) {
                list.remove(at);
            } else {
                change(&mut list[at], rng);
            }
        }
        Value::String(text) if !text.is_empty() && text.is_ascii() => {
            let at = rng.random_range(0..text.len());
            match rng.random_range(0..3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, *['N', 'E', 'S', 'W'].choose(rng).unwrap()),
                _ => text.replace_range(at..=at, ["N", "E", "S", "W", "x", "1"].choose(rng).unwrap()),
            }
        }
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            *value = number.saturating_add(*[1, -1, 4, i64::MIN, i64::MAX].choose(rng).unwrap()).into();
        }
        other => *other = Value::Null,
    }
}

/// Writes a certificate of the answer and checks it.
#[cfg(feature = "cadical")]
fn certify(problem: &Problem, search: &Report, options: &Options, method: Method, what: &str) {
    let mut proof = Vec::new();
    let options = Options { solutions: None, ..options.clone() };
    match solve::prove(problem, search, &options, Some(method), &request(1), &mut proof) {
        Ok(certified) => {
            let stated = solve::check_statement(problem, &certified.statement, certified.witness.as_ref());
            stated.unwrap_or_else(|why| panic!("{what}: {why}"));
            assert_ne!(common::veripb_accepts(&certified.statement, &proof), Some(false), "{what}");
        }
        Err(solve::NoProof::Solve(error @ SolveError::Wrong { .. })) => panic!("{what}: {error}"),
        Err(_) => {}
    }
}

#[cfg(not(feature = "cadical"))]
fn certify(_: &Problem, _: &Report, _: &Options, _: Method, _: &str) {}
