//! What brute force says of small instances of all puzzles is what every search says, and every encoding on every backend. `scripts/oracle`
//! makes the instances; its brute force shares no code with tumble.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;
use tumble::control::{Control, Extent, Interrupt};
use tumble::puzzle::{EncodingInfo, Question, Which};
use tumble::report::{Report, Status};
use tumble::solve::{self, Method, Options, Problem, SolveError};

use crate::common;

/// An instance and what is true of it.
struct Known {
    problem: Problem,
    text: String,
    status: Status,
    objective: Option<i64>,
    /// The number of best solutions, and of all; `None`: not known, or infinite.
    numbers: [Option<u64>; 2],
    /// Whether there are infinitely many best solutions, and infinitely many in all.
    is_endless: [bool; 2],
}

impl Known {
    fn read(line: &str) -> Self {
        let line: Value = serde_json::from_str(line).unwrap();
        let is = |key: &str| line[key].as_bool().unwrap();
        let text = line["model"].as_str().unwrap().to_owned();
        let problem = common::problem(&text);
        assert_eq!(line["puzzle"], problem.puzzle.name);
        Self {
            problem,
            text,
            status: match (is("is_unbounded"), is("is_feasible")) {
                (true, _) => Status::Unbounded,
                (false, true) => Status::Optimal,
                (false, false) => Status::Infeasible,
            },
            objective: line["objective"].as_i64(),
            numbers: ["best", "all"].map(|key| line[key].as_u64()),
            is_endless: ["best", "all"].map(|key| line[key] == "endless"),
        }
    }

    /// The answer is the known one.
    fn is_answered(&self, report: &Report, what: &str) {
        // Of instances without a best solution some solution is shown.
        let objective = report.objective.filter(|_| report.status != Status::Unbounded);
        assert_eq!((report.status, objective), (self.status, self.objective), "{what}\n{}", self.text);
        let is_met = report.status != Status::Optimal || report.bound == objective;
        assert!(is_met, "{:?}: {what}\n{}", report.bound, self.text);
    }

    /// A search counts the best solutions, and all, unless it does not count.
    fn is_counted(&self, search: Method) {
        let name = search.name();
        for (i, which) in [Which::Best, Which::All].into_iter().enumerate() {
            let (number, is_endless) = (self.numbers[i], self.is_endless[i]);
            if number.is_none() && !is_endless {
                continue;
            }
            let count = solve::count(&self.problem, search, which, &common::search_request());
            if count.is_err() && name != "search" {
                continue;
            }
            let count = count.unwrap();
            let Some(number) = number else {
                assert!(matches!(count.extent, Extent::Endless(_)), "{name}, {which:?}, {count:?}\n{}", self.text);
                continue;
            };
            let found = (count.solutions, count.extent.is_all());
            assert_eq!(found, (number.into(), true), "{name}, {which:?}\n{}", self.text);
        }
    }

    /// The list has all best solutions, each once, and the rules accept them.
    fn is_listed(&self, report: &Report, best: u64, what: &str) {
        let listed: Vec<Value> = report.solutions.iter().flat_map(|listed| listed.iter()).collect();
        let distinct: BTreeSet<String> = listed.iter().map(Value::to_string).collect();
        assert_eq!((listed.len(), distinct.len()), (best as usize, best as usize), "{what}\n{}", self.text);
        for solution in &listed {
            assert_eq!(common::verify(&self.problem, solution).unwrap(), self.objective, "{what}\n{}", self.text);
        }
    }
}

fn known() -> Vec<Known> {
    let path = common::root().join("tests/instances/oracle.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.contains("\"moves\": ")).map(Known::read).collect()
}

/// The model files of a puzzle.
pub fn models(puzzle: &str) -> Vec<String> {
    let of_puzzle = known().into_iter().filter(|known| known.problem.puzzle.name == puzzle);
    of_puzzle.map(|known| known.text).collect()
}

/// Lists are compared up to this length.
const LONG: u64 = 1000;

fn listing(encoding: Option<&str>) -> Options {
    Options { encoding: encoding.map(str::to_owned), solutions: Some(LONG as usize + 1), ..Options::default() }
}

#[test]
fn every_search_agrees_with_brute_force() {
    let mut seen = BTreeSet::new();
    for known in known() {
        let searches =
            Method::serving(&*known.problem.instance).into_iter().filter(|method| matches!(method, Method::Search(..)));
        for search in searches {
            let name = search.name();
            known.is_answered(&common::run(&known.problem, search, None), name);
            seen.insert((known.problem.puzzle.name, name, known.status == Status::Optimal));
            known.is_counted(search);
        }
        if known.problem.instance.fit("search", Question::List(0)).is_err() {
            continue;
        }
        let list = || solve::solve(&known.problem, Method::SEARCH, &listing(None), &common::search_request()).unwrap();
        if known.status == Status::Unbounded {
            let report = list();
            known.is_answered(&report, "the list of the search");
            assert!(report.solution.is_some(), "some solution is shown\n{}", known.text);
        }
        if let Some(best) = known.numbers[0].filter(|best| (1..=LONG).contains(best)) {
            let report = list();
            assert_eq!(report.complete, Some(true), "{}", known.text);
            known.is_listed(&report, best, "the list of the search");
        }
    }
    // Each with a solution and without.
    assert!(seen.iter().all(|&(puzzle, name, is)| seen.contains(&(puzzle, name, !is))), "{seen:?}");
}

/// Of games whose end brute force does not reach, rolls are known that win them.
#[test]
fn rolls_that_win_a_game_are_a_solution() {
    let text = std::fs::read_to_string(common::root().join("tests/instances/oracle.jsonl")).unwrap();
    let games = text.lines().filter(|line| line.contains("\"moves\": "));
    let played = games.map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let (problem, moves) = (common::problem(line["model"].as_str().unwrap()), line["moves"].as_str().unwrap());
        let solution = problem.instance.solution_of_moves(moves, None).unwrap();
        assert_eq!(common::verify(&problem, &solution).unwrap(), Some(moves.len() as i64));
    });
    assert_eq!(played.count(), 2);
}

/// The seconds for each model: there are small ones on which a solver branches for hours.
const PATIENCE: [u64; 2] = [1, 2];
/// As many solutions as every backend lists in a moment.
pub const FEW: u64 = 10;

/// Encodings of labeled boards in which several trails are one solution: the same flow, or the same states on the labels.
pub const OF_SEVERAL_TRAILS: [&str; 5] = ["arc-circuit", "arc-cuts", "arc-flow", "commodity-flow", "euler-flow"];

/// Solves an instance by an encoding on a backend, and lists its best solutions if they are few; whether it was settled.
fn by_model(known: &Known, method: Method, encoding: &str, always_model: bool) -> bool {
    let what = format!("{encoding} on {}", method.name());
    let patience = Duration::from_secs(common::cases(PATIENCE[0], PATIENCE[1]));
    let solve = |options: Options| {
        let control = Control::new(Some(patience), Interrupt::default(), &|_| ());
        solve::solve(&known.problem, method, &Options { always_model, ..options }, &common::request(method, control))
    };
    let plain = Options { encoding: Some(encoding.to_owned()), ..Options::default() };
    let report = solve(plain).unwrap();
    if matches!(report.status, Status::Feasible | Status::Unknown) {
        let search = common::run(&known.problem, Method::SEARCH, None);
        solve::compare(known.problem.instance.sense(), &report, &search).unwrap();
        return false;
    }
    known.is_answered(&report, &what);
    let Some(best) = known.numbers[0].filter(|best| (1..=FEW).contains(best)) else { return true };
    match solve(listing(Some(encoding))) {
        Err(SolveError::Unlisted { .. }) => {
            // A cutoff leaves solutions out.
            let (name, strengthenings) = encoding.split_once('+').unwrap_or((encoding, ""));
            assert!(OF_SEVERAL_TRAILS.contains(&name) || strengthenings.contains("cutoff"), "{what}");
        }
        listed => {
            let listed = listed.unwrap();
            if listed.complete != Some(true) {
                return false;
            }
            known.is_listed(&listed, best, &what);
        }
    }
    true
}

/// An instance is tried by some pairs of a backend and an encoding, the next one by others.
#[test]
fn encodings_on_backends_agree_with_brute_force() {
    let known = known();
    let run = |part: usize| {
        let (mut runs, mut open) = (0, Vec::new());
        for (i, known) in known.iter().enumerate().skip(part).step_by(2) {
            let names: Vec<String> = (known.problem.puzzle.encodings)().iter().flat_map(EncodingInfo::names).collect();
            let fitting = names.iter().filter(|name| known.problem.instance.fits(name).is_ok());
            let solvers = || Method::solvers().filter(|method| method.name() != "microlp");
            let pairs: Vec<(&String, Method)> =
                fitting.flat_map(|name| solvers().map(move |method| (name, method))).collect();
            let some = common::cases(1, 2).min(pairs.len());
            // 37 is a prime number, so that all pairs of a puzzle have their turn.
            for k in 0..some {
                let (encoding, method) = pairs[(37 * i + k * pairs.len() / some) % pairs.len()];
                runs += 1;
                if !by_model(known, method, encoding, i % 4 < 2) {
                    open.push(format!("{encoding} on {}\n{}", method.name(), known.text));
                }
            }
        }
        (runs, open)
    };
    let parts =
        std::thread::scope(|scope| [0, 1].map(|part| scope.spawn(move || run(part))).map(|part| part.join().unwrap()));
    let (runs, open) = parts.into_iter().fold((0, Vec::new()), |all, part| (all.0 + part.0, [all.1, part.1].concat()));
    // How many are settled in time depends on the machine.
    assert!(open.len() * 2 < runs, "{} of {runs}: {}", open.len(), open.join("\n"));
}
