//! How many solutions there are.

use crate::run::Stop;
use crate::search::Ended;

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of optimal solutions where there is an objective and they were requested, else of all solutions.
    pub solutions: u64,
    /// The objective of the optimal solutions.
    pub objective: Option<i64>,
    /// How many of them look different, where solutions of the puzzle may look alike.
    pub layouts: Option<u64>,
    /// Whether the count is finished. Otherwise the number is a lower bound, and where only optimal solutions count perhaps not
    /// even that.
    pub complete: bool,
    /// The limit that stopped it, where one did.
    pub stop: Option<Stop>,
}

impl Count {
    /// No solutions; `complete` says whether that is proved.
    #[must_use]
    pub const fn none(complete: bool) -> Self {
        Self { solutions: 0, objective: None, layouts: None, complete, stop: None }
    }

    /// The number of shortest solutions that a search found, with their length. With `feasible` solutions of any length are
    /// requested: where there is one there is no end to them, and the number of the shortest is reported as a lower bound.
    #[must_use]
    pub fn of_shortest(ended: &Ended<(u64, u64)>, feasible: bool) -> Self {
        match ended {
            &Ended::Found((length, solutions)) => Self {
                solutions,
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
