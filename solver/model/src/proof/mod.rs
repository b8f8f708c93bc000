//! Proofs that a 0-1 model has no solution, in the format of VeriPB 3.0, which anyone can check without trusting the solver.
//!
//! A [`Statement`] is a model of linear rows over 0/1 variables, as an OPB file has it; it claims that no values satisfy all rows. "Nothing
//! is better than 37" is such a statement: the model with the row that the objective is at least 38. A proof derives new rows from the
//! rows of the statement, line by line, until a row cannot hold:
//!
//! * `pol`: a sum of multiples of rows;
//! * `rup`: a clause whose negation leads to a contradiction by propagating values;
//! * `del`: rows that are not needed any more.
//!
//! [`refute()`] finds a proof by linear programs. The numbers of the solver decide only where it branches and which multiples it tries:
//! a line is written after it was found to hold in integers.
//!
//! | file | what |
//! |---|---|
//! | `statement.rs` | what is proved |
//! | `combination.rs` | sums of multiples of rows, from duals |
//! | `writer.rs` | the lines of a proof |
//! | `refute.rs` | a tree of linear programs that proves a statement |
//!
//! Sources: B. Bogaerts, S. Gocht, C. McCreesh and J. Nordström, *Certified dominance and symmetry breaking for combinatorial optimisation*
//! (2023), for the proof format; K. K. H. Cheung, A. Gleixner and D. E. Steffy, *Verifying integer programming results* (2017), for proofs
//! from the duals of a branching tree.

mod combination;
mod refute;
mod statement;
mod writer;

#[cfg(test)]
mod tests;

pub use refute::{RefuteError, Refuted, refute};
pub use statement::{Separate, Statement};

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
