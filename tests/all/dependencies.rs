//! `docs/dependencies.md` names the packages that the crates depend on and the files with `unsafe`, all of them and no others.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::common::{crates_in, files_in, root};

/// The crates by the headings of the page: each with those that it stands for.
fn crates() -> [(&'static str, Vec<PathBuf>); 6] {
    let with_wings = |folder: &str| std::iter::once(root().join(folder)).chain(crates_in(folder));
    [
        ("`tumble-model`", crates_in("solver")),
        ("`tumble-solver`", vec![root().join("solver")]),
        ("`tumble-puzzles`", with_wings("puzzles").chain([root().join("rolling")]).collect()),
        ("`tumble-pipeline`", vec![root().join("pipeline")]),
        ("`tumble-cli`", with_wings("cli").chain([root().join("web/player")]).collect()),
        ("`tumble`", vec![root().join(".")]),
    ]
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The packages that a manifest names, without those of its tests.
fn packages(manifest: &toml::Table) -> BTreeSet<String> {
    let own = ["dependencies", "build-dependencies"].into_iter().filter_map(|key| manifest.get(key));
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values);
    let of_targets = targets.filter_map(|target| target.get("dependencies"));
    own.chain(of_targets).flat_map(|table| table.as_table().unwrap().keys().cloned()).collect()
}

/// The names in the first column of the tables under a heading.
fn rows<'a>(page: &'a str, heading: &str) -> BTreeSet<&'a str> {
    let section = page.split("\n## ").find(|section| section.lines().next().unwrap().contains(heading)).unwrap();
    section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect()
}

#[test]
fn every_package_has_its_reason() {
    let page = read("docs/dependencies.md");
    let shared = rows(&page, "All crates");
    let mut needed = BTreeSet::new();
    for (heading, folders) in crates() {
        let read = |folder: &PathBuf| std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let manifests: Vec<toml::Table> = folders.iter().map(|folder| read(folder).parse().unwrap()).collect();
        let mut packages: BTreeSet<String> = manifests.iter().flat_map(packages).collect();
        packages.retain(|name| !name.starts_with("tumble-"));
        let own: BTreeSet<&str> = packages.iter().map(String::as_str).filter(|name| !shared.contains(name)).collect();
        assert_eq!(rows(&page, heading), own, "{heading}");
        needed.extend(packages);
    }
    assert!(shared.iter().all(|name| needed.contains(*name)), "{shared:?}");
}

#[test]
fn every_file_that_is_not_safe_is_named() {
    let root = root();
    let folders = crates().into_iter().flat_map(|(_, folders)| folders);
    let files = folders.flat_map(|folder| files_in(&folder.join("src")));
    let is_unsafe = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().any(|line| !line.trim_start().starts_with("//") && line.split(' ').any(|word| word == "unsafe"))
    };
    let name = |path: PathBuf| path.strip_prefix(root).unwrap().to_str().unwrap().trim_start_matches("./").to_owned();
    let found: BTreeSet<String> = files.filter(is_unsafe).map(name).collect();
    let page = read("docs/dependencies.md");
    assert_eq!(rows(&page, "Code that is not safe"), found.iter().map(String::as_str).collect());
}
