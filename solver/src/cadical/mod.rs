//! CaDiCaL through `rustsat-cadical`, on the clauses that `sat` makes of a model.
//!
//! * A model comes as it is: `sat` has clauses for every kind of constraint. A model that would have too many clauses is refused.
//! * The optimum is found from above: see `run.rs`.
//! * A session keeps the solver with what it has learnt; rows are further clauses.
//! * There is no tree of nodes, because the solver restarts. `threads` is not used: CaDiCaL has one thread.
//! * The log states sizes, solutions and bounds. CaDiCaL's own log goes to the standard output of the process if the request wants a log;
//!   in a child process standard output is the log.
//!
//! | file | what |
//! |---|---|
//! | `run.rs` | a model as clauses, a session, and one run: from a first solution to the best; limits, interrupts and progress |
//! | `refuter.rs` | clauses that are refuted, step by step |
//! | `library.rs` | the library: clauses in, answers out; seed, log, and the solver's own options |

mod library;
mod refuter;
mod run;

use rustsat::solvers::Solve as _;
use rustsat_cadical::CaDiCaL;

use self::run::Session;
use crate::model::{Capabilities, Model};
use crate::{Backend, BackendError};
use tumble_clauses::SatError;

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

/// The version of the library.
fn version() -> String {
    CaDiCaL::default().signature().trim_start_matches("cadical-").to_owned()
}

fn name_and_version() -> String {
    format!("CaDiCaL {}", version())
}

fn failed(message: impl Into<String>) -> BackendError {
    BackendError::Failed { solver: name_and_version(), message: message.into() }
}

fn refused(error: SatError) -> BackendError {
    match error {
        SatError::NotExact { what } => BackendError::NotExact { what: format!("the value of {what}") },
        SatError::TooLarge { .. } => BackendError::Model { solver: name_and_version(), why: error.to_string() },
        SatError::Stopped => failed(error.to_string()),
    }
}
