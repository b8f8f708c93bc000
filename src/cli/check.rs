//! `tumble check`.

use std::path::PathBuf;

use tumble::puzzle::{MovesError, VerifyError};

use super::failure::{Exit, Failure};
use super::solve::Assembly;
use super::{input, output};

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
    #[command(flatten)]
    assembly: Assembly,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (mut problem, ..) = input::model(&args.model)?;
    args.assembly.apply(&mut problem)?;
    let instance = &problem.instance;
    let verified = if let Some(moves) = &args.moves {
        match instance.solution_of_moves(moves, args.start.as_deref()) {
            Ok(solution) => instance.verify(&solution),
            Err(MovesError::Breach(breach)) => Err(VerifyError::Breach(breach)),
            Err(MovesError::Unreadable(why)) => return Err(Failure::usage(why)),
        }
    } else {
        // clap asks for one of the two.
        let Some(path) = &args.result else { return Err(Failure::usage("name a result file, or give --moves")) };
        instance.verify(&input::solution(path)?)
    };
    match verified {
        Ok(objective) => {
            let objective = objective.map(|o| format!(", objective {o}")).unwrap_or_default();
            output::print(&format!("{}: the solution keeps the rules{objective}\n", problem.model))?;
            Ok(Exit::Answered)
        }
        Err(VerifyError::Breach(breach)) => {
            output::print(&format!("{}: the solution breaks the rules: {breach}\n", problem.model))?;
            Ok(Exit::Infeasible)
        }
        Err(malformed @ VerifyError::Malformed(_)) => Err(Failure::usage(malformed)),
    }
}
