//! The schemas that `tumble schema` prints accept the shipped models and refuse unknown keys.
//!
//! The program is that of `cargo test --test all`, which has to be built before.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use assert_cmd::Command;
use serde_json::Value;

/// The schema that a command prints, as a judge of model files.
fn judge(args: &[&str]) -> impl Fn(&Value) -> bool + use<> {
    let output = Command::new(assert_cmd::cargo::cargo_bin("tumble")).args(args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("schema.json", serde_json::from_slice(&output.stdout).unwrap()).unwrap();
    let schema = compiler.compile("schema.json", &mut schemas).unwrap();
    move |model| schemas.validate(model, schema).is_ok()
}

/// The shipped models in a folder; `*`: in all.
fn shipped(puzzle: &str) -> Vec<Value> {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models")).unwrap();
    let folders = folders.map(|folder| folder.unwrap().path()).filter(|path| path.ends_with(puzzle) || puzzle == "*");
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path());
    let models = files.filter(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    let models: Vec<Value> =
        models.map(|path| toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()).collect();
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
fn unknown_keys_of_tables_are_refused() {
    let is_valid = judge(&["schema"]);
    for mut model in shipped("cube_tray") {
        model["start"]["mapp"] = "k".into();
        assert!(!is_valid(&model), "{model}");
    }
}

#[test]
fn unknown_keys_beside_an_id_are_refused() {
    let is_valid = judge(&["schema"]);
    for mut model in shipped("tatham_cube") {
        model["idd"] = "c4x4:C461,3".into();
        assert!(!is_valid(&model), "{model}");
    }
}
