//! Options of one puzzle, on the command line.

use std::collections::BTreeMap;
use std::str::FromStr;

/// A command-line option of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleOption {
    /// Its long name, without dashes.
    pub name: &'static str,
    /// The placeholder for its value in the help; `None` for a flag.
    pub value: Option<&'static str>,
    /// What it does.
    pub help: &'static str,
}

/// The options given by the user, each with its value; the value of a flag is empty.
pub type Choices = BTreeMap<&'static str, String>;

/// The whole number that was given for an option, if it was.
///
/// # Errors
/// In words for the user, when it is not a whole number that the type can hold.
pub fn whole_number<T: FromStr>(choices: &Choices, key: &str) -> Result<Option<T>, String> {
    let wrong = |text: &String| format!("--{key} {text}: not a whole number in range");
    choices.get(key).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}
