//! `tumble export`.

use std::path::PathBuf;

use clap::{ArgMatches, ValueEnum};

use super::failure::{Exit, Failure};
use super::{input, output};
use crate::format::lp;
use crate::lower::Lowering;
use crate::model::Capabilities;
use crate::puzzle::EncodeError;
use crate::registry::Registry;
use crate::solve::{self, SolveError};

/// The file formats that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A plain dialect of the CPLEX LP format, read the same by CBC, GLPK, HiGHS and SCIP.
    #[default]
    Lp,
}

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The model file; `-` is standard input.
    model: PathBuf,
    /// The file to write; `-` is standard output.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The file format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The encoding (`tumble list encodings`); the best for a MILP solver without.
    #[arg(long, short, value_name = "E")]
    encoding: Option<String>,
    /// Of an encoding that goes through horizons one by one: the model of all solutions of up to so many moves. Without it ten
    /// more than the fewest that are not ruled out beforehand.
    #[arg(long, value_name = "N")]
    horizon: Option<u64>,
    /// How to lower it, as in `table=support` (`tumble list lowerings`).
    #[arg(long, value_name = "L")]
    lowering: Option<Lowering>,
}

/// What is said of a model whose cuts are added as they are violated.
const RELAXATION: &str = "a relaxation, its cuts are added as they are violated";

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    let (problem, ..) = input::model(registry, &args.model, matches)?;
    let capabilities = Capabilities::LINEAR;
    let best = || problem.instance.best_encoding(capabilities);
    let encoding = args.encoding.clone().or_else(best).ok_or(SolveError::from(EncodeError::NoEncodings))?;
    let lowering = args.lowering.clone().unwrap_or_default();
    let prepared = solve::prepare_whole(&problem, &encoding, capabilities, &lowering, args.horizon)?;
    let Format::Lp = args.format;
    let complete = match (prepared.formulation.is_relaxation(), &prepared.lengths) {
        (true, _) => format!("no: {RELAXATION}"),
        (false, Some(_)) => "up to the horizon".to_owned(),
        (false, None) => "yes".to_owned(),
    };
    let mut header = vec![
        ("model", problem.model.clone()),
        ("puzzle", problem.puzzle.name.to_owned()),
        ("encoding", prepared.encoding.clone()),
        ("lowering", prepared.lowering.to_string()),
        ("complete", complete),
        ("written by", format!("tumble {}", env!("CARGO_PKG_VERSION"))),
    ];
    if let Some(lengths) = &prepared.lengths {
        let (least, most) = (lengths.start(), lengths.end());
        let horizon = format!(
            "{most}: solutions of {least} to {most} moves, none is shorter; that there is none proves nothing of longer ones"
        );
        output::note(format_args!("{}: horizon {horizon}", problem.model));
        header.push(("horizon", horizon));
    }
    if prepared.formulation.is_relaxation() {
        output::note(format_args!("{}: {RELAXATION}", problem.model));
    }
    let text = lp::write(&prepared.lowered, &header).map_err(Failure::usage)?;
    output::write(&args.output, &text)?;
    Ok(Exit::Answered)
}
