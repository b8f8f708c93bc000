//! Options of single puzzles. Every command that reads a model accepts the options of all puzzles in the registry.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::failure::Failure;
use tumble_puzzles::puzzle::{Choices, PuzzleEntry, PuzzleOption};
use tumble_puzzles::registry::Registry;

/// The options of `tumble new` itself, which no puzzle can have.
const RESERVED_BY_NEW: [&str; 4] = ["output", "force", "count", "rising"];

/// The id of a puzzle's option among the arguments of a command: no option of tumble's own has it.
fn id(option: &PuzzleOption) -> String {
    format!("puzzle-option {}", option.name)
}

/// A puzzle's option as a clap argument.
pub(crate) fn argument(option: &PuzzleOption) -> Arg {
    let argument = Arg::new(id(option)).long(option.name).help(option.help());
    match option.value {
        Some(value) => argument.value_name(value).allow_hyphen_values(true),
        None => argument.action(ArgAction::SetTrue),
    }
}

/// Adds the options of all puzzles to a command that reads a model.
pub(crate) fn with_puzzle_options(command: Command, registry: &Registry) -> Command {
    registry.puzzles().flat_map(|puzzle| puzzle.options).fold(command, |command, option| {
        let is_known = command.get_arguments().any(|known| *known.get_id() == id(option));
        if is_known { command } else { command.arg(argument(option)) }
    })
}

/// Checks the names of puzzles' options: none of these commands, which read models, may have such an option already, and options of one name
/// must not differ.
///
/// # Errors
/// In words for whoever registered the puzzle.
pub(crate) fn check_names(readers: &[Command], registry: &Registry) -> Result<(), String> {
    let mut seen: Vec<(&str, &PuzzleOption)> = Vec::new();
    for (puzzle, option) in registry.puzzles().flat_map(|puzzle| puzzle.options.iter().map(move |o| (puzzle.name, o))) {
        let own = |command: &&Command| command.get_arguments().any(|known| known.get_long() == Some(option.name));
        if let Some(command) = readers.iter().find(own) {
            return Err(format!("the option --{} of {puzzle} is one of `tumble {}`", option.name, command.get_name()));
        }
        if let Some((other, _)) = seen.iter().find(|(_, other)| other.name == option.name && *other != option) {
            return Err(format!("--{} is an option of {other} and another one of {puzzle}", option.name));
        }
        seen.push((puzzle, option));
    }
    let of_new = registry.puzzles().flat_map(|puzzle| puzzle.new_options.iter().map(move |o| (puzzle.name, o.name)));
    let reserved = of_new.into_iter().find(|(_, option)| RESERVED_BY_NEW.contains(option));
    reserved
        .map_or(Ok(()), |(puzzle, option)| Err(format!("--{option} of `tumble new` cannot be an option of {puzzle}")))
}

/// Which of these options were given.
pub(crate) fn given(options: &'static [PuzzleOption], matches: &ArgMatches) -> Choices {
    let value = |option: &PuzzleOption| match option.value {
        None => matches.get_flag(&id(option)).then(String::new),
        Some(_) => matches.get_one::<String>(&id(option)).cloned(),
    };
    options.iter().filter_map(|option| Some((option.name, value(option)?))).collect()
}

/// The options that were given for a puzzle.
///
/// # Errors
/// When an option was given that this puzzle does not have.
pub fn choices(registry: &Registry, puzzle: &PuzzleEntry, matches: &ArgMatches) -> Result<Choices, Failure> {
    let own = given(puzzle.options, matches);
    let all = registry.puzzles().flat_map(|other| given(other.options, matches).into_keys());
    match all.into_iter().find(|name| !own.contains_key(name)) {
        Some(name) => Err(Failure::usage(format!("--{name} is not an option of the puzzle {}", puzzle.name))),
        None => Ok(own),
    }
}

#[cfg(test)]
mod tests {
    use clap::Args as _;

    use super::*;
    use crate::solve::SolveArgs;
    use tumble_die_tour::DieTour;
    use tumble_sudoku_cube::SudokuCube;

    static PUZZLES: &[PuzzleEntry] = &[PuzzleEntry::of::<DieTour>(), PuzzleEntry::of::<SudokuCube>()];

    const fn named(options: &'static [PuzzleOption]) -> PuzzleEntry {
        PuzzleEntry { name: "own", options, ..PuzzleEntry::of::<DieTour>() }
    }

    fn check(registry: &Registry) -> Result<(), String> {
        check_names(&[SolveArgs::augment_args(Command::new("solve"))], registry)
    }

    fn refused(entry: &'static PuzzleEntry) -> String {
        check(&Registry::of(PUZZLES).with(entry)).unwrap_err()
    }

    #[test]
    fn options_that_are_taken_are_refused() {
        static SEED: PuzzleEntry = named(&[PuzzleOption::flag("seed", "")]);
        static OTHER: PuzzleEntry = named(&[PuzzleOption::valued("any-assembly", "N", "")]);
        assert_eq!(refused(&SEED), "the option --seed of own is one of `tumble solve`");
        assert_eq!(refused(&OTHER), "--any-assembly is an option of own and another one of sudoku-cube");
        assert!(check(&Registry::of(PUZZLES)).is_ok());
    }
}
