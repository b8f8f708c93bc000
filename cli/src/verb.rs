//! A command of the program as a value, as a puzzle is a row of the registry: the core of the command line has the basic commands, each
//! wing brings its own, and a program is a list of them.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::UnknownArgumentValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use tumble_model::control::Worker;
use tumble_pipeline::solve;
use tumble_puzzles::registry::Registry;

use crate::failure::{EXIT_CODES, Exit, Failure};
use crate::{names, options, worker};

/// A command, by the type of its arguments.
pub trait Verb: clap::Args {
    /// The word after `tumble`.
    const NAME: &'static str;
    /// What it does, for the help: a sentence without its full stop.
    const ABOUT: &'static str;
    /// Whether it reads models, and so takes the options of puzzles.
    const READS_MODELS: bool = true;

    /// Completes the arguments, beyond the names and options that all commands offer.
    fn complete(command: Command, _registry: &Registry) -> Command {
        command
    }

    /// Runs the command with its own matches.
    ///
    /// # Errors
    /// What keeps it from an answer, with the exit code.
    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure>;
}

/// A [`Verb`] whose type is forgotten.
#[derive(Clone, Copy, Debug)]
pub struct VerbEntry {
    /// The word after `tumble`.
    pub name: &'static str,
    /// Whether it reads models, and so takes the options of puzzles.
    pub reads_models: bool,
    own_command: fn() -> Command,
    complete: fn(Command, &Registry) -> Command,
    run: fn(&Program<'_>, &ArgMatches) -> Result<Exit, Failure>,
}

impl VerbEntry {
    /// The row of a command.
    pub const fn of<V: Verb>() -> Self {
        Self {
            name: V::NAME,
            reads_models: V::READS_MODELS,
            own_command: || V::augment_args(Command::new(V::NAME)).about(V::ABOUT),
            complete: V::complete,
            run: |program, matches| {
                V::from_arg_matches(matches).unwrap_or_else(|error| error.exit()).run(program, matches)
            },
        }
    }

    fn command(&self, registry: &Registry) -> Command {
        let command = names::with_names((self.complete)((self.own_command)(), registry), registry);
        if self.reads_models { options::with_puzzle_options(command, registry) } else { command }
    }
}

/// A program: its puzzles, and its commands in the order of the help.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The puzzles.
    pub registry: &'a Registry,
    /// The commands.
    pub verbs: &'static [VerbEntry],
}

impl Program<'_> {
    /// The command line as clap sees it.
    pub fn command(&self) -> Command {
        let program = Command::new("tumble")
            .version(env!("CARGO_PKG_VERSION"))
            .about("Cube puzzles solved by mathematical programming")
            .long_about(ABOUT)
            .after_help(EXIT_CODES)
            .subcommand_required(true)
            .arg_required_else_help(true);
        program.subcommands(self.verbs.iter().map(|verb| taking_negative_numbers(verb.command(self.registry))))
    }

    /// Runs the program on the arguments of the process, prints its output, and returns the exit code.
    pub fn main(&self) -> ExitCode {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        let serves = worker::is_requested(arguments.get(1).map(OsString::as_os_str));
        solve::measure_own_process();
        let exit = if serves { worker::run() } else { self.run_command(arguments) };
        ExitCode::from(exit as u8)
    }

    /// Runs the program in a process whose executable is another, such as an interpreter. `arguments` are those of the process, the first is
    /// the program's name; `worker` starts a process that calls `tumble_solver::child::serve`. Returns the exit code.
    pub fn main_within(&self, arguments: Vec<OsString>, worker: Worker) -> u8 {
        worker::set_command(worker);
        self.run_command(arguments) as u8
    }

    fn run_command(&self, arguments: Vec<OsString>) -> Exit {
        match std::panic::catch_unwind(|| self.dispatch(arguments)) {
            Ok(Ok(exit)) => exit,
            Ok(Err(failure)) => failure.print(),
            // The panic hook has already printed where it happened.
            Err(_) => Exit::Internal,
        }
    }

    /// Runs the command that the arguments name.
    fn dispatch(&self, arguments: Vec<OsString>) -> Result<Exit, Failure> {
        // A command that is named by its whole name is the only one that clap has to be told of.
        let word = arguments.get(1).and_then(|word| word.to_str());
        let named = self.verbs.iter().find(|verb| word == Some(verb.name));
        let told = Program { registry: self.registry, verbs: named.map_or(self.verbs, std::slice::from_ref) };
        let readers: Vec<Command> =
            told.verbs.iter().filter(|verb| verb.reads_models).map(|verb| (verb.own_command)()).collect();
        options::check_names(&readers, self.registry).map_err(Failure::usage)?;
        let matches = told.command().mut_subcommands(telling_of_json).get_matches_from(arguments);
        let named =
            matches.subcommand().and_then(|(name, own)| Some((self.verbs.iter().find(|v| v.name == name)?, own)));
        // clap requires one.
        let Some((verb, matches)) = named else { return Err(Failure::usage("name a command")) };
        (verb.run)(self, matches)
    }
}

/// Says how JSON is asked for, where a command can print it and `--json` is tried.
fn telling_of_json(command: Command) -> Command {
    let has_json = |argument: &Arg| {
        argument.get_id() == "format" && argument.get_possible_values().iter().any(|value| value.get_name() == "json")
    };
    if !command.get_arguments().any(has_json) {
        return command;
    }
    let unknown = UnknownArgumentValueParser::suggest_arg("--format json");
    command.arg(Arg::new("json").long("json").action(ArgAction::SetTrue).value_parser(unknown).hide(true))
}

/// Lets each option that has a value take a negative number, which its reader then refuses in its own words; clap would take it for an
/// option, and advise what does not help.
fn taking_negative_numbers(command: Command) -> Command {
    let is_measure = |name: &clap::builder::Str| ["TIME", "SIZE"].contains(&name.as_str());
    let taking = |argument: Arg| {
        if argument.is_positional() || !argument.get_action().takes_values() {
            argument
        } else if argument.get_value_names().is_some_and(|names| names.iter().any(is_measure)) {
            // Such as `-5s`.
            argument.allow_hyphen_values(true)
        } else {
            argument.allow_negative_numbers(true)
        }
    };
    command.mut_args(taking).mut_subcommands(taking_negative_numbers)
}

const ABOUT: &str = "\
Cube puzzles solved by mathematical programming.

A model file describes one instance of a puzzle. tumble translates it into an integer model, hands that to a solver, checks the answer in \
exact integers, replays it by the puzzle's rules, and prints the moves; or it searches directly.";
