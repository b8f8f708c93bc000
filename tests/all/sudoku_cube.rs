//! The Sudoku Cube: its shipped models, what the verifier rejects, limits, and bad nets. For its encodings see
//! `sudoku_encodings.rs`.

use std::sync::OnceLock;

use crate::common::sudoku::{SEED, SEED_FACES, any_assembly, faces};
use crate::common::{self, Folder};
use crate::repairs::SEED_NET;
use serde_json::{Value, json};
use tumble::control::{Bytes, Control, Extent, Request, Stop};
use tumble::instance::Document;
use tumble::puzzle::Which;
use tumble::registry::Registry;
use tumble::report::Status;
use tumble::solve::{self, Method, Options, Problem};

/// The seed instance with its centres upright, solved by search, moves included.
fn solved() -> (Problem, Value) {
    static SOLUTION: OnceLock<Value> = OnceLock::new();
    let upright = "center-directions = { U = 0, L = 0, F = 0, R = 0, B = 0, D = 0 }\ncorners = [";
    let problem = common::problem(&SEED.replace("corners = [", upright));
    let solution = SOLUTION.get_or_init(|| common::run(&problem, Method::SEARCH, None).solution.unwrap().json());
    (problem, solution.clone())
}

#[test]
fn upright_centres_take_at_most_31_moves_which_check_replays() {
    let (problem, solution) = solved();
    assert!(solution["move_count"].as_u64().unwrap() <= 31);
    let moves = solution["moves"].as_str().unwrap();
    let Ok(again) = problem.instance.solution_of_moves(moves, None) else { panic!("the moves solve it") };
    assert_eq!(again, solution);
    common::verify(&problem, &again).unwrap();
    let other = problem.instance.solution_of_moves("U R2 F'", None).unwrap();
    assert!(common::verify(&problem, &other).is_err());
}

/// Why no turns lead to an assembly.
const REASONS: [&str; 4] = [
    "no turns reach it: one corner would have to be twisted in its place",
    "no turns reach it: one edge would have to be flipped in its place",
    "no turns reach it: two pieces would have to be swapped",
    "no turns reach it: one centre would have to be turned by a quarter",
];

#[test]
fn the_reason_of_an_unreachable_assembly_is_worked_out_again() {
    let mut seen = std::collections::BTreeSet::new();
    for defect in ["twisted-corner", "flipped-edge", "swapped-edges", "turned-centre"] {
        for seed in 0..3 {
            let options = [("defect", defect)];
            let problem = any_assembly(&common::random_of("sudoku-cube", seed, &options));
            let good = common::run(&problem, Method::SEARCH, None).solution.unwrap().json();
            common::verify(&problem, &good).unwrap();
            let right = good["reason"].as_str().unwrap().to_owned();
            assert!(REASONS.contains(&right.as_str()), "{right}");
            let wrong = REASONS.into_iter().filter(|reason| *reason != right).chain(["because I say so", ""]);
            for reason in wrong.map(Value::from).chain([Value::Null]) {
                let mut bad = good.clone();
                bad["reason"] = reason.clone();
                assert!(common::verify(&problem, &bad).is_err(), "{reason} instead of {right}");
            }
            seen.insert(right);
        }
    }
    assert_eq!(seen.len(), 4, "each reason is the right one somewhere");
}

#[test]
fn a_reachable_assembly_has_no_reason_with_or_without_moves() {
    let (problem, mut good) = solved();
    good["moves"] = Value::Null;
    good["move_count"] = Value::Null;
    common::verify(&problem, &good).unwrap();
    for reason in REASONS.into_iter().chain(["the two-phase solver found none"]) {
        good["reason"] = reason.into();
        assert!(common::verify(&problem, &good).is_err(), "{reason}");
    }
}

/// Every face reads 123 456 789, and many pieces look alike: 884736 solutions, in 18432 layouts.
const ALIKE: &str = r#"
puzzle = "sudoku-cube"
symmetric = [2, 4, 6, 8]
net = """
           1^ 2^ 3^
           4^ 5^ 6^
           7^ 8^ 9^
1^ 2^ 3^   1^ 2^ 3^   1^ 2^ 3^   1^ 2^ 3^
4^ 5^ 6^   4^ 5^ 6^   4^ 5^ 6^   4^ 5^ 6^
7^ 8^ 9^   7^ 8^ 9^   7^ 8^ 9^   7^ 8^ 9^
           1^ 2^ 3^
           4^ 5^ 6^
           7^ 8^ 9^
"""
"#;

#[test]
fn lists_and_counts_keep_within_the_memory_limit() {
    let problem = common::problem(ALIKE);
    let options = Options { solutions: Some(10_000), skip_moves: true, ..Options::default() };
    let with = |limit: u64| Request::new(Control::unlimited().with_memory_limit(Bytes(limit)));
    for (limit, all) in [(1, false), (1 << 20, false), (1 << 30, true)] {
        let report = solve::solve(&problem, Method::SEARCH, &options, &with(limit)).unwrap();
        let listed = report.solutions.unwrap().len();
        assert_eq!(listed == 10_000, all, "{listed}");
        assert_eq!(matches!(report.stop, Some(Stop::MemoryLimit { .. })), !all, "{:?}", report.stop);
        assert_eq!((report.complete, report.status), (Some(false), Status::Optimal));
        // Even a small limit leaves room for one solution.
        assert!(listed >= 1 && listed as u64 <= (limit >> 10).max(1) + 1, "{listed}");
    }
    let count = common::count(&problem, Which::Best, &with(1 << 20));
    assert_eq!(count.extent, Extent::Stopped(Stop::MemoryLimit { needed: None }));
    let count = common::count(&problem, Which::Best, &with(1 << 30));
    assert_eq!((count.solutions, count.layouts, count.extent.is_all()), (884_736u32.into(), Some(18_432), true));
}

#[test]
fn a_reason_is_found_by_the_search_under_its_own_limits() {
    let problem = common::problem(include_str!("../../models/sudoku_cube/unreachable.toml"));
    assert_eq!(problem.instance.infeasible_because(), None, "it takes a search");
    let expected = format!("there is an assembly, but {}", REASONS[2]);
    let report = common::run(&problem, Method::SEARCH, None);
    assert_eq!((report.status, report.reason.as_deref()), (Status::Infeasible, Some(expected.as_str())));
    let options = Options { solutions: Some(3), ..Options::default() };
    let report = solve::solve(&problem, Method::SEARCH, &options, &Request::unlimited()).unwrap();
    assert_eq!((report.status, report.reason.as_deref()), (Status::Infeasible, Some(expected.as_str())));
    // A backend proves that there is none; no search looks for a reason.
    let report = common::run(&problem, Method::named("highs").unwrap(), None);
    assert_eq!((report.status, report.reason), (Status::Infeasible, None));
}

fn tumble(args: &[&str], code: i32) -> (String, String) {
    common::printed(args, "", code)
}

fn model(name: &str) -> String {
    format!("models/sudoku_cube/{name}.toml")
}

#[cfg(feature = "cbc")]
#[test]
fn the_shipped_models_count_as_they_state() {
    let expected = [
        ("two_layouts", 2, 2),
        ("unreachable", 0, 1),
        ("infeasible", 0, 0),
        ("seed", 1, 1),
        ("seed_net", 1, 1),
        ("random_1", 1, 1),
        ("random_2", 1, 1),
    ];
    for &(name, reachable, any) in &expected[..common::cases(4, expected.len())] {
        for backend in ["search", "highs", "cbc"] {
            for (option, number) in [(None, reachable), (Some("--any-assembly"), any)] {
                let path = model(name);
                let mut args = vec!["count", &path, "--backend", backend, "--format", "json"];
                args.extend(option);
                let line = format!("{{\"solutions\":{number},\"layouts\":{number},\"complete\":true}}\n");
                assert_eq!(tumble(&args, 0).0, line, "{args:?}");
            }
        }
    }
    let shipped = common::files_in(&common::root().join("models/sudoku_cube")).len();
    assert_eq!(shipped, expected.len());
}

#[test]
fn a_solution_has_the_promised_keys() {
    let result = common::json(&["solve", &model("seed"), "--format", "json"], "", 0);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let solution = &result["solution"];
    assert_eq!(keys(solution), ["faces", "corners", "edges", "reachable", "moves", "move_count"]);
    assert_eq!(keys(&solution["faces"]), ["U", "L", "F", "R", "B", "D"]);
    assert_eq!(keys(&solution["corners"][0]), ["piece", "position", "permutation"]);
    assert_eq!(faces(solution), SEED_FACES);
    let moves = solution["moves"].as_str().unwrap().split_whitespace().count();
    assert_eq!(solution["move_count"], moves);
    assert_eq!((&result["objective"], &result["verified"]), (&Value::Null, &json!(true)));
}

#[test]
fn check_and_render_take_what_solve_prints() {
    let folder = Folder::new();
    for (name, option) in [("seed", &[][..]), ("unreachable", &["--any-assembly"])] {
        let path = model(name);
        let (result, _) = tumble(&[&["solve", &path, "--format", "json"], option].concat(), 0);
        let file = &*folder.write(name, result);
        tumble(&[&["check", &path, file], option].concat(), 0);
        tumble(&[&["render", &path, file, "-o", "-"], option].concat(), 0);
        tumble(&["check", &path, file], i32::from(name == "unreachable"));
    }
    tumble(&["solve", "models/die_tour/3x3_max.toml", "--any-assembly"], 2);
}

#[test]
fn an_encoding_that_finds_one_solution_is_not_asked_for_a_list() {
    let unlisted = ["solve", "models/labeled_board/goal.toml", "-b", "highs", "-e", "euler-flow", "--all"];
    let (_, error) = tumble(&unlisted, 2);
    assert!(error.contains("encoding euler-flow finds one solution and does not list more"), "{error}");
}

#[test]
fn pictures_show_the_cube_before_and_after() {
    let folder = Folder::new();
    tumble(&["solve", &model("seed"), "--picture", &folder.path("net.svg")], 0);
    let svg = folder.read("net.svg");
    assert!(svg.contains("scrambled") && svg.contains("solved") && svg.contains("rotate(270)"));
    // Three faces of nine fields, at the start and after each of 22 turns.
    assert_eq!(svg.matches("matrix(").count(), 23 * 27);
    let (text, _) = tumble(&["solve", &model("seed")], 0);
    insta::assert_snapshot!(text.split_once("\n\n").unwrap().1.split_once("\nhold").unwrap().0);
}

#[test]
fn an_export_with_cuts_says_that_it_is_a_relaxation() {
    let (lp, note) = tumble(&["export", &model("seed"), "-o", "-", "--encoding", "face-digit"], 0);
    assert!(lp.contains("a relaxation") && note.contains("a relaxation"));
    let (lp, note) = tumble(&["export", &model("seed"), "-o", "-", "--encoding", "face-digit+parity"], 0);
    assert!(!lp.contains("a relaxation") && note.is_empty());
}

/// Replacements that spoil the net of the seed instance.
const SPOILED: &[(&str, &str)] = &[
    ("6v 5< 2^\n", "6v 5< 2^ 1^\n"),
    ("6v 5< 2^\n", "6v 5< 0^\n"),
    ("6v 5< 2^\n", "6v 5< 2x\n"),
    ("6v 5< 2^\n", "6v 5< 22^\n"),
    ("6v 5< 2^\n", "6v 5< ..\n"),
    ("6v 5< 2^\n", "6v 5? 2^\n"),
    ("6v 5< 2^\n", "6v 5< 3^\n"),
    ("           7^ 8^ 1>\n", ""),
    ("           7^ 8^ 1>\n", "           7^ 8^ 1>\n7^ 8^ 1>\n"),
    ("net = ", "centers = { U = 6, L = 5, F = 1, R = 7, B = 4, D = 1 }\nnet = "),
    ("net = ", "symmetric = [1, 2, 3, 4, 5, 6, 7, 8]\nnet = "),
    ("net = ", "symmetric = [0]\nnet = "),
    ("net = ", "nets = "),
];

/// Replacements that spoil its pieces.
const SPOILED_PIECES: &[(&str, &str)] = &[
    ("values = [4, 8, 4]", "values = [4, 8]"),
    ("values = [4, 8, 4]", "values = [4, 8, 10]"),
    ("values = [4, 8, 4]", "values = [4, 8, 5]"),
    ("rotations = [3, 2, 1]", "rotations = [3, 2, 4]"),
    ("    { values = [9, 3], rotations = [0, 3] },\n", ""),
    ("U = 6, ", ""),
    ("centers = ", "# centers = "),
    ("corners = [", "center-directions = { U = 4, L = 0, F = 0, R = 0, B = 0, D = 0 }\ncorners = ["),
];

#[test]
fn bad_nets_and_pieces_are_explained() {
    let cases = SPOILED.iter().map(|case| (SEED_NET, case)).chain(SPOILED_PIECES.iter().map(|case| (SEED, case)));
    let folder = Folder::new();
    let mut messages = String::new();
    for (text, (from, to)) in cases {
        assert!(text.contains(from), "{from}");
        folder.write("model.toml", text.replacen(from, to, 1));
        let (code, _, error) = common::called_in(&folder, &["solve", "model.toml"]);
        assert_eq!(code, 2, "{to}");
        messages += &error;
        messages += "\n";
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn nets_may_have_commas_and_no_spaces() {
    let (head, fields) = SEED_NET.split_once("\"\"\"").unwrap();
    for written in [fields.replace(' ', ""), fields.replace("   ", "  ").replace(' ', ", "), fields.replace(' ', "\t,")]
    {
        let text = format!("{head}\"\"\"{written}");
        let report = common::run(&common::problem(&text), Method::SEARCH, None);
        assert_eq!(report.status, Status::Optimal, "{text}");
    }
}

#[test]
fn a_line_that_is_missing_is_missed_on_its_face() {
    let (head, fields) = SEED_NET.split_once("\"\"\"\n").unwrap();
    let lines: Vec<&str> = fields.lines().take(9).collect();
    for (gone, message) in [
        (1, "the net has 2 lines for U; it needs 3"),
        (4, "the net has 2 lines for L, F, R and B; it needs 3"),
        (8, "the net has 2 lines for D; it needs 3"),
    ] {
        let kept: Vec<&str> = lines.iter().enumerate().filter(|(i, _)| *i != gone).map(|(_, line)| *line).collect();
        let text = format!("{head}\"\"\"\n{}\n\"\"\"\n", kept.join("\n"));
        let error = Registry::built_in().read(&Document::new("test", &text)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_new_net_is_to_be_filled_in() {
    let (text, _) = tumble(&["new", "sudoku-cube"], 0);
    let (_, error) = common::printed(&["solve", "-"], &text, 2);
    assert!(error.contains("not filled in yet"), "{error}");
    for bad in [&["--defect", "twisted-corner"][..], &["--seed", "x"], &["--seed", "1", "--defect", "dirty"]] {
        tumble(&[&["new", "sudoku-cube"], bad].concat(), 2);
    }
}
