//! Why a model has no solution, and what is left of one after some moves.

use std::time::Duration;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tumble::control::{Control, Interrupt, Request};
use tumble::instance::Document;
use tumble::puzzle::{Change, Choices, Which};
use tumble::report::Status;
use tumble::solve::{self, Conflict, Explanation, Method, Problem};

use crate::common::{self, printed, problem, random_of, search_request};

fn explained(text: &str, request: &Request<'_>) -> Value {
    explain(&problem(text), text, request).json("test", &Document::new("test", text))
}

fn explain(problem: &Problem, text: &str, request: &Request<'_>) -> Explanation {
    let mut known = Vec::new();
    let mut hear = |conflict: &Conflict| {
        assert!(!conflict.is_complete);
        known.push((conflict.facts.clone(), conflict.helping()));
    };
    let file = (&Document::new("test", text), &Choices::new());
    let explanation = solve::explain(problem, file, request, &mut hear).unwrap();
    if let Explanation::Infeasible(conflict) = &explanation {
        // Misread fields are all found at once.
        let told = if conflict.repairs.is_some() { Vec::new() } else { conflict.helping() };
        assert_eq!(known.last(), Some(&(conflict.facts.clone(), told)));
        assert_eq!(known.len(), conflict.remedies.len() + 1);
    }
    explanation
}

/// The texts of the shipped models, with their names.
fn shipped() -> Vec<(String, String)> {
    let puzzles = ["block_maze", "cube_tray", "die_path", "die_tour", "labeled_board", "sudoku_cube", "tatham_cube"];
    let files = puzzles.iter().flat_map(|puzzle| common::files_in(&common::root().join("models").join(puzzle)));
    files.map(|file| (file.display().to_string(), std::fs::read_to_string(file).unwrap())).collect()
}

/// A board with a label on every cell, one of which was changed; the changed cell.
fn mistaken(seed: u64) -> (String, [i64; 2]) {
    let text = random_of("labeled-board", seed, &[("columns", "4"), ("rows", "4"), ("full", "")]);
    let start = text.find("map = \"\"\"\n").unwrap() + "map = \"\"\"\n".len();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let [x, y] = [random.random_range(0..4), random.random_range(0..4)];
    // Cells have spaces between them; the first line is the north row.
    let at = start + (3 - y) * 8 + 2 * x;
    let label: u32 = text[at..=at].parse().unwrap();
    let other = (label + random.random_range(0..5)) % 6 + 1;
    (format!("{}{other}{}", &text[..at], &text[at + 1..]), [x as i64, y as i64])
}

#[test]
fn a_label_that_was_changed_is_in_the_conflict_and_among_the_changes() {
    let mut found = 0;
    for seed in 0..common::cases(12, 60) {
        let (text, cell) = mistaken(seed);
        let said = explained(&text, &search_request());
        if said["status"] != "infeasible" {
            continue;
        }
        found += 1;
        let names =
            |key: &str| said[key].as_array().unwrap().iter().map(|fact| fact["cell"].clone()).collect::<Vec<_>>();
        assert!(names("conflict").contains(&json!(cell)), "{said}\n{text}");
        assert!(names("changes").contains(&json!(cell)), "{said}\n{text}");
        assert_eq!((&said["minimal"], &said["complete"]), (&json!(true), &json!(true)), "{said}");
    }
    assert!(found >= 6, "{found}");
}

#[test]
fn a_conflict_has_no_solution_and_one_without_any_of_its_facts() {
    let mut checked = 0;
    for (_, text) in shipped() {
        let problem = problem(&text);
        let Explanation::Infeasible(conflict) = explain(&problem, &text, &search_request()) else { continue };
        let facts = problem.instance.facts();
        let has_solution = |kept: &dyn Fn(usize) -> bool| {
            let left_out = (0..facts.len()).filter(|&fact| !kept(fact)).map(|fact| Change { fact, to: None });
            let instance = problem.instance.changed(&left_out.collect::<Vec<_>>());
            let rest = Problem::new("rest".into(), problem.puzzle, instance);
            common::run(&rest, Method::SEARCH, None).solution.is_some()
        };
        let is_in = |fact: usize| conflict.facts.contains(&facts[fact]);
        assert!(!has_solution(&is_in), "{text}");
        for one in (0..facts.len()).filter(|&fact| is_in(fact)) {
            assert!(has_solution(&|fact| is_in(fact) && fact != one), "{:?}\n{text}", facts[one]);
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn an_explanation_that_is_cut_short_says_so_and_is_still_true() {
    let (text, _) =
        (0..100).map(mistaken).find(|(text, _)| explained(text, &search_request())["status"] == "infeasible").unwrap();
    let mut ends = Vec::new();
    for looks in (0..400).step_by(13) {
        let control = Control::new(Some(Duration::from_mins(1)), Interrupt::after_looks(looks), &|_| ());
        let said = explained(&text, &Request::new(control));
        assert_ne!(said["status"], "optimal", "{said}");
        ends.push((said["status"] == "infeasible", said["minimal"] == true, said["complete"] == true));
    }
    assert!(ends.iter().any(|&(is_known, ..)| !is_known), "{ends:?}");
    assert!(ends.iter().all(|&(_, is_minimal, is_complete)| is_minimal || !is_complete), "{ends:?}");
}

#[test]
fn the_best_rest_after_each_beginning_of_a_best_solution_is_its_end() {
    let mut puzzles = std::collections::BTreeSet::new();
    for (name, text) in shipped() {
        let whole = problem(&text);
        let report = common::run(&whole, Method::SEARCH, None);
        let Some(solution) = report.solution.filter(|_| report.status == Status::Optimal) else { continue };
        let json = solution.json();
        let Some(moves) = json["moves"].as_str() else { continue };
        // Its start is one of those that one may choose.
        let chosen = solution.solved().answer().into_iter().filter(|(key, _)| *key == "start").map(|(_, start)| start);
        let chosen = chosen.collect::<Vec<_>>().join("; ");
        assert!(chosen.is_empty() || whole.instance.starts().any(|start| start == chosen), "{name}: {chosen}");
        let (all, space) = tumble::report::single_moves(moves);
        let start = json.get("start").map(|start| {
            let (cell, die) = (&start["cell"], &start["die"]);
            format!("{},{} top={} north={} east={}", cell[0], cell[1], die["top"], die["north"], die["east"])
        });
        for made in [0, 1, all.len() / 2, all.len()].into_iter().filter(|&made| made <= all.len()) {
            let begun = all[..made].join(space);
            let rest =
                problem(&text).after(&begun, start.as_deref()).unwrap_or_else(|why| panic!("{name} {begun}: {why}"));
            let left = common::run(&rest, Method::SEARCH, None);
            assert_eq!((left.status, left.objective), (report.status, report.objective), "{name} after {begun}");
            puzzles.insert(whole.puzzle.name);
        }
    }
    assert!(puzzles.len() >= 6, "{puzzles:?}");
}

#[test]
fn moves_that_break_a_rule_or_cannot_be_read_are_refused_with_the_place() {
    let max = "models/die_tour/3x3_max.toml";
    common::refuse(&[
        (&["solve", max, "--after", "NS"], "roll 2 (S) enters [0, 0] a second time"),
        (&["count", max, "--after", "NXX"], "move 2 is `X`"),
        (&["explain", max, "--after", "W"], "roll 1 (W) from [0, 0] leaves the board"),
        (&["solve", "models/block_maze/islands.toml", "--after", "SSSSSSSSS"], "which is blocked or not on the board"),
        (&["solve", "models/cube_tray/classic.toml", "--after", "EEE"], "no cube can roll that way"),
        (&["solve", max, "--after", "N", "--proof", "x.pbp"], "leave out --after"),
    ]);
    let (answer, _) = printed(&["solve", "--format", "json", max, "--after", "n ne"], "", 0);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["after"], json!({ "moves": "NNE", "length": 3 }));
    assert_eq!((&answer["objective"], &answer["solution"]["moves"]), (&json!(37), &json!("ESSWN")));
}

#[test]
fn numbers_near_the_best_objective_begin_with_the_best_and_a_margin_keeps_others_away() {
    let unique = [("unique", ""), ("margin", "2")];
    for (puzzle, more) in [
        ("die-tour", &[("columns", "4")][..]),
        ("die-path", &[("columns", "5"), ("labels", "5")]),
        ("labeled-board", &[("columns", "4"), ("labels", "4")]),
        ("block-maze", &[("columns", "6")]),
    ] {
        let problem = problem(&random_of(puzzle, 3, &[&unique[..], more].concat()));
        let best = common::count(&problem, Which::Best, &search_request());
        let near = common::count(&problem, Which::Within(3), &search_request());
        assert_eq!((best.is_one(), near.objective), (true, best.objective), "{puzzle}");
        let numbers: Vec<u64> = near.by_objective.iter().map(|(_, number)| number.try_into().unwrap()).collect();
        assert_eq!((numbers.len(), numbers[0], numbers[1]), (4, 1, 0), "{puzzle}");
        assert_eq!(near.solutions, numbers.iter().sum::<u64>().into(), "{puzzle}");
    }
    common::refuse(&[
        (&["new", "die-tour", "--seed", "1", "--margin", "2"], "--margin needs --unique"),
        (&["new", "labeled-board", "--seed", "1", "--unique", "--margin", "0"], "at least 1"),
        (&["count", "--within", "1", "models/sudoku_cube/seed.toml"], "asks for any solution"),
    ]);
}

#[test]
#[cfg(feature = "highs")]
fn the_rows_of_an_encoding_that_rule_out_all_solutions_are_named_with_their_constraints() {
    let model = "models/die_tour/3x3_infeasible.toml";
    for (encoding, backend) in [("edge-cuts", "highs"), ("edge-cuts", "cadical"), ("arc-flow", "highs")] {
        let args = ["explain", "--format", "json", "--encoding", encoding, "--backend", backend, model];
        let answer: Value = serde_json::from_str(&printed(&args, "", 0).0).unwrap();
        assert_eq!((&answer["status"], &answer["minimal"]), (&json!("infeasible"), &json!(true)), "{answer}");
        assert!(answer["conflict"].as_array().unwrap().len() > 1, "{answer}");
        assert!(answer["conflict"][0]["block"].as_str().unwrap().starts_with('('), "{answer}");
    }
    let solved = printed(&["explain", "-e", "edge-cuts", "models/die_tour/3x3_max.toml"], "", 0).0;
    assert!(solved.contains("has a solution; without its cuts"), "{solved}");
    assert!(printed(&["explain", "-e", "none", model], "", 2).1.contains("no encoding `none`"));
}

#[test]
fn what_moves_have_left_behind_is_no_fact_of_the_model() {
    let text = "puzzle = \"labeled-board\"\n[board]\nmap = \"3 1 4\"\n\
                [start]\ncell = [1, 0]\ndie = { top = 1, north = 2, east = 3 }\n";
    let rest = problem(text).after("W", None).unwrap();
    let said = explain(&rest, text, &search_request()).json("test", &Document::new("test", text));
    // The start, which was entered, is in the way; only the label beyond it can be left out.
    assert_eq!(said["conflict"][0]["cell"], json!([2, 0]), "{said}");
    assert_eq!(said["conflict"].as_array().unwrap().len(), 1, "{said}");
    assert_eq!((&said["changes"][0]["value"], &said["changes"][0]["objective"]), (&Value::Null, &json!(1)), "{said}");
}
