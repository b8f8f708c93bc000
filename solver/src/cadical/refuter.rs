//! Clauses that are refuted, step by step.
//!
//! CaDiCaL runs in a thread and calls a tracer at each step; the steps go through a channel to the caller's thread, which also asks the
//! control. CaDiCaL may take clauses out of its search and put them back later: for the proof they stay.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use rustsat_cadical::{CaDiCaLClause, ClauseId, ProofTracerHandle, TraceProof};

use super::failed;
use super::library::Library;
use crate::control::{Request, Stop};
use crate::session::Lit;
use crate::session::{Found, Receiver, Step};
use crate::{BackendError, Claim, Ending};

/// How often the control is asked while there are no steps.
const POLL: Duration = Duration::from_millis(10);
/// The control is asked after so many steps.
const ASK: u32 = 1000;
/// The most steps that wait to be heard.
const WAITING: usize = 4096;

/// A solver that tells its steps. The fields are dropped in this order: the library deletes its clauses at its end and tells so, which must
/// neither wait for a listener nor miss its tracer.
pub(super) struct Refuter {
    heard: mpsc::Receiver<Step>,
    library: Library,
    _tracer: ProofTracerHandle<Tracer>,
    /// The largest variable of the clauses.
    variables: i32,
}

/// Passes the steps on.
struct Tracer {
    send: SyncSender<Step>,
    /// Clauses that were taken out and may be put back.
    weakened: HashSet<u64>,
}

impl Tracer {
    fn tell(&self, step: Step) {
        // Nobody listens any more only when the refuter is dropped.
        let _ = self.send.send(step);
    }
}

/// CaDiCaL numbers clauses from 1.
const fn number(ClauseId(id): ClauseId) -> u64 {
    id.unsigned_abs()
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>, restored: bool) {
        if !restored {
            self.tell(Step::Given(number(id)));
        }
        self.weakened.remove(&number(id));
    }

    fn add_derived_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause<'_>, antecedents: &[ClauseId]) {
        let clause = clause.iter().map(|literal| lit(literal.to_ipasir())).collect();
        let hints = antecedents.iter().copied().map(number).collect();
        self.tell(Step::Derived { number: number(id), clause, hints });
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        if !self.weakened.contains(&number(id)) {
            self.tell(Step::Deleted(number(id)));
        }
    }

    fn weaken_minus(&mut self, id: ClauseId, _: &CaDiCaLClause<'_>) {
        self.weakened.insert(number(id));
    }
}

fn lit(number: i32) -> Lit {
    let positive = Lit::positive(number.abs());
    if number > 0 { positive } else { !positive }
}

impl Refuter {
    pub fn new(request: &Request<'_>) -> Result<Self, BackendError> {
        let mut library = Library::new(request)?;
        let (send, heard) = sync_channel(WAITING);
        let tracer = library.trace(Tracer { send, weakened: HashSet::new() });
        Ok(Self { heard, library, _tracer: tracer, variables: 0 })
    }

    /// Adds clauses and refutes all. See [`Task::Refute`](crate::session::Task::Refute).
    pub fn run(
        &mut self,
        clauses: &[Vec<Lit>],
        request: &Request<'_>,
        found: &mut Receiver<'_>,
    ) -> Result<Claim, BackendError> {
        let Self { library, heard, variables, .. } = self;
        let largest = clauses.iter().flatten().map(|literal| literal.number().abs()).max();
        *variables = largest.unwrap_or(0).max(*variables);
        let stop = library.stop();
        stop.store(false, Ordering::Release);
        let answer = std::thread::scope(|scope| {
            let solver = scope.spawn(|| {
                for clause in clauses {
                    library.add(clause);
                }
                library.solve(Lit::TRUE)
            });
            let (mut wanted, mut asked) = (true, 0);
            loop {
                // What was told before the solver ended is still in the channel.
                let has_ended = solver.is_finished();
                match heard.recv_timeout(POLL) {
                    Ok(step) => {
                        wanted = wanted && found(Found::Step(step)).is_continue();
                        asked += 1;
                    }
                    Err(RecvTimeoutError::Timeout) if !has_ended => asked = ASK,
                    Err(_) => break,
                }
                if asked >= ASK {
                    asked = 0;
                    if !wanted || request.control.stop().is_some() {
                        stop.store(true, Ordering::Release);
                    }
                }
            }
            solver.join()
        });
        match answer.map_err(|_| failed("the thread of the solver panicked"))?? {
            Some(true) => {
                let values = (1..=*variables).map(|v| f64::from(u8::from(library.holds(Lit::positive(v)))));
                Ok(Claim { values: Some(values.collect()), ..Claim::of(Ending::Optimal) })
            }
            Some(false) => Ok(Claim::of(Ending::Infeasible)),
            None => Ok(Claim::stopped(request.control.stop().unwrap_or(Stop::Interrupted))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
    fn a_solver_with_many_clauses_ends_without_a_listener() {
        let clause = |i: i32| vec![Lit::positive(i), Lit::positive(i + 1), !Lit::positive(i + 2)];
        let clauses: Vec<Vec<Lit>> = (1..=3 * WAITING as i32).map(clause).collect();
        let request = Request::unlimited();
        let mut refuter = Refuter::new(&request).unwrap();
        let mut given = 0;
        let claim = refuter.run(&clauses, &request, &mut |found| {
            given += usize::from(matches!(found, Found::Step(Step::Given(_))));
            ControlFlow::Continue(())
        });
        assert!(claim.unwrap().values.is_some());
        assert_eq!(given, clauses.len());
        drop(refuter);
    }
}
