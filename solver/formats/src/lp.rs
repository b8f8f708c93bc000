//! The LP format, in a plain dialect that CBC 2.10, GLPK 5.0, HiGHS 1.15 and SCIP 10 read the same.
//!
//! Names consist of letters, digits and underscores and mean nothing else to any reader ([`written_name`](super::written_name));
//! lines are wrapped; rows are one-sided (a row with two bounds becomes two); every bound is written out; the objective's constant is
//! a multiple of a variable `one` that is fixed to 1, because readers disagree on constants. There is at least one row and every
//! variable occurs in a row or the objective, because GLPK reads no file without rows, and CBC and SCIP do not take new names among
//! the bounds.

use std::collections::BTreeSet;

use super::header::{ascii, comments};
use super::names::{OBJECTIVE, ONE, REST};
use super::plain::{Plain, Row};
use super::{Column, WriteError};
use tumble_model::model::{Model, Relation, Var, Variable};

/// Lines are wrapped before this column; some readers stop at 255.
const WIDTH: usize = 110;

/// Writes `model`, which has only plain linear rows, after comments with the pairs of `header`.
///
/// Variables and rows have their [`written_name`](super::written_name); a row with two different bounds becomes two rows, with `_low`
/// and `_high` appended to its name.
///
/// # Errors
/// When a constraint is of another kind, names are not legal or not unique, or a number is not exact in floating point.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, WriteError> {
    let plain = Plain::of(model)?;
    let mut out = Writer { text: String::new(), column: 0, plain: &plain, rest: rest(&plain) };
    for line in comments(model, header).into_iter().chain(plain.long_names()) {
        out.comment(&line);
    }
    out.objective();
    out.rows();
    out.bounds();
    out.line("End");
    Ok(out.text)
}

/// The columns in the order of their first occurrence, in which readers number them; `None` is the variable [`ONE`].
///
/// # Errors
/// As [`write()`].
pub fn columns(model: &Model) -> Result<Vec<Column>, WriteError> {
    let plain = Plain::of(model)?;
    let mut seen = BTreeSet::new();
    let mut order = Vec::with_capacity(model.variables().len() + 1);
    let expression = |terms: &[(Var, i64)], with_one: bool| {
        terms.iter().map(|&(var, _)| Some(var)).chain(with_one.then_some(None)).collect::<Vec<_>>()
    };
    let rows = plain.rows.iter().flat_map(|row| expression(row.terms, row.terms.is_empty()));
    let objective = expression(plain.terms(), has_constant(&plain));
    let rest = rest(&plain).map_or(Vec::new(), |rest| expression(&rest, rest.is_empty()));
    for column in objective.into_iter().chain(rows).chain(rest) {
        if seen.insert(column) {
            order.push(column);
        }
    }
    Ok(order)
}

/// The terms, all 0, of the last row: the variables that occur nowhere else. `None` if there is no need for this row.
fn rest(plain: &Plain<'_>) -> Option<Vec<(Var, i64)>> {
    let mut occurs = vec![false; plain.columns.len()];
    let rows = plain.rows.iter().flat_map(|row| row.terms);
    rows.chain(plain.terms()).for_each(|(var, _)| occurs[var.index()] = true);
    let others = (0..occurs.len()).filter(|&i| !occurs[i]).map(|i| (Var::from_index(i), 0));
    let rest: Vec<(Var, i64)> = others.collect();
    (plain.rows.is_empty() || !rest.is_empty()).then_some(rest)
}

/// Whether a multiple of `one` stands in the objective: its constant, or 0 if there is nothing else.
fn has_constant(plain: &Plain<'_>) -> bool {
    plain.constant() != 0 || plain.terms().is_empty()
}

struct Writer<'a> {
    text: String,
    column: usize,
    plain: &'a Plain<'a>,
    rest: Option<Vec<(Var, i64)>>,
}

impl<'a> Writer<'a> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.column = 0;
    }

    fn comment(&mut self, text: &str) {
        self.line(&format!("\\ {text}"));
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
        if !(first && coefficient >= 0) {
            self.word(sign);
        }
        match coefficient.unsigned_abs() {
            1 => self.word(name),
            size => self.word(&format!("{size} {name}")),
        }
    }

    fn terms(&mut self, terms: &[(Var, i64)]) {
        for (i, &(var, coefficient)) in terms.iter().enumerate() {
            self.term(i == 0, coefficient, &self.plain.columns[var.index()]);
        }
    }

    fn objective(&mut self) {
        let plain = self.plain;
        self.line(if plain.model.is_maximized() { "Maximize" } else { "Minimize" });
        self.word(&format!("{OBJECTIVE}:"));
        self.terms(plain.terms());
        if has_constant(plain) {
            self.term(plain.terms().is_empty(), plain.constant(), ONE);
        }
        self.line("");
    }

    fn rows(&mut self) {
        self.line("Subject To");
        let mut block = None;
        for row in &self.plain.rows {
            if row.block != block {
                block = row.block;
                if let Some(title) = block.and_then(|i| self.plain.model.blocks().get(i)) {
                    self.comment(&ascii(title));
                }
            }
            self.row(row);
        }
        if let Some(terms) = self.rest.clone() {
            let name = REST.to_owned();
            self.row(&Row { name, long: None, block: None, terms: &terms, relation: Relation::AtLeast, bound: 0 });
        }
    }

    fn row(&mut self, row: &Row<'_>) {
        self.word(&format!("{}:", row.name));
        if row.terms.is_empty() {
            // An expression has at least one term.
            self.term(true, 0, ONE);
        }
        self.terms(row.terms);
        let relation = match row.relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Equal => "=",
        };
        self.word(&format!("{relation} {}", row.bound));
        self.line("");
    }

    /// Whether the variable `one` is used.
    fn needs_one(&self) -> bool {
        let is_empty = self.rest.as_ref().is_some_and(Vec::is_empty);
        has_constant(self.plain) || is_empty || self.plain.rows.iter().any(|row| row.terms.is_empty())
    }

    fn bounds(&mut self) {
        self.line("Bounds");
        if self.needs_one() {
            self.line(&format!(" {ONE} = 1"));
        }
        let is_binary = |v: &Variable| v.lower == 0 && v.upper == 1 && !v.may_be_continuous();
        let (mut generals, mut binaries) = (Vec::new(), Vec::new());
        for (v, name) in self.plain.variables() {
            if is_binary(v) {
                binaries.push(name);
                continue;
            }
            self.line(&format!(" {} <= {name} <= {}", v.lower, v.upper));
            if !v.may_be_continuous() {
                generals.push(name);
            }
        }
        self.names("Generals", &generals);
        self.names("Binaries", &binaries);
    }

    fn names(&mut self, title: &str, names: &[&'a str]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_model::model::{Linear, Sense};

    #[test]
    fn columns_are_numbered_by_their_first_occurrence() {
        let mut model = Model::new("m");
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.binary(name));
        let order = |model: &Model| -> String {
            let names = columns(model).unwrap().into_iter();
            names.map(|column| column.map_or(ONE, |var| &model.variable(var).name)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(&model), "one a b c d");
        model.add("r", Linear::from(c).plus(2, b).at_most(2));
        model.set_objective(Sense::Minimize, Linear::from(d));
        assert_eq!(order(&model), "d b c a");
        model.add("empty", Linear::new().at_most(2));
        assert_eq!(order(&model), "d b c one a");
        model.set_objective(Sense::Minimize, Linear::from(d).plus(1, a).plus_constant(3));
        assert_eq!(order(&model), "a d one b c");
    }
}
