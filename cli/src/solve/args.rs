//! The arguments of `tumble solve`.

use std::path::PathBuf;

use clap::ValueHint;

use crate::input::Begin;
use crate::limits::{Form, Format, Limits};
use crate::replacing::Replacing;
use crate::show::solution_picture::SolutionPicture;
use tumble_model::lower::Lowering;

/// The arguments of `tumble solve`.
#[derive(clap::Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line are independent of each other")]
pub struct SolveArgs {
    /// Model files, or a game's ids or links; `-` is standard input.
    #[arg(required_unless_present = "ids", value_name = "MODEL")]
    pub(super) models: Vec<PathBuf>,
    /// One line for each model, and for each model file in a folder: whether it has a solution or why it has none, the best objective,
    /// the number of best solutions, and the time. --time-limit is the limit of each file, one minute without
    /// this option.
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text", value_enum,
        conflicts_with_all = ["backend", "method", "encoding", "lowering", "seed", "options", "all", "solutions", "cross_check",
        "format", "json_stream", "picture", "proof", "log"])]
    pub(super) brief: Option<Form>,
    /// In place of models: a file of ids, one per line; `-` is standard input. Each answer is one line, unless solutions are listed.
    #[arg(long, display_order = 900, value_name = "FILE", conflicts_with_all = ["models", "after"])]
    pub(super) ids: Option<PathBuf>,
    /// With --ids: a file that `tumble table` wrote, in which the ids of its board are looked up.
    #[arg(long, display_order = 901, requires = "ids", conflicts_with = "models", value_name = "FILE")]
    pub(super) table: Option<PathBuf>,
    /// The backends, separated by commas; each gives its own answer. Without this option: the first available backend that the method can
    /// use.
    #[arg(long, short, value_delimiter = ',', value_name = "B")]
    pub(super) backend: Vec<String>,
    /// The method (`tumble list methods`). Without this option: a model if an encoding is named; otherwise the fastest method for the
    /// instance, or with --backend the fastest method that uses the backend.
    #[arg(long, value_name = "M")]
    pub(super) method: Option<String>,
    /// The encoding (`tumble list encodings`). Without this option: the best one for the backend.
    #[arg(long, short, value_name = "E")]
    pub(super) encoding: Option<String>,
    /// How to lower the model, as in `table=support` (`tumble list lowerings`).
    #[arg(long, value_name = "L")]
    pub(super) lowering: Option<Lowering>,
    #[command(flatten)]
    pub(super) begin: Begin,
    #[command(flatten)]
    pub(super) limits: Limits,
    /// The seed of the solver's random numbers.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u32>,
    /// An option of the solver's own, in its own words; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
    pub(super) options: Vec<(String, String)>,
    #[command(flatten)]
    pub(super) listing: Listing,
    /// Run the backends at the same time: the first proof wins, and stops the others.
    #[arg(long, requires = "backend", conflicts_with = "cross_check")]
    pub(super) race: bool,
    /// Solve by a second, independent method as well, and compare the answers.
    #[arg(long)]
    pub(super) cross_check: bool,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Print JSON while it runs, one object per line: incumbents with their solutions, bounds, progress, and last the result.
    #[arg(long, conflicts_with = "format")]
    pub(super) json_stream: bool,
    /// Draw the solution to a file; a .html file replays it. With --all, the solutions are drawn beside each other. `-` is text on standard
    /// output, after the answer.
    #[arg(long, value_name = SolutionPicture::VALUE, value_hint = ValueHint::FilePath)]
    pub(super) picture: Option<SolutionPicture>,
    /// Write a proof of the answer that anyone can check: a .pbp file, with its statement (.opb) and its witness (.json) beside it. In a folder,
    /// which is made if its name ends with `/`, the files are called after the model. With --all, of a model with a single solution, it proves
    /// that there is no other.
    #[arg(long, value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath, conflicts_with = "solutions")]
    pub(super) proof: Option<PathBuf>,
    #[command(flatten)]
    pub(super) replacing: Replacing,
    /// Print only how many moves the best solution has, and its first N moves; with 0 only their number.
    #[arg(long, value_name = "N", conflicts_with_all = ["brief", "ids", "all", "solutions", "format", "json_stream",
        "picture", "proof", "log"])]
    pub(super) hint: Option<usize>,
    /// Show the solver's own log on standard error.
    #[arg(long, conflicts_with = "quiet")]
    pub(super) log: bool,
    /// Print only the verdict and the answer: no picture, no method, no progress.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl SolveArgs {
    /// Whether the answer is printed as JSON, alone or at the end of a stream.
    pub(super) fn is_json(&self) -> bool {
        self.json_stream || self.format == Format::Json
    }

    /// Whether the models are those of a list, whose answers have a line each.
    pub(super) fn is_listed(&self) -> bool {
        self.ids.is_some() && self.listing.limit().is_none()
    }
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("write KEY=VALUE".into()),
    }
}

/// How many solutions to find.
#[derive(clap::Args, Debug)]
pub struct Listing {
    /// List all optimal solutions, or all solutions where there is no objective.
    #[arg(long, group = "listed")]
    all: bool,
    /// List up to N solutions.
    #[arg(long, group = "listed", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    solutions: Option<u32>,
    /// With --all or --solutions: list also the solutions whose objective is at most K worse than the best one, the best ones first.
    #[arg(long, value_name = "K", requires = "listed", conflicts_with = "proof")]
    pub(super) within: Option<u64>,
}

impl Listing {
    /// The most solutions to list; `None`: find a single one.
    pub(super) fn limit(&self) -> Option<usize> {
        if self.all { Some(usize::MAX) } else { self.solutions.map(|n| n as usize) }
    }
}
