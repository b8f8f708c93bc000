//! The command line, a file or a folder for each subcommand. All of tumble's output is printed from here.
//!
//! | folder | what |
//! |---|---|
//! | `solve/` | `tumble solve`: its arguments, the plan, runs one after the other or as a race |
//! | `compare/` | `tumble compare`: grids of runs and their tables |
//! | `show/` | answers, pictures, repairs: what several commands show |
//!
//! [`run`] is the whole program for a [`Registry`] of puzzles. Your own program gets the same commands for your own puzzle by
//! adding the puzzle to the registry.

mod certificate;
mod check;
mod compare;
mod count;
mod decode;
mod describe;
mod export;
mod failure;
mod input;
mod limits;
mod list;
mod names;
mod new;
mod options;
mod output;
mod paper;
mod progress;
mod render;
mod replacing;
mod results;
mod sheet;
mod show;
mod solve;
mod table;
mod worker;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::control::Worker;
use crate::registry::Registry;
use failure::{EXIT_CODES, Exit, Failure};

/// Cube puzzles solved by mathematical programming.
///
/// A model file describes one instance of a puzzle. tumble translates it into an integer model, hands that to a solver,
/// checks the answer in exact integers, replays it by the puzzle's rules, and prints the moves; or it searches directly.
#[derive(Parser, Debug)]
#[command(name = "tumble", version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Solve models.
    Solve(solve::SolveArgs),
    /// Solve models in every way, and compare: encodings × lowerings × backends × seeds.
    Compare(compare::Args),
    /// Write the integer model of an encoding to a file for other solvers.
    Export(export::Args),
    /// Turn another solver's solution of an exported model into moves, and verify them.
    Decode(decode::Args),
    /// Check solutions: replay them by the puzzle's rules.
    Check(check::Args),
    /// Count the optimal solutions, or all of them.
    Count(count::Args),
    /// Draw a model or one of its solutions, as a picture or as a replay.
    Render(render::Args),
    /// Put puzzles on sheets to hand out, with their solutions on sheets of their own.
    Sheet(sheet::Args),
    /// Compute a table for a whole board, such as the distances of all states.
    Table,
    /// Write a commented model file, or a random instance.
    New,
    /// List puzzles, encodings, backends, methods or lowerings.
    List(list::Args),
    /// Print the JSON schema of model files.
    Schema(describe::SchemaArgs),
    /// Print a completion script for a shell.
    Completions(describe::CompletionsArgs),
    /// Print the manual page of tumble or of one command.
    Man(describe::ManArgs),
}

/// The command line as clap sees it: derived, and completed from the registries.
fn command(registry: &Registry) -> clap::Command {
    let command = Cli::command()
        .mut_subcommand("new", |new| new::with_puzzles(new, registry))
        .mut_subcommand("table", |table| table::with_puzzles(table, registry));
    let command = ["schema", "list"].into_iter().fold(command, |command, name| {
        command
            .mut_subcommand(name, |taking| taking.mut_arg("puzzle", |arg| arg.value_parser(names::puzzles(registry))))
    });
    options::READ_MODELS.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |reading| {
            options::with_puzzle_options(names::with_names(reading, registry), registry)
        })
    })
}

/// Runs the program for these puzzles on the arguments of the process, prints its output, and returns the exit code.
pub fn run(registry: &Registry) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let serves = worker::is_requested(arguments.get(1).map(OsString::as_os_str));
    let exit = if serves { worker::run() } else { run_command(registry, arguments) };
    ExitCode::from(exit as u8)
}

/// Runs the program in a process whose executable is another, such as an interpreter. `arguments` are those of the process, the first is the
/// program's name; `worker` starts a process that calls `tumble::backend::child::serve`. Returns the exit code.
pub fn run_with(registry: &Registry, arguments: Vec<OsString>, worker: Worker) -> u8 {
    worker::set_command(worker);
    run_command(registry, arguments) as u8
}

/// Runs the command that the arguments name.
fn run_command(registry: &Registry, arguments: Vec<OsString>) -> Exit {
    let run = std::panic::catch_unwind(|| {
        options::check_names(&Cli::command(), registry).map_err(Failure::usage)?;
        let matches = command(registry).get_matches_from(arguments);
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        match matches.subcommand() {
            Some((_, matches)) => dispatch(registry, cli.command, matches),
            // clap requires one.
            None => Err(Failure::usage("name a command")),
        }
    });
    match run {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => failure.print(),
        // The panic hook has already printed where it happened.
        Err(_) => Exit::Internal,
    }
}

/// Runs a command with its own matches.
fn dispatch(registry: &Registry, command: Command, matches: &ArgMatches) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(registry, &args, matches),
        Command::Compare(args) => compare::run(registry, &args, matches),
        Command::Export(args) => export::run(registry, &args, matches),
        Command::Decode(args) => decode::run(registry, &args, matches),
        Command::Check(args) => check::run(registry, &args, matches),
        Command::Count(args) => count::run(registry, &args, matches),
        Command::Render(args) => render::run(registry, &args, matches),
        Command::Sheet(args) => sheet::run(registry, &args, matches),
        Command::Table => table::run(registry, matches),
        Command::New => new::run(registry, matches),
        Command::List(args) => list::run(registry, &args),
        Command::Schema(args) => describe::schema(registry, &args),
        Command::Completions(args) => describe::completions(&args, self::command(registry)),
        Command::Man(args) => describe::man(&args, self::command(registry)),
    }
}
