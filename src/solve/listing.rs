//! All solutions through a backend: by itself, if it lists, or one by one: solve, exclude what was found, solve again.
//!
//! If there is an objective, the first run finds its best value, and the others look for all solutions that have it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use web_time::Instant;

use super::error::SolveError;
use super::model::{ModelError, exact};
use super::outcome::{Listing, Outcome};
use super::rounds::{Answer, Rounds, decode};
use crate::lower::lower;
use crate::model::{Assignment, Linear, LinearConstraint, Literal, Model};
use crate::puzzle::Formulation;
use crate::report::Status;
use crate::run::{Control, Stop, Verdict};

/// The least memory that a listed solution takes, in bytes: its JSON, and the row that excludes it, stored twice with its name.
const BYTES_PER_SOLUTION: u64 = 1 << 10;
/// The bytes that each variable in such a row takes, in the model before and after lowering.
const BYTES_PER_TERM: u64 = 32;

/// A list that grows.
struct Lister {
    limit: usize,
    listing: Listing,
    /// What excludes a solution where the formulation has no row for it: literals in which solutions differ.
    literals: Vec<Literal>,
    /// The listed solutions as text: two assignments may be the same solution.
    seen: HashSet<String>,
    bytes: u64,
}

impl Lister {
    /// Records a solution, with which so many bytes are stored besides. Breaks off if no other is to be looked for.
    fn take(&mut self, answer: &Answer, bytes: u64, control: &Control<'_>) -> ControlFlow<()> {
        let text = answer.solution.to_string();
        if self.seen.len() == self.limit && !self.seen.contains(&text) {
            // One more than requested: the list is not complete.
            return ControlFlow::Break(());
        }
        self.bytes += bytes;
        if self.seen.insert(text) {
            self.bytes += BYTES_PER_SOLUTION;
            self.listing.solutions.push(answer.solution.clone());
        }
        let full = self.bytes > control.memory_limit().0;
        self.listing.stop = control.stop().or_else(|| full.then_some(Stop::MemoryLimit { needed: None }));
        if self.listing.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Records that a run found no further solution.
    fn end<T>(&mut self, verdict: &Verdict<T>) {
        match verdict {
            Verdict::Infeasible => self.listing.complete = true,
            Verdict::Unknown { stop, .. } | Verdict::Feasible { stop, .. } => self.listing.stop = Some(stop.clone()),
            Verdict::Optimal(_) => {}
        }
    }
}

impl Rounds<'_> {
    /// Lists up to `limit` solutions, the optimal ones if there is an objective, then looks for one more to see whether the list is
    /// complete.
    pub fn list(mut self, limit: usize) -> Result<Outcome, SolveError> {
        let formulation = &self.prepared.formulation;
        let is_listed = formulation.exclude.is_some() || formulation.distinguish.is_some();
        // Solutions as good as the known one are not in the model.
        if !is_listed || formulation.known.is_some() {
            return Err(SolveError::Unlisted { what: format!("encoding {}", self.prepared.encoding) });
        }
        let listing = Listing::default();
        let mut lister = Lister { limit, listing, literals: Vec::new(), seen: HashSet::new(), bytes: 0 };
        let first = self.solve_horizons()?;
        // Further solutions are looked for only at the horizon of the first.
        match &first {
            Verdict::Optimal(best) if self.lists_natively() => {
                self.keep_to_the_best(best, &mut lister)?;
                if lister.take(best, 0, &self.request.control).is_continue() {
                    self.list_natively(&mut lister)?;
                }
            }
            Verdict::Optimal(best) => {
                self.keep_to_the_best(best, &mut lister)?;
                self.list_by_exclusion(best, &mut lister)?;
            }
            none => lister.end(none),
        }
        Ok(self.outcome(first, Some(lister.listing)))
    }

    /// Whether the backend lists solutions itself. With cuts it would also list what violates them.
    fn lists_natively(&self) -> bool {
        self.engine.backend().lists() && self.prepared.formulation.separate.is_none()
    }

    /// Takes the solutions that the backend lists.
    fn list_natively(&mut self, lister: &mut Lister) -> Result<(), SolveError> {
        let start = Instant::now();
        self.engine.load(&self.prepared.lowered);
        let (formulation, control) = (&self.prepared.formulation, &self.request.control);
        let mut refused = None;
        let mut is_enough = false;
        let outcome = self.engine.list(self.request, &mut |values| {
            let answer = exact(&formulation.model, values).and_then(|assignment| decode(formulation, assignment));
            let flow = match answer {
                Ok(answer) => lister.take(&answer, 0, control),
                Err(why) => {
                    refused = Some(why);
                    ControlFlow::Break(())
                }
            };
            is_enough = flow.is_break();
            flow
        });
        let outcome = outcome.map_err(ModelError::from)?;
        self.note_run(start.elapsed().as_secs_f64());
        if let Some(why) = refused {
            return Err(self.refused(Status::Optimal, why));
        }
        if !is_enough {
            lister.end(&outcome.verdict);
        }
        Ok(())
    }

    /// Finds solutions one by one, after the first, and excludes each from the model.
    fn list_by_exclusion(&mut self, first: &Answer, lister: &mut Lister) -> Result<(), SolveError> {
        let mut next = self.exclude(first, lister);
        while next.is_continue() {
            let verdict = self.solve_model()?;
            lister.end(&verdict);
            let Verdict::Optimal(answer) = verdict else { break };
            next = self.exclude(&answer, lister);
        }
        Ok(())
    }

    /// Records a solution and excludes it from the model.
    fn exclude(&mut self, answer: &Answer, lister: &mut Lister) -> ControlFlow<()> {
        let Formulation { model, exclude, .. } = &self.prepared.formulation;
        let row = match exclude {
            Some(exclude) => exclude(&answer.assignment),
            None => differs(&lister.literals, &with_literals(model, &answer.assignment)),
        };
        lister.take(answer, BYTES_PER_TERM * row.terms().len() as u64, &self.request.control)?;
        self.add("exclude", row);
        ControlFlow::Continue(())
    }

    /// Turns the objective into a row and adds the literals that distinguish solutions; the model is lowered again if that
    /// changes it.
    fn keep_to_the_best(&mut self, best: &Answer, lister: &mut Lister) -> Result<(), SolveError> {
        let is_native = self.lists_natively();
        let formulation = &mut self.prepared.formulation;
        let model = &mut formulation.model;
        // A constant objective is that of a staged encoding: all solutions of a horizon are equally good.
        let objective = model.objective().filter(|objective| !objective.expression.terms().is_empty());
        let value = objective.map(|objective| objective.expression.value(&best.assignment));
        let integers = model.size().integer_variables;
        if let Some(value) = value.and_then(|value| i64::try_from(value).ok()) {
            model.fix_objective("objective", value);
        }
        if let (None, Some(distinguish), false) = (&formulation.exclude, &formulation.distinguish, is_native) {
            lister.literals = distinguish(model);
        }
        let is_unchanged = value.is_none() && model.size().integer_variables == integers;
        if is_unchanged {
            return Ok(());
        }
        let start = Instant::now();
        let capabilities = self.capabilities();
        let model = self.prepared.formulation.model.clone();
        self.prepared.lowered = lower(model, capabilities, self.wanted()).map_err(ModelError::from)?.model;
        self.reload(start);
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

/// The row that some of these literals has another value than in the assignment.
fn differs(literals: &[Literal], assignment: &Assignment) -> LinearConstraint {
    Linear::count(literals.iter().map(|&literal| if assignment.holds(literal) { !literal } else { literal }))
        .at_least(1)
}
