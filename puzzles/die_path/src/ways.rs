//! One die on a board: the paths of the best sum, and the number of all paths.
//!
//! A path is a way from a start state to a goal state; each state costs what its cell and its die count. Costs may be negative; where a
//! circle of rolls that leads on to a goal costs less than nothing, no path is best.

use super::objective::Sum;
use super::region::Region;
use super::{DiePath, Route};
use tumble_model::control::{Request, Stop, Verdict};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::Searched;
use tumble_puzzles::search::{Costs, NoCosts, cheapest};
use tumble_rolling::{ORIENTATIONS, RollArc, State, StateSet};

/// Why no path is best.
pub(super) const NO_BEST: &str =
    "no path is best: a circle of rolls makes the sum better, and can be rolled again and again";

/// See the [module](self).
pub(super) struct Ways<'a> {
    puzzle: &'a DiePath,
    pub(super) sum: Option<&'a Sum>,
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

    pub(super) fn costs(&self, request: &Request<'_>) -> Result<Costs, NoCosts> {
        let moves = |state, next: &mut Vec<(u32, i64)>| {
            next.extend(self.rolls(State::from_index(state)).map(|arc| (arc.head.index(), self.cost(arc.head))));
        };
        let seeds = self.seeds().map(|seed| (seed.0.index(), self.seed_cost(seed)));
        let may_be_negative = self.sum.is_some_and(Sum::may_be_negative);
        cheapest(self.region.graph.cells().len() * ORIENTATIONS, seeds, &moves, may_be_negative, request)
    }

    /// Some path, with its sum; `None` if there is none, or at a limit.
    pub(super) fn some(&self, request: &Request<'_>) -> Option<Route> {
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

    /// The states with which a path begins.
    pub(super) fn first(&self, seed: State, start: State) -> Vec<State> {
        if self.puzzle.is_round_trip { vec![start, seed] } else { vec![seed] }
    }
}
