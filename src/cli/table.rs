//! `tumble table`: a subcommand for each kind of table, made from the registry.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args as _, Command, FromArgMatches as _, ValueHint};

use super::failure::{Exit, Failure};
use super::limits::{Format, Limits, interrupt};
use super::progress::Display;
use super::replacing::Replacing;
use super::target::{self, Picture};
use super::{options, output};
use crate::control::{Control, Event, Request};
use crate::instance::{Document, InputError};
use crate::puzzle::die_tour::frontier::Repetition;
use crate::puzzle::{
    Choices, Histograms, Lengths, Numbers, PuzzleEntry, TabulateError, Tabulated, Tabulation, TabulationSource,
    read_size,
};
use crate::registry::Registry;
use crate::render::Scene;
use crate::search::NoDistances;

/// The options of every kind of table.
#[derive(clap::Args, Debug)]
struct Options {
    /// Write the whole table to a file; `-` is standard output, and then nothing else is printed there.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw a heat map, for a table of numbers by cell; `-` is text on standard output.
    #[arg(long, value_name = Picture::VALUE, value_hint = ValueHint::FilePath)]
    picture: Option<Picture>,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    limits: Limits,
    /// How to print the numbers.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Adds a subcommand for each puzzle that has whole-board tables.
pub(super) fn with_puzzles(command: Command, registry: &Registry) -> Command {
    let command = command.subcommand_required(true).arg_required_else_help(true).subcommand_value_name("KIND");
    let kinds = registry.puzzles().filter_map(|puzzle| Some((puzzle, puzzle.table?)));
    kinds.fold(command, |command, (puzzle, kind)| {
        let of = Arg::new("of");
        let of = match kind.source {
            TabulationSource::Model { help, .. } => {
                of.value_name("MODEL").required(true).help(format!("{help}; `-` is standard input"))
            }
            TabulationSource::Size { help, default: None, .. } => of.value_name("SIZE").required(true).help(help),
            TabulationSource::Size { help, default: Some(size), .. } => {
                of.value_name("SIZE").default_value(size).help(help)
            }
        };
        let of_kind = kind.source.options().iter().map(options::argument);
        let own = Options::augment_args(Command::new(puzzle.name).arg(of).args(of_kind)).about(kind.summary);
        command.subcommand(own.mut_arg("output", |arg| arg.value_name(format!("FILE.{}", kind.suffix))))
    })
}

pub(super) fn run(registry: &Registry, matches: &ArgMatches) -> Result<Exit, Failure> {
    let chosen = matches.subcommand().and_then(|(name, matches)| Some((registry.find(name)?, matches)));
    let named = chosen.and_then(|(puzzle, m)| Some((puzzle, puzzle.table?, m, m.get_one::<String>("of")?)));
    // clap requires one of the registry's kinds and its source.
    let Some((puzzle, kind, matches, of)) = named else { return Err(Failure::usage("name a kind of table")) };
    let options = Options::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    check_outputs(kind, &options).map_err(Failure::usage)?;
    let outputs = [options.output.as_deref(), options.picture.as_ref().map(Picture::path)];
    let model = matches!(kind.source, TabulationSource::Model { .. }).then_some(Path::new(of));
    options.replacing.check(&outputs, model.as_slice())?;
    let display = Display::start(format!("table {} {of}", puzzle.name));
    let observer = |event: &Event<'_>| display.hear(event);
    let control =
        Control::new(options.limits.time_limit, interrupt(), &observer).with_memory_limit(options.limits.memory_limit);
    let choices = options::given(kind.source.options(), matches);
    let made = make(puzzle, kind, of, &choices, &Request::new(control).with_threads(options.limits.threads));
    drop(display);
    let table = match made {
        Ok(table) => table,
        Err(TabulateError::Input(error)) => return Err(error.into()),
        Err(TabulateError::Search(deep @ NoDistances::TooDeep)) => return Err(Failure::usage(deep)),
        Err(TabulateError::Search(limit)) => {
            output::note(format_args!("no table: {limit}"));
            return Ok(Exit::Stopped);
        }
    };
    show(puzzle, &table, &options)
}

/// Computes a table from its source: a model file or a size.
fn make(
    puzzle: &PuzzleEntry,
    kind: Tabulation,
    of: &str,
    choices: &Choices,
    request: &Request<'_>,
) -> Result<Tabulated, TabulateError> {
    match kind.source {
        TabulationSource::Size { make, .. } => make(&read_size(of)?, request),
        TabulationSource::Model { make, .. } => {
            let document = Document::read(Path::new(of))?;
            let name = document.puzzle()?;
            if name.value != puzzle.name {
                let message = format!("a table of {} needs a model of it", puzzle.name);
                return Err(document.place(InputError::of(&name, message, "another puzzle")).into());
            }
            make(&document, choices, request)
        }
    }
}

/// Refuses outputs that cannot be written, before any work.
fn check_outputs(kind: Tabulation, options: &Options) -> Result<(), String> {
    let Some(path) = &options.output else { return Ok(()) };
    if output::is_standard(path) && options.picture.as_ref().is_some_and(Picture::is_printed) {
        return Err("--output - and --picture - both write to standard output: write one of them to a file".into());
    }
    target::expect_suffix(path, kind.suffix, "this table")
}

fn show(puzzle: &PuzzleEntry, table: &Tabulated, options: &Options) -> Result<Exit, Failure> {
    if let Some(picture) = &options.picture {
        let Numbers::Maps(scene) = &table.numbers else {
            return Err(Failure::usage(format!("--picture: a table of {} has no numbers by cell", puzzle.name)));
        };
        picture.draw(&Scene::Heat(scene.clone()))?;
    }
    if let Some(path) = &options.output {
        output::write_by(path, |out| (table.write)(out))?;
        if output::is_standard(path) {
            return Ok(Exit::Answered);
        }
    }
    output::print(&match options.format {
        Format::Json => format!("{}\n", table.numbers.to_json()),
        Format::Text => text(table),
    })?;
    Ok(Exit::Answered)
}

/// The title, and the numbers.
fn text(table: &Tabulated) -> String {
    match &table.numbers {
        Numbers::Distances(histograms) => distances(&table.title, histograms),
        Numbers::Lengths(values) => lengths(&table.title, values),
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

/// The title, the period with its certificates, and a line for each length up to the end of the first period, and for each length that was
/// asked for.
fn lengths(title: &str, Lengths { along, best, asked, repetitions }: &Lengths) -> String {
    let (first, period) = (best.preperiod() + 1, best.period());
    let value = |value: Option<i64>| value.map_or_else(|| "none".into(), |value| value.to_string());
    let different: BTreeSet<i64> = best.gains().flatten().collect();
    let gains = match &different.into_iter().collect::<Vec<_>>()[..] {
        [] => "there is none".into(),
        [gain] => format!("a length greater by {period} adds {gain}"),
        _ => format!(
            "a length greater by {period} adds in turn {}",
            best.gains().map(value).collect::<Vec<_>>().join(", ")
        ),
    };
    let proof = |Repetition { line, lines, states, gained, .. }: &Repetition| {
        let gained =
            gained.map(|(least, most)| if least == most { most.to_string() } else { format!("{least} to {most}") });
        let gained = gained.map(|gained| format!(", having gained {gained}")).unwrap_or_default();
        let again = line + lines;
        format!("certificate: after {line} and {again} {along} there are the same {states} states{gained}\n")
    };
    let proofs = repetitions.iter().map(proof).collect::<String>();
    let mut all: BTreeMap<u64, Option<i64>> = (1..).zip(best.values().iter().copied()).collect();
    all.extend(asked.iter().copied());
    let line = |(length, best): (&u64, &Option<i64>)| format!("{length:>17}{:>20}\n", value(*best));
    let lines = all.iter().map(line).collect::<String>();
    format!("{title}\nfrom length {first} on, {gains}\n{proofs}\n{along:>17}{:>20}\n{lines}", "best")
}
