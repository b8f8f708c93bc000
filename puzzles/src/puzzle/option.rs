//! Options of one puzzle, on the command line.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::Which;
use crate::geometry::Face;

/// A command-line option of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleOption {
    /// Its long name, without dashes.
    pub name: &'static str,
    /// The placeholder for its value in the help; `None` for a flag.
    pub value: Option<&'static str>,
    /// The options without which it is refused, in the words of the help: `--seed and --columns`; none if this is empty.
    pub needs: &'static str,
    /// What it does.
    help: &'static str,
}

impl PuzzleOption {
    /// An option without a value.
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self { name, value: None, needs: "", help }
    }

    /// An option with a value, for which the help has this placeholder.
    pub const fn valued(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self { value: Some(value), ..Self::flag(name, help) }
    }

    /// It [needs](Self::needs) others.
    #[must_use]
    pub const fn with(self, needs: &'static str) -> Self {
        Self { needs, ..self }
    }

    /// What it does, and with which others.
    pub fn help(&self) -> String {
        if self.needs.is_empty() { self.help.to_owned() } else { format!("With {}: {}", self.needs, self.help) }
    }
}

/// The options given by the user, each with its value; the value of a flag is empty.
pub type Choices = BTreeMap<&'static str, String>;

/// Refuses an option without those that it needs.
pub(super) fn check_needs(options: &[PuzzleOption], choices: &Choices) -> Result<(), String> {
    let is_given = |name: &str| choices.contains_key(name.trim_start_matches("--"));
    for PuzzleOption { name, needs, .. } in options.iter().filter(|one| is_given(one.name) && !one.needs.is_empty()) {
        if let Some(missing) = needs.split(" and ").find(|any| !any.split(" or ").any(is_given)) {
            return Err(format!("--{name} needs {missing}"));
        }
    }
    Ok(())
}

/// The whole number that was given for an option, if it was.
///
/// # Errors
/// In words for the user, when it is not a whole number that the type can hold.
pub fn whole_number<T: FromStr>(choices: &Choices, key: &str) -> Result<Option<T>, String> {
    let wrong = |text: &String| format!("--{key} {text}: not a whole number in range");
    choices.get(key).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

/// The face of a die that was given for an option, if it was.
///
/// # Errors
/// In words for the user, when it is not a face.
pub fn face_number(choices: &Choices, key: &str) -> Result<Option<Face>, String> {
    match whole_number(choices, key)? {
        Some(face) if !(1..=6).contains(&face) => Err(format!("--{key} {face}: faces are 1 to 6")),
        face => Ok(face),
    }
}

/// How many best solutions a random instance has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// None: `--unsolvable`.
    None,
    /// One of these: `--unique`, with `--margin` also of those that are nearly as good.
    One(Which),
    /// One or more.
    AtLeastOne,
}

impl Solutions {
    /// What the options ask for.
    ///
    /// # Errors
    /// In words for the user, when they ask for both.
    pub fn read(choices: &Choices) -> Result<Self, String> {
        match (choices.contains_key("unique"), choices.contains_key("unsolvable")) {
            (true, true) => Err("--unique and --unsolvable exclude each other".into()),
            (_, true) => Ok(Self::None),
            (_, false) => Ok(unique(choices)?.map_or(Self::AtLeastOne, Self::One)),
        }
    }
}

/// The option for a best solution that stands out.
pub const MARGIN: PuzzleOption =
    PuzzleOption::valued("margin", "K", "every other solution is worse by at least K, such as K moves more")
        .with("--unique");

/// The solutions of which there is to be only one, if that is asked for.
///
/// # Errors
/// In words for the user, when the margin is none.
pub fn unique(choices: &Choices) -> Result<Option<Which>, String> {
    let which = match whole_number::<u64>(choices, "margin")? {
        Some(0) => return Err("--margin 0: solutions differ by at least 1".into()),
        Some(margin) => Which::Within(margin - 1),
        None => Which::Best,
    };
    Ok(choices.contains_key("unique").then_some(which))
}

/// The range that was given for an option, if it was: `20..25` with both ends, or one number.
///
/// # Errors
/// In words for the user, when it is neither, or the range is empty.
pub fn number_range<T: FromStr + PartialOrd>(
    choices: &Choices,
    key: &str,
) -> Result<Option<RangeInclusive<T>>, String> {
    let read = |text: &String| {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        Some(from.parse().ok()?..=to.parse().ok()?).filter(|range: &RangeInclusive<T>| !range.is_empty())
    };
    let wrong = |text: &String| format!("--{key} {text}: write it like 20..25, the smaller number first");
    choices.get(key).map(|text| read(text).ok_or_else(|| wrong(text))).transpose()
}
