//! Rows as clauses.
//!
//! A row `Σ a·ℓ >= d` with positive coefficients is as much as the clauses of its minimal violations: the sets of literals that cannot all be
//! false, none of which has a part of this kind. The row itself propagates whatever such a clause propagates, so that a proof can name the
//! row in the place of the clause, and nothing has to be derived. Clauses of which two literals make a clause of another row are left out:
//! of the rows of a flow, few are left if what enters a state excludes each other. A row with too many such clauses becomes a tree of sums
//! ([`add_sums`]).

use std::collections::HashSet;

use super::writer::{Clause, Premise, Writer};
use super::{Literal, RefuteError, Side};
use tumble_formats::zero_one::Row;
use tumble_model::session::Lit;

/// The most clauses of a row that has fewer pairs of literals.
const FEW: usize = 200;
/// The most literals that the search for the clauses of a row looks at. It keeps the clauses shorter than the square root of twice this,
/// and the search as shallow.
const LONGEST_SEARCH: usize = 400_000;

/// Translates rows, one after the other.
pub(super) struct Translation {
    /// The number of variables so far.
    variables: usize,
    /// The clauses of two literals, in both orders.
    pairs: HashSet<(Lit, Lit)>,
}

impl Translation {
    /// For a statement with this number of variables.
    pub fn new(variables: usize) -> Self {
        Self { variables, pairs: HashSet::new() }
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
                None => add_sums(&mut self.variables, side, rows, writer, &mut clauses)?,
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

// A row as a tree of sums, whose clauses a proof derives.
//
// The terms of a row `Σ a·ℓ >= d` are split in halves again and again. For each part P of the terms and each value v that its sum can have
// there is a new variable `u`, which says that the sum is at most v; the proof defines it by two rows, with A = Σ_P a:
//
// ```text
// (A − v)·¬u + Σ_P a·¬ℓ >= A − v     if u, the sum is at most v
// (v + 1)·u + Σ_P a·ℓ >= v + 1       if not u, the sum is more than v
// ```
// Of parts P and Q with sums of at most v and w, the sum of the whole is at most v + w: the clause follows from the sum of the second row of
// the whole with the first rows of the parts. The row itself takes the place of the second row of the root. A part of a single literal
// needs no variable, a sum of at most A no row. Only values below d matter, and of the values that are too small whatever the other terms
// are, the largest.

/// The most terms that the derivation of a row may have.
const LARGEST: u64 = 20_000_000;

/// A part of the terms.
struct Part {
    terms: Vec<(i64, Lit)>,
    total: i64,
    /// Bounds on its sum below the total, the smallest first.
    bounds: Vec<Bound>,
}

/// "The sum is at most v."
struct Bound {
    value: i64,
    literal: Lit,
    /// The rows of its definition: of what follows if it holds, and if it does not. None for a single literal.
    rows: Option<[Premise; 2]>,
}

/// The translation of one row.
struct Tree<'a, 'w> {
    variables: &'a mut usize,
    side: &'a Side,
    total: i64,
    rows: &'a [Row],
    writer: &'a mut Writer<'w>,
    clauses: &'a mut Vec<Clause>,
    left: u64,
}

/// Adds the clauses of a row, with their derivation. `variables` is the number of variables so far.
pub(super) fn add_sums(
    variables: &mut usize,
    side: &Side,
    rows: &[Row],
    writer: &mut Writer<'_>,
    clauses: &mut Vec<Clause>,
) -> Result<(), RefuteError> {
    let (left, right) = side.terms.split_at(side.terms.len() / 2);
    let mut tree = Tree { variables, side, total: side.total(), rows, writer, clauses, left: LARGEST };
    let parts = [tree.part(left)?, tree.part(right)?];
    tree.join(&parts, |value| (value < side.degree).then_some((None, side.by)))
}

impl Tree<'_, '_> {
    fn too_large(&self) -> RefuteError {
        let row = if let Premise::Row { row, .. } = self.side.by { row + 1 } else { 0 };
        RefuteError::TooLarge { row }
    }

    /// Counts terms that are written or kept.
    fn spend(&mut self, terms: usize) -> Result<(), RefuteError> {
        self.left = self.left.checked_sub(terms as u64).ok_or_else(|| self.too_large())?;
        Ok(())
    }

    fn part(&mut self, terms: &[(i64, Lit)]) -> Result<Part, RefuteError> {
        if let &[(a, literal)] = terms {
            return Ok(Part {
                terms: terms.to_vec(),
                total: a,
                bounds: vec![Bound { value: 0, literal: !literal, rows: None }],
            });
        }
        let (left, right) = terms.split_at(terms.len() / 2);
        let parts = [self.part(left)?, self.part(right)?];
        let total = parts[0].total + parts[1].total;
        let values = self.values(&parts)?;
        let mut whole = Part { terms: terms.to_vec(), total, bounds: Vec::with_capacity(values.len()) };
        for value in values {
            let bound = self.define(&whole, value)?;
            whole.bounds.push(bound);
        }
        self.order(&whole)?;
        self.join(&parts, |value| {
            let bound = whole.bounds.iter().find(|bound| bound.value >= value)?;
            bound.rows.map(|[_, unless]| (Some(bound.literal), unless))
        })?;
        Ok(whole)
    }

    /// The values of the sum of two parts that matter, the smallest first.
    fn values(&mut self, parts: &[Part; 2]) -> Result<Vec<i64>, RefuteError> {
        let [left, right] = parts;
        self.spend((left.bounds.len() + 1) * (right.bounds.len() + 1))?;
        let total = left.total + right.total;
        let mut values: Vec<i64> = left.values().flat_map(|v| right.values().map(move |w| v + w)).collect();
        values.retain(|&value| value < total && value < self.side.degree);
        values.sort_unstable();
        values.dedup();
        let least = self.side.degree - (self.total - total);
        let too_small = values.iter().filter(|&&value| value < least).count();
        values.drain(..too_small.saturating_sub(1));
        Ok(values)
    }

    /// Defines that the sum of a part is at most a value.
    fn define(&mut self, part: &Part, value: i64) -> Result<Bound, RefuteError> {
        self.spend(2 * part.terms.len() + 2)?;
        *self.variables += 1;
        let literal = i32::try_from(*self.variables).map_err(|_| self.too_large()).map(Lit::positive)?;
        let negated = |&(a, term): &(i64, Lit)| (a, Literal::from(!term));
        let least: Vec<_> = std::iter::once((part.total - value, Literal::from(!literal)))
            .chain(part.terms.iter().map(negated))
            .collect();
        let most: Vec<_> = std::iter::once((value + 1, Literal::from(literal)))
            .chain(part.terms.iter().map(|&(a, term)| (a, Literal::from(term))))
            .collect();
        let holds = self.writer.define(&least, part.total - value, Literal::from(!literal))?;
        let unless = self.writer.define(&most, value + 1, Literal::from(literal))?;
        Ok(Bound { value, literal, rows: Some([holds, unless].map(Premise::Derived)) })
    }

    /// A sum of at most a value is at most the next value.
    fn order(&mut self, part: &Part) -> Result<(), RefuteError> {
        for pair in part.bounds.windows(2) {
            if let (Some([holds, _]), Some([_, unless])) = (pair[0].rows, pair[1].rows) {
                self.add(vec![!pair[0].literal, pair[1].literal], &[unless, holds], &[])?;
            }
        }
        Ok(())
    }

    /// The clauses of the sum of two parts. `whole` gives for a value of the sum the literal that bounds the whole, if any, and the row that
    /// holds unless this literal does; `None` if nothing follows.
    fn join(
        &mut self,
        parts: &[Part; 2],
        whole: impl Fn(i64) -> Option<(Option<Lit>, Premise)>,
    ) -> Result<(), RefuteError> {
        let [left, right] = parts;
        for i in 0..=left.bounds.len() {
            for j in 0..=right.bounds.len() {
                let target = |j: usize| whole(left.value(i) + right.value(j));
                let Some((literal, row)) = target(j) else { break };
                // The next value of the right part says more if it says the same of the whole.
                if j < right.bounds.len() && target(j + 1).is_some_and(|(_, next)| next == row) {
                    continue;
                }
                let (mut clause, mut premises, mut left_out) = (Vec::from_iter(literal), vec![row], Vec::new());
                for bound in [left.bounds.get(i).ok_or(left), right.bounds.get(j).ok_or(right)] {
                    match bound {
                        Ok(bound) => {
                            clause.push(!bound.literal);
                            premises.extend(bound.rows.map(|[holds, _]| holds));
                        }
                        Err(part) => left_out.extend_from_slice(&part.terms),
                    }
                }
                self.add(clause, &premises, &left_out)?;
            }
        }
        Ok(())
    }

    /// Derives and adds a clause.
    fn add(&mut self, literals: Vec<Lit>, premises: &[Premise], left_out: &[(i64, Lit)]) -> Result<(), RefuteError> {
        self.spend(literals.len() + premises.len() + left_out.len())?;
        let left_out: Vec<_> = left_out.iter().map(|&(a, literal)| (a, Literal::from(literal))).collect();
        let by = Premise::Derived(self.writer.clause_of_sum(self.rows, premises, &left_out)?);
        self.clauses.push(Clause { literals, by });
        Ok(())
    }
}

impl Part {
    /// The values of its bounds, and the total.
    fn values(&self) -> impl Iterator<Item = i64> + Clone + '_ {
        self.bounds.iter().map(|bound| bound.value).chain([self.total])
    }

    /// The value of a bound, by index; the last is the total.
    fn value(&self, i: usize) -> i64 {
        self.bounds.get(i).map_or(self.total, |bound| bound.value)
    }
}
