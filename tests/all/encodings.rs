//! Every encoding of the registry, with every set of its strengthenings, on every backend of this build, compared with direct
//! search on small instances with and without a solution. A new encoding is tested here as soon as it is in its puzzle's table; a
//! new puzzle needs instances here.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::{self, instances};
use tumble::control::Control;
use tumble::puzzle::{EncodeError, EncodingInfo};
use tumble::registry::Registry;
use tumble::report::Status;
use tumble::solve::{self, Method, Options, Problem};

/// The first solutions violate cuts, and the solver is content with them.
#[cfg(feature = "highs")]
#[test]
fn a_gap_that_the_caller_allows_does_not_end_the_loop_of_cuts() {
    for model in ["models/die_tour/4x4_max.toml", "models/die_tour/blocked.toml"] {
        let args = ["solve", model, "-b", "highs", "-e", "arc-cuts", "--option", "mip_rel_gap=5", "--format", "json"];
        let line = common::printed(&args, "", 3).0;
        let report: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&report["status"], &report["verified"]), (&"feasible".into(), &true.into()), "{line}");
        assert!(report["stats"]["cut_rounds"].as_u64().unwrap() > 1, "{line}");
    }
}

/// Encodings that take minutes; they are compared with the search in a test of their own, on suitable instances.
const ELSEWHERE: &[(&str, &str)] = &[("sudoku-cube", "integer-")];

/// Encodings that keep CBC busy for minutes, and of digit cubes there is no smaller one: `--all` tests them for some seconds.
fn is_slow(puzzle: &str, method: Method, encoding: &str) -> bool {
    let slow: &[&str] = match puzzle {
        "die-tour" => &["arc-multiflow", "product-multiflow", "time-indexed"],
        "sudoku-cube" => &["bitflag", "bitflag+parity", "bitflag-slim", "bitflag-slim+parity", "face-digit+parity"],
        _ => &[],
    };
    method.name() == "cbc" && slow.contains(&encoding)
}

/// Backends for small models: they get this many seconds for a model without strengthenings, and may leave it open.
const FOR_SMALL_MODELS: &[(&str, u64)] = &[("microlp", 1), ("pumpkin", 1)];

/// The time after which a model may be left open; `None` if it has to be settled.
fn patience(puzzle: &str, method: Method, encoding: &str) -> Option<Duration> {
    let small = FOR_SMALL_MODELS.iter().find(|(name, _)| *name == method.name());
    let slow = is_slow(puzzle, method, encoding).then_some(5);
    small.map(|(_, seconds)| *seconds).or(slow).map(Duration::from_secs)
}

/// So many models that may be left open are tried.
const PATIENT: usize = 6;

/// Puzzles of which such a backend settles nothing in time.
const OPEN: &[(&str, &str)] = &[("cube-tray", "microlp"), ("tatham-cube", "microlp")];

/// What each encoding has to end in on some instance.
const NEEDED: [Status; 2] = [Status::Optimal, Status::Infeasible];

fn agrees(problem: &Problem, method: Method, encoding: &str) -> Option<Status> {
    match problem.instance.encode(encoding, &Control::unlimited()) {
        Err(EncodeError::DoesNotFit { .. }) => return None,
        encoded => drop(encoded.unwrap()),
    }
    let search = common::run(problem, Method::SEARCH, None);
    if let Some(limit) = patience(problem.puzzle.name, method, encoding) {
        let report = common::run_within(problem, method, Some(encoding), limit);
        solve::compare(problem.instance.sense(), &report, &search).unwrap();
        return Some(report.status);
    }
    let report = common::run(problem, method, Some(encoding));
    let name =
        format!("{} on {} ({:?})", report.encoding.as_deref().unwrap_or_default(), method.name(), problem.instance);
    assert_eq!((report.status, report.objective), (search.status, search.objective), "{name}");
    assert_eq!(report.encoding.as_deref(), Some(encoding), "the canonical name is reported");
    Some(report.status)
}

/// Every encoding of a puzzle on every backend.
fn every_encoding_agrees(puzzle: &str) {
    let entry = common::entry(puzzle);
    let problems: Vec<Problem> = instances(puzzle).iter().map(|text| common::problem(text)).collect();
    let names = (entry.encodings)().into_iter().flat_map(|encoding: EncodingInfo| encoding.names());
    let is_here = |name: &String| !ELSEWHERE.iter().any(|(p, prefix)| *p == puzzle && name.starts_with(prefix));
    let (mut settled, mut pairs): (BTreeMap<&str, usize>, usize) = (BTreeMap::new(), 0);
    for name in names.filter(is_here) {
        for method in Method::solvers() {
            let is_small = FOR_SMALL_MODELS.iter().any(|(name, _)| *name == method.name());
            let is_left_out = is_slow(puzzle, method, &name) && !common::is_whole();
            if is_left_out || is_small && name.contains('+') {
                continue;
            }
            // Each pair begins with another instance, so that all are used, and ends when it has seen both answers often enough.
            let mut statuses = Vec::new();
            // A strengthening is only to change nothing: once is enough.
            let enough = if name.contains('+') { 1 } else { common::cases(1, 2) };
            let most = if patience(puzzle, method, &name).is_some() { PATIENT } else { problems.len() };
            for problem in problems.iter().cycle().skip(common::cases(0, pairs)).take(problems.len().min(most)) {
                if NEEDED.iter().all(|needed| statuses.iter().filter(|status| *status == needed).count() >= enough) {
                    break;
                }
                statuses.extend(agrees(problem, method, &name));
            }
            pairs += 1;
            for needed in NEEDED {
                let is_settled = statuses.contains(&needed);
                *settled.entry(method.name()).or_default() += usize::from(is_settled);
                let may_be_open = patience(puzzle, method, &name).is_some();
                assert!(is_settled || may_be_open, "{puzzle} {name}: no instance ends {needed:?} on {}", method.name());
            }
        }
    }
    let here = FOR_SMALL_MODELS.iter().filter(|(name, _)| Method::named(name).is_ok());
    for (backend, _) in here {
        let open = OPEN.contains(&(puzzle, *backend));
        assert!(settled[backend] > 0 || open, "{backend} settles too little of {puzzle}: {settled:?}");
    }
}

#[test]
fn every_encoding_on_every_backend_agrees_with_the_search() {
    let puzzles = Registry::built_in().puzzles().map(|puzzle| puzzle.name).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        for some in puzzles.chunks(2) {
            scope.spawn(move || some.iter().for_each(|puzzle| every_encoding_agrees(puzzle)));
        }
    });
}

#[test]
fn what_an_instance_shows_is_settled_without_a_model_by_every_encoding_on_every_backend() {
    let mut shown = 0;
    for puzzle in Registry::built_in().puzzles() {
        for problem in instances(puzzle.name).iter().map(|text| common::problem(text)) {
            let Some(why) = problem.instance.infeasible_because() else { continue };
            let names = (puzzle.encodings)().into_iter().flat_map(|encoding| encoding.names());
            let fitting = names.filter(|name| problem.instance.fits(name).is_ok()).map(Some);
            for encoding in fitting.chain([None]) {
                for method in Method::solvers() {
                    let options = Options { encoding: encoding.clone(), ..Options::default() };
                    let report = solve::solve(&problem, method, &options, &common::search_request()).unwrap();
                    let (status, runs) = (report.status, report.stats.solver_runs);
                    assert_eq!((status, runs), (Status::Infeasible, Some(0)), "{encoding:?}");
                    assert_eq!(report.reason.as_deref(), Some(&*why));
                    assert!(encoding.is_none() || report.encoding == encoding, "{encoding:?}");
                    shown += 1;
                }
            }
        }
    }
    assert!(shown > 20, "{shown}");
}

#[test]
fn other_names_of_an_encoding_are_understood_and_the_canonical_one_is_reported() {
    for puzzle in Registry::built_in().puzzles() {
        let problem = common::problem(&instances(puzzle.name)[0]);
        for encoding in (puzzle.encodings)() {
            for alias in encoding.aliases {
                assert_eq!(problem.instance.encode(alias.name, &Control::unlimited()).unwrap().0, encoding.name);
            }
        }
    }
    let cube = common::problem(&instances("sudoku-cube")[0]);
    assert_eq!(cube.instance.encode("face-digit+parity", &Control::unlimited()).unwrap().0, "face-digit+parity");
    for unknown in ["face-digit+", "face-digit+parity+parity", "face-digit+squares", "+parity", "parity", ""] {
        let encoded = cube.instance.encode(unknown, &Control::unlimited());
        assert!(matches!(encoded, Err(EncodeError::Unknown { .. })), "{unknown}");
    }
}
