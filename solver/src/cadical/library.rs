//! The library: clauses in, answers out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustsat::solvers::{ControlSignal, PhaseLit as _, Solve as _, SolveIncremental as _, SolverResult, Terminate as _};
use rustsat::types::{Lit as SolverLit, TernaryVal};
use rustsat_cadical::{CaDiCaL, ProofTracerHandle, TraceProof};

use super::failed;
use super::options;
use crate::BackendError;
use crate::control::Request;
use crate::session::Lit;

/// CaDiCaL, and its first failure.
pub(super) struct Library {
    cadical: CaDiCaL<'static, 'static>,
    /// Makes CaDiCaL stop.
    stop: Arc<AtomicBool>,
    failure: Option<String>,
}

impl Library {
    /// A solver without clauses.
    pub fn new(request: &Request<'_>) -> Result<Self, BackendError> {
        let mut cadical = CaDiCaL::default();
        options::set(&mut cadical, request)?;
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        cadical.attach_terminator(move || {
            if asked.load(Ordering::Acquire) { ControlSignal::Terminate } else { ControlSignal::Continue }
        });
        Ok(Self { cadical, stop, failure: None })
    }

    /// Has a tracer hear all steps from the first clause on. The tracer has to be kept until the solver is dropped.
    pub fn trace<T: TraceProof + 'static>(&mut self, tracer: T) -> ProofTracerHandle<T> {
        self.cadical.connect_proof_tracer(tracer, true)
    }

    /// A flag that stops the solver as long as it is set.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Adds a clause. A failure, which can only be a lack of memory, is reported by the next solve.
    pub fn add(&mut self, clause: &[Lit]) {
        if self.failure.is_none() {
            let clause: Vec<SolverLit> = clause.iter().copied().map(solver_literal).collect();
            self.failure = self.cadical.add_clause_ref(&clause).err().map(|error| error.to_string());
        }
    }

    /// Makes the solver try a literal before its negation.
    pub fn prefer(&mut self, literal: Lit) {
        let result = self.cadical.phase_lit(solver_literal(literal));
        self.failure = self.failure.take().or_else(|| result.err().map(|error| error.to_string()));
    }

    /// Whether there is a solution with this literal; `None` if it was stopped.
    pub fn solve(&mut self, assumption: Lit) -> Result<Option<bool>, BackendError> {
        if let Some(message) = self.failure.take() {
            return Err(failed(message));
        }
        let assumptions = match assumption {
            Lit::FALSE => return Ok(Some(false)),
            Lit::TRUE => Vec::new(),
            literal => vec![solver_literal(literal)],
        };
        match self.cadical.solve_assumps(&assumptions).map_err(|error| failed(error.to_string()))? {
            SolverResult::Sat => Ok(Some(true)),
            SolverResult::Unsat => Ok(Some(false)),
            SolverResult::Interrupted => Ok(None),
        }
    }

    /// Whether a literal holds in the solution. Variables that are in no clause do not.
    pub fn holds(&self, literal: Lit) -> bool {
        matches!(self.cadical.lit_val(solver_literal(literal)), Ok(TernaryVal::True))
    }
}

fn solver_literal(literal: Lit) -> SolverLit {
    SolverLit::from_ipasir(literal.number()).expect("0 is not the number of a literal")
}
