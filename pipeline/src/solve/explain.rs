//! Why a model has no solution: facts of it that have none together, of which each is needed, and changes that help.
//!
//! The facts are found by [`conflict`]: the fastest method of each instance is asked whether it has a solution with some of the facts left out.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::error::SolveError;
use super::method::{Method, Options, Solver};
use super::prepare::{Prepared, Settled, prepare_whole};
use super::problem::Problem;
use super::run::solve;
use crate::report::{Report, Status, objective_name};
use crate::verify::{Verified, check};
use tumble_model::conflict::{conflict, is_minimal};
use tumble_model::control::{Event, Progress, Request, Stop};
use tumble_model::lower::Lowering;
use tumble_model::model::Sense;
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{Change, Choices, FactInfo, Instance, Question, Repair, Repairs};
use tumble_solver::{Engine, Explained, RowConflict, explain_model_in};

/// What is known of why a model has no solution.
#[derive(Debug)]
pub enum Explanation {
    /// It has a solution.
    Solved(Box<Report>),
    /// It has none.
    Infeasible(Conflict),
    /// A limit came before either was known.
    Unknown(Option<Stop>),
}

/// Why a model has no solution.
#[derive(Clone, Debug, Default)]
pub struct Conflict {
    /// What a look at the model shows, or what the search says.
    pub reason: Option<String>,
    /// Facts that have no solution together, with all other facts left out. None if there is no solution without any of them.
    pub facts: Vec<FactInfo>,
    /// Whether each of these facts is needed: without it the others have a solution, which the rules have replayed.
    pub is_minimal: bool,
    /// What helps, the best first: changes of one fact, or of two if none is enough. None for a puzzle that has repairs.
    pub remedies: Vec<Remedy>,
    /// What may have been misread, for a puzzle that says so.
    pub repairs: Option<Repairs>,
    /// The number of questions that were asked of searches and solvers.
    pub questions: u64,
    /// Whether all was looked at that helps: not before the end.
    pub is_complete: bool,
    /// The limit that cut the explanation short.
    pub stop: Option<Stop>,
}

/// Changes after which the model has a solution.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// Facts, each with the value that it gets; without one it is left out.
    pub changes: Vec<(FactInfo, Option<Value>)>,
    /// The objective that the model then has, with what it is called in answers: `length`, `sum` or `total`; `None` if there is no objective,
    /// or it is not known.
    pub objective: Option<(&'static str, i64)>,
}

/// The most remedies that are looked for if no change of a single fact is enough.
const PAIRS: usize = 12;

/// Explains why a problem has no solution; it was read from this model file with these options. Keeps to the limits of the request; a
/// question gets at most a third of the time that is left. `known` hears of the conflict, and again with each remedy.
///
/// # Errors
/// As for [`solve`].
pub fn explain(
    problem: &Problem,
    (document, choices): (&Document, &Choices),
    request: &Request<'_>,
    known: &mut dyn FnMut(&Conflict),
) -> Result<Explanation, SolveError> {
    let facts = problem.instance.facts();
    let method = Method::fastest(problem, Question::Best);
    let whole = solve(problem, method, &Options::default(), request)?;
    if whole.solution.is_some() {
        return Ok(Explanation::Solved(Box::new(whole)));
    }
    if whole.status != Status::Infeasible {
        return Ok(Explanation::Unknown(whole.stop));
    }
    let counted = problem.facts(&facts);
    let said = Conflict { reason: whole.reason, questions: 1, ..Conflict::default() };
    let mut asking = Asking { problem, facts, counted, request, found: Vec::new(), said, known };
    let facts = asking.conflict(&[], &asking.counted.clone())?;
    asking.said.is_minimal = asking.is_minimal(&facts)?;
    asking.said.facts = facts.iter().map(|&fact| asking.facts[fact].clone()).collect();
    (asking.known)(&asking.said);
    // A file that can be read is refused by no repair.
    if let Some(repairs) = problem.puzzle.repairs.and_then(|find| find(document, choices, request).ok()) {
        asking.said.stop = asking.said.stop.or_else(|| repairs.extent.stop().cloned());
        asking.said.repairs = Some(repairs);
    } else if !asking.single_remedies(&facts)? {
        asking.pairs(&facts)?;
    }
    asking.said.is_complete = asking.said.stop.is_none();
    Ok(Explanation::Infeasible(asking.said))
}

/// An objective as one that is made smallest; saturating, for an order only.
const fn signed(sense: Option<Sense>, value: i64) -> i64 {
    if matches!(sense, Some(Sense::Maximize)) { value.saturating_neg() } else { value }
}

/// The questions of an explanation.
struct Asking<'a> {
    problem: &'a Problem,
    /// Those of the instance.
    facts: Vec<FactInfo>,
    /// Those of them that are of the model.
    counted: Vec<usize>,
    request: &'a Request<'a>,
    /// The solutions of all questions, which the rules have replayed.
    found: Vec<Value>,
    /// What is known so far.
    said: Conflict,
    known: &'a mut dyn FnMut(&Conflict),
}

impl Asking<'_> {
    /// Facts of these that have no solution together beside what `base` changes, where all of them together have none. Where a question is
    /// left open, facts are kept that may not be needed.
    fn conflict(&mut self, base: &[Change], facts: &[usize]) -> Result<Vec<usize>, SolveError> {
        let found = conflict(facts.len(), &mut |kept| {
            let instance = self.without(base, facts, kept);
            Ok::<_, SolveError>(self.ask(instance)?.status == Status::Infeasible)
        })?;
        Ok(found.into_iter().map(|number| facts[number]).collect())
    }

    /// An instance of which any solution will do, with `base` changed, and of these facts only those that are kept.
    fn without(&self, base: &[Change], facts: &[usize], kept: &[bool]) -> Box<dyn Instance> {
        let left_out = facts.iter().zip(kept).filter(|(_, kept)| !**kept).map(|(&fact, _)| Change { fact, to: None });
        let changes: Vec<Change> = base.iter().copied().chain(left_out).collect();
        self.problem.instance.changed(&changes).for_any()
    }

    /// Whether there is a replayed solution whichever of these facts is left out.
    fn is_minimal(&mut self, facts: &[usize]) -> Result<bool, SolveError> {
        let counted = self.counted.clone();
        let numbers: Vec<usize> = facts.iter().filter_map(|fact| counted.binary_search(fact).ok()).collect();
        is_minimal(counted.len(), &numbers, &mut |kept| {
            let instance = self.without(&[], &counted, kept);
            let is_known = self.found.iter().rev().any(|solution| check(&*instance, solution).is_ok());
            Ok::<_, SolveError>(is_known || self.ask(instance)?.solution.is_some())
        })
    }

    /// Looks for changes of one of these facts that help; whether there are any.
    fn single_remedies(&mut self, facts: &[usize]) -> Result<bool, SolveError> {
        for &fact in facts {
            // No other value helps where leaving the fact out does not.
            if self.helps(&[Change { fact, to: None }])? {
                for to in 0..self.facts[fact].others.len() {
                    self.helps(&[Change { fact, to: Some(to) }])?;
                }
            }
        }
        Ok(!self.said.remedies.is_empty())
    }

    /// Looks for pairs of facts of which leaving out both helps, one of them of these facts: the other one is of a conflict without the first.
    fn pairs(&mut self, facts: &[usize]) -> Result<(), SolveError> {
        let mut tried: Vec<[usize; 2]> = Vec::new();
        for &fact in facts {
            let first = Change { fact, to: None };
            let others: Vec<usize> = self.counted.iter().copied().filter(|&other| other != fact).collect();
            for other in self.conflict(&[first], &others)? {
                let pair = [fact.min(other), fact.max(other)];
                if self.said.remedies.len() >= PAIRS || self.request.control.stop().is_some() {
                    return Ok(());
                }
                if !tried.contains(&pair) {
                    tried.push(pair);
                    self.helps(&[first, Change { fact: other, to: None }])?;
                }
            }
        }
        Ok(())
    }

    /// Whether the model has a solution with these changes: then they are a remedy.
    fn helps(&mut self, changes: &[Change]) -> Result<bool, SolveError> {
        let report = self.ask(self.problem.instance.changed(changes))?;
        let Some(verified) = &report.solution else { return Ok(false) };
        let change = |change: &Change| {
            let info = self.facts[change.fact].clone();
            let value = change.to.map(|to| info.others[to].clone());
            (info, value)
        };
        let best = report.objective.filter(|_| report.status == Status::Optimal);
        let objective = objective_name(verified.solved()).zip(best);
        let remedy = Remedy { changes: changes.iter().map(change).collect(), objective };
        let sense = self.problem.instance.sense();
        let rank = |remedy: &Remedy| remedy.objective.map_or(i64::MAX, |(_, value)| signed(sense, value));
        let remedies = &mut self.said.remedies;
        remedies.insert(remedies.partition_point(|other| rank(other) <= rank(&remedy)), remedy);
        (self.known)(&self.said);
        Ok(true)
    }

    /// Solves an instance by its fastest method.
    fn ask(&mut self, instance: Box<dyn Instance>) -> Result<Report, SolveError> {
        self.said.questions += 1;
        let problem = self.problem.changed(instance);
        let progress = Progress { nodes: Some(self.said.questions), ..Progress::default() };
        self.request.control.notify(&Event::Progress(progress));
        let control = self.request.control.observed_by(&|_| ());
        let share = control.remaining().map(|left| left / 3);
        let request = self.request.with_control(control.within(share));
        let options = Options { skip_moves: true, ..Options::default() };
        let report = solve(&problem, Method::fastest(&problem, Question::Best), &options, &request)?;
        self.found.extend(report.solution.iter().map(Verified::json));
        if report.stop.is_some() {
            self.said.stop.clone_from(&report.stop);
        }
        Ok(report)
    }
}

// In words.

impl Conflict {
    /// The words of all that helps, in the order of the changes in JSON.
    pub fn helping(&self) -> Vec<String> {
        let misread = self.misread().map(|repair| repair.text.clone());
        self.remedies.iter().map(Remedy::words).chain(misread).collect()
    }

    /// What is to be said below the remedies, if anything is: that not all was looked at, or that it takes more than is looked for.
    pub fn remark(&self) -> Option<String> {
        let has_none = self.remedies.is_empty() && self.repairs.is_none() && !self.facts.is_empty();
        match &self.stop {
            Some(stop) => Some(format!("not all was looked at: stopped by {stop}")),
            None if !self.is_complete => Some("not all was looked at: stopped".to_owned()),
            None => has_none.then(|| "more than two changes are needed".to_owned()),
        }
    }

    fn misread(&self) -> impl Iterator<Item = &Repair> {
        self.repairs.iter().flat_map(|found| &found.repairs)
    }

    /// What its facts do together. A list of them may follow if there are several.
    pub fn sentence(&self) -> String {
        match (&self.facts[..], self.is_minimal) {
            ([], _) => "there is none even without all that can be left out of the model".to_owned(),
            ([only], _) => format!("{} alone rules out all solutions", only.words),
            (facts, true) => {
                format!("these {} rule out all solutions together, and any one less does not", facts.len())
            }
            (facts, false) => format!("these {} rule out all solutions together, fewer of them may, too", facts.len()),
        }
    }
}

impl Remedy {
    /// What it changes, and what the model then has: `without the total and without the label 3 at [2, 1]: length 17`.
    pub fn words(&self) -> String {
        let changes = self.changes.iter().map(|(fact, value)| match value {
            None => format!("without {}", fact.words),
            Some(value) => format!("with {value} in place of {}", fact.words),
        });
        let objective = self.objective.map(|(name, value)| format!(": {name} {value}")).unwrap_or_default();
        changes.collect::<Vec<_>>().join(" and ") + &objective
    }
}

// The same in the words of an encoding.

/// Which rows of an encoding rule out all solutions.
#[derive(Clone, Debug)]
pub struct ExplainedModel {
    /// The encoding.
    pub encoding: String,
    /// For a staged encoding: the lengths of the solutions that its model would have.
    pub lengths: Option<RangeInclusive<u64>>,
    /// Whether cuts are missing, which may rule out what the rows allow.
    pub is_relaxation: bool,
    /// What is known without a solver, if that is all.
    pub settled: Option<Settled>,
    /// What its rows have.
    pub explained: Explained,
    /// The names of the rows of the conflict, each with the title of its block.
    pub rows: Vec<(String, String)>,
}

/// Explains by the rows of an encoding why a problem has no solution.
///
/// # Errors
/// As for [`prepare_whole`] and [`explain_model_in`].
pub fn explain_encoding(
    problem: &Problem,
    encoding: &str,
    lowering: &Lowering,
    solver: Solver,
    request: &Request<'_>,
) -> Result<ExplainedModel, SolveError> {
    let Solver { entry, backend } = solver;
    let prepared = prepare_whole(problem, encoding, backend.capabilities(), lowering, None, &request.control)?;
    let Prepared { encoding, formulation, lengths, settled, .. } = prepared;
    let mut engine = Engine::for_request(entry, backend, request);
    let model = &formulation.model;
    let explained = explain_model_in(&mut engine, model, lowering, request)?;
    let rows = if let Explained::Conflict(RowConflict { rows, .. }) = &explained { &rows[..] } else { &[] };
    let named = |&row: &usize| {
        let row = &model.constraints()[row];
        (row.block.map(|block| model.blocks()[block].clone()).unwrap_or_default(), row.name.clone())
    };
    let rows = rows.iter().map(named).collect();
    Ok(ExplainedModel { encoding, lengths, is_relaxation: formulation.is_relaxation(), settled, explained, rows })
}

// As JSON.

impl Explanation {
    /// The explanation of a model as a JSON object, with places in its file.
    pub fn json(&self, model: &str, document: &Document) -> Value {
        match self {
            Self::Solved(report) => json!({ "model": model, "status": report.status, "objective": report.objective }),
            Self::Unknown(stop) => {
                json!({ "model": model, "status": Status::Unknown, "reason": stop.as_ref().map(ToString::to_string) })
            }
            Self::Infeasible(conflict) => conflict.json(model, document),
        }
    }
}

impl Conflict {
    /// What is known of it, as the JSON object of an [`Explanation`].
    pub fn json(&self, model: &str, document: &Document) -> Value {
        json!({
            "model": model,
            "status": Status::Infeasible,
            "reason": self.reason,
            "conflict": self.facts.iter().map(|fact| placed(fact, document)).collect::<Vec<_>>(),
            "minimal": self.is_minimal,
            "changes": self.changes(),
            "complete": self.is_complete,
            "questions": self.questions,
        })
    }

    fn changes(&self) -> Vec<Value> {
        let json = |Repair { text, fact, model }: &Repair| json!({ "fact": fact, "words": text, "model": model });
        self.remedies.iter().map(Remedy::json).chain(self.misread().map(json)).collect()
    }
}

impl Remedy {
    /// A change; with a second one as its `and`.
    fn json(&self) -> Value {
        let mut changes = self.changes.iter().map(|(fact, value)| {
            let mut json = stated(fact);
            json["value"] = value.clone().unwrap_or_default();
            json
        });
        let mut first = changes.next().unwrap_or_default();
        if let Some(second) = changes.next() {
            first["and"] = second;
        }
        first["objective"] = self.objective.map(|(_, value)| value).into();
        first
    }
}

fn stated(fact: &FactInfo) -> Value {
    let mut json = json!({ "fact": fact.kind, "words": fact.words, "value": fact.value });
    if let Some(cell) = fact.cell {
        json["cell"] = json!(cell);
    }
    json
}

/// A fact with its place in the file, if it has one: line and column count from 1.
fn placed(fact: &FactInfo, document: &Document) -> Value {
    let mut json = stated(fact);
    if let Some(span) = document.span_of(&fact.spot) {
        let (line, column) = document.line_and_column(span.start);
        (json["line"], json["column"]) = (line.into(), column.into());
    }
    json
}
