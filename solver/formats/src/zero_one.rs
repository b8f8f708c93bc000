//! A model of plain linear rows over 0/1 variables x1, x2, …, as OPB files have it and as proofs speak of it.
//!
//! An integer in l..=u is written as `l + Σ wₖ·xₖ` over variables of its own, with the weights 1, 2, 4, … and a last one such that the
//! largest value is u: each value can be written, some in several ways. Rows have a relation `>=` or `=`, so an upper bound is written
//! with the signs turned round.

use super::WriteError;
use super::plain::Plain;
use tumble_model::model::{EXACT, LinearConstraint, Model, Relation, Var};

/// A sum over 0/1 variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The constant.
    pub constant: i64,
    /// Coefficients and numbers of variables, from 1.
    pub terms: Vec<(i64, usize)>,
}

/// `Σ coefficient · variable >= bound`, or `= bound`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Coefficients and numbers of variables, from 1. Not empty: a row that never holds names x1 with coefficient 0.
    pub terms: Vec<(i64, usize)>,
    /// Whether the sum is equal to the bound.
    pub is_equality: bool,
    /// The bound.
    pub bound: i64,
}

/// The rows of a model over 0/1 variables, and what the variables mean.
#[derive(Clone, Debug)]
pub struct ZeroOne {
    /// The variables of the model in terms of the 0/1 variables, by index.
    pub expansions: Vec<Sum>,
    /// The number of 0/1 variables: they are 1 to this, which is at least 1, since a row that never holds names x1.
    pub count: usize,
    /// The rows, in order. Rows that always hold because they have no variable are left out.
    pub rows: Vec<Row>,
    /// What is minimised, its constant included; `None` without an objective. An objective that is maximised is negated.
    pub objective: Option<Sum>,
}

impl ZeroOne {
    /// The 0/1 form of a model.
    ///
    /// # Errors
    /// When a constraint is of another kind, names are not legal or not unique, or a number is beyond ±2^53.
    pub fn of(model: &Model) -> Result<Self, WriteError> {
        let plain = Plain::of(model)?;
        let (expansions, count) = expand(model);
        let count = count.max(1);
        let mut form = Self { expansions, count, rows: Vec::with_capacity(plain.rows.len()), objective: None };
        if model.variables().iter().any(|variable| variable.lower > variable.upper) {
            form.rows.push(Row::never());
        }
        for row in &plain.rows {
            let added = form.row(row.terms, row.relation, row.bound, &row.name)?;
            form.rows.extend(added);
        }
        if model.objective().is_some() {
            let sign = if model.is_maximized() { -1 } else { 1 };
            let sum = form.sum(plain.terms(), sign, "the objective")?;
            form.objective = Some(Sum { constant: sum.constant + sign * plain.constant(), ..sum });
        }
        Ok(form)
    }

    /// A further row of the model over the 0/1 variables, where it is a single row: not with two different bounds.
    pub fn single(&self, row: &LinearConstraint) -> Option<Row> {
        let mut sides = row.sides();
        let ((relation, bound), None) = (sides.next()?, sides.next()) else { return None };
        self.row(row.terms(), relation, bound, "a row").ok().flatten()
    }

    /// The values of the model's variables; `value` gives the value of a 0/1 variable, by number, or of a point between 0 and 1.
    pub fn values(&self, value: impl Fn(usize) -> f64) -> Vec<f64> {
        let of = |Sum { constant, terms }: &Sum| {
            let weighted = terms.iter().map(|&(weight, variable)| weight as f64 * value(variable));
            *constant as f64 + weighted.sum::<f64>()
        };
        self.expansions.iter().map(of).collect()
    }

    /// A row of the model over the 0/1 variables; `None` if it always holds because it has no variable.
    fn row(&self, terms: &[(Var, i64)], relation: Relation, bound: i64, name: &str) -> Result<Option<Row>, WriteError> {
        let sign = if relation == Relation::AtMost { -1 } else { 1 };
        let is_equality = relation == Relation::Equal;
        let Sum { constant, terms } = self.sum(terms, sign, name)?;
        let bound = sign * bound - constant;
        Ok(if !terms.is_empty() {
            Some(Row { terms, is_equality, bound })
        } else if bound > 0 || (bound < 0 && is_equality) {
            Some(Row::never())
        } else {
            None
        })
    }

    /// sign · Σ coefficient · variable over the 0/1 variables; `name` is the row or the objective that has this sum.
    fn sum(&self, terms: &[(Var, i64)], sign: i64, name: &str) -> Result<Sum, WriteError> {
        let mut constant = 0;
        let mut size = 0;
        let mut all = Vec::new();
        for &(var, c) in terms {
            let expansion = &self.expansions[var.index()];
            let times = |number: i64| i128::from(sign * c) * i128::from(number);
            constant += times(expansion.constant);
            size += times(expansion.constant).abs();
            for &(weight, variable) in &expansion.terms {
                size += times(weight).abs();
                all.push((times(weight), variable));
            }
        }
        let not_exact = || WriteError::NotExact { number: size, name: name.to_owned() };
        let exact =
            |number: i128| i64::try_from(number).ok().filter(|_| size <= i128::from(EXACT)).ok_or_else(not_exact);
        let terms = all.into_iter().map(|(weight, variable)| Ok((exact(weight)?, variable)));
        Ok(Sum { constant: exact(constant)?, terms: terms.collect::<Result<_, WriteError>>()? })
    }
}

impl Row {
    /// The factors by which the row is one that is at least a bound: 1, and -1 if it is an equality.
    pub fn signs(&self) -> impl Iterator<Item = i64> + use<> {
        [1, -1].into_iter().take(if self.is_equality { 2 } else { 1 })
    }

    /// A row that never holds; a row has at least one term.
    fn never() -> Self {
        Self { terms: vec![(0, 1)], is_equality: false, bound: 1 }
    }
}

/// The variables of a model in terms of 0/1 variables, and the number of these.
fn expand(model: &Model) -> (Vec<Sum>, usize) {
    let mut count = 0;
    let expansion = |(lower, upper): (i64, i64)| {
        let mut rest = upper - lower;
        let mut terms = Vec::new();
        let mut weight = 1;
        while rest > 0 {
            count += 1;
            terms.push((weight.min(rest), count));
            rest -= weight;
            weight *= 2;
        }
        Sum { constant: lower, terms }
    };
    let expansions = model.variables().iter().map(|variable| (variable.lower, variable.upper)).map(expansion).collect();
    (expansions, count)
}
