//! A solver that keeps one model, to which rows are added between its runs.

use std::ops::ControlFlow;

use super::{Backend, BackendError, Claim};
use crate::control::Request;
use crate::model::{LinearConstraint, Model};
use crate::proof::Steps;
use crate::sat::Lit;

/// A solver with a model. Rows may be added between runs: cuts, and rows that exclude solutions that were found.
pub trait Session {
    /// Adds a row with a name that is new to the model.
    fn add(&mut self, name: String, row: LinearConstraint);

    /// Drops the constraints for which `kept` is false; `kept` has a value for each constraint, in order. Removed rows may stay, unless
    /// duals are asked for: only a session that [gives duals](Backend::gives_duals) has to drop the rows.
    fn retain(&mut self, _kept: &[bool]) {}

    /// Solves the model with the rows so far, as [`Backend::solve`].
    ///
    /// # Errors
    /// As [`Backend::solve`].
    fn solve(&mut self, request: &Request<'_>) -> Result<Claim, BackendError>;

    /// Hands the solutions of the model with the rows so far to `found`, each solution once, whatever their objective, until all solutions
    /// are listed or `found` breaks off. A solution has a value for each variable, by index, not yet checked. The claim has no solution: it
    /// is [`Ending::Infeasible`](super::Ending::Infeasible) if all solutions are listed.
    ///
    /// # Errors
    /// As [`Backend::solve`], and where the backend does not [list](Backend::lists).
    fn list(&mut self, _: &Request<'_>, _: &mut Found<'_>) -> Result<Claim, BackendError> {
        Err(BackendError::Failed { solver: "this solver".into(), message: "it lists no solutions".into() })
    }

    /// Adds clauses to the clauses of earlier calls, and refutes them all or finds values that satisfy them, one for each variable. The model
    /// of the session is not among the clauses. The steps of the refutation go to `steps`, whose caller checks them; if `steps` breaks off, no
    /// other step is of interest.
    ///
    /// # Errors
    /// As [`Backend::solve`], and where the backend does not [refute clauses](Backend::refutes_clauses).
    fn refute(&mut self, _: &[Vec<Lit>], _: &Request<'_>, _: &mut Steps<'_>) -> Result<Claim, BackendError> {
        Err(BackendError::Failed { solver: "this solver".into(), message: "it does not tell how it refutes".into() })
    }
}

/// Receives the solutions of a list.
pub type Found<'a> = dyn FnMut(&[f64]) -> ControlFlow<()> + 'a;

/// The session of a backend that keeps nothing between runs: each run solves the whole model anew.
pub(super) struct Rebuilding<'b, B: ?Sized> {
    pub backend: &'b B,
    pub model: Model,
}

impl<B: Backend + ?Sized> Session for Rebuilding<'_, B> {
    fn add(&mut self, name: String, row: LinearConstraint) {
        self.model.add(name, row);
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<Claim, BackendError> {
        self.backend.solve(&self.model, request)
    }

    fn list(&mut self, request: &Request<'_>, found: &mut Found<'_>) -> Result<Claim, BackendError> {
        self.backend.list(&self.model, request, found)
    }
}
