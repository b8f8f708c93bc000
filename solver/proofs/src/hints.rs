//! The clauses that a solver has at present, by its numbers, and how another clause follows from them.

use std::collections::HashMap;

use super::writer::Premise;
use tumble_model::session::Lit;

/// A clause, and the row that says so: the row propagates whatever the clause propagates.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub literals: Vec<Lit>,
    pub by: Premise,
}

/// See the [module](self).
#[derive(Default)]
pub(super) struct Clauses {
    known: HashMap<u64, Clause>,
    /// Whether the literal that is the variable holds, by variable; all `None` between calls.
    values: Vec<Option<bool>>,
}

impl Clauses {
    pub fn insert(&mut self, number: u64, clause: Clause) {
        self.known.insert(number, clause);
    }

    pub fn remove(&mut self, number: u64) -> Option<Clause> {
        self.known.remove(&number)
    }

    /// The rows of those hints from which a clause follows by propagation; `None` if the clause does not follow. Solvers also name clauses
    /// that hold already: they are left out.
    pub fn premises(&mut self, clause: &[Lit], hints: &[u64]) -> Option<Vec<Premise>> {
        let mut fixed: Vec<Lit> = Vec::with_capacity(clause.len() + hints.len());
        for &literal in clause {
            fix(&mut self.values, !literal, &mut fixed);
        }
        let mut premises = Vec::with_capacity(hints.len());
        let mut follows = false;
        for hint in hints {
            let Some(Clause { literals, by }) = self.known.get(hint) else { break };
            let Some(open) = open(&self.values, literals) else { continue };
            premises.push(*by);
            match open {
                Open::Nothing => {
                    follows = true;
                    break;
                }
                Open::One(literal) => fix(&mut self.values, literal, &mut fixed),
                Open::More => break,
            }
        }
        for literal in fixed {
            self.values[index(literal)] = None;
        }
        follows.then_some(premises)
    }
}

/// The literals of a clause that have no value.
enum Open {
    Nothing,
    One(Lit),
    More,
}

/// What is open of a clause; `None` if a literal holds.
fn open(values: &[Option<bool>], clause: &[Lit]) -> Option<Open> {
    let mut open = Open::Nothing;
    for &literal in clause {
        match values.get(index(literal)).copied().flatten() {
            Some(value) if value == (literal.number() > 0) => return None,
            Some(_) => {}
            None => open = if matches!(open, Open::Nothing) { Open::One(literal) } else { Open::More },
        }
    }
    Some(open)
}

fn fix(values: &mut Vec<Option<bool>>, literal: Lit, fixed: &mut Vec<Lit>) {
    if values.len() <= index(literal) {
        values.resize(index(literal) + 1, None);
    }
    values[index(literal)] = Some(literal.number() > 0);
    fixed.push(literal);
}

fn index(literal: Lit) -> usize {
    literal.number().unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
    fn a_clause_follows_by_those_hints_that_propagate() {
        let [a, b, c] = [1, 2, 3].map(Lit::positive);
        let mut clauses = Clauses::default();
        let row = |row| Premise::Row { row, is_reversed: false };
        for (number, literals) in
            [(10, vec![!a, b]), (11, vec![!b, c]), (12, vec![!c]), (13, vec![a, c]), (14, vec![b, c])]
        {
            clauses.insert(number, Clause { literals, by: row(number as usize) });
        }
        let mut premises = |clause: &[Lit], hints: &[u64]| clauses.premises(clause, hints);
        assert_eq!(premises(&[!a], &[10, 11, 12]), Some(vec![row(10), row(11), row(12)]));
        // With a, clause 13 holds; after 10, clause 14 does. What comes after the contradiction is not needed.
        assert_eq!(premises(&[!a], &[13, 10, 14, 11, 12, 13]), Some(vec![row(10), row(11), row(12)]));
        // Not in this order, not without a clause, not with one that is unknown.
        assert_eq!(premises(&[!a], &[11, 10, 12]), None);
        assert_eq!(premises(&[!a], &[10, 11]), None);
        assert_eq!(premises(&[!a], &[10, 99, 11, 12]), None);
        assert_eq!(premises(&[b], &[12, 14]), Some(vec![row(12), row(14)]));
        assert_eq!(premises(&[], &[12, 11, 14]), Some(vec![row(12), row(11), row(14)]));
        assert_eq!(clauses.remove(14).map(|clause| clause.literals), Some(vec![b, c]));
        assert_eq!(clauses.premises(&[b], &[12, 14]), None);
    }
}
