//! `tumble export`.

use std::path::PathBuf;

use clap::{ArgMatches, ValueEnum};

use super::failure::{Exit, Failure};
use super::{input, names, output, target};
use crate::format::lp;
use crate::lower::Lowering;
use crate::model::Capabilities;
use crate::puzzle::EncodeError;
use crate::registry::Registry;
use crate::solve::{self, SolveError};

/// The supported file formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A plain dialect of the CPLEX LP format, read the same by CBC, GLPK, HiGHS and SCIP.
    #[default]
    Lp,
}

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The model file, or a game id; `-` is standard input.
    model: PathBuf,
    /// The file to write: FILE.lp, or a name without a suffix; `-` is standard output.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The file format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The encoding (`tumble list encodings`). Without this option: the best one for a MILP solver.
    #[arg(long, short, value_name = "E")]
    encoding: Option<String>,
    /// For an encoding that has one model per horizon (number of moves): write a model of all solutions with up to N moves.
    /// Without this option: ten more than the known lower bound.
    #[arg(long, value_name = "N")]
    horizon: Option<u64>,
    /// How to lower the model, as in `table=support` (`tumble list lowerings`).
    #[arg(long, value_name = "L")]
    lowering: Option<Lowering>,
}

/// The remark in the header and in a note for a model whose cuts are added during solving.
const RELAXATION: &str = "a relaxation: it lacks the cuts that tumble adds when a solution violates them";

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    let Format::Lp = args.format;
    target::expect_suffix(&args.output, "lp", "a model in the LP format").map_err(Failure::usage)?;
    let (problem, ..) = input::model(registry, &args.model, matches)?;
    let capabilities = Capabilities::LINEAR;
    let best = || problem.instance.best_encoding(capabilities);
    let named = args.encoding.as_deref().map(|name| names::encoding(&problem, name)).transpose()?;
    let encoding = named.or_else(best).ok_or(SolveError::from(EncodeError::NoEncodings))?;
    let lowering = args.lowering.clone().unwrap_or_default();
    let prepared = solve::prepare_whole(&problem, &encoding, capabilities, &lowering, args.horizon)?;
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
        let horizon = format!("{most}: solutions of {least} to {most} moves; none is shorter, longer ones may exist");
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
