//! Rows as clauses.
//!
//! A row `Σ a·ℓ >= d` with positive coefficients is as much as the clauses of its minimal violations: the sets of literals that cannot all be
//! false, none of which has a part of this kind. The row itself propagates whatever such a clause propagates, so that a proof can name the
//! row in the place of the clause, and nothing has to be derived. Clauses of which two literals make a clause of another row are left out:
//! of the rows of a flow, few are left if what enters a state excludes each other. A row with too many such clauses becomes a tree of sums
//! (`sums.rs`).

use std::collections::HashSet;

use super::RefuteError;
use super::Side;
use super::hints::Clause;
use super::sums::Sums;
use super::writer::Writer;
use tumble_formats::zero_one::Row;
use tumble_model::session::Lit;

/// The most clauses of a row that has fewer pairs of literals.
const FEW: usize = 200;
/// The most literals that the search for the clauses of a row looks at. It keeps the clauses shorter than the square root of twice this,
/// and the search as shallow.
const LONGEST_SEARCH: usize = 400_000;

/// Translates rows, one after the other.
pub(super) struct Translation {
    sums: Sums,
    /// The clauses of two literals, in both orders.
    pairs: HashSet<(Lit, Lit)>,
}

impl Translation {
    /// For a statement with this number of variables.
    pub fn new(variables: usize) -> Self {
        Self { sums: Sums::new(variables), pairs: HashSet::new() }
    }

    /// The clauses of the rows from `first` on.
    pub fn translate(
        &mut self,
        rows: &[Row],
        first: usize,
        writer: &mut Writer<'_>,
    ) -> Result<Vec<Clause>, RefuteError> {
        let sides: Vec<Side> = (first..rows.len()).flat_map(|index| Side::of(index, &rows[index])).collect();
        let mut clauses = Vec::new();
        let mut others = Vec::new();
        // First the pairs, which make other rows shorter.
        for side in &sides {
            match self.clauses(side, true) {
                Some(found) => {
                    for clause in found.iter().filter(|clause| clause.len() == 2) {
                        self.pairs.extend([(clause[0], clause[1]), (clause[1], clause[0])]);
                    }
                    clauses.extend(found.into_iter().map(|literals| Clause { literals, by: side.by }));
                }
                None => others.push(side),
            }
        }
        for side in others {
            match self.clauses(side, false) {
                Some(found) => clauses.extend(found.into_iter().map(|literals| Clause { literals, by: side.by })),
                None => self.sums.translate(side, rows, writer, &mut clauses)?,
            }
        }
        Ok(clauses)
    }

    /// The clauses of the minimal violations of a row; `None` if they are too many, or if only clauses of at most two literals are wanted
    /// and there are others.
    fn clauses(&self, side: &Side, only_pairs: bool) -> Option<Vec<Vec<Lit>>> {
        let n = side.terms.len();
        if side.is_clause() {
            return Some(vec![side.terms.iter().map(|&(_, literal)| literal).collect()]);
        }
        // A set of literals cannot be false if its coefficients are at least this.
        let need = side.total() - side.degree + 1;
        let mut rest = vec![0; n + 1];
        for i in (0..n).rev() {
            rest[i] = rest[i + 1] + side.terms[i].0;
        }
        let most = FEW.max(n * n);
        let pairs = if only_pairs { None } else { Some(&self.pairs) };
        let mut search =
            Search { side, rest, pairs, most, found: Vec::new(), chosen: Vec::new(), left: LONGEST_SEARCH };
        if need <= 0 {
            search.found.push(Vec::new());
            return Some(search.found);
        }
        let has_pairs_only = n <= 2 || side.terms[n - 1].0 + side.terms[n - 2].0 >= need;
        if (only_pairs && !has_pairs_only) || !search.extend(0, need) {
            return None;
        }
        Some(search.found)
    }
}

/// A search for the minimal violations of a row.
struct Search<'a> {
    side: &'a Side,
    /// The sum of the coefficients from each term on.
    rest: Vec<i64>,
    pairs: Option<&'a HashSet<(Lit, Lit)>>,
    most: usize,
    found: Vec<Vec<Lit>>,
    chosen: Vec<Lit>,
    left: usize,
}

impl Search<'_> {
    /// Extends the chosen literals by literals from `first` on, whose coefficients have to be at least `need`. Returns whether the limits were
    /// kept. Terms come with the largest coefficient first, so the last one makes a violation minimal.
    fn extend(&mut self, first: usize, need: i64) -> bool {
        for i in first..self.side.terms.len() {
            if self.rest[i] < need {
                break;
            }
            match self.left.checked_sub(1 + self.chosen.len()) {
                Some(left) => self.left = left,
                None => return false,
            }
            let (a, literal) = self.side.terms[i];
            let is_whole = a >= need;
            let is_known = !(is_whole && self.chosen.len() == 1)
                && self.pairs.is_some_and(|pairs| self.chosen.iter().any(|&other| pairs.contains(&(other, literal))));
            if is_known {
                continue;
            }
            self.chosen.push(literal);
            let is_kept = if is_whole {
                self.found.push(self.chosen.clone());
                self.found.len() <= self.most
            } else {
                self.extend(i + 1, need - a)
            };
            self.chosen.pop();
            if !is_kept {
                return false;
            }
        }
        true
    }
}
