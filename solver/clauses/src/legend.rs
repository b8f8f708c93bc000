//! The meanings of the clauses' variables, for readers of files.

use super::Lit;
use super::encoding::Encoding;
use super::integer::{Integer, Number};
use super::leaf::Order;
use super::variables::Form;
use tumble_model::model::Model;

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
