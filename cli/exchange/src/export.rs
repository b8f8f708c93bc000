//! `tumble export`.

use std::path::{Path, PathBuf};
use tumble_cli::{Program, Verb};

use clap::builder::PossibleValue;
use clap::{ArgMatches, Command};

use tumble_cli::failure::{Exit, Failure};
use tumble_cli::input::{self, Begin};
use tumble_cli::limits::interrupt;
use tumble_cli::names;
use tumble_cli::output;
use tumble_cli::replacing::Replacing;
use tumble_cli::show::target;
use tumble_formats::{self as format, FileObjective, FormatEntry};
use tumble_model::control::Control;
use tumble_model::lower::Lowering;
use tumble_model::names::suggestion;
use tumble_pipeline::solve::{self, Prepared, Problem, RELAXATION, SolveError};
use tumble_puzzles::puzzle::{EncodeError, Purpose};
use tumble_puzzles::registry::Registry;

/// The arguments of `tumble export`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    /// The file to write: its suffix decides the format; `-` is standard output.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    replacing: Replacing,
    /// The file format. Without this option: that of the suffix, LP where there is none.
    #[arg(long, value_name = "F")]
    format: Option<String>,
    #[command(flatten)]
    choice: ModelChoice,
    #[command(flatten)]
    begin: Begin,
}

/// Which integer model of a puzzle.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct ModelChoice {
    /// The encoding (`tumble list encodings`). Without this option: the best one for the format.
    #[arg(long, short, value_name = "E")]
    pub(super) encoding: Option<String>,
    /// How to lower the model, as in `table=support` (`tumble list lowerings`).
    #[arg(long, value_name = "L")]
    pub(super) lowering: Option<Lowering>,
    /// For an encoding that has one model per horizon (number of moves): the model of all solutions with up to N moves; where a file has
    /// not all, its header says so. Without this option: ten more than the known lower bound.
    #[arg(long, value_name = "N")]
    pub(super) horizon: Option<u64>,
}

impl ModelChoice {
    /// Builds the model and lowers it for a format.
    pub(super) fn prepare(
        &self,
        problem: &Problem,
        format: &FormatEntry,
        control: &Control<'_>,
    ) -> Result<Prepared, Failure> {
        let capabilities = format.capabilities;
        let encoding = solve::encoding(problem, self.encoding.as_deref(), Purpose::File(capabilities))?;
        let lowering = self.lowering.clone().unwrap_or_default();
        Ok(solve::prepare_whole(problem, &encoding, capabilities, &lowering, self.horizon, control)?)
    }
}

impl Verb for Args {
    const NAME: &'static str = "export";
    const ABOUT: &'static str = "Write the integer model of an encoding to a file for other solvers";

    fn complete(command: Command, _registry: &Registry) -> Command {
        let formats = || format::REGISTRY.iter().map(|entry| PossibleValue::new(entry.name).help(entry.summary));
        // Unlike `mut_arg`, this keeps the order of the arguments.
        command.mut_args(|argument| match argument.get_id().as_str() {
            "format" => argument.value_parser(names::offering(formats().collect())),
            _ => argument,
        })
    }

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let format = format_of(&self.output, self.format.as_deref()).map_err(Failure::usage)?;
        self.replacing.check(&[Some(&*self.output)], &[&*self.model])?;
        let problem = input::model(program.registry, &self.model, matches)?.problem;
        let control = Control::new(None, interrupt(), &|_| ());
        let prepared = self.choice.prepare(&problem, format, &control)?;
        note(&problem, &prepared, format);
        let bytes = prepared.file(&problem, format).map_err(Failure::usage)?;
        control.check().map_err(|stop| SolveError::from(EncodeError::Stopped(stop)))?;
        output::write_bytes(&self.output, &bytes)?;
        Ok(Exit::Answered)
    }
}

/// The format of a file, by its name and by the option.
///
/// # Errors
/// When the format or the suffix is unknown, or they contradict each other: the message.
fn format_of(path: &Path, named: Option<&str>) -> Result<&'static FormatEntry, String> {
    let suffix = target::suffix(path);
    let Some(name) = named else {
        return match &suffix {
            None => Ok(&format::REGISTRY[0]),
            Some(suffix) => format::of_suffix(suffix).ok_or_else(|| {
                format!("{}: no format has the suffix .{suffix}; there are {}", path.display(), known_suffixes())
            }),
        };
    };
    let format = format::find(name).ok_or_else(|| {
        let names: Vec<&str> = format::REGISTRY.iter().map(|entry| entry.name).collect();
        format!("no format `{name}`; {}", suggestion(name, &names))
    })?;
    match &suffix {
        Some(suffix) if !format.suffixes.contains(&suffix.as_str()) => {
            Err(format!("{}: a file in the format {name} is a .{} file", path.display(), format.suffixes.join(" or .")))
        }
        _ => Ok(format),
    }
}

/// The suffixes of all formats, each once.
fn known_suffixes() -> String {
    let mut suffixes: Vec<&str> = format::REGISTRY.iter().flat_map(|entry| entry.suffixes).copied().collect();
    suffixes.dedup();
    suffixes.iter().map(|suffix| format!(".{suffix}")).collect::<Vec<_>>().join(", ")
}

/// Says on standard error what the file lacks.
fn note(problem: &Problem, prepared: &Prepared, format: &FormatEntry) {
    if let Some(lengths) = &prepared.lengths {
        let (most, contents) = (lengths.end(), prepared.contents(problem));
        output::note(format_args!(
            "{}: horizon {most}: {contents}; none is shorter, longer ones may exist",
            problem.model
        ));
    }
    if prepared.formulation.is_relaxation() {
        output::note(format_args!("{}: {RELAXATION}", problem.model));
    }
    if let Some(caution) = (format.caution)(&prepared.lowered) {
        output::note(format_args!("{}: {caution}", problem.model));
    }
    if prepared.lowered.objective().is_some() && format.objective == FileObjective::None {
        let suffix = format.suffixes[0];
        output::note(format_args!("{}: a .{suffix} file has no objective: any solution solves it", problem.model));
    }
}
