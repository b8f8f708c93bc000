//! What a solver of clauses has to do for a proof.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::control::{Request, Stop};
use crate::sat::Lit;

/// A step of a solver. Clauses have the numbers that the solver gives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The solver took the next of the clauses that it was handed.
    Given(u64),
    /// A clause follows: propagation of its negation, in the clauses of the hints in this order, leads to a contradiction.
    Derived {
        /// The number of the clause.
        number: u64,
        /// The clause. An empty clause ends the proof.
        clause: Vec<Lit>,
        /// The numbers of clauses.
        hints: Vec<u64>,
    },
    /// The clause is no hint of a later step.
    Deleted(u64),
}

/// Receives the steps of a solver, until it breaks off.
pub type Steps<'a> = dyn FnMut(Step) -> ControlFlow<()> + 'a;

/// How a run of a solver ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Refutation {
    /// The empty clause was derived.
    Refuted,
    /// These values of the variables, the first variable first, satisfy all clauses. Variables may be missing at the end.
    Satisfied(Vec<bool>),
    /// A limit.
    Stopped(Stop),
}

/// The solver failed, which it can say more of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solver of clauses failed")]
pub struct ClauseFailure;

/// A SAT solver that tells how it refutes.
pub trait ClauseSolver {
    /// Adds clauses to those that it has, in order, and refutes them all or finds values that satisfy them. Steps that are wrong are
    /// noticed by the caller.
    ///
    /// # Errors
    /// When it fails.
    fn refute(
        &mut self,
        clauses: &[Vec<Lit>],
        request: &Request<'_>,
        steps: &mut Steps<'_>,
    ) -> Result<Refutation, ClauseFailure>;
}
