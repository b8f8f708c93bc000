//! Staged encodings: proofs by all horizons, what they report at a limit, and what is exported. That they agree with the search, horizon after
//! horizon, is tested in `encodings.rs` and `oracle.rs`.

use std::time::{Duration, Instant};

use crate::common::{self, json, printed as run, tray};
use tumble::control::{Control, Interrupt};
use tumble::puzzle::{Encoded, Wanted};
use tumble::report::{Report, Status};
use tumble::solve::{self, Method, Options, Problem};

/// Solves by search and through a backend, compares the reports, and returns the status.
fn agreed(text: &str, backend: &str) -> Status {
    common::agree(text, Method::named(backend).unwrap(), "time-indexed")
}

#[test]
fn infeasible_is_proved_by_reach_and_in_a_row_by_the_last_horizon() {
    for (start, goal) in [("k k\n_ k", "c c\n_ c"), ("k k\n_ k", "k k\n_ c"), ("k k k _", "_ e e w"), ("k _", "k _")] {
        assert_eq!(agreed(&tray(start, goal), "highs") == Status::Infeasible, goal != "k _");
    }
}

#[test]
#[ignore = "15 seconds: scripts/test --all"]
fn a_small_tray_is_proved_infeasible_by_all_its_horizons() {
    assert_eq!(agreed(&tray("k k\n_ k", "w n\n_ k"), "cadical"), Status::Infeasible);
}

fn limited(problem: &Problem, backend: &str, limit: Duration, interrupt: Interrupt) -> Report {
    let control = Control::new(Some(limit), interrupt, &|_| ());
    let options = Options { encoding: Some("time-indexed".to_owned()), ..Options::default() };
    let method = Method::named(backend).unwrap();
    solve::solve(problem, method, &options, &common::request(method, control)).unwrap()
}

#[cfg(feature = "cbc")]
#[test]
fn the_classic_ends_at_a_time_limit_in_unknown_with_a_bound() {
    let problem = common::shipped_problem("cube_tray/classic");
    for (backend, bound) in [("highs", 14), ("cbc", 10)] {
        let started = Instant::now();
        let report = limited(&problem, backend, Duration::from_secs(3), Interrupt::default());
        assert!(started.elapsed() < Duration::from_secs(12), "{backend}");
        assert_eq!((report.status, report.solution.is_none()), (Status::Unknown, true), "{backend}");
        assert_eq!(report.reason.unwrap(), "stopped by the time limit");
        let proved = report.bound.unwrap();
        assert!((bound..=36).contains(&proved) && proved % 2 == 0, "{backend}: {proved}");
    }
}

#[test]
fn an_interrupt_stops_between_horizons() {
    let problem = common::shipped_problem("cube_tray/classic");
    let interrupt = Interrupt::default();
    interrupt.raise();
    let report = limited(&problem, "highs", Duration::from_mins(1), interrupt);
    assert_eq!((report.status, report.reason.unwrap().as_str()), (Status::Unknown, "stopped by an interrupt"));
    assert!(report.bound.is_some());
}

#[test]
fn no_model_is_larger_than_its_encoding_says() {
    for model in ["cube_tray/oriented", "cube_tray/wildcards", "cube_tray/classic", "tatham_cube/seven_blue"] {
        let problem = common::shipped_problem(model);
        let Encoded::Staged(stages) = problem.instance.encode("time-indexed", &Control::unlimited()).unwrap().1 else {
            panic!("it is staged")
        };
        for (least, most) in [(stages.at_least, stages.at_least), (stages.at_least, 30), (30, 30)] {
            for wanted in [Wanted::Shortest, Wanted::All] {
                let size = stages.formulation(least..=most, wanted).unwrap().model.size();
                assert!(size.variables as u128 <= (stages.size)(most, wanted), "{model}: {size:?}");
            }
        }
    }
}

#[test]
#[ignore = "15 seconds: scripts/test --all"]
fn lists_and_counts_are_of_the_shortest_solutions() {
    let model = "models/tatham_cube/source.toml";
    let result = json(&["solve", "--backend", "highs", "--all", "--format", "json", model], "", 0);
    assert_eq!((&result["complete"], &result["objective"], &result["bound"]), (&true.into(), &9.into(), &9.into()));
    assert_eq!(result["solutions"][0]["moves"], "SSSNWWNNW");
    let (count, _) = run(&["count", "--backend", "highs", "--format", "json", model], "", 0);
    assert_eq!(count, "{\"solutions\":1,\"objective\":9,\"complete\":true}\n");
    let count = json(&["count", "--backend", "highs", "--feasible", "--format", "json", model], "", 3);
    assert_eq!((&count["solutions"], &count["complete"]), (&1.into(), &false.into()), "there are longer ones");
    assert_eq!(count["reason"], "a backend counts the optimal ones only");
    let result = json(
        &["solve", "--backend", "highs", "--solutions", "2", "--format", "json", "models/cube_tray/oriented.toml"],
        "",
        0,
    );
    assert_eq!(result["solutions"].as_array().unwrap().len(), 1);
}

#[test]
fn an_export_says_its_horizon() {
    let model = "models/tatham_cube/source.toml";
    let (lp, error) = run(&["export", model, "-o", "-"], "", 0);
    let complete = "\\ complete: up to the horizon: solutions of 6 to 16 moves\n";
    assert!(lp.contains("\\ horizon: 16\n") && lp.contains(complete), "{lp:.600}");
    let horizon = "horizon 16: solutions of 6 to 16 moves; none is shorter, longer ones may exist";
    assert!(error.contains(horizon), "{error}");
    assert!(run(&["export", model, "-o", "-", "--horizon", "7"], "", 0).0.contains("solutions of 6 to 7 moves"));
    assert!(run(&["export", model, "-o", "-", "--horizon", "5"], "", 2).1.contains("no solution is shorter than 6"));
    let huge = u64::MAX.to_string();
    assert!(run(&["export", model, "-o", "-", "--horizon", &huge], "", 2).1.contains("the limit is 3000000"));
    let tour = "models/die_tour/3x3_max.toml";
    assert!(run(&["export", tour, "-o", "-", "--horizon", "9"], "", 2).1.contains("the model of time-expanded"));
}
