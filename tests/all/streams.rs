//! What `solve` prints while it runs, and several methods at once: `--json-stream` and `--race`.

use std::sync::Mutex;
use std::time::Duration;

use crate::common::{self, cases, printed as run};
use serde_json::Value;
use tumble::control::{Control, Event, Interrupt, Request};
use tumble::solve::{Method, Options, solve};

/// The first solver of this build and the search.
fn both() -> String {
    format!("{},search", common::first_solver().name())
}

fn events(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_stream_has_improving_incumbents_with_solutions_bounds_and_the_result_last() {
    let small = ("models/die_tour/3x3_min.toml", 25);
    let larger = cases(small, ("models/die_tour/4x4_min.toml", 47));
    for (backend, (path, optimum)) in [("highs", larger), ("pumpkin", small), ("search", larger)] {
        let model = std::fs::read_to_string(path).unwrap();
        if backend != "search" && tumble::backend::find(backend).unwrap().backend().is_err() {
            continue;
        }
        let mut args = vec!["solve", path, "--json-stream", "--backend", backend];
        if backend != "search" {
            args.extend(["--encoding", "arc-flow"]);
        }
        let (out, _) = run(&args, "", 0);
        let events = events(&out);
        let (last, before) = events.split_last().unwrap();
        assert_eq!((&last["event"], &last["objective"]), (&"result".into(), &optimum.into()), "{backend}");
        assert!(before.iter().all(|event| event["event"] != "result" && event["backend"] == backend));
        let of_kind = |kind: &str| before.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
        let incumbents = of_kind("incumbent");
        assert!(!incumbents.is_empty(), "{out}");
        let objective = |event: &Value| event["objective"].as_i64().unwrap();
        assert!(incumbents.windows(2).all(|pair| objective(pair[0]) > objective(pair[1])), "{out}");
        for bound in of_kind("bound") {
            assert!(bound["bound"].as_i64().unwrap() <= optimum, "{bound}");
        }
        let bounds: Vec<i64> = of_kind("bound").iter().map(|event| event["bound"].as_i64().unwrap()).collect();
        assert!(bounds.is_sorted_by(|a, b| a < b), "{out}");
        for incumbent in incumbents {
            check(incumbent, &model);
        }
    }
}

/// What the stream shows passes `check` with its objective.
fn check(incumbent: &Value, model: &str) {
    let result = serde_json::json!({ "model": "-", "solution": incumbent["solution"] });
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), result.to_string()).unwrap();
    let (text, _) = run(&["check", "-", file.path().to_str().unwrap()], model, 0);
    assert!(text.contains(&format!("objective {}", incumbent["objective"])), "{text}");
}

#[test]
fn a_search_tells_each_better_solution_when_it_has_it() {
    // Depth first; depth first after a beam; by the frontier of a long board; through the stages of labels, open and closed.
    let tours = [(4, 4), (9, 8), (16, 3)].map(|(columns, rows)| common::corner(columns, rows, "max", ""));
    let [small, large, long] = tours;
    let long = long.replace("rows = 3", "rows = 3\nblocked = [[2, 1]]");
    let labels = common::random_of("labeled-board", 2, &[("columns", "5"), ("rows", "4"), ("labels", "6")]);
    let closed = format!("{labels}\n[tour]\nclosed = true\n");
    for text in [small, large, long, labels, closed] {
        let problem = common::problem(&text);
        let told = Mutex::new(Vec::new());
        let observer = |event: &Event<'_>| {
            if let Event::Solution { found, solution } = event {
                assert_eq!(common::verify(&problem, solution).unwrap(), Some(found.objective), "{text}");
                told.lock().unwrap().push(found.objective);
            }
        };
        let control = Control::new(Some(Duration::from_secs(2)), Interrupt::default(), &observer);
        let report = solve(&problem, Method::SEARCH, &Options::default(), &Request::new(control)).unwrap();
        assert!(report.objective.is_some(), "{text}");
        assert_eq!(told.into_inner().unwrap().last().copied(), report.objective, "{text}");
    }
}

#[test]
fn a_race_ends_with_the_first_proof() {
    // Direct search takes milliseconds, the other minutes.
    let (tour, _) = run(&["new", "die-tour", "--columns", "6", "--rows", "6"], "", 0);
    let started = std::time::Instant::now();
    let args = ["solve", "-", "--race", "--backend", &both(), "--encoding", "time-expanded", "--format", "json"];
    let (out, error) = run(&args, &tour, 0);
    assert!(started.elapsed().as_secs() < 10, "the other one was stopped");
    let [answer] = &events(&out)[..] else { panic!("{out}") };
    assert_eq!((&answer["backend"], &answer["objective"]), (&"search".into(), &150.into()));
    let other = common::first_solver().name();
    assert!(["unknown", "feasible"].iter().any(|status| error.contains(&format!("{other}: {status}"))), "{error}");
}

#[test]
fn a_race_without_a_proof_gives_the_best_solution() {
    let (tour, _) = run(&["new", "die-tour", "--columns", "9", "--rows", "9"], "", 0);
    let args = ["solve", "-", "--race", "--backend", &both(), "--encoding", "time-expanded", "--time-limit", "2s"];
    let (out, _) = run(&[&args[..], &["--format", "json"]].concat(), &tour, 3);
    let [answer] = &events(&out)[..] else { panic!("{out}") };
    assert_eq!((&answer["backend"], &answer["status"]), (&"search".into(), &"feasible".into()));
}

#[test]
fn a_race_is_not_lost_by_a_backend_that_fails() {
    let tour = common::shipped("die_tour/4x4_max");
    let (out, error) = run(&["solve", "-", "--race", "--backend", &both(), "--encoding", "time-expanded+no"], &tour, 2);
    assert!(out.is_empty(), "{out}");
    assert!(error.contains("time-expanded"), "{error}");
}
