//! A solver at work on one model, to which rows are added between its runs.

use super::{Backend, BackendError, Outcome};
use crate::model::{LinearConstraint, Model};
use crate::run::Request;

/// A solver with a model. Rows may be added between runs: cuts, and rows that exclude solutions that were found.
pub trait Session {
    /// Adds a row with a name that is new to the model.
    fn add(&mut self, name: String, row: LinearConstraint);

    /// Solves the model with the rows so far, as [`Backend::solve`].
    ///
    /// # Errors
    /// As [`Backend::solve`].
    fn solve(&mut self, request: &Request<'_>) -> Result<Outcome, BackendError>;
}

/// The session of a backend that keeps nothing between runs: each run solves the whole model anew.
pub(super) struct Anew<'b, B: ?Sized> {
    pub backend: &'b B,
    pub model: Model,
}

impl<B: Backend + ?Sized> Session for Anew<'_, B> {
    fn add(&mut self, name: String, row: LinearConstraint) {
        self.model.add(name, row);
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<Outcome, BackendError> {
        self.backend.solve(&self.model, request)
    }
}
