//! HiGHS as a backend.

use super::handle::version;
use super::linear_program::LinearProgram;
use super::run;
use crate::control::Request;
use crate::harmless::{self, is_among};
use crate::model::{Capabilities, Model};
use crate::{Backend, BackendError, Claim, Rebuilding, Session};

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Highs;

impl Backend for Highs {
    fn version(&self) -> String {
        version()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    /// A tenth of the reciprocal of its tolerance: its `mip_feasibility_tolerance` is 1e-6.
    fn largest_trusted(&self) -> Option<u64> {
        Some(100_000)
    }

    fn solves_relaxations(&self) -> bool {
        true
    }

    fn gives_duals(&self) -> bool {
        true
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        is_among(option, harmless::HIGHS)
    }

    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
        run::solve(model, request)
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        if LinearProgram::is(&model) {
            return Box::new(LinearProgram::new(model));
        }
        Box::new(Rebuilding { backend: self, model })
    }
}
