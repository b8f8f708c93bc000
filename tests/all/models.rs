//! Every encoding, with every set of its strengthenings, on every shipped model: properties of all models.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::common::{files_in, root};
use serde_json::Value;
use tumble::control::Control;
use tumble::format::lp;
use tumble::instance::Document;
use tumble::lower::{Lowering, lower};
use tumble::model::{Capabilities, ConstraintKind, Model, is_of_pattern};
use tumble::puzzle::{EncodeError, Encoded, EncodingInfo, Formulation, Instance, Purpose, Wanted};
use tumble::registry::Registry;

/// The model of an encoding, or of a staged encoding's first three horizons; `None` if it does not fit the instance or is too
/// large.
fn formulation(instance: &dyn Instance, encoding: &str) -> Option<Formulation<Value>> {
    match instance.encode(encoding, &Control::unlimited()) {
        Ok((_, Encoded::Whole(formulation))) => Some(formulation),
        Ok((_, Encoded::Staged(horizons))) => {
            let last = (horizons.at_least + 2 * horizons.step).min(horizons.at_most);
            Some(horizons.formulation(horizons.at_least..=last, Wanted::Shortest).unwrap())
        }
        Ok((_, Encoded::Infeasible(_) | Encoded::Unbounded(..)))
        | Err(EncodeError::DoesNotFit { .. } | EncodeError::TooLarge { .. }) => None,
        Err(error) => panic!("{encoding}: {error}"),
    }
}

/// Calls `look` with a label, the encoding and the model, for every encoding of every shipped model.
fn each_model(mut look: impl FnMut(&str, &EncodingInfo, &Model)) {
    let registry = Registry::built_in();
    let models = files_in(&root().join("models"));
    let models = models.into_iter().filter(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    let mut seen = BTreeSet::new();
    for path in models {
        let (puzzle, instance) = registry.read(&Document::read(&path).unwrap()).unwrap();
        for info in (puzzle.encodings)() {
            for name in info.names() {
                let Some(formulation) = formulation(&*instance, &name) else { continue };
                look(&format!("{name} of {}", path.display()), &info, &formulation.model);
                seen.insert((puzzle.name, name));
            }
        }
    }
    let named =
        |puzzle: &tumble::puzzle::PuzzleEntry| (puzzle.encodings)().iter().flat_map(EncodingInfo::names).count();
    assert_eq!(seen.len(), registry.puzzles().map(named).sum::<usize>(), "every encoding fits some shipped model");
}

/// The first name that occurs twice or contains characters other than letters, digits and underscores.
fn wrong_name<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = HashSet::new();
    let is_plain = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    names.into_iter().find(|name| !is_plain(name) || !seen.insert(*name))
}

fn check_names(what: &str, model: &Model) {
    assert_eq!(wrong_name(model.variables().iter().map(|v| v.name.as_str())), None, "a variable of {what}");
    assert_eq!(wrong_name(model.constraints().iter().map(|c| c.name.as_str())), None, "a constraint of {what}");
}

/// Words of an LP file that could be names: all but numbers, signs, relations and the titles of its sections.
fn written_names(text: &str) -> impl Iterator<Item = &str> {
    const TITLES: [&str; 7] = ["Maximize", "Minimize", "Subject To", "Bounds", "Generals", "Binaries", "End"];
    let lines = text.lines().filter(|line| !line.starts_with('\\') && !TITLES.contains(line));
    let words = lines.flat_map(str::split_whitespace).map(|word| word.trim_end_matches(':'));
    words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit() || "+-<>=".contains(c)))
}

#[test]
fn names_are_plain_and_unique_before_lowering_after_it_and_in_files() {
    each_model(|what, _, model| {
        check_names(what, model);
        let lowered = lower(model.clone(), Capabilities::LINEAR, &Lowering::default()).unwrap().model;
        check_names(&format!("the lowered {what}"), &lowered);
        // The writer itself refuses rows or columns of one name.
        let text = lp::write(&lowered, &[]).unwrap_or_else(|error| panic!("{what}: {error}"));
        let wrong = written_names(&text)
            .find(|name| name.starts_with(['e', 'E']) || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
        assert_eq!(wrong, None, "{what}");
        assert!(text.lines().all(|line| line.len() <= 120), "{what}");
        // The titles of blocks begin with a number.
        let number = |block: usize| lowered.blocks()[block].split(' ').next().unwrap();
        let mut blocks = lowered.constraints().iter().filter_map(|row| row.block);
        assert!(blocks.all(|block| text.contains(&format!("\\ {}", number(block)))), "{what}");
    });
}

/// Words of a name that have to be listed: a letter and a number, but for steps and turns, which patterns explain.
fn numbered_words(name: &str) -> impl Iterator<Item = &str> {
    let is_listed = |letter: char| letter.is_ascii_lowercase() && letter != 't' && letter != 'q';
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    name.split('_').filter(move |word| word.starts_with(is_listed) && is_number(&word[1..]))
}

#[test]
fn every_name_is_explained_before_lowering_and_after_it() {
    each_model(|what, _, model| {
        let legend = model.legend();
        for name in model.variables().iter().map(|variable| &variable.name) {
            assert!(legend.iter().any(|(pattern, _)| is_of_pattern(name, pattern)), "{name} of {what}");
            for word in numbered_words(name) {
                let list = |text: &str| text.split("; ").any(|item| item.split(' ').next() == Some(word));
                assert!(legend.iter().any(|(_, text)| list(text)), "{word} in {name} of {what}");
            }
        }
        let lowered = lower(model.clone(), Capabilities::LINEAR, &Lowering::default()).unwrap().model;
        let legend = lowered.legend();
        let is_explained = |name: &str| legend.iter().any(|(pattern, _)| is_of_pattern(name, pattern));
        let unknown = lowered.variables().iter().find(|variable| !is_explained(&variable.name));
        assert_eq!(unknown, None, "the lowered {what}");
    });
}

/// A file gets a complete model by default, if an encoding has one without strengthenings.
#[test]
fn encodings_that_declare_cuts_are_relaxations_and_files_get_others() {
    let registry = Registry::built_in();
    let (mut relaxations, mut complete) = (0, 0);
    for path in files_in(&root().join("models")) {
        let Ok((puzzle, instance)) = registry.read(&Document::read(&path).unwrap()) else { continue };
        let is_complete = |name: &str| formulation(&*instance, name).map(|model| !model.is_relaxation());
        let infos = (puzzle.encodings)();
        for info in infos.iter().filter(|info| info.cuts) {
            assert_ne!(is_complete(info.name), Some(true), "{} of {}", info.name, path.display());
            relaxations += 1;
        }
        if !infos.iter().any(|info| is_complete(info.name) == Some(true)) {
            continue;
        }
        for capabilities in tumble::format::REGISTRY.iter().map(|format| format.capabilities) {
            let name = instance.best_encoding(Purpose::File(capabilities)).unwrap();
            assert_eq!(is_complete(&name), Some(true), "{name} of {}", path.display());
            complete += 1;
        }
    }
    assert!(relaxations > 5 && complete > 20, "{relaxations} relaxations, {complete} complete models");
}

#[test]
fn encodings_declare_the_kinds_of_constraint_that_their_models_have() {
    let mut kinds: BTreeMap<&str, BTreeSet<ConstraintKind>> = BTreeMap::new();
    let mut declared: BTreeMap<&str, BTreeSet<ConstraintKind>> = BTreeMap::new();
    each_model(|_, info, model| {
        let used = model.constraints().iter().map(|named| named.constraint.kind());
        kinds.entry(info.name).or_default().extend(used.filter(|&kind| kind != ConstraintKind::Linear));
        declared.entry(info.name).or_default().extend(info.constraints);
    });
    assert_eq!(kinds, declared);
}
