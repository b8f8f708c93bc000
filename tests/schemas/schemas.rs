//! The schemas that `tumble schema` prints accept the shipped models and their results, and refuse unknown keys of models.
//!
//! The program is that of `cargo test --test all`, which has to be built before.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

/// What a command prints.
fn printed(args: &[&str]) -> Vec<u8> {
    let output = Command::new(assert_cmd::cargo::cargo_bin("tumble")).args(args).output().unwrap();
    // No solution, or a limit, is an answer too.
    assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{args:?}: {output:?}");
    output.stdout
}

/// The schema that a command prints, as a judge of model files or results.
fn judge(args: &[&str]) -> impl Fn(&Value) -> bool + use<> {
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("schema.json", serde_json::from_slice(&printed(args)).unwrap()).unwrap();
    let schema = compiler.compile("schema.json", &mut schemas).unwrap();
    move |model| schemas.validate(model, schema).is_ok()
}

/// The files of the shipped models in a folder; `*`: in all.
fn files(puzzle: &str) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models")).unwrap();
    let folders = folders.map(|folder| folder.unwrap().path()).filter(|path| path.ends_with(puzzle) || puzzle == "*");
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|suffix| suffix == "toml")).collect()
}

/// The shipped models in a folder; `*`: in all.
fn shipped(puzzle: &str) -> Vec<Value> {
    let read = |path| toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let models: Vec<Value> = files(puzzle).into_iter().map(read).collect();
    assert!(models.len() > 2, "{puzzle}");
    models
}

#[test]
fn the_schemas_accept_the_shipped_models_and_refuse_unknown_keys() {
    let any = judge(&["schema"]);
    for mut model in shipped("*") {
        let own = judge(&["schema", model["puzzle"].as_str().unwrap()]);
        assert!(any(&model) && own(&model), "{model}");
        model["colums"] = 3.into();
        assert!(!any(&model) && !own(&model), "{model}");
    }
}

#[test]
fn unknown_keys_of_tables_and_beside_an_id_are_refused() {
    let is_valid = judge(&["schema"]);
    for (puzzle, table, key) in [("cube_tray", "/start", "mapp"), ("tatham_cube", "", "idd")] {
        for mut model in shipped(puzzle) {
            model.pointer_mut(table).unwrap()[key] = "k".into();
            assert!(!is_valid(&model), "{model}");
        }
    }
}

#[test]
fn results_and_the_events_before_them_are_as_their_schema_says() {
    let is_valid = judge(&["schema", "result"]);
    let mut events = Vec::new();
    let lists = files("labeled_board").into_iter().map(|file| (file, &["--format", "json", "--solutions", "3"][..]));
    let streams = files("*").into_iter().map(|file| (file, &["--json-stream"][..]));
    for (file, how) in lists.chain(streams) {
        let solve = ["solve", file.to_str().unwrap(), "--time-limit", "2s", "--quiet"];
        let out = String::from_utf8(printed(&[&solve[..], how].concat())).unwrap();
        for line in out.lines() {
            let mut line: Value = serde_json::from_str(line).unwrap();
            assert!(is_valid(&line), "{line}");
            events.push(line["event"].as_str().unwrap_or("none").to_owned());
            line["backend"] = 7.into();
            assert!(!is_valid(&line), "{line}");
        }
    }
    for event in ["incumbent", "progress", "result", "none"] {
        assert!(events.iter().any(|other| other == event), "{event}");
    }
}

#[test]
fn what_a_run_by_a_model_prints_is_as_its_schema_says() {
    let is_valid = judge(&["schema", "result"]);
    let file = files("die_tour").into_iter().find(|path| path.ends_with("4x4_max.toml")).unwrap();
    let solve = ["solve", file.to_str().unwrap(), "-b", "highs", "-e", "arc-flow", "--json-stream", "--cross-check"];
    let out = String::from_utf8(printed(&solve)).unwrap();
    assert!(out.lines().count() > 1 && out.contains("\"event\":\"bound\""), "{out}");
    for line in out.lines() {
        assert!(is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
}
