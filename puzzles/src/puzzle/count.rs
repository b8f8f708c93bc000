//! How many solutions there are.

use num_bigint::BigUint;

use crate::control::Stop;
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
    /// Whether the count is complete. If not, `solutions` is a lower bound. For optimal solutions it is no bound: better
    /// solutions may exist.
    pub complete: bool,
    /// The limit that stopped the count, if one did.
    pub stop: Option<Stop>,
    /// Whether there are infinitely many solutions: then `solutions` is a lower bound, and no limit is to blame.
    pub is_endless: bool,
    /// Why the count is not complete, if no limit stopped it; or why there is none.
    pub reason: Option<String>,
}

/// Why the number of solutions of any length is not known.
const ENDLESS: &str = "infinitely many, because moves can be made and undone before a solution begins";
/// Why the number of shortest solutions is not known.
const TOO_MANY: &str = "there are more than 64 bits can count";

impl Count {
    /// No solutions; `complete` tells whether that is proved.
    pub const fn none(complete: bool) -> Self {
        Self {
            solutions: BigUint::ZERO,
            objective: None,
            layouts: None,
            complete,
            is_endless: false,
            stop: None,
            reason: None,
        }
    }

    /// Whether it is known that there is exactly one solution.
    pub fn is_one(&self) -> bool {
        self.complete && self.solutions == BigUint::from(1u8)
    }

    /// The number of shortest solutions that a search found, with their length.
    pub fn of_shortest(ended: &Ended<(u64, u64)>) -> Self {
        match ended {
            &Ended::Found((length, solutions)) => Self {
                solutions: solutions.into(),
                objective: i64::try_from(length).ok(),
                reason: (solutions == u64::MAX).then(|| TOO_MANY.into()),
                ..Self::none(solutions < u64::MAX)
            },
            Ended::NoPath => Self::none(true),
            Ended::Stopped { stop, .. } => Self { stop: Some(stop.clone()), ..Self::none(false) },
        }
    }

    /// The number of solutions of any length, from that of the shortest ones, which is then a lower bound: where moves can be undone, one
    /// solution that has moves makes infinitely many. `can_move` says whether there are moves where a solution begins.
    #[must_use]
    pub fn of_any_length(self, can_move: impl FnOnce() -> bool) -> Self {
        let all = Self { objective: None, ..self };
        let is_endless = all.solutions > BigUint::ZERO && (self.objective != Some(0) || can_move());
        if is_endless { all.endless_because(ENDLESS) } else { all }
    }

    /// Why the count is not complete; `None` if it is.
    pub fn why_incomplete(&self) -> Option<String> {
        let stopped = || self.stop.as_ref().map(|stop| format!("stopped by {stop}"));
        let why = || stopped().or_else(|| self.reason.clone()).unwrap_or_else(|| "there may be more".into());
        (!self.complete).then(why)
    }

    /// The count as a lower bound of infinitely many, for this reason.
    #[must_use]
    pub fn endless_because(self, reason: &str) -> Self {
        Self { complete: false, is_endless: true, reason: Some(reason.into()), ..self }
    }
}
