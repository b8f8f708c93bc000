//! Breadth-first search from both sides over the placements of the box, or over the states of a floor that does something.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::maze::Maze;
use super::placements::Placements;
use super::reached::{Reached, Stopped, Until};
use super::{BlockMaze, Tips};
use tumble_model::control::{Request, Verdict, until_stopped};
use tumble_puzzles::puzzle::{Count, Listed, Listener, Search, Searched};
use tumble_puzzles::search::{self, Ended, Goals, Graph};
use tumble_rolling::State;

pub(super) const DIRECT: Search<BlockMaze> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, all, means| Ok(count(puzzle, all, means.request)),
)
.listing(|puzzle, found, means| Ok(list(puzzle, found, means.request)));

/// Why the number of solutions of any length is not known where some moves cannot be undone.
const CIRCLES: &str = "infinitely many, because moves lead in a circle on the way";

/// What one move leads to, or where it leads from.
type Expand<'a> = Box<dyn Fn(u32, &mut Vec<u32>) + Sync + 'a>;

/// The graph of numbered states in which ways are searched.
struct Ways<'a> {
    graph: Graph<Expand<'a>, Expand<'a>>,
    start: u32,
    goals: Goals<'a, u32>,
    /// The letters of the moves from one state to another.
    letters: Box<dyn Fn(u32, u32) -> Vec<char> + 'a>,
    /// The number of states that were explored before.
    explored: u64,
}

impl Ways<'_> {
    /// Hands the letters of each way through these states to `found`, one way after the other: several moves between two states double the ways.
    fn moves(&self, states: &[u32], mut found: impl FnMut(Tips) -> ControlFlow<()>) -> ControlFlow<()> {
        search::extended(&mut Vec::new(), |letters| match states[letters.len()..] {
            [tail, head, ..] => ControlFlow::Continue((self.letters)(tail, head).into_iter().rev().collect()),
            _ => found(Tips::new(letters.iter().collect())).map_continue(|()| Vec::new()),
        })
    }

    /// The letters of the first way through these states.
    fn first_moves(&self, states: &[u32]) -> Tips {
        Tips::new(states.windows(2).filter_map(|pair| (self.letters)(pair[0], pair[1]).first().copied()).collect())
    }
}

/// Asks the graph of a maze. Where the floor does nothing, every tip can be undone by the tip back; otherwise the states up to the goal are
/// explored first. `each_move` is whether several moves between two states are several arcs.
fn ask<T>(
    puzzle: &BlockMaze,
    each_move: bool,
    request: &Request<'_>,
    ask: impl FnOnce(&Ways<'_>) -> T,
) -> Result<T, Stopped> {
    if puzzle.floor.is_plain() {
        let Placements { graph, start, goal, .. } = &Placements::new(puzzle);
        let heads = |state| graph.rolls_from(State::from_index(state)).map(|arc| arc.head.index());
        let expand = || -> Expand<'_> { Box::new(move |state, next| next.extend(heads(state))) };
        let letters = |tail, head| {
            let arcs = graph.rolls_from(State::from_index(tail)).filter(|arc| arc.head.index() == head);
            arcs.map(|arc| arc.direction.letter()).collect()
        };
        return Ok(ask(&Ways {
            graph: Graph { forward: expand(), backward: expand(), reversible: true },
            start: start.index(),
            goals: Goals::Listed(vec![goal.index()]),
            letters: Box::new(letters),
            explored: 0,
        }));
    }
    let maze = Maze::new(puzzle);
    // Twenty bridges stand in a million ways: the states of a maze that is seen to have no solution are not gone through.
    let until = if puzzle.obstacle().is_some() { Until::States(1) } else { Until::Goal };
    let reached = explored(&maze, until, request)?;
    let sources = || (reached.backward(), reached.goals(&maze));
    let (backward, goals) = until_stopped(&request.control, sources).map_err(|stop| reached.stopped(stop))?;
    let once = |next: &mut Vec<u32>| {
        if !each_move {
            next.sort_unstable();
            next.dedup();
        }
    };
    let forward: Expand<'_> = Box::new(|state, next| {
        next.extend(reached.moves_from(state).iter().map(|&(_, head)| head));
        once(next);
    });
    let backward: Expand<'_> = Box::new(|state, next| {
        next.extend(&backward[state as usize]);
        once(next);
    });
    let letters = |tail, head| {
        let moves = reached.moves_from(tail).iter().filter(|&&(_, other)| other == head);
        moves.map(|&(letter, _)| letter).collect()
    };
    Ok(ask(&Ways {
        graph: Graph { forward, backward, reversible: false },
        start: 0,
        goals: Goals::Listed(goals),
        letters: Box::new(letters),
        explored: reached.states.len() as u64,
    }))
}

pub(super) fn solve(puzzle: &BlockMaze, request: &Request<'_>) -> Searched<Tips> {
    let searched = ask(puzzle, false, request, |ways| {
        let ran = search::shortest_path(&ways.graph, &[ways.start], &ways.goals, request);
        let verdict = match ran.ended {
            Ended::Found(states) => Verdict::Optimal(ways.first_moves(&states)),
            Ended::NoPath => Verdict::Infeasible,
            Ended::Stopped { stop, at_least } => Verdict::Unknown { bound: Some(at_least as i64), stop },
        };
        Searched::new(verdict, ran.states.max(ways.explored))
    });
    searched.unwrap_or_else(|Stopped { stop, states, at_least }| {
        Searched::new(Verdict::Unknown { bound: Some(at_least as i64), stop }, states)
    })
}

/// Lists shortest solutions.
fn list(puzzle: &BlockMaze, found: &mut Listener<'_, Tips>, request: &Request<'_>) -> Listed {
    let listed = ask(puzzle, false, request, |ways| {
        let mut found = |states: &[u32], held| ways.moves(states, |tips| found(tips, held));
        search::list_shortest(&ways.graph, &[ways.start], &ways.goals, &mut found, request).into()
    });
    listed.unwrap_or_else(|Stopped { stop, states, .. }| Listed {
        nodes: states,
        stop: Some(stop),
        ..Listed::default()
    })
}

/// Counts the shortest solutions, or all.
pub(super) fn count(puzzle: &BlockMaze, feasible: bool, request: &Request<'_>) -> Count {
    let counted = count_up_to_a_limit(puzzle, feasible, request);
    counted.unwrap_or_else(|Stopped { stop, .. }| Count { stop: Some(stop), ..Count::none(false) })
}

fn count_up_to_a_limit(puzzle: &BlockMaze, feasible: bool, request: &Request<'_>) -> Result<Count, Stopped> {
    let (shortest, can_move) = ask(puzzle, true, request, |ways| {
        let mut next = Vec::new();
        (ways.graph.forward)(ways.start, &mut next);
        let ended = search::count_shortest(&ways.graph, &[ways.start], &ways.goals, request).ended;
        (Count::of_shortest(&ended), !next.is_empty())
    })?;
    if !feasible || shortest.solutions == BigUint::ZERO {
        return Ok(shortest);
    }
    if puzzle.floor.is_plain() {
        return Ok(shortest.of_any_length(|| can_move));
    }
    let maze = Maze::new(puzzle);
    let reached = explored(&maze, Until::All, request)?;
    let ways = until_stopped(&request.control, || reached.number_of_ways(&maze));
    Ok(match ways.map_err(|stop| reached.stopped(stop))? {
        Some(solutions) => Count { solutions, objective: None, reason: None, complete: true, ..shortest },
        None => Count { objective: None, ..shortest }.endless_because(CIRCLES),
    })
}

/// Explores the states of a maze under the limits of a request.
fn explored(maze: &Maze, until: Until, request: &Request<'_>) -> Result<Reached, Stopped> {
    Reached::explore(maze, until, &|bytes, _| {
        request.control.check()?;
        request.control.check_memory(bytes)
    })
}
