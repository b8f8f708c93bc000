//! The LP format, in a plain dialect that CBC 2.10, GLPK 5.0, HiGHS 1.15 and SCIP 10 read the same.
//!
//! Names consist of letters, digits and underscores and mean nothing else to any reader ([`written_name`]); lines are wrapped;
//! rows are one-sided (a row with two bounds becomes two); every bound is written out; the objective's constant is a multiple of
//! a variable `one` that is fixed to 1, because readers disagree on constants.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::model::{Constraint, LinearConstraint, Model, Sense, Var, Variable};

/// Lines are wrapped before this column; some readers stop at 255.
const WIDTH: usize = 110;
/// The variable that carries the objective's constant.
const ONE: &str = "one";
/// The name of the objective.
const OBJECTIVE: &str = "obj";

/// Why a model cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LpError {
    /// The model was not lowered to plain linear rows.
    #[error("constraint {0} is not a plain linear row: lower the model first")]
    NotLinear(String),
    /// A name contains characters other than ASCII letters, digits and underscores.
    #[error("the name `{0}` contains characters other than ASCII letters, digits and underscores")]
    Name(String),
    /// Two variables, or two written rows, have the same name.
    #[error("the name {0} is used for two variables or for two rows")]
    Duplicate(String),
}

/// The name in the file of a variable or a constraint called `name` in the model: `name` itself, or `name` after an underscore if
/// some reader would not take it for a name. That is the case if it
/// * begins with `e` or `E`, which after a coefficient may be read as an exponent: `2 e1`,
/// * begins with a digit or is empty,
/// * is a keyword, or a name that the writer itself uses,
/// * begins with an underscore, so that different names stay different.
///
/// ```
/// use tumble::format::lp::written_name;
/// assert_eq!(written_name("x_1"), "x_1");
/// assert_eq!(written_name("edges"), "_edges");
/// assert_eq!(written_name("_edges"), "__edges");
/// ```
#[must_use]
pub fn written_name(name: &str) -> Cow<'_, str> {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic() && !first.eq_ignore_ascii_case(&'e'));
    if is_plain && !RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name)) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("_{name}"))
    }
}

/// Keywords of some reader, and the names that the writer uses.
const RESERVED: &[&str] = &[
    ONE, OBJECTIVE, "max", "maximise", "maximize", "maximum", "min", "minimise", "minimize", "minimum", "subject",
    "such", "st", "bound", "bounds", "free", "inf", "infinity", "general", "generals", "gen", "gens", "int", "ints",
    "integer", "integers", "binary", "binaries", "bin", "bins", "semi", "semis", "sec", "sin", "sos", "sos1", "sos2",
    "nan",
];

/// Writes `model`, which has only plain linear rows, after a comment with the pairs of `header`.
///
/// Variables and rows have their [`written_name`]; a row with two different bounds becomes two rows, with `_low` and `_high`
/// appended to its name.
///
/// # Errors
/// When a constraint is of another kind, or names are not legal or not unique.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, LpError> {
    let columns: Vec<Cow<'_, str>> = model.variables().iter().map(|variable| written_name(&variable.name)).collect();
    let mut used = Names::default();
    columns.iter().try_for_each(|name| used.add(name))?;
    let mut out = Writer { text: String::new(), column: 0, model, columns, rows: Names::default() };
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
        out.row(&written_name(&named.name), row)?;
    }
    out.bounds();
    out.line("End");
    Ok(out.text)
}

/// Names that are in use.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    /// Adds a name, if it is legal and new.
    fn add(&mut self, name: &str) -> Result<(), LpError> {
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(LpError::Name(name.to_owned()));
        }
        if self.0.insert(name.to_owned()) { Ok(()) } else { Err(LpError::Duplicate(name.to_owned())) }
    }
}

struct Writer<'a> {
    text: String,
    column: usize,
    model: &'a Model,
    /// The written names of the variables, by index.
    columns: Vec<Cow<'a, str>>,
    /// The names of the rows that are written.
    rows: Names,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.column = 0;
    }

    /// A comment line, reduced to ASCII, because some readers accept nothing else.
    fn comment(&mut self, text: &str) {
        let plain: String = text.chars().map(ascii).collect();
        self.line(&format!("\\ {plain}"));
    }

    /// A word of a row, on a new line if the current one is full.
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
            let name = self.columns[var.index()].clone();
            self.term(i == 0, coefficient, &name);
        }
    }

    fn objective(&mut self) {
        let objective = self.model.objective();
        let maximize = objective.is_some_and(|o| o.sense == Sense::Maximize);
        self.line(if maximize { "Maximize" } else { "Minimize" });
        self.word(&format!("{OBJECTIVE}:"));
        let terms = objective.map_or(&[][..], |o| o.expression.terms());
        self.terms(terms);
        let constant = objective.map_or(0, |o| o.expression.constant());
        if constant != 0 || terms.is_empty() {
            self.constant(terms.is_empty(), constant);
        }
        self.line("");
    }

    /// A multiple of the variable `one`, written even for 0, so that an expression has at least one term.
    fn constant(&mut self, first: bool, value: i64) {
        if value == 0 {
            self.word(&format!("0 {ONE}"));
        } else {
            self.term(first, value, ONE);
        }
    }

    fn row(&mut self, name: &str, row: &LinearConstraint) -> Result<(), LpError> {
        match (row.lower(), row.upper()) {
            (Some(lower), Some(upper)) if lower == upper => self.half(name, row, "=", lower),
            (Some(lower), Some(upper)) => {
                self.half(&format!("{name}_low"), row, ">=", lower)?;
                self.half(&format!("{name}_high"), row, "<=", upper)
            }
            (Some(lower), None) => self.half(name, row, ">=", lower),
            (None, Some(upper)) => self.half(name, row, "<=", upper),
            (None, None) => Ok(()),
        }
    }

    fn half(&mut self, name: &str, row: &LinearConstraint, relation: &str, bound: i64) -> Result<(), LpError> {
        self.rows.add(name)?;
        self.word(&format!("{name}:"));
        if row.terms().is_empty() {
            self.constant(true, 0);
        }
        self.terms(row.terms());
        self.word(&format!("{relation} {bound}"));
        self.line("");
        Ok(())
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
        let is_binary = |v: &Variable| v.lower == 0 && v.upper == 1 && !v.implied_integer;
        let variables = self.model.variables();
        let (mut bounds, mut generals, mut binaries) = (Vec::new(), Vec::new(), Vec::new());
        for (v, name) in variables.iter().zip(&self.columns) {
            if is_binary(v) {
                binaries.push(name.to_string());
                continue;
            }
            bounds.push(format!(" {} <= {name} <= {}", v.lower, v.upper));
            if !v.implied_integer {
                generals.push(name.to_string());
            }
        }
        for bound in &bounds {
            self.line(bound);
        }
        self.names("Generals", &generals);
        self.names("Binaries", &binaries);
    }

    fn names(&mut self, title: &str, names: &[String]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Linear;

    #[test]
    fn written_names_differ_where_names_do_and_none_looks_like_a_number_or_a_keyword() {
        let names = [
            "x", "", "_", "__", "e1", "_e1", "E", "2x", "_2x", "end", "st", "ST", "_st", "one", "_one", "obj", "stone",
        ];
        let written: HashSet<_> = names.map(|name| written_name(name)).into();
        assert_eq!(written.len(), names.len());
        assert!(written.iter().all(|name| name.starts_with(['x', 's', '_'])), "{written:?}");
        assert!(!written.contains("st") && !written.contains("ST") && written.contains("stone"));
    }

    #[test]
    fn names_that_are_not_legal_or_not_unique_are_refused() {
        let mut model = Model::new("m");
        let x = model.binary("x");
        model.add("r", Linear::from(x).between(-1, 3));
        assert!(write(&model, &[]).is_ok());
        let mut twice = model.clone();
        twice.add("r_low", Linear::from(x).at_least(0));
        assert_eq!(write(&twice, &[]), Err(LpError::Duplicate("r_low".into())));
        let mut space = model.clone();
        space.binary("a b");
        assert_eq!(write(&space, &[]), Err(LpError::Name("a b".into())));
        model.binary("x");
        assert_eq!(write(&model, &[]), Err(LpError::Duplicate("x".into())));
    }
}
