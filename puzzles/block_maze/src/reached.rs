//! The states that moves reach from the start of a block maze whose floor does something, found by breadth-first search.
//!
//! A move may be impossible to undo there, so that what leads to a state is known only once the states are.

use std::collections::{HashMap, VecDeque};

use super::maze::{Maze, MazeState};
use tumble_model::control::{Stop, look, look_with};
use tumble_model::model::MAX_VARIABLES;
use tumble_rolling::{RollArc, Rolls as _};

/// States are explored in pieces of so many, between which limits are heard.
const PIECE: usize = 1 << 12;
/// The most states that have numbers: from the last of them a piece is explored, and at most eight moves lead from a state.
const MAX_STATES: usize = u32::MAX as usize - 8 * PIECE;
/// The memory that is taken for each state by what is computed of all of them, in bytes.
const LATER: usize = 64;

/// The states, in the order of their distance from the start, and the moves between them.
pub(super) struct Reached {
    pub(super) states: Vec<MazeState>,
    pub(super) numbers: HashMap<MazeState, u32>,
    /// By state that was explored: where its moves begin in `moves`; and where the last ones end.
    first: Vec<usize>,
    /// The letter and the state that it leads to.
    pub(super) moves: Vec<(char, u32)>,
    /// No goal is nearer than so many moves.
    pub(super) distance: u64,
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
        let mut reached = Self {
            states: vec![start],
            numbers: HashMap::from([(start, 0)]),
            first: vec![0],
            moves: Vec::new(),
            distance: 0,
        };
        let mut has_goal = maze.is_goal(start);
        // Where the states at this distance end.
        let mut end = 1;
        let mut next = 0;
        let is_enough = |has_goal, distance, states| match until {
            Until::Goal => has_goal,
            Until::Moves(most) => distance >= most,
            Until::States(most) => states >= most,
            Until::All => false,
        };
        while next < end && !is_enough(has_goal, reached.distance, end) {
            while next < end {
                if next % PIECE == 0 {
                    let all_numbered = reached.states.len() > MAX_STATES;
                    let number = if all_numbered { Err(Stop::MemoryLimit { needed: None }) } else { Ok(()) };
                    let stopped = |stop| Stopped { at_least: reached.distance + 1, ..reached.stopped(stop) };
                    number.and(may_go_on(reached.bytes(), reached.moves.len())).map_err(stopped)?;
                }
                has_goal |= reached.expand(maze, next);
                next += 1;
            }
            (reached.distance, end) = (reached.distance + 1, reached.states.len());
        }
        Ok(reached)
    }

    /// What is known if work on the states is left at a limit.
    pub(super) fn stopped(&self, stop: Stop) -> Stopped {
        Stopped { stop, states: self.states.len() as u64, at_least: self.distance }
    }

    /// Adds what the moves from a state lead to. Returns whether the goal was found.
    fn expand(&mut self, maze: &Maze, i: usize) -> bool {
        let mut has_goal = false;
        for arc in maze.rolls_from(self.states[i]) {
            let number = *self.numbers.entry(arc.head).or_insert_with(|| {
                has_goal |= maze.is_goal(arc.head);
                let number = u32::try_from(self.states.len()).expect("there are fewer states than numbers");
                self.states.push(arc.head);
                number
            });
            self.moves.push((arc.direction, number));
        }
        self.first.push(self.moves.len());
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
        let later = LATER * self.states.len();
        (numbers + size_of_val(&*self.states) + size_of_val(&*self.first) + size_of_val(&*self.moves) + later) as u64
    }

    /// The moves from a state: the letter and the state that it leads to. Of several to the same state each is there.
    pub(super) fn moves_from(&self, state: u32) -> &[(char, u32)] {
        let ends = self.first.get(state as usize).zip(self.first.get(state as usize + 1));
        ends.map_or(&[], |(&from, &to)| &self.moves[from..to])
    }

    /// The states by their numbers. Whoever goes through them hears the limits of the run.
    fn numbered(&self) -> impl Iterator<Item = (u32, MazeState)> {
        let look_at = |(number, state): (u32, &MazeState)| {
            if (number as usize).is_multiple_of(PIECE) {
                look();
            }
            (number, *state)
        };
        (0..).zip(&self.states).map(look_at)
    }

    /// The goals among the states.
    pub(super) fn goals(&self, maze: &Maze) -> Vec<u32> {
        self.numbered().filter(|&(_, state)| maze.is_goal(state)).map(|(number, _)| number).collect()
    }

    /// By state, the states from which a move leads to it; several moves from the same state count as often.
    pub(super) fn backward(&self) -> Vec<Vec<u32>> {
        let mut backward = vec![Vec::new(); self.states.len()];
        for (tail, _) in self.numbered() {
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
        for (tail, _) in self.numbered() {
            for &(_, head) in self.moves_from(tail) {
                before[head as usize] = before[head as usize].min(before[tail as usize] + 1);
            }
        }
        before
    }

    /// By state, the fewest moves to a goal; `None` where no moves lead to one.
    pub(super) fn moves_left(&self, maze: &Maze) -> Vec<Option<u64>> {
        let backward = self.backward();
        let mut left = vec![None; self.states.len()];
        let mut open: VecDeque<(u32, u64)> = self.goals(maze).into_iter().map(|goal| (goal, 0)).collect();
        let mut looked = 0_usize;
        while let Some((state, moves)) = open.pop_front() {
            looked += 1;
            if looked.is_multiple_of(PIECE) {
                look();
            }
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
        let tails = self.numbered().filter(|&(number, _)| kept[number as usize].is_some());
        let arc = |tail: MazeState, &(direction, head): &(char, u32)| {
            kept[head as usize].is_some().then(|| RollArc { tail, direction, head: self.states[head as usize] })
        };
        tails.flat_map(move |(number, tail)| self.moves_from(number).iter().filter_map(move |step| arc(tail, step)))
    }
}
