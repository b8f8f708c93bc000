//! Moves on the command line, in place of a file of results.

use super::failure::Failure;
use tumble_pipeline::solve::{self, CheckError, Problem, Verified};
use tumble_puzzles::puzzle::MovesError;

/// Moves, and where they start.
#[derive(clap::Args, Debug)]
pub struct Way {
    /// The moves, in place of a result file.
    #[arg(long)]
    pub moves: Option<String>,
    /// With --moves: the start, if the model leaves it open, as in "0,0 top=1 north=2 east=3".
    #[arg(long, requires = "moves")]
    start: Option<String>,
}

impl Way {
    /// The solution that these moves make, replayed by the rules, or in words which rule it breaks.
    ///
    /// # Errors
    /// When the moves cannot be read.
    pub fn replayed<'a>(&self, problem: &'a Problem, moves: &str) -> Result<Result<Verified<'a>, String>, Failure> {
        let verified = match problem.instance.solution_of_moves(moves, self.start.as_deref()) {
            Ok(solution) => solve::check(&*problem.instance, &solution),
            Err(MovesError::Breach(breach)) => Err(CheckError::Breach(breach)),
            Err(MovesError::Unreadable(why)) => return Err(Failure::usage(why)),
        };
        match verified {
            Ok(verified) => Ok(Ok(verified)),
            Err(CheckError::Breach(breach)) => Ok(Err(format!("the solution breaks the rules: {breach}"))),
            Err(malformed @ CheckError::Malformed(_)) => Err(Failure::usage(malformed)),
        }
    }
}
