//! How many solutions there are.

use std::hash::Hash;

use num_bigint::BigUint;

use super::Endless;
use crate::control::{Extent, Request, Stop};
use crate::search::{AllWays, Ended, Goals, Graph, State, all_ways, count_shortest, shortest_path};

/// How many solutions there are. `W` shows that there are infinitely many: [`Endless`] solutions of a puzzle, or what was checked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count<W> {
    /// The number of optimal solutions if there is an objective and only these are counted, otherwise of all solutions. Unless all were
    /// counted, it is a lower bound. For optimal solutions it is no bound then: better solutions may exist.
    pub solutions: BigUint,
    /// The objective value of the optimal solutions.
    pub objective: Option<i64>,
    /// The number of different layouts among them, for puzzles whose solutions may look alike.
    pub layouts: Option<u64>,
    /// Whether all were counted, and if not, why.
    pub extent: Extent<W>,
    /// In words, why there are infinitely many, why others were not counted, or why there are none.
    pub reason: Option<String>,
}

impl<W> Count<W> {
    /// So many solutions, of which this is the extent.
    pub fn new(solutions: impl Into<BigUint>, extent: Extent<W>) -> Self {
        Self { solutions: solutions.into(), objective: None, layouts: None, extent, reason: None }
    }

    /// No solution was found before the count stopped.
    pub fn stopped(stop: Stop) -> Self {
        Self::new(0_u8, Extent::Stopped(stop))
    }

    /// There is no solution, for this reason.
    pub fn infeasible(why: impl Into<String>) -> Self {
        Self { reason: Some(why.into()), ..Self::new(0_u8, Extent::All) }
    }

    /// The count as a lower bound of infinitely many.
    #[must_use]
    pub fn endless(self, witness: W) -> Self {
        Self { extent: Extent::Endless(witness), reason: Some(CIRCLES.into()), ..self }
    }

    /// Whether it is known that there is exactly one solution.
    pub fn is_one(&self) -> bool {
        self.extent.is_all() && self.solutions == BigUint::from(1u8)
    }

    /// The number of shortest solutions that a search found, with their length.
    pub fn of_shortest(ended: &Ended<(u64, BigUint)>) -> Self {
        match ended {
            Ended::Found((length, solutions)) => {
                Self { objective: i64::try_from(*length).ok(), ..Self::new(solutions.clone(), Extent::All) }
            }
            Ended::NoPath => Self::new(0_u8, Extent::All),
            Ended::Stopped { stop, .. } => Self::stopped(stop.clone()),
        }
    }

    /// Why not all are counted; `None` if all are.
    pub fn why_incomplete(&self) -> Option<String> {
        match &self.extent {
            Extent::All => None,
            Extent::Stopped(stop) => Some(format!("stopped by {stop}")),
            Extent::Endless(_) => Some(self.reason.clone().unwrap_or_else(|| "infinitely many".into())),
            Extent::Enough => Some(self.reason.clone().unwrap_or_else(|| "there may be more".into())),
        }
    }

    /// The count with what shows that there are infinitely many converted, if the conversion succeeds.
    ///
    /// # Errors
    /// What `convert` returns.
    pub fn try_map<V, E>(self, convert: impl FnOnce(W) -> Result<V, E>) -> Result<Count<V>, E> {
        let Self { solutions, objective, layouts, extent, reason } = self;
        Ok(Count { solutions, objective, layouts, extent: extent.try_map(convert)?, reason })
    }
}

/// Why there are infinitely many solutions.
pub const CIRCLES: &str = "infinitely many, because moves lead in a circle on the way";

/// Counts the shortest ways of a graph, or all ways; `solution` makes a solution of the states of a way. Of infinitely many and at a limit the
/// number of the shortest ones is a lower bound.
pub fn count_ways<K: State + Hash, S>(
    graph: &Graph<'_, K>,
    starts: &[K],
    goals: &Goals<'_, K>,
    all: bool,
    request: &Request<'_>,
    solution: &dyn Fn(&[K]) -> S,
) -> Count<Endless<S>> {
    let shortest = Count::of_shortest(&count_shortest(graph, starts, goals, request).ended);
    if !all || shortest.solutions == BigUint::ZERO {
        return shortest;
    }
    let way = match shortest_path(graph, starts, goals, request).ended {
        Ended::Found(way) => way,
        Ended::Stopped { stop, .. } => return Count { extent: Extent::Stopped(stop), objective: None, ..shortest },
        Ended::NoPath => unreachable!("there is a shortest way"),
    };
    let is_goal = |state| match goals {
        Goals::Listed(goals) => goals.contains(&state),
        Goals::Where(holds) => holds(state),
    };
    shortest.or_all(all_ways(&way, starts, graph.forward, &is_goal, &request.control), solution)
}

impl<S> Count<Endless<S>> {
    /// From the number of the shortest ways to that of all ways; `solution` makes a solution of the states of a way.
    #[must_use]
    pub fn or_all<K: Copy>(self, all: Result<AllWays<K>, Stop>, solution: &dyn Fn(&[K]) -> S) -> Self {
        let shortest = Count { objective: None, ..self };
        match all {
            Ok(AllWays::Number(solutions)) => Count::new(solutions, Extent::All),
            Ok(AllWays::Endless(circle)) => shortest.endless(Endless::of(&circle, solution)),
            Err(stop) => Count { extent: Extent::Stopped(stop), ..shortest },
        }
    }
}
