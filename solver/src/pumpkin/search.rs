//! Pumpkin's search in a model: one run, or several between which the model gets further constraints.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::optimisation::linear_sat_unsat::LinearSatUnsat;
use pumpkin_core::optimisation::linear_unsat_sat::LinearUnsatSat;
use pumpkin_core::optimisation::{OptimisationDirection, OptimisationStrategy};
use pumpkin_core::results::{CSPSolverExecutionFlag, OptimisationResult, SatisfactionResult, SolutionReference};
use pumpkin_core::{DefaultBrancher, Solver};

use super::options::Settings;
use super::statistics;
use super::translation::Translation;
use super::watch::{Incumbents, Poll};
use crate::control::{Event, Request};
use crate::model::{Model, Sense};
use crate::{BackendError, Claim, Effort, Ending};

/// A model in Pumpkin, with all that its search has learned.
pub(super) struct Search {
    translation: Translation,
    brancher: DefaultBrancher,
    resolver: ResolutionResolver,
    strategy: OptimisationStrategy,
    /// The objective's constant.
    constant: i64,
    /// The nodes of the runs so far.
    nodes: u64,
}

/// The values of the best solution that a run found, and whether the run proved that no solution is better.
struct Searched {
    best: Option<Vec<f64>>,
    proved: bool,
}

impl Search {
    /// A search in a model without its constraints, which [`solve`](Self::solve) passes on; `None` if a variable has an empty domain.
    ///
    /// # Errors
    /// When a number of the model is too large for Pumpkin.
    pub(super) fn new(model: &Model, settings: Settings) -> Result<Option<Self>, BackendError> {
        let (resolver, strategy) = (settings.resolver(), settings.strategy);
        let Some(translation) = Translation::new(model, settings.solver)? else { return Ok(None) };
        let brancher = translation.solver.default_brancher();
        let constant = model.objective().map_or(0, |objective| objective.expression.constant());
        Ok(Some(Self { translation, brancher, resolver, strategy, constant, nodes: 0 }))
    }

    /// Solves the model, which may have got further constraints since the last run; after a run that ended without an answer there
    /// is no other.
    ///
    /// # Errors
    /// When a number of the model is too large for Pumpkin.
    pub(super) fn solve(&mut self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
        self.translation.extend(model)?;
        if self.translation.solver.propagate_to_fixpoint() == CSPSolverExecutionFlag::Infeasible {
            return Ok(Claim::of(Ending::Infeasible));
        }
        let root_bound = self.bound().map(|bound| bound as f64);
        let columns = self.translation.columns().to_vec();
        let incumbents = Incumbents {
            control: &request.control,
            columns: &columns,
            objective: self.translation.objective,
            constant: self.constant,
            best: Cell::new(None),
            list: RefCell::default(),
        };
        let mut poll = Poll::new(&request.control, &incumbents.best);
        let Searched { best, proved } = match self.translation.objective {
            Some(_) => self.optimise(&mut poll, &incumbents),
            None => self.satisfy(&mut poll, &incumbents),
        };
        let nodes = self.statistics(request);
        let (ending, bound) = match (&best, proved) {
            // Its bound is what propagation derives: the proof of an optimum is the whole search, which states none.
            (Some(_), true) => (Ending::Optimal, None),
            (None, true) => (Ending::Infeasible, None),
            (_, false) => (Ending::Stopped(poll.reason()), self.bound().map(|bound| bound as f64)),
        };
        let effort = Effort { root_bound, nodes, incumbents: Some(incumbents.list.into_inner()) };
        Ok(Claim { values: best, bound, effort, ..Claim::of(ending) })
    }

    /// The bound on the objective that Pumpkin knows without any decision.
    fn bound(&self) -> Option<i64> {
        let (value, sense) = self.translation.objective?;
        let bound = match sense {
            Sense::Maximize => self.translation.solver.upper_bound(&value),
            Sense::Minimize => self.translation.solver.lower_bound(&value),
        };
        Some(i64::from(bound) + self.constant)
    }

    fn satisfy(&mut self, poll: &mut Poll<'_>, incumbents: &Incumbents<'_>) -> Searched {
        match self.translation.solver.satisfy(&mut self.brancher, poll, &mut self.resolver) {
            SatisfactionResult::Satisfiable(found) => {
                Searched { best: Some(incumbents.note(found.solution())), proved: true }
            }
            SatisfactionResult::Unsatisfiable(..) => Searched { best: None, proved: true },
            SatisfactionResult::Unknown(..) => Searched { best: None, proved: false },
        }
    }

    fn optimise(&mut self, poll: &mut Poll<'_>, incumbents: &Incumbents<'_>) -> Searched {
        let Some((value, sense)) = self.translation.objective else { return self.satisfy(poll, incumbents) };
        let direction = match sense {
            Sense::Maximize => OptimisationDirection::Maximise,
            Sense::Minimize => OptimisationDirection::Minimise,
        };
        let found = |_: &Solver, solution: SolutionReference<'_>, _: &DefaultBrancher, _: &ResolutionResolver| {
            incumbents.note(solution);
            ControlFlow::<()>::Continue(())
        };
        let Self { translation, brancher, resolver, .. } = self;
        let result = match self.strategy {
            OptimisationStrategy::LinearSatUnsat => {
                translation.solver.optimise(brancher, poll, resolver, LinearSatUnsat::new(direction, value, found))
            }
            OptimisationStrategy::LinearUnsatSat => {
                translation.solver.optimise(brancher, poll, resolver, LinearUnsatSat::new(direction, value, found))
            }
        };
        match result {
            // The last solution of linear-unsat-sat is not passed to the callback.
            OptimisationResult::Optimal(best) => {
                Searched { best: Some(incumbents.note(best.as_reference())), proved: true }
            }
            OptimisationResult::Satisfiable(best) | OptimisationResult::Stopped(best, ()) => {
                Searched { best: Some(incumbents.note(best.as_reference())), proved: false }
            }
            OptimisationResult::Unsatisfiable => Searched { best: None, proved: true },
            OptimisationResult::Unknown => Searched { best: None, proved: false },
        }
    }

    /// The number of nodes of this run. If a log is wanted, the statistics go to the observer.
    fn statistics(&mut self, request: &Request<'_>) -> Option<u64> {
        let Self { translation, resolver, brancher, .. } = self;
        let lines = statistics::written_by(|| translation.solver.log_statistics(brancher, resolver, request.log));
        if request.log {
            for line in &lines {
                request.control.notify(&Event::Log(line));
            }
        }
        let before = self.nodes;
        self.nodes = statistics::nodes(&lines)?;
        Some(self.nodes.saturating_sub(before))
    }
}
