//! What became of a proof.

use std::fmt;
use std::io;

use super::clause_solver::ClauseFailure;
use super::writer::Writer;
use crate::control::Stop;
use crate::format::zero_one::Row;
use crate::lp::LpFailure;

/// A proof that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The rows that the statement needs beyond its own, in order.
    pub cuts: Vec<Row>,
    /// What it took.
    pub effort: Effort,
    /// The size of the proof.
    pub bytes: u64,
}

/// What a proof took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The number of linear programs in the tree.
    LinearPrograms(u64),
    /// The number of clauses that a SAT solver derived.
    Clauses(u64),
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, what) = match self {
            Self::LinearPrograms(number) => (number, "linear program"),
            Self::Clauses(number) => (number, "derived clause"),
        };
        write!(f, "{number} {what}{}", if *number == 1 { "" } else { "s" })
    }
}

impl Refuted {
    /// A proof that was written over these rows, those of the statement and all cuts.
    pub(super) fn new(writer: &Writer<'_>, rows: &[Row], effort: Effort) -> Self {
        Self { cuts: writer.cited.iter().map(|&row| rows[row].clone()).collect(), effort, bytes: writer.bytes }
    }
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum RefuteError {
    /// A limit.
    #[error("stopped by {0}")]
    Stopped(Stop),
    /// The solver of linear programs failed.
    #[error(transparent)]
    Solver(#[from] LpFailure),
    /// The solver of clauses failed.
    #[error(transparent)]
    Clauses(#[from] ClauseFailure),
    /// A row would be too many clauses.
    #[error("row {row} of the statement would be too many clauses")]
    TooLarge {
        /// The row, from 1.
        row: usize,
    },
    /// Some values satisfy all rows: the statement is false.
    #[error("some values satisfy all rows")]
    False,
    /// The proof could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}
