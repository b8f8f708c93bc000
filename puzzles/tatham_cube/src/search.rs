//! Shortest solutions and their number.
//!
//! With as many blue squares as faces, all squares are white at the end, so there is one goal state for each square, and the search is
//! bidirectional; with a table, it only follows decreasing distances. With more blue squares, the remaining ones may be anywhere, and
//! the search goes forward only. Rolling back does not undo a roll (it swaps colours on the square that was left), so all layers are
//! kept.

use super::moves::{Moves, Packed, Parts, classes};
use super::{Rolls, TableFile, TathamCube};
use tumble_model::control::{Request, Verdict};
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::{Count, Endless, Listed, Listener, Search, Searched, Which, count_ways, list_ways};
use tumble_puzzles::search::{Ended, Goals, Graph, Ran, shortest_path};

pub(super) const DIRECT: Search<TathamCube> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, which, means| Ok(count(puzzle, which, means.request)),
)
.listing(|puzzle, within, found, means| Ok(list(puzzle, within, found, means.request)));

/// Runs a function with states that are as small as the board allows.
macro_rules! with_states {
    ($function:ident($moves:expr $(, $argument:expr)*)) => {
        if $moves.are_small() { $function::<u64>($moves $(, $argument)*) } else { $function::<u128>($moves $(, $argument)*) }
    };
}

/// Searches from states of the same colours to the goals: a list of them if all squares are white at the end.
fn search<K: Packed, T>(moves: &Moves, from: &[Parts], run: impl FnOnce(&Graph<'_, K>) -> T) -> T {
    let forward = |state: K, next: &mut Vec<K>| {
        let after = |direction| moves.forward(moves.unpack(state), direction);
        next.extend(Direction::ALL.into_iter().filter_map(after).map(|parts| moves.pack::<K>(parts)));
    };
    let backward = |state: K, next: &mut Vec<K>| {
        next.extend(moves.backward(moves.unpack(state)).map(|parts| moves.pack::<K>(parts)));
    };
    let done = |state: K| moves.unpack(state).faces == moves.all_blue();
    let goal = |position| moves.pack(Parts { faces: moves.all_blue(), position, squares: 0 });
    let blue = from.first().map_or(0, |state| state.squares.count_ones() + state.faces.count_ones());
    let stays_blue = blue as usize > moves.solid.faces();
    let goals = if stays_blue { Goals::Where(&done) } else { Goals::Listed((0..moves.squares()).map(goal).collect()) };
    let starts = from.iter().map(|&state| moves.pack(state)).collect();
    run(&Graph { forward: &forward, backward: &backward, reversible: false, starts, goals })
}

/// Why a game cannot be won, if too few squares are blue.
pub(super) fn infeasible_because(puzzle: &TathamCube) -> Option<String> {
    let (blue, solid) = (puzzle.count_blue(), puzzle.grid.solid());
    let faces = solid.faces_in_words();
    if blue < solid.faces() {
        let squares = if blue == 1 { "1 blue square is" } else { &format!("{blue} blue squares are") };
        return Some(format!("{squares} too few: each of the {faces} faces has to pick one up"));
    }
    // The first start tells why, if none of them is a start to win from.
    let whys: Option<Vec<String>> = puzzle.starts().into_iter().map(|start| unwinnable_from(puzzle, start)).collect();
    whys?.into_iter().next()
}

/// Why a game that starts on a square cannot be won, if there are faces that come down on too few blue squares.
fn unwinnable_from(puzzle: &TathamCube, start: Cell) -> Option<String> {
    let faces = puzzle.grid.solid().faces_in_words();
    classes(&puzzle.grid, puzzle.grid.number(start)?).into_iter().find_map(|class| {
        let blue = class.squares.iter().filter(|&&square| puzzle.blue[square]).count();
        let come = if class.faces == 1 { "comes" } else { "come" };
        let some = if blue == 0 { "none" } else { &format!("only {blue}") };
        let why = || format!("{} of the {faces} faces {come} down on {some} of the blue squares", class.faces);
        (blue < class.faces).then(why)
    })
}

fn solve(puzzle: &TathamCube, request: &Request<'_>) -> Searched<Rolls> {
    if let Some(why) = infeasible_because(puzzle) {
        return Searched::infeasible(why);
    }
    let moves = &Moves::new(&puzzle.grid);
    let starts = puzzle.states(moves);
    let table = puzzle.table.as_ref().filter(|table| table.serves(&puzzle.grid, &puzzle.blue));
    if let (Some(table), &[start]) = (table, &starts[..])
        && let Some(rolls) = downhill(table, moves, start)
    {
        return Searched::new(Verdict::Optimal(rolls.clone()), rolls.length + 1);
    }
    let Ran { ended, states } = with_states!(shortest(moves, &starts, request));
    Searched::new(ended.verdict(), states)
}

fn shortest<K: Packed>(moves: &Moves, starts: &[Parts], request: &Request<'_>) -> Ran<Rolls> {
    let Ran { ended, states } = search(moves, starts, |graph| shortest_path::<K>(graph, request));
    Ran { ended: ended.and_then(|path| Ended::Found(rolls(moves, &path))), states }
}

/// Lists the shortest solutions, and those of up to so many rolls more.
fn list(puzzle: &TathamCube, within: u64, found: &mut Listener<'_, Rolls>, request: &Request<'_>) -> Listed<Rolls> {
    if let Some(why) = infeasible_because(puzzle) {
        return Listed::infeasible(why);
    }
    let moves = &Moves::new(&puzzle.grid);
    with_states!(list_from(moves, &puzzle.states(moves), within, found, request))
}

fn list_from<K: Packed>(
    moves: &Moves,
    starts: &[Parts],
    within: u64,
    found: &mut Listener<'_, Rolls>,
    request: &Request<'_>,
) -> Listed<Rolls> {
    let mut found = |path: &[K], held| found(rolls(moves, path), held);
    search(moves, starts, |graph| list_ways(graph, within, &mut found, request))
}

/// Counts the shortest solutions, or all.
fn count(puzzle: &TathamCube, which: Which, request: &Request<'_>) -> Count<Endless<Rolls>> {
    if let Some(why) = infeasible_because(puzzle) {
        return Count::infeasible(why);
    }
    let moves = &Moves::new(&puzzle.grid);
    with_states!(count_from(moves, &puzzle.states(moves), which, request))
}

fn count_from<K: Packed>(
    moves: &Moves,
    starts: &[Parts],
    which: Which,
    request: &Request<'_>,
) -> Count<Endless<Rolls>> {
    let solution = |path: &[K]| rolls(moves, path);
    search(moves, starts, |graph| count_ways(graph, which, request, &solution))
}

/// The rolls along a path of states.
fn rolls<K: Packed>(moves: &Moves, path: &[K]) -> Rolls {
    let letter = |pair: &[K]| {
        let [from, to] = [pair[0], pair[1]].map(|state| moves.unpack(state));
        let leads = |direction: &Direction| moves.forward(from, *direction) == Some(to);
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
