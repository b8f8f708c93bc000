//! The four kinds of constraint, what each one means, and which of them a solver takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{Assignment, Linear, Literal, Model, Var};

/// A constraint. [`Constraint::holds`] defines what each kind means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Constraint {
    /// A linear expression lies between two bounds, either always or only if a literal holds.
    Linear(LinearConstraint),
    /// No two of these variables have the same value.
    AllDifferent(Vec<Var>),
    /// The values of some variables, in order, are one of the listed tuples.
    Table(Table),
    /// The arcs whose literals hold form one circuit.
    Circuit(Circuit),
}

/// The kind of a [`Constraint`], without its data. As text `linear`, `all-different`, `table`, `circuit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, strum::EnumString, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ConstraintKind {
    /// [`Constraint::Linear`], with a literal or without.
    Linear,
    /// [`Constraint::AllDifferent`].
    AllDifferent,
    /// [`Constraint::Table`].
    Table,
    /// [`Constraint::Circuit`].
    Circuit,
}

/// `lower ≤ Σ coefficient · variable ≤ upper`, where either bound may be missing. With a literal it is half-reified: required only
/// if the literal holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinearConstraint {
    terms: Vec<(Var, i64)>,
    lower: Option<i64>,
    upper: Option<i64>,
    only_if: Option<Literal>,
}

/// How a sum relates to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is at least the bound.
    AtLeast,
    /// It is at most the bound.
    AtMost,
    /// It is the bound.
    Equal,
}

impl Linear {
    /// The constraint that the expression is equal to `value`.
    pub fn equals(self, value: i64) -> LinearConstraint {
        LinearConstraint::new(self, Some(value), Some(value))
    }

    /// The constraint that the expression is at most `upper`.
    pub fn at_most(self, upper: i64) -> LinearConstraint {
        LinearConstraint::new(self, None, Some(upper))
    }

    /// The constraint that the expression is at least `lower`.
    pub fn at_least(self, lower: i64) -> LinearConstraint {
        LinearConstraint::new(self, Some(lower), None)
    }

    /// The constraint that the expression is in `lower..=upper`.
    pub fn between(self, lower: i64, upper: i64) -> LinearConstraint {
        LinearConstraint::new(self, Some(lower), Some(upper))
    }
}

impl LinearConstraint {
    /// `lower ≤ expression ≤ upper`, with the expression's constant moved into the bounds; `None` is no bound.
    ///
    /// # Panics
    /// When a bound leaves the range of an i64.
    pub fn new(expression: Linear, lower: Option<i64>, upper: Option<i64>) -> Self {
        let expression = expression.normalized();
        let shift = |bound: i64| {
            bound.checked_sub(expression.constant()).expect("a bound less the expression's constant fits an i64")
        };
        Self { lower: lower.map(shift), upper: upper.map(shift), terms: expression.terms().to_vec(), only_if: None }
    }

    /// The constraint, required only if `literal` holds. This literal replaces the literal of an earlier call.
    #[must_use]
    pub fn only_if(self, literal: Literal) -> Self {
        Self { only_if: Some(literal), ..self }
    }

    /// The terms, one for each variable, by index, without zeros.
    pub fn terms(&self) -> &[(Var, i64)] {
        &self.terms
    }

    /// The lower bound, if there is one.
    pub const fn lower(&self) -> Option<i64> {
        self.lower
    }

    /// The upper bound, if there is one.
    pub const fn upper(&self) -> Option<i64> {
        self.upper
    }

    /// Its bounds, each with how the sum relates to it: one where both are the same.
    pub fn sides(&self) -> impl Iterator<Item = (Relation, i64)> + use<> {
        let equal = self.lower.filter(|_| self.lower == self.upper);
        let [lower, upper] = [self.lower, self.upper].map(|bound| bound.filter(|_| equal.is_none()));
        let sides = [(Relation::AtLeast, lower), (Relation::AtMost, upper), (Relation::Equal, equal)];
        sides.into_iter().filter_map(|(relation, bound)| Some((relation, bound?)))
    }

    /// The literal that it is conditional on, if there is one.
    pub const fn condition(&self) -> Option<Literal> {
        self.only_if
    }

    /// The exact value of Σ coefficient · variable.
    ///
    /// # Panics
    /// When the assignment has no value for one of its variables.
    pub fn activity(&self, assignment: &Assignment) -> i128 {
        self.terms.iter().map(|&(var, c)| i128::from(c) * i128::from(assignment[var])).sum()
    }

    /// Whether a point of a linear relaxation meets one of its bounds, or is beyond it.
    ///
    /// # Panics
    /// When the point has no value for one of its variables.
    pub fn is_tight_at(&self, values: &[f64]) -> bool {
        const TOLERANCE: f64 = 1e-6;
        let sum: f64 = self.terms.iter().map(|&(var, c)| c as f64 * values[var.index()]).sum();
        let meets_lower = self.lower.is_some_and(|lower| sum <= lower as f64 + TOLERANCE);
        meets_lower || self.upper.is_some_and(|upper| sum >= upper as f64 - TOLERANCE)
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        if self.only_if.is_some_and(|literal| !assignment.holds(literal)) {
            return true;
        }
        let activity = self.activity(assignment);
        self.lower.is_none_or(|lower| i128::from(lower) <= activity)
            && self.upper.is_none_or(|upper| activity <= i128::from(upper))
    }
}

/// Allowed tuples, stored row by row and shared between the constraints that use the same list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    vars: Vec<Var>,
    tuples: std::sync::Arc<[i64]>,
}

impl Table {
    /// The values of `vars`, in order, are one of `tuples`: a flat list, tuple after tuple, with one number for each variable.
    ///
    /// # Panics
    /// When there are no variables, or the length of the list is no multiple of their number.
    pub fn new(vars: Vec<Var>, tuples: std::sync::Arc<[i64]>) -> Self {
        assert!(!vars.is_empty() && tuples.len().is_multiple_of(vars.len()), "a table holds whole tuples");
        Self { vars, tuples }
    }

    /// The variables, one for each column.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The allowed tuples one after another: a flat list, with one number for each variable.
    pub fn values(&self) -> &[i64] {
        &self.tuples
    }

    /// The allowed tuples, each with one value for each of [`vars`](Self::vars), in order.
    pub fn tuples(&self) -> impl Iterator<Item = &[i64]> {
        self.tuples.chunks_exact(self.vars.len())
    }
}

/// The tuples of a table within some ranges, each once and in order, and where each value is.
#[derive(Debug)]
pub struct Supports<'a> {
    /// The tuples.
    pub tuples: Vec<&'a [i64]>,
    /// By column, for each value the indices of the tuples that have it.
    pub by_value: Vec<BTreeMap<i64, Vec<usize>>>,
}

impl Table {
    /// The tuples that are within the ranges of the variables.
    pub fn supports(&self, range: impl Fn(Var) -> RangeInclusive<i64>) -> Supports<'_> {
        let ranges: Vec<_> = self.vars.iter().map(|&var| range(var)).collect();
        let inside = |tuple: &&[i64]| tuple.iter().zip(&ranges).all(|(value, range)| range.contains(value));
        let tuples: BTreeSet<&[i64]> = self.tuples().filter(inside).collect();
        let mut by_value = vec![BTreeMap::<i64, Vec<usize>>::new(); ranges.len()];
        for (i, tuple) in tuples.iter().enumerate() {
            for (supports, &value) in by_value.iter_mut().zip(*tuple) {
                supports.entry(value).or_default().push(i);
            }
        }
        Supports { tuples: tuples.into_iter().collect(), by_value }
    }
}

impl Supports<'_> {
    /// The first column in which no other tuple has the value of the tuple with this index.
    ///
    /// # Panics
    /// When there is no such tuple.
    pub fn alone(&self, i: usize) -> Option<usize> {
        let mut columns = self.by_value.iter().zip(self.tuples[i]);
        columns.position(|(supports, value)| supports[value].len() == 1)
    }
}

/// An arc of a [`Circuit`]. If tail and head are the same node it is a self-arc; using it means that the node is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arc {
    /// The tail, in `0..nodes`.
    pub from: usize,
    /// The head, in `0..nodes`.
    pub to: usize,
    /// Holds exactly if the arc is used.
    pub literal: Literal,
}

/// The used arcs form one circuit through every node that is not skipped. Every node, skipped or not, has exactly one used arc out
/// and one in. With every node skipped the constraint holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circuit {
    /// Number of nodes.
    pub nodes: usize,
    /// The arcs. A node without a self-arc cannot be skipped.
    pub arcs: Vec<Arc>,
}

impl Circuit {
    fn holds(&self, assignment: &Assignment) -> bool {
        let mut next = vec![None; self.nodes];
        let mut entered = vec![false; self.nodes];
        for arc in self.arcs.iter().filter(|arc| assignment.holds(arc.literal)) {
            if next[arc.from].replace(arc.to).is_some() || std::mem::replace(&mut entered[arc.to], true) {
                return false;
            }
        }
        let Some(next) = next.into_iter().collect::<Option<Vec<usize>>>() else { return false };
        let on_circuit = |&node: &usize| next[node] != node;
        let Some(start) = (0..self.nodes).find(on_circuit) else { return true };
        let length =
            1 + std::iter::successors(Some(next[start]), |&n| Some(next[n])).take_while(|&n| n != start).count();
        length == (0..self.nodes).filter(on_circuit).count()
    }
}

/// A bound, an equality literal or a constraint that an assignment violates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {reason}")]
pub struct Violation {
    /// The name of the constraint or variable.
    pub name: String,
    /// The numbers that show the violation.
    pub reason: String,
}

impl Violation {
    pub(super) fn new(name: &str, reason: String) -> Self {
        Self { name: name.to_owned(), reason }
    }
}

impl Constraint {
    /// Its kind.
    pub const fn kind(&self) -> ConstraintKind {
        match self {
            Self::Linear(_) => ConstraintKind::Linear,
            Self::AllDifferent(_) => ConstraintKind::AllDifferent,
            Self::Table(_) => ConstraintKind::Table,
            Self::Circuit(_) => ConstraintKind::Circuit,
        }
    }

    /// The row that it is, if it is linear and always required.
    pub const fn as_row(&self) -> Option<&LinearConstraint> {
        match self {
            Self::Linear(row) if row.only_if.is_none() => Some(row),
            _ => None,
        }
    }

    /// Whether `assignment` satisfies it, in exact integers.
    ///
    /// # Panics
    /// When the assignment has no value for one of its variables.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        match self {
            Self::Linear(linear) => linear.holds(assignment),
            Self::AllDifferent(vars) => {
                let mut values: Vec<i64> = vars.iter().map(|&v| assignment[v]).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
            Self::Table(table) => {
                table.tuples().any(|tuple| table.vars.iter().zip(tuple).all(|(&var, &value)| assignment[var] == value))
            }
            Self::Circuit(circuit) => circuit.holds(assignment),
        }
    }

    /// The number of variable occurrences in it, that of a condition included. Tuples of a table do not count.
    pub fn variable_count(&self) -> usize {
        match self {
            Self::Linear(linear) => linear.terms.len() + usize::from(linear.only_if.is_some()),
            Self::AllDifferent(vars) => vars.len(),
            Self::Table(table) => table.vars.len(),
            Self::Circuit(circuit) => circuit.arcs.len(),
        }
    }

    /// The numbers that show why it does not hold.
    pub(super) fn describe(&self, model: &Model, assignment: &Assignment) -> String {
        let values = |vars: &[Var]| {
            vars.iter().fold(String::new(), |mut text, &v| {
                let _ = write!(text, " {}={}", model.variable(v).name, assignment[v]);
                text
            })
        };
        match self {
            Self::Linear(linear) => {
                let bound = |b: Option<i64>, none: &str| b.map_or_else(|| none.to_owned(), |b| b.to_string());
                let (lower, upper) = (bound(linear.lower, "−∞"), bound(linear.upper, "∞"));
                format!("the sum is {}, outside {lower}..={upper}", linear.activity(assignment))
            }
            Self::AllDifferent(vars) => format!("the values are not all different:{}", values(vars)),
            Self::Table(table) => format!("no allowed tuple is{}", values(&table.vars)),
            Self::Circuit(circuit) => format!("the used arcs are not one circuit over {} nodes", circuit.nodes),
        }
    }
}

impl From<LinearConstraint> for Constraint {
    fn from(linear: LinearConstraint) -> Self {
        Self::Linear(linear)
    }
}

impl From<Table> for Constraint {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

impl From<Circuit> for Constraint {
    fn from(circuit: Circuit) -> Self {
        Self::Circuit(circuit)
    }
}

/// What a solver can do: the constraints that it takes beside plain linear rows, and the tasks that it does beside finding the best solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each one is independent of the others")]
pub struct Capabilities {
    /// Equality literals: a 0/1 variable that is 1 exactly if another variable has some value ([`Definition`](super::Definition)).
    pub equality: bool,
    /// Linear rows that have to hold only if a literal does.
    pub half_reified: bool,
    /// [`Constraint::AllDifferent`].
    pub all_different: bool,
    /// [`Constraint::Table`].
    pub table: bool,
    /// [`Constraint::Circuit`].
    pub circuit: bool,
    /// It lists all solutions of a model.
    pub lists: bool,
    /// It refutes clauses and tells how.
    pub refutes: bool,
    /// It solves linear relaxations as such. A solver that takes [implied integers](super::Integrality::Implied) to be integer finds
    /// integer solutions of a relaxation, which takes as long as the model itself.
    pub relaxations: bool,
    /// It gives the duals of linear programs.
    pub duals: bool,
    /// The largest coefficient with which its proofs count; `None` for a solver that computes in integers. With tolerance t a solver takes a
    /// value as an integer that is off by t, so a coefficient near 1/t swallows an integer: "infeasible" and "optimal" may then be wrong.
    pub largest_trusted: Option<u64>,
}

impl Capabilities {
    /// Plain linear rows only: a MILP solver.
    pub const LINEAR: Self = Self {
        equality: false,
        half_reified: false,
        all_different: false,
        table: false,
        circuit: false,
        lists: false,
        refutes: false,
        relaxations: false,
        duals: false,
        largest_trusted: None,
    };

    /// Every constraint that a model can have.
    pub const ALL: Self =
        Self { equality: true, half_reified: true, all_different: true, table: true, circuit: true, ..Self::LINEAR };

    /// Whether the solver takes constraints of this kind. Every solver takes linear ones without a literal; for those with one see
    /// [`half_reified`](Self::half_reified).
    pub const fn takes(self, kind: ConstraintKind) -> bool {
        match kind {
            ConstraintKind::Linear => true,
            ConstraintKind::AllDifferent => self.all_different,
            ConstraintKind::Table => self.table,
            ConstraintKind::Circuit => self.circuit,
        }
    }
}
