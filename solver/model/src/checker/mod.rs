//! A checker of proofs that a 0-1 model has no solution: of the statement, an OPB file, and the proof, in the format of VeriPB 3.0.
//!
//! It is small and simple rather than fast, and shares no code with the modules that write statements and proofs (`format`, `proof`): it
//! reads the two texts alone. It accepts what those modules write, a part of the format: one rule on a line, with
//!
//! | rule | derives |
//! |---|---|
//! | `pol …;` | a sum in reverse Polish notation, of rows, literals, `*`, `+`, `d` (division), `s` (saturation), `w` (weakening) |
//! | `rup C;`, `rup C : HINTS;` | C, if its negation leads to a contradiction by propagation in all rows, or in those of the hints |
//! | `red C : WITNESS;` | C, if the witness changes each solution that violates C into a solution that satisfies C |
//! | `del id …;`, `f N;` | nothing: rows are dropped; the number of rows of the statement is N |
//!
//! and at the end `output NONE;`, `conclusion UNSAT : ID;`, `end pseudo-Boolean proof;`. A proof with any other rule is refused, among
//! them rules that VeriPB accepts. All numbers are integers of 128 bits; a proof in which one would be larger is refused.
//!
//! | file | what |
//! |---|---|
//! | `row.rs` | a row in normal form, and what follows from it |
//! | `words.rs` | the words of a line |
//! | `formula.rs` | reads a statement |
//! | `database.rs` | the rows so far, and propagation in them |
//! | `proof.rs` | reads a proof, rule by rule |
//!
//! Source: the grammar and the documentation of VeriPB 3.0.2; S. Gocht and J. Nordström, *Certifying parity reasoning efficiently using
//! pseudo-Boolean proofs* (2021), for `red`.

mod database;
mod formula;
mod proof;
mod row;
mod words;

#[cfg(test)]
mod tests;

pub use proof::{Checked, check};

/// Why a proof is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// A line of the statement cannot be read.
    #[error("line {line} of the statement: {why}")]
    Statement {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A line of the proof cannot be read, or does not follow.
    #[error("line {line} of the proof: {why}")]
    Proof {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The caller ended the check.
    #[error("the check was stopped at line {line} of the proof")]
    Stopped {
        /// The line, from 1.
        line: usize,
    },
}
