//! The program as its users call it.

use crate::common::{self, Folder, called, files_in, fixture, json, json_lines, printed, refused, root};
use std::collections::BTreeSet;

use serde_json::Value;
use tumble::registry::Registry;
use tumble::solve::Method;

/// Standard output of a run that ends with this exit code.
fn stdout(args: &[&str], code: i32) -> String {
    printed(args, "", code).0
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
            let result = json(&["solve", "--format", "json", &path], "", code);
            assert_eq!(result["objective"].as_i64(), words.next().map(|number| number.parse().unwrap()), "{line}");
            listed.insert(root().join(path));
        }
    }
    let shipped: BTreeSet<_> = files_in(&root().join("models")).into_iter().collect();
    assert_eq!(shipped, listed, "each shipped model has an answer, and no other");
}

/// That it has all promised keys is tested in `released.rs`.
#[test]
fn all_backends_on_several_models_give_a_line_each() {
    let results = json_lines(&["solve", "--backend", "all", "--format", "json", MAX, MIN], "", 0);
    assert_eq!(results.len(), 2 * Method::available().len());
    for result in &results {
        assert_eq!(result["status"], "optimal");
        assert_eq!(result["verified"], true);
        let by_model = result["method"] == "model";
        assert_eq!(result["encoding"].is_string() && result["lowering"].is_string(), by_model);
    }
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
    let folder = Folder::new();
    for (file, is_noted) in [("tour.cnf", true), ("tour.opb", false), ("tour.lp", false)] {
        let (_, notes) = printed(&["export", MAX, "-o", &folder.path(file)], "", 0);
        assert_eq!(notes.contains("has no objective"), is_noted, "{file}: {notes}");
    }
}

#[cfg(feature = "cbc")]
#[test]
fn a_lowering_that_has_no_effect_is_refused() {
    let folder = Folder::new();
    let text = common::shipped("die_tour/3x3_max") + "\n[solve]\nbackend = \"highs\"\nlowering = \"circuit=flow\"\n";
    let file = &*folder.write("model.toml", text);
    let no_circuit = "has no effect here: the model has no circuit constraint";
    let no_table = "the model has no table constraint";
    for (args, why) in [
        (&["solve", "-b", "highs", "-e", "cp-table", "--lowering", "circuit=mtz", MAX][..], no_circuit),
        (&["solve", file], no_circuit),
        (&["solve", "-b", "cbc", "-e", "arc-flow", "--lowering", "table=support", MAX], no_table),
        (&["export", MAX, "-o", "-", "-e", "arc-flow", "--lowering", "table=support"], no_table),
        (
            &["solve", "-b", "search", "--lowering", "table=support", MAX],
            "direct search takes no lowering table=support",
        ),
        (&["solve", "--lowering", "table=support", MAX], no_table),
    ] {
        let error = refused(args, "");
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
    let rows = json(&["list", "lowerings", "--format", "json"], "", 0);
    let encodings = |row: &'_ Value| (row["name"].as_str().unwrap().to_owned(), row["encodings"].to_string());
    let rows: Vec<(String, String)> = rows.as_array().unwrap().iter().map(encodings).collect();
    assert!(rows.iter().all(|(_, encodings)| encodings != "[]"), "{rows:?}");
    assert!(rows.contains(&("table=support".into(), "[\"die-tour cp-table\"]".into())), "{rows:?}");
    for way in ["circuit=flow", "circuit=mtz", "circuit=order"] {
        let encodings = "[\"die-tour cp-circuit\",\"labeled-board arc-circuit\",\"labeled-board cp-circuit\"]";
        assert!(rows.contains(&(way.into(), encodings.into())), "{rows:?}");
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
        let result = json(&args, "", 0);
        assert_eq!((&result["lowering"], &result["objective"]), (&used.into(), &37.into()));
    }
    let file = stdout(&["export", MAX, "-o", "-", "-e", "cp-circuit", "--lowering", "circuit=order"], 0);
    assert!(file.contains("circuit=order") && file.contains("circuit_step"), "{file}");
}

#[cfg(feature = "cbc")]
#[test]
fn defaults_in_the_file_give_way_to_the_command_line() {
    let defaults = "\n[solve]\nbackend = \"cbc\"\nencoding = \"arc-flow\"\nseed = 3\n";
    let model = common::shipped("die_tour/3x3_max") + defaults;
    let result = json(&["solve", "--format", "json", "-"], &model, 0);
    assert_eq!((&result["backend"], &result["encoding"]), (&"cbc".into(), &"arc-flow".into()));
    assert_eq!(json(&["solve", "--format", "json", "--backend", "search", "-"], &model, 0)["backend"], "search");
}

#[test]
fn a_bad_model_does_not_stop_the_others() {
    // The largest of 2, 0 and 1.
    assert_eq!(stdout(&["solve", "--format", "json", "nowhere.toml", MAX, INFEASIBLE], 2).lines().count(), 2);
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
        let result = json(&["solve", "--format", "json", "--backend", backend, INFEASIBLE], "", 1);
        assert_eq!(result["status"], "infeasible");
        assert!(result["reason"].as_str().unwrap().contains("rarer colour"));
    }
}

#[cfg(feature = "cbc")]
#[test]
fn a_time_limit_is_kept_and_said() {
    let model = common::corner(9, 9, "max", "");
    for backend in ["search", "highs", "cbc", "pumpkin"] {
        let started = std::time::Instant::now();
        let args = ["solve", "--format", "json", "--time-limit", "2s", "--backend", backend, "-"];
        let result = json(&args, &model, 3);
        assert!(started.elapsed().as_secs() < 30, "{backend}");
        let status = result["status"].as_str().unwrap();
        assert!(["feasible", "unknown"].contains(&status), "{backend} {status}");
        assert_eq!(result["reason"], "stopped by the time limit", "{backend}");
        assert_eq!(status == "feasible", result["verified"] == true);
    }
}

#[test]
fn cross_checks_are_told_on_standard_error() {
    let (_, error) = printed(&["solve", "--cross-check", MAX], "", 0);
    assert!(error.contains("cross-check by highs (optimal 37): agrees"), "{error}");
}

#[cfg(feature = "cbc")]
#[test]
fn limits_threads_seeds_and_gaps_reach_the_solver() {
    let asked = ["--threads", "2", "--seed", "7", "--time-limit", "50s"];
    let (_, _, log) = called(&[&["solve", "--log", "--backend", "cbc", MAX][..], &asked].concat(), "");
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
    let folder = Folder::new();
    let result = folder.write("result.json", stdout(&["solve", "--format", "json", MAX], 0));
    assert!(stdout(&["check", MAX, &result], 0).contains("keeps the rules, objective 37"));
    // The same tour does not fit another board.
    folder.write("result.json", json(&["solve", "--format", "json", MAX], "", 0)["solution"].to_string());
    assert!(stdout(&["check", "models/die_tour/4x4_max.toml", &result], 1).contains("breaks the rules"));
    let [svg, txt] = ["tour.svg", "tour.txt"].map(|name| {
        stdout(&["render", MAX, &result, "-o", &folder.path(name)], 0);
        folder.read(name)
    });
    let drawn = txt.strip_suffix("\ndrawn by tumble\n").unwrap();
    assert!(stdout(&["solve", MAX], 0).contains(drawn), "one scene, drawn by both");
    // The page and the start's die; the title and two notes; the top faces and the visits; the start with its four sides.
    assert_eq!(svg.matches("<rect").count(), 1 + 1);
    assert_eq!(svg.matches("<text").count(), 3 + 9 + 9 + 1 + 4);
}

#[test]
fn counts_are_printed() {
    let none = stdout(&["count", "models/die_tour/3x3_total_34.toml"], 0);
    assert_eq!(none.trim_end().split(": ").last(), Some("0 solutions"));
    assert_eq!(stdout(&["count", "--feasible", MAX], 0), "models/die_tour/3x3_max.toml: 8 solutions\n");
}

#[test]
fn new_models_are_solved_as_promised() {
    for (args, code) in [
        (&["die-tour", "--seed", "1"][..], 0),
        (&["die-tour", "--seed", "2", "--columns", "5", "--blocked", "4", "--objective", "min"], 0),
        (&["die-tour", "--seed", "3", "--closed", "--columns", "4", "--rows", "3"], 0),
        (&["die-tour", "--seed", "4", "--unsolvable", "--columns", "4", "--blocked", "2"], 1),
        (&["die-tour", "--columns", "3", "--rows", "4"], 0),
        (&["cube-tray", "--seed", "1"], 0),
        (&["cube-tray", "--seed", "2", "--columns", "4", "--rows", "3", "--rolls", "18"], 0),
        (&["cube-tray", "--seed", "3", "--oriented", "--unsolvable"], 1),
        (&["cube-tray", "--columns", "2", "--rows", "3"], 0),
        (&["cube-tray", "--seed", "4", "--faces", "WWRRBB", "--tops"], 0),
        (&["cube-tray", "--seed", "5", "--faces", "ABCDEF", "--unsolvable"], 1),
        (&["cube-tray", "--seed", "6", "--faces", "ABACAD", "--rolls", "9"], 0),
    ] {
        let text = stdout(&[&["new"], args].concat(), 0);
        assert_eq!(text, stdout(&[&["new"], args].concat(), 0), "the same seed makes the same file");
        printed(&["solve", "-"], &text, code);
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
        let error = refused(&[&["new"], args].concat(), "");
        assert!(error.contains(says), "{error}");
        assert!(started.elapsed() < std::time::Duration::from_secs(5), "{args:?}");
    }
}

#[test]
fn a_standard_error_that_nobody_reads_does_not_cost_the_answer() {
    let shell = |line: &str| {
        let program = assert_cmd::cargo::cargo_bin("tumble");
        let line = line.replace("tumble", program.to_str().unwrap());
        common::ran(std::process::Command::new("sh").args(["-c", &line]).current_dir(root()).output().unwrap())
    };
    let (code, text, _) = shell("tumble solve --log --backend highs models/die_tour/3x3_max.toml 2>&-");
    assert!(code == 0 && text.contains("optimal 37"), "{text}");
    assert_eq!(shell("tumble solve nowhere.toml 2>&-").0, 2);
}

#[test]
fn lists_schema_completions_and_man_are_there() {
    for kind in ["puzzles", "encodings", "backends", "lowerings"] {
        assert!(stdout(&["list", kind], 0).lines().count() >= 2, "{kind}");
        assert!(!json(&["list", kind, "--format", "json"], "", 0).as_array().unwrap().is_empty());
    }
    let rows = |args: &[&str]| json(&[&["list"], args, &["--format", "json"]].concat(), "", 0);
    for (kind, puzzles) in [("encodings", &["die-tour"][..]), ("methods", &["all", "die-tour"])] {
        let own = rows(&[kind, "die-tour"]);
        let found: BTreeSet<&str> = own.as_array().unwrap().iter().map(|row| row["puzzle"].as_str().unwrap()).collect();
        assert!(found.into_iter().eq(puzzles.iter().copied()), "{own}");
    }
    assert_eq!(rows(&["puzzles", "die-path"])[0]["name"], "die-path");
    let lowerings = rows(&["lowerings", "die-tour"]);
    let mut names = lowerings.as_array().unwrap().iter().flat_map(|row| row["encodings"].as_array().unwrap());
    assert!(names.all(|name| name.as_str().unwrap().starts_with("die-tour ")), "{lowerings}");
    let unknown = refused(&["list", "encodings", "labeled"], "");
    assert!(unknown.contains("did you mean `labeled-board`?"), "{unknown}");
    let (none, note) = printed(&["list", "lowerings", "cube-tray"], "", 0);
    assert!(none.is_empty() && !note.is_empty());
    let schema = json(&["schema", "die-tour"], "", 0);
    assert_eq!(schema["properties"]["puzzle"]["const"], "die-tour");
    assert_eq!(schema["additionalProperties"], false);
    for shell in ["bash", "fish", "zsh"] {
        assert!(stdout(&["completions", shell], 0).contains("cross-check"), "{shell}");
    }
    assert!(stdout(&["man"], 0).contains(".TH tumble 1"));
    assert!(stdout(&["man", "solve"], 0).contains("cross\\-check"));
}
