//! `tumble render`.

use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::failure::{Exit, Failure};
use super::{input, output};
use crate::puzzle::{PuzzleEntry, Solved};
use crate::registry::Registry;
use crate::render::svg;
use crate::solve;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The model file; `-` is standard input.
    model: PathBuf,
    /// A result of `tumble solve --format json`; the bare model is drawn without.
    result: Option<PathBuf>,
    /// The picture: FILE.svg, FILE.txt, or `-` for text on standard output; FILE.sav for a save file of the game that the
    /// puzzle is from.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    let (problem, ..) = input::model(registry, &args.model, matches)?;
    let instance = &*problem.instance;
    let verified = match &args.result {
        None => None,
        Some(path) => Some(
            solve::check(instance, &input::solution(path)?)
                .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?,
        ),
    };
    let solved = verified.as_ref().map(solve::Verified::solved);
    let scene = || solved.map_or_else(|| instance.scene(), Solved::scene);
    let suffix = args.output.extension().and_then(|suffix| suffix.to_str()).map(str::to_ascii_lowercase);
    let text = match suffix.as_deref() {
        Some("svg") => Some(svg::draw(&scene())),
        Some("txt") => Some(scene().to_string()),
        Some(suffix) => solved.map_or_else(|| instance.file(suffix), |solved| solved.file(suffix)),
        None => (args.output.as_os_str() == "-").then(|| scene().to_string()),
    };
    let text = text.ok_or_else(|| Failure::usage(unknown_suffix(&args.output, problem.puzzle)))?;
    output::write(&args.output, &text)?;
    Ok(Exit::Answered)
}

/// Why a file is not written: its suffix says nothing that there is.
fn unknown_suffix(path: &Path, puzzle: &PuzzleEntry) -> String {
    let own = puzzle.files.iter().map(|(suffix, what)| format!(", or {what} to a .{suffix} file"));
    let own = own.collect::<Vec<_>>().concat();
    format!("{}: write a picture to a .svg or .txt file{own}", path.display())
}
