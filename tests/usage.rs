//! Names that the command line takes, the errors that it prints, and what shells complete.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]
#![cfg(all(feature = "highs", feature = "cbc"))]

mod common;

use assert_cmd::Command;
use common::tumble;
use tumble::solve::Method;

const MAX: &str = "models/die_tour/3x3_max.toml";

/// Standard error of a call that ends with this exit code.
fn error(args: &[&str], code: i32) -> String {
    let output = tumble(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    error
}

#[test]
fn all_errors_look_alike() {
    for args in [
        &["solve", MAX, "--frobnicate"][..],
        &["solve", MAX, "--time-limit", "soon"],
        &["solve", MAX, "--backend", "gurobi"],
        &["solve", "nowhere.toml"],
        &["solve", "tests/bad_input/unknown_key.toml"],
        &["check", MAX, "--moves", "X"],
    ] {
        let plain = error(args, 2);
        assert!(plain.starts_with("error: "), "{args:?}: {plain}");
        let colored = |color: bool| {
            let mut command = Command::cargo_bin("tumble").unwrap();
            let command = command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR").args(args);
            let command = if color { command.env("CLICOLOR_FORCE", "1") } else { command };
            String::from_utf8(command.output().unwrap().stderr).unwrap()
        };
        assert_eq!(colored(false), plain, "no colours off a terminal");
        assert!(colored(true).starts_with("\x1b[1m\x1b[31merror:\x1b[0m "), "{:?}", colored(true));
    }
}

#[test]
fn an_id_stands_for_a_model() {
    let id = "c4x4:C461,3";
    for args in [
        &["solve", id][..],
        &["count", id],
        &["export", id, "-o", "-"],
        &["render", id, "-o", "-"],
        &["check", id, "--moves", "EEESWNNSS"],
    ] {
        let output = tumble(args);
        // The moves are not a solution, so `check` ends with exit code 1.
        let code = i32::from(args[0] == "check");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn a_wrong_id_is_underlined() {
    for args in [
        &["solve", "c4x4:C4G1,3"][..],
        &["count", "c4x4:C4G1,3"],
        &["export", "c4x4:C4G1,3", "-o", "-"],
        &["render", "c4x4:C4G1,3", "-o", "-"],
        &["check", "c4x4:C4G1,3", "--moves", "E"],
    ] {
        let shown = [
            "error: `G` is not a hexadecimal digit",
            "   ╭────",
            " 1 │ c4x4:C4G1,3",
            "   ·        ┬",
            "   ·        ╰── here",
            "   ╰────",
            "  help: an id is written like c4x4:C461,3\n",
        ];
        assert_eq!(error(args, 2), shown.join("\n"));
    }
}

#[test]
fn all_leaves_out_the_backends_that_cannot_serve() {
    let two_dice = "models/die_path/two_dice.toml";
    let lines = |args: &[&str]| String::from_utf8(tumble(args).stdout).unwrap().lines().count();
    let note = error(&["solve", two_dice, "--backend", "all", "--format", "json"], 0);
    assert!(note.contains("highs is left out: no encoding fits") && note.contains("cbc is left out"), "{note}");
    assert_eq!(lines(&["solve", two_dice, "--backend", "all", "--format", "json"]), 1);
    let note = error(&["solve", two_dice, "--cross-check"], 0);
    assert!(note.contains("not cross-checked"), "{note}");
    let open = "models/labeled_board/source.toml";
    let note = error(&["solve", open, "--backend", "all", "--encoding", "arc-flow"], 0);
    assert!(note.contains("highs is left out: encoding arc-flow does not fit this instance: the board"), "{note}");
    assert!(error(&["solve", open, "--backend", "highs", "--encoding", "arc-flow"], 2).contains("does not fit"));
    assert_eq!(
        lines(&["solve", open, "--backend", "all", "--encoding", "euler-flow", "--format", "json"]),
        Method::available().len()
    );
}

#[test]
fn an_answer_that_took_no_solver_says_so() {
    let output = tumble(&["solve", "models/cube_tray/2x2_flip.toml", "--backend", "highs"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("by highs ") && last.ends_with(", no solver was needed"), "{text}");
    assert!(text.contains("settled while the model was built"), "{text}");
}

/// What bash offers after these words.
fn completed(words: &[&str]) -> Vec<String> {
    let script = String::from_utf8(tumble(&["completions", "bash"]).stdout).unwrap();
    let before = words[words.len() - 1];
    let ask = format!(
        "COMP_WORDS=({} ''); COMP_CWORD={}; _tumble tumble '' {before}; echo \"${{COMPREPLY[@]}}\"",
        words.join(" "),
        words.len()
    );
    let output = std::process::Command::new("bash").args(["-c", &format!("{script}\n{ask}")]).output().unwrap();
    let offered = String::from_utf8(output.stdout).unwrap();
    offered.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn shells_offer_names_and_not_files() {
    assert_eq!(
        completed(&["tumble", "solve", "--backend"]),
        ["search", "highs", "cbc", "cp-sat", "microlp", "cadical", "all"]
    );
    assert_eq!(completed(&["tumble", "count", "-b"]), ["search", "highs", "cbc", "cp-sat", "microlp", "cadical"]);
    for command in ["solve", "export"] {
        let encodings = completed(&["tumble", command, "--encoding"]);
        for name in ["arc-flow", "time-indexed", "face-digit-plus+parity"] {
            assert!(encodings.iter().any(|offered| offered == name), "{name}: {encodings:?}");
        }
        assert!(!encodings.iter().any(|offered| offered == "Cargo.toml"), "{encodings:?}");
        // No encoding has a circuit, so `circuit=mtz` is not offered.
        assert_eq!(completed(&["tumble", command, "--lowering"]), ["all-different=assignment", "table=support"]);
    }
    assert!(completed(&["tumble", "schema"]).contains(&"die-tour".to_owned()));
}

#[test]
fn every_spelling_of_an_encoding_is_taken_and_the_canonical_one_is_reported() {
    let path = "models/die_path/corner.toml";
    let output = tumble(&["solve", "-b", "highs", "-e", "time-indexed", "--format", "json", path]);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["encoding"], "time-expanded");
    for command in [&["solve", "-b", "highs"][..], &["export", "-o", "-"]] {
        let output = tumble(&[command, &["-e", "time-expandet", path]].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            error.contains("die-path has no encoding `time-expandet`") && error.contains("did you mean"),
            "{error}"
        );
    }
}

#[test]
fn the_common_schema_tells_puzzles_apart() {
    let schema: serde_json::Value = serde_json::from_slice(&tumble(&["schema"]).stdout).unwrap();
    for branch in schema["oneOf"].as_array().unwrap() {
        let name = branch["$id"].as_str().unwrap().strip_prefix("tumble:").unwrap();
        assert_eq!(branch["properties"]["puzzle"]["const"], name);
    }
    let alone: serde_json::Value = serde_json::from_slice(&tumble(&["schema", "die-tour"]).stdout).unwrap();
    assert_eq!(alone["properties"]["puzzle"]["const"], "die-tour");
}
