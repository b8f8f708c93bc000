//! Every encoding is compared with what it stands for, by plain enumeration: an assignment of the literals or of the model's variables
//! satisfies the clauses, with some values of the other variables, exactly if it satisfies the original.

mod models;
mod pieces;

use std::collections::BTreeSet;

use itertools::Itertools as _;

use super::Lit;
use super::clauses::{Clauses, Size};

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

// A tiny solver of its own: unit propagation and branching, with nothing clever that could be wrong.

/// Whether all clauses can be satisfied with these literals true.
fn satisfiable(clauses: &[Vec<Lit>], literals: &[Lit]) -> bool {
    assert!(clauses.iter().flatten().all(|literal| literal.constant().is_none()), "constants are never emitted");
    let mut fixed = BTreeSet::new();
    for literal in literals.iter().filter(|&&literal| literal != Lit::TRUE) {
        if *literal == Lit::FALSE || fixed.contains(&!*literal) {
            return false;
        }
        fixed.insert(*literal);
    }
    search(clauses, fixed)
}

fn search(clauses: &[Vec<Lit>], mut fixed: BTreeSet<Lit>) -> bool {
    let open = loop {
        let (mut open, mut found) = (None, false);
        for clause in clauses {
            if clause.iter().any(|literal| fixed.contains(literal)) {
                continue;
            }
            let mut free = clause.iter().filter(|literal| !fixed.contains(&!**literal));
            match (free.next(), free.next()) {
                (None, _) => return false,
                (Some(&only), None) => found |= fixed.insert(only),
                (Some(&first), Some(_)) => open = Some(first),
            }
        }
        if !found {
            break open;
        }
    };
    let Some(literal) = open else { return true };
    [literal, !literal].into_iter().any(|literal| {
        let mut fixed = fixed.clone();
        fixed.insert(literal);
        search(clauses, fixed)
    })
}
