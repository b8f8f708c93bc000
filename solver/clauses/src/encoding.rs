//! A model as clauses.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use super::Lit;
use super::clauses::{Clauses, Refusal, Size};
use super::leaf::Order;
use super::row::{Exclusive, Expression, Row};
use super::sum::Total;
use super::variables::{Form, Integer, Number, Occurrence, Variables};
use super::{circuit, values};
use tumble_model::model::{Constraint, Definition, EXACT, Linear, LinearConstraint, Model, Var};

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
        for (i, (mut range, variable)) in tightened(model).into_iter().zip(model.variables()).enumerate() {
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

    /// Records which literals exclude each other: the literals of equalities, and of rows that are encoded by `at_most_one`.
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
            Constraint::AllDifferent(vars) => values::require_different(vars, variables, out),
            Constraint::Table(table) => values::require_tuple(table, variables, out),
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

// The bounds of the variables, tightened by the rows: fewer literals, and integers with many values that a row leaves few of.
//
// For a row l ≤ Σ cᵢ·xᵢ ≤ u, the least value of all terms but one bounds that one from above, and the largest from below. This is
// repeated for the rows of a variable whose bounds changed, at most [`VISITS`] times each row, because bounds can creep.

/// How often a row is used at most.
const VISITS: u8 = 30;

/// The bounds of the variables by index; a range is empty if the model has no solution.
fn tightened(model: &Model) -> Vec<RangeInclusive<i64>> {
    let mut ranges: Vec<(i128, i128)> =
        model.variables().iter().map(|v| (i128::from(v.lower), i128::from(v.upper))).collect();
    let rows: Vec<&LinearConstraint> =
        model.constraints().iter().filter_map(|named| named.constraint.as_row()).collect();
    let mut rows_of = vec![Vec::new(); ranges.len()];
    for (i, row) in rows.iter().enumerate() {
        row.terms().iter().for_each(|(var, _)| rows_of[var.index()].push(i));
    }
    let mut queue: VecDeque<usize> = (0..rows.len()).collect();
    let mut is_queued = vec![true; rows.len()];
    let mut visits = vec![0; rows.len()];
    while let Some(i) = queue.pop_front() {
        is_queued[i] = false;
        visits[i] += 1;
        for changed in tighten(rows[i], &mut ranges) {
            for &j in &rows_of[changed] {
                if visits[j] < VISITS && !is_queued[j] {
                    is_queued[j] = true;
                    queue.push_back(j);
                }
            }
        }
    }
    // Bounds only move inwards, or past each other by less than the range of a row.
    let end = |value: i128| i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX });
    ranges.into_iter().map(|(lower, upper)| end(lower)..=end(upper)).collect()
}

/// Tightens the ranges of a row's variables. Returns the indices of the changed variables.
fn tighten(row: &LinearConstraint, ranges: &mut [(i128, i128)]) -> Vec<usize> {
    let ends = |c: i64, (lower, upper): (i128, i128)| {
        let (a, b) = (i128::from(c) * lower, i128::from(c) * upper);
        (a.min(b), a.max(b))
    };
    let sum = |pick: fn((i128, i128)) -> i128| -> i128 {
        row.terms().iter().map(|&(var, c)| pick(ends(c, ranges[var.index()]))).sum()
    };
    let (least, largest) = (sum(|ends| ends.0), sum(|ends| ends.1));
    let mut changed = Vec::new();
    for &(var, c) in row.terms() {
        let range = ranges[var.index()];
        let (low, high) = ends(c, range);
        // The term is at most `most` and at least `less`.
        let most = row.upper().map_or(high, |upper| i128::from(upper) - (least - low)).min(high);
        let less = row.lower().map_or(low, |lower| i128::from(lower) - (largest - high)).max(low);
        let c = i128::from(c);
        let (lower, upper) =
            if c > 0 { (ceiling(less, c), most.div_euclid(c)) } else { (ceiling(-most, -c), (-less).div_euclid(-c)) };
        let tighter = (range.0.max(lower), range.1.min(upper));
        if tighter != range && range.0 <= range.1 {
            ranges[var.index()] = tighter;
            changed.push(var.index());
        }
    }
    changed
}

/// a / b, rounded up, for b > 0.
fn ceiling(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}

// The meanings of the clauses' variables, for readers of files.

impl Encoding {
    /// What the variables of the clauses mean in the model that they were made from, line by line, in the order of the model's variables:
    ///
    /// * `12 = x_1_2`, a 0/1 variable, or `-12 = x_1_2`, its negation;
    /// * `p_3 >= 3`, what always holds of an integer, whose bounds may be tighter than in the model;
    /// * `40 = [p_3 >= 4]` and `41 = [p_3 = 4]`, what holds if a literal does;
    /// * `p_3 = -5 + 1*42 + 2*43 + 4*44`, an integer in bits;
    /// * `x_1_3 = 0`, a variable that has this value in every solution.
    ///
    /// A variable that no line names is auxiliary.
    pub fn legend(&self, model: &Model) -> Vec<String> {
        let mut lines = Vec::new();
        for (form, variable) in self.forms().iter().zip(model.variables()) {
            let name = &variable.name;
            match form {
                Form::Literal(literal) => lines.push(match literal.constant() {
                    Some(value) => format!("{name} = {}", i64::from(value)),
                    None => format!("{literal} = {name}"),
                }),
                Form::Integer(integer) => integer_lines(name, integer, &mut lines),
            }
        }
        lines
    }
}

fn integer_lines(name: &str, integer: &Integer, lines: &mut Vec<String>) {
    let lower = integer.lower();
    if lower == integer.upper() {
        lines.push(format!("{name} = {lower}"));
        return;
    }
    match integer.known_number() {
        Some(Number::Order(order)) => lines.extend(order_lines(name, order)),
        Some(Number::Bits(bits)) => {
            let terms = bits.weighted().map(|(bit, weight)| format!("{weight}*{bit}"));
            let sum: Vec<String> = std::iter::once(lower.to_string()).chain(terms).collect();
            lines.push(format!("{name} = {}", sum.join(" + ")));
        }
        None => {}
    }
    let equal = |(value, literal): (i64, Lit)| format!("{literal} = [{name} = {value}]");
    lines.extend(integer.equalities().map(equal));
}

fn order_lines(name: &str, order: &Order) -> impl Iterator<Item = String> {
    let values = order.values().iter().enumerate().skip(1);
    let least = format!("{name} >= {}", order.least());
    let steps = values.map(move |(i, value)| format!("{} = [{name} >= {value}]", order.at_least(i)));
    std::iter::once(least).chain(steps)
}
