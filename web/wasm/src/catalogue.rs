//! The puzzles with their options and encodings, and new model files.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tumble::puzzle::{Choices, EncodingInfo, PuzzleEntry, PuzzleOption};
use tumble::registry::Registry;

use crate::failure::Failure;
use crate::run;

/// What there is.
pub(crate) fn about() -> Value {
    let puzzles: Vec<Value> = Registry::built_in().puzzles().map(puzzle).collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "puzzles": puzzles })
}

fn puzzle(entry: &PuzzleEntry) -> Value {
    let option = |option: &PuzzleOption| json!({ "name": option.name, "value": option.value, "help": option.help });
    let options: Vec<Value> = entry.new_options.iter().map(option).collect();
    let encodings: Vec<Value> = (entry.encodings)().iter().map(encoding).collect();
    json!({ "name": entry.name, "summary": entry.summary, "rules": entry.rules, "new_options": options, "encodings": encodings })
}

fn encoding(info: &EncodingInfo) -> Value {
    let strengthenings: Vec<&str> = info.strengthenings.iter().map(|one| one.name).collect();
    json!({ "name": info.name, "summary": info.summary, "strengthenings": strengthenings, "names": info.names(),
            "linear": info.constraints.is_empty() })
}

/// The text of a model file.
pub(crate) fn create(name: &str, options: &str) -> Result<Value, Failure> {
    let entry = Registry::built_in().named(name).map_err(Failure::new)?;
    let given: BTreeMap<String, String> = serde_json::from_str(options).map_err(Failure::new)?;
    let known = |(name, value): (&String, &String)| {
        let option = entry.new_options.iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| Failure::new(format_args!("{} has no option {name}", entry.name)))?;
        Ok((option.name, value.clone()))
    };
    let choices: Choices = given.iter().map(known).collect::<Result<_, Failure>>()?;
    let text = (entry.new)(&choices, &run::aside()).map_err(Failure::new)?;
    Ok(json!({ "text": text }))
}
