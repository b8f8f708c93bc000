//! From a verdict to a report: solutions are replayed, moves are added, and the data of the run is recorded.

use std::sync::Arc;

use serde_json::Value;

use super::answer::{By, ModelValue, verified};
use super::error::SolveError;
use super::list::Listing;
use super::problem::{Options, Problem};
use super::verify::{MovesFault, Verified};
use super::watch::Watch;
use crate::report::{FORMAT_VERSION, Limits, Report, Stats, Status};
use tumble_model::control::{Extent, Request, Stop, Verdict};

/// The answer of a method, before any check.
pub(super) struct Answered {
    pub by: By,
    /// The solution with its objective in the model; search leaves the objective to the rules.
    pub verdict: Verdict<(Value, Option<ModelValue>)>,
    /// Why there is no solution, where the method knows.
    pub reason: Option<String>,
    pub stats: Stats,
    pub listing: Option<Listing>,
}

impl Answered {
    /// Replays the solutions and reports.
    pub fn report(
        mut self,
        problem: &Problem,
        options: &Options,
        request: &Request<'_>,
        watch: &Watch,
    ) -> Result<Report, SolveError> {
        let (verdict, moves_stop) = self.replay(problem, options, request)?;
        let (reason, stop) = self.reason(problem, &verdict, moves_stop);
        let bound = match &verdict {
            Verdict::Optimal(verified) => verified.objective(),
            Verdict::Feasible { bound, .. } | Verdict::Unknown { bound, .. } => *bound,
            Verdict::Infeasible => None,
        };
        let best = verdict.solution();
        self.stats.total_seconds = Some(watch.seconds());
        self.stats.peak_memory_bytes = watch.peak_memory(self.stats.peak_memory_bytes);
        Ok(Report {
            format_version: FORMAT_VERSION,
            model: problem.model.clone(),
            puzzle: problem.puzzle.name,
            backend: self.by.name,
            backend_version: self.by.version,
            encoding: self.by.encoding,
            lowering: self.by.lowering,
            status: Status::from(&verdict),
            objective: best.and_then(Verified::objective),
            bound,
            solution: best.map(Verified::json),
            verified: best.is_some(),
            stats: self.stats,
            method: self.by.method,
            seed: request.seed,
            threads: request.threads,
            options: request.options.clone(),
            limits: Limits::of(&request.control),
            reason,
            stop,
            complete: self.listing.as_ref().map(|listing| listing.extent.is_all()),
            solutions: self.listing.map(|listing| Arc::new(listing.solutions)),
            relaxation: None,
            cross_check: None,
        })
    }

    /// Replays the solution, or the first one of a list, and adds moves. The limit is that which cut the search for moves short.
    fn replay<'a>(
        &mut self,
        problem: &'a Problem,
        options: &Options,
        request: &Request<'_>,
    ) -> Result<(Verdict<Verified<'a>>, Option<Stop>), SolveError> {
        let status = Status::from(&self.verdict);
        let adds_moves = problem.instance.adds_moves() && !options.skip_moves;
        let mut moves_stop = None;
        if let Some(listing) = self.listing.as_mut().filter(|listing| !listing.solutions.is_empty()) {
            if adds_moves {
                moves_stop = listing.add_moves(problem, &self.by, request)?;
            }
            let first = listing.solutions.iter().next().unwrap_or_default();
            let first = verified(problem, &self.by, status, &first, None)?;
            return Ok((self.verdict.clone().map(|_| first), moves_stop));
        }
        let verdict = self.verdict.clone().try_map(|(solution, claim)| -> Result<_, SolveError> {
            let verified = verified(problem, &self.by, status, &solution, claim)?;
            if !adds_moves {
                return Ok(verified);
            }
            let wrong = |fault: MovesFault| self.by.wrong(status, fault.to_string());
            let (verified, stop) = verified.with_moves(request).map_err(wrong)?;
            moves_stop = stop;
            Ok(verified)
        })?;
        Ok((verdict, moves_stop))
    }

    /// Why there is no better answer: in words, and the limit behind it.
    fn reason(
        &mut self,
        problem: &Problem,
        verdict: &Verdict<Verified<'_>>,
        moves_stop: Option<Stop>,
    ) -> (Option<String>, Option<Stop>) {
        let stopped = |stop: &Stop| match stop {
            Stop::Unbounded(why) => (Some(why.clone()), None),
            stop => (Some(format!("stopped by {stop}")), Some(stop.clone())),
        };
        match verdict {
            Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => return stopped(stop),
            Verdict::Infeasible => return (problem.instance.infeasible_because().or_else(|| self.reason.take()), None),
            Verdict::Optimal(_) => {}
        }
        match self.listing.as_ref().map(|listing| &listing.extent) {
            Some(Extent::Stopped(stop)) => return stopped(stop),
            Some(Extent::Endless(_)) => return (self.reason.take(), None),
            Some(Extent::All | Extent::Enough) | None => {}
        }
        (moves_stop.map(|stop| format!("the search for fewer moves was stopped by {stop}")), None)
    }
}
