//! Pumpkin's search in a model: one run, or several between which the model gets further constraints.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::optimisation::linear_sat_unsat::LinearSatUnsat;
use pumpkin_core::optimisation::linear_unsat_sat::LinearUnsatSat;
use pumpkin_core::optimisation::{OptimisationDirection, OptimisationStrategy};
use pumpkin_core::results::{
    CSPSolverExecutionFlag, OptimisationResult, ProblemSolution as _, SatisfactionResult, SolutionReference,
};
use pumpkin_core::statistics::configure_statistic_logging;
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::DomainId;
use pumpkin_core::{DefaultBrancher, Solver};

use super::options::Settings;
use super::translation::Translation;
use crate::control::{Control, Event, Incumbent, Progress, Request, Stop};
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
        let lines = written_by(|| translation.solver.log_statistics(brancher, resolver, request.log));
        if request.log {
            for line in &lines {
                request.control.notify(&Event::Log(line));
            }
        }
        let before = self.nodes;
        self.nodes = nodes(&lines)?;
        Some(self.nodes.saturating_sub(before))
    }
}

// Pumpkin's statistics, which are its log here.
//
// Pumpkin logs nothing while it searches. Afterwards it can write statistics, to one writer for the whole process, on the thread that asks
// for them. The writer that is set here collects the text of each thread.

thread_local! {
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Appends to what its thread has written.
struct OfThisThread;

impl Write for OfThisThread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITTEN.with_borrow_mut(|written| written.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The statistics that `log` writes, as lines `name=value`.
fn written_by(log: impl FnOnce()) -> Vec<String> {
    configure_statistic_logging("", None, None, Some(Box::new(OfThisThread)));
    log();
    let written = WRITTEN.take();
    String::from_utf8_lossy(&written).lines().map(|line| line.trim().to_owned()).collect()
}

/// The number of decisions.
fn nodes(lines: &[String]) -> Option<u64> {
    lines.iter().find_map(|line| line.strip_prefix("nodes=")?.parse().ok())
}

// Between a run and its control: polls for limits, progress, incumbents.

/// The time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);

/// Asks the control whether to stop, and reports progress.
struct Poll<'a> {
    control: &'a Control<'a>,
    incumbent: &'a Cell<Option<i64>>,
    next_report: Instant,
    stop: Option<Stop>,
}

impl<'a> Poll<'a> {
    fn new(control: &'a Control<'a>, incumbent: &'a Cell<Option<i64>>) -> Self {
        Self { control, incumbent, next_report: Instant::now() + REPORT, stop: None }
    }

    /// Why the run ended without an answer.
    fn reason(&self) -> Stop {
        self.stop.clone().unwrap_or_else(|| Stop::Solver("it gave up".into()))
    }
}

impl TerminationCondition for Poll<'_> {
    fn should_stop(&mut self) -> bool {
        self.stop = self.control.stop();
        if Instant::now() >= self.next_report {
            self.next_report = Instant::now() + REPORT;
            let progress = Progress { incumbent: self.incumbent.get(), ..Progress::default() };
            self.control.notify(&Event::Progress(progress));
        }
        self.stop.is_some()
    }
}

/// The solutions of a run, as they are found.
struct Incumbents<'a> {
    control: &'a Control<'a>,
    columns: &'a [DomainId],
    objective: Option<(DomainId, Sense)>,
    /// The objective's constant.
    constant: i64,
    best: Cell<Option<i64>>,
    list: RefCell<Vec<Incumbent>>,
}

impl Incumbents<'_> {
    /// The values of a solution. If it is better than all before it, reports it.
    fn note(&self, solution: SolutionReference<'_>) -> Vec<f64> {
        let value = |&column: &DomainId| f64::from(solution.get_integer_value(column));
        let values: Vec<f64> = self.columns.iter().map(value).collect();
        let of_terms = self.objective.map_or(0, |(value, _)| i64::from(solution.get_integer_value(value)));
        let objective = of_terms + self.constant;
        let is_better = |best| self.objective.is_some_and(|(_, sense)| sense.is_better(objective, best));
        if self.best.get().is_none_or(is_better) {
            self.best.set(Some(objective));
            self.list.borrow_mut().push(self.control.found(objective, &values));
        }
        values
    }
}
