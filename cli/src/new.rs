//! `tumble new`: a subcommand for each puzzle, made from the registry.

use crate::{Program, Verb};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, FromArgMatches as _};

use super::failure::{Exit, Failure};
use super::limits::{PATIENCE, interrupt};
use super::options;
use super::output;
use super::progress::Display;
use super::replacing::Replacing;
use tumble_model::control::{Control, Interrupt, Request, Stop};
use tumble_pipeline::report::difficulty;
use tumble_pipeline::solve::{self, Method, Options, Problem};
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{Choices, NotMade, PuzzleEntry};
use tumble_puzzles::registry::Registry;

/// The most instances that are made at once.
const MOST: u64 = 1000;

fn time_limit() -> Arg {
    Arg::new("time-limit")
        .long("time-limit")
        .value_name("TIME")
        .value_parser(humantime::parse_duration)
        .help("Stop after this time: `60s`, `5min`, `1h 30min`; with --count for all instances together")
}

fn series_arguments() -> [Arg; 2] {
    let count = Arg::new("count")
        .long("count")
        .value_name("N")
        .value_parser(clap::value_parser!(u64).range(1..=MOST))
        .requires("output")
        .help("With --seed: so many instances, from this seed and those after it, as files of a new folder");
    let rising = Arg::new("rising").long("rising").action(ArgAction::SetTrue).requires("count");
    [count, rising.help("With --count: the easier ones first")]
}

/// The arguments of `tumble new`: all of them are those of its subcommands.
#[derive(clap::Args, Debug)]
pub struct New {}

impl Verb for New {
    const NAME: &'static str = "new";
    const ABOUT: &'static str = "Write a commented model file, or a random instance";
    const READS_MODELS: bool = false;

    /// Adds a subcommand for each puzzle.
    fn complete(command: Command, registry: &Registry) -> Command {
        let command = command.subcommand_required(true).arg_required_else_help(true).subcommand_value_name("PUZZLE");
        registry.puzzles().fold(command, |command, entry| {
            let file = Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .help("The file to write, or the folder with --count; standard output without this option");
            let own = entry.new_options.iter().map(options::argument);
            let shared = [file, time_limit()].into_iter().chain(series_arguments());
            let puzzle = Command::new(entry.name).about(entry.summary).args(own).args(shared);
            command.subcommand(Replacing::augment_args(puzzle))
        })
    }

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let chosen = matches.subcommand();
        // clap requires one of the program.registry's puzzles.
        let Some((entry, matches)) = chosen.and_then(|(name, m)| Some((program.registry.find(name)?, m))) else {
            return Err(Failure::usage("name a puzzle"));
        };
        let path = matches.get_one::<PathBuf>("output");
        let replacing = Replacing::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
        let choices = options::given(entry.new_options, matches);
        let interrupt = interrupt();
        let limit = matches.get_one::<Duration>("time-limit").copied();
        let control = Control::new(limit, interrupt.clone(), &|_| ());
        if let (Some(folder), Some(&count)) = (path, matches.get_one::<u64>("count")) {
            return series(
                program.registry,
                entry,
                choices,
                (folder, count),
                matches.get_flag("rising"),
                (&control, &interrupt),
            );
        }
        if let Some(path) = path {
            replacing.check_new(path)?;
        }
        let text = (entry.new)(&choices, &control)?;
        match path {
            None => output::print(&text)?,
            Some(path) => output::write(path, &text)?,
        }
        Ok(Exit::Answered)
    }
}

/// Writes random instances to a folder, which is new or empty: `01_seed_7.toml` and so on.
fn series(
    registry: &Registry,
    entry: &PuzzleEntry,
    mut choices: Choices,
    (folder, count): (&Path, u64),
    is_rising: bool,
    (control, interrupt): (&Control<'_>, &Interrupt),
) -> Result<Exit, Failure> {
    let first: u64 = match choices.get("seed") {
        None => return Err(Failure::usage("--count makes random instances: name the first --seed")),
        Some(seed) => seed.parse().map_err(|error| Failure::usage(format!("--seed {seed}: {error}")))?,
    };
    let last = first.checked_add(count - 1).ok_or_else(|| Failure::usage("there are no seeds beyond 2^64 - 1"))?;
    make_empty(folder)?;
    let digits = count.to_string().len().max(2);
    let write = |place: usize, seed: u64, text: &str| {
        output::write(&folder.join(format!("{:0digits$}_seed_{seed}.toml", place + 1)), text)
    };
    let (mut to_sort, mut exit) = (Vec::new(), Exit::Answered);
    let stopped = |stop: Stop, made: usize| {
        output::note(format_args!("stopped by {stop}: {made} of {count} instances were made"));
        Exit::Stopped
    };
    for (place, seed) in (first..=last).enumerate() {
        if let Some(stop) = control.stop() {
            exit = stopped(stop, place);
            break;
        }
        let _elapsed = Display::start_unless(false, format!("seed {seed}"));
        choices.insert("seed", seed.to_string());
        let made = (entry.new)(&choices, control).map_err(|error| match error {
            stopped @ NotMade::Stopped(_) => stopped.into(),
            why => Failure::usage(format!("seed {seed}: {why}")),
        });
        let rated = made.and_then(|text| {
            let patience = control.remaining().map_or(PATIENCE, |left| left.min(PATIENCE));
            let control = Control::new(Some(patience), interrupt.clone(), &|_| ());
            let rate = || difficulty_of(registry, &text, &Request::new(control));
            let difficulty = is_rising.then(rate).transpose()?.flatten();
            Ok((difficulty.unwrap_or(u64::MAX), seed, text))
        });
        match rated {
            Ok(instance) if is_rising => to_sort.push(instance),
            Ok((_, seed, text)) => write(place, seed, &text)?,
            // Those before it are written.
            Err(failure) => {
                exit = match control.stop() {
                    Some(stop) => stopped(stop, place),
                    None => failure.print(),
                };
                break;
            }
        }
    }
    to_sort.sort();
    to_sort.iter().enumerate().try_for_each(|(place, (_, seed, text))| write(place, *seed, text))?;
    Ok(exit)
}

/// Makes sure that a folder is there, and has nothing in it.
fn make_empty(folder: &Path) -> Result<(), Failure> {
    let named = |error: std::io::Error| Failure::usage(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(named)?;
    match std::fs::read_dir(folder).map_err(named)?.next() {
        None => Ok(()),
        Some(_) => Err(Failure::usage(format!("{}: the folder is not empty: name a new one", folder.display()))),
    }
}

/// See [`difficulty`].
fn difficulty_of(registry: &Registry, text: &str, request: &Request<'_>) -> Result<Option<u64>, Failure> {
    let (puzzle, instance) = registry.read(&Document::new("", text)).map_err(Failure::usage)?;
    let problem = Problem::new(String::new(), puzzle, instance);
    let report = solve::solve(&problem, Method::SEARCH, &Options::default(), request)?;
    Ok(difficulty(&report))
}
