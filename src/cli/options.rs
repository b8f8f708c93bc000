//! Options of single puzzles. Every command that reads a model accepts the options of all puzzles in the registry.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::failure::Failure;
use crate::puzzle::{Choices, PuzzleEntry, PuzzleOption};
use crate::registry::Registry;

/// A puzzle's option as a clap argument.
pub(super) fn argument(option: &PuzzleOption) -> Arg {
    let argument = Arg::new(option.name).long(option.name).help(option.help);
    match option.value {
        Some(value) => argument.value_name(value).allow_hyphen_values(true),
        None => argument.action(ArgAction::SetTrue),
    }
}

/// Adds the options of all puzzles to a command that reads a model.
pub(super) fn with_puzzle_options(command: Command, registry: &Registry) -> Command {
    registry.puzzles().flat_map(|puzzle| puzzle.options).fold(command, |command, option| {
        let is_known = command.get_arguments().any(|known| known.get_id() == option.name);
        if is_known { command } else { command.arg(argument(option)) }
    })
}

/// Which of these options were given.
pub(super) fn given(options: &'static [PuzzleOption], matches: &ArgMatches) -> Choices {
    let value = |option: &PuzzleOption| match option.value {
        None => matches.get_flag(option.name).then(String::new),
        Some(_) => matches.get_one::<String>(option.name).cloned(),
    };
    options.iter().filter_map(|option| Some((option.name, value(option)?))).collect()
}

/// The options that were given for a puzzle.
///
/// # Errors
/// When an option was given that this puzzle does not have.
pub(super) fn choices(registry: &Registry, puzzle: &PuzzleEntry, matches: &ArgMatches) -> Result<Choices, Failure> {
    let own = given(puzzle.options, matches);
    let all = registry.puzzles().flat_map(|other| given(other.options, matches).into_keys());
    match all.into_iter().find(|name| !own.contains_key(name)) {
        Some(name) => Err(Failure::usage(format!("--{name} is not an option of the puzzle {}", puzzle.name))),
        None => Ok(own),
    }
}
