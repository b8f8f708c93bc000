//! A model to which rows are added between runs, and the basis of the last one.
//!
//! A linear program begins where the run before it ended: the rows that are new enter the basis, and a few steps of the dual simplex
//! lead to the new optimum. A model with integer variables is solved anew.

use super::basis::Basis;
use super::run::on_own_thread;
use crate::backend::{BackendError, Outcome, Session};
use crate::model::{LinearConstraint, Model};
use crate::run::Request;

/// See the [module](self).
pub(super) struct Opened {
    model: Model,
    basis: Option<Basis>,
}

impl Opened {
    pub(super) const fn new(model: Model) -> Self {
        Self { model, basis: None }
    }
}

impl Session for Opened {
    fn add(&mut self, name: String, row: LinearConstraint) {
        self.model.add(name, row);
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<Outcome, BackendError> {
        let (outcome, basis) = on_own_thread(&self.model, self.basis.as_ref(), request)?;
        self.basis = basis;
        Ok(outcome)
    }
}
