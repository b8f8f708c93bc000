//! A backend as a solver of linear programs, for searches that take bounds from them.

use crate::control::{Request, Verdict};
use crate::lp::{LpAnswer, LpFailure, LpSolver, Optimum};
use crate::model::{LinearConstraint, Model};
use crate::{Backend, BackendEntry, BackendError, Engine, ModelError};

/// A backend as a solver of linear programs, in one engine.
#[derive(Debug)]
pub struct LinearPrograms {
    engine: Engine<'static>,
    runs: u64,
    /// Why it failed.
    failure: Option<BackendError>,
}

impl LpSolver for LinearPrograms {
    fn load(&mut self, model: &Model) {
        self.engine.load(&model.clone().relaxed());
    }

    fn add(&mut self, name: String, row: LinearConstraint) {
        self.engine.add(name, row);
    }

    fn retain(&mut self, kept: &[bool]) {
        self.engine.retain(kept);
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<LpAnswer, LpFailure> {
        self.runs += 1;
        let outcome = self.engine.solve(request).map_err(|error| self.failed(error))?;
        Ok(match (outcome.verdict, outcome.duals) {
            // Whatever duals are handed on, what is computed from them holds: no option of the solver spoils that.
            (Verdict::Optimal(values) | Verdict::Feasible { solution: values, .. }, Some(duals)) => {
                LpAnswer::Optimal(Optimum { values, duals })
            }
            (Verdict::Infeasible, ray) => LpAnswer::Infeasible { ray },
            (Verdict::Feasible { stop, .. }, None) | (Verdict::Unknown { stop, .. }, _) => LpAnswer::Stopped(stop),
            (Verdict::Optimal(_), None) => {
                let message = "it reports no duals".into();
                return Err(self.failed(BackendError::Failed { solver: self.engine.backend().version(), message }));
            }
        })
    }
}

impl LinearPrograms {
    /// In a process of its own, if the request has one.
    #[must_use]
    pub fn new(entry: &'static BackendEntry, backend: &'static dyn Backend, request: &Request<'_>) -> Self {
        Self { engine: Engine::for_request(entry, backend, request), runs: 0, failure: None }
    }

    /// How many linear programs were solved.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// The largest memory of the backend's process so far, in bytes.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        self.engine.peak_memory()
    }

    fn failed(&mut self, error: BackendError) -> LpFailure {
        self.failure = Some(error);
        LpFailure
    }

    /// Why the backend failed, where a search ended with [`LpFailure`].
    #[must_use]
    pub fn failure(self) -> ModelError {
        let failed =
            || BackendError::Failed { solver: self.engine.backend().version(), message: "it does not say why".into() };
        self.failure.unwrap_or_else(failed).into()
    }
}
