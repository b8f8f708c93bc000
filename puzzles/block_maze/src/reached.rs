//! The states that moves reach from the start of a block maze whose floor does something, found by breadth-first search.
//!
//! A move may be impossible to undo there, so that what leads to a state is known only once the states are.

use std::collections::{HashMap, VecDeque};

use super::maze::{Maze, MazeState};
use tumble_model::control::{Stop, look_with};
use tumble_model::model::MAX_VARIABLES;
use tumble_rolling::{RollArc, Rolls as _};

/// States are explored in pieces of so many, between which limits are heard.
const PIECE: usize = 1 << 12;

/// The states, in the order of their distance from the start, and the moves between them.
pub(super) struct Reached {
    pub(super) states: Vec<MazeState>,
    pub(super) numbers: HashMap<MazeState, u32>,
    /// By state that was explored: where its moves begin in `moves`; and where the last ones end.
    first: Vec<u32>,
    /// The letter and the state that it leads to.
    pub(super) moves: Vec<(char, u32)>,
}

/// Where an exploration ends. It always goes on to the end of a distance from the start, so that none is known in part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At the states that are as near as the nearest goal.
    Goal,
    /// At the states that are so many moves away.
    Moves(u64),
    /// When at least so many states are known.
    States(usize),
    /// When all states are known.
    All,
}

/// An exploration that a limit ended.
pub(super) struct Stopped {
    pub(super) stop: Stop,
    /// The number of states that were found.
    pub(super) states: u64,
    /// The goal is at least so many moves away.
    pub(super) at_least: u64,
}

impl Reached {
    /// Explores the states. `may_go_on` hears how many bytes are held and how many moves are known.
    pub(super) fn explore(
        maze: &Maze,
        until: Until,
        may_go_on: &dyn Fn(u64, usize) -> Result<(), Stop>,
    ) -> Result<Self, Stopped> {
        let start = maze.start();
        let mut reached =
            Self { states: vec![start], numbers: HashMap::from([(start, 0)]), first: vec![0], moves: Vec::new() };
        let mut has_goal = maze.is_goal(start);
        // Where the states at this distance end.
        let (mut distance, mut end) = (0, 1);
        let mut next = 0;
        let is_enough = |has_goal, distance, states| match until {
            Until::Goal => has_goal,
            Until::Moves(most) => distance >= most,
            Until::States(most) => states >= most,
            Until::All => false,
        };
        while next < end && !is_enough(has_goal, distance, end) {
            while next < end {
                if next % PIECE == 0 {
                    let stopped = |stop| Stopped { stop, states: reached.states.len() as u64, at_least: distance + 1 };
                    may_go_on(reached.bytes(), reached.moves.len()).map_err(stopped)?;
                }
                has_goal |= reached.expand(maze, next);
                next += 1;
            }
            (distance, end) = (distance + 1, reached.states.len());
        }
        Ok(reached)
    }

    /// Adds what the moves from a state lead to. Returns whether the goal was found.
    fn expand(&mut self, maze: &Maze, i: usize) -> bool {
        let mut has_goal = false;
        for arc in maze.rolls_from(self.states[i]) {
            let number = *self.numbers.entry(arc.head).or_insert_with(|| {
                has_goal |= maze.is_goal(arc.head);
                self.states.push(arc.head);
                self.states.len() as u32 - 1
            });
            self.moves.push((arc.direction, number));
        }
        self.first.push(self.moves.len() as u32);
        has_goal
    }

    /// States for an encoding: the work is left where a limit of its run is reached.
    pub(super) fn of(maze: &Maze, until: Until) -> Self {
        let look = |bytes, _| {
            look_with(bytes);
            Ok(())
        };
        Self::explore(maze, until, &look).unwrap_or_else(|_| unreachable!("looks stop no exploration"))
    }

    /// The number of moves between the states; at least more than a model may have variables if it is that many.
    pub(super) fn number_of_moves(maze: &Maze) -> u128 {
        let look = |bytes, moves| {
            look_with(bytes);
            if moves as u128 > MAX_VARIABLES { Err(Stop::Interrupted) } else { Ok(()) }
        };
        Self::explore(maze, Until::All, &look).map_or(MAX_VARIABLES + 1, |reached| reached.moves.len() as u128)
    }

    /// The memory that it takes, in bytes.
    fn bytes(&self) -> u64 {
        let numbers = self.numbers.capacity() * size_of::<(MazeState, u32, u8)>();
        (numbers + size_of_val(&*self.states) + size_of_val(&*self.first) + size_of_val(&*self.moves)) as u64
    }

    /// The moves from a state: the letter and the state that it leads to. Of several to the same state each is there.
    pub(super) fn moves_from(&self, state: u32) -> &[(char, u32)] {
        let ends = self.first.get(state as usize).zip(self.first.get(state as usize + 1));
        ends.map_or(&[], |(&from, &to)| &self.moves[from as usize..to as usize])
    }

    /// The goals among the states.
    pub(super) fn goals(&self, maze: &Maze) -> Vec<u32> {
        (0..self.states.len() as u32).filter(|&state| maze.is_goal(self.states[state as usize])).collect()
    }

    /// By state, the states from which a move leads to it; several moves from the same state count as often.
    pub(super) fn backward(&self) -> Vec<Vec<u32>> {
        let mut backward = vec![Vec::new(); self.states.len()];
        for tail in 0..self.states.len() as u32 {
            for &(_, head) in self.moves_from(tail) {
                backward[head as usize].push(tail);
            }
        }
        backward
    }

    /// By state, the fewest moves from the start.
    pub(super) fn moves_before(&self) -> Vec<u64> {
        let mut before = vec![u64::MAX; self.states.len()];
        before[0] = 0;
        for tail in 0..self.states.len() {
            for &(_, head) in self.moves_from(tail as u32) {
                before[head as usize] = before[head as usize].min(before[tail] + 1);
            }
        }
        before
    }

    /// By state, the fewest moves to a goal; `None` where no moves lead to one.
    pub(super) fn moves_left(&self, maze: &Maze) -> Vec<Option<u64>> {
        let backward = self.backward();
        let mut left = vec![None; self.states.len()];
        let mut open: VecDeque<(u32, u64)> = self.goals(maze).into_iter().map(|goal| (goal, 0)).collect();
        while let Some((state, moves)) = open.pop_front() {
            let known = &mut left[state as usize];
            if known.is_none() {
                *known = Some(moves);
                open.extend(backward[state as usize].iter().map(|&tail| (tail, moves + 1)));
            }
        }
        left
    }

    /// The moves between states that are not left out, which have an entry in `kept`.
    pub(super) fn arcs<'a, T>(&'a self, kept: &'a [Option<T>]) -> impl Iterator<Item = RollArc<MazeState, char>> + 'a {
        let tails = (0..self.states.len()).filter(|&tail| kept[tail].is_some());
        let arc = |tail: usize, &(direction, head): &(char, u32)| {
            let arc = RollArc { tail: self.states[tail], direction, head: self.states[head as usize] };
            kept[head as usize].is_some().then_some(arc)
        };
        tails.flat_map(move |tail| self.moves_from(tail as u32).iter().filter_map(move |step| arc(tail, step)))
    }
}
