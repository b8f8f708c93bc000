//! `tumble new`: a subcommand for each puzzle, made from the registry.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};
use tumble::puzzle::{self, NewChoices};

use super::failure::{Exit, Failure};
use super::output;

/// The arguments are the registry's: see [`with_puzzles`].
#[derive(clap::Args, Debug)]
pub(super) struct Args {}

/// Adds a subcommand for each puzzle.
pub(super) fn with_puzzles(command: Command) -> Command {
    let command = command.subcommand_required(true).arg_required_else_help(true).subcommand_value_name("PUZZLE");
    puzzle::REGISTRY.iter().fold(command, |command, entry| {
        let file = Arg::new("output")
            .long("output")
            .short('o')
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .help("The file to write, which must not exist yet; standard output without");
        let option = |option: &puzzle::NewOption| {
            let arg = Arg::new(option.name).long(option.name).help(option.help);
            match option.value {
                Some(value) => arg.value_name(value).allow_hyphen_values(true),
                None => arg.action(ArgAction::SetTrue),
            }
        };
        let puzzle = Command::new(entry.name).about(entry.summary).args(entry.new_options.iter().map(option)).arg(file);
        command.subcommand(puzzle)
    })
}

pub(super) fn run(_: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    let chosen = matches.subcommand_matches("new").and_then(ArgMatches::subcommand);
    // clap asks for one of the registry's puzzles.
    let Some((entry, matches)) = chosen.and_then(|(name, m)| Some((puzzle::find(name)?, m))) else {
        return Err(Failure::usage("name a puzzle"));
    };
    let mut choices = NewChoices::new();
    for option in entry.new_options {
        if option.value.is_none() {
            if matches.get_flag(option.name) {
                choices.insert(option.name, String::new());
            }
        } else if let Some(text) = matches.get_one::<String>(option.name) {
            choices.insert(option.name, text.clone());
        }
    }
    let text = (entry.new)(&choices).map_err(Failure::usage)?;
    match matches.get_one::<PathBuf>("output") {
        None => output::print(&text)?,
        Some(path) if path.as_os_str() != "-" && path.exists() => {
            return Err(Failure::usage(format!("{}: is there already", path.display())));
        }
        Some(path) => output::write(path, &text)?,
    }
    Ok(Exit::Answered)
}
