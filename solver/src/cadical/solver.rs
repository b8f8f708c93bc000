//! CaDiCaL through `rustsat-cadical`, on the clauses that `sat` makes of a model.
//!
//! * A model comes as it is: `sat` has clauses for every kind of constraint. A model that would have too many clauses is refused.
//! * The optimum is found from above: see `run.rs`.
//! * A session keeps the solver with what it has learnt; rows are further clauses.
//! * There is no tree of nodes, because the solver restarts. `threads` is not used: CaDiCaL has one thread.
//! * The log states sizes, solutions and bounds. CaDiCaL's own log goes to the standard output of the process if the request wants a log;
//!   in a child process standard output is the log.

use super::error::version;
use super::session::Session;
use crate::Backend;
use crate::model::{Capabilities, Model};

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Cadical;

impl Backend for Cadical {
    fn version(&self) -> String {
        version()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { refutes: true, ..Capabilities::ALL }
    }

    /// Its options are ways to search.
    fn keeps_proofs(&self, _option: &str) -> bool {
        true
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn crate::Session + 'b> {
        Box::new(Session::new(model))
    }
}
