//! A model as clauses.

use super::Lit;
use super::clauses::{Clauses, Refusal, Size};
use super::exclusive::Exclusive;
use super::integer::Occurrence;
use super::row::{Expression, Row};
use super::sum::Total;
use super::variables::{Form, Variables};
use super::{all_different, circuit, ranges, table};
use tumble_model::model::{Constraint, Definition, EXACT, Linear, Model, Var};

/// Where clauses go: each is given once, as the literals of which one has to hold, and never with a constant.
pub type Sink<'a> = dyn FnMut(&[Lit]) + 'a;

/// Why a model is not translated to clauses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SatError {
    /// There would be too many clauses.
    #[error("with {what} the model would have more than {limit} clauses", limit = super::MAX_CLAUSES)]
    TooLarge {
        /// The variable or the constraint that is one too many.
        what: String,
    },
    /// A number is too large.
    #[error("the values of {what} are beyond ±2^53")]
    NotExact {
        /// The variable or the constraint.
        what: String,
    },
    /// The caller stopped the translation.
    #[error("the translation to clauses was stopped")]
    Stopped,
}

impl Refusal {
    fn of(self, what: impl Into<String>) -> SatError {
        match self {
            Self::Clauses => SatError::TooLarge { what: what.into() },
            Self::Range => SatError::NotExact { what: what.into() },
        }
    }
}

/// The clauses of a model, as far as they have to be remembered: what stands for each variable, and which literals exclude each other.
/// Constraints can be added at any time.
#[derive(Clone, Debug)]
pub struct Encoding {
    variables: Variables,
    exclusive: Exclusive,
    size: Size,
}

impl Encoding {
    /// Gives the clauses of a model, without its objective, to a sink. Before each constraint it asks whether to go on. All clauses are
    /// counted before the first is given, so what is too large costs some time but no memory.
    ///
    /// # Errors
    /// When there would be too many clauses, a number is beyond ±2^53, or the caller does not go on.
    pub fn new(model: &Model, sink: &mut Sink<'_>, go_on: &dyn Fn() -> bool) -> Result<Self, SatError> {
        Self::translate(model, &mut |_| {}, go_on)?;
        Self::translate(model, sink, go_on)
    }

    fn translate(model: &Model, sink: &mut Sink<'_>, go_on: &dyn Fn() -> bool) -> Result<Self, SatError> {
        let mut encoding =
            Self { variables: Variables::default(), exclusive: Exclusive::default(), size: Size::default() };
        encoding.declare(model, sink)?;
        encoding.find_exclusive(model, sink)?;
        for named in model.constraints() {
            if !go_on() {
                return Err(SatError::Stopped);
            }
            encoding.add(&named.constraint, sink).map_err(|refusal| refusal.of(&named.name))?;
        }
        Ok(encoding)
    }

    /// Makes what stands for the variables.
    fn declare(&mut self, model: &Model, sink: &mut Sink<'_>) -> Result<(), SatError> {
        let mut out = Clauses::new(&mut self.size, sink);
        let occurrences = occurrences(model);
        let mut definitions: Vec<Option<&Definition>> = vec![None; model.variables().len()];
        model.definitions().iter().for_each(|definition| definitions[definition.literal.index()] = Some(definition));
        for (i, (mut range, variable)) in ranges::tightened(model).into_iter().zip(model.variables()).enumerate() {
            if variable.lower < -EXACT || variable.upper > EXACT {
                return Err(Refusal::Range.of(&variable.name));
            }
            if range.is_empty() {
                out.add(&[]);
                range = *range.start()..=*range.start();
            }
            let is_binary = 0 <= variable.lower && variable.upper <= 1;
            let pushed = match definitions[i] {
                Some(definition) => {
                    let literal = self.variables.push_definition(definition, &mut out);
                    if range.start() == range.end() {
                        out.add(&[if *range.start() == 1 { literal } else { !literal }]);
                    }
                    Ok(())
                }
                None => self.variables.push(&range, is_binary, occurrences[i], &mut out),
            };
            pushed.map_err(|refusal| refusal.of(&variable.name))?;
        }
        Ok(())
    }

    /// Records which literals exclude each other: the literals of equalities, and of rows that are encoded by `exactly_one.rs`.
    fn find_exclusive(&mut self, model: &Model, sink: &mut Sink<'_>) -> Result<(), SatError> {
        for form in self.variables.forms() {
            let Form::Integer(integer) = form else { continue };
            let literals: Vec<Lit> = integer.equalities().map(|(_, literal)| literal).collect();
            if literals.len() > 2 {
                self.exclusive.add(&literals, integer.has_all_equalities());
            }
        }
        let mut out = Clauses::new(&mut self.size, sink);
        for named in model.constraints() {
            let Constraint::Linear(row) = &named.constraint else { continue };
            let row = Row::new(row, &mut self.variables, &mut out).map_err(|refusal| refusal.of(&named.name))?;
            row.exclusive().into_iter().flatten().for_each(|(literals, always)| self.exclusive.add(&literals, always));
        }
        Ok(())
    }

    /// Gives the clauses of one more constraint to the sink.
    fn add(&mut self, constraint: &Constraint, sink: &mut Sink<'_>) -> Result<(), Refusal> {
        let Self { variables, exclusive, size } = self;
        let out = &mut Clauses::new(size, sink);
        match constraint {
            Constraint::Linear(row) => Row::new(row, variables, out)?.require(variables, exclusive, out),
            Constraint::AllDifferent(vars) => all_different::require(vars, variables, out),
            Constraint::Table(table) => table::require(table, variables, out),
            Constraint::Circuit(circuit) => circuit::require(circuit, variables, out),
        }
    }

    /// Gives the clauses of one more constraint to the sink, which has to have the clauses of the model.
    ///
    /// # Errors
    /// When there would be too many clauses, or a number is beyond ±2^53.
    pub fn require(&mut self, name: &str, constraint: &Constraint, sink: &mut Sink<'_>) -> Result<(), SatError> {
        self.add(constraint, sink).map_err(|refusal| refusal.of(name))
    }

    /// Gives the clauses that define the value of an expression to the sink: up to `upper` exactly, above no more than that.
    ///
    /// # Errors
    /// As [`require`](Self::require).
    pub fn sum(&mut self, name: &str, expression: &Linear, upper: i64, sink: &mut Sink<'_>) -> Result<Sum, SatError> {
        let Self { variables, exclusive, size } = self;
        let out = &mut Clauses::new(size, sink);
        let total = Expression::new(expression.terms(), expression.constant(), variables)
            .and_then(|expression| expression.total(upper, variables, exclusive, out));
        let (total, constant) = total.map_err(|refusal| refusal.of(name))?;
        Ok(Sum { total, constant })
    }

    /// The least value that an expression can have, as far as the ranges of the variables and what excludes each other tell.
    ///
    /// # Errors
    /// When its values are beyond ±2^53.
    pub fn least(&self, name: &str, expression: &Linear) -> Result<i64, SatError> {
        let expression = Expression::new(expression.terms(), expression.constant(), &self.variables);
        Ok(expression.map_err(|refusal| refusal.of(name))?.least(&self.variables, &self.exclusive))
    }

    /// Literals that make an expression smaller.
    pub fn reducing(&self, expression: &Linear) -> Vec<Lit> {
        let expression = Expression::new(expression.terms(), 0, &self.variables);
        expression.map_or_else(|_| Vec::new(), |expression| expression.reducing(&self.variables))
    }

    /// A literal that implies `sum ≤ bound`.
    pub fn at_most(&mut self, sum: &Sum, bound: i64, sink: &mut Sink<'_>) -> Lit {
        sum.total.at_most(bound.saturating_sub(sum.constant), &mut Clauses::new(&mut self.size, sink))
    }

    /// The size of the clauses so far.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What stands for the model's variables, by index.
    pub(super) fn forms(&self) -> &[Form] {
        self.variables.forms()
    }

    /// The values of the model's variables, by index, where `holds` says which literals hold.
    pub fn values(&self, holds: impl Fn(Lit) -> bool) -> Vec<i64> {
        self.variables.values(holds)
    }
}

/// The value of an expression, by literals.
#[derive(Clone, Debug)]
pub struct Sum {
    total: Total,
    constant: i64,
}

impl Sum {
    /// The least possible value above `bound`, by the variables' ranges alone; `None` if there is no such value.
    pub fn next_above(&self, bound: i64) -> Option<i64> {
        Some(self.total.next_above(bound.checked_sub(self.constant)?)? + self.constant)
    }
}

/// Where each variable occurs, by index.
fn occurrences(model: &Model) -> Vec<Occurrence> {
    let mut occurrences = vec![Occurrence::default(); model.variables().len()];
    let mut add = |terms: &[(Var, i64)]| terms.iter().for_each(|(var, _)| occurrences[var.index()].added = true);
    model.objective().into_iter().for_each(|objective| add(objective.expression.terms()));
    for named in model.constraints() {
        if let Constraint::Linear(row) = &named.constraint {
            add(row.terms());
        }
    }
    for named in model.constraints() {
        match &named.constraint {
            Constraint::AllDifferent(vars) => vars.iter().for_each(|var| occurrences[var.index()].compared = true),
            Constraint::Table(table) => table.vars().iter().for_each(|var| occurrences[var.index()].compared = true),
            Constraint::Linear(_) | Constraint::Circuit(_) => {}
        }
    }
    occurrences
}
