//! What stands for the variables of the model: a literal for one in 0..=1, an [`Integer`] for any other.

use std::ops::RangeInclusive;

use super::Lit;
use super::clauses::{Clauses, Refusal};
use super::integer::{Integer, Occurrence};
use tumble_model::model::{Definition, Literal, Var};

/// What stands for a variable.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Literal(Lit),
    Integer(Integer),
}

/// The forms of the variables, by index.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables(Vec<Form>);

impl Variables {
    /// Adds the next variable, which has this range and, if it `is_binary`, no value but 0 and 1.
    pub fn push(
        &mut self,
        range: &RangeInclusive<i64>,
        is_binary: bool,
        occurs: Occurrence,
        out: &mut Clauses<'_>,
    ) -> Result<(), Refusal> {
        let form = match (*range.start(), *range.end()) {
            (0, 1) => Form::Literal(out.variable()),
            (0, 0) if is_binary => Form::Literal(Lit::FALSE),
            (1, 1) if is_binary => Form::Literal(Lit::TRUE),
            (lower, upper) => Form::Integer(Integer::new(lower, upper, occurs, out)?),
        };
        self.0.push(form);
        Ok(())
    }

    /// Adds the next variable, which is the equality literal of an earlier one.
    pub fn push_definition(&mut self, definition: &Definition, out: &mut Clauses<'_>) -> Lit {
        let literal = self.equal(definition.var, definition.value, out);
        self.0.push(Form::Literal(literal));
        literal
    }

    pub fn form(&self, var: Var) -> &Form {
        &self.0[var.index()]
    }

    pub fn form_mut(&mut self, var: Var) -> &mut Form {
        &mut self.0[var.index()]
    }

    pub fn forms(&self) -> &[Form] {
        &self.0
    }

    /// The values that a variable may have.
    pub fn range(&self, var: Var) -> RangeInclusive<i64> {
        match self.form(var) {
            Form::Literal(literal) => match literal.constant() {
                Some(value) => i64::from(value)..=i64::from(value),
                None => 0..=1,
            },
            Form::Integer(integer) => integer.lower()..=integer.upper(),
        }
    }

    /// Whether a literal for each value of a variable is not too many.
    pub fn has_few_values(&self, var: Var) -> bool {
        match self.form(var) {
            Form::Literal(_) => true,
            Form::Integer(integer) => integer.has_few_values(),
        }
    }

    /// The literal [var = value].
    pub fn equal(&mut self, var: Var, value: i64, out: &mut Clauses<'_>) -> Lit {
        match (self.form_mut(var), value) {
            (Form::Literal(literal), 1) => *literal,
            (Form::Literal(literal), 0) => !*literal,
            (Form::Literal(_), _) => Lit::FALSE,
            (Form::Integer(integer), value) => integer.equal(value, out),
        }
    }

    /// The literal of clauses for a literal of the model, which holds if its variable is 1.
    pub fn literal(&mut self, literal: Literal, out: &mut Clauses<'_>) -> Lit {
        let is_one = self.equal(literal.var(), 1, out);
        if literal.is_positive() { is_one } else { !is_one }
    }

    /// The values of the variables where `holds` says which literals hold.
    pub fn values(&self, holds: impl Fn(Lit) -> bool) -> Vec<i64> {
        let holds = |literal: Lit| literal.constant().unwrap_or_else(|| holds(literal));
        let value = |form: &Form| match form {
            Form::Literal(literal) => i64::from(holds(*literal)),
            Form::Integer(integer) => integer.value(holds),
        };
        self.0.iter().map(value).collect()
    }
}
