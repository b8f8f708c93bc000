//! What CaDiCaL refuses and how it fails, as errors of a backend.

use rustsat::solvers::Solve as _;
use rustsat_cadical::CaDiCaL;

use crate::BackendError;
use tumble_clauses::SatError;

/// The version of the library.
pub(super) fn version() -> String {
    CaDiCaL::default().signature().trim_start_matches("cadical-").to_owned()
}

pub(super) fn name_and_version() -> String {
    format!("CaDiCaL {}", version())
}

pub(super) fn failed(message: impl Into<String>) -> BackendError {
    BackendError::Failed { solver: name_and_version(), message: message.into() }
}

pub(super) fn refused(error: SatError) -> BackendError {
    match error {
        SatError::NotExact { what } => BackendError::NotExact { what: format!("the value of {what}") },
        SatError::TooLarge { .. } => BackendError::Model { solver: name_and_version(), why: error.to_string() },
        SatError::Stopped => failed(error.to_string()),
    }
}
