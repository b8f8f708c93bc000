//! The rows so far, by number, and propagation in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::row::{Found, Image, Row, TOO_LARGE, Values};

/// What a row takes in memory, about: a node of a map, and its places in the others.
const ROW_BYTES: u64 = 450;
/// What a term of a row takes, about: nodes of maps that are half full.
const TERM_BYTES: u64 = 90;

/// The rows so far.
#[derive(Debug, Default)]
pub(super) struct Database {
    rows: BTreeMap<u64, Row>,
    /// The terms of all rows.
    terms: u64,
    /// By variable the numbers of its rows.
    of: HashMap<u32, BTreeSet<u64>>,
    /// The largest number so far.
    last: u64,
}

impl Database {
    /// The largest number so far.
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// Adds a row under the next number.
    pub fn add(&mut self, row: Row) {
        self.last += 1;
        for variable in row.variables() {
            self.of.entry(variable).or_default().insert(self.last);
            self.terms += 1;
        }
        self.rows.insert(self.last, row);
    }

    /// The row with a number; a negative number counts from the last row, which is −1.
    pub fn get(&self, number: i128) -> Result<&Row, String> {
        self.rows.get(&self.number(number)?).ok_or_else(|| format!("there is no row {number}, or it was deleted"))
    }

    /// Drops a row.
    pub fn delete(&mut self, number: i128) -> Result<(), String> {
        let at = self.number(number)?;
        let row = self.rows.remove(&at).ok_or_else(|| format!("there is no row {number} to delete"))?;
        for variable in row.variables() {
            self.of.entry(variable).or_default().remove(&at);
            self.terms -= 1;
        }
        Ok(())
    }

    /// What the rows take in memory, in bytes, about.
    pub fn memory(&self) -> u64 {
        self.rows.len() as u64 * ROW_BYTES + self.terms * TERM_BYTES
    }

    /// The number of a row, from 1.
    pub fn number(&self, number: i128) -> Result<u64, String> {
        let absolute = if number < 0 { i128::from(self.last) + 1 + number } else { number };
        u64::try_from(absolute)
            .ok()
            .filter(|at| (1..=self.last).contains(at))
            .ok_or_else(|| format!("there is no row {number}: the last one is {}", self.last))
    }

    /// Whether propagation in these rows alone leads to a contradiction.
    pub fn refutes_by(rows: &[&Row]) -> Result<bool, String> {
        let mut values = Values::new();
        loop {
            let before = values.len();
            for row in rows {
                match row.propagate(&values).ok_or(TOO_LARGE)? {
                    Found::Contradiction => return Ok(true),
                    Found::Forced(literals) => {
                        values.extend(literals.iter().map(|literal| (literal.variable, !literal.is_negated)));
                    }
                }
            }
            if values.len() == before {
                return Ok(false);
            }
        }
    }

    /// Whether propagation in all rows and in these further rows leads to a contradiction.
    pub fn refutes(&self, further: &[&Row]) -> Result<bool, String> {
        let mut values = Values::new();
        let mut open: BTreeSet<u64> = self.rows.keys().copied().collect();
        loop {
            let Some(number) = open.pop_first() else {
                // The further rows come last, and again whenever they find something.
                let before = values.len();
                for row in further {
                    if self.step(row, &mut values, &mut open)? {
                        return Ok(true);
                    }
                }
                if values.len() == before {
                    return Ok(false);
                }
                continue;
            };
            if let Some(row) = self.rows.get(&number)
                && self.step(row, &mut values, &mut open)?
            {
                return Ok(true);
            }
        }
    }

    /// Propagates in one row, and opens the rows of the variables that got values. Returns whether there is a contradiction.
    fn step(&self, row: &Row, values: &mut Values, open: &mut BTreeSet<u64>) -> Result<bool, String> {
        match row.propagate(values).ok_or(TOO_LARGE)? {
            Found::Contradiction => Ok(true),
            Found::Forced(literals) => {
                for literal in literals {
                    values.insert(literal.variable, !literal.is_negated);
                    open.extend(self.of.get(&literal.variable).into_iter().flatten());
                }
                Ok(false)
            }
        }
    }

    /// Checks that a witness changes each solution of all rows that violates `row` into a solution of all rows and of `row`.
    pub fn check_redundant(&self, row: &Row, witness: &HashMap<u32, Image>) -> Result<(), String> {
        let negated = row.negated().ok_or(TOO_LARGE)?;
        let touched: BTreeSet<u64> =
            witness.keys().filter_map(|variable| self.of.get(variable)).flatten().copied().collect();
        let named = touched.iter().filter_map(|number| Some((number.to_string(), self.rows.get(number)?)));
        for (name, goal) in named.chain([("itself".to_owned(), row)]) {
            let goal = goal.substituted(witness).ok_or(TOO_LARGE)?;
            if goal.is_trivial() {
                continue;
            }
            let against = goal.negated().ok_or(TOO_LARGE)?;
            // Of the two halves of a definition, one is the negation of the other.
            let sum = negated.clone().plus(&against).ok_or(TOO_LARGE)?;
            if !Self::refutes_by(&[&sum])?
                && !Self::refutes_by(&[&negated, &against])?
                && !self.refutes(&[&negated, &against])?
            {
                return Err(format!("the witness does not keep row {name}"));
            }
        }
        Ok(())
    }
}
