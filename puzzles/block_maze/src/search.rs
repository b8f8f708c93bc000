//! Breadth-first search from both sides over the placements of the box. Every tip can be undone by the tip back.

use super::placements::Placements;
use super::{BlockMaze, Tips};
use tumble_model::control::{Request, Verdict};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{Count, Listed, Listener, Search, Searched};
use tumble_puzzles::search::{self, Ended, Goals, Graph};
use tumble_rolling::{RollGraph, State};

pub(super) const DIRECT: Search<BlockMaze> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, all, means| Ok(count(puzzle, all, means.request)),
)
.listing(|puzzle, found, means| Ok(list(puzzle, found, means.request)));

fn expand(graph: &RollGraph) -> impl Fn(State, &mut Vec<State>) + Copy + Sync {
    move |state, next| next.extend(graph.rolls_from(state).map(|arc| arc.head))
}

/// The tips through successive states.
fn tips(graph: &RollGraph, states: &[State]) -> Tips {
    let letter = |pair: &[State]| {
        let tip = Direction::ALL.into_iter().find(|&direction| graph.roll(pair[0], direction) == Some(pair[1]));
        tip.expect("neighbours on a path are one tip apart").letter()
    };
    Tips::new(states.windows(2).map(letter).collect())
}

pub(super) fn solve(puzzle: &BlockMaze, request: &Request<'_>) -> Searched<Tips> {
    let Placements { graph, start, goal, .. } = &Placements::new(puzzle);
    let ran = search::shortest_path(&Graph::reversible(expand(graph)), &[*start], &Goals::Listed(vec![*goal]), request);
    let verdict = match ran.ended {
        Ended::Found(states) => Verdict::Optimal(tips(graph, &states)),
        Ended::NoPath => Verdict::Infeasible,
        Ended::Stopped { stop, at_least } => Verdict::Unknown { bound: Some(at_least as i64), stop },
    };
    Searched::new(verdict, ran.states)
}

/// Lists shortest solutions.
fn list(puzzle: &BlockMaze, found: &mut Listener<'_, Tips>, request: &Request<'_>) -> Listed {
    let Placements { graph, start, goal, .. } = &Placements::new(puzzle);
    let mut found = |states: &[State], held| found(tips(graph, states), held);
    let goals = Goals::Listed(vec![*goal]);
    search::list_shortest(&Graph::reversible(expand(graph)), &[*start], &goals, &mut found, request).into()
}

/// Counts the shortest solutions.
pub(super) fn count(puzzle: &BlockMaze, feasible: bool, request: &Request<'_>) -> Count {
    let Placements { graph, start, goal, .. } = &Placements::new(puzzle);
    let goals = Goals::Listed(vec![*goal]);
    let ended = search::count_shortest(&Graph::reversible(expand(graph)), &[*start], &goals, request).ended;
    let count = Count::of_shortest(&ended);
    if feasible { count.of_any_length(|| graph.rolls_from(*start).next().is_some()) } else { count }
}
