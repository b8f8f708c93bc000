//! All solutions of a model.
//!
//! CP-SAT goes through all solutions in one run, but its C API hands them over only at the end of the run, from a pool of bounded size.
//! Each further solution takes time in proportion to the pool: 1000 solutions a run take 0.1 s, 8000 take 5 s. And a run cannot be asked to
//! end after some number of solutions. So the list is made in rounds, each with a pool of [`POOL`] solutions and a time limit:
//! * A round that ends by itself with room in its pool has all solutions of its part of the model.
//! * If the pool is full, the part is divided into two, by the variable and the value that divide the solutions in the pool best.
//! * If the time was too short it is doubled. If the time was enough to fill the pool, it is halved.
//!
//! Parts have no solutions in common, so nothing has to be remembered of finished parts. For n solutions that are evenly divided, there are
//! at most 4n / `POOL` rounds.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use itertools::Itertools as _;
use prost::Message as _;

use super::answer::stop_reason;
use super::{CpSat, parameters};
use crate::BackendError;
use crate::control::{Request, Stop};
use crate::model::Model;
use crate::session::{Found, Receiver};
use tumble_formats::cp_sat::{CpModelProto, CpSolverResponse, CpSolverStatus, SatParameters};

/// The most solutions that a round takes.
const POOL: usize = 1000;
/// The time limit of the first round.
const FIRST_ROUND: Duration = Duration::from_millis(100);

/// How [`CpSat::list_up_to`] ended.
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
    /// Solutions differ in the value of some variable: what an encoding leaves open makes solutions of its own. A solution has a
    /// value for each variable of the model, by index, not yet checked. One more than `limit` is looked for, so `complete` is also
    /// known if there are exactly as many. It uses one thread. It keeps to the time limit and the interrupt of the request, and heeds
    /// its seed and options; it has no log.
    ///
    /// # Errors
    /// As [`Session::run`](crate::Session::run).
    pub fn list_up_to(
        &self,
        model: &Model,
        limit: usize,
        request: &Request<'_>,
        found: &mut Receiver<'_>,
    ) -> Result<Listed, BackendError> {
        let mut whole = self.translated(model)?;
        whole.objective = None;
        let mut list = List {
            listed: Listed { count: 0, complete: false, stop: None },
            limit,
            found,
            parts: vec![Part(Vec::new())],
            spare: Vec::new(),
            time: FIRST_ROUND,
        };
        while let Some(part) = list.parts.pop() {
            let round = self.round(&part.of(&whole), list.room(), list.time, request)?;
            let solutions = round.solutions(model.variables().len()).map_err(|why| self.failed(why))?;
            let next = list.proceed(part, &whole, &round, &solutions).map_err(|why| self.failed(why))?;
            if next.is_break() {
                return Ok(list.listed);
            }
        }
        Ok(Listed { complete: true, ..list.listed })
    }

    /// Looks for solutions of a part for some time; there is room for so many.
    fn round(
        &self,
        part: &CpModelProto,
        room: usize,
        time: Duration,
        request: &Request<'_>,
    ) -> Result<Round, BackendError> {
        let pool = room.min(POOL);
        let time = request.control.remaining().map_or(time, |left| left.min(time));
        let own = SatParameters {
            max_time_in_seconds: Some(time.as_secs_f64()),
            num_workers: Some(1),
            enumerate_all_solutions: Some(true),
            fill_additional_solutions_in_response: Some(true),
            solution_pool_size: i32::try_from(pool).ok(),
            ..SatParameters::default()
        };
        // These come last, so that no option of the caller's makes a list look complete.
        let mut bytes = self.encoded(&parameters(request), request)?;
        bytes.extend(own.encode_to_vec());
        let began = Instant::now();
        let response = self.run(part, &bytes, request)?;
        let has_ended = matches!(response.status(), CpSolverStatus::Infeasible | CpSolverStatus::Optimal);
        let is_full = response.additional_solutions.len() >= pool;
        // Some limit among the caller's options that leaves room and time would stop every further round, too.
        let gave_up = !has_ended && !is_full && began.elapsed() < time / 2;
        let stop = request.control.stop().or_else(|| gave_up.then(|| stop_reason(request)));
        let is_complete = has_ended && !is_full;
        Ok(Round { response, is_full, is_complete, stop: stop.filter(|_| !is_complete) })
    }
}

/// The list so far, and who receives it.
struct List<'a, 'r> {
    listed: Listed,
    limit: usize,
    found: &'a mut Receiver<'r>,
    /// The parts that are not finished; nothing of them was handed over.
    parts: Vec<Part>,
    /// The solutions of the last pool that was full, in case the time is up before their parts are finished.
    spare: Vec<Vec<i64>>,
    /// The time limit of the next round.
    time: Duration,
}

impl List<'_, '_> {
    /// The number of further solutions with which it is known to be over its limit.
    fn room(&self) -> usize {
        (self.limit - self.listed.count).saturating_add(1)
    }

    /// Decides what becomes of a part after a round with these solutions.
    fn proceed(
        &mut self,
        part: Part,
        whole: &CpModelProto,
        round: &Round,
        solutions: &[&[i64]],
    ) -> Result<ControlFlow<()>, &'static str> {
        if round.is_complete || solutions.len() == self.room() {
            return Ok(self.take(solutions));
        }
        if let Some(stop) = &round.stop {
            self.parts.push(part);
            let spare = std::mem::take(&mut self.spare);
            let is_open = |solution: &&[i64]| self.parts.iter().any(|part| part.has(solution));
            let spare = spare.iter().map(Vec::as_slice).filter(is_open);
            let rest: Vec<&[i64]> = spare.chain(solutions.iter().copied()).unique().collect();
            if self.take(&rest).is_continue() {
                self.listed.stop = Some(stop.clone());
            }
            return Ok(ControlFlow::Break(()));
        }
        if round.is_full {
            self.parts.extend(part.divided(whole, solutions).ok_or("it gives the same solution twice")?);
            self.spare = solutions.iter().map(|solution| solution.to_vec()).collect();
            self.time = (self.time / 2).max(FIRST_ROUND);
        } else {
            self.parts.push(part);
            self.time = self.time.saturating_mul(2);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Hands solutions over, and breaks off beyond the limit or when the receiver does.
    fn take(&mut self, solutions: &[&[i64]]) -> ControlFlow<()> {
        for solution in solutions {
            if self.listed.count == self.limit {
                return ControlFlow::Break(());
            }
            self.listed.count += 1;
            let values: Vec<f64> = solution.iter().map(|&value| value as f64).collect();
            (self.found)(Found::Solution(values))?;
        }
        ControlFlow::Continue(())
    }
}

/// What a run found in a part.
struct Round {
    response: CpSolverResponse,
    /// Whether the pool is full, so that there may be others.
    is_full: bool,
    /// Whether these are all: proved.
    is_complete: bool,
    /// Why there is no further round, if these are not all.
    stop: Option<Stop>,
}

impl Round {
    /// The values of the model's variables in the solutions, each one different.
    fn solutions(&self, variables: usize) -> Result<Vec<&[i64]>, &'static str> {
        let values = self.response.additional_solutions.iter().map(|solution| solution.values.get(..variables));
        values.collect::<Option<_>>().ok_or("a solution has too few values")
    }
}

/// A part of the model: domains of some variables, each inside the one before of the same variable.
#[derive(Clone)]
struct Part(Vec<(usize, [i64; 2])>);

impl Part {
    fn of(&self, whole: &CpModelProto) -> CpModelProto {
        let mut part = whole.clone();
        for &(variable, domain) in &self.0 {
            part.variables[variable].domain = domain.to_vec();
        }
        part
    }

    fn has(&self, solution: &[i64]) -> bool {
        self.0.iter().all(|&(variable, [lower, upper])| (lower..=upper).contains(&solution[variable]))
    }

    fn domain(&self, variable: usize, whole: &CpModelProto) -> [i64; 2] {
        let own = self.0.iter().rev().find(|(narrowed, _)| *narrowed == variable);
        own.map_or_else(|| [0, 1].map(|end| whole.variables[variable].domain[end]), |&(_, domain)| domain)
    }

    /// Divides the part into two: one with a variable up to some value, the other with larger values. The variable and the value divide the
    /// solutions as evenly as possible. `None` if all solutions are alike.
    fn divided(&self, whole: &CpModelProto, solutions: &[&[i64]]) -> Option<[Self; 2]> {
        let variables = 0..solutions.first()?.len();
        let cut = |variable: usize| {
            let mut values: Vec<i64> = solutions.iter().map(|solution| solution[variable]).collect();
            values.sort_unstable();
            let middle = values[values.len() / 2];
            let cuts = [
                (values.partition_point(|&v| v < middle), middle - 1),
                (values.partition_point(|&v| v <= middle), middle),
            ];
            let smaller_side = |&(below, _): &(usize, i64)| below.min(values.len() - below);
            cuts.into_iter().map(|cut| (smaller_side(&cut), cut.1)).max()
        };
        let best = variables.filter_map(|variable| Some((cut(variable)?, variable))).max_by_key(|&((side, _), _)| side);
        let ((_, value), variable) = best.filter(|&((side, _), _)| side > 0)?;
        let [lower, upper] = self.domain(variable, whole);
        let with = |domain| Self(self.0.iter().copied().chain([(variable, domain)]).collect());
        Some([with([value + 1, upper]), with([lower, value])])
    }
}
