//! One die on a board: the paths of the best sum, and the number of all paths.
//!
//! A path is a way from a start state to a goal state; each state costs what its cell and its die count. Costs may be negative; where a
//! circle of rolls that leads on to a goal costs less than nothing, no path is best.

use std::collections::HashMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;

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
/// On larger boards it is left to the search whether a circle of rolls makes the sum better.
const LOOKED_AT: usize = 10_000;

/// See the [module](self).
pub(super) struct Ways<'a> {
    puzzle: &'a DiePath,
    sum: Option<&'a Sum>,
    region: Region,
    /// The states from which rolls lead to a goal.
    leads_on: StateSet,
}

/// Some of the rolls, by state: those on the paths that are counted or listed.
struct Chosen<'w> {
    ways: &'w Ways<'w>,
    /// The costs on best paths, and the best; `None`: all paths.
    best: Option<(&'w Costs, i64)>,
    leads_on: StateSet,
}

impl<'a> Ways<'a> {
    /// With the sum that is made best, or for all paths.
    pub fn new(puzzle: &'a DiePath, sum: Option<&'a Sum>) -> Self {
        let region = Region::of_one(puzzle);
        let leads_on = region.graph.leading_to(region.goals.iter().copied(), |_| true);
        Self { puzzle, sum, region, leads_on }
    }

    fn cost(&self, state: State) -> i64 {
        let die = self.region.graph.dice()[state.orientation()];
        self.sum.map_or(0, |sum| sum.cost(state.cell(), die))
    }

    /// The first states of the rest of a path, each with its start: the start itself; in a round trip the state after the first roll.
    fn seeds(&self) -> impl Iterator<Item = (State, State)> + '_ {
        let starts = self.region.starts.iter().copied();
        let seeds = starts.flat_map(|start| {
            let first = |is_wanted: bool| is_wanted.then_some(start);
            let rolls = self.region.graph.rolls_from(start).map(|arc| arc.head);
            let rolls = rolls.filter(|_| self.puzzle.is_round_trip);
            first(!self.puzzle.is_round_trip).into_iter().chain(rolls).map(move |seed| (seed, start))
        });
        seeds.filter(|&(seed, _)| self.leads_on.contains(seed))
    }

    fn seed_cost(&self, (seed, start): (State, State)) -> i64 {
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

    /// Whether a circle of rolls that leads on to a goal costs less than nothing; not looked at on large boards.
    pub fn has_better_circle(puzzle: &'a DiePath) -> bool {
        let Some(sum) = puzzle.sum.as_ref().filter(|sum| sum.may_be_negative() && may_circle(&puzzle.directions))
        else {
            return false;
        };
        !is_large(puzzle) && matches!(Self::new(puzzle, Some(sum)).costs(&Request::unlimited()), Err(NoCosts::Circle))
    }

    pub fn solve(&self, request: &Request<'_>) -> Searched<Route> {
        let costs = match self.costs(request) {
            Err(NoCosts::Stopped(stop)) => return Searched::new(Verdict::Unknown { bound: None, stop }, 0),
            Err(NoCosts::Circle) => {
                return Searched { reason: Some(NO_BEST.into()), ..Searched::new(Verdict::Infeasible, 0) };
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
    fn route(&self, states: &[State]) -> Route {
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
        let objective = chosen.best.zip(self.sum).map(|((_, best), sum)| sum.sign() * best);
        match chosen.number(request) {
            Ok(Some(solutions)) => Count { solutions, objective, ..Count::none(true) },
            Ok(None) => Count { solutions: 1_u8.into(), objective, ..Count::none(false).incomplete_because(ENDLESS) },
            Err(stop) => Count { stop: Some(stop), ..Count::none(false) },
        }
    }

    /// Lists the paths of the best sum.
    pub fn list(&self, found: &mut Listener<'_, Route>, request: &Request<'_>) -> Listed {
        let costs = match self.costs(request) {
            Err(NoCosts::Stopped(stop)) => return Listed { stop: Some(stop), ..Listed::default() },
            Err(NoCosts::Circle) => return Listed { reason: Some(NO_BEST.into()), ..Listed::default() },
            Ok(costs) => costs,
        };
        let chosen = self.chosen(Some(&costs));
        let nodes = costs.expanded;
        match chosen.number(request) {
            Err(stop) => return Listed { stop: Some(stop), nodes, ..Listed::default() },
            Ok(None) => return Listed { stop: Some(Stop::Solver(ENDLESS.into())), nodes, ..Listed::default() },
            Ok(Some(_)) => {}
        }
        for (seed, start) in chosen.seeds() {
            let mut path = if self.puzzle.is_round_trip { vec![start, seed] } else { vec![seed] };
            if chosen.paths(&mut path, found, request).is_break() {
                break;
            }
        }
        Listed { nodes, stop: request.control.stop(), reason: None }
    }

    fn chosen<'w>(&'w self, costs: Option<&'w Costs>) -> Chosen<'w> {
        let goals = self.region.goals.iter().copied();
        let best =
            costs.and_then(|costs| Some((costs, goals.clone().filter_map(|goal| costs.of(goal.index())).min()?)));
        let leads_on = StateSet::new(self.region.graph.cells().len());
        let mut chosen = Chosen { ways: self, best, leads_on };
        if costs.is_none() || best.is_some() {
            let ends = goals.filter(|&goal| chosen.ends_at(goal));
            chosen.leads_on = self.region.graph.leading_to(ends, |arc| chosen.has(arc));
        }
        chosen
    }
}

fn is_large(puzzle: &DiePath) -> bool {
    puzzle.board.as_ref().is_some_and(|board| board.size() > LOOKED_AT)
}

/// Why a model of paths cannot be made for a board on which it is not known whether some path is best.
pub(super) fn is_too_large_to_tell(puzzle: &DiePath) -> bool {
    let may_be_better = puzzle.sum.as_ref().is_some_and(Sum::may_be_negative) && may_circle(&puzzle.directions);
    may_be_better && is_large(puzzle)
}

impl Chosen<'_> {
    /// Whether a roll is on some of the paths, as far as its ends show.
    fn has(&self, arc: RollArc) -> bool {
        self.best.is_none_or(|(costs, _)| {
            let [tail, head] = [arc.tail, arc.head].map(|state| costs.of(state.index()));
            head.is_some() && head == tail.map(|tail| tail + self.ways.cost(arc.head))
        })
    }

    /// Whether a path may end in a state.
    fn ends_at(&self, state: State) -> bool {
        let is_goal = self.ways.region.goals.contains(&state);
        is_goal && self.best.is_none_or(|(costs, best)| costs.of(state.index()) == Some(best))
    }

    fn seeds(&self) -> impl Iterator<Item = (State, State)> + '_ {
        let is_best = |seed: &(State, State)| {
            self.best.is_none_or(|(costs, _)| costs.of(seed.0.index()) == Some(self.ways.seed_cost(*seed)))
        };
        self.ways.seeds().filter(move |seed| self.leads_on.contains(seed.0) && is_best(seed))
    }

    fn rolls(&self, tail: State) -> Vec<State> {
        let rolls = self.ways.region.graph.rolls_from(tail).filter(|&arc| self.has(arc));
        rolls.map(|arc| arc.head).filter(|&head| self.leads_on.contains(head)).collect()
    }

    /// The number of paths; `None`: infinitely many.
    fn number(&self, request: &Request<'_>) -> Result<Option<BigUint>, Stop> {
        // Of a state that is still open: nothing.
        let mut numbers: HashMap<State, Option<BigUint>> = HashMap::new();
        let mut sum = BigUint::ZERO;
        for (seed, _) in self.seeds() {
            let mut open = vec![(seed, false)];
            while let Some((state, is_done)) = open.pop() {
                if let Some(stop) = request.control.stop() {
                    return Err(stop);
                }
                if is_done {
                    let rest = self.rolls(state).iter().filter_map(|head| numbers[head].clone()).sum::<BigUint>();
                    numbers.insert(state, Some(rest + u8::from(self.ends_at(state))));
                    continue;
                }
                match numbers.get(&state) {
                    Some(None) => return Ok(None),
                    Some(Some(_)) => continue,
                    None => {}
                }
                numbers.insert(state, None);
                open.push((state, true));
                open.extend(
                    self.rolls(state)
                        .into_iter()
                        .filter(|head| !matches!(numbers.get(head), Some(Some(_))))
                        .map(|head| (head, false)),
                );
            }
            sum += numbers[&seed].clone().unwrap_or_default();
        }
        Ok(Some(sum))
    }

    /// Hands over all paths that begin with these states.
    fn paths(&self, path: &mut Vec<State>, found: &mut Listener<'_, Route>, request: &Request<'_>) -> ControlFlow<()> {
        let Some(&here) = path.last() else { return ControlFlow::Continue(()) };
        let begins = path.len();
        let mut open = vec![self.rolls(here)];
        self.hand_over(path, found)?;
        while let Some(rolls) = open.last_mut() {
            let Some(head) = rolls.pop() else {
                open.pop();
                if path.len() > begins {
                    path.pop();
                }
                continue;
            };
            if request.control.stop().is_some() {
                return ControlFlow::Break(());
            }
            path.push(head);
            self.hand_over(path, found)?;
            open.push(self.rolls(head));
        }
        ControlFlow::Continue(())
    }

    fn hand_over(&self, path: &[State], found: &mut Listener<'_, Route>) -> ControlFlow<()> {
        if path.last().is_some_and(|&end| self.ends_at(end)) {
            found(self.ways.route(path), size_of_val(path) as u64)
        } else {
            ControlFlow::Continue(())
        }
    }
}
