//! One die on a board: the paths of the best sum, and the number of all paths.
//!
//! A path is a way from a start state to a goal state; each state costs what its cell and its die count. Costs may be negative; where a
//! circle of rolls that leads on to a goal costs less than nothing, no path is best.

use super::chosen::Chosen;
use super::objective::{Sum, may_circle};
use super::region::Region;
use super::{DiePath, Route};
use crate::control::{Request, Stop, Verdict};
use crate::geometry::Direction;
use crate::puzzle::{Count, Listed, Listener, Searched};
use crate::rolling::{ORIENTATIONS, RollArc, State, StateSet};
use crate::search::{Costs, NoCosts, cheapest};

/// Why no path is best.
pub(super) const NO_BEST: &str =
    "no path is best: a circle of rolls makes the sum better, and can be rolled again and again";
/// Why there are infinitely many paths.
const ENDLESS: &str = "infinitely many, because a circle of rolls can be rolled again and again";

/// See the [module](self).
pub(super) struct Ways<'a> {
    puzzle: &'a DiePath,
    sum: Option<&'a Sum>,
    pub(super) region: Region,
    /// The states from which rolls lead to a goal.
    leads_on: StateSet,
}

impl<'a> Ways<'a> {
    /// With the sum that is made best, or for all paths.
    pub fn new(puzzle: &'a DiePath, sum: Option<&'a Sum>) -> Self {
        let region = Region::of_one(puzzle);
        let leads_on = region.graph.leading_to(region.goals.iter().copied(), |_| true);
        Self { puzzle, sum, region, leads_on }
    }

    pub(super) fn cost(&self, state: State) -> i64 {
        let die = self.region.graph.dice()[state.orientation()];
        self.sum.map_or(0, |sum| sum.cost(state.cell(), die))
    }

    /// The first states of the rest of a path, each with its start: the start itself; in a round trip the state after the first roll.
    pub(super) fn seeds(&self) -> impl Iterator<Item = (State, State)> + '_ {
        let starts = self.region.starts.iter().copied();
        let seeds = starts.flat_map(|start| {
            let first = |is_wanted: bool| is_wanted.then_some(start);
            let rolls = self.region.graph.rolls_from(start).map(|arc| arc.head);
            let rolls = rolls.filter(|_| self.puzzle.is_round_trip);
            first(!self.puzzle.is_round_trip).into_iter().chain(rolls).map(move |seed| (seed, start))
        });
        seeds.filter(|&(seed, _)| self.leads_on.contains(seed))
    }

    pub(super) fn seed_cost(&self, (seed, start): (State, State)) -> i64 {
        self.cost(seed) + if self.puzzle.is_round_trip { self.cost(start) } else { 0 }
    }

    fn rolls(&self, tail: State) -> impl Iterator<Item = RollArc> + '_ {
        self.region.graph.rolls_from(tail).filter(|arc| self.leads_on.contains(arc.head))
    }

    fn costs(&self, request: &Request<'_>) -> Result<Costs, NoCosts> {
        let moves = |state, next: &mut Vec<(u32, i64)>| {
            next.extend(self.rolls(State::from_index(state)).map(|arc| (arc.head.index(), self.cost(arc.head))));
        };
        let seeds = self.seeds().map(|seed| (seed.0.index(), self.seed_cost(seed)));
        let may_be_negative = self.sum.is_some_and(Sum::may_be_negative);
        cheapest(self.region.graph.cells().len() * ORIENTATIONS, seeds, &moves, may_be_negative, request)
    }

    /// What a model of the paths of the best sum has to know before it is built: a circle of rolls costs nothing for a flow.
    pub fn circles(puzzle: &'a DiePath, request: &Request<'_>) -> Circles {
        let Some(sum) = puzzle.sum.as_ref().filter(|_| may_circle(&puzzle.directions)) else {
            return Circles::Harmless;
        };
        let ways = Self::new(puzzle, Some(sum));
        match ways.costs(request) {
            Err(NoCosts::Circle) => ways.some(request).map_or(Circles::Harmless, Circles::Better),
            Err(NoCosts::Stopped(_)) => Circles::Harmless,
            Ok(costs) => match ways.chosen(Some(&costs)).number(request) {
                Ok(None) => Circles::AsGood,
                _ => Circles::Harmless,
            },
        }
    }

    /// Some path, with its sum; `None` if there is none, or at a limit.
    fn some(&self, request: &Request<'_>) -> Option<Route> {
        match Self::new(self.puzzle, None).solve(request).verdict {
            Verdict::Optimal(route) => Some(route),
            _ => None,
        }
    }

    pub fn solve(&self, request: &Request<'_>) -> Searched<Route> {
        let costs = match self.costs(request) {
            Err(NoCosts::Stopped(stop)) => return Searched::new(Verdict::Unknown { bound: None, stop }, 0),
            Err(NoCosts::Circle) => {
                let stop = Stop::Unbounded(NO_BEST.into());
                let verdict = match self.some(request) {
                    Some(solution) => Verdict::Feasible { solution, bound: None, stop },
                    None => Verdict::Unknown { bound: None, stop },
                };
                return Searched::new(verdict, 0);
            }
            Ok(costs) => costs,
        };
        let best = self.region.goals.iter().filter_map(|goal| Some((costs.of(goal.index())?, goal.index()))).min();
        let verdict = best.map_or(Verdict::Infeasible, |(_, goal)| {
            let mut states: Vec<State> = costs.way(goal).into_iter().map(State::from_index).collect();
            if self.puzzle.is_round_trip {
                let cost = costs.of(states[0].index());
                let start = self.seeds().find(|&seed| seed.0 == states[0] && Some(self.seed_cost(seed)) == cost);
                states.splice(0..0, start.map(|(_, start)| start));
            }
            Verdict::Optimal(self.route(&states))
        });
        Searched::new(verdict, costs.expanded)
    }

    /// The path through successive states, of which there is at least one.
    pub(super) fn route(&self, states: &[State]) -> Route {
        let roll = |pair: &[State]| {
            Direction::ALL.into_iter().find(|&roll| self.region.graph.roll(pair[0], roll) == Some(pair[1]))
        };
        self.region.route(self.puzzle, states[0], states.windows(2).filter_map(roll).collect())
    }

    /// Counts the paths of the best sum, or all paths.
    pub fn count(&self, all: bool, request: &Request<'_>) -> Count {
        let costs = match self.costs(request) {
            _ if all => None,
            Err(NoCosts::Stopped(stop)) => return Count { stop: Some(stop), ..Count::none(false) },
            Err(NoCosts::Circle) => return Count { reason: Some(NO_BEST.into()), ..Count::none(true) },
            Ok(costs) => Some(costs),
        };
        let chosen = self.chosen(costs.as_ref());
        let objective = chosen.best().zip(self.sum).map(|(best, sum)| sum.sign() * best);
        match chosen.number(request) {
            Ok(Some(solutions)) => Count { solutions, objective, ..Count::none(true) },
            Ok(None) => Count { solutions: 1_u8.into(), objective, ..Count::none(false).endless_because(ENDLESS) },
            Err(stop) => Count { stop: Some(stop), ..Count::none(false) },
        }
    }

    /// Lists the paths of the best sum.
    pub fn list(&self, found: &mut Listener<'_, Route>, request: &Request<'_>) -> Listed {
        let costs = match self.costs(request) {
            Err(NoCosts::Stopped(stop)) => return Listed { stop: Some(stop), ..Listed::default() },
            Err(NoCosts::Circle) => {
                return Listed { stop: Some(Stop::Unbounded(NO_BEST.into())), ..Listed::default() };
            }
            Ok(costs) => costs,
        };
        let chosen = self.chosen(Some(&costs));
        let nodes = costs.expanded;
        match chosen.number(request) {
            Err(stop) => return Listed { stop: Some(stop), nodes, ..Listed::default() },
            Ok(None) => {
                let stop = chosen.shortest(found, request).err();
                return Listed { nodes, stop, reason: Some(ENDLESS.into()), is_endless: true };
            }
            Ok(Some(_)) => {}
        }
        for (seed, start) in chosen.seeds() {
            if chosen.paths(self.first(seed, start), None, found, request).is_break() {
                break;
            }
        }
        Listed { nodes, stop: request.control.stop(), ..Listed::default() }
    }

    /// The states with which a path begins.
    pub(super) fn first(&self, seed: State, start: State) -> Vec<State> {
        if self.puzzle.is_round_trip { vec![start, seed] } else { vec![seed] }
    }

    /// The paths of these costs, or all paths.
    fn chosen<'w>(&'w self, costs: Option<&'w Costs>) -> Chosen<'w> {
        Chosen::new(self, costs)
    }
}

/// What circles of rolls do to the sum of a path.
pub(super) enum Circles {
    /// They make it worse, or there are none, or a limit was reached.
    Harmless,
    /// They leave it as it is, so that infinitely many paths are best.
    AsGood,
    /// They make it better, so that no path is best. Some path.
    Better(Route),
}
