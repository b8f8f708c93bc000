//! From the verdict of a method to a report: moves are added, and the data of the run is recorded.

use std::sync::Arc;

use super::answer::By;
use super::error::SolveError;
use super::list::Listing;
use super::problem::{Options, Problem};
use super::watch::Watch;
use crate::report::{FORMAT_VERSION, Limits, Report, Stats, Status};
use crate::verify::Verified;
use tumble_model::control::{Extent, Request, Stop, Verdict};

/// The answer of a method.
pub(super) struct Answered {
    pub by: By,
    /// Of a list with its first solution.
    pub verdict: Verdict<Verified>,
    /// Why there is no solution, where the method knows.
    pub reason: Option<String>,
    pub stats: Stats,
    pub listing: Option<Listing>,
}

impl Answered {
    /// Adds moves, and reports.
    pub fn report(
        mut self,
        problem: &Problem,
        options: &Options,
        request: &Request<'_>,
        watch: &Watch,
    ) -> Result<Report, SolveError> {
        let moves_stop = self.add_moves(problem, options, request)?;
        let (reason, stop) = self.reason(problem, moves_stop);
        let Self { by, verdict, mut stats, listing, .. } = self;
        let bound = match &verdict {
            Verdict::Optimal(verified) => verified.objective(),
            Verdict::Feasible { bound, .. } | Verdict::Unknown { bound, .. } => *bound,
            Verdict::Infeasible => None,
        };
        let best = verdict.solution();
        stats.total_seconds = Some(watch.seconds());
        stats.peak_memory_bytes = watch.peak_memory(stats.peak_memory_bytes);
        Ok(Report {
            format_version: FORMAT_VERSION,
            model: problem.model.clone(),
            puzzle: problem.puzzle.name,
            backend: by.name,
            backend_version: by.version,
            encoding: by.encoding,
            lowering: by.lowering,
            status: Status::from(&verdict),
            objective: best.and_then(Verified::objective),
            bound,
            solution: best.cloned(),
            verified: best.is_some(),
            stats,
            method: by.method,
            seed: request.seed,
            threads: request.threads,
            options: request.options.clone(),
            limits: Limits::of(&request.control),
            reason,
            stop,
            complete: listing.as_ref().map(|listing| listing.extent.is_all()),
            solutions: listing.map(|listing| Arc::new(listing.solutions)),
            relaxation: None,
            cross_check: None,
        })
    }

    /// Adds moves to the solutions, and returns the limit that cut the search for moves short.
    fn add_moves(
        &mut self,
        problem: &Problem,
        options: &Options,
        request: &Request<'_>,
    ) -> Result<Option<Stop>, SolveError> {
        if !problem.instance.adds_moves() || options.skip_moves {
            return Ok(None);
        }
        let status = Status::from(&self.verdict);
        let Self { by, verdict, listing, .. } = self;
        let (first, stop) = match listing.as_mut().filter(|listing| !listing.solutions.is_empty()) {
            Some(listing) => listing.add_moves(problem, by, request)?,
            None => match verdict.solution().map(|verified| verified.with_moves(request)).transpose() {
                Ok(moved) => moved.map_or((None, None), |(verified, stop)| (Some(verified), stop)),
                Err(fault) => return Err(by.wrong(status, fault.to_string())),
            },
        };
        if let Some(first) = first {
            *verdict = verdict.clone().map(|_| first);
        }
        Ok(stop)
    }

    /// Why there is no better answer: in words, and the limit behind it.
    fn reason(&mut self, problem: &Problem, moves_stop: Option<Stop>) -> (Option<String>, Option<Stop>) {
        let stopped = |stop: &Stop| match stop {
            Stop::Unbounded(why) => (Some(why.clone()), None),
            stop => (Some(format!("stopped by {stop}")), Some(stop.clone())),
        };
        match &self.verdict {
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
