//! Between a run and its control: polls for limits, progress, incumbents.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use pumpkin_core::results::{ProblemSolution as _, SolutionReference};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::DomainId;

use crate::control::{Control, Event, Incumbent, Progress, Stop};
use crate::model::Sense;

/// The time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);

/// Asks the control whether to stop, and reports progress.
pub(super) struct Poll<'a> {
    control: &'a Control<'a>,
    incumbent: &'a Cell<Option<i64>>,
    next_report: Instant,
    stop: Option<Stop>,
}

impl<'a> Poll<'a> {
    pub(super) fn new(control: &'a Control<'a>, incumbent: &'a Cell<Option<i64>>) -> Self {
        Self { control, incumbent, next_report: Instant::now() + REPORT, stop: None }
    }

    /// Why the run ended without an answer.
    pub(super) fn reason(&self) -> Stop {
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
pub(super) struct Incumbents<'a> {
    pub(super) control: &'a Control<'a>,
    pub(super) columns: &'a [DomainId],
    pub(super) objective: Option<(DomainId, Sense)>,
    /// The objective's constant.
    pub(super) constant: i64,
    pub(super) best: Cell<Option<i64>>,
    pub(super) list: RefCell<Vec<Incumbent>>,
}

impl Incumbents<'_> {
    /// The values of a solution. If it is better than all before it, reports it.
    pub(super) fn note(&self, solution: SolutionReference<'_>) -> Vec<f64> {
        let value = |&column: &DomainId| f64::from(solution.get_integer_value(column));
        let values: Vec<f64> = self.columns.iter().map(value).collect();
        let of_terms = self.objective.map_or(0, |(value, _)| i64::from(solution.get_integer_value(value)));
        let objective = of_terms + self.constant;
        let is_better = |best| self.objective.is_some_and(|(_, sense)| sense.is_better(objective, best));
        if self.best.get().is_none_or(is_better) {
            self.best.set(Some(objective));
            let found = Incumbent { seconds: self.control.elapsed().as_secs_f64(), objective };
            self.list.borrow_mut().push(found);
            self.control.notify(&Event::Incumbent { found, values: &values });
        }
        values
    }
}
