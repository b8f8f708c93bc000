//! Medians, quartiles, shifted geometric means.

/// The shift of times, in seconds, as usual in benchmarks of solvers that take seconds to minutes. Without it a run of a hundredth of a
/// second would count for more than a run of a tenth.
pub const SECONDS_SHIFT: f64 = 1.0;
/// The shift of numbers of nodes.
pub const NODES_SHIFT: f64 = 10.0;

/// A median with its quartiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// A quarter is at most this.
    pub lower: f64,
    /// Half is at most this.
    pub median: f64,
    /// Three quarters are at most this.
    pub upper: f64,
}

impl Spread {
    /// The spread of some numbers, interpolated between neighbours; `None` if there are no numbers.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the place is one of a list")]
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| {
            let place = share * last as f64;
            let below = place.floor() as usize;
            let above = (below + 1).min(last);
            (sorted[above] - sorted[below]).mul_add(place.fract(), sorted[below])
        };
        Some(Self { lower: at(0.25), median: at(0.5), upper: at(0.75) })
    }
}

/// exp(mean of ln(x + shift)) − shift; `None` if there are no numbers.
pub fn shifted_geometric_mean(numbers: &[f64], shift: f64) -> Option<f64> {
    let logs: f64 = numbers.iter().map(|number| (number + shift).ln()).sum();
    (!numbers.is_empty()).then(|| (logs / numbers.len() as f64).exp() - shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_their_neighbours() {
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(Spread::of(&[3.0]), Some(Spread { lower: 3.0, median: 3.0, upper: 3.0 }));
        assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 3.0, 5.0]), Some(Spread { lower: 2.0, median: 3.0, upper: 4.0 }));
        assert_eq!(Spread::of(&[1.0, 2.0]), Some(Spread { lower: 1.25, median: 1.5, upper: 1.75 }));
    }

    #[test]
    fn a_shifted_mean_of_equal_numbers_is_that_number() {
        assert_eq!(shifted_geometric_mean(&[], 1.0), None);
        assert!((shifted_geometric_mean(&[7.0, 7.0], 10.0).unwrap() - 7.0).abs() < 1e-12);
        // √(2 · 8) − 1.
        assert!((shifted_geometric_mean(&[1.0, 7.0], 1.0).unwrap() - 3.0).abs() < 1e-12);
    }
}
