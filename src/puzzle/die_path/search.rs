//! Direct search: the folded table on the plane, breadth-first search on boards.

use super::region::{Region, State, size};
use super::{DiePath, Route, plane};
use crate::geometry::Direction;
use crate::puzzle::{Count, SearchRequest, Searched};
use crate::run::{Stop, Verdict};

/// States between two looks at the clock.
const STATES_A_LOOK: usize = 1 << 16;
/// A state that was not reached.
const UNSEEN: u8 = u8::MAX;
/// A start.
const START: u8 = 4;
/// The largest region whose shortest paths are counted.
const MAX_COUNTED_CELLS: u128 = 1_000_000;

pub(super) fn solve(puzzle: &DiePath, request: &SearchRequest<'_>) -> Searched<Route> {
    let (verdict, nodes) = match (puzzle.obstacle(), &puzzle.board) {
        (Some(_), _) => (Verdict::Infeasible, 0),
        (None, None) => (on_plane(puzzle), 0),
        (None, Some(_)) => on_board(puzzle, request),
    };
    Searched { verdict, nodes, incumbents: Vec::new() }
}

/// The shortest over all start and goal orientations that are allowed.
fn on_plane(puzzle: &DiePath) -> Verdict<Route> {
    let (dx, dy) = (puzzle.goal.x - puzzle.start.x, puzzle.goal.y - puzzle.start.y);
    let pairs = puzzle.start_dice.iter().flat_map(|&from| puzzle.goal_dice.iter().map(move |&to| (from, to)));
    let routes = pairs.filter_map(|(from, to)| plane::shortest(dx, dy, from, to)).map(Route::of_runs);
    routes.min_by_key(|route| route.length).map_or(Verdict::Infeasible, Verdict::Optimal)
}

/// Breadth-first search: a byte a state, which says by which roll it was reached first.
fn on_board(puzzle: &DiePath, request: &SearchRequest<'_>) -> (Verdict<Route>, u64) {
    let region = Region::new(puzzle);
    let at = |(c, o): State| c * 24 + o;
    let mut reached_by = vec![UNSEEN; region.cells() * 24];
    let mut queue: Vec<State> = region.starts.clone();
    for &state in &queue {
        reached_by[at(state)] = START;
    }
    let mut done = 0;
    while let Some(&state) = queue.get(done) {
        done += 1;
        if region.goals.contains(&state) {
            return (Verdict::Optimal(trace(&region, &reached_by, state)), done as u64);
        }
        if done % STATES_A_LOOK == 0
            && let Some(stop) = request.control.stop()
        {
            return (unknown(stop), done as u64);
        }
        for direction in Direction::ALL {
            if let Some(next) = region.roll(state, direction).filter(|&next| reached_by[at(next)] == UNSEEN) {
                reached_by[at(next)] = direction.index() as u8;
                queue.push(next);
            }
        }
    }
    (Verdict::Infeasible, done as u64)
}

const fn unknown(stop: Stop) -> Verdict<Route> {
    Verdict::Unknown { bound: None, stop }
}

/// The path to a state, followed backwards: rolls reverse.
fn trace(region: &Region, reached_by: &[u8], mut state: State) -> Route {
    let mut rolls = Vec::new();
    while let Some(&direction) = Direction::ALL.get(usize::from(reached_by[state.0 * 24 + state.1])) {
        rolls.push(direction);
        let Some(before) = region.roll(state, direction.opposite()) else { break };
        state = before;
    }
    rolls.reverse();
    Route::of_rolls(rolls)
}

/// Counts the shortest paths, layer by layer. All paths there are would be without end: a count of them is never complete.
pub(super) fn count(puzzle: &DiePath, feasible: bool, request: &SearchRequest<'_>) -> Count {
    let nothing = |complete| Count { solutions: 0, objective: None, complete };
    if puzzle.obstacle().is_some() {
        return nothing(true);
    }
    if size(puzzle) > MAX_COUNTED_CELLS {
        return nothing(false);
    }
    let region = Region::new(puzzle);
    let at = |(c, o): State| c * 24 + o;
    let mut seen = vec![false; region.cells() * 24];
    let mut ways = vec![0u64; region.cells() * 24];
    let mut layer = region.starts.clone();
    for &state in &layer {
        (seen[at(state)], ways[at(state)]) = (true, 1);
    }
    let mut exact = true;
    for length in 0.. {
        let goals = region.goals.iter().filter(|&&goal| layer.contains(&goal));
        let total = goals.map(|&goal| ways[at(goal)]).try_fold(0u64, u64::checked_add);
        if total != Some(0) || layer.is_empty() {
            let found = !layer.is_empty();
            let solutions = total.unwrap_or(u64::MAX);
            let complete = exact && total.is_some() && !(feasible && found);
            return Count { solutions, objective: (found && !feasible).then_some(length), complete };
        }
        if request.control.stop().is_some() {
            return nothing(false);
        }
        let mut next = Vec::new();
        for &state in &layer {
            for head in Direction::ALL.into_iter().filter_map(|d| region.roll(state, d)).filter(|&head| !seen[at(head)])
            {
                if ways[at(head)] == 0 {
                    next.push(head);
                }
                let sum = ways[at(head)].checked_add(ways[at(state)]);
                exact &= sum.is_some();
                ways[at(head)] = sum.unwrap_or(u64::MAX);
            }
        }
        for &state in &next {
            seen[at(state)] = true;
        }
        layer = next;
    }
    nothing(false)
}
