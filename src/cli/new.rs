//! `tumble new`: a subcommand for each puzzle, made from the registry.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args as _, Command, FromArgMatches as _};

use super::failure::{Exit, Failure};
use super::options;
use super::output;
use super::replacing::Replacing;
use crate::registry::Registry;

/// Adds a subcommand for each puzzle.
pub(super) fn with_puzzles(command: Command, registry: &Registry) -> Command {
    let command = command.subcommand_required(true).arg_required_else_help(true).subcommand_value_name("PUZZLE");
    registry.puzzles().fold(command, |command, entry| {
        let file = Arg::new("output")
            .long("output")
            .short('o')
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .help("The file to write; standard output without this option");
        let own = entry.new_options.iter().map(options::argument);
        let puzzle = Command::new(entry.name).about(entry.summary).args(own).arg(file);
        command.subcommand(Replacing::augment_args(puzzle))
    })
}

pub(super) fn run(registry: &Registry, matches: &ArgMatches) -> Result<Exit, Failure> {
    let chosen = matches.subcommand();
    // clap requires one of the registry's puzzles.
    let Some((entry, matches)) = chosen.and_then(|(name, m)| Some((registry.find(name)?, m))) else {
        return Err(Failure::usage("name a puzzle"));
    };
    let path = matches.get_one::<PathBuf>("output");
    if let Some(path) = path {
        Replacing::from_arg_matches(matches).unwrap_or_else(|error| error.exit()).check_new(path)?;
    }
    let text = (entry.new)(&options::given(entry.new_options, matches)).map_err(Failure::usage)?;
    match path {
        None => output::print(&text)?,
        Some(path) => output::write(path, &text)?,
    }
    Ok(Exit::Answered)
}
