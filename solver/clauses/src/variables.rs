//! What stands for the variables of the model: a literal for one in 0..=1, an [`Integer`] for any other; and what the clauses' variables mean,
//! for readers of files.

use std::ops::RangeInclusive;

use super::Lit;
use super::clauses::{Clauses, Refusal};
use super::encoding::Encoding;
use super::integer::{Integer, Number, Occurrence};
use super::leaf::Order;
use tumble_model::model::{Definition, Literal, Model, Var};

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
