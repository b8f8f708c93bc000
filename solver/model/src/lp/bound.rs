//! A bound on a linear program in integers, from any multipliers of its rows.
//!
//! For the program max c·x with rows b⁻ ≤ A·x ≤ b⁺ and ranges l ≤ x ≤ u, take any multipliers y of the rows. For every point of the program
//!
//! ```text
//! c·x = y·A·x + (c − y·A)·x ≤ Σ_r max(y[r]·b⁻[r], y[r]·b⁺[r]) + Σ_j max(d[j]·l[j], d[j]·u[j]),    d = c − y·A
//! ```
//! where a multiplier counts as 0 if its sign asks for a side that the row does not have. With y in multiples of 2⁻³² all of this is
//! computed in integers, so the bound holds whatever y is: the duals of an optimum, of a run that was stopped, rounded numbers, or wrong
//! ones. At exact duals of an optimum it is the optimum.
//!
//! With c = 0 a negative bound proves that the program has no point: y then is a Farkas certificate.
//!
//! Source: Neumaier and Shcherbina, *Safe bounds in linear and mixed-integer linear programming* (2004), with integers in place of
//! directed rounding.
//!
//! By the bounds it is also told when rounds of cuts are no longer worth their time.

use crate::model::{LinearConstraint, Model, Sense, Variable};

/// The units of 1, as a power of two.
const UNITS: u32 = 32;
/// Multipliers beyond this count as zero: no dual of a bounded program of ours is as large.
const LARGEST: f64 = (1u64 << 30) as f64;

/// The best integer that the objective of a model of linear rows may have, by these duals. The duals may be any numbers; a missing dual
/// counts as zero. `None` if there is no objective.
pub fn integer_bound(model: &Model, duals: &[f64]) -> Option<i64> {
    let objective = model.objective()?;
    // What is minimised is turned round.
    let sign = if objective.sense == Sense::Maximize { 1 } else { -1 };
    let in_units = |number: i64| (sign * i128::from(number)) << UNITS;
    let mut costs = vec![0; model.variables().len()];
    objective.expression.terms().iter().for_each(|&(var, c)| costs[var.index()] += in_units(c));
    let value = bound(model, costs, |row| sign * units(duals.get(row).copied().unwrap_or(0.0)));
    Some(clamped(sign * ((value + in_units(objective.expression.constant())) >> UNITS)))
}

/// The bound for these costs, in units, and these multipliers by row, in units.
fn bound(model: &Model, mut costs: Vec<i128>, multiplier: impl Fn(usize) -> i128) -> i128 {
    let mut value = 0;
    for (r, row) in rows(model).enumerate() {
        let y = multiplier(r);
        let side = if y > 0 { row.upper() } else { row.lower() };
        let Some(side) = side.filter(|_| y != 0) else { continue };
        value += y * i128::from(side);
        row.terms().iter().for_each(|&(var, a)| costs[var.index()] -= y * i128::from(a));
    }
    let most = |(d, variable): (i128, &Variable)| d * i128::from(if d > 0 { variable.upper } else { variable.lower });
    value + costs.into_iter().zip(model.variables()).map(most).sum::<i128>()
}

/// Whether a ray of duals, by row, proves that a model of linear rows has no point, not even a fractional point. The ray may be any
/// numbers.
pub fn is_empty(model: &Model, ray: &[f64]) -> bool {
    // A ray has no length: stretched to one, rounding changes it least.
    let length = ray.iter().copied().filter(|y| y.is_finite()).fold(0.0, |length: f64, y| length.max(y.abs()));
    // Solvers differ in its sign.
    length > 0.0
        && [1.0, -1.0].into_iter().any(|sign| {
            let multiplier = |row: usize| units(ray.get(row).copied().unwrap_or(0.0) * sign / length);
            bound(model, vec![0; model.variables().len()], multiplier) < 0
        })
}

/// A multiplier in units; a multiplier that is not a number or too large counts as zero.
#[expect(clippy::cast_possible_truncation, reason = "LARGEST bounds it")]
fn units(multiplier: f64) -> i128 {
    if multiplier.abs() < LARGEST { (multiplier * (1u64 << UNITS) as f64).round() as i128 } else { 0 }
}

fn clamped(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

fn rows(model: &Model) -> impl Iterator<Item = &LinearConstraint> {
    model.constraints().iter().map(|named| named.constraint.as_row().expect("a linear program has linear rows only"))
}

/// When rounds of cuts end.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The rounds end if this number of rounds
    pub rounds: usize,
    /// moves the bound by less than this.
    pub gain: f64,
}

/// The bounds of the rounds so far.
#[derive(Clone, Debug)]
pub struct Gains {
    patience: Patience,
    bounds: Vec<f64>,
}

impl Gains {
    /// No round yet.
    pub const fn new(patience: Patience) -> Self {
        Self { patience, bounds: Vec::new() }
    }

    /// Records a round's bound. Returns whether further rounds are not worth their time.
    pub fn have_ended(&mut self, bound: f64) -> bool {
        self.bounds.push(bound);
        let before = self.bounds.len().checked_sub(self.patience.rounds + 1).map(|round| self.bounds[round]);
        before.is_some_and(|before| (bound - before).abs() < self.patience.gain)
    }

    /// The number of rounds.
    pub const fn rounds(&self) -> usize {
        self.bounds.len()
    }

    /// Forgets all rounds.
    pub fn restart(&mut self) {
        self.bounds.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Linear, Var};

    /// max 3x + 2y, x + y ≤ 4, x − y ≥ −2, 0 ≤ x, y ≤ 3: 11 at (3, 1), with duals 2 and 0, and 1 for x ≤ 3.
    fn program() -> (Model, [Var; 2]) {
        let mut model = Model::new("m");
        let [x, y] = ["x", "y"].map(|name| model.integer(name, 0..=3));
        model.add("sum", Linear::sum([x, y]).at_most(4));
        model.add("difference", Linear::from(x).plus(-1, y).at_least(-2));
        model.set_objective(Sense::Maximize, Linear::new().plus(3, x).plus(2, y));
        (model, [x, y])
    }

    #[test]
    fn the_duals_of_the_optimum_give_the_optimum_and_others_no_less() {
        let (model, _) = program();
        assert_eq!(integer_bound(&model, &[2.0, 0.0]), Some(11));
        for duals in [[0.0, 0.0], [-3.0, 5.0], [2.1, -0.1], [f64::NAN, f64::INFINITY], [1e300, -1e300]] {
            assert!(integer_bound(&model, &duals).unwrap() >= 11, "{duals:?}");
        }
        assert_eq!(integer_bound(&model, &[]), Some(15));
    }

    #[test]
    fn a_bound_from_below_is_that_of_the_negated_objective() {
        let (mut model, [x, y]) = program();
        model.set_objective(Sense::Minimize, Linear::new().plus(-3, x).plus(-2, y).plus_constant(100));
        for (duals, bound) in
            [(&[-2.0, 0.0][..], 89), (&[], 85), (&[-2.000_000_001, 0.0], 89), (&[-3.0, 0.0], 88), (&[7.0, 0.0], 85)]
        {
            assert_eq!(integer_bound(&model, duals), Some(bound), "{duals:?}");
        }
    }

    #[test]
    fn bounds_beyond_all_integers_are_the_ends() {
        assert_eq!([i128::MIN, -5, 5, i128::MAX].map(clamped), [i64::MIN, -5, 5, i64::MAX]);
    }

    #[test]
    fn only_a_certificate_proves_that_there_is_no_point() {
        let (mut model, [x, y]) = program();
        assert!(!is_empty(&model, &[1.0, 1.0]));
        model.set_range(x, 3..=3);
        model.set_range(y, 2..=3);
        assert!(is_empty(&model, &[1.0, 0.0]) && is_empty(&model, &[-1e-5, 0.0]));
        for ray in [[0.0, 1.0], [f64::NAN, 0.0], [0.0, 0.0]] {
            assert!(!is_empty(&model, &ray), "{ray:?}");
        }
    }
}
