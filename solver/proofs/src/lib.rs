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
//! | `statement.rs` | what is proved |
//! | `writer.rs` | the lines of a proof |
//! | `clauses.rs` | the steps of a SAT solver that prove a statement |
//! | `side.rs`, `translation.rs`, `sums.rs` | rows as clauses that follow from the rows |
//! | `hints.rs` | the clauses so far, and how another clause follows from them |
//! | `refuted.rs` | what became of a proof |
//!
//! Sources: S. Gocht, R. Martins, J. Nordström and A. Oertel, *Certified CNF translations for pseudo-Boolean solving* (2022), for sums as
//! clauses; B. Bogaerts, S. Gocht, C. McCreesh and J. Nordström, *Certified dominance and symmetry breaking for combinatorial optimisation*
//! (2023), for the proof format.

mod clauses;
mod hints;
mod refuted;
mod side;
mod statement;
mod sums;
mod translation;
mod writer;

#[cfg(test)]
mod tests;

pub use clauses::refute;
pub use refuted::{RefuteError, Refuted};
pub use statement::{Separate, Statement};

use tumble_model::session::Lit;

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
