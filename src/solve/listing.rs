//! Solutions one by one through a backend: solve, exclude what was found, solve again.
//!
//! If there is an objective, the first run finds its best value, and the others look for all solutions that have it.

use std::collections::HashSet;
use std::time::Instant;

use super::error::SolveError;
use super::model::ModelError;
use super::outcome::{Listing, Outcome};
use super::rounds::{Answer, Rounds};
use crate::lower::lower;
use crate::model::{Assignment, Linear, LinearConstraint, Literal, Model};
use crate::puzzle::Formulation;
use crate::run::{Stop, Verdict};

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

impl Rounds<'_> {
    /// Lists up to `limit` solutions, the optimal ones if there is an objective, then looks for one more to see whether the list is
    /// complete.
    pub fn list(mut self, limit: usize) -> Result<Outcome, SolveError> {
        let formulation = &self.prepared.formulation;
        if formulation.exclude.is_none() && formulation.distinguish.is_none() {
            return Err(SolveError::Unlisted { what: format!("encoding {}", self.prepared.encoding) });
        }
        let listing = Listing::default();
        let mut lister = Lister { limit, listing, literals: Vec::new(), seen: HashSet::new(), bytes: 0 };
        let first = self.solve_horizons()?;
        let Verdict::Optimal(best) = &first else {
            match &first {
                Verdict::Unknown { stop, .. } | Verdict::Feasible { stop, .. } => {
                    lister.listing.stop = Some(stop.clone());
                }
                Verdict::Infeasible | Verdict::Optimal(_) => lister.listing.complete = true,
            }
            return Ok(self.outcome(first, Some(lister.listing)));
        };
        self.keep_to_the_best(best, &mut lister)?;
        let mut next = self.exclude(&first, &mut lister);
        while next {
            // Further solutions are looked for only at the horizon of the first.
            let verdict = self.solve_model()?;
            next = self.exclude(&verdict, &mut lister);
        }
        Ok(self.outcome(first, Some(lister.listing)))
    }

    /// Turns the objective into a row and adds the literals that distinguish solutions; the model is lowered again if that
    /// changes it.
    fn keep_to_the_best(&mut self, best: &Answer, lister: &mut Lister) -> Result<(), SolveError> {
        let formulation = &mut self.prepared.formulation;
        let model = &mut formulation.model;
        // A constant objective is that of a staged encoding: all solutions of a horizon are equally good.
        let objective = model.objective().filter(|objective| !objective.expression.terms().is_empty());
        let value = objective.map(|objective| objective.expression.value(&best.assignment));
        let integers = model.size().integer_variables;
        if let Some(value) = value.and_then(|value| i64::try_from(value).ok()) {
            model.fix_objective("objective", value);
        }
        if let (None, Some(distinguish)) = (&formulation.exclude, &formulation.distinguish) {
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

    /// Records the solution of a verdict and excludes it from the model. Returns whether to look for another one.
    fn exclude(&mut self, verdict: &Verdict<Answer>, lister: &mut Lister) -> bool {
        let Lister { limit, listing, literals, seen, bytes } = lister;
        match verdict {
            Verdict::Infeasible => listing.complete = true,
            Verdict::Unknown { stop, .. } | Verdict::Feasible { stop, .. } => listing.stop = Some(stop.clone()),
            Verdict::Optimal(answer) if seen.len() < *limit || seen.contains(&answer.solution.to_string()) => {
                let Formulation { model, exclude, .. } = &self.prepared.formulation;
                let row = match exclude {
                    Some(exclude) => exclude(&answer.assignment),
                    None => differs(literals, &with_literals(model, &answer.assignment)),
                };
                *bytes += BYTES_PER_SOLUTION + BYTES_PER_TERM * row.terms().len() as u64;
                if seen.insert(answer.solution.to_string()) {
                    listing.solutions.push(answer.solution.clone());
                }
                self.add("exclude", row);
                let control = &self.request.control;
                let full = *bytes > control.memory_limit().0;
                listing.stop = control.stop().or_else(|| full.then_some(Stop::MemoryLimit { needed: None }));
            }
            // One more than requested: the list is not complete.
            Verdict::Optimal(_) => return false,
        }
        !listing.complete && listing.stop.is_none()
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
