//! What released versions read, answered and were called by: docs/stability.md promises it. `scripts/freeze-release` wrote the folders of
//! `tests/released/`, one for each version.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{printed, root, tumble};

/// The folders of the versions.
fn versions() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("tests/released")).unwrap();
    let folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    assert!(!folders.is_empty());
    folders
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

/// The paths of all keys in a JSON value, as `stats.nodes` or `incumbents[].value`.
fn keys(value: &Value) -> BTreeSet<String> {
    fn add(value: &Value, path: &str, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                for (key, inner) in map {
                    let path = format!("{path}{key}");
                    add(inner, &format!("{path}."), found);
                    found.insert(path);
                }
            }
            Value::Array(items) => {
                let path = format!("{}[].", path.strip_suffix('.').unwrap_or(path));
                for inner in items {
                    add(inner, &path, found);
                }
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    add(value, "", &mut found);
    found
}

/// The recorded results of a version.
fn results(version: &Path) -> Vec<Value> {
    lines(&std::fs::read_to_string(version.join("results.jsonl")).unwrap())
}

#[test]
fn models_have_the_same_answers_and_results_all_their_keys() {
    for version in versions() {
        let before = results(&version);
        let models = before.iter().map(|result| text(result, "model"));
        let arguments: Vec<&str> = ["solve", "--format", "json"].into_iter().chain(models).collect();
        // Some of the models are infeasible.
        let (out, _) = printed(&arguments, "", 1);
        let now = lines(&out);
        assert_eq!(before.len(), now.len());
        for (before, now) in before.iter().zip(&now) {
            for key in ["model", "puzzle", "status", "objective", "bound", "verified"] {
                assert_eq!(before[key], now[key], "{key} of {before}");
            }
            let lost: Vec<String> = keys(before).difference(&keys(now)).cloned().collect();
            assert!(lost.is_empty(), "{lost:?} of {before}");
        }
    }
}

#[test]
fn results_are_read_and_pass_the_check() {
    for version in versions() {
        let file = version.join("results.jsonl");
        let solved = results(&version).into_iter().filter(|result| result["verified"] == true);
        for model in solved.map(|result| text(&result, "model").to_owned()) {
            let (out, _) = printed(&["check", &model, file.to_str().unwrap()], "", 0);
            assert!(out.contains("keeps the rules"), "{out}");
        }
    }
}

#[test]
fn calls_end_with_the_same_exit_code_and_print_the_same_keys() {
    for version in versions() {
        let mut codes = BTreeSet::new();
        for call in json(&version.join("calls.json")).as_array().unwrap() {
            let output = tumble(&texts(&call["arguments"]));
            let code = output.status.code().map(i64::from);
            assert_eq!(code, call["exit"].as_i64(), "{call}\n{}", String::from_utf8_lossy(&output.stderr));
            codes.extend(code);
            let printed = texts(&call["keys"]);
            if !printed.is_empty() {
                let now: BTreeSet<String> =
                    lines(&String::from_utf8(output.stdout).unwrap()).iter().flat_map(keys).collect();
                let lost: Vec<&str> = printed.into_iter().filter(|key| !now.contains(*key)).collect();
                assert!(lost.is_empty(), "{lost:?} of {call}");
            }
        }
        // 70, an internal error, is tested in `supervision.rs`.
        assert_eq!(codes, BTreeSet::from([0, 1, 2, 3]));
    }
}

#[test]
fn names_are_still_known() {
    for version in versions() {
        for (kind, names) in json(&version.join("names.json")).as_object().unwrap() {
            let (out, _) = printed(&["list", kind, "--format", "json"], "", 0);
            let now: BTreeSet<String> = serde_json::from_str::<Vec<Value>>(&out).unwrap().iter().map(named).collect();
            let lost: Vec<&str> = texts(names).into_iter().filter(|name| !now.contains(*name)).collect();
            assert!(lost.is_empty(), "{kind}: {lost:?}");
        }
    }
}

/// A row of a list by its name, after that of its puzzle if the list is one of puzzles.
fn named(row: &Value) -> String {
    let puzzle = row["puzzle"].as_str().map(|puzzle| format!("{puzzle} ")).unwrap_or_default();
    puzzle + text(row, "name")
}
