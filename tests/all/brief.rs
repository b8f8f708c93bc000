//! `tumble solve --brief`: folders of levels, checked in one go.

use std::fs;

use serde_json::Value;

use crate::common::{self, Folder};

/// A folder with levels of several kinds, one of them in a folder of its own.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("hard")).unwrap();
    for (name, to) in [("3x3_any_start_max", "1.toml"), ("3x3_infeasible", "2.toml"), ("4x4_max", "hard/1.toml")] {
        folder.write(to, common::shipped(&format!("die_tour/{name}")));
    }
    folder.write("3.toml", "puzzle = \"die-tour\"\nstart.cell = [0]\n");
    folder.write("notes.txt", "not a level");
    folder
}

/// What is printed of a folder, line by line without the folder's name, with what is on standard error.
fn lines(folder: &Folder, form: &str, code: i32) -> (Vec<String>, String) {
    let name = folder.path("");
    let (out, errors) = common::printed(&["solve", form, name.trim_end_matches('/')], "", code);
    (out.lines().map(|line| line.replace(&name, "")).collect(), errors)
}

/// A line without the difficulty and the time.
fn without_effort(line: &str) -> &str {
    let (rest, _time) = line.rsplit_once(", ").unwrap();
    rest.split_once(", difficulty ").map_or(rest, |(rest, _)| rest)
}

#[test]
fn each_level_has_a_line() {
    let folder = folder();
    let (lines, errors) = lines(&folder, "--brief", 2);
    assert_eq!(lines.iter().filter(|line| line.contains(", difficulty ")).count(), 2, "{lines:?}");
    let shown: Vec<&str> = lines.iter().map(|line| without_effort(line)).collect();
    let infeasible = "2.toml: infeasible (in a chess-board colouring, 5 cells have one colour and 4 the other, and the start has the rarer colour)";
    let invalid = "3.toml: invalid (expected a list of 2 values, not of 1)";
    let [first, last] = ["1.toml: optimal 42, 32 solutions", "hard/1.toml: optimal 68, 4 solutions"];
    assert_eq!(shown, [first, infeasible, invalid, last]);
    assert!(errors.contains("3.toml:2:14"), "{errors}");
}

#[test]
fn programs_read_the_same() {
    let folder = folder();
    fs::remove_file(folder.path("3.toml")).unwrap();
    let (csv, _) = lines(&folder, "--brief=csv", 1);
    let columns = |line: &String| line.split(',').take(6).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(columns(&csv[0]), ["model", "puzzle", "status", "objective", "solutions", "complete"]);
    assert_eq!(columns(&csv[1]), ["1.toml", "die-tour", "optimal", "42", "32", "true"]);
    assert_eq!(columns(&csv[2]), ["2.toml", "die-tour", "infeasible", "", "", ""]);
    let (json, _) = lines(&folder, "--brief=json", 1);
    let last: Value = serde_json::from_str(&json[2]).unwrap();
    assert_eq!((last["objective"].as_i64(), last["solutions"].as_i64()), (Some(68), Some(4)));
    assert!(last["seconds"].as_f64().unwrap() > 0.0 && last["reason"].is_null(), "{last}");
}

#[test]
fn a_limit_leaves_what_is_known() {
    let model = "puzzle = \"die-tour\"\nobjective = \"any\"\n[board]\ncolumns = 20\nrows = 20\n";
    let folder = Folder::new();
    folder.write("many.toml", model);
    let (out, _) = common::printed(&["solve", "--brief", "--time-limit", "300ms", &folder.path("")], "", 0);
    assert!(out.contains("many.toml: solved, at least "), "{out}");
}

#[test]
fn a_folder_without_levels_is_bad_input() {
    let errors = common::refused(&["solve", "--brief", &Folder::new().path("")], "");
    assert!(errors.contains("no model files (.toml, .sav) in this folder"), "{errors}");
}
