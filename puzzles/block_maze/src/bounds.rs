//! Bounds for the layers of `time-expanded`: how many moves it takes at least from the start to a state and from the state to the goal.
//!
//! Where the floor does something, both are exact for the states of shortest ways, because bounds that leave bridges out are too weak once
//! a box is split: layers for a maze of 93 moves had three million moves in place of three thousand. What no layer leaves to prove,
//! `state-flow` proves.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::maze::{Maze, MazeState, Pieces};
use super::placements::Placements;
use super::reached::{Reached, Until};
use super::{BlockMaze, Size};

/// What is known of the states of a maze before a model is built.
pub(super) struct Bounds {
    pub(super) maze: Maze,
    /// The fewest moves from a state to the goal, or less; `None` where no moves lead to it.
    pub(super) left: Box<dyn Fn(MazeState) -> Option<u64> + Send + Sync>,
    /// From a horizon to an upper bound on the moves in its layers and on the ends of paths in one of them.
    pub(super) size: Box<dyn Fn(u64) -> u128 + Send + Sync>,
    /// The lengths that a shortest path may have; `None` if no moves lead to the goal.
    pub(super) lengths: Option<RangeInclusive<u64>>,
}

impl Bounds {
    /// Where the floor does something, the states are explored until then. They are all that is passed by ways that are no longer.
    pub(super) fn new(puzzle: &BlockMaze, until: Until) -> Self {
        let maze = Maze::new(puzzle);
        if puzzle.floor.is_plain() {
            return Self::of_cells(puzzle, maze);
        }
        let reached = Reached::of(&maze, until);
        let left = reached.moves_left(&maze);
        let lengths = left[0].map(|length| length..=length);
        let size = most_in_layers(&reached, &left);
        let numbers = reached.numbers;
        let left = move |state| left[*numbers.get(&state)? as usize];
        Self { maze, left: Box::new(left), size: Box::new(size), lengths }
    }

    /// Those of a floor that does nothing: the steps of the cells, by as many as one tip goes.
    fn of_cells(puzzle: &BlockMaze, maze: Maze) -> Self {
        let Placements { graph, start, goal, .. } = &maze.placements;
        let (size, cells) = (puzzle.start.size, graph.cells());
        let reached = graph.reached([*start], |_| true);
        let (steps, most_tips) = (cells.steps_to(puzzle.goal.cell), 12 * cells.len() as u128);
        let at_least = steps[start.cell()].map(|steps| tips_for(size, steps)).filter(|_| reached.contains(*goal));
        let lengths = at_least.map(|at_least| at_least..=reached.iter().count() as u64 - 1);
        let left = move |state: MazeState| match state.pieces {
            Pieces::Whole(at) => steps[at.cell()].map(|steps| tips_for(size, steps)),
            Pieces::Cubes(_) => None,
        };
        let moves = move |horizon| (most_tips + 1) * u128::from(horizon) + 1;
        Self { maze, left: Box::new(left), size: Box::new(moves), lengths }
    }
}

/// The fewest tips in which the south-west cell can get so many steps.
pub(super) fn tips_for([a, b, c]: Size, steps: u64) -> u64 {
    steps.div_ceil(u64::from(a.max(b).max(c)))
}

/// From a horizon to the most moves and ends that its layers have.
fn most_in_layers(reached: &Reached, left: &[Option<u64>]) -> impl Fn(u64) -> u128 + Send + Sync + use<> {
    let mut layers: BTreeMap<u64, u128> = BTreeMap::new();
    for (state, before) in (0..).zip(reached.moves_before()) {
        if let Some(left) = left[state as usize] {
            *layers.entry(before + left).or_default() += reached.moves_from(state).len() as u128 + 1;
        }
    }
    // A state whose bounds add up to k is in at most T + 1 − k layers of the horizon T.
    move |horizon| {
        let moves = layers.range(..=horizon).map(|(&k, moves)| moves.saturating_mul(u128::from(horizon - k) + 1));
        moves.fold(0, u128::saturating_add)
    }
}
