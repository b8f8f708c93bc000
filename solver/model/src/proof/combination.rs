//! Sums of multiples of rows, computed in integers from duals of linear programs, whatever those are.
//!
//! The sum of rows `a·x >= b` with multipliers that are not negative is a row `d·x >= t` that every solution satisfies. With some values
//! fixed, `d·x` is at most the sum of the largest terms; if that is less than t, there is no solution with these values. This is the bound
//! of `lp/bound.rs` with the side of each row named. Duals are rounded to multiples of 1/scale, and small scales are tried first: they
//! make short lines, and most duals are simple fractions.

use super::Literal;
use crate::format::zero_one::Row;

/// The scales that are tried.
const SCALES: [f64; 9] = [1.0, 2.0, 6.0, 12.0, 60.0, 1024.0, 1_048_576.0, 1_073_741_824.0, 1_099_511_627_776.0];
/// Multiples beyond this are not used.
const LARGEST: f64 = (1u64 << 60) as f64;

/// A positive multiple of a row, read as `>=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Multiple {
    /// The row, by index.
    pub row: usize,
    /// Whether it is the other side of an equality, `-a·x >= -b`.
    pub is_reversed: bool,
    pub times: i64,
}

/// A sum of multiples of rows.
#[derive(Clone, Debug)]
pub(super) struct Combination {
    pub multiples: Vec<Multiple>,
    /// d, by variable from 0.
    coefficients: Vec<i128>,
    /// t.
    bound: i128,
}

impl Combination {
    /// The first sum, by scale, that has no solution among those with the fixed values; `None` if there is no such sum. The multiplier of a
    /// row `a·x >= b` has to be positive, that of an equality may be any; others count as 0.
    pub fn refuting(rows: &[Row], weights: &[f64], values: &[Option<bool>]) -> Option<Self> {
        let sums = SCALES.iter().map(|scale| Self::scaled(rows, weights, *scale, values.len()));
        sums.into_iter().find(|sum| sum.slack(values) < 0)
    }

    /// A single row that has no solution with the fixed values.
    pub fn violated(rows: &[Row], values: &[Option<bool>]) -> Option<Self> {
        let mut sides =
            rows.iter().enumerate().flat_map(|(index, row)| row.signs().map(move |sign| (index, row, sign)));
        let slack = |row: &Row, sign: i64| {
            let term = |&(a, x): &(i64, usize)| {
                let signed = i128::from(sign) * i128::from(a);
                values[x - 1].map_or(signed.max(0), |value| signed * i128::from(value))
            };
            row.terms.iter().map(term).sum::<i128>() - i128::from(sign) * i128::from(row.bound)
        };
        let (index, row, sign) = sides.find(|&(_, row, sign)| slack(row, sign) < 0)?;
        let mut sum = Self::nothing(values.len());
        sum.add(index, row, sign);
        Some(sum)
    }

    fn scaled(rows: &[Row], weights: &[f64], scale: f64, variables: usize) -> Self {
        let mut sum = Self::nothing(variables);
        for (index, (row, weight)) in rows.iter().zip(weights).enumerate() {
            let times = (weight * scale).round();
            // A number that is none fails both comparisons.
            if times.abs() >= 1.0 && times.abs() < LARGEST && (times > 0.0 || row.is_equality) {
                sum.add(index, row, times as i64);
            }
        }
        sum
    }

    fn nothing(variables: usize) -> Self {
        Self { multiples: Vec::new(), coefficients: vec![0; variables], bound: 0 }
    }

    /// Adds a multiple of a row; one of an equality may be negative.
    fn add(&mut self, index: usize, row: &Row, times: i64) {
        let signed = i128::from(times);
        row.terms.iter().for_each(|&(a, x)| self.coefficients[x - 1] += signed * i128::from(a));
        self.bound += signed * i128::from(row.bound);
        self.multiples.push(Multiple { row: index, is_reversed: times < 0, times: times.abs() });
    }

    /// By how much the largest sum of the terms is above the bound, with the fixed values, by variable. Below 0 there is no solution.
    fn slack(&self, values: &[Option<bool>]) -> i128 {
        let largest = |(&d, value): (&i128, &Option<bool>)| match value {
            Some(value) => d * i128::from(*value),
            None => d.max(0),
        };
        self.coefficients.iter().zip(values).map(largest).sum::<i128>() - self.bound
    }

    /// The decisions without which the sum would have a solution, in the order in which they were taken; the others are left out, the
    /// latest first. The fixed values are those of the decisions.
    pub fn reasons(&self, decisions: &[Literal]) -> Vec<Literal> {
        // How much the largest sum grows if a value is not fixed.
        let gain = |decision: &Literal| {
            let d = self.coefficients[decision.variable - 1];
            if decision.value { (-d).max(0) } else { d.max(0) }
        };
        let free: i128 = self.coefficients.iter().map(|d| (*d).max(0)).sum::<i128>() - self.bound;
        let mut slack = free - decisions.iter().map(gain).sum::<i128>();
        let mut needed: Vec<Literal> = decisions.to_vec();
        for i in (0..needed.len()).rev() {
            if slack + gain(&needed[i]) < 0 {
                slack += gain(&needed[i]);
                needed.remove(i);
            }
        }
        needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tests::shared::at_least;

    fn multiples(sum: Option<Combination>) -> Option<Vec<(usize, bool, i64)>> {
        sum.map(|sum| sum.multiples.iter().map(|m| (m.row, m.is_reversed, m.times)).collect())
    }

    /// Of three variables two are 1, and no two of them.
    fn odd_cycle() -> Vec<Row> {
        let pair = |x, y| at_least(&[(-1, x), (-1, y)], -1);
        vec![pair(1, 2), pair(2, 3), pair(1, 3), at_least(&[(1, 1), (1, 2), (1, 3)], 2)]
    }

    #[test]
    fn weights_are_taken_at_the_first_scale_that_refutes() {
        let rows = odd_cycle();
        let free = [None; 3];
        let refuted = |weights: &[f64]| multiples(Combination::refuting(&rows, weights, &free));
        // The same sum, at the scales 2 and 6.
        let sum = Some(vec![(0, false, 1), (1, false, 1), (2, false, 1), (3, false, 2)]);
        assert_eq!(refuted(&[0.5, 0.5, 0.5, 1.0]), sum);
        assert_eq!(refuted(&[1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0]), sum);
        assert_eq!(refuted(&[0.0; 4]), None);
        // Numbers that are none, too large ones, and multiples of rows that would turn round count as 0.
        for wrong in [f64::NAN, f64::INFINITY, 1e30, -0.5] {
            assert_eq!(refuted(&[0.5, wrong, 0.5, 1.0]), None, "{wrong}");
        }
    }

    #[test]
    fn an_equality_may_be_taken_the_other_way_round() {
        let equal = Row { terms: vec![(2, 1), (1, 2)], is_equality: true, bound: 1 };
        let rows = [equal, at_least(&[(2, 1), (2, 2)], 4)];
        // 2x + y = 1 and 2x + 2y >= 4: the second row less the first.
        let sum = Combination::refuting(&rows, &[-1.0, 1.0], &[None; 2]).unwrap();
        assert_eq!(sum.multiples[0], Multiple { row: 0, is_reversed: true, times: 1 });
        assert_eq!((sum.coefficients.clone(), sum.bound), (vec![0, 1], 3));
        assert_eq!(sum.slack(&[None, None]), -2);
        assert_eq!(sum.slack(&[Some(true), Some(false)]), -3);
        assert_eq!(sum.slack(&[Some(false), Some(true)]), -2);
    }

    #[test]
    fn a_violated_row_is_found_on_either_side() {
        let equal = Row { terms: vec![(3, 1), (-2, 2)], is_equality: true, bound: 1 };
        let rows = [at_least(&[(1, 1), (1, 2)], 0), equal];
        let violated = |values: [Option<bool>; 2]| multiples(Combination::violated(&rows, &values));
        assert_eq!(violated([Some(true), Some(true)]), None);
        assert_eq!(violated([Some(true), None]), None);
        assert_eq!(violated([Some(true), Some(false)]), Some(vec![(1, true, 1)]));
        assert_eq!(violated([Some(false), None]), Some(vec![(1, false, 1)]));
        assert_eq!(violated([None, None]), None);
    }

    /// Which decisions a sum needs: the latest are left out first, as long as the sum refutes.
    #[test]
    fn only_the_decisions_that_a_sum_needs_are_its_reasons() {
        let literal = |variable, value| Literal { variable, value };
        let row = at_least(&[(2, 1), (-3, 2), (1, 3), (1, 4)], 2);
        let sum = Combination::refuting(&[row], &[1.0], &[Some(false), Some(true), Some(false), None]).unwrap();
        let all = [literal(3, false), literal(1, false), literal(2, true)];
        // At most 1 + 1 without x1: x2 is enough, and x1 and x3 are, but the later one goes.
        assert_eq!(sum.reasons(&all), [literal(3, false), literal(1, false)]);
        assert_eq!(sum.reasons(&[literal(2, true), literal(3, false), literal(1, false)]), [literal(2, true)]);
        // Values that make the sum larger are no reasons.
        assert_eq!(sum.reasons(&[literal(1, true), literal(2, true), literal(3, true)]), [literal(2, true)]);
    }
}
