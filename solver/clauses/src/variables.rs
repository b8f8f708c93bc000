//! What stands for the variables of the model: a literal for one in 0..=1, an [`Integer`] for any other.
//!
//! * An integer with at most [`ORDER_VALUES`] values l..=u has the literals [x ≥ v], l < v ≤ u, each implying the literal before: u − l
//!   variables and u − l − 1 clauses. Where an equality is needed, [x = v] is [x ≥ v] ∧ ¬[x ≥ v + 1]: 3 clauses.
//! * An integer that rows do not add up, with at most [`DIRECT_VALUES`] values, has the literals [x = v], exactly one of which holds. If a
//!   row comes later, [x ≥ v] ↔ [x ≥ v + 1] ∨ [x = v]: 3 clauses each.
//! * An integer with more values has bits: x = l + Σ 2ᵏ·bₖ ≤ u. Then [x = v] is the conjunction of the bits of v − l.
//! * An integer with a single value has no literals.
//!
//! Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, *Compiling finite linear CSP into SAT*, Constraints 2009, for the literals
//! [x ≥ v]; the other literals are folklore.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Lit;
use super::adder::Bits;
use super::clauses::{Clauses, Refusal, exactly_one};
use super::leaf::Order;
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

/// See the [module](self).
const ORDER_VALUES: u64 = 1024;
/// See the [module](self).
const DIRECT_VALUES: u64 = 65_536;

/// An integer variable by literals.
#[derive(Clone, Debug)]
pub(super) struct Integer {
    lower: i64,
    upper: i64,
    number: Option<Number>,
    /// The literals [x = v] that there are so far, by value.
    equal: BTreeMap<i64, Lit>,
}

/// The integer as something that can be added.
#[derive(Clone, Debug)]
pub(super) enum Number {
    Order(Order),
    /// What it is above its least value.
    Bits(Bits),
}

/// Where an integer occurs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Occurrence {
    /// In a row or in the objective.
    pub added: bool,
    /// In a table or in an all-different constraint.
    pub compared: bool,
}

impl Integer {
    /// An integer with at least one value.
    pub fn new(lower: i64, upper: i64, occurs: Occurrence, out: &mut Clauses<'_>) -> Result<Self, Refusal> {
        let mut integer = Self { lower, upper, number: None, equal: BTreeMap::new() };
        if occurs.compared && !occurs.added && integer.has_few_values() {
            integer.equal_each(out)?;
        } else {
            integer.number(out)?;
        }
        Ok(integer)
    }

    pub const fn lower(&self) -> i64 {
        self.lower
    }

    pub const fn upper(&self) -> i64 {
        self.upper
    }

    /// The number of values.
    const fn count(&self) -> u64 {
        self.upper.abs_diff(self.lower).saturating_add(1)
    }

    /// Whether a literal for each value is not too many.
    pub const fn has_few_values(&self) -> bool {
        self.count() <= DIRECT_VALUES
    }

    /// Makes the literal of each value.
    fn equal_each(&mut self, out: &mut Clauses<'_>) -> Result<(), Refusal> {
        out.reserve(self.count())?;
        self.equal = match self.count() {
            1 => BTreeMap::new(),
            2 => {
                let literal = out.variable();
                [(self.lower, !literal), (self.upper, literal)].into()
            }
            _ => (self.lower..=self.upper).map(|value| (value, out.variable())).collect(),
        };
        if self.equal.len() > 2 {
            exactly_one(&self.equal.values().copied().collect::<Vec<_>>(), out)?;
        }
        Ok(())
    }

    /// The integer as something that can be added, if it is.
    pub const fn known_number(&self) -> Option<&Number> {
        self.number.as_ref()
    }

    /// The integer as something that can be added, made now if it was only compared so far.
    pub fn number(&mut self, out: &mut Clauses<'_>) -> Result<&Number, Refusal> {
        let number = match self.number.take() {
            Some(number) => number,
            None if self.count() <= ORDER_VALUES => Number::Order(self.order(out)?),
            None => Number::Bits(self.bits(out)?),
        };
        Ok(self.number.insert(number))
    }

    fn order(&self, out: &mut Clauses<'_>) -> Result<Order, Refusal> {
        let values: Vec<i64> = (self.lower..=self.upper).collect();
        out.reserve(4 * values.len() as u64)?;
        if let [(_, _), (_, &is_upper)] = self.equal.iter().collect::<Vec<_>>()[..] {
            return Ok(Order::new(values, vec![is_upper]));
        }
        let order = Order::fresh(values, out);
        for (i, value) in order.values().iter().enumerate() {
            self.equal.get(value).into_iter().for_each(|&equal| define_equal(&order, i, equal, out));
        }
        Ok(order)
    }

    fn bits(&self, out: &mut Clauses<'_>) -> Result<Bits, Refusal> {
        let span = self.upper.abs_diff(self.lower);
        let bits = Bits::new(u64::BITS - span.leading_zeros(), out);
        out.reserve(64 * (1 + self.equal.len() as u64))?;
        bits.at_most(span as i64).iter().for_each(|clause| out.add(clause));
        for (value, &equal) in &self.equal {
            out.define_all(equal, &bits.are(value.abs_diff(self.lower)));
        }
        Ok(bits)
    }

    /// The literal [x = value], made now if there is none yet.
    pub fn equal(&mut self, value: i64, out: &mut Clauses<'_>) -> Lit {
        if !(self.lower..=self.upper).contains(&value) {
            return Lit::FALSE;
        }
        if let Some(&literal) = self.equal.get(&value) {
            return literal;
        }
        let literal = match &self.number {
            None => Lit::TRUE,
            Some(Number::Order(order)) => match usize::try_from(value - self.lower).expect("it is in the range") {
                0 => !order.at_least(1),
                i if value == self.upper => order.at_least(i),
                i => {
                    let literal = out.variable();
                    define_equal(order, i, literal, out);
                    literal
                }
            },
            Some(Number::Bits(bits)) => {
                let literal = out.variable();
                out.define_all(literal, &bits.are(value.abs_diff(self.lower)));
                literal
            }
        };
        self.equal.insert(value, literal);
        literal
    }

    /// The literals [x = v] that there are so far, by value.
    pub fn equalities(&self) -> impl Iterator<Item = (i64, Lit)> {
        self.equal.iter().map(|(&value, &literal)| (value, literal))
    }

    /// Whether there is a literal [x = v] for each value.
    pub fn has_all_equalities(&self) -> bool {
        self.equal.len() as u64 == self.count()
    }

    /// Its value where `holds` says which literals hold.
    pub fn value(&self, holds: impl Fn(Lit) -> bool) -> i64 {
        match &self.number {
            Some(Number::Order(order)) => order.value(holds),
            Some(Number::Bits(bits)) => self.lower.saturating_add(bits.value(holds)),
            None => self.equal.iter().find(|&(_, &literal)| holds(literal)).map_or(self.lower, |(&value, _)| value),
        }
    }
}

/// Emits the clauses of `equal ↔ [number ≥ values[i]] ∧ ¬[number ≥ values[i + 1]]`.
fn define_equal(order: &Order, i: usize, equal: Lit, out: &mut Clauses<'_>) {
    out.define_all(equal, &[order.at_least(i), !order.at_least(i + 1)]);
}
