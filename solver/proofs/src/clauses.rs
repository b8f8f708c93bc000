//! The steps of a SAT solver that prove a statement.
//!
//! The solver gets the rows as clauses, and tells of each clause that it learns from which clauses it follows: a line `rup` with these hints,
//! after the clause was found to follow. If the clauses can be satisfied, the values are cut off by further rows, and the solver goes on.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io;
use std::ops::ControlFlow;

use super::translation::Translation;
use super::writer::{Clause, Derived, Premise, Writer};
use super::{Literal, RefuteError, Refuted, Separate, Statement};
use tumble_formats::zero_one::Row;
use tumble_model::control::{Event, Progress, Request, until_stopped};
use tumble_model::session::{Claim, Ending, Found, Lit, Session, Step, Task};

/// Progress is reported after so many clauses.
const REPORT: u64 = 1000;

/// Proves a statement by a SAT solver, and writes the proof. Values that satisfy all rows are cut off by the rows that `separate` finds.
///
/// # Errors
/// When there is no proof.
pub fn refute(
    statement: &Statement,
    separate: &Separate<'_>,
    solver: &mut dyn Session,
    request: &Request<'_>,
    out: &mut dyn io::Write,
) -> Result<Refuted, RefuteError> {
    let mut rows = statement.form.rows.clone();
    let mut known: HashSet<Row> = HashSet::new();
    let mut translation = Translation::new(statement.form.count);
    let mut proof = Proof::new(Writer::new(out, &rows)?, request);
    let mut translated = 0;
    loop {
        let clauses = translation.translate(&rows, translated, &mut proof.writer)?;
        translated = rows.len();
        let claim = proof.run(&rows, clauses, solver)?;
        match (claim.ending, claim.values) {
            (Ending::Infeasible, _) => break,
            (Ending::Stopped(stop), None) => return Err(RefuteError::Stopped(stop)),
            (Ending::Optimal, None) => return Err(RefuteError::Wrong),
            (Ending::Optimal | Ending::Stopped(_), Some(values)) => {
                let value = |variable: usize| values.get(variable - 1).map_or(0.0, |value| value.round());
                let found = until_stopped(&request.control, || separate(&statement.form.values(value)));
                let found = found.map_err(RefuteError::Stopped)?.into_iter();
                let new: Vec<Row> = found.filter(|row| known.insert(row.clone())).collect();
                if new.is_empty() {
                    return Err(RefuteError::False);
                }
                for _ in &new {
                    proof.writer.add();
                }
                rows.extend(new);
            }
        }
    }
    // A run that ends with a refutation has told of the empty clause.
    let end = proof.end.ok_or(RefuteError::Wrong)?;
    proof.writer.finish(end)?;
    Ok(Refuted::new(&proof.writer, &rows, proof.derived))
}

/// A proof that is being written.
struct Proof<'a, 'r> {
    writer: Writer<'a>,
    request: &'r Request<'r>,
    clauses: Clauses,
    /// The number of clauses that the solver derived.
    derived: u64,
    /// The empty clause.
    end: Option<Derived>,
}

impl<'a, 'r> Proof<'a, 'r> {
    fn new(writer: Writer<'a>, request: &'r Request<'r>) -> Self {
        Self { writer, request, clauses: Clauses::default(), derived: 0, end: None }
    }

    /// Hands further clauses to the solver, and writes its steps.
    fn run(&mut self, rows: &[Row], clauses: Vec<Clause>, solver: &mut dyn Session) -> Result<Claim, RefuteError> {
        if let Some(empty) = clauses.iter().find(|clause| clause.literals.is_empty()) {
            self.end = Some(self.writer.implied(rows, [], &[empty.by])?);
            return Ok(Claim::of(Ending::Infeasible));
        }
        let task = Task::Refute(clauses.iter().map(|clause| clause.literals.clone()).collect());
        let mut given = VecDeque::from(clauses);
        let mut failure = None;
        let ended = solver.run(&task, self.request, &mut |found| {
            let Found::Step(step) = found else { return ControlFlow::Continue(()) };
            let Err(error) = self.take(rows, step, &mut given) else { return ControlFlow::Continue(()) };
            failure.get_or_insert(error);
            ControlFlow::Break(())
        });
        failure.map_or_else(|| Ok(ended?), Err)
    }

    /// Writes a step.
    fn take(&mut self, rows: &[Row], step: Step, given: &mut VecDeque<Clause>) -> Result<(), RefuteError> {
        match step {
            Step::Given(number) => {
                let clause = given.pop_front().ok_or(RefuteError::Wrong)?;
                self.clauses.insert(number, clause);
            }
            // After the empty clause nothing is of interest.
            Step::Derived { .. } | Step::Deleted(_) if self.end.is_some() => {}
            Step::Derived { number, clause, hints } => {
                let premises = self.clauses.premises(&clause, &hints).ok_or(RefuteError::Wrong)?;
                let by = self.writer.implied(rows, clause.iter().copied().map(Literal::from), &premises)?;
                if clause.is_empty() {
                    self.end = Some(by);
                }
                self.clauses.insert(number, Clause { literals: clause, by: Premise::Derived(by) });
                self.derived += 1;
                if self.derived.is_multiple_of(REPORT) {
                    let progress = Progress { nodes: Some(self.derived), ..Progress::default() };
                    self.request.control.notify(&Event::Progress(progress));
                }
            }
            Step::Deleted(number) => {
                if let Some(Clause { by: Premise::Derived(by), .. }) = self.clauses.remove(number) {
                    self.writer.delete(by)?;
                }
            }
        }
        Ok(())
    }
}

/// The clauses that a solver has at present, by its numbers, and how another clause follows from them.
#[derive(Default)]
struct Clauses {
    known: HashMap<u64, Clause>,
    /// Whether the literal that is the variable holds, by variable; all `None` between calls.
    values: Vec<Option<bool>>,
}

impl Clauses {
    pub fn insert(&mut self, number: u64, clause: Clause) {
        self.known.insert(number, clause);
    }

    pub fn remove(&mut self, number: u64) -> Option<Clause> {
        self.known.remove(&number)
    }

    /// The rows of those hints from which a clause follows by propagation; `None` if the clause does not follow. Solvers also name clauses
    /// that hold already: they are left out.
    pub fn premises(&mut self, clause: &[Lit], hints: &[u64]) -> Option<Vec<Premise>> {
        let mut fixed: Vec<Lit> = Vec::with_capacity(clause.len() + hints.len());
        for &literal in clause {
            fix(&mut self.values, !literal, &mut fixed);
        }
        let mut premises = Vec::with_capacity(hints.len());
        let mut follows = false;
        for hint in hints {
            let Some(Clause { literals, by }) = self.known.get(hint) else { break };
            let Some(open) = open(&self.values, literals) else { continue };
            premises.push(*by);
            match open {
                Open::Nothing => {
                    follows = true;
                    break;
                }
                Open::One(literal) => fix(&mut self.values, literal, &mut fixed),
                Open::More => break,
            }
        }
        for literal in fixed {
            self.values[index(literal)] = None;
        }
        follows.then_some(premises)
    }
}

/// The literals of a clause that have no value.
enum Open {
    Nothing,
    One(Lit),
    More,
}

/// What is open of a clause; `None` if a literal holds.
fn open(values: &[Option<bool>], clause: &[Lit]) -> Option<Open> {
    let mut open = Open::Nothing;
    for &literal in clause {
        match values.get(index(literal)).copied().flatten() {
            Some(value) if value == (literal.number() > 0) => return None,
            Some(_) => {}
            None => open = if matches!(open, Open::Nothing) { Open::One(literal) } else { Open::More },
        }
    }
    Some(open)
}

fn fix(values: &mut Vec<Option<bool>>, literal: Lit, fixed: &mut Vec<Lit>) {
    if values.len() <= index(literal) {
        values.resize(index(literal) + 1, None);
    }
    values[index(literal)] = Some(literal.number() > 0);
    fixed.push(literal);
}

fn index(literal: Lit) -> usize {
    literal.number().unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
    fn a_clause_follows_by_those_hints_that_propagate() {
        let [a, b, c] = [1, 2, 3].map(Lit::positive);
        let mut clauses = Clauses::default();
        let row = |row| Premise::Row { row, is_reversed: false };
        for (number, literals) in
            [(10, vec![!a, b]), (11, vec![!b, c]), (12, vec![!c]), (13, vec![a, c]), (14, vec![b, c])]
        {
            clauses.insert(number, Clause { literals, by: row(number as usize) });
        }
        let mut premises = |clause: &[Lit], hints: &[u64]| clauses.premises(clause, hints);
        assert_eq!(premises(&[!a], &[10, 11, 12]), Some(vec![row(10), row(11), row(12)]));
        // With a, clause 13 holds; after 10, clause 14 does. What comes after the contradiction is not needed.
        assert_eq!(premises(&[!a], &[13, 10, 14, 11, 12, 13]), Some(vec![row(10), row(11), row(12)]));
        // Not in this order, not without a clause, not with one that is unknown.
        assert_eq!(premises(&[!a], &[11, 10, 12]), None);
        assert_eq!(premises(&[!a], &[10, 11]), None);
        assert_eq!(premises(&[!a], &[10, 99, 11, 12]), None);
        assert_eq!(premises(&[b], &[12, 14]), Some(vec![row(12), row(14)]));
        assert_eq!(premises(&[], &[12, 11, 14]), Some(vec![row(12), row(11), row(14)]));
        assert_eq!(clauses.remove(14).map(|clause| clause.literals), Some(vec![b, c]));
        assert_eq!(clauses.premises(&[b], &[12, 14]), None);
    }
}
