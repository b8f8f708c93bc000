//! A tree of linear programs that proves a statement, depth first.
//!
//! A node fixes 0/1 variables: its decisions. It is closed by a sum of rows that has no solution with them, which the duals of its linear
//! program give: a line `pol`, and a line `rup` with the clause that not all of the needed decisions hold. Two children that are closed by
//! clauses close their parent by the clause that follows from both. A child whose clause does not need the decision that led to it closes
//! the parent alone. The empty clause at the root ends the proof.

use std::collections::HashMap;
use std::io;

use super::Literal;
use super::combination::Combination;
use super::refuted::{Effort, RefuteError, Refuted};
use super::statement::{Separate, Statement};
use super::writer::{Derived, Writer};
use crate::control::{Event, Progress, Request};
use crate::format::zero_one::Row;
use crate::lp::branch_and_cut::branching::{Fractional, PseudoCosts};
use crate::lp::branch_and_cut::tree::{Branched, Fixed};
use crate::lp::{Bound, CutLp, Gains, LpSolver, Optimum, Patience, Relaxed, Trial, is_empty};
use crate::model::{Linear, LinearConstraint, Model, Sense, Var};

/// The iterations of a trial.
const ITERATIONS: u32 = 60;
/// Cuts are dropped from the program after so many idle runs.
const IDLE_RUNS: u32 = 5;
/// When the rounds of cuts at a node end, unless its point is integral.
const PATIENCE: Patience = Patience { rounds: 5, gain: 0.1 };

/// Proves a statement by linear programs, and writes the proof. Points of the programs are cut off by the rows that `separate` finds.
///
/// # Errors
/// When there is no proof.
pub fn refute(
    statement: &Statement,
    separate: &Separate<'_>,
    solver: &mut dyn LpSolver,
    request: &Request<'_>,
    out: &mut dyn io::Write,
) -> Result<Refuted, RefuteError> {
    let variables = statement.form.count;
    let quiet = Request { log: false, ..request.clone() };
    let mut tree = Tree {
        statement,
        separate,
        request,
        program: CutLp::new(program(statement), IDLE_RUNS, solver),
        writer: Writer::new(out, &statement.form.rows)?,
        rows: statement.form.rows.clone(),
        known: HashMap::new(),
        costs: PseudoCosts::new(variables),
        values: vec![None; variables],
        decisions: Vec::new(),
        quiet,
        nodes: 0,
    };
    let root = tree.run()?;
    tree.writer.finish(root)?;
    let Tree { writer, rows, nodes, .. } = tree;
    Ok(Refuted::new(&writer, &rows, Effort::LinearPrograms(nodes)))
}

/// The linear program: the goal is maximised over the other rows.
fn program(statement: &Statement) -> Model {
    let Statement { form, goal, .. } = statement;
    let mut model = Model::new("refutation");
    for variable in 1..=form.count {
        model.implied_integer(format!("x{variable}"), 0..=1);
    }
    for (index, row) in form.rows.iter().enumerate().filter(|(index, _)| Some(*index) != *goal) {
        model.add(format!("r{index}"), constraint(row));
    }
    let objective = goal.map(|goal| left_side(&form.rows[goal])).unwrap_or_default();
    model.set_objective(Sense::Maximize, objective);
    model
}

fn left_side(row: &Row) -> Linear {
    row.terms.iter().fold(Linear::new(), |sum, &(a, x)| sum.plus(a, Var::from_index(x - 1)))
}

fn constraint(row: &Row) -> LinearConstraint {
    if row.is_equality { left_side(row).equals(row.bound) } else { left_side(row).at_least(row.bound) }
}

/// A node that is closed.
struct Closed {
    /// One of these literals holds: all are negations of decisions.
    clause: Vec<Literal>,
    by: Derived,
}

/// A decision.
struct Decision {
    literal: Literal,
    /// Closes the child with the other value, if it was looked at before.
    other: Option<Closed>,
    /// For the pseudo-costs, until the program of the child is solved.
    branched: Option<Branched>,
}

struct Tree<'a> {
    statement: &'a Statement,
    separate: &'a Separate<'a>,
    request: &'a Request<'a>,
    quiet: Request<'a>,
    /// Its cuts are indices of rows.
    program: CutLp<'a, usize>,
    writer: Writer<'a>,
    /// The rows of the statement, then the cuts.
    rows: Vec<Row>,
    /// The index of each cut.
    known: HashMap<Row, usize>,
    costs: PseudoCosts,
    /// By variable, from 0.
    values: Vec<Option<bool>>,
    decisions: Vec<Decision>,
    nodes: u64,
}

/// What becomes of a node.
enum Fate {
    Closed(Closed),
    Branch(Literal, Option<Branched>),
}

impl Tree<'_> {
    /// Closes the root.
    fn run(&mut self) -> Result<Derived, RefuteError> {
        loop {
            if let Some(stop) = self.request.control.stop() {
                return Err(RefuteError::Stopped(stop));
            }
            match self.explore()? {
                Fate::Branch(literal, branched) => self.decide(literal, None, branched),
                Fate::Closed(closed) => {
                    if let Some(root) = self.climb(closed)? {
                        return Ok(root);
                    }
                }
            }
            self.report();
        }
    }

    fn report(&self) {
        let control = &self.request.control;
        control.notify(&Event::Progress(Progress { nodes: Some(self.nodes), ..Progress::default() }));
        if self.request.log {
            let line = format!(
                "{:>8.1}s  nodes {:>6}  depth {:>4}  cuts {:>6}  proof {:>10} B",
                control.elapsed().as_secs_f64(),
                self.nodes,
                self.decisions.len(),
                self.rows.len() - self.statement.form.rows.len(),
                self.writer.bytes,
            );
            control.notify(&Event::Log(&line));
        }
    }

    fn decide(&mut self, literal: Literal, other: Option<Closed>, branched: Option<Branched>) {
        self.values[literal.variable - 1] = Some(literal.value);
        self.program.set_range(var(literal), i64::from(literal.value)..=i64::from(literal.value));
        self.decisions.push(Decision { literal, other, branched });
    }

    fn undo(&mut self, literal: Literal) {
        self.values[literal.variable - 1] = None;
        self.program.set_range(var(literal), 0..=1);
    }

    /// From a closed node up to the next child that is still to be looked at; the last row of the proof if there is none.
    fn climb(&mut self, mut closed: Closed) -> Result<Option<Derived>, RefuteError> {
        while let Some(Decision { literal, other, .. }) = self.decisions.pop() {
            self.undo(literal);
            if !closed.clause.contains(&!literal) {
                // The clause does not need this decision: what closed the other child, if anything did, is not needed either.
                continue;
            }
            match other {
                None => {
                    self.decide(!literal, Some(closed), None);
                    return Ok(None);
                }
                Some(other) => closed = self.join(literal, other, &closed)?,
            }
        }
        Ok(Some(closed.by))
    }

    /// Closes a node whose children, with this literal and with its negation, are closed.
    fn join(&mut self, literal: Literal, other: Closed, closed: &Closed) -> Result<Closed, RefuteError> {
        let mut clause = other.clause;
        clause.extend(&closed.clause);
        clause.retain(|one| one.variable != literal.variable);
        clause.sort_unstable();
        clause.dedup();
        let by = self.writer.clause(&clause, &[other.by, closed.by])?;
        Ok(Closed { clause, by })
    }

    /// Solves the program of the node, with cuts, until the node is closed or to be branched.
    fn explore(&mut self) -> Result<Fate, RefuteError> {
        self.nodes += 1;
        let mut gains = Gains::new(PATIENCE);
        loop {
            let optimum = match self.program.solve(&self.quiet)? {
                Relaxed::Optimal(optimum) => optimum,
                Relaxed::Empty { ray } => {
                    // Solvers differ in its sign.
                    let rays = [1.0, -1.0].map(|sign| self.weights(&ray, sign, None));
                    for weights in rays {
                        if let Some(closed) = self.close(&weights)? {
                            return Ok(Fate::Closed(closed));
                        }
                    }
                    return self.branch_anywhere();
                }
                Relaxed::Unproved => return self.branch_anywhere(),
                Relaxed::Stopped(stop) => return Err(RefuteError::Stopped(stop)),
            };
            let bound = Bound::new(self.program.model(), &optimum.duals).approximate();
            self.observe(bound);
            // For a maximisation a dual is positive at an upper bound.
            let weights = self.weights(&optimum.duals, -1.0, self.statement.goal);
            if let Some(closed) = self.close(&weights)? {
                return Ok(Fate::Closed(closed));
            }
            // Without a goal every round gains nothing.
            let has_ended = self.statement.goal.is_some() && gains.have_ended(bound) && !self.is_integral(&optimum);
            if has_ended || !self.cut(&optimum) {
                return self.choose(&optimum, bound);
            }
            if let Some(stop) = self.request.control.stop() {
                return Err(RefuteError::Stopped(stop));
            }
        }
    }

    /// The duals of the program's rows as weights of all rows, the goal with weight 1.
    fn weights(&self, duals: &[f64], sign: f64, goal: Option<usize>) -> Vec<f64> {
        let mut weights = vec![0.0; self.rows.len()];
        let own = (0..self.statement.form.rows.len()).filter(|row| Some(*row) != self.statement.goal);
        own.zip(duals).for_each(|(row, dual)| weights[row] = sign * dual);
        self.program.with_duals(duals).for_each(|(&row, dual)| weights[row] = sign * dual);
        if let Some(goal) = goal {
            weights[goal] = 1.0;
        }
        weights
    }

    /// Closes the node by a sum of rows with these weights, if such a sum refutes it.
    fn close(&mut self, weights: &[f64]) -> Result<Option<Closed>, RefuteError> {
        let sum = Combination::refuting(&self.rows, weights, &self.values);
        sum.map(|sum| self.close_by(&sum)).transpose()
    }

    /// Closes the node by a sum of rows that refutes it.
    fn close_by(&mut self, sum: &Combination) -> Result<Closed, RefuteError> {
        let by = self.writer.sum(&self.rows, &sum.multiples)?;
        let decisions: Vec<Literal> = self.decisions.iter().map(|decision| decision.literal).collect();
        let clause: Vec<Literal> = sum.reasons(&decisions).into_iter().map(|decision| !decision).collect();
        // Without decisions the sum itself does not hold.
        let by = if clause.is_empty() { by } else { self.writer.clause(&clause, &[by])? };
        Ok(Closed { clause, by })
    }

    /// Whether all variables have integral values, so that there is nothing to branch on.
    fn is_integral(&self, optimum: &Optimum) -> bool {
        self.costs.fractional(&self.fixed(), &optimum.values).is_empty()
    }

    /// Records the bound of a child.
    fn observe(&mut self, bound: f64) {
        if let Some(branched) = self.decisions.last_mut().and_then(|decision| decision.branched.take()) {
            self.costs.observe(branched, bound);
        }
    }

    /// Adds the cuts that a point violates. Returns whether there are new cuts.
    fn cut(&mut self, optimum: &Optimum) -> bool {
        let point = self.statement.form.values(|variable| optimum.values[variable - 1]);
        let mut found = Vec::new();
        for row in (self.separate)(&point) {
            let index = *self.known.entry(row.clone()).or_insert(self.rows.len());
            if index == self.rows.len() {
                self.rows.push(row);
                self.writer.add();
            }
            found.push(index);
        }
        let rows = &self.rows;
        !self.program.exchange(found, &optimum.duals, |row| constraint(&rows[*row])).is_empty()
    }

    /// Chooses the variable to branch on.
    fn choose(&mut self, optimum: &Optimum, before: f64) -> Result<Fate, RefuteError> {
        let fixed = self.fixed();
        let first = |(value, is_first): (&f64, &bool)| if *is_first { *value } else { 0.0 };
        let of_first: Vec<f64> = optimum.values.iter().zip(&self.statement.is_first).map(first).collect();
        let mut list = self.costs.fractional(&fixed, &of_first);
        if list.is_empty() {
            list = self.costs.fractional(&fixed, &optimum.values);
        }
        let reliable = self.costs.unreliable(&mut list);
        self.probe(&mut list[reliable..], before)?;
        let Some(best) = list.iter().max_by(|a, b| a.score().total_cmp(&b.score())) else {
            return self.branch_anywhere();
        };
        // The child of the larger bound is the harder one; its clause may close the node alone.
        let value = best.falls[1] <= best.falls[0];
        let literal = Literal { variable: best.candidate + 1, value };
        Ok(Fate::Branch(literal, Some(best.branched(value, before))))
    }

    fn fixed(&self) -> Fixed {
        let mut fixed = Fixed::nothing(self.values.len());
        for (variable, value) in self.values.iter().enumerate() {
            if let Some(value) = value {
                fixed.fix(variable, *value);
            }
        }
        fixed
    }

    /// Tries both values of some variables, and records how far the bound falls.
    fn probe(&mut self, list: &mut [Fractional], before: f64) -> Result<(), RefuteError> {
        let both = |f: &Fractional| [0, 1].map(|value| (Var::from_index(f.candidate), value));
        let trials: Vec<(Var, i64)> = list.iter().flat_map(both).collect();
        if trials.is_empty() {
            return Ok(());
        }
        let found = self.program.probe(&trials, ITERATIONS, &self.quiet)?;
        for (i, (trial, &(var, value))) in found.iter().zip(&trials).enumerate() {
            let after = self.program.with_fixed(var, value, |model| match trial {
                Trial::Duals(duals) => Some(Bound::new(model, duals).approximate()),
                Trial::Ray(ray) => is_empty(model, ray).then_some(f64::NEG_INFINITY),
                Trial::Nothing => None,
            });
            let Some(after) = after else { continue };
            let fractional = &mut list[i / 2];
            fractional.falls[i % 2] = before - after;
            self.costs.observe(fractional.branched(value == 1, before), after);
        }
        Ok(())
    }

    /// Branches where the program says nothing, unless the fixed values violate a row.
    fn branch_anywhere(&mut self) -> Result<Fate, RefuteError> {
        if let Some(sum) = Combination::violated(&self.rows, &self.values) {
            return Ok(Fate::Closed(self.close_by(&sum)?));
        }
        let free = |first: bool| {
            let found =
                (0..self.values.len()).find(|&v| self.values[v].is_none() && self.statement.is_first[v] == first);
            found.map(|variable| Literal { variable: variable + 1, value: true })
        };
        let literal = free(true).or_else(|| free(false)).ok_or(RefuteError::False)?;
        Ok(Fate::Branch(literal, None))
    }
}

/// The variable of a literal in the program.
fn var(literal: Literal) -> Var {
    Var::from_index(literal.variable - 1)
}
