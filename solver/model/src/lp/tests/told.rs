//! A solver of linear programs for tests: it says what it is told to say, and keeps what it was given.

use crate::control::Request;
use crate::lp::{LpAnswer, LpFailure, LpSolver};
use crate::model::{LinearConstraint, Model};

/// What is loaded now.
#[derive(Default)]
pub(crate) struct Loaded {
    /// Names.
    pub rows: Vec<String>,
    /// The rows that were ever added.
    pub added: usize,
    /// The last of them.
    pub last: Option<LinearConstraint>,
}

type Answer<'a> = Box<dyn FnMut(&Loaded) -> LpAnswer + 'a>;

/// See the [module](self).
pub(crate) struct Told<'a> {
    pub loaded: Loaded,
    answer: Answer<'a>,
}

impl<'a> Told<'a> {
    pub fn new(answer: impl FnMut(&Loaded) -> LpAnswer + 'a) -> Self {
        Self { loaded: Loaded::default(), answer: Box::new(answer) }
    }
}

impl LpSolver for Told<'_> {
    fn load(&mut self, model: &Model) {
        let rows = model.constraints().iter().map(|row| row.name.clone()).collect();
        self.loaded = Loaded { rows, ..Loaded::default() };
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

    fn solve(&mut self, _: &Request<'_>) -> Result<LpAnswer, LpFailure> {
        Ok((self.answer)(&self.loaded))
    }
}
