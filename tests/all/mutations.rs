//! Solutions with one change: the rules refuse them, unless they are solutions as well.

use serde_json::{Map, Value, json};
use tumble::registry::Registry;
use tumble::solve::{self, CheckError, Method, Options, Problem};

use crate::common;

/// Instances of a puzzle with few best solutions, and these.
fn solved(puzzle: &'static str) -> Vec<(Problem, Vec<Value>)> {
    let options = Options { solutions: Some(FEW), ..Options::default() };
    let solve = |text: String| {
        let problem = common::problem(&text);
        let report = solve::solve(&problem, Method::SEARCH, &options, &common::search_request()).unwrap();
        let all: Vec<Value> = report.solutions.iter().flat_map(|listed| listed.iter()).collect();
        (report.complete == Some(true) && !all.is_empty()).then_some((problem, all))
    };
    common::instances(puzzle).into_iter().filter_map(solve).collect()
}

/// Lists are complete up to this length.
const FEW: usize = 1000;

/// All that becomes of a value by a change in one place.
fn changed(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(0), json!("N")],
        Value::Bool(is) => vec![json!(!is)],
        Value::Number(number) => {
            let numbers = (0..=7).chain(number.as_i64().into_iter().flat_map(|n| [n - 1, n + 1]));
            numbers.chain([i64::MAX, i64::MIN]).map(Value::from).chain([json!(u64::MAX)]).collect()
        }
        Value::String(text) => changed_text(text).into_iter().map(Value::from).collect(),
        Value::Array(items) => {
            let with = |i: usize, new: &[Value]| json!([&items[..i], new, &items[i + 1..]].concat());
            let one = |i: usize| changed(&items[i]).into_iter().map(move |new| with(i, &[new])).chain([with(i, &[])]);
            (0..items.len()).flat_map(one).collect()
        }
        Value::Object(map) => {
            let with = |key: &String, new: Value| {
                let mut map = map.clone();
                map[key] = new;
                Value::from(map)
            };
            map.iter().flat_map(|(key, value)| changed(value).into_iter().map(move |new| with(key, new))).collect()
        }
    }
}

/// Moves in which one is another, is left out, comes twice, or changes places with the next.
fn changed_text(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let with =
        |from: usize, to: usize, new: &[char]| [&letters[..from], new, &letters[to..]].concat().into_iter().collect();
    let at = |i: usize| {
        let others = "NESWUDLRFB123456789'Éx".chars().map(move |letter| vec![letter]);
        let next = letters.get(i + 1).map(|&next| vec![next, letters[i]]);
        let one = others.chain([vec![], vec![letters[i]; 2]]).map(move |new| with(i, i + 1, &new));
        one.chain(next.map(|next| with(i, i + 2, &next))).collect::<Vec<String>>()
    };
    let without_spaces = |text: &str| text.replace(' ', "");
    let all = (0..letters.len()).flat_map(at).chain([String::new(), format!("{text}N")]);
    all.filter(|new| without_spaces(new) != without_spaces(text)).collect()
}

/// What the rules accept is among all best solutions, or its objective is worse.
fn is_solution(problem: &Problem, all: &[Value], changed: &Value, objective: Option<i64>) -> bool {
    let best = common::verify(problem, &all[0]).unwrap();
    let is_worse = problem.instance.sense().is_some_and(|sense| sense.is_better(best, objective));
    is_worse || objective == best && all.contains(changed)
}

#[test]
fn every_change_of_a_solution_is_refused_or_makes_another_one() {
    for puzzle in Registry::built_in().puzzles() {
        let solved = solved(puzzle.name);
        assert!(!solved.is_empty(), "{}", puzzle.name);
        for (problem, all) in &solved {
            for changed in changed(&all[0]) {
                let accepted = common::verify(problem, &changed);
                // A picture of what is no solution does not panic.
                let _ = problem.instance.parse(&changed).map(|solved| solved.scene());
                let is_right = accepted.is_err() || is_solution(problem, all, &changed, accepted.unwrap());
                assert!(is_right, "{changed}\nof {}", all[0]);
            }
            for moves in all[0]["moves"].as_str().map(changed_text).unwrap_or_default() {
                let Ok(read) = problem.instance.solution_of_moves(&moves, None) else { continue };
                let Ok(objective) = common::verify(problem, &read) else { continue };
                assert!(is_solution(problem, all, &read, objective), "{moves}: {read}");
            }
        }
    }
}

#[test]
fn what_is_no_solution_at_all_is_bad_input_not_a_breach() {
    for puzzle in Registry::built_in().puzzles() {
        for (problem, all) in solved(puzzle.name) {
            let more = |key: &str| {
                Value::from(
                    all[0]
                        .as_object()
                        .unwrap()
                        .clone()
                        .into_iter()
                        .chain([(key.to_owned(), json!(3))])
                        .collect::<Map<_, _>>(),
                )
            };
            for bad in [json!(null), json!([]), json!({}), more("speed")] {
                assert!(matches!(common::verify(&problem, &bad), Err(CheckError::Malformed(_))), "{bad}");
            }
        }
    }
}
