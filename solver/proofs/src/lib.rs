#![doc = include_str!("../README.md")]
//!
//! Proofs that a 0-1 model has no solution, in the format of VeriPB 3.0, which anyone can check without trusting the solver.
//!
//! A [`Statement`] is a model of linear rows over 0/1 variables, as an OPB file has it; it claims that no values satisfy all rows. "Nothing
//! is better than 37" is such a statement: the model with the row that the objective is at least 38. A proof derives new rows from the
//! rows of the statement, line by line, until a row cannot hold:
//!
//! * `pol`: a sum of rows;
//! * `rup`: a clause whose negation leads to a contradiction by propagating values;
//! * `red`: half of the definition of a new variable, `x is 1 if and only if a row holds`;
//! * `del`: rows that are not needed any more.
//!
//! [`refute()`] finds a proof by a SAT solver, which gets the rows as clauses and tells how each clause follows that it learns: a line is
//! written after the clause was found to follow.
//!
//! | file | what |
//! |---|---|
//! | `lib.rs` | what is proved, the two sides of its rows, and what became of a proof |
//! | `writer.rs` | the lines of a proof |
//! | `clauses.rs` | the steps of a SAT solver that prove a statement, and how each clause follows from those so far |
//! | `translation.rs` | rows as clauses that follow from the rows |
//!
//! Sources: S. Gocht, R. Martins, J. Nordström and A. Oertel, *Certified CNF translations for pseudo-Boolean solving* (2022), for sums as
//! clauses; B. Bogaerts, S. Gocht, C. McCreesh and J. Nordström, *Certified dominance and symmetry breaking for combinatorial optimisation*
//! (2023), for the proof format.

mod clauses;
mod translation;
mod writer;

pub use clauses::refute;

use std::io;

use writer::{Premise, Writer};

use tumble_formats::WriteError;
use tumble_formats::zero_one::{Row, ZeroOne};
use tumble_model::control::Stop;
use tumble_model::model::{LinearConstraint, Model};
use tumble_model::session::{BackendError, Lit};

#[cfg(test)]
mod tests;

/// A 0/1 variable or its negation: a literal of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Literal {
    /// The number of the variable, from 1.
    pub variable: usize,
    /// The value of the variable with which the literal holds.
    pub value: bool,
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { value: !self.value, ..self }
    }
}

impl std::fmt::Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", if self.value { "" } else { "~" }, self.variable)
    }
}

impl From<Lit> for Literal {
    fn from(lit: Lit) -> Self {
        Self { variable: lit.number().unsigned_abs() as usize, value: lit.number() > 0 }
    }
}

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
    fn new(writer: &Writer<'_>, rows: &[Row], derived: u64) -> Self {
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

/// `Σ a·ℓ >= d`, a side of a row of the statement.
struct Side {
    pub by: Premise,
    /// Positive coefficients, the largest first.
    pub terms: Vec<(i64, Lit)>,
    pub degree: i64,
}

impl Side {
    /// The sides of a row.
    pub fn of(index: usize, row: &Row) -> impl Iterator<Item = Self> {
        row.signs().map(move |sign| Self::new(index, row, sign))
    }

    fn new(index: usize, row: &Row, sign: i64) -> Self {
        let mut degree = sign * row.bound;
        let mut terms = Vec::with_capacity(row.terms.len());
        // The variables of a row are different, and the sum of its numbers is exact: an OPB file has no others.
        for &(a, variable) in row.terms.iter().filter(|(a, _)| *a != 0) {
            let literal = Lit::positive(i32::try_from(variable).unwrap_or(i32::MAX - 1));
            let a = sign * a;
            degree -= a.min(0);
            terms.push((a.abs(), if a > 0 { literal } else { !literal }));
        }
        terms.sort_by_key(|&(a, _)| std::cmp::Reverse(a));
        Self { by: Premise::Row { row: index, is_reversed: sign < 0 }, terms, degree }
    }

    pub fn total(&self) -> i64 {
        self.terms.iter().map(|(a, _)| a).sum()
    }

    /// Whether the row is a clause.
    pub fn is_clause(&self) -> bool {
        self.degree > 0 && self.terms.last().is_none_or(|&(a, _)| a >= self.degree)
    }
}

/// The claim that a model of plain linear rows has no solution. As a file it is the OPB file of the model.
#[derive(Clone, Debug)]
pub struct Statement {
    form: ZeroOne,
}

/// Finds rows that a point violates and that hold in every solution; the point has a value for each variable of the model.
pub type Separate<'a> = dyn Fn(&[f64]) -> Vec<Row> + 'a;

impl Statement {
    /// The claim that a model has no solution, whatever its objective is.
    ///
    /// # Errors
    /// When the model is no OPB file.
    pub fn new(model: &Model) -> Result<Self, WriteError> {
        Ok(Self { form: ZeroOne::of(model)? })
    }

    /// A further row over the 0/1 variables of the statement; `None` if it has two different bounds, or no variables.
    pub fn row(&self, row: &LinearConstraint) -> Option<Row> {
        self.form.single(row)
    }

    /// The number of 0/1 variables and of rows.
    pub const fn size(&self) -> (usize, usize) {
        (self.form.count, self.form.rows.len())
    }
}
