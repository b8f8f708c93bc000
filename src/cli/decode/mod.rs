//! `tumble decode`.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, ValueHint};

use super::export::ModelChoice;
use super::failure::{Exit, Failure};
use super::input;
use super::limits::{Format, interrupt};
use super::output;
use super::replacing::Replacing;
use super::results;
use super::show::answer::{self, Shown};
use super::show::solution_picture::SolutionPicture;
use crate::control::{Control, Request};
use crate::format::solution::{self, Columns, Key, SolutionError, SolutionFile, Stated};
use crate::format::{self, FileObjective, FormatEntry, Header, Values, WriteError, written_name};
use crate::instance::{Document, InputError};
use crate::lower::Lowering;
use crate::model::Sense;
use crate::registry::Registry;
use crate::report::{Report, Status};
use crate::solve::{self, Foreign, Prepared, Problem};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The model file, or a game id; `-` is standard input.
    model: PathBuf,
    /// The solution file; `-` is standard input.
    solution: PathBuf,
    /// The exported file that was solved. Without this option: the one beside the solution file, with the same name and the suffix
    /// of a format.
    #[arg(long, value_name = "EXPORTED", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["encoding", "lowering", "horizon"])]
    model_file: Option<PathBuf>,
    /// The encoding that was exported. Without this option: as the exported file says.
    #[arg(long, short, value_name = "E")]
    encoding: Option<String>,
    /// How the exported model was lowered. Without this option: as the exported file says.
    #[arg(long, value_name = "L")]
    lowering: Option<Lowering>,
    /// The horizon of the exported model. Without this option: as the exported file says.
    #[arg(long, value_name = "N")]
    horizon: Option<u64>,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Draw the solution to a file, or replay it in a .html file; `-` is text on standard output, after the answer.
    #[arg(long, value_name = SolutionPicture::VALUE, value_hint = ValueHint::FilePath)]
    picture: Option<SolutionPicture>,
    #[command(flatten)]
    replacing: Replacing,
}

/// Why a file of numbers cannot be read alone.
const NUMBERED: &str = "it has the numbers of variables, not their names: name the exported file with --model-file";
/// Where to read what the exported model was, for errors.
const WHICH_MODEL: &str =
    "is it a solution of this model? Name the exported file with --model-file, or the encoding with --encoding";

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    answer::check_outputs(args.format == Format::Json, args.picture.as_ref())?;
    let exported = args.model_file.clone().map_or_else(|| beside(&args.solution), |path| vec![path]);
    let inputs = [&args.model, &args.solution].into_iter().chain(&exported).map(PathBuf::as_path);
    args.replacing.check(&[args.picture.as_ref().map(SolutionPicture::path)], &inputs.collect::<Vec<_>>())?;
    let (problem, ..) = input::model(registry, &args.model, matches)?;
    let document = Document::read(&args.solution)?;
    let placed = |error: SolutionError| document.place(InputError::at(error.span, error.message, error.label));
    let file = solution::read(document.text()).map_err(placed)?;
    let exported = Exported::of(args, &problem, &document, &file)?;
    let prepared = exported.choice.prepare(&problem, exported.format)?;
    exported.compare(&problem, &prepared)?;
    if let Some(of) = exported.other_name(&problem) {
        output::note(format_args!("{}: the exported file says that it is of {of}", problem.model));
    }
    let values = values(&file, &prepared, exported.format)?.map_err(|error| placed(error).help(WHICH_MODEL))?;
    let interrupt = interrupt();
    let request = Request::new(Control::new(None, interrupt.clone(), &|_| ()));
    let decode = |foreign| {
        let report = solve::decode(&problem, &prepared, foreign, &request);
        report.map_err(|error| Failure::of_decoding(error, document.name()))
    };
    let answer = foreign(&file, values);
    let mut report = decode(answer.clone())?;
    if let Some(why) = other_objective(&problem, &file, &report, exported.format) {
        // What is claimed of another objective is not claimed of this one.
        output::note(format_args!("{}: {why}", problem.model));
        if report.status == Status::Optimal {
            report = decode(Foreign { stated: Status::Unknown, why, ..answer })?;
        }
    }
    let shown = Shown {
        format: args.format,
        is_event: false,
        picture: args.picture.as_ref(),
        quiet: false,
        is_one_of_several: false,
        interrupt: &interrupt,
    };
    answer::print(&shown, &problem, &report)?;
    Ok(if report.solution.is_some() { Exit::Answered } else { answer::exit_of(&report) })
}

/// Which model was exported, and in which format.
struct Exported {
    choice: ModelChoice,
    format: &'static FormatEntry,
    /// The header of the exported file, if there is such a file.
    header: Option<Header>,
}

/// The message if the exported file is of another model. A solution of another model proves nothing about this model.
const OTHER_MODEL: &str =
    "is the solution of this model? It may have changed since; export it again, and solve it again";

impl Exported {
    /// Compares the exported model with the model that would be exported now.
    fn compare(&self, problem: &Problem, prepared: &Prepared) -> Result<(), Failure> {
        let model = &problem.model;
        let Some(header) = self.header.as_ref().filter(|header| !header.digest.is_empty()) else {
            output::note(format_args!(
                "{model}: there is no exported file with a SHA-256 of its model to compare with: the solution keeps the rules of this \
                 model, but what the program states may be of another one"
            ));
            return Ok(());
        };
        let (was, is) = (header.sense.as_str(), format::sense(&prepared.lowered));
        if was != is {
            let what = |sense| if sense == "none" { "no objective".to_owned() } else { format!("to {sense}") };
            let (was, is) = (what(was), what(is));
            return Err(Failure::usage(format!(
                "{model}: the exported model was {was}, this one is {is}: {OTHER_MODEL}"
            )));
        }
        if header.digest != format::digest(&prepared.lowered) {
            let of = self.other_name(problem).map_or_else(String::new, |of| format!(", {of}"));
            return Err(Failure::usage(format!(
                "{model}: another model was exported (by its SHA-256){of}: {OTHER_MODEL}"
            )));
        }
        Ok(())
    }

    /// The model file that the exported file names, if it is not this model's.
    fn other_name(&self, problem: &Problem) -> Option<&str> {
        let header = self.header.as_ref()?;
        (!results::is_same_model(&header.model, &problem.model)).then_some(&header.model)
    }

    /// By the options, by the header of the exported file, or by comments in the solution file; otherwise what `export` writes if
    /// nothing is chosen.
    fn of(args: &Args, problem: &Problem, document: &Document, file: &SolutionFile) -> Result<Self, Failure> {
        let Args { encoding, lowering, horizon, .. } = args;
        let is_chosen = encoding.is_some() || lowering.is_some() || horizon.is_some();
        let header = match &args.model_file {
            Some(path) => Some(header_of(path)?.ok_or_else(|| {
                Failure::usage(format!(
                    "{}: it does not begin with the comments that `tumble export` writes",
                    path.display()
                ))
            })?),
            None if is_chosen => None,
            None => header_beside(&args.solution)?.or_else(|| Header::read(document.text())),
        };
        let Some(header) = header else {
            let mut entries = file.contents.values.iter().flatten();
            if entries.any(|entry| matches!(entry.key, Key::Number(_))) {
                return Err(Failure::usage(format!("{}: {NUMBERED}", document.name())));
            }
            let choice = ModelChoice { encoding: encoding.clone(), lowering: lowering.clone(), horizon: *horizon };
            return Ok(Self { choice, format: format_named(file.dialect.format)?, header: None });
        };
        if header.puzzle != problem.puzzle.name {
            let (exported, puzzle) = (&header.puzzle, problem.puzzle.name);
            return Err(Failure::usage(format!("the exported file is of the puzzle {exported}, not {puzzle}")));
        }
        let lowering = header.lowering.parse().map_err(|why| Failure::usage(format!("the exported file: {why}")))?;
        let encoding = Some(header.encoding.clone());
        let choice = ModelChoice { encoding, lowering: Some(lowering), horizon: header.horizon };
        Ok(Self { choice, format: format_named(&header.format)?, header: Some(header) })
    }
}

fn format_named(name: &str) -> Result<&'static FormatEntry, Failure> {
    format::find(name)
        .ok_or_else(|| Failure::usage(format!("tumble has no format `{name}`; name the file with --model-file")))
}

/// The most bytes that are read of an exported file, for its header.
const HEAD: u64 = 1 << 16;

/// The header of an exported file.
fn header_of(path: &Path) -> Result<Option<Header>, Failure> {
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    Ok(Header::read(&String::from_utf8_lossy(&head)))
}

/// The files beside a solution file that have its name and the suffix of a format.
fn beside(solution: &Path) -> Vec<PathBuf> {
    if output::is_standard(solution) {
        return Vec::new();
    }
    let mut suffixes: Vec<&str> = format::REGISTRY.iter().flat_map(|entry| entry.suffixes).copied().collect();
    suffixes.dedup();
    suffixes.into_iter().map(|suffix| solution.with_extension(suffix)).filter(|path| path.is_file()).collect()
}

/// The header of the exported file beside a solution file: the file with its name and the suffix of a format.
fn header_beside(solution: &Path) -> Result<Option<Header>, Failure> {
    let mut headers = Vec::new();
    for path in beside(solution) {
        headers.extend(header_of(&path)?.map(|header| (path, header)));
    }
    match headers.len() {
        0 | 1 => Ok(headers.pop().map(|(_, header)| header)),
        _ => {
            let files: Vec<String> = headers.iter().map(|(path, _)| path.display().to_string()).collect();
            Err(Failure::usage(format!("which one was solved, {}? Name it with --model-file", files.join(" or "))))
        }
    }
}

/// The values of the variables of the model before lowering, if the file has a solution.
fn values(
    file: &SolutionFile,
    prepared: &Prepared,
    format: &FormatEntry,
) -> Result<Result<Option<Vec<f64>>, SolutionError>, Failure> {
    let lowered = &prepared.lowered;
    let needed = prepared.formulation.model.variables().len();
    let order = match format.values {
        Values::Bits(values) => return of_bits(file, |is_one| values(lowered, is_one), needed),
        Values::Columns(columns) => columns(lowered).map_err(Failure::usage)?,
        Values::Named => Vec::new(),
    };
    let names: Vec<_> = lowered.variables().iter().map(|variable| written_name(&variable.name)).collect();
    Ok(file.values(&Columns { names: &names, needed, order: &order }))
}

/// The values of the first variables, from the values of the file's 0/1 variables.
fn of_bits(
    file: &SolutionFile,
    values: impl Fn(&dyn Fn(usize) -> bool) -> Result<Vec<i64>, WriteError>,
    needed: usize,
) -> Result<Result<Option<Vec<f64>>, SolutionError>, Failure> {
    let ones = match file.ones() {
        Ok(Some(ones)) => ones,
        Ok(None) => return Ok(Ok(None)),
        Err(error) => return Ok(Err(error)),
    };
    let values = values(&|number| ones.contains(&number)).map_err(Failure::usage)?;
    Ok(Ok(Some(values.into_iter().take(needed).map(|value| value as f64).collect())))
}

fn foreign(file: &SolutionFile, values: Option<Vec<f64>>) -> Foreign {
    let (stated, why) = match &file.contents.stated {
        Stated::Optimal => (Status::Optimal, String::new()),
        Stated::Infeasible => (Status::Infeasible, String::new()),
        Stated::Other(words) => (Status::Unknown, format!("the program states: {words}")),
        Stated::Nothing => (Status::Unknown, "the file does not say how the run ended".to_owned()),
    };
    Foreign { solver: file.dialect.name, version: "solution file".into(), stated, why, values }
}

/// The message if the file states another objective than its solution has. The program then did not solve the exported model, although the
/// solution is right.
fn other_objective(problem: &Problem, file: &SolutionFile, report: &Report, format: &FormatEntry) -> Option<String> {
    let (stated, objective) = (file.contents.objective?, report.objective?);
    if matches!(format.objective, FileObjective::Other | FileObjective::None) {
        return None;
    }
    let is_maximized = problem.instance.sense() == Some(Sense::Maximize);
    let negated = format.objective == FileObjective::Minimized && is_maximized;
    let stated = if negated { -stated } else { stated };
    (!solution::is_rounded(stated, objective))
        .then(|| format!("the file states the objective {stated}, its solution has {objective}"))
}
