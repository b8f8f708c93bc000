//! Cheapest ways in a graph of numbered states whose moves have costs: Dijkstra's algorithm, or that of Bellman, Ford and Moore where costs
//! may be negative.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::control::{Bytes, Event, Progress, Request, Stop};

/// The control is asked after so many states.
const ASK: u64 = 1 << 16;
/// No state: of a seed, where it came from.
const NONE: u32 = u32::MAX;

/// Pushes the states that one move leads to from a state, each with the cost of the move.
pub type Moves<'a> = dyn Fn(u32, &mut Vec<(u32, i64)>) + 'a;

/// The cost of the cheapest way to each state.
#[derive(Clone, Debug)]
pub struct Costs {
    /// By state; `None`: no way leads there.
    known: Vec<Option<i64>>,
    /// By state, the state before it on a cheapest way.
    before: Vec<u32>,
    /// The number of states that were expanded.
    pub expanded: u64,
}

/// Why there are no costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCosts {
    /// A limit.
    Stopped(Stop),
    /// Moves that lead in a circle cost less than nothing.
    Circle,
}

/// Computes the costs for states 0..`states`, from the seeds with their costs. `moves` pushes the states that one move leads to, each with its
/// cost. `may_be_negative` says whether some cost may be less than 0.
///
/// # Errors
/// At a limit, and where moves in a circle cost less than nothing.
pub fn cheapest(
    states: usize,
    seeds: impl IntoIterator<Item = (u32, i64)>,
    moves: &Moves<'_>,
    may_be_negative: bool,
    request: &Request<'_>,
) -> Result<Costs, NoCosts> {
    let bytes = states as u64 * (size_of::<Option<i64>>() + size_of::<u32>()) as u64;
    if bytes > request.control.memory_left().0 {
        return Err(NoCosts::Stopped(Stop::MemoryLimit { needed: Some(Bytes(bytes)) }));
    }
    let mut costs = Costs { known: vec![None; states], before: vec![NONE; states], expanded: 0 };
    let seeds: Vec<u32> =
        seeds.into_iter().filter(|&(seed, cost)| costs.improve(seed, cost, NONE)).map(|(seed, _)| seed).collect();
    if may_be_negative {
        costs.by_queue(seeds, moves, request)?;
    } else {
        costs.by_heap(&seeds, moves, request)?;
    }
    Ok(costs)
}

impl Costs {
    /// The cost of a state.
    pub fn of(&self, state: u32) -> Option<i64> {
        self.known[state as usize]
    }

    /// The states of a cheapest way to a state, from its seed on.
    pub fn way(&self, state: u32) -> Vec<u32> {
        let before = |&state: &u32| Some(self.before[state as usize]).filter(|&before| before != NONE);
        let mut way: Vec<u32> = std::iter::successors(Some(state), before).collect();
        way.reverse();
        way
    }

    fn improve(&mut self, state: u32, cost: i64, before: u32) -> bool {
        let known = &mut self.known[state as usize];
        let is_better = known.is_none_or(|known| cost < known);
        if is_better {
            *known = Some(cost);
            self.before[state as usize] = before;
        }
        is_better
    }

    /// Counts an expanded state, and asks the control now and then.
    fn count(&mut self, request: &Request<'_>) -> Result<(), NoCosts> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(ASK) {
            let progress = Progress { nodes: Some(self.expanded), ..Progress::default() };
            request.control.notify(&Event::Progress(progress));
            request.control.stop().map_or(Ok(()), |stop| Err(NoCosts::Stopped(stop)))?;
        }
        Ok(())
    }

    fn by_heap(&mut self, seeds: &[u32], moves: &Moves<'_>, request: &Request<'_>) -> Result<(), NoCosts> {
        let mut open: BinaryHeap<Reverse<(i64, u32)>> =
            seeds.iter().filter_map(|&seed| Some(Reverse((self.of(seed)?, seed)))).collect();
        let mut next = Vec::new();
        while let Some(Reverse((cost, state))) = open.pop() {
            if self.of(state) != Some(cost) {
                continue;
            }
            self.count(request)?;
            next.clear();
            moves(state, &mut next);
            for &(head, more) in &next {
                if self.improve(head, cost + more, state) {
                    open.push(Reverse((cost + more, head)));
                }
            }
        }
        Ok(())
    }

    fn by_queue(&mut self, seeds: Vec<u32>, moves: &Moves<'_>, request: &Request<'_>) -> Result<(), NoCosts> {
        let mut is_open = vec![false; self.known.len()];
        for &seed in &seeds {
            is_open[seed as usize] = true;
        }
        let (mut open, mut next, mut improved) = (VecDeque::from(seeds), Vec::new(), 0);
        while let Some(state) = open.pop_front() {
            is_open[state as usize] = false;
            self.count(request)?;
            let Some(cost) = self.of(state) else { continue };
            next.clear();
            moves(state, &mut next);
            for &(head, more) in &next {
                if self.improve(head, cost + more, state) {
                    improved += 1;
                    if !std::mem::replace(&mut is_open[head as usize], true) {
                        open.push_back(head);
                    }
                }
            }
            // A circle that costs less than nothing is soon among the states before each other.
            if improved > self.known.len() {
                improved = 0;
                if self.has_circle() {
                    return Err(NoCosts::Circle);
                }
            }
        }
        Ok(())
    }

    /// Whether the states before each other lead in a circle.
    fn has_circle(&self) -> bool {
        let mut seen = vec![0; self.before.len()];
        for (first, round) in (0..).zip(1..=self.before.len()) {
            let mut state = first;
            while state != NONE && seen[state as usize] == 0 {
                seen[state as usize] = round;
                state = self.before[state as usize];
            }
            if state != NONE && seen[state as usize] == round {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves between five states.
    fn costs(moves: &[(u32, u32, i64)]) -> Result<Costs, NoCosts> {
        let pushed = |state: u32, next: &mut Vec<(u32, i64)>| {
            next.extend(moves.iter().filter(|(tail, ..)| *tail == state).map(|&(_, head, cost)| (head, cost)));
        };
        let may_be_negative = moves.iter().any(|&(.., cost)| cost < 0);
        cheapest(5, [(0, 10)], &pushed, may_be_negative, &Request::unlimited())
    }

    #[test]
    fn the_cheapest_way_is_found_with_costs_of_either_sign() {
        for shift in [0, 3] {
            let found = costs(&[(0, 1, 4 - shift), (0, 2, 1), (2, 1, 2 - shift), (1, 3, 5), (2, 3, 9)]).unwrap();
            assert_eq!((found.of(3), found.of(4)), (Some(18 - shift), None));
            assert_eq!(found.way(3), [0, 2, 1, 3]);
        }
    }

    #[test]
    fn a_circle_that_costs_less_than_nothing_is_told() {
        assert_eq!(costs(&[(0, 1, 1), (1, 2, -3), (2, 1, 2)]).err(), Some(NoCosts::Circle));
        assert!(costs(&[(0, 1, 1), (1, 2, -3), (2, 1, 3)]).is_ok());
        assert!(costs(&[(0, 1, 1), (3, 2, -3), (2, 3, 2)]).is_ok(), "no way leads there");
    }
}
