//! How many solutions there are.

use num_bigint::BigUint;

use crate::run::Stop;
use crate::search::Ended;

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of optimal solutions if there is an objective and only these are counted, otherwise of all solutions.
    pub solutions: BigUint,
    /// The objective value of the optimal solutions.
    pub objective: Option<i64>,
    /// The number of different layouts among them, for puzzles whose solutions may look alike.
    pub layouts: Option<u64>,
    /// Whether the count is complete. If not, `solutions` is a lower bound, and for optimal solutions not even that: better
    /// ones may exist.
    pub complete: bool,
    /// The limit that stopped the count, if one did.
    pub stop: Option<Stop>,
}

impl Count {
    /// No solutions; `complete` tells whether that is proved.
    #[must_use]
    pub const fn none(complete: bool) -> Self {
        Self { solutions: BigUint::ZERO, objective: None, layouts: None, complete, stop: None }
    }

    /// The number of shortest solutions that a search found, with their length. With `feasible`, solutions of any length
    /// count: if there is one, there are infinitely many, and the number of shortest ones is reported as a lower bound.
    #[must_use]
    pub fn of_shortest(ended: &Ended<(u64, u64)>, feasible: bool) -> Self {
        match ended {
            &Ended::Found((length, solutions)) => Self {
                solutions: solutions.into(),
                objective: i64::try_from(length).ok().filter(|_| !feasible),
                layouts: None,
                complete: !feasible && solutions < u64::MAX,
                stop: None,
            },
            Ended::NoPath => Self::none(true),
            Ended::Stopped { stop, .. } => Self { stop: Some(stop.clone()), ..Self::none(false) },
        }
    }
}
