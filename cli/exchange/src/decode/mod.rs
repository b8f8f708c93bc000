//! `tumble decode`.
//!
//! | file | what |
//! |---|---|
//! | `exported.rs` | which model was exported, and whether it is the model at hand |
//! | `reading.rs` | from a solution file and a model to a report |

mod exported;
mod reading;

use std::path::PathBuf;
use tumble_cli::{Program, Verb};

use clap::{ArgMatches, ValueHint};

use exported::Exported;
use reading::{Reading, placed};
use tumble_cli::failure::{Exit, Failure};
use tumble_cli::input::{self, Begin};
use tumble_cli::limits::{Format, interrupt};
use tumble_cli::output;
use tumble_cli::replacing::Replacing;
use tumble_cli::show::answer::{self, Shown, Words};
use tumble_cli::show::solution_picture::SolutionPicture;
use tumble_formats::solution;
use tumble_model::control::{Control, Request};
use tumble_model::lower::Lowering;
use tumble_puzzles::instance::Document;

/// The arguments of `tumble decode`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    /// The solution file; `-` is standard input.
    solution: PathBuf,
    /// The exported file that was solved. Without this option: the one beside the solution file, with the same name and the suffix
    /// of a format.
    #[arg(long, value_name = "EXPORTED", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["encoding", "lowering", "horizon"])]
    model_file: Option<PathBuf>,
    /// The encoding that was exported. Without this option: as the exported file says; without such a file, the first one whose
    /// variables have the names in the solution file.
    #[arg(long, short, value_name = "E")]
    encoding: Option<String>,
    /// How the exported model was lowered. Without this option: as the exported file says.
    #[arg(long, value_name = "L")]
    lowering: Option<Lowering>,
    /// The horizon of the exported model. Without this option: as the exported file says.
    #[arg(long, value_name = "N")]
    horizon: Option<u64>,
    /// The relative gap to its bound within which the program was allowed to call a solution optimal. Without this option: the
    /// program's default.
    #[arg(long, value_name = "G", value_parser = gap)]
    gap: Option<f64>,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Draw the solution to a file, or replay it in a .html file; `-` is text on standard output, after the answer.
    #[arg(long, value_name = SolutionPicture::VALUE, value_hint = ValueHint::FilePath)]
    picture: Option<SolutionPicture>,
    #[command(flatten)]
    begin: Begin,
    #[command(flatten)]
    replacing: Replacing,
    /// Print only the verdict and the answer: no picture, no method, no remark on a missing exported file.
    #[arg(long, short)]
    quiet: bool,
}

/// A gap: a number from 0 on.
fn gap(text: &str) -> Result<f64, String> {
    let gap = text.parse::<f64>().ok().filter(|gap| gap.is_finite() && *gap >= 0.0);
    gap.ok_or_else(|| "a gap is a number from 0 on, such as 0 or 1e-4".to_owned())
}

impl Verb for Args {
    const NAME: &'static str = "decode";
    const ABOUT: &'static str = "Turn another solver's solution of an exported model into moves, and verify them";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        if output::is_standard(&self.model) && output::is_standard(&self.solution) {
            return Err(Failure::usage(
                "the model and the solution cannot both be standard input: name a file for one of them",
            ));
        }
        answer::check_outputs(self.format == Format::Json, self.picture.as_ref())?;
        let exported = self.model_file.clone().map_or_else(|| exported::beside(&self.solution), |path| vec![path]);
        let inputs = [&self.model, &self.solution].into_iter().chain(&exported).map(PathBuf::as_path);
        self.replacing.check(&[self.picture.as_ref().map(SolutionPicture::path)], &inputs.collect::<Vec<_>>())?;
        let problem = input::model(program.registry, &self.model, matches)?.problem;
        let document = Document::read(&self.solution)?;
        let file = solution::read(document.text()).map_err(|error| placed(&document, error))?;
        let interrupt = interrupt();
        let request = Request::new(Control::new(None, interrupt.clone(), &|_| ()));
        let reading = Reading { problem: &problem, document: &document, file: &file, gap: self.gap, request: &request };
        let mut candidates = Exported::candidates(self, &problem, &document, &file)?;
        let (report, notes) = reading.first(&mut candidates)?;
        for note in notes.iter().filter(|note| !(self.quiet && note.is_of_files)) {
            output::note(format_args!("{}: {}", problem.model, note.text));
        }
        let shown = Shown {
            problem: &problem,
            format: self.format,
            is_event: false,
            picture: self.picture.as_ref(),
            words: if self.quiet { Words::Few } else { Words::All },
            is_one_of_several: false,
            interrupt: &interrupt,
        };
        let printed = shown.print(&report);
        let exit = if report.solution.is_some() { Exit::Answered } else { answer::exit_of(&report) };
        Ok(exit.max(printed))
    }
}
