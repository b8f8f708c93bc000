//! The command line, one file a subcommand. Everything that tumble prints is printed from here.

mod check;
mod count;
mod describe;
mod export;
mod failure;
mod ids;
mod input;
mod list;
mod new;
mod output;
mod plan;
mod progress;
mod render;
mod solve;
mod table;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use failure::{Exit, Failure};

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

const EXIT_CODES: &str = "Exit codes: 0 answered; 1 proved infeasible, or a checked solution that breaks the rules; \
2 bad usage or input; 3 stopped at a limit; 70 internal error.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Solve model files.
    Solve(solve::Args),
    /// Write the integer model of an encoding to a file for other solvers.
    Export(export::Args),
    /// Replay a solution by the puzzle's rules.
    Check(check::Args),
    /// Count the optimal solutions, or all of them.
    Count(count::Args),
    /// Draw a model, or a solution of it.
    Render(render::Args),
    /// Compute a table of a whole board: distances of all states, detours.
    Table(table::Args),
    /// Write a commented model file, or a random instance.
    New(new::Args),
    /// List puzzles, encodings, backends or lowerings.
    List(list::Args),
    /// Print the JSON schema of model files.
    Schema(describe::SchemaArgs),
    /// Print a completion script for a shell.
    Completions(describe::CompletionsArgs),
    /// Print the manual page, or the one of a command.
    Man(describe::ManArgs),
}

/// The command line as clap sees it: derived, and for `new` and `table` a subcommand for each row of
/// their registries.
fn command() -> clap::Command {
    Cli::command().mut_subcommand("new", new::with_puzzles).mut_subcommand("table", table::with_kinds)
}

/// Runs the program.
pub fn main() -> ExitCode {
    let run = std::panic::catch_unwind(|| {
        let matches = command().get_matches();
        let cli = Cli::from_arg_matches(&matches).map_err(|e| Failure::usage(e.to_string()))?;
        dispatch(cli.command, &matches)
    });
    let exit = match run {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => failure.print(),
        // The panic hook has printed where.
        Err(_) => Exit::Internal,
    };
    ExitCode::from(exit as u8)
}

fn dispatch(command: Command, matches: &clap::ArgMatches) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Table(args) => table::run(&args, matches),
        Command::New(args) => new::run(&args, matches),
        Command::List(args) => list::run(&args),
        Command::Schema(args) => describe::schema(&args),
        Command::Completions(args) => describe::completions(&args, self::command()),
        Command::Man(args) => describe::man(&args, self::command()),
    }
}
