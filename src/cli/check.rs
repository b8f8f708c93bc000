//! `tumble check`.

use std::path::PathBuf;

use clap::ArgMatches;

use super::failure::{Exit, Failure};
use super::{input, output};
use crate::puzzle::MovesError;
use crate::registry::Registry;
use crate::solve::{self, CheckError};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The model file; `-` is standard input.
    model: PathBuf,
    /// A result of `tumble solve --format json`, or the solution alone; `-` is standard input.
    #[arg(required_unless_present = "moves", conflicts_with = "moves")]
    result: Option<PathBuf>,
    /// The moves themselves, in place of a result.
    #[arg(long)]
    moves: Option<String>,
    /// With --moves: the start where the model leaves it open, as in "0,0 top=1 north=2 east=3".
    #[arg(long, requires = "moves")]
    start: Option<String>,
}

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    let (problem, ..) = input::model(registry, &args.model, matches)?;
    let instance = &*problem.instance;
    let verified = if let Some(moves) = &args.moves {
        match instance.solution_of_moves(moves, args.start.as_deref()) {
            Ok(solution) => solve::check(instance, &solution),
            Err(MovesError::Breach(breach)) => Err(CheckError::Breach(breach)),
            Err(MovesError::Unreadable(why)) => return Err(Failure::usage(why)),
        }
    } else {
        // clap asks for one of the two.
        let Some(path) = &args.result else { return Err(Failure::usage("name a result file, or give --moves")) };
        solve::check(instance, &input::solution(path)?)
    };
    match verified {
        Ok(verified) => {
            let objective = verified.objective().map(|o| format!(", objective {o}")).unwrap_or_default();
            output::print(&format!("{}: the solution keeps the rules{objective}\n", problem.model))?;
            Ok(Exit::Answered)
        }
        Err(CheckError::Breach(breach)) => {
            output::print(&format!("{}: the solution breaks the rules: {breach}\n", problem.model))?;
            Ok(Exit::Infeasible)
        }
        Err(malformed @ CheckError::Malformed(_)) => Err(Failure::usage(malformed)),
    }
}
