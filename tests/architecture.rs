//! Law 1 of ARCHITECTURE.md: the rooms depend on each other in one direction.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Each room of `src/` and the rooms that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("geometry", &[]),
    ("run", &[]),
    ("model", &[]),
    ("instance", &["geometry"]),
    ("render", &["geometry"]),
    ("lower", &["model"]),
    ("format", &["model"]),
    ("report", &["model", "run"]),
    ("backend", &["model", "run"]),
    ("search", &["run"]),
    ("puzzle", &["geometry", "instance", "model", "render", "run", "search"]),
    ("registry", &["instance", "puzzle"]),
    ("solve", &["backend", "lower", "model", "puzzle", "report", "run"]),
];

fn sources(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The rooms that a source file names by `crate::room`.
fn rooms_used(text: &str) -> BTreeSet<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = code.flat_map(|line| line.split("crate::").skip(1));
    after.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()).collect()
}

fn room_of(path: &Path, src: &Path) -> String {
    let first = path.strip_prefix(src).unwrap().components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn rooms_depend_in_one_direction() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = BTreeSet::new();
    for path in sources(&src) {
        let room = room_of(&path, &src);
        if ["lib", "main", "cli"].contains(&room.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == room) else {
            panic!("{room} is a new room: say in this test and in ARCHITECTURE.md what it may use");
        };
        for used in rooms_used(&text) {
            assert!(used == room || allowed.contains(&used), "{} uses {used}", path.display());
        }
        seen.insert(room);
    }
    assert_eq!(seen.len(), MAY_USE.len(), "every room of the list exists");
}

/// The files of a room that each of its files uses by `super::file`.
fn files_used(dir: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let files: Vec<PathBuf> = sources(dir).into_iter().filter(|path| name(path) != "mod").collect();
    let names: BTreeSet<String> = files.iter().map(|path| name(path)).collect();
    let used = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let words = |rest: &str| {
            // One path, or the names between the braces.
            let end = rest.find(if rest.starts_with('{') { '}' } else { ';' }).unwrap();
            let list = rest[..end].split([',', '{']).map(|item| item.trim().split("::").next().unwrap().to_owned());
            list.collect::<Vec<_>>()
        };
        let used: BTreeSet<String> = text.split("use super::").skip(1).flat_map(words).collect();
        (name(path), used.intersection(&names).cloned().collect())
    };
    files.iter().map(used).collect()
}

/// Files of these rooms depend on each other without cycles: the ones that no other uses can be taken away until none is left.
#[test]
fn files_depend_in_one_direction() {
    for room in ["cli", "render"] {
        let mut files = files_used(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room));
        assert!(files.values().any(|used| !used.is_empty()), "{room}");
        while !files.is_empty() {
            let used: BTreeSet<String> = files.values().flatten().cloned().collect();
            let before = files.len();
            files.retain(|name, _| used.contains(name));
            assert!(files.len() < before, "src/{room}: a cycle among {files:?}");
        }
    }
}

#[test]
fn solvers_are_seen_by_the_backends_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&src) {
        let text = std::fs::read_to_string(&path).unwrap();
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let names_a_solver = ["good_lp", "highs_sys", "coin_cbc", "highs::"].iter().any(|name| code.contains(name));
        assert!(!names_a_solver || room_of(&path, &src) == "backend", "{}", path.display());
    }
}

#[test]
fn puzzles_never_name_a_backend_and_backends_never_a_puzzle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = |room: &str, words: &[&str]| {
        for path in sources(&src.join(room)) {
            let text = std::fs::read_to_string(&path).unwrap();
            let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for word in words {
                assert!(!code.contains(word), "{} says {word}", path.display());
            }
        }
    };
    names("puzzle", &["\"highs\"", "\"cbc\""]);
    names("backend", &["die-tour", "die_tour", "cube-tray", "cube_tray", "tatham"]);
    names("search", &["die_tour", "cube_tray", "tatham"]);
}

#[test]
fn only_the_command_line_prints_or_exits() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&src).into_iter().filter(|path| room_of(path, &src) != "cli") {
        let text = std::fs::read_to_string(&path).unwrap();
        for word in ["println!", "eprintln!", "print!(", "process::exit"] {
            assert!(!text.contains(word), "{} says {word}", path.display());
        }
    }
}
