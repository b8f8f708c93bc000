//! The program as its users call it.

use crate::common::{self, files_in, fixture, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tumble::registry::Registry;
use tumble::solve::Method;

fn command(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tumble").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1").args(args);
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// Standard output of a run that ends with this exit code.
fn stdout(args: &[&str], code: i32) -> String {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn json_lines(args: &[&str], code: i32) -> Vec<Value> {
    stdout(args, code).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const MAX: &str = "models/die_tour/3x3_max.toml";
const MIN: &str = "models/die_tour/3x3_min.toml";
const INFEASIBLE: &str = "models/die_tour/3x3_infeasible.toml";

#[test]
fn the_shipped_models_have_the_answers_that_are_listed() {
    let mut listed = BTreeSet::new();
    for puzzle in Registry::built_in().puzzles() {
        for line in fixture(puzzle.name, "answers.txt").lines() {
            let mut words = line.split(' ');
            let (name, status) = (words.next().unwrap(), words.next().unwrap());
            let path = format!("models/{}/{name}.toml", puzzle.name.replace('-', "_"));
            let code = i32::from(status == "infeasible");
            let result = &json_lines(&["solve", "--format", "json", &path], code)[0];
            assert_eq!(result["objective"].as_i64(), words.next().map(|number| number.parse().unwrap()), "{line}");
            listed.insert(root().join(path));
        }
    }
    assert_eq!(
        shipped().into_iter().collect::<BTreeSet<_>>(),
        listed,
        "each shipped model has an answer, and no other"
    );
}

/// All model files under `models/`.
fn shipped() -> Vec<PathBuf> {
    files_in(&root().join("models"))
}

#[test]
fn all_backends_on_several_models_give_a_line_each_with_the_promised_keys() {
    let results = json_lines(&["solve", "--backend", "all", "--format", "json", MAX, MIN], 0);
    assert_eq!(results.len(), 2 * Method::available().len());
    for result in &results {
        let keys: Vec<&str> = result.as_object().unwrap().keys().map(String::as_str).collect();
        let promised = [
            "format_version",
            "model",
            "puzzle",
            "backend",
            "backend_version",
            "encoding",
            "lowering",
            "status",
            "objective",
            "bound",
            "solution",
            "verified",
            "stats",
        ];
        assert_eq!(keys[..promised.len()], promised);
        let stats: Vec<&str> = result["stats"].as_object().unwrap().keys().map(String::as_str).collect();
        let promised = [
            "variables",
            "integer_variables",
            "constraints",
            "nonzeros",
            "lowered",
            "root_bound",
            "nodes",
            "cut_rounds",
            "cuts",
            "incumbents",
            "build_seconds",
            "lower_seconds",
            "solve_seconds",
            "peak_memory_bytes",
            "total_seconds",
            "solver_runs",
        ];
        assert_eq!(stats, promised);
        assert_eq!(result["status"], "optimal");
        assert_eq!(result["verified"], true);
        let by_model = result["method"] == "model";
        assert_eq!(result["encoding"].is_string() && result["lowering"].is_string(), by_model);
    }
}

/// Standard error of a run that is refused as bad usage.
fn refusal(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
#[cfg(feature = "pumpkin")]
fn answers_of_several_backends_name_them() {
    let answers = stdout(&["solve", "--quiet", "-b", "search,pumpkin", MAX], 0);
    for backend in ["search", "pumpkin"] {
        assert!(answers.contains(&format!("{MAX} ({backend}): optimal 37\n")), "{answers}");
    }
}

#[test]
fn an_objective_that_a_file_cannot_have_is_noted() {
    let dir = tempfile::tempdir().unwrap();
    for (file, is_noted) in [("tour.cnf", true), ("tour.opb", false), ("tour.lp", false)] {
        let path = dir.path().join(file);
        let (_, notes) = common::printed(&["export", MAX, "-o", path.to_str().unwrap()], "", 0);
        assert_eq!(notes.contains("has no objective"), is_noted, "{file}: {notes}");
    }
}

#[cfg(feature = "cbc")]
#[test]
fn a_lowering_that_has_no_effect_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("model.toml");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(MAX)).unwrap();
    std::fs::write(&path, text + "\n[solve]\nbackend = \"highs\"\nlowering = \"circuit=flow\"\n").unwrap();
    let file = path.to_str().unwrap();
    let no_circuit = "has no effect here: the model has no circuit constraint";
    for (args, why) in [
        (&["solve", "-b", "highs", "-e", "cp-table", "--lowering", "circuit=mtz", MAX][..], no_circuit),
        (&["solve", file], no_circuit),
        (
            &["solve", "-b", "cbc", "-e", "arc-flow", "--lowering", "table=support", MAX],
            "the model has no table constraint",
        ),
        (
            &["export", MAX, "-o", "-", "-e", "arc-flow", "--lowering", "table=support"],
            "the model has no table constraint",
        ),
        (
            &["solve", "-b", "search", "--lowering", "table=support", MAX],
            "direct search takes no lowering table=support",
        ),
        (&["solve", "--lowering", "table=support", MAX], "the model has no table constraint"),
    ] {
        let error = refusal(args);
        // Long lines are wrapped between words.
        let words: Vec<&str> = error.split_whitespace().filter(|word| *word != "│").collect();
        assert!(words.join(" ").contains(why), "{args:?}: {error}");
    }
    // Direct search ignores the lowering in a file; `none`, and a lowering with an effect, are always accepted.
    stdout(&["solve", "-b", "search", file], 0);
    stdout(&["solve", "--lowering", "none", file], 0);
    stdout(&["solve", "-b", "highs", "-e", "cp-table", "--lowering", "table=support", MAX], 0);
    // Found infeasible before a table is built.
    stdout(&["solve", "-b", "highs", "-e", "cp-table", "--lowering", "table=support", INFEASIBLE], 1);
}

#[test]
fn lowerings_are_listed_with_the_encodings_that_have_a_use_for_them() {
    let rows: Value = serde_json::from_str(&stdout(&["list", "lowerings", "--format", "json"], 0)).unwrap();
    let rows: Vec<(&str, String)> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["encodings"].to_string()))
        .collect();
    assert!(rows.iter().all(|(_, encodings)| encodings != "[]"), "{rows:?}");
    assert!(rows.contains(&("table=support", "[\"die-tour cp-table\"]".into())), "{rows:?}");
    for way in ["circuit=flow", "circuit=mtz", "circuit=order"] {
        let encodings = "[\"die-tour cp-circuit\",\"labeled-board arc-circuit\",\"labeled-board cp-circuit\"]";
        assert!(rows.contains(&(way, encodings.into())), "{rows:?}");
    }
}

#[test]
fn constraints_are_lowered_as_the_backend_needs_or_as_requested() {
    for (wanted, used) in [
        (&["cp-circuit"][..], "circuit=flow"),
        (&["cp-circuit", "--lowering", "circuit=mtz"], "circuit=mtz"),
        (&["cp-table"], "all-different=assignment,table=support"),
    ] {
        let args = [&["solve", "-b", "highs", "--format", "json", MAX, "-e"][..], wanted].concat();
        let result = &json_lines(&args, 0)[0];
        assert_eq!((&result["lowering"], &result["objective"]), (&used.into(), &37.into()));
    }
    let file = stdout(&["export", MAX, "-o", "-", "-e", "cp-circuit", "--lowering", "circuit=order"], 0);
    assert!(file.contains("circuit=order") && file.contains("circuit_step"), "{file}");
}

#[cfg(feature = "cbc")]
#[test]
fn defaults_in_the_file_give_way_to_the_command_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("model.toml");
    let model = std::fs::read_to_string(MAX).unwrap();
    std::fs::write(&path, format!("{model}\n[solve]\nbackend = \"cbc\"\nencoding = \"arc-flow\"\nseed = 3\n")).unwrap();
    let path = path.to_str().unwrap();
    let result = &json_lines(&["solve", "--format", "json", path], 0)[0];
    assert_eq!((&result["backend"], &result["encoding"]), (&"cbc".into(), &"arc-flow".into()));
    let result = &json_lines(&["solve", "--format", "json", "--backend", "search", path], 0)[0];
    assert_eq!(result["backend"], "search");
}

#[test]
fn a_bad_model_does_not_stop_the_others() {
    let output = run(&["solve", "--format", "json", "nowhere.toml", MAX, INFEASIBLE]);
    assert_eq!(output.status.code(), Some(2), "the largest of 2, 0 and 1");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}

#[test]
fn text_shows_the_verdict_the_picture_and_the_moves() {
    let text = stdout(&["solve", MAX], 0);
    let (head, rest) = text.split_once("\nby direct search").unwrap();
    let (_, picture) = rest.split_once('\n').unwrap();
    assert_eq!(head, "models/die_tour/3x3_max.toml: optimal 37");
    insta::assert_snapshot!(picture);
}

#[cfg(feature = "cbc")]
#[test]
fn infeasible_is_said_with_its_reason() {
    assert!(stdout(&["solve", INFEASIBLE], 1).contains("infeasible (in a chess-board colouring, 5 cells"));
    for backend in ["highs", "cbc", "pumpkin"] {
        let result = &json_lines(&["solve", "--format", "json", "--backend", backend, INFEASIBLE], 1)[0];
        assert_eq!(result["status"], "infeasible");
        assert!(result["reason"].as_str().unwrap().contains("rarer colour"));
    }
}

#[cfg(feature = "cbc")]
#[test]
fn a_time_limit_is_kept_and_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("9x9.toml");
    let model = std::fs::read_to_string(MAX).unwrap().replace("= 3\n", "= 9\n");
    std::fs::write(&path, model).unwrap();
    let path = path.to_str().unwrap();
    for backend in ["search", "highs", "cbc", "pumpkin"] {
        let started = std::time::Instant::now();
        let result =
            &json_lines(&["solve", "--format", "json", "--time-limit", "2s", "--backend", backend, path], 3)[0];
        assert!(started.elapsed().as_secs() < 30, "{backend}");
        let status = result["status"].as_str().unwrap();
        assert!(["feasible", "unknown"].contains(&status), "{backend} {status}");
        assert_eq!(result["reason"], "stopped by the time limit", "{backend}");
        assert_eq!(status == "feasible", result["verified"] == true);
    }
}

#[test]
fn cross_checks_are_told_on_standard_error() {
    let output = run(&["solve", "--cross-check", MAX]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cross-check by highs (optimal 37): agrees"));
}

#[cfg(feature = "cbc")]
#[test]
fn limits_threads_seeds_and_gaps_reach_the_solver() {
    let asked = ["--threads", "2", "--seed", "7", "--time-limit", "50s"];
    let output = run(&[&["solve", "--log", "--backend", "cbc", MAX][..], &asked].concat());
    let log = String::from_utf8(output.stderr).unwrap();
    let changed = |name: &str, to: &str| {
        let says = |line: &&str| line.contains(&format!("{name} ")) && line.contains("changed from");
        log.lines().find(says).is_some_and(|line| line.contains(&format!(" to {to}")))
    };
    let seeds = [("randomSeed", "7"), ("randomCbcSeed", "7")];
    let others = [("timeMode", "elapsed"), ("preprocess", "off"), ("seconds", "49."), ("threads", "2")];
    for (name, value) in seeds.into_iter().chain(others) {
        assert!(changed(name, value), "{name}: {log}");
    }
}

#[test]
fn results_check_and_render() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (result, svg, txt) = (file("result.json"), file("tour.svg"), file("tour.txt"));
    std::fs::write(&result, stdout(&["solve", "--format", "json", MAX], 0)).unwrap();
    assert!(stdout(&["check", MAX, &result], 0).contains("keeps the rules, objective 37"));
    // The same tour does not fit another board.
    let solution = json_lines(&["solve", "--format", "json", MAX], 0)[0]["solution"].to_string();
    std::fs::write(&result, solution).unwrap();
    assert!(stdout(&["check", "models/die_tour/4x4_max.toml", &result], 1).contains("breaks the rules"));
    stdout(&["render", MAX, &result, "-o", &svg], 0);
    stdout(&["render", MAX, &result, "-o", &txt], 0);
    let drawn = std::fs::read_to_string(&txt).unwrap();
    let drawn = drawn.strip_suffix("\ndrawn by tumble\n").unwrap();
    assert!(stdout(&["solve", MAX], 0).contains(drawn), "one scene, drawn by both");
    let picture = std::fs::read_to_string(&svg).unwrap();
    // The page and the start's die; the title and two notes; the top faces and the visits; the start with its four sides.
    assert_eq!(picture.matches("<rect").count(), 1 + 1);
    assert_eq!(picture.matches("<text").count(), 3 + 9 + 9 + 1 + 4);
}

#[test]
fn moves_are_checked() {
    let check = |moves: &str, code: i32| stdout(&["check", MAX, "--moves", moves], code);
    assert!(check("NNEESSWN", 0).contains("objective 37"));
    assert!(check("nn ee ss wn", 0).contains("objective 37"));
    assert!(check("NNN", 1).contains("roll 3 (N) from [0, 2] leaves the board"));
    assert!(check("NNS", 1).contains("roll 3 (S) enters [0, 1] a second time"));
    assert!(check("NN", 1).contains("6 of 9 free cells are not visited, the first is [1, 0]"));
    assert!(check("NNEESSWNE", 1).contains("9 moves where 8 are needed"));
    let any = "models/die_tour/3x3_any_start_max.toml";
    let start = ["check", any, "--moves", "NNEESSWN", "--start", "0,0 top=4 north=1 east=2"];
    assert!(stdout(&start, 0).contains("objective 42"));
}

/// A move that cannot be read is bad input, not a broken rule.
#[test]
fn moves_that_cannot_be_read_are_bad_input() {
    for (model, moves, shown) in [
        (MAX, "NNEESSXN", "move 7 is `X`"),
        ("models/cube_tray/classic.toml", "NEX", "move 3 is `X`"),
        ("models/die_path/corner.toml", "N2X", "run 2 is `X`, not one of N, E, S, W"),
        ("models/die_path/two_dice.toml", "1N 3E", "run 2 is `3E`, not the number of a die and one of N, E, S, W"),
        ("models/labeled_board/source.toml", "Q", "move 1 is `Q`"),
        ("models/sudoku_cube/seed.toml", "U X2", "`X2`"),
        ("models/tatham_cube/source.toml", "URQ", "move 3 is `Q`"),
    ] {
        let output = run(&["check", model, "--moves", moves]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{model}: {error}");
        assert!(output.stdout.is_empty() && error.contains(shown), "{model}: {error}");
    }
}

#[test]
fn counts_are_printed() {
    assert_eq!(
        stdout(&["count", "--format", "json", MAX], 0),
        "{\"solutions\":2,\"objective\":37,\"complete\":true}\n"
    );
    assert_eq!(stdout(&["count", "--feasible", MAX], 0), "models/die_tour/3x3_max.toml: 8 solutions\n");
    assert_eq!(
        stdout(&["count", "models/die_tour/3x3_total_34.toml"], 0).trim_end().split(": ").last(),
        Some("0 solutions")
    );
}

#[test]
fn new_models_are_solved_as_promised() {
    for (args, code) in [
        (&["--seed", "1"][..], 0),
        (&["--seed", "2", "--columns", "5", "--blocked", "4", "--objective", "min"], 0),
        (&["--seed", "3", "--closed", "--columns", "4", "--rows", "3"], 0),
        (&["--seed", "4", "--unsolvable", "--columns", "4", "--blocked", "2"], 1),
        (&["--columns", "3", "--rows", "4"], 0),
    ] {
        let text = stdout(&[&["new", "die-tour"], args].concat(), 0);
        assert_eq!(text, stdout(&[&["new", "die-tour"], args].concat(), 0), "the same seed makes the same file");
        let solved = command(&["solve", "-"]).write_stdin(text).output().unwrap();
        assert_eq!(solved.status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn options_of_new_that_cannot_be_met_say_which_and_why() {
    let odd = "--closed: a closed tour visits equally many cells of both chess-board colours, and 25 is an odd number of free cells";
    for (args, says) in [
        (&["die-tour", "--columns", "6", "--rows", "5", "--seed", "3", "--blocked", "5", "--closed"][..], odd),
        (&["die-tour", "--columns", "5", "--rows", "5", "--seed", "3", "--closed"], odd),
        (
            &["die-tour", "--columns", "8", "--rows", "1", "--seed", "3", "--closed"],
            "--closed: more than two cells in a row have no closed tour",
        ),
        (&["labeled-board", "--seed", "1", "--columns", "6", "--unique", "--labels", "31"], "with --unique, "),
        (&["labeled-board", "--seed", "1", "--columns", "6", "--unsolvable", "--labels", "24"], "with --unsolvable, "),
    ] {
        let started = std::time::Instant::now();
        let output = run(&[&["new"], args].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says), "{error}");
        assert!(started.elapsed() < std::time::Duration::from_secs(5), "{args:?}");
    }
}

#[test]
fn a_standard_error_that_nobody_reads_does_not_cost_the_answer() {
    let shell = |line: &str| {
        let program = assert_cmd::cargo::cargo_bin("tumble");
        let line = line.replace("tumble", program.to_str().unwrap());
        std::process::Command::new("sh").args(["-c", &line]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
    };
    let output = shell("tumble solve --log --backend highs models/die_tour/3x3_max.toml 2>&-");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("optimal 37"));
    assert_eq!(shell("tumble solve nowhere.toml 2>&-").status.code(), Some(2));
}

#[test]
fn lists_schema_completions_and_man_are_there() {
    for kind in ["puzzles", "encodings", "backends", "lowerings"] {
        assert!(stdout(&["list", kind], 0).lines().count() >= 2, "{kind}");
        let rows: Value = serde_json::from_str(&stdout(&["list", kind, "--format", "json"], 0)).unwrap();
        assert!(!rows.as_array().unwrap().is_empty());
    }
    let rows = |args: &[&str]| -> Value {
        serde_json::from_str(&stdout(&[&["list"], args, &["--format", "json"]].concat(), 0)).unwrap()
    };
    for (kind, puzzles) in [("encodings", &["die-tour"][..]), ("methods", &["all", "die-tour"])] {
        let own = rows(&[kind, "die-tour"]);
        let found: BTreeSet<&str> = own.as_array().unwrap().iter().map(|row| row["puzzle"].as_str().unwrap()).collect();
        assert!(found.into_iter().eq(puzzles.iter().copied()), "{own}");
    }
    assert_eq!(rows(&["puzzles", "die-path"])[0]["name"], "die-path");
    let lowerings = rows(&["lowerings", "die-tour"]);
    let mut names = lowerings.as_array().unwrap().iter().flat_map(|row| row["encodings"].as_array().unwrap());
    assert!(names.all(|name| name.as_str().unwrap().starts_with("die-tour ")), "{lowerings}");
    let unknown = String::from_utf8(run(&["list", "encodings", "labeled"]).stderr).unwrap();
    assert!(unknown.contains("did you mean `labeled-board`?"), "{unknown}");
    let none = run(&["list", "lowerings", "cube-tray"]);
    assert!(none.status.success() && none.stdout.is_empty() && !none.stderr.is_empty());
    let schema: Value = serde_json::from_str(&stdout(&["schema", "die-tour"], 0)).unwrap();
    assert_eq!(schema["properties"]["puzzle"]["const"], "die-tour");
    assert_eq!(schema["additionalProperties"], false);
    for shell in ["bash", "fish", "zsh"] {
        assert!(stdout(&["completions", shell], 0).contains("cross-check"), "{shell}");
    }
    assert!(stdout(&["man"], 0).contains(".TH tumble 1"));
    assert!(stdout(&["man", "solve"], 0).contains("cross\\-check"));
}
