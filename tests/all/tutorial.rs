//! The tutorial's program in a project of its own, as a reader makes it from the page.

use std::fs;
use std::process::Command;

use crate::common::root;

/// The code of a page's first block of a language after some words.
fn block<'a>(page: &'a str, words: &str, language: &str) -> &'a str {
    let after = page.split_once(words).unwrap_or_else(|| panic!("the page does not say {words}")).1;
    after.split_once(&format!("```{language}\n")).unwrap().1.split_once("```").unwrap().0
}

/// The page's path to a copy of the repository is here the path of this copy.
#[test]
#[ignore = "compiles the solvers' crate with other features: scripts/test --all"]
fn the_program_of_the_tutorial_compiles_in_a_project_of_its_own() {
    let page = fs::read_to_string(root().join("docs/tutorial.md")).unwrap();
    let dependencies = block(&page, "In a project of your own", "toml");
    assert!(dependencies.contains("\"../tumble/"), "{dependencies}");
    let dependencies = dependencies.replace("../tumble/", &format!("{}/", root().display()));
    let (_, after) = page.split_once("This program, `own_model.rs`,").unwrap();
    let program = after.split_once("{{file ").unwrap().1.split_once("}}").unwrap().0;
    let project = tempfile::tempdir().unwrap();
    let at = |name: &str| project.path().join(name);
    let package = "[package]\nname = \"mine\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    // In the profile, the features and the folder of the other tests, so that HiGHS is not compiled again.
    let hack = format!("tumble-workspace-hack.path = {:?}", root().join("tests/workspace-hack"));
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let profile = &manifest[manifest.find("[profile.release]").unwrap()..manifest.find("[profile.edit]").unwrap()];
    fs::write(at("Cargo.toml"), format!("{package}\n{dependencies}{hack}\n\n{profile}")).unwrap();
    fs::create_dir(at("src")).unwrap();
    fs::copy(root().join(program), at("src/main.rs")).unwrap();
    fs::copy(root().join("Cargo.lock"), at("Cargo.lock")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--offline", "--release", "--quiet"]).arg("--config").arg(root().join(".cargo/config.toml"));
    let target = assert_cmd::cargo::cargo_bin("tumble").parent().unwrap().parent().unwrap().to_owned();
    let output = cargo.env("CARGO_TARGET_DIR", target).current_dir(project.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
