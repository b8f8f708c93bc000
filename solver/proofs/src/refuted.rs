//! What became of a proof.

use std::io;

use super::writer::Writer;
use tumble_formats::zero_one::Row;
use tumble_model::control::Stop;
use tumble_model::session::BackendError;

/// A proof that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The rows that the statement needs beyond its own, in order.
    pub cuts: Vec<Row>,
    /// The number of clauses that the solver derived.
    pub derived: u64,
    /// The size of the proof.
    pub bytes: u64,
}

impl Refuted {
    /// A proof that was written over these rows, those of the statement and all cuts.
    pub(super) fn new(writer: &Writer<'_>, rows: &[Row], derived: u64) -> Self {
        Self { cuts: writer.cited.iter().map(|&row| rows[row].clone()).collect(), derived, bytes: writer.bytes }
    }
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum RefuteError {
    /// A limit.
    #[error("stopped by {0}")]
    Stopped(Stop),
    /// A step of the solver does not follow, or steps are missing.
    #[error("a step of the refutation does not follow")]
    Wrong,
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] BackendError),
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
