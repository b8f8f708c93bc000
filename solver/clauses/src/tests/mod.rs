//! Every encoding is compared with what it stands for, by plain enumeration: an assignment of the literals or of the model's variables
//! satisfies the clauses, with some values of the other variables, exactly if it satisfies the original.

mod models;
mod pieces;
mod solver;

use itertools::Itertools as _;

use super::Lit;
use super::clauses::{Clauses, Size};
use solver::satisfiable;

/// Clauses that are collected.
#[derive(Default)]
struct Collected {
    size: Size,
    clauses: Vec<Vec<Lit>>,
}

impl Collected {
    /// Literals of new variables.
    fn literals(&mut self, count: usize) -> Vec<Lit> {
        self.emit(|out| (0..count).map(|_| out.variable()).collect())
    }

    fn emit<T>(&mut self, emit: impl FnOnce(&mut Clauses<'_>) -> T) -> T {
        let clauses = &mut self.clauses;
        emit(&mut Clauses::new(&mut self.size, &mut |clause| clauses.push(clause.to_vec())))
    }

    /// Checks that the clauses can be satisfied together with a choice of `literals` exactly if `expected` says so of it.
    fn assert_means(&self, literals: &[Lit], expected: impl Fn(&[bool]) -> bool) {
        for choice in literals.iter().map(|_| [false, true]).multi_cartesian_product() {
            assert_eq!(self.allows(literals, &choice), expected(&choice), "{literals:?} {choice:?}");
        }
    }

    fn allows(&self, literals: &[Lit], choice: &[bool]) -> bool {
        let units: Vec<Lit> =
            literals.iter().zip(choice).map(|(&literal, &holds)| if holds { literal } else { !literal }).collect();
        satisfiable(&self.clauses, &units)
    }
}
