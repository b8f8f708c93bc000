//! All solutions through a backend. A backend that lists is asked for all solutions at once, unless cuts are missing in the model. With any
//! other, solutions are found one by one: solve, exclude the solution, solve again.
//!
//! If there is an objective, the first run finds its best value; then the objective becomes a row, and the other runs look for all
//! solutions that have this value. Where worse ones are asked for, too, the next run finds the next value, and so on, so that the best ones
//! come first; of a staged encoding the next values are the next horizons, whose models have to have all solutions then.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use serde_json::Value;
use web_time::Instant;

use super::answer::{Answer, Answered, List, Listing};
use super::error::SolveError;
use super::method::{Method, Options, Solver};
use super::problem::Problem;
use super::rounds::{Next, Rounds};
use super::run::count_by_search;
use crate::report::Status;
use crate::verify::{Infinite, Verified};
use tumble_model::control::{Event, Extent, Progress, Request, Stop, Verdict};
use tumble_model::lower::lower;
use tumble_model::model::{Assignment, Linear, LinearConstraint, Literal, Model, Sense};
use tumble_model::session::Reload as _;
use tumble_puzzles::instance::InputError;
use tumble_puzzles::puzzle::{Apart, Count, Formulation, Wanted, Which};
use tumble_solver::ModelError;

/// The memory of a row that excludes a solution, in bytes, in the model before and after lowering: its name and its head.
const BYTES_PER_ROW: u64 = 512;
/// The memory of each term of such a row, in bytes.
const BYTES_PER_TERM: u64 = 32;

/// A list that grows through a backend.
struct Lister<'a> {
    list: List<'a>,
    /// Literals in which solutions differ. They exclude a solution if the formulation has no row for that.
    literals: Vec<Literal>,
    /// The objective of the model, in which it is a row now.
    objective: Option<Linear>,
    /// The memory of the rows that exclude solutions, in bytes.
    rows: u64,
}

impl Lister<'_> {
    /// Records a solution. Breaks off if no other is to be looked for.
    fn take(&mut self, answer: &Answer) -> ControlFlow<()> {
        // Once the objective is a row, the model gives no other. Of the best solution the rules may have counted it.
        let in_row = || Some(self.objective.as_ref()?.value(&answer.assignment));
        let claim = answer.claim.or_else(in_row);
        self.list.count(answer.verified.clone(), claim, self.rows)
    }
}

impl Rounds<'_> {
    /// Lists up to `limit` solutions, if there is an objective those that are at most so much worse than the best one, then looks for one more to
    /// see whether the list is complete.
    pub fn list(mut self, limit: usize, within: u64) -> Result<Answered, SolveError> {
        let list = List::new(self.problem, self.by.clone(), (limit, within), false, &self.request.control);
        let (first, listing) = self.fill(list)?;
        self.outcome(first, Some(listing))
    }

    /// As [`list`](Self::list), of all solutions, which are only counted.
    pub fn count(mut self, within: u64) -> Result<(Verdict<Answer>, Listing), SolveError> {
        let list = List::counting(self.problem, self.by.clone(), within, &self.request.control);
        self.fill(list)
    }

    fn fill(&mut self, list: List<'_>) -> Result<(Verdict<Answer>, Listing), SolveError> {
        self.refuse_unlisted(if self.is_staged() { 0 } else { list.within })?;
        let mut lister = Lister { list, literals: Vec::new(), objective: None, rows: 0 };
        let first = self.solve_horizons()?;
        let extent = match &first {
            Verdict::Optimal(best) => self.fill_from(best, &mut lister)?,
            Verdict::Infeasible => Extent::All,
            Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => Extent::Stopped(stop.clone()),
        };
        Ok((first, lister.list.finish(extent)?))
    }

    /// Refuses models that lack some of the solutions that are at most so much worse than the best one, or do not tell them apart.
    fn refuse_unlisted(&self, within: u64) -> Result<(), SolveError> {
        let Formulation { apart, has, .. } = &self.prepared.formulation;
        let sense = self.problem.instance.sense().filter(|_| within == 0);
        if self.prepared.settled.is_some() || apart.is_some() && has.lists(sense) {
            return Ok(());
        }
        Err(SolveError::Unlisted { what: format!("encoding {}", self.prepared.encoding) })
    }

    /// Takes the best solution, all that are as good, and then those that are at most so much worse.
    fn fill_from(&mut self, best: &Answer, lister: &mut Lister<'_>) -> Result<Extent<Infinite>, SolveError> {
        let (within, known) = (lister.list.within, best.objective());
        let progress = Progress { incumbent: known, bound: known.map(|value| value as f64), nodes: None };
        self.request.control.notify(&Event::Progress(progress));
        let whole = (within > 0 && !self.is_staged()).then(|| self.prepared.formulation.model.clone());
        let mut extent = self.fill_with_best(best, lister)?;
        let (Some(sense), Some(mut value)) = (self.problem.instance.sense(), known) else { return Ok(extent) };
        let last = sense.within(value, within).last().unwrap_or(value);
        while extent.is_all() && value != last {
            let next = match &whole {
                Some(model) => self.next_best(model, sense, [value, last])?,
                None => self.next_horizon(sense, [value, last])?,
            };
            match next.another() {
                Ok(next) => {
                    value = next.objective().unwrap_or(last);
                    extent = self.fill_with_best(&next, lister)?;
                }
                Err(ended) => return Ok(ended),
            }
        }
        Ok(extent)
    }

    /// The best of the solutions that are worse than the first of these values, but not worse than the last, of a whole model.
    fn next_best(
        &mut self,
        whole: &Model,
        sense: Sense,
        [value, last]: [i64; 2],
    ) -> Result<Verdict<Answer>, SolveError> {
        let mut model = whole.clone();
        // An implied integer follows from the others in the model as it was made, but not with another row.
        model.require_integers();
        if let Some(objective) = whole.objective() {
            let after = sense.within(value, 1).last().unwrap_or(last);
            model.add("worse", objective.expression.clone().between(after.min(last), after.max(last)));
        }
        self.prepared.formulation.model = model;
        match self.lower_again() {
            Ok(()) => self.solve_model(),
            Err(error) => Ok(Verdict::Unknown { bound: None, stop: error.stop().cloned().ok_or(error)? }),
        }
    }

    /// As [`next_best`](Self::next_best), of a staged encoding: of the first horizon that has a solution.
    fn next_horizon(&mut self, sense: Sense, [value, last]: [i64; 2]) -> Result<Verdict<Answer>, SolveError> {
        for horizon in sense.within(value, value.abs_diff(last)).skip(1) {
            let stop = match self.model_of(horizon.unsigned_abs(), Wanted::All)? {
                Next::Stopped { stop, .. } => Some(stop),
                Next::Nothing | Next::Model => self.request.control.stop(),
            };
            if let Some(stop) = stop {
                return Ok(Verdict::Unknown { bound: None, stop });
            }
            self.refuse_unlisted(1)?;
            let verdict = self.solve_model()?;
            if !matches!(verdict, Verdict::Infeasible) {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Infeasible)
    }

    /// Takes the best solution, and all that are as good.
    fn fill_with_best(&mut self, best: &Answer, lister: &mut Lister<'_>) -> Result<Extent<Infinite>, SolveError> {
        if let Err(error) = self.keep_to_the_best(best, lister) {
            // No other solution was looked for, because a limit was reached.
            let stop = error.stop().cloned().ok_or(error)?;
            let _ = lister.take(best);
            return Ok(Extent::Stopped(stop));
        }
        if !self.lists_natively() {
            return self.list_by_exclusion(best, lister);
        }
        if lister.take(best).is_break() { Ok(Extent::Enough) } else { self.list_natively(lister) }
    }

    /// Whether the backend lists solutions itself. With cuts it would also list what violates them.
    fn lists_natively(&self) -> bool {
        self.capabilities().lists && self.prepared.formulation.separate.is_none()
    }

    /// Takes the solutions that the backend lists.
    fn list_natively(&mut self, lister: &mut Lister<'_>) -> Result<Extent<Infinite>, SolveError> {
        let start = Instant::now();
        self.engine.load(&self.prepared.lowered);
        let (problem, formulation, by) = (self.problem, &self.prepared.formulation, &self.by);
        let extent = self.engine.every(&formulation.model, self.request, &mut |solution| match solution
            .and_then(|assignment| Answer::new(problem, formulation, assignment))
        {
            Ok(answer) => lister.take(&answer),
            Err(why) => lister.list.refuse(by.wrong(Status::Optimal, why)),
        });
        let extent = extent.map_err(ModelError::from)?;
        self.note_time(start.elapsed().as_secs_f64());
        Ok(extent)
    }

    /// Finds solutions one by one, after the first, and excludes each from the model.
    fn list_by_exclusion(&mut self, first: &Answer, lister: &mut Lister<'_>) -> Result<Extent<Infinite>, SolveError> {
        let mut next = self.exclude(first, lister);
        while next.is_continue() {
            match self.solve_model()?.another() {
                Ok(answer) => next = self.exclude(&answer, lister),
                Err(extent) => return Ok(extent),
            }
        }
        // The list broke off, and knows why.
        Ok(Extent::Enough)
    }

    /// Records a solution and excludes it from the model.
    fn exclude(&mut self, answer: &Answer, lister: &mut Lister<'_>) -> ControlFlow<()> {
        let row = row_without(&self.prepared.formulation, &lister.literals, &answer.assignment);
        lister.rows += BYTES_PER_ROW + BYTES_PER_TERM * row.terms().len() as u64;
        lister.take(answer)?;
        self.add("exclude", row);
        ControlFlow::Continue(())
    }

    /// Turns the objective into a row and adds the literals that distinguish solutions; the model is lowered again if that
    /// changes it.
    fn keep_to_the_best(&mut self, best: &Answer, lister: &mut Lister<'_>) -> Result<(), SolveError> {
        self.is_listing = true;
        let is_native = self.lists_natively();
        let formulation = &mut self.prepared.formulation;
        let model = &mut formulation.model;
        // Of a staged encoding, that of the horizon.
        lister.objective = model.objective().map(|objective| objective.expression.clone());
        // A constant objective is that of a staged encoding: all solutions of a horizon are equally good. The values of the best solution may
        // have a worse objective, if they are an incumbent with superfluous circles, which are no part of the solution.
        let objective = model.objective().filter(|objective| !objective.expression.terms().is_empty());
        let value = objective.and(best.objective());
        let integers = model.size().integer_variables;
        if let Some(value) = value {
            model.fix_objective("objective", value);
        }
        if let (Some(Apart::Literals(distinguish)), false) = (&formulation.apart, is_native) {
            lister.literals = distinguish(model);
        }
        let is_unchanged = value.is_none() && model.size().integer_variables == integers;
        if is_unchanged { Ok(()) } else { self.lower_again() }
    }

    /// Lowers the model after it was changed.
    fn lower_again(&mut self) -> Result<(), SolveError> {
        let start = Instant::now();
        let capabilities = self.capabilities();
        let model = self.prepared.formulation.model.clone();
        self.prepared.lowered = lower(model, capabilities, self.wanted).map_err(ModelError::from)?.model;
        self.is_loaded = false;
        self.stats.lowered = Some(self.prepared.lowered.size());
        self.stats.lower_seconds = Some(self.stats.lower_seconds.unwrap_or(0.0) + start.elapsed().as_secs_f64());
        Ok(())
    }
}

/// The assignment with values for the equality literals that the model got after it was made.
fn with_literals(model: &Model, assignment: &Assignment) -> Assignment {
    let mut values = assignment.values().to_vec();
    let known = values.len();
    values.resize(model.variables().len(), 0);
    for definition in model.definitions().iter().filter(|definition| definition.literal.index() >= known) {
        values[definition.literal.index()] = i64::from(assignment[definition.var] == definition.value);
    }
    values.into()
}

/// The row that excludes the solution of an assignment from a model, which may get literals for that; `None` if the formulation has no such
/// row.
pub(super) fn exclusion(formulation: &mut Formulation<Value>, assignment: &Assignment) -> Option<LinearConstraint> {
    let literals = match formulation.apart.as_ref()? {
        Apart::Excluding(_) => Vec::new(),
        Apart::Literals(distinguish) => distinguish(&mut formulation.model),
    };
    Some(row_without(formulation, &literals, assignment))
}

/// The row that excludes the solution of an assignment: that of the formulation, otherwise that one of the literals has another value.
fn row_without(formulation: &Formulation<Value>, literals: &[Literal], assignment: &Assignment) -> LinearConstraint {
    let Formulation { model, apart, .. } = formulation;
    if let Some(Apart::Excluding(exclude)) = apart {
        return exclude(assignment);
    }
    let assignment = with_literals(model, assignment);
    let differs = |&literal: &Literal| if assignment.holds(literal) { !literal } else { literal };
    Linear::count(literals.iter().map(differs)).at_least(1)
}

/// How much worse than the best one solutions may be for which a caller asks; 0 without a number.
///
/// # Errors
/// When there is a number, but the model has no objective by which solutions are worse.
pub fn within(problem: &Problem, asked: Option<u64>) -> Result<u64, InputError> {
    match asked {
        Some(_) if problem.instance.sense().is_none() => {
            Err(InputError::new("--within asks for worse solutions, and this model asks for any solution"))
        }
        asked => Ok(asked.unwrap_or(0)),
    }
}

/// Which solutions a caller asks to count: all feasible ones, those within a distance of the best one, or the best ones.
///
/// # Errors
/// When both are asked for, or the model has no objective by which solutions are worse.
pub fn which(problem: &Problem, feasible: bool, asked: Option<u64>) -> Result<Which, InputError> {
    match asked {
        Some(_) if feasible => {
            Err(InputError::new("all feasible solutions are not those within a distance of the best one"))
        }
        Some(_) => within(problem, asked).map(Which::Within),
        None => Ok(if feasible { Which::All } else { Which::Best }),
    }
}

/// Why a count of all solutions through a backend is not complete.
const ONLY_OPTIMAL: &str = "a backend counts the optimal ones only";

/// Counts solutions. Through a backend the solutions are listed; if all are asked for and there is an objective, only the optimal ones
/// are, so the count is a lower bound and not complete.
///
/// # Errors
/// As [`solve`](super::solve), and when the puzzle's encodings cannot list solutions, or the search does not count.
pub fn count(
    problem: &Problem,
    method: Method,
    which: Which,
    request: &Request<'_>,
) -> Result<Count<Infinite>, SolveError> {
    let count = match method {
        Method::Search(name, solver) => count_by_search(problem, (name, solver), which, request)?,
        Method::Model(solver) => count_by_model(problem, solver, which, request)?,
    };
    let is_none = count.extent.is_all() && count.solutions == BigUint::ZERO && count.reason.is_none();
    let reason = if is_none { problem.instance.infeasible_because() } else { count.reason };
    Ok(Count { reason, ..count })
}

fn count_by_model(
    problem: &Problem,
    solver: Solver,
    which: Which,
    request: &Request<'_>,
) -> Result<Count<Infinite>, SolveError> {
    let within = which.within();
    let options = Options { within, ..Options::default() };
    let (verdict, listing) = Rounds::new(problem, solver, &options, request)?.count(within)?;
    let Listing { first, tally, extent, .. } = listing;
    let tally = tally.unwrap_or_default();
    if let Some(Stop::Unbounded(why)) = verdict.stop() {
        // No solution is optimal.
        return Ok(Count { reason: Some(why.clone()), ..Count::new(0_u8, Extent::All) });
    }
    let best_only =
        which == Which::All && problem.instance.sense().is_some() && extent.is_all() && tally.solutions() > 0;
    let (extent, reason) = if best_only { (Extent::Enough, Some(ONLY_OPTIMAL.to_owned())) } else { (extent, None) };
    let best = first.as_ref().and_then(Verified::objective).filter(|_| which != Which::All);
    let sense = problem.instance.sense().filter(|_| matches!(which, Which::Within(_)));
    // Of those that a limit left out nothing is said.
    let is_counted = |&value: &i64| extent.is_all() || tally.with(value) > 0;
    let values = sense.zip(best).into_iter().flat_map(|(sense, best)| sense.within(best, within));
    Ok(Count {
        objective: best.map(|of| problem.in_all(of)),
        by_objective: values
            .filter(is_counted)
            .map(|value| (problem.in_all(value), tally.with(value).into()))
            .collect(),
        layouts: problem.instance.has_layouts().then(|| tally.layouts()),
        reason,
        ..Count::new(tally.solutions(), extent)
    })
}
