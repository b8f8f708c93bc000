//! `tumble render`.

use std::path::PathBuf;

use tumble::puzzle::VerifyError;
use tumble::render::svg;

use super::failure::{Exit, Failure};
use super::solve::Assembly;
use super::{input, output};

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
    #[command(flatten)]
    assembly: Assembly,
}

/// What is written.
enum Kind {
    Svg,
    Text,
    SaveFile,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let extension = args.output.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    let kind = match extension.as_deref() {
        Some("svg") => Kind::Svg,
        Some("txt") => Kind::Text,
        Some("sav") => Kind::SaveFile,
        None if args.output.as_os_str() == "-" => Kind::Text,
        _ => return Err(Failure::usage(format!("{}: write to a .svg, .txt or .sav file", args.output.display()))),
    };
    let (mut problem, ..) = input::model(&args.model)?;
    args.assembly.apply(&mut problem)?;
    let solution = args.result.as_deref().map(input::solution).transpose()?;
    if let Some(solution) = &solution {
        match problem.instance.verify(solution) {
            Err(VerifyError::Breach(breach)) => {
                return Err(Failure::usage(format!("the solution breaks the rules: {breach}")));
            }
            Err(malformed) => return Err(Failure::usage(malformed)),
            Ok(_) => {}
        }
    }
    let scene = || problem.instance.scene(solution.as_ref()).map_err(Failure::usage);
    let text = match kind {
        Kind::Svg => svg::draw(&scene()?),
        Kind::Text => scene()?.to_string(),
        Kind::SaveFile => problem
            .instance
            .save_file(solution.as_ref())
            .map_err(Failure::usage)?
            .ok_or_else(|| Failure::usage(format!("{} is from no game that has save files", problem.puzzle.name)))?,
    };
    output::write(&args.output, &text)?;
    Ok(Exit::Answered)
}
