//! `tumble table`: a subcommand for each kind of table, made from the registry.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args as _, Command, FromArgMatches as _};
use tumble::puzzle::{Histograms, Numbers, TABLES, Table, TableError};
use tumble::render::{Scene, svg};
use tumble::run::Control;
use tumble::search::{NoDistances, Request};

use super::failure::{Exit, Failure};
use super::output;
use super::progress::Display;
use super::solve::{Format, Limits, interrupt};

/// The arguments are the registry's and [`Options`]: see [`with_kinds`].
#[derive(clap::Args, Debug)]
pub(super) struct Args {}

/// What every kind takes.
#[derive(clap::Args, Debug)]
struct Options {
    /// Write the table to a file; `-` is standard output, which then has nothing else.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the numbers by cell as a heat map, where the table has such.
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// How to print the numbers.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Adds a subcommand for each kind.
pub(super) fn with_kinds(command: Command) -> Command {
    let command = command.subcommand_required(true).arg_required_else_help(true).subcommand_value_name("KIND");
    TABLES.iter().fold(command, |command, kind| {
        let of = Arg::new("of").value_name(kind.argument).help(kind.argument_help);
        let of = match kind.default {
            Some(default) => of.default_value(default),
            None => of.required(true),
        };
        command.subcommand(Options::augment_args(Command::new(kind.name).arg(of)).about(kind.summary))
    })
}

pub(super) fn run(_: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    let chosen = matches.subcommand_matches("table").and_then(ArgMatches::subcommand);
    let kind = chosen.and_then(|(name, matches)| Some((TABLES.iter().find(|kind| kind.name == name)?, matches)));
    let named = kind.and_then(|(kind, matches)| Some((kind, matches, matches.get_one::<String>("of")?)));
    // clap asks for one of the registry's kinds and its argument.
    let Some((kind, matches, of)) = named else { return Err(Failure::usage("name a kind of table")) };
    let options = Options::from_arg_matches(matches).map_err(|e| Failure::usage(e.to_string()))?;
    let display = Display::start(format!("table {} {of}", kind.name));
    let observer = |event: &tumble::run::Event<'_>| display.hear(event);
    let control =
        Control::new(options.limits.time_limit, interrupt(), &observer).with_memory_limit(options.limits.memory_limit);
    let made = (kind.make)(of, &Request::new(&control, options.limits.threads));
    drop(display);
    let table = match made {
        Ok(table) => table,
        Err(TableError::Input(error)) => return Err(error.into()),
        Err(TableError::Search(deep @ NoDistances::TooDeep)) => return Err(Failure::usage(deep)),
        Err(TableError::Search(limit)) => {
            output::note(format_args!("no table: {limit}"));
            return Ok(Exit::Stopped);
        }
    };
    if let Some(path) = &options.picture {
        let Numbers::Maps(scene) = &table.numbers else {
            return Err(Failure::usage(format!("--picture: a table of {} has no numbers by cell", kind.name)));
        };
        output::write(path, &svg::draw(&Scene::Heat(scene.clone())))?;
    }
    if let Some(path) = &options.output {
        write(path, &table)?;
        if path.as_os_str() == "-" {
            return Ok(Exit::Answered);
        }
    }
    output::print(&match options.format {
        Format::Json => format!("{}\n", table.numbers.to_json()),
        Format::Text => text(&table),
    })?;
    Ok(Exit::Answered)
}

fn write(path: &Path, table: &Table) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        let mut out = BufWriter::new(std::io::stdout().lock());
        (table.write)(&mut out)?;
        return Ok(out.flush()?);
    }
    let failed = |e: std::io::Error| Failure::usage(format!("{}: {e}", path.display()));
    let mut out = BufWriter::new(std::fs::File::create(path).map_err(failed)?);
    (table.write)(&mut out).and_then(|()| out.flush()).map_err(failed)
}

/// The title, and the numbers.
fn text(table: &Table) -> String {
    match &table.numbers {
        Numbers::Distances(histograms) => distances(&table.title, histograms),
        Numbers::Maps(scene) => format!("{}\n\n{}", table.title, Scene::Heat(scene.clone())),
    }
}

/// The title, the facts, and a line for each distance.
fn distances(title: &str, Histograms { states, facts, histograms }: &Histograms) -> String {
    let all = histograms.first().map_or(&[][..], |(_, histogram)| histogram);
    let (reached, largest) = (all.iter().sum::<u64>(), all.len().saturating_sub(1));
    let head = format!("{title}: {reached} of {states} states reached, the furthest {largest} away\n");
    let facts = facts.iter().map(|(name, number)| format!("{number} {name}\n"));
    let names = histograms.iter().map(|(name, _)| format!(" {name:>13}"));
    let line = |distance: usize| {
        let number = |histogram: &[u64]| histogram.get(distance).copied().unwrap_or(0);
        let numbers = histograms.iter().map(|(_, histogram)| format!(" {:>13}", number(histogram)));
        format!("{distance:>8}{}\n", numbers.collect::<String>())
    };
    let lines = (0..all.len()).map(line).collect::<String>();
    format!("{head}{}\ndistance{}\n{lines}", facts.collect::<String>(), names.collect::<String>())
}
