//! A solver of linear programs for tests: it says what it is told to say, and keeps what it was given.

use std::ops::RangeInclusive;

use crate::control::Request;
use crate::lp::{LpAnswer, LpFailure, LpSolver, Trial};
use crate::model::{LinearConstraint, Model, Var};

/// What is loaded now.
#[derive(Default)]
pub(crate) struct Loaded {
    /// As it was loaded.
    pub model: Model,
    /// By variable.
    pub ranges: Vec<(i64, i64)>,
    /// Names.
    pub rows: Vec<String>,
    /// The rows that were ever added.
    pub added: usize,
    /// The last of them.
    pub last: Option<LinearConstraint>,
}

type Answer<'a> = Box<dyn FnMut(&Loaded) -> LpAnswer + 'a>;
type Tries<'a> = Box<dyn FnMut(&Loaded, &[(Var, i64)]) -> Vec<Trial> + 'a>;

/// See the [module](self).
pub(crate) struct Told<'a> {
    pub loaded: Loaded,
    answer: Answer<'a>,
    tries: Tries<'a>,
}

impl<'a> Told<'a> {
    /// A solver that tries no values.
    pub fn new(answer: impl FnMut(&Loaded) -> LpAnswer + 'a) -> Self {
        Self { loaded: Loaded::default(), answer: Box::new(answer), tries: Box::new(|_, _| Vec::new()) }
    }

    pub fn trying(self, tries: impl FnMut(&Loaded, &[(Var, i64)]) -> Vec<Trial> + 'a) -> Self {
        Self { tries: Box::new(tries), ..self }
    }
}

impl LpSolver for Told<'_> {
    fn load(&mut self, model: &Model) {
        let ranges = model.variables().iter().map(|variable| (variable.lower, variable.upper)).collect();
        let rows = model.constraints().iter().map(|row| row.name.clone()).collect();
        self.loaded = Loaded { model: model.clone(), ranges, rows, ..Loaded::default() };
    }

    fn add(&mut self, name: String, row: LinearConstraint) {
        assert!(!self.loaded.rows.contains(&name), "{name} is there");
        self.loaded.rows.push(name);
        self.loaded.added += 1;
        self.loaded.last = Some(row);
    }

    fn retain(&mut self, kept: &[bool]) {
        assert_eq!(kept.len(), self.loaded.rows.len());
        let mut kept = kept.iter();
        self.loaded.rows.retain(|_| *kept.next().unwrap());
    }

    fn set_range(&mut self, var: Var, range: RangeInclusive<i64>) {
        self.loaded.ranges[var.index()] = range.into_inner();
    }

    fn probe(&mut self, trials: &[(Var, i64)], _: u32, _: &Request<'_>) -> Result<Vec<Trial>, LpFailure> {
        Ok((self.tries)(&self.loaded, trials))
    }

    fn solve(&mut self, _: &Request<'_>) -> Result<LpAnswer, LpFailure> {
        Ok((self.answer)(&self.loaded))
    }
}
