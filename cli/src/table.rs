//! `tumble table`: a subcommand for each kind of table, made from the registry.

use crate::{Program, Verb};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args as _, Command, FromArgMatches as _, ValueHint};
use serde_json::Value;

use super::failure::{Exit, Failure};
use super::limits::{Format, Limits, interrupt};
use super::options;
use super::output;
use super::progress::Display;
use super::replacing::Replacing;
use super::show::target::{self, Picture, files_first};
use tumble_model::control::{Control, Event, Request};
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{Choices, PuzzleEntry, TabulateError, Tabulated, Tabulation, TabulationSource};
use tumble_puzzles::registry::Registry;
use tumble_puzzles::render::Scene;
use tumble_puzzles::search::NoDistances;

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

/// The arguments of `tumble table`: all of them are those of its subcommands.
#[derive(clap::Args, Debug)]
pub struct Table {}

impl Verb for Table {
    const NAME: &'static str = "table";
    const ABOUT: &'static str = "Compute a table for a whole board, such as the distances of all states";
    const READS_MODELS: bool = false;

    /// Adds a subcommand for each puzzle that has whole-board tables.
    fn complete(command: Command, registry: &Registry) -> Command {
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

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let chosen = matches.subcommand().and_then(|(name, matches)| Some((program.registry.find(name)?, matches)));
        let named = chosen.and_then(|(puzzle, m)| Some((puzzle, puzzle.table?, m, m.get_one::<String>("of")?)));
        // clap requires one of the program.registry's kinds and its source.
        let Some((puzzle, kind, matches, of)) = named else { return Err(Failure::usage("name a kind of table")) };
        let options = Options::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
        check_outputs(kind, &options).map_err(Failure::usage)?;
        let outputs = [options.output.as_deref(), options.picture.as_ref().map(Picture::path)];
        let model = matches!(kind.source, TabulationSource::Model { .. }).then_some(Path::new(of));
        options.replacing.check_marked(&outputs, model.as_slice(), kind.marks)?;
        if options.picture.is_some() && !kind.has_maps {
            return Err(Failure::usage(format!("--picture: a table of {} has no numbers by cell", puzzle.name)));
        }
        let display = Display::start(format!("table {} {of}", puzzle.name));
        let observer = |event: &Event<'_>| display.hear(event);
        let control = Control::new(options.limits.time_limit, interrupt(), &observer)
            .with_memory_limit(options.limits.memory_limit);
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
        let exit = show(&table, &options);
        let Some(stop) = &table.stop else { return Ok(exit) };
        output::note(format_args!("the table is not complete: stopped by {stop}"));
        Ok(exit.max(Exit::Stopped))
    }
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
        TabulationSource::Size { make, .. } => make(of, request),
        TabulationSource::Model { make, .. } => {
            let document = Document::read(Path::new(of))?;
            document.check_puzzle(puzzle.name, "a table")?;
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

fn show(table: &Tabulated, options: &Options) -> Exit {
    let file = options.output.as_deref();
    let is_whole_printed = file.is_some_and(output::is_standard);
    let write = || {
        file.map_or(Ok(()), |path| output::write_by(path, |out| (table.write)(out)))?;
        Ok(Exit::Answered)
    };
    let draw = || {
        if let (Some(picture), Some(maps)) = (&options.picture, &table.maps) {
            picture.draw(&[Scene::Heat(maps.clone())])?;
        }
        Ok(Exit::Answered)
    };
    let print = || {
        match options.format {
            _ if is_whole_printed => {}
            Format::Json => output::print(&format!("{}\n", Value::from(table.numbers.clone())))?,
            Format::Text => output::print(&table.text)?,
        }
        Ok(Exit::Answered)
    };
    let is_drawing_printed = options.picture.as_ref().is_some_and(Picture::is_printed);
    files_first([(is_drawing_printed, &draw), (is_whole_printed, &write), (true, &print)])
}
