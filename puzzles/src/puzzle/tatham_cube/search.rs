//! Shortest solutions and their number.
//!
//! With six blue squares, all squares are white at the end, so there is one goal state for each square, and the search is
//! bidirectional; with a table, it only follows decreasing distances. With more blue squares, the remaining ones may be anywhere, and
//! the search goes forward only. Rolling back does not undo a roll (it swaps colours on the square that was left), so all layers are
//! kept.

use super::moves::{ALL_BLUE, Moves, PackedState, Parts};
use super::{Rolls, TableFile, TathamCube};
use crate::control::{Request, Verdict};
use crate::geometry::Direction;
use crate::puzzle::{Count, Listed, Listener, Puzzle as _, Search, Searched};
use crate::search::{self, Ended, Goals, Graph, Ran};

/// The goals of the search: a list if all squares are white at the end.
fn goals<'a>(puzzle: &TathamCube, done: &'a (dyn Fn(PackedState) -> bool + Sync)) -> Goals<'a, PackedState> {
    if puzzle.count_blue() > 6 {
        return Goals::Where(done);
    }
    let goal = |position| Parts { faces: ALL_BLUE, position, squares: 0 }.state();
    Goals::Listed((0..puzzle.blue.len()).map(goal).collect())
}

fn is_done(state: PackedState) -> bool {
    Parts::of(state).faces == ALL_BLUE
}

/// Runs a generic search on the graph of an instance.
macro_rules! run {
    ($search:path, $puzzle:expr, $moves:expr, $request:expr $(, $found:expr)?) => {{
        let graph = Graph {
            forward: |state: PackedState, next: &mut Vec<PackedState>| {
                let after = |direction| $moves.forward(Parts::of(state), direction);
                next.extend(Direction::ALL.into_iter().filter_map(after).map(Parts::state));
            },
            backward: |state: PackedState, next: &mut Vec<PackedState>| {
                next.extend($moves.backward(Parts::of(state)).map(Parts::state));
            },
            reversible: false,
        };
        $search(&graph, &[start($puzzle).state()], &goals($puzzle, &is_done), $($found,)? $request)
    }};
}

pub(super) const DIRECT: Search<TathamCube> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, all, means| Ok(count(puzzle, all, means.request)),
)
.listing(|puzzle, found, means| Ok(list(puzzle, found, means.request)));

pub(super) fn solve(puzzle: &TathamCube, request: &Request<'_>) -> Searched<Rolls> {
    if puzzle.infeasible_because().is_some() {
        return Searched::new(Verdict::Infeasible, 0);
    }
    let moves = Moves::new(&puzzle.board);
    let table = puzzle.table.as_ref().filter(|table| table.serves(&puzzle.board, &puzzle.blue));
    if let Some(rolls) = table.and_then(|table| downhill(table, &moves, start(puzzle))) {
        return Searched::new(Verdict::Optimal(rolls.clone()), rolls.length + 1);
    }
    let Ran { ended, states } = run!(search::shortest_path, puzzle, moves, request);
    let verdict = match ended {
        Ended::Found(path) => Verdict::Optimal(rolls(&moves, &path)),
        Ended::NoPath => Verdict::Infeasible,
        Ended::Stopped { stop, at_least } => Verdict::Unknown { bound: Some(at_least as i64), stop },
    };
    Searched::new(verdict, states)
}

/// Lists shortest solutions.
pub(super) fn list(puzzle: &TathamCube, found: &mut Listener<'_, Rolls>, request: &Request<'_>) -> Listed {
    if puzzle.infeasible_because().is_some() {
        return Listed::default();
    }
    let moves = Moves::new(&puzzle.board);
    let mut found = |path: &[PackedState], held| found(rolls(&moves, path), held);
    run!(search::list_shortest, puzzle, moves, request, &mut found).into()
}

/// Counts the shortest solutions.
pub(super) fn count(puzzle: &TathamCube, feasible: bool, request: &Request<'_>) -> Count {
    if puzzle.infeasible_because().is_some() {
        return Count::none(true);
    }
    let moves = Moves::new(&puzzle.board);
    let Ran { ended, .. } = run!(search::count_shortest, puzzle, moves, request);
    let count = Count::of_shortest(&ended);
    // Rolling to and fro twice brings all colours back, and no solution is without rolls: a game that is over is no instance.
    if feasible { count.of_any_length(|| true) } else { count }
}

/// The rolls along a path of states.
fn rolls(moves: &Moves, path: &[PackedState]) -> Rolls {
    let letter = |pair: &[PackedState]| {
        let leads = |direction: &Direction| moves.forward(Parts::of(pair[0]), *direction) == Some(Parts::of(pair[1]));
        Direction::ALL.into_iter().find(leads).expect("neighbours on a path are one roll apart").letter()
    };
    Rolls::new(path.windows(2).map(letter).collect())
}

/// The rolls from a state along which the table's distance decreases by 1 each; `None` if the table does not have the state.
fn downhill(table: &TableFile, moves: &Moves, from: Parts) -> Option<Rolls> {
    let mut here = from;
    let mut distance = table.distance(here)?;
    let mut letters = String::new();
    while distance > 0 {
        let closer = |direction: Direction| {
            let next = moves.forward(here, direction)?;
            (table.distance(next)? == distance - 1).then_some((direction, next))
        };
        let (direction, next) = Direction::ALL.into_iter().find_map(closer)?;
        letters.push(direction.letter());
        (here, distance) = (next, distance - 1);
    }
    Some(Rolls::new(letters))
}

/// The state at the start.
fn start(puzzle: &TathamCube) -> Parts {
    let bits = |blue: &[bool]| blue.iter().enumerate().filter(|(_, blue)| **blue).fold(0, |bits, (i, _)| bits | 1 << i);
    Parts { faces: bits(&puzzle.faces) as u8, position: puzzle.start_index(), squares: bits(&puzzle.blue) }
}
