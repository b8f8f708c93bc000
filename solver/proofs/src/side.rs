//! The two sides of a row, each with positive coefficients.

use super::writer::Premise;
use tumble_formats::zero_one::Row;
use tumble_model::session::Lit;

/// `Σ a·ℓ >= d`, a side of a row of the statement.
pub(super) struct Side {
    pub by: Premise,
    /// Positive coefficients, the largest first.
    pub terms: Vec<(i64, Lit)>,
    pub degree: i64,
}

impl Side {
    /// The sides of a row.
    pub fn of(index: usize, row: &Row) -> impl Iterator<Item = Self> {
        row.signs().map(move |sign| Self::new(index, row, sign))
    }

    fn new(index: usize, row: &Row, sign: i64) -> Self {
        let mut degree = sign * row.bound;
        let mut terms = Vec::with_capacity(row.terms.len());
        // The variables of a row are different, and the sum of its numbers is exact: an OPB file has no others.
        for &(a, variable) in row.terms.iter().filter(|(a, _)| *a != 0) {
            let literal = Lit::positive(i32::try_from(variable).unwrap_or(i32::MAX - 1));
            let a = sign * a;
            degree -= a.min(0);
            terms.push((a.abs(), if a > 0 { literal } else { !literal }));
        }
        terms.sort_by_key(|&(a, _)| std::cmp::Reverse(a));
        Self { by: Premise::Row { row: index, is_reversed: sign < 0 }, terms, degree }
    }

    pub fn total(&self) -> i64 {
        self.terms.iter().map(|(a, _)| a).sum()
    }

    /// Whether the row is a clause.
    pub fn is_clause(&self) -> bool {
        self.degree > 0 && self.terms.last().is_none_or(|&(a, _)| a >= self.degree)
    }
}
