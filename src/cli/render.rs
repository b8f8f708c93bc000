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
    /// The picture: FILE.svg, FILE.txt, or `-` for text on standard output.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    assembly: Assembly,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let extension = args.output.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    let is_svg = match extension.as_deref() {
        Some("svg") => true,
        Some("txt") => false,
        None if args.output.as_os_str() == "-" => false,
        _ => return Err(Failure::usage(format!("{}: write to a .svg or .txt file", args.output.display()))),
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
    let scene = problem.instance.scene(solution.as_ref()).map_err(Failure::usage)?;
    output::write(&args.output, &if is_svg { svg::draw(&scene) } else { scene.to_string() })?;
    Ok(Exit::Answered)
}
