//! Model → Pumpkin: the variables, and each kind of constraint in Pumpkin's terms.
//!
//! * Equality literals are two clauses over the predicates [x = v] that Pumpkin has for every variable.
//! * A linear row is a propagator for each of its bounds, half-reified if it has a literal. A row over 0/1 variables that
//!   excludes a single assignment becomes a clause. Rows that always hold are left out.
//! * `AllDifferent` has no propagator of its own in Pumpkin: it becomes x ≠ y for each pair. For a permutation, the clause "some
//!   variable takes v" is added for each value v; without these clauses a 5×5 die tour takes three times as long.
//! * `Table` becomes clauses over a literal for each tuple.
//!
//! Pumpkin computes in 32-bit integers, without checks. So each row has to fit with the sum of the absolute values of its terms
//! and of its bound.

use std::ops::RangeInclusive;

use pumpkin_core::Solver;
use pumpkin_core::options::SolverOptions;
use pumpkin_core::predicate;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::variables::{AffineView, DomainId, Literal as PumpkinLiteral, TransformableVariable as _};

use crate::BackendError;
use crate::model::{Constraint, EXACT, LinearConstraint, Literal, Model, Sense, Table, Var, Variable};

/// The largest absolute value of a number: Pumpkin negates numbers and adds 1 to them.
const LARGEST: i128 = (1 << 31) - 2;

/// A model in Pumpkin.
pub(super) struct Translation {
    pub(super) solver: Solver,
    /// By index of the model's variables.
    columns: Vec<DomainId>,
    /// The bounds of the model's variables, by index. They were passed to Pumpkin, so they fit.
    domains: Vec<RangeInclusive<i64>>,
    /// How many of the model's constraints Pumpkin has.
    constraints: usize,
    /// The variable that is equal to the objective less its constant; `None` if there is no objective or it is constant.
    pub(super) objective: Option<(DomainId, Sense)>,
}

/// A row is `Σ terms ≤ limit`, required if the literal holds.
struct AtMost<'a> {
    name: &'a str,
    terms: Vec<(Var, i64)>,
    limit: i64,
    condition: Option<Literal>,
}

impl Translation {
    /// The variables, equality literals and the objective of a model, but none of its constraints; `None` if a variable has an empty
    /// domain, which Pumpkin does not know.
    pub(super) fn new(model: &Model, options: SolverOptions) -> Result<Option<Self>, BackendError> {
        if model.variables().iter().any(|v| v.lower > v.upper) {
            return Ok(None);
        }
        let mut solver = Solver::with_options(options);
        let mut columns = Vec::with_capacity(model.variables().len());
        for v in model.variables() {
            columns.push(solver.new_bounded_integer(number(v.lower, &v.name)?, number(v.upper, &v.name)?));
        }
        let domains = model.variables().iter().map(Variable::range).collect();
        let mut translation = Self { solver, columns, domains, constraints: 0, objective: None };
        translation.objective(model)?;
        translation.definitions(model)?;
        Ok(Some(translation))
    }

    /// Passes on the constraints that the model has got since the last call, as long as Pumpkin does not find them contradictory.
    pub(super) fn extend(&mut self, model: &Model) -> Result<(), BackendError> {
        for named in &model.constraints()[self.constraints..] {
            if self.solver.is_inconsistent() {
                break;
            }
            self.constraint(&named.name, &named.constraint)?;
        }
        self.constraints = model.constraints().len();
        Ok(())
    }

    /// Pumpkin's variables, by index of the model's.
    pub(super) fn columns(&self) -> &[DomainId] {
        &self.columns
    }

    fn clause(&mut self, predicates: Vec<Predicate>) {
        let tag = self.solver.new_constraint_tag();
        self.solver.add_clause(predicates, tag);
    }

    fn column(&self, var: Var) -> DomainId {
        self.columns[var.index()]
    }

    fn domain(&self, var: Var) -> (i64, i64) {
        self.domains[var.index()].clone().into_inner()
    }

    /// The predicate that a literal holds.
    fn holds(&self, literal: Literal) -> Predicate {
        let x = self.column(literal.var());
        if literal.is_positive() { predicate![x >= 1] } else { predicate![x <= 0] }
    }

    /// Adds a variable that is equal to the objective less its constant. All variables have to exist before the first constraint: Pumpkin
    /// accepts no variable once it is inconsistent.
    fn objective(&mut self, model: &Model) -> Result<(), BackendError> {
        const NAME: &str = "the objective";
        let Some(objective) = model.objective().filter(|objective| !objective.expression.terms().is_empty()) else {
            return Ok(());
        };
        let terms = objective.expression.terms();
        let constant = objective.expression.constant();
        if constant.unsigned_abs() > EXACT.unsigned_abs() {
            return Err(BackendError::NotExact { what: format!("{constant} in {NAME}") });
        }
        let (least, largest) = self.range(terms);
        // Twice: the objective is a term of its own row.
        check(2 * self.magnitude(terms), NAME)?;
        let value = self.solver.new_bounded_integer(small(least, NAME)?, small(largest, NAME)?);
        for sign in [1, -1] {
            let tag = self.solver.new_constraint_tag();
            let mut views = self.views(terms.iter().map(|&(var, c)| (var, sign * c)), NAME)?;
            views.push(value.scaled(if sign == 1 { -1 } else { 1 }));
            self.solver.add_constraint(pumpkin_constraints::less_than_or_equals(views, 0, tag)).post();
        }
        self.objective = Some((value, objective.sense));
        Ok(())
    }

    /// Equality literals.
    fn definitions(&mut self, model: &Model) -> Result<(), BackendError> {
        for definition in model.definitions() {
            let name = &model.variable(definition.literal).name;
            let value = number(definition.value, name)?;
            let (literal, x) = (self.column(definition.literal), self.column(definition.var));
            self.clause(vec![predicate![literal <= 0], predicate![x == value]]);
            self.clause(vec![predicate![literal >= 1], predicate![x != value]]);
        }
        Ok(())
    }

    fn constraint(&mut self, name: &str, constraint: &Constraint) -> Result<(), BackendError> {
        match constraint {
            Constraint::Linear(row) => self.linear(name, row),
            Constraint::AllDifferent(vars) => {
                self.all_different(vars);
                Ok(())
            }
            Constraint::Table(table) => self.table(table, name),
            Constraint::Circuit(_) => unreachable!("the model was lowered to what the capabilities name"),
        }
    }

    fn linear(&mut self, name: &str, row: &LinearConstraint) -> Result<(), BackendError> {
        let condition = row.condition();
        if let Some(limit) = row.upper() {
            self.at_most(&AtMost { name, terms: row.terms().to_vec(), limit, condition })?;
        }
        if let Some(lower) = row.lower() {
            let too_large = || out_of_range(i128::from(lower), name);
            let negated = |&(var, c): &(Var, i64)| Some((var, c.checked_neg()?));
            let terms = row.terms().iter().map(negated).collect::<Option<_>>().ok_or_else(too_large)?;
            let limit = lower.checked_neg().ok_or_else(too_large)?;
            self.at_most(&AtMost { name, terms, limit, condition })?;
        }
        Ok(())
    }

    fn at_most(&mut self, row: &AtMost<'_>) -> Result<(), BackendError> {
        let limit = i128::from(row.limit);
        let (least, largest) = self.range(&row.terms);
        if largest <= limit {
            return Ok(());
        }
        if least > limit {
            self.clause(row.condition.map(|literal| self.holds(!literal)).into_iter().collect());
            return Ok(());
        }
        if let Some(mut clause) = self.as_clause(row, largest) {
            clause.extend(row.condition.map(|literal| self.holds(!literal)));
            self.clause(clause);
            return Ok(());
        }
        check(self.magnitude(&row.terms) + limit.abs(), row.name)?;
        let views = self.views(row.terms.iter().copied(), row.name)?;
        let tag = self.solver.new_constraint_tag();
        let literal = row.condition.map(|literal| self.literal(literal));
        let constraint = pumpkin_constraints::less_than_or_equals(views, number(row.limit, row.name)?, tag);
        let poster = self.solver.add_constraint(constraint);
        match literal {
            Some(literal) => poster.implied_by(literal),
            None => poster.post(),
        }
        Ok(())
    }

    /// The row as a clause, if each variable has at most two values and only the assignment with the largest sum violates it.
    #[expect(clippy::cast_possible_truncation, reason = "ranges beyond 32 bits are refused")]
    fn as_clause(&self, row: &AtMost<'_>, largest: i128) -> Option<Vec<Predicate>> {
        let mut clause = Vec::with_capacity(row.terms.len());
        for &(var, c) in &row.terms {
            let (lower, upper) = self.domain(var);
            if lower == upper {
                continue;
            }
            if upper - lower > 1 || largest - i128::from(c).abs() > i128::from(row.limit) {
                return None;
            }
            let x = self.column(var);
            let (lower, upper) = (lower as i32, upper as i32);
            clause.push(if c > 0 { predicate![x <= lower] } else { predicate![x >= upper] });
        }
        Some(clause)
    }

    fn literal(&self, literal: Literal) -> PumpkinLiteral {
        let positive = PumpkinLiteral::new(self.column(literal.var()));
        if literal.is_positive() { positive } else { !positive }
    }

    /// The terms of a row as Pumpkin's scaled variables.
    fn views(
        &self,
        terms: impl IntoIterator<Item = (Var, i64)>,
        name: &str,
    ) -> Result<Vec<AffineView<DomainId>>, BackendError> {
        terms.into_iter().map(|(var, c)| Ok(self.column(var).scaled(number(c, name)?))).collect()
    }

    /// The least and the largest value of a sum.
    fn range(&self, terms: &[(Var, i64)]) -> (i128, i128) {
        terms.iter().fold((0, 0), |(least, largest), &(var, c)| {
            let (lower, upper) = self.domain(var);
            let ends = [lower, upper].map(|bound| i128::from(c) * i128::from(bound));
            (least + ends[0].min(ends[1]), largest + ends[0].max(ends[1]))
        })
    }

    /// The sum of the largest absolute values of the terms and of their coefficients: no sum within a propagator is larger.
    fn magnitude(&self, terms: &[(Var, i64)]) -> i128 {
        let of_term = |&(var, c): &(Var, i64)| {
            let (lower, upper) = self.domain(var);
            let bound = lower.unsigned_abs().max(upper.unsigned_abs()).max(1);
            i128::from(c).abs() * i128::from(bound)
        };
        terms.iter().map(of_term).sum()
    }

    #[expect(clippy::cast_possible_truncation, reason = "ranges beyond 32 bits are refused")]
    fn all_different(&mut self, vars: &[Var]) {
        let columns: Vec<DomainId> = vars.iter().map(|&var| self.column(var)).collect();
        let tag = self.solver.new_constraint_tag();
        self.solver.add_constraint(pumpkin_constraints::all_different(columns.clone(), tag)).post();
        let domains = vars.iter().map(|&var| self.domain(var));
        let least = domains.clone().map(|(lower, _)| lower).min().unwrap_or(0);
        let largest = domains.map(|(_, upper)| upper).max().unwrap_or(-1);
        if largest - least + 1 == vars.len() as i64 {
            for value in least..=largest {
                let value = value as i32;
                self.clause(columns.iter().map(|&x| predicate![x == value]).collect());
            }
        }
    }

    fn table(&mut self, table: &Table, name: &str) -> Result<(), BackendError> {
        // Equal tuples would give solutions that differ only in which of them is selected.
        let tuples = table.supports(|var| self.domains[var.index()].clone()).tuples;
        let tuples = tuples.into_iter().map(|tuple| tuple.iter().map(|&value| number(value, name)).collect());
        let tuples = tuples.collect::<Result<Vec<Vec<i32>>, _>>()?;
        let columns: Vec<DomainId> = table.vars().iter().map(|&var| self.column(var)).collect();
        for (i, &x) in columns.iter().enumerate() {
            let values = tuples.iter().map(|tuple| tuple[i]);
            if let Some((least, largest)) = values.clone().min().zip(values.max()) {
                self.clause(vec![predicate![x >= least]]);
                self.clause(vec![predicate![x <= largest]]);
            }
        }
        let tag = self.solver.new_constraint_tag();
        self.solver.add_constraint(pumpkin_constraints::table(columns, tuples, tag)).post();
        Ok(())
    }
}

/// A number in Pumpkin.
fn number(value: i64, what: &str) -> Result<i32, BackendError> {
    small(i128::from(value), what)
}

fn small(value: i128, what: &str) -> Result<i32, BackendError> {
    check(value.abs(), what)?;
    i32::try_from(value).map_err(|_| out_of_range(value, what))
}

/// Refuses a sum of absolute values that Pumpkin could not compute with.
fn check(magnitude: i128, what: &str) -> Result<(), BackendError> {
    if magnitude <= LARGEST { Ok(()) } else { Err(out_of_range(magnitude, what)) }
}

fn out_of_range(value: i128, what: &str) -> BackendError {
    BackendError::OutOfRange { solver: super::options::name(), what: format!("{value} in {what}") }
}
