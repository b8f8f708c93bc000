//! Replay by the rules. Only this file makes a [`Verified`], and every solution in a report is one; and only this file makes an [`Infinite`],
//! without which nothing is said to be infinitely many.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;

use tumble_model::control::{Request, Stop};
use tumble_puzzles::puzzle::{Breach, Endless, Instance, Malformed, NoMoves, Solved};

/// A solution that was replayed by the rules of its puzzle, with the objective that they counted.
#[derive(Clone, Debug)]
pub struct Verified {
    solved: Arc<dyn Solved>,
    objective: Option<i64>,
}

/// Why a solution in JSON is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It is not a solution of this puzzle at all: bad input.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// It breaks a rule.
    #[error(transparent)]
    Breach(#[from] Breach),
}

/// Why a verified solution got no moves: a fault of the search for them.
#[derive(Debug, thiserror::Error)]
pub enum MovesFault {
    /// Moves exist, but the search found no moves.
    #[error(transparent)]
    None(#[from] NoMoves),
    /// The moves that were found break a rule.
    #[error("its moves are wrong: {0}")]
    Breach(#[from] Breach),
}

/// Infinitely many solutions: a solution with a circle of moves was replayed with the circle left out, made once, and made twice, and the
/// positions before and after the circle were the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Infinite {
    /// The solution without the circle.
    first: Value,
}

impl Infinite {
    /// Replays what a search says of infinitely many solutions.
    ///
    /// # Errors
    /// Why that does not show it.
    pub(crate) fn replayed(instance: &dyn Instance, endless: Endless<Value>) -> Result<Self, String> {
        let Endless { solutions, before, length } = endless;
        let after = before.checked_add(length).filter(|_| length > 0).ok_or("its circle has no moves")?;
        let twice = after.checked_add(length).ok_or("its circle is too long")?;
        let mut positions = Vec::new();
        for (solution, moves) in solutions.iter().zip([&[before][..], &[before, after], &[before, after, twice]]) {
            let verified =
                check(instance, solution).map_err(|why| format!("a solution with a circle is none: {why}"))?;
            positions.extend(moves.iter().map(|&moves| verified.solved().position(moves)));
        }
        let is_circle = positions[0].is_some() && positions.iter().all(|position| *position == positions[0]);
        let [first, ..] = solutions;
        is_circle.then_some(Self { first }).ok_or_else(|| "its circle does not lead back to where it began".into())
    }

    /// One of the solutions.
    pub const fn first(&self) -> &Value {
        &self.first
    }
}

/// Reads a solution in JSON and replays it by the rules.
///
/// # Errors
/// When it is not a solution of the puzzle, or breaks a rule.
pub fn check(instance: &dyn Instance, solution: &Value) -> Result<Verified, CheckError> {
    Ok(Verified::new(instance.parse(solution)?)?)
}

impl Verified {
    fn new(solved: Arc<dyn Solved>) -> Result<Self, Breach> {
        let objective = solved.verify()?;
        Ok(Self { solved, objective })
    }

    /// The solution with its moves, replayed again, and the limit that cut the search for moves short.
    ///
    /// # Errors
    /// When no moves are found, or they break a rule: a fault of the search for moves.
    pub fn with_moves(&self, request: &Request<'_>) -> Result<(Self, Option<Stop>), MovesFault> {
        let (solved, stop) = self.solved.with_moves(request)?;
        Ok((Self::new(solved)?, stop))
    }

    /// The objective, as the rules counted it; `None` if the puzzle asks for any solution.
    pub const fn objective(&self) -> Option<i64> {
        self.objective
    }

    /// The solution as it is printed.
    pub fn json(&self) -> Value {
        self.solved.json()
    }

    /// The solution, to be drawn or printed.
    pub fn solved(&self) -> &dyn Solved {
        &*self.solved
    }
}

/// The solution as it is printed.
impl Serialize for Verified {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}
