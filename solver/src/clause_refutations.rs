//! A backend as a solver of clauses that tells how it refutes them, for proofs.

use crate::control::{Request, Verdict};
use crate::model::Model;
use crate::proof::{ClauseFailure, ClauseSolver, Refutation, Steps};
use crate::sat::Lit;
use crate::{Backend, BackendEntry, BackendError, Engine, ModelError};

/// A backend as a solver of clauses, in one engine.
#[derive(Debug)]
pub struct ClauseRefutations {
    engine: Engine<'static>,
    /// Why it failed.
    failure: Option<BackendError>,
}

impl ClauseRefutations {
    /// In a process of its own, if the request has one.
    #[must_use]
    pub fn new(entry: &'static BackendEntry, backend: &'static dyn Backend, request: &Request<'_>) -> Self {
        let mut engine = Engine::for_request(entry, backend, request);
        // The clauses are all that counts.
        engine.load(&Model::new("clauses"));
        Self { engine, failure: None }
    }

    /// Why the backend failed, where a proof ended with [`ClauseFailure`]. If the backend does not say why, a step of it does not hold.
    #[must_use]
    pub fn failure(self) -> ModelError {
        let failed = || BackendError::Failed {
            solver: self.engine.backend().version(),
            message: "a step of its refutation does not follow".into(),
        };
        self.failure.unwrap_or_else(failed).into()
    }
}

impl ClauseSolver for ClauseRefutations {
    fn refute(
        &mut self,
        clauses: &[Vec<Lit>],
        request: &Request<'_>,
        steps: &mut Steps<'_>,
    ) -> Result<Refutation, ClauseFailure> {
        let outcome = self.engine.refute(clauses, request, steps).map_err(|error| {
            self.failure = Some(error);
            ClauseFailure
        })?;
        Ok(match outcome.verdict {
            Verdict::Infeasible => Refutation::Refuted,
            Verdict::Optimal(values) | Verdict::Feasible { solution: values, .. } => {
                Refutation::Satisfied(values.iter().map(|&value| value > 0.5).collect())
            }
            Verdict::Unknown { stop, .. } => Refutation::Stopped(stop),
        })
    }
}
