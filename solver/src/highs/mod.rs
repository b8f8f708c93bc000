//! HiGHS as a backend.

mod callbacks;
mod handle;
mod linear_program;
mod run;

use crate::harmless::{self, is_among};
use crate::model::{Capabilities, Model};
use crate::{Backend, Session, linear};
use handle::version;
use linear_program::LinearProgram;

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Highs;

impl Backend for Highs {
    fn version(&self) -> String {
        version()
    }

    fn capabilities(&self) -> Capabilities {
        // A tenth of the reciprocal of its tolerance: its `mip_feasibility_tolerance` is 1e-6.
        Capabilities { relaxations: true, duals: true, largest_trusted: Some(100_000), ..Capabilities::LINEAR }
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        is_among(option, harmless::HIGHS)
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        if LinearProgram::is(&model) {
            return Box::new(LinearProgram::new(model));
        }
        linear::whole_runs(model, |model, request| run::on_own_thread(|| run::solve(model, request)))
    }
}
