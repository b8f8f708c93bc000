//! HiGHS as a backend.

use super::run::{on_own_thread, version};
use super::session::Opened;
use crate::backend::{Backend, BackendError, Outcome, Session};
use crate::model::{Capabilities, Model};
use crate::run::Request;

/// See the [module](self).
#[derive(Debug)]
pub(in crate::backend) struct Highs;

impl Backend for Highs {
    fn version(&self) -> String {
        version()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    fn solves_relaxations(&self) -> bool {
        true
    }

    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Outcome, BackendError> {
        on_own_thread(model, None, request).map(|(outcome, _)| outcome)
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        Box::new(Opened::new(model))
    }
}
