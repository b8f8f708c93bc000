//! Breadth-first search from both sides over the placements of the box, or over the states of a floor that does something.

use std::ops::ControlFlow;

use super::maze::Placements;
use super::maze::{Maze, Reached, Stopped, Until};
use super::{BlockMaze, Tips};
use tumble_model::control::{Extent, Request, Verdict, until_stopped};
use tumble_puzzles::puzzle::{Count, Endless, Listed, Listener, Search, Searched, Which, count_ways, list_ways};
use tumble_puzzles::search::{self, Goals, Graph};
use tumble_rolling::State;

pub(super) const DIRECT: Search<BlockMaze> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, which, means| Ok(count(puzzle, which, means.request)),
)
.listing(|puzzle, within, found, means| Ok(list(puzzle, within, found, means.request)));

/// The graph of numbered states in which ways are searched.
struct Ways<'a> {
    graph: Graph<'a, u32>,
    /// The letters of the moves from one state to another.
    letters: &'a dyn Fn(u32, u32) -> Vec<char>,
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

    /// The first of the ways through these states.
    fn tips(&self, states: &[u32]) -> Tips {
        Tips::new(states.windows(2).filter_map(|pair| (self.letters)(pair[0], pair[1]).first().copied()).collect())
    }
}

/// Asks the graph of a maze. Where the floor does nothing, every tip can be undone by the tip back; otherwise the states up to the goal are
/// explored first, or all. `each_move` is whether several moves between two states are several arcs.
fn ask<T>(
    puzzle: &BlockMaze,
    (until, each_move): (Until, bool),
    request: &Request<'_>,
    ask: impl FnOnce(&Ways<'_>) -> T,
) -> Result<T, Stopped> {
    if puzzle.floor.is_plain() {
        let Placements { graph, start, goal, .. } = &Placements::new(puzzle);
        let heads = |state| graph.rolls_from(State::from_index(state)).map(|arc| arc.head.index());
        let expand = |state, next: &mut Vec<u32>| next.extend(heads(state));
        let letters = |tail, head| {
            let arcs = graph.rolls_from(State::from_index(tail)).filter(|arc| arc.head.index() == head);
            arcs.map(|arc| arc.direction.letter()).collect()
        };
        return Ok(ask(&Ways {
            graph: Graph::reversible(&expand, vec![start.index()], Goals::Listed(vec![goal.index()])),
            letters: &letters,
            explored: 0,
        }));
    }
    let maze = Maze::new(puzzle);
    // Twenty bridges stand in a million ways: the states of a maze that is seen to have no solution are not gone through.
    let until = if puzzle.obstacle().is_some() { Until::States(1) } else { until };
    let reached = explored(&maze, until, request)?;
    let sources = || (reached.backward(), Goals::Listed(reached.goals(&maze)));
    let (backward, goals) = until_stopped(&request.control, sources).map_err(|stop| reached.stopped(stop))?;
    let once = |next: &mut Vec<u32>| {
        if !each_move {
            next.sort_unstable();
            next.dedup();
        }
    };
    let forward = |state, next: &mut Vec<u32>| {
        next.extend(reached.moves_from(state).iter().map(|&(_, head)| head));
        once(next);
    };
    let backward = |state: u32, next: &mut Vec<u32>| {
        next.extend(&backward[state as usize]);
        once(next);
    };
    let letters = |tail, head| {
        let moves = reached.moves_from(tail).iter().filter(|&&(_, other)| other == head);
        moves.map(|&(letter, _)| letter).collect()
    };
    Ok(ask(&Ways {
        graph: Graph { forward: &forward, backward: &backward, reversible: false, starts: vec![0], goals },
        letters: &letters,
        explored: reached.states.len() as u64,
    }))
}

pub(super) fn solve(puzzle: &BlockMaze, request: &Request<'_>) -> Searched<Tips> {
    let searched = ask(puzzle, (Until::Goal, false), request, |ways| {
        let ran = search::shortest_path(&ways.graph, request);
        Searched::new(ran.ended.verdict().map(|states| ways.tips(&states)), ran.states.max(ways.explored))
    });
    searched.unwrap_or_else(|Stopped { stop, states, at_least }| {
        Searched::new(Verdict::Unknown { bound: Some(at_least as i64), stop }, states)
    })
}

/// Lists the shortest solutions, and those of up to so many moves more.
fn list(puzzle: &BlockMaze, within: u64, found: &mut Listener<'_, Tips>, request: &Request<'_>) -> Listed<Tips> {
    let until = if within == 0 { Until::Goal } else { Until::All };
    let listed = ask(puzzle, (until, false), request, |ways| {
        let mut found = |states: &[u32], held| ways.moves(states, |tips| found(tips, held));
        list_ways(&ways.graph, within, &mut found, request)
    });
    listed.unwrap_or_else(|Stopped { stop, states, .. }| Listed::new(Extent::Stopped(stop), states))
}

/// Counts the shortest solutions, or all.
pub(super) fn count(puzzle: &BlockMaze, which: Which, request: &Request<'_>) -> Count<Endless<Tips>> {
    let until = if which == Which::Best { Until::Goal } else { Until::All };
    let counted = ask(puzzle, (until, true), request, |ways| {
        count_ways(&ways.graph, which, request, &|states| ways.tips(states))
    });
    counted.unwrap_or_else(|Stopped { stop, .. }| Count::stopped(stop))
}

/// Explores the states of a maze under the limits of a request.
fn explored(maze: &Maze, until: Until, request: &Request<'_>) -> Result<Reached, Stopped> {
    Reached::explore(maze, until, &|bytes, _| {
        request.control.check()?;
        request.control.check_memory(bytes)
    })
}
