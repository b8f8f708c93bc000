//! The bounds of the variables, tightened by the rows: fewer literals, and integers with many values that a row leaves few of.
//!
//! For a row l ≤ Σ cᵢ·xᵢ ≤ u, the least value of all terms but one bounds that one from above, and the largest from below. This is
//! repeated for the rows of a variable whose bounds changed, at most [`VISITS`] times each row, because bounds can creep.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use tumble_model::model::{Constraint, LinearConstraint, Model};

/// How often a row is used at most.
const VISITS: u8 = 30;

/// The bounds of the variables by index; a range is empty if the model has no solution.
pub(super) fn tightened(model: &Model) -> Vec<RangeInclusive<i64>> {
    let mut ranges: Vec<(i128, i128)> =
        model.variables().iter().map(|v| (i128::from(v.lower), i128::from(v.upper))).collect();
    let rows: Vec<&LinearConstraint> = model
        .constraints()
        .iter()
        .filter_map(|named| match &named.constraint {
            Constraint::Linear(row) if row.condition().is_none() => Some(row),
            _ => None,
        })
        .collect();
    let mut rows_of = vec![Vec::new(); ranges.len()];
    for (i, row) in rows.iter().enumerate() {
        row.terms().iter().for_each(|(var, _)| rows_of[var.index()].push(i));
    }
    let mut queue: VecDeque<usize> = (0..rows.len()).collect();
    let mut is_queued = vec![true; rows.len()];
    let mut visits = vec![0; rows.len()];
    while let Some(i) = queue.pop_front() {
        is_queued[i] = false;
        visits[i] += 1;
        for changed in tighten(rows[i], &mut ranges) {
            for &j in &rows_of[changed] {
                if visits[j] < VISITS && !is_queued[j] {
                    is_queued[j] = true;
                    queue.push_back(j);
                }
            }
        }
    }
    // Bounds only move inwards, or past each other by less than the range of a row.
    let end = |value: i128| i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX });
    ranges.into_iter().map(|(lower, upper)| end(lower)..=end(upper)).collect()
}

/// Tightens the ranges of a row's variables. Returns the indices of the changed variables.
fn tighten(row: &LinearConstraint, ranges: &mut [(i128, i128)]) -> Vec<usize> {
    let ends = |c: i64, (lower, upper): (i128, i128)| {
        let (a, b) = (i128::from(c) * lower, i128::from(c) * upper);
        (a.min(b), a.max(b))
    };
    let sum = |pick: fn((i128, i128)) -> i128| -> i128 {
        row.terms().iter().map(|&(var, c)| pick(ends(c, ranges[var.index()]))).sum()
    };
    let (least, largest) = (sum(|ends| ends.0), sum(|ends| ends.1));
    let mut changed = Vec::new();
    for &(var, c) in row.terms() {
        let range = ranges[var.index()];
        let (low, high) = ends(c, range);
        // The term is at most `most` and at least `less`.
        let most = row.upper().map_or(high, |upper| i128::from(upper) - (least - low)).min(high);
        let less = row.lower().map_or(low, |lower| i128::from(lower) - (largest - high)).max(low);
        let c = i128::from(c);
        let (lower, upper) =
            if c > 0 { (ceiling(less, c), most.div_euclid(c)) } else { (ceiling(-most, -c), (-less).div_euclid(-c)) };
        let tighter = (range.0.max(lower), range.1.min(upper));
        if tighter != range && range.0 <= range.1 {
            ranges[var.index()] = tighter;
            changed.push(var.index());
        }
    }
    changed
}

/// a / b, rounded up, for b > 0.
fn ceiling(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}
