//! The paths of one die whose sum is near the best one: how many have each sum, or one by one.
//!
//! What a way to a state costs beyond the cheapest one never shrinks as the way goes on. So states with what their way costs more, as far as
//! a sum may be worse, are a graph in which the paths of one sum are ways.

use std::convert::Infallible;

use super::Route;
use super::region::Ways;
use tumble_model::control::{Extent, Request};
use tumble_puzzles::puzzle::{CIRCLES, Count, Endless, Listed, Listener, Puzzle as _, Which};
use tumble_puzzles::search::{AllWays, Circle, Costs, Onward, all_ways, list_all};
use tumble_rolling::State;

/// A state on a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Near {
    state: State,
    /// What the way here costs more than the cheapest one.
    more: u64,
    /// Whether it is not the start of a round trip.
    has_left: bool,
}

/// The paths whose costs are known.
struct Known<'w> {
    ways: &'w Ways<'w>,
    costs: Costs,
    best: i64,
}

impl Known<'_> {
    /// The cost of the cheapest way to a state that leads to a goal.
    fn cost(&self, state: State) -> i64 {
        self.costs.of(state.index()).unwrap_or_default()
    }

    /// A state after a way of this cost.
    fn near(&self, state: State, cost: i64) -> Near {
        Near { state, more: cost.abs_diff(self.cost(state)), has_left: true }
    }

    /// The first states of paths, or in a round trip those after the first roll.
    fn seeds(&self, from: Option<State>) -> impl Iterator<Item = Near> + '_ {
        let seeds = self.ways.seeds().filter(move |&(_, start)| from.is_none_or(|from| from == start));
        seeds.map(|seed| self.near(seed.0, self.ways.seed_cost(seed)))
    }

    /// Asks the graph of the paths that are so much worse than the best one.
    fn ask<T>(&self, worse: u64, ask: impl FnOnce(&Onward<'_, Near>) -> T) -> T {
        let Self { ways, best, .. } = self;
        let starts = ways.region.starts.iter().map(|&state| Near { state, more: 0, has_left: false });
        let starts = if ways.puzzle.is_round_trip { starts.collect() } else { self.seeds(None).collect::<Vec<_>>() };
        let forward = |near: Near, next: &mut Vec<Near>| {
            if near.has_left {
                let before = self.cost(near.state).saturating_add_unsigned(near.more);
                next.extend(ways.rolls(near.state).map(|arc| self.near(arc.head, before + ways.cost(arc.head))));
            } else {
                next.extend(self.seeds(Some(near.state)));
            }
            next.retain(|near| near.more <= worse);
        };
        let is_goal = |near: Near| {
            let cost = || self.cost(near.state).abs_diff(*best) + near.more;
            near.has_left && ways.region.goals.binary_search(&near.state).is_ok() && cost() == worse
        };
        ask(&Onward { starts: &starts, forward: &forward, is_goal: &is_goal })
    }

    fn route(&self, way: &[Near]) -> Route {
        self.ways.route(&way.iter().map(|near| near.state).collect::<Vec<_>>())
    }

    fn endless(&self, circle: &Circle<Near>) -> Endless<Route> {
        Endless::of(circle, |way| self.route(way))
    }
}

impl Ways<'_> {
    /// What is asked after the paths of the best sum were: the costs are known then.
    fn known(&self, request: &Request<'_>) -> Option<Known<'_>> {
        let costs = self.costs(request).ok()?;
        let best = self.region.goals.iter().filter_map(|goal| costs.of(goal.index())).min()?;
        Some(Known { ways: self, costs, best })
    }

    /// Counts the paths of each sum from the best one on to so much worse.
    pub(super) fn count_within(&self, within: u64, request: &Request<'_>) -> Count<Endless<Route>> {
        let mut counted = self.count(Which::Best, request);
        let Some((best, known)) = counted.objective.filter(|_| counted.extent.is_all()).zip(self.known(request)) else {
            return counted;
        };
        counted.by_objective.push((best, counted.solutions.clone()));
        let sums = self.puzzle.sense().into_iter().flat_map(|sense| sense.within(best, within));
        for (worse, sum) in (0..).zip(sums).skip(1) {
            let all = known.ask(worse, |onward| all_ways(&[], onward, &request.control));
            match all {
                Ok(AllWays::Number(number)) => {
                    counted.solutions += &number;
                    counted.by_objective.push((sum, number));
                }
                Ok(AllWays::Endless(circle)) => return counted.endless(known.endless(&circle)),
                Err(stop) => return Count { extent: Extent::Stopped(stop), ..counted },
            }
        }
        counted
    }

    /// Lists the paths of the best sum, and those whose sum is up to so much worse, sum by sum.
    pub(super) fn list_within(
        &self,
        within: u64,
        found: &mut Listener<'_, Route>,
        request: &Request<'_>,
    ) -> Listed<Route> {
        let mut listed = self.list(found, request);
        let Some(known) = self.known(request).filter(|_| within > 0 && listed.extent.is_all()) else { return listed };
        for worse in 1..=within {
            let mut found = |way: &[Near], held| found(known.route(way), held);
            let extent = known.ask(worse, |onward| list_all(onward, &mut found, &request.control));
            let Ok(extent) = extent.try_map(|circle| Ok::<_, Infallible>(known.endless(&circle)));
            if let Extent::Endless(_) = extent {
                listed.reason = Some(CIRCLES.into());
            }
            listed.extent = extent;
            if !listed.extent.is_all() {
                break;
            }
        }
        listed
    }
}
