//! Models of plain rows as LP and MPS files have them: one relation and one bound a row.

use std::borrow::Cow;

use super::WriteError;
use super::names::{self, Names, columns, is_short_form, written_name};
use tumble_model::model::{EXACT, LinearConstraint, Model, NamedConstraint, Relation, Var, Variable};

/// A row as it is written.
pub(super) struct Row<'a> {
    pub(super) name: String,
    /// Its name in the model, where that is too long to be written.
    pub(super) long: Option<String>,
    /// The block that it belongs to.
    pub(super) block: Option<usize>,
    pub(super) terms: &'a [(Var, i64)],
    pub(super) relation: Relation,
    pub(super) bound: i64,
}

/// A model of plain rows, ready to be written: names are legal and unique, numbers exact in floating point.
pub(super) struct Plain<'a> {
    pub(super) model: &'a Model,
    /// The written names of the variables, by index.
    pub(super) columns: Vec<Cow<'a, str>>,
    /// Rows without bounds are left out; one with two different bounds becomes two, with `_low` and `_high` after its name.
    pub(super) rows: Vec<Row<'a>>,
}

impl<'a> Plain<'a> {
    /// The model with its rows.
    ///
    /// # Errors
    /// When a constraint is not a plain row, names are not legal or not unique, or a number is not exact.
    pub(super) fn of(model: &'a Model) -> Result<Self, WriteError> {
        let columns = columns(model.variables())?;
        for v in model.variables() {
            exact([v.lower, v.upper], &v.name)?;
        }
        let mut names = Names::default();
        let mut all = Vec::with_capacity(model.constraints().len());
        for named in model.constraints() {
            let row = named.constraint.as_row().ok_or_else(|| WriteError::NotLowered(named.name.clone()))?;
            exact(
                row.terms().iter().map(|&(_, coefficient)| coefficient).chain(row.lower()).chain(row.upper()),
                &named.name,
            )?;
            for row in rows(named, row) {
                names.add(row.long.as_ref().unwrap_or(&row.name), &row.name)?;
                all.push(row);
            }
        }
        let plain = Self { model, columns, rows: all };
        let coefficients = plain.terms().iter().map(|&(_, coefficient)| coefficient);
        exact(coefficients.chain([plain.constant()]), "the objective")?;
        Ok(plain)
    }

    /// Comments on the names that are too long to be written.
    pub(super) fn long_names(&self) -> Vec<String> {
        let variables = self.variables().map(|(variable, name)| (name, variable.name.as_str()));
        let rows = self.rows.iter().filter_map(|row| Some((row.name.as_str(), row.long.as_deref()?)));
        names::legend(variables.chain(rows))
    }

    /// The terms of the objective.
    pub(super) fn terms(&self) -> &'a [(Var, i64)] {
        self.model.objective().map_or(&[], |objective| objective.expression.terms())
    }

    /// The constant of the objective.
    pub(super) fn constant(&self) -> i64 {
        self.model.objective().map_or(0, |objective| objective.expression.constant())
    }

    /// The variables with their written names.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&'a Variable, &str)> {
        self.model.variables().iter().zip(self.columns.iter().map(|name| &**name))
    }
}

/// The written names of the rows of a model of plain rows, in LP and MPS files.
///
/// # Errors
/// As [`write`](super::lp::write()).
pub fn row_names(model: &Model) -> Result<Vec<String>, WriteError> {
    Ok(Plain::of(model)?.rows.into_iter().map(|row| row.name).collect())
}

/// One or two written rows for a row, none if it has no bounds.
fn rows<'a>(named: &NamedConstraint, row: &'a LinearConstraint) -> impl Iterator<Item = Row<'a>> {
    let are_two = row.sides().count() == 2;
    row.sides().map(move |(relation, bound)| {
        let suffix = match relation {
            Relation::AtLeast if are_two => "_low",
            Relation::AtMost if are_two => "_high",
            _ => "",
        };
        let full = format!("{}{suffix}", named.name);
        let name = written_name(&full).into_owned();
        let long = is_short_form(&name).then_some(full);
        Row { name, long, block: named.block, terms: row.terms(), relation, bound }
    })
}

/// Refuses numbers that are not exact in floating point.
fn exact(numbers: impl IntoIterator<Item = i64>, name: &str) -> Result<(), WriteError> {
    match numbers.into_iter().find(|number| number.unsigned_abs() > EXACT.unsigned_abs()) {
        Some(number) => Err(WriteError::NotExact { number: number.into(), name: name.to_owned() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_model::model::Linear;

    #[test]
    fn names_that_are_not_legal_or_not_unique_and_inexact_numbers_are_refused() {
        let mut model = Model::new("m");
        let x = model.binary("x");
        model.add("r", Linear::from(x).between(-1, 3));
        assert_eq!(Plain::of(&model).err(), None);
        let refused = |change: fn(&mut Model, Var)| {
            let mut model = model.clone();
            change(&mut model, x);
            Plain::of(&model).err().unwrap()
        };
        let twice = refused(|model, x| model.add("r_low", Linear::from(x).at_least(0)));
        assert_eq!(twice, WriteError::Duplicate("r_low".into()));
        let half = refused(|model, x| model.add("half", Linear::from(x).at_least(0).only_if(x.into())));
        assert_eq!(half, WriteError::NotLowered("half".into()));
        let space = refused(|model, _| _ = model.binary("a b"));
        assert_eq!(space, WriteError::Name("a b".into()));
        assert_eq!(refused(|model, _| _ = model.binary("x")), WriteError::Duplicate("x".into()));
        let far = WriteError::NotExact { number: i128::from(EXACT) + 1, name: "far".into() };
        assert_eq!(refused(|model, _| _ = model.integer("far", 0..=EXACT + 1)), far);
        assert_eq!(refused(|model, x| model.add("far", Linear::new().plus(EXACT + 1, x).at_least(0))), far);
    }
}
