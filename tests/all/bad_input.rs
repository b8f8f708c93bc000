//! Every malformed model file in `tests/bad_input/`, which has a folder for each puzzle, ends with exit code 2 and a message that shows the place, without a panic;
//! the messages are kept in a snapshot so that they are read when they change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;
use tumble::instance::Document;
use tumble::registry::Registry;

use crate::common::{Folder, files_in, printed, refuse, refused, root};

/// Solves every malformed model file of a puzzle.
fn messages(puzzle: &str) -> String {
    let mut paths = files_in(&root().join("tests/bad_input").join(puzzle));
    paths.retain(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    paths.sort();
    let names: Vec<_> = Registry::built_in().puzzles().map(|puzzle| format!("`{}`", puzzle.name)).collect();
    let message = |path: &PathBuf| {
        let path = path.strip_prefix(root()).unwrap().to_str().unwrap();
        let message = refused(&["solve", path], "");
        assert!(!message.contains("panicked"), "{path}: {message}");
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

/// Shows each part of a schema, with the keys that lead there: `[]` stands for each element of a list, `*` for each key of a table of names.
fn visit(schema: &Value, part: &Value, path: &[String], see: &mut dyn FnMut(&[String], &Value)) {
    let referred = part["$ref"].as_str().map(|name| &schema["$defs"][name.rsplit('/').next().unwrap()]);
    let alternatives = ["anyOf", "oneOf"].into_iter().flat_map(|key| part[key].as_array().into_iter().flatten());
    for part in referred.into_iter().chain(alternatives) {
        visit(schema, part, path, see);
    }
    see(path, part);
    let own = part["properties"].as_object().into_iter().flatten().map(|(key, part)| (key.as_str(), part));
    let of_all = [("[]", &part["items"]), ("*", &part["additionalProperties"])];
    for (key, part) in own.chain(of_all.into_iter().filter(|(_, part)| part.is_object())) {
        visit(schema, part, &[path, &[key.to_owned()]].concat(), see);
    }
}

/// The first value at a place of a model file.
fn value_at<'a>(value: &'a mut toml::Value, path: &[String]) -> Option<&'a mut toml::Value> {
    let Some((key, rest)) = path.split_first() else { return Some(value) };
    match key.as_str() {
        "[]" => value.as_array_mut()?.iter_mut().find_map(|value| value_at(value, rest)),
        "*" => value.as_table_mut()?.iter_mut().find_map(|(_, value)| value_at(value, rest)),
        key => value_at(value.get_mut(key)?, rest),
    }
}

/// The model files in some folders, by puzzle.
fn files_of(folders: &[&str]) -> BTreeMap<String, Vec<toml::Value>> {
    let paths = folders.iter().flat_map(|folder| files_in(&root().join(folder)));
    let paths = paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    let mut files: BTreeMap<String, Vec<toml::Value>> = BTreeMap::new();
    for file in paths.filter_map(|path| toml::from_str::<toml::Value>(&std::fs::read_to_string(path).ok()?).ok()) {
        if let Some(puzzle) = file.get("puzzle").and_then(toml::Value::as_str).map(str::to_owned) {
            files.entry(puzzle).or_default().push(file);
        }
    }
    files
}

#[test]
fn every_key_of_a_schema_is_taken() {
    let registry = Registry::built_in();
    let files = files_of(&["models", "tests/instances", "tests/keys"]);
    for puzzle in registry.puzzles() {
        let mut paths = BTreeSet::new();
        let schema = (puzzle.schema)();
        visit(&schema, &schema, &[], &mut |path, _| _ = paths.insert(path.to_vec()));
        let mut own = files[puzzle.name].clone();
        for file in &own {
            let text = toml::to_string(file).unwrap();
            registry.read(&Document::new("test", &text)).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        }
        // A key that no such file has is one that is refused, or a file is missing in `tests/keys`.
        paths.retain(|path| !own.iter_mut().any(|file| value_at(file, path).is_some()));
        assert!(paths.is_empty(), "{}: {paths:?}", puzzle.name);
    }
}

#[test]
fn lists_of_a_fixed_length_take_neither_more_nor_fewer_values() {
    let registry = Registry::built_in();
    let files = files_of(&["models", "tests/instances", "tests/keys", "tests/bad_input"]);
    for puzzle in registry.puzzles() {
        let mut paths = BTreeMap::new();
        let schema = (puzzle.schema)();
        visit(&schema, &schema, &[], &mut |path, part| {
            if let Some(length) = part["minItems"].as_u64().filter(|_| part["minItems"] == part["maxItems"]) {
                paths.insert(path.to_vec(), length);
            }
        });
        for (path, length) in paths {
            let has = |file: &&toml::Value| {
                let list = value_at(&mut (*file).clone(), &path).and_then(|list| Some(list.as_array()?.len()));
                list == usize::try_from(length).ok()
            };
            let file = files[puzzle.name].iter().find(has);
            let file = file.unwrap_or_else(|| panic!("{}: no file has {path:?}", puzzle.name));
            for change in [Vec::pop, |list: &mut Vec<toml::Value>| {
                list.push(list[0].clone());
                None
            }] {
                let mut file = file.clone();
                let list = value_at(&mut file, &path).and_then(toml::Value::as_array_mut).unwrap();
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
        refuse(&[(&["solve", path], path)]);
    }
}

#[test]
fn what_is_no_text_is_refused() {
    let folder = Folder::new();
    for (name, bytes) in [("latin1.toml", &b"# caf\xe9\n"[..]), ("zero.toml", &[0; 100]), ("empty.toml", b"")] {
        printed(&["solve", &folder.write(name, bytes)], "", 2);
    }
}

/// Neither a gibibyte nor a folder is read as a model, a record, a solution or a list of ids.
#[test]
fn files_that_are_too_large_and_folders_are_refused_by_every_command() {
    let files = Folder::new();
    let [large, folder] = ["large.toml", ""].map(|name| files.path(name));
    std::fs::File::create(&large).unwrap().set_len(1 << 30).unwrap();
    let model = "models/die_tour/3x3_max.toml";
    for (path, why) in [(&*large, "larger than 16 MiB"), (&folder, "irectory")] {
        refuse(&[
            (&["solve", path], why),
            (&["check", path], why),
            (&["check", model, path], why),
            (&["export", path, "-o", "-"], why),
            (&["decode", model, path, "--encoding", "arc-flow"], why),
            (&["render", path, "-o", "-"], why),
            (&["render", model, path, "-o", "-"], why),
            (&["solve", "--ids", path], why),
        ]);
    }
    let (_, help) = printed(&["solve", &folder], "", 2);
    assert!(help.contains("name files in it"), "{help}");
}

/// Calls that make no sense, a line each; those about options of one puzzle are in its folder.
#[test]
fn bad_usage_is_exit_code_2() {
    let files = files_in(&root().join("tests/bad_input")).into_iter().filter(|path| path.ends_with("calls.txt"));
    let lines: String = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let calls: Vec<Vec<&str>> = lines.lines().map(|line| line.split(' ').collect()).collect();
    assert!(calls.len() > 70, "{}", calls.len());
    for args in calls {
        assert_ne!(refused(&args, ""), "", "{args:?}");
    }
}
