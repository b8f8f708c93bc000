//! All solutions of a model.
//!
//! CP-SAT goes through all solutions in one run, but its C API hands them over only at the end of the run, from a pool of bounded size.
//! Each further solution takes time in proportion to the pool, so large pools are slow: 1000 solutions a run take 0.1 s, 8000 take 5 s. And a
//! run cannot be asked to end after some number of solutions. So the list is made in rounds: a run with a pool of [`POOL`] solutions and a
//! short time limit, then one that forbids what was found, and so on until a run ends by itself with room left in its pool. Where the
//! time was too short to fill the pool the next round has twice the time.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use prost::Message as _;

use super::answer::stop_reason;
use super::solver::{CpSat, parameters};
use crate::backend::BackendError;
use crate::format::cp_sat::{
    ConstraintProto, CpModelProto, CpSolverResponse, CpSolverStatus, Kind, SatParameters, TableConstraintProto,
};
use crate::model::{Model, Variable};
use crate::run::{Request, Stop};

/// The most solutions that a round takes.
const POOL: usize = 1000;
/// The time limit of the first round.
const FIRST_ROUND: Duration = Duration::from_millis(100);
/// The memory that each value of a forbidden solution takes, here, as a message and in the library.
const BYTES_PER_VALUE: usize = 64;

/// How [`CpSat::list`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The number of solutions that were handed over.
    pub count: usize,
    /// Whether there are no others: proved.
    pub complete: bool,
    /// Why the list ended, if it is not complete and was ended neither by the limit nor by the caller.
    pub stop: Option<Stop>,
}

impl CpSat {
    /// Hands the solutions of a model to `found`, each one once and in no particular order, until there are no others, `limit` of them
    /// were found, or `found` breaks off. The objective is ignored.
    ///
    /// Solutions differ in the value of some variable; those that an encoding leaves open make solutions of their own. A solution has a
    /// value for each variable of the model, by index, not yet checked. One more than `limit` is looked for, so `complete` is also
    /// known if there are exactly as many. It uses one thread. It keeps to the limits and the interrupt of the request, and heeds
    /// its seed and options; its log is ignored.
    ///
    /// # Errors
    /// As [`Backend::solve`](crate::backend::Backend::solve).
    pub fn list(
        &self,
        model: &Model,
        limit: usize,
        request: &Request<'_>,
        found: &mut dyn FnMut(&[f64]) -> ControlFlow<()>,
    ) -> Result<Listed, BackendError> {
        let mut list = List { listed: Listed { count: 0, complete: false, stop: None }, limit, found };
        let mut rounds = Rounds::new(self.translated(model)?, model);
        let mut time = FIRST_ROUND;
        loop {
            list.listed.stop = request.control.stop().or_else(|| rounds.memory_stop(request));
            if list.listed.stop.is_some() {
                return Ok(list.listed);
            }
            let pool = (limit - list.listed.count).saturating_add(1).min(POOL);
            // Appended, so that no option of the caller's makes a list look complete.
            let mut parameters = self.encoded(&parameters(request), request)?;
            parameters.extend(of_round(pool, time, request).encode_to_vec());
            let began = Instant::now();
            let response = self.run(&rounds.proto, &parameters, request)?;
            let solutions = solutions(&response, model.variables().len()).map_err(|why| self.failed(why))?;
            if list.take(&solutions).is_break() {
                return Ok(list.listed);
            }
            let has_room = solutions.len() < pool;
            let has_ended = matches!(response.status(), CpSolverStatus::Infeasible | CpSolverStatus::Optimal);
            if has_ended && has_room || !rounds.forbid(&solutions) {
                list.listed.complete = true;
                return Ok(list.listed);
            }
            if solutions.is_empty() && began.elapsed() < time / 2 {
                list.listed.stop = Some(stop_reason(&request.control));
                return Ok(list.listed);
            }
            if has_room {
                time = time.saturating_mul(2);
            }
        }
    }
}

/// The list so far, and who receives it.
struct List<'a> {
    listed: Listed,
    limit: usize,
    found: &'a mut dyn FnMut(&[f64]) -> ControlFlow<()>,
}

impl List<'_> {
    /// Hands solutions over, and breaks off at the limit or when the receiver does.
    fn take(&mut self, solutions: &[&[i64]]) -> ControlFlow<()> {
        for solution in solutions {
            if self.listed.count == self.limit {
                return ControlFlow::Break(());
            }
            self.listed.count += 1;
            let values: Vec<f64> = solution.iter().map(|&value| value as f64).collect();
            (self.found)(&values)?;
        }
        ControlFlow::Continue(())
    }
}

/// The parameters of a round.
fn of_round(pool: usize, time: Duration, request: &Request<'_>) -> SatParameters {
    let time = request.control.remaining().map_or(time, |left| left.min(time));
    SatParameters {
        max_time_in_seconds: Some(time.as_secs_f64()),
        num_workers: Some(1),
        enumerate_all_solutions: Some(true),
        fill_additional_solutions_in_response: Some(true),
        solution_pool_size: i32::try_from(pool).ok(),
        ..SatParameters::default()
    }
}

/// The values of the model's variables in the solutions of a round.
fn solutions(response: &CpSolverResponse, variables: usize) -> Result<Vec<&[i64]>, &'static str> {
    let values = response.additional_solutions.iter().map(|solution| solution.values.get(..variables));
    values.collect::<Option<_>>().ok_or("a solution has too few values")
}

/// The model without its objective, and without the solutions that were found.
struct Rounds {
    proto: CpModelProto,
    /// The variables that tell solutions apart: neither fixed nor defined by others.
    columns: Vec<usize>,
}

impl Rounds {
    fn new(mut proto: CpModelProto, model: &Model) -> Self {
        proto.objective = None;
        let defined: BTreeSet<usize> =
            model.definitions().iter().map(|definition| definition.literal.index()).collect();
        let is_free = |&(index, v): &(usize, &Variable)| v.lower < v.upper && !defined.contains(&index);
        let columns = model.variables().iter().enumerate().filter(is_free).map(|(index, _)| index).collect();
        Self { proto, columns }
    }

    /// The tuples that are forbidden: those of the last constraint, once there are any.
    fn forbidden(&mut self) -> Option<&mut TableConstraintProto> {
        match self.proto.constraints.last_mut()?.constraint.as_mut()? {
            Kind::Table(table) if table.negated => Some(table),
            _ => None,
        }
    }

    /// Forbids solutions; `false` if there is nothing in which others could differ.
    fn forbid(&mut self, solutions: &[&[i64]]) -> bool {
        if self.columns.is_empty() {
            return solutions.is_empty();
        }
        let columns = self.columns.clone();
        let values = solutions.iter().flat_map(|solution| columns.iter().map(|&column| solution[column]));
        if let Some(table) = self.forbidden() {
            table.values.extend(values);
        } else if !solutions.is_empty() {
            let vars = columns.iter().map(|&column| column as i32).collect();
            let table = TableConstraintProto { vars, values: values.collect(), negated: true };
            let constraint = Some(Kind::Table(table));
            self.proto.constraints.push(ConstraintProto { constraint, ..ConstraintProto::default() });
        }
        true
    }

    /// The stop at the memory limit, if the forbidden solutions are about to take more.
    fn memory_stop(&mut self, request: &Request<'_>) -> Option<Stop> {
        let values = self.forbidden().map_or(0, |table| table.values.len());
        let bytes = u64::try_from(values.saturating_mul(BYTES_PER_VALUE)).unwrap_or(u64::MAX);
        (bytes > request.control.memory_limit().0).then_some(Stop::MemoryLimit { needed: None })
    }
}
