//! The library: clauses in, answers out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustsat::solvers::{ControlSignal, PhaseLit as _, Solve as _, SolveIncremental as _, SolverResult, Terminate as _};
use rustsat::types::{Lit as SolverLit, TernaryVal};
use rustsat_cadical::{CaDiCaL, ProofTracerHandle, TraceProof};

use super::{failed, name_and_version};
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
        set(&mut cadical, request)?;
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

// The seed, the log, and CaDiCaL's own options.

/// The largest seed.
const LARGEST_SEED: u32 = 2_000_000_000;

/// Sets the seed, the log and the options of a request on a solver that has no clauses yet. Options of the request's own win.
fn set(cadical: &mut CaDiCaL<'_, '_>, request: &Request<'_>) -> Result<(), BackendError> {
    // The report is a line for each phase of the search.
    for (name, on) in [("quiet", !request.log), ("report", request.log)] {
        set_number(cadical, name, i32::from(on)).map_err(|why| refused(name, &on.to_string(), why))?;
    }
    if let Some(seed) = request.seed {
        set_number(cadical, "seed", (seed % (LARGEST_SEED + 1)).cast_signed())
            .map_err(|why| refused("seed", &seed.to_string(), why))?;
    }
    for (name, value) in &request.options {
        set_own(cadical, name, value).map_err(|why| refused(name, value, why))?;
    }
    Ok(())
}

fn refused(name: &str, value: &str, why: &'static str) -> BackendError {
    BackendError::refused(name_and_version(), name, value, why)
}

/// Sets an option by its name in CaDiCaL's manual, to a number or to `true` or `false`.
fn set_own(cadical: &mut CaDiCaL<'_, '_>, name: &str, value: &str) -> Result<(), &'static str> {
    let number = match value {
        "true" => 1,
        "false" => 0,
        number => number.parse().map_err(|_| "the value is not a whole number, true or false")?,
    };
    set_number(cadical, name, number)
}

/// CaDiCaL takes a number out of range for the nearest one within, so the option is read back.
fn set_number(cadical: &mut CaDiCaL<'_, '_>, name: &str, number: i32) -> Result<(), &'static str> {
    cadical.set_option(name, number).map_err(|_| "there is no such option")?;
    match cadical.get_option(name) {
        Ok(set) if set == number => Ok(()),
        _ => Err("the value is out of range"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(seed: Option<u32>, options: &[(&str, &str)], name: &str) -> Result<i32, BackendError> {
        let mut cadical = CaDiCaL::default();
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        set(&mut cadical, &Request { seed, options, ..Request::unlimited() })?;
        Ok(cadical.get_option(name).unwrap())
    }

    #[test]
    fn seeds_and_options_reach_the_solver() {
        assert_eq!(value(None, &[], "seed"), Ok(0));
        assert_eq!(value(Some(7), &[], "seed"), Ok(7));
        assert_eq!(value(Some(u32::MAX), &[], "seed"), Ok((u32::MAX % 2_000_000_001).cast_signed()));
        assert_eq!(value(Some(7), &[("seed", "8")], "seed"), Ok(8), "own options win");
        assert_eq!(value(None, &[("elim", "false")], "elim"), Ok(0));
        assert_eq!(value(None, &[("restartint", "17")], "restartint"), Ok(17));
    }

    #[test]
    fn it_is_silent_unless_the_log_is_wanted() {
        for log in [false, true] {
            let mut cadical = CaDiCaL::default();
            set(&mut cadical, &Request { log, ..Request::unlimited() }).unwrap();
            assert_eq!(cadical.get_option("quiet").unwrap(), i32::from(!log));
            assert_eq!(cadical.get_option("report").unwrap(), i32::from(log));
        }
    }

    #[test]
    fn options_that_do_not_exist_or_have_no_such_value_are_refused() {
        for (name, wrong) in [("elimination", "1"), ("elim", "2"), ("elim", "yes"), ("a\0", "1"), ("", "1")] {
            let error = value(None, &[(name, wrong)], "seed").unwrap_err();
            assert!(matches!(error, BackendError::Option { .. }), "{error}");
        }
    }
}
