//! A tiny solver of its own: unit propagation and branching, with nothing clever that could be wrong.

use std::collections::BTreeSet;

use crate::Lit;

/// Whether all clauses can be satisfied with these literals true.
pub(super) fn satisfiable(clauses: &[Vec<Lit>], literals: &[Lit]) -> bool {
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
