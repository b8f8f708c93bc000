//! The LP format, in a plain dialect that CBC 2.10, GLPK 5.0, HiGHS 1.15 and SCIP 10 read the same.
//!
//! What keeps it plain: names of letters, digits and underscores; wrapped lines; one-sided rows only (a row with two bounds
//! becomes two); every bound written out; the objective's constant as a multiple of a variable `one` that is fixed to 1,
//! because readers disagree on constants.

use std::fmt::Write as _;

use crate::model::{Constraint, LinearConstraint, Model, Sense, Var};

/// Lines are wrapped before this column; some readers stop at 255.
const WIDTH: usize = 110;
/// The variable that carries the objective's constant.
const ONE: &str = "one";

/// Why a model cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LpError {
    /// The model was not lowered to plain linear rows.
    #[error("constraint {0} is not a plain linear row: lower the model first")]
    NotLinear(String),
}

/// Writes `model`, which holds plain linear rows only, under a comment with the pairs of `header`.
///
/// # Errors
/// When a constraint is of another kind.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, LpError> {
    let mut out = Writer { text: String::new(), column: 0, model };
    for (key, value) in header {
        out.comment(&format!("{key}: {value}"));
    }
    let size = model.size();
    let (variables, integers, rows) = (size.variables, size.integer_variables, size.constraints);
    out.comment(&format!("size: {variables} variables ({integers} integer), {rows} constraints"));
    out.objective();
    out.line("Subject To");
    let mut block = None;
    for named in model.constraints() {
        let row = match &named.constraint {
            Constraint::Linear(row) if row.condition().is_none() => row,
            _ => return Err(LpError::NotLinear(named.name.clone())),
        };
        if named.block != block {
            block = named.block;
            if let Some(title) = block.and_then(|i| model.blocks().get(i)) {
                out.comment(title);
            }
        }
        out.row(&named.name, row);
    }
    out.bounds();
    out.line("End");
    Ok(out.text)
}

struct Writer<'a> {
    text: String,
    column: usize,
    model: &'a Model,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.column = 0;
    }

    /// A comment line; its text keeps to ASCII, which is all that some readers take.
    fn comment(&mut self, text: &str) {
        let plain: String = text.chars().map(ascii).collect();
        self.line(&format!("\\ {plain}"));
    }

    /// A word of a row, on a new line where the old one is full.
    fn word(&mut self, word: &str) {
        if self.column + word.len() + 1 > WIDTH {
            self.text.push_str("\n ");
            self.column = 1;
        }
        self.text.push(' ');
        self.text.push_str(word);
        self.column += word.len() + 1;
    }

    fn term(&mut self, first: bool, coefficient: i64, name: &str) {
        let sign = if coefficient < 0 { "-" } else { "+" };
        if !(first && coefficient > 0) {
            self.word(sign);
        }
        match coefficient.unsigned_abs() {
            1 => self.word(name),
            size => self.word(&format!("{size} {name}")),
        }
    }

    fn terms(&mut self, terms: &[(Var, i64)]) {
        for (i, &(var, coefficient)) in terms.iter().enumerate() {
            let name = &self.model.variable(var).name;
            self.term(i == 0, coefficient, name);
        }
    }

    fn objective(&mut self) {
        let objective = self.model.objective();
        let maximize = objective.is_some_and(|o| o.sense == Sense::Maximize);
        self.line(if maximize { "Maximize" } else { "Minimize" });
        self.word("obj:");
        let terms = objective.map_or(&[][..], |o| o.expression.terms());
        self.terms(terms);
        let constant = objective.map_or(0, |o| o.expression.constant());
        if constant != 0 || terms.is_empty() {
            self.constant(terms.is_empty(), constant);
        }
        self.line("");
    }

    /// A multiple of the variable that is one: also where there would be no term at all.
    fn constant(&mut self, first: bool, value: i64) {
        if value == 0 {
            self.word(&format!("0 {ONE}"));
        } else {
            self.term(first, value, ONE);
        }
    }

    fn row(&mut self, name: &str, row: &LinearConstraint) {
        match (row.lower(), row.upper()) {
            (Some(lower), Some(upper)) if lower == upper => self.half(name, row, "=", lower),
            (Some(lower), Some(upper)) => {
                self.half(&format!("{name}_low"), row, ">=", lower);
                self.half(&format!("{name}_high"), row, "<=", upper);
            }
            (Some(lower), None) => self.half(name, row, ">=", lower),
            (None, Some(upper)) => self.half(name, row, "<=", upper),
            (None, None) => {}
        }
    }

    fn half(&mut self, name: &str, row: &LinearConstraint, relation: &str, bound: i64) {
        self.word(&format!("{name}:"));
        if row.terms().is_empty() {
            self.constant(true, 0);
        }
        self.terms(row.terms());
        self.word(&format!("{relation} {bound}"));
        self.line("");
    }

    /// Whether the variable `one` is used.
    fn needs_one(&self) -> bool {
        let constant =
            self.model.objective().is_none_or(|o| o.expression.constant() != 0 || o.expression.terms().is_empty());
        let empty = |c: &Constraint| matches!(c, Constraint::Linear(row) if row.terms().is_empty());
        constant || self.model.constraints().iter().any(|c| empty(&c.constraint))
    }

    fn bounds(&mut self) {
        self.line("Bounds");
        if self.needs_one() {
            self.line(&format!(" {ONE} = 1"));
        }
        let is_binary = |v: &&crate::model::Variable| v.lower == 0 && v.upper == 1 && !v.implied_integer;
        let variables = self.model.variables();
        for v in variables.iter().filter(|v| !is_binary(v)) {
            let mut bound = String::new();
            // Writing to a string cannot fail.
            let _ = write!(bound, " {} <= {} <= {}", v.lower, v.name, v.upper);
            self.line(&bound);
        }
        self.names("Generals", variables.iter().filter(|v| !is_binary(v) && !v.implied_integer));
        self.names("Binaries", variables.iter().filter(is_binary));
    }

    fn names<'v>(&mut self, title: &str, variables: impl Iterator<Item = &'v crate::model::Variable>) {
        let names: Vec<&str> = variables.map(|v| v.name.as_str()).collect();
        if names.is_empty() {
            return;
        }
        self.line(title);
        for name in names {
            self.word(name);
        }
        self.line("");
    }
}

/// The nearest ASCII character for the few others that block titles use.
fn ascii(character: char) -> char {
    match character {
        '−' | '–' => '-',
        c if c.is_ascii() && !c.is_ascii_control() => c,
        _ => '?',
    }
}
