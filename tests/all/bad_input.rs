//! Every malformed model file in `tests/bad_input/`, which has a folder for each puzzle, ends with exit code 2 and a message that shows the place, without a panic;
//! the messages are kept in a snapshot so that they are read when they change.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use tumble::instance::Document;
use tumble::registry::Registry;

use crate::common::{files_in, root, tumble};

const TOUR: &str = "models/die_tour/3x3_max.toml";
const TRAY: &str = "models/cube_tray/classic.toml";

/// Solves every malformed model file of a puzzle.
fn messages(puzzle: &str) -> String {
    let mut paths = files_in(&root().join("tests/bad_input").join(puzzle));
    paths.retain(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    paths.sort();
    let names: Vec<_> = Registry::built_in().puzzles().map(|puzzle| format!("`{}`", puzzle.name)).collect();
    let message = |path: &PathBuf| {
        let path = path.strip_prefix(root()).unwrap().to_str().unwrap();
        let output = tumble(&["solve", path]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}: {message}");
        assert!(output.stdout.is_empty() && !message.contains("panicked"), "{path}: {message}");
        // A puzzle that is added changes the messages of no other one.
        message.replace(&names.join(", "), "(the names of all puzzles)") + "\n"
    };
    paths.iter().map(message).collect()
}

#[test]
fn bad_model_files_are_explained() {
    for puzzle in Registry::built_in().puzzles().map(|puzzle| puzzle.name.replace('-', "_")) {
        insta::assert_snapshot!(format!("bad_{puzzle}"), messages(&puzzle));
    }
}

/// The places of lists of a fixed length in a schema, with their lengths, each as the keys that lead there; `[]` stands for each element of a list.
fn fixed_lists(schema: &Value, part: &Value, path: &[String], found: &mut BTreeMap<Vec<String>, u64>) {
    let referred = part["$ref"].as_str().map(|name| &schema["$defs"][name.rsplit('/').next().unwrap()]);
    for part in referred.into_iter().chain(part["anyOf"].as_array().into_iter().flatten()) {
        fixed_lists(schema, part, path, found);
    }
    for (key, part) in part["properties"].as_object().into_iter().flatten() {
        fixed_lists(schema, part, &[path, std::slice::from_ref(key)].concat(), found);
    }
    if let Some(length) = part["minItems"].as_u64().filter(|_| part["minItems"] == part["maxItems"]) {
        found.insert(path.to_vec(), length);
    } else if part["items"].is_object() {
        fixed_lists(schema, &part["items"], &[path, &["[]".to_owned()]].concat(), found);
    }
}

/// The first list at a place of a model file.
fn list_at<'a>(file: &'a mut toml::Value, path: &[String]) -> Option<&'a mut Vec<toml::Value>> {
    path.iter()
        .try_fold(file, |value, key| if key == "[]" { value.as_array_mut()?.get_mut(0) } else { value.get_mut(key) })?
        .as_array_mut()
}

#[test]
fn lists_of_a_fixed_length_take_neither_more_nor_fewer_values() {
    let registry = Registry::built_in();
    let files =
        ["models", "tests/instances", "tests/bad_input"].into_iter().flat_map(|folder| files_in(&root().join(folder)));
    let files = files.filter(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    let files: Vec<toml::Value> =
        files.filter_map(|path| toml::from_str(&std::fs::read_to_string(path).ok()?).ok()).collect();
    for puzzle in registry.puzzles() {
        let mut paths = BTreeMap::new();
        let schema = Value::from((puzzle.schema)());
        fixed_lists(&schema, &schema, &[], &mut paths);
        for (path, length) in paths {
            let has = |file: &&toml::Value| {
                list_at(&mut (*file).clone(), &path).is_some_and(|list| list.len() as u64 == length)
            };
            // Of keys that only another puzzle takes, the file is one of that puzzle.
            let own = |file: &&toml::Value| file.get("puzzle").and_then(toml::Value::as_str) == Some(puzzle.name);
            let file = files.iter().filter(own).find(has).or_else(|| files.iter().find(has));
            let file = file.unwrap_or_else(|| panic!("{}: no file has {path:?}", puzzle.name));
            for change in [Vec::pop, |list: &mut Vec<toml::Value>| {
                list.push(list[0].clone());
                None
            }] {
                let mut file = file.clone();
                let list = list_at(&mut file, &path).unwrap();
                change(list);
                let found = list.len();
                let text = toml::to_string(&file).unwrap();
                let error = registry.read(&Document::new("test", &text)).err();
                let error = error.unwrap_or_else(|| panic!("{}: {path:?} may have {found} values", puzzle.name));
                assert!(error.to_string().contains(&found.to_string()), "the length is named: {error}");
                assert!(format!("{error:?}").contains("[test:"), "the place is shown: {error:?}");
            }
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    for path in ["no/such/file.toml", "src", "Cargo.lock"] {
        let output = tumble(&["solve", path]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(message.contains(path), "{message}");
    }
}

#[test]
fn what_is_no_text_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in [("latin1.toml", &b"# caf\xe9\n"[..]), ("zero.toml", &[0; 100]), ("empty.toml", b"")] {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let output = tumble(&["solve", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{name}");
    }
}

/// Neither a gibibyte nor a folder is read as a model, a record, a solution or a list of ids.
#[test]
fn files_that_are_too_large_and_folders_are_refused_by_every_command() {
    let dir = tempfile::tempdir().unwrap();
    let large = dir.path().join("large.toml");
    std::fs::File::create(&large).unwrap().set_len(1 << 30).unwrap();
    let (large, folder) = (large.to_str().unwrap(), dir.path().to_str().unwrap());
    let model = "models/die_tour/3x3_max.toml";
    for (path, why) in [(large, "larger than 16 MiB"), (folder, "irectory")] {
        for args in [
            &["solve", path][..],
            &["check", path],
            &["check", model, path],
            &["export", path, "-o", "-"],
            &["decode", model, path, "--encoding", "arc-flow"],
            &["render", path, "-o", "-"],
            &["render", model, path, "-o", "-"],
            &["solve", "--ids", path],
        ] {
            let output = tumble(args);
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
            assert!(error.contains(why), "{args:?}: {error}");
        }
    }
    let help = String::from_utf8(tumble(&["solve", folder]).stderr).unwrap();
    assert!(help.contains("name files in it"), "{help}");
}

/// Calls that make no sense; those about options of one puzzle are in `calls.txt` of its folder, a line each.
const CALLS: &[&[&str]] = &[
    &["solve"],
    &["solve", TOUR, "--backend", "gurobi"],
    &["solve", TOUR, "--encoding", "arc-flaw"],
    &["solve", TOUR, "--lowering", "circuit"],
    &["solve", TOUR, "--time-limit", "soon"],
    &["solve", TOUR, "--threads", "0"],
    &["solve", TOUR, TOUR, "--picture", "tour.svg"],
    &["solve", TOUR, "--backend", "all", "--picture", "tour.svg"],
    &["solve", TOUR, "--backend", "search", "--encoding", "arc-flow"],
    &["solve", TOUR, "--backend", "all", "--encoding", "arc-flaw"],
    &["solve", TOUR, "--threads", "1000"],
    &["count", TOUR, "--backend", "nobody"],
    &["render", TOUR, "-o", "tour.gif"],
    &["check", TOUR],
    &["check", TOUR, "--moves", "N", "--start", "nowhere"],
    &["new", "die-tour", "--columns", "many"],
    &["new", "die-tour", "--columns", "1000000000", "--rows", "1000000000"],
    &["new", "die-tour", "--blocked", "2"],
    &["new", "chess"],
    &["schema", "chess"],
    &["frobnicate"],
    &["solve", TRAY, "--encoding", "arc-flow"],
    &["check", TRAY, "--moves", "N", "--start", "0,0"],
    &["table"],
    &["table", "die-tour", "4x4"],
    &["solve", "--ids", "nowhere.txt"],
    &["solve", "--ids", "-", TRAY],
    &["solve", "--ids", "-", "--brief", "--backend", "highs"],
    &["solve", "--table", "nowhere.bin", TRAY],
    &["solve", "--ids", "-", "--table", "nowhere.bin"],
    &["solve", "--ids", "-", "--table", "Cargo.toml"],
    &["render", TRAY, "-o", "tray.sav"],
];

#[test]
fn bad_usage_is_exit_code_2() {
    let files = files_in(&root().join("tests/bad_input")).into_iter().filter(|path| path.ends_with("calls.txt"));
    let of_puzzles: String = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let calls: Vec<Vec<&str>> = CALLS
        .iter()
        .map(|call| call.to_vec())
        .chain(of_puzzles.lines().map(|line| line.split(' ').collect()))
        .collect();
    assert!(calls.len() > 70, "{}", calls.len());
    for args in calls {
        let output = tumble(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
}
