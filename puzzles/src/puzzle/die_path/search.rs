//! Direct search: the folded table on the plane, bidirectional breadth-first search on boards.

use super::region::{Region, size};
use super::{DiePath, Route, plane};
use crate::control::{Request, Stop, Verdict};
use crate::geometry::Direction;
use crate::puzzle::{Count, Listed, Listener, Question, Search, Searched, Start};
use crate::rolling::State;
use crate::search::{self, Ended, Goals, Graph};

/// The largest region on the plane, in cells, whose shortest paths are counted.
const MAX_COUNTED_CELLS: u128 = 1_000_000;

/// The states of all dice in one number: the index of each, 32 bits per die.
type Packed = u64;

pub(super) const DIRECT: Search<DiePath> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, all, means| Ok(count(puzzle, all, means.request)),
)
.listing(|puzzle, found, means| Ok(list(puzzle, found, means.request)))
.fitting(|puzzle, question| {
    let is_far = puzzle.board.is_none() && size(puzzle) > MAX_COUNTED_CELLS;
    if question == Question::List && is_far {
        Err("too many cells lie between start and goal to list paths")
    } else {
        Ok(1)
    }
});

pub(super) fn solve(puzzle: &DiePath, request: &Request<'_>) -> Searched<Route> {
    let (verdict, nodes) = match (puzzle.obstacle(), &puzzle.board) {
        (Some(_), _) => (Verdict::Infeasible, 0),
        (None, None) => (on_plane(puzzle), 0),
        (None, Some(_)) => on_board(puzzle, request),
    };
    Searched::new(verdict, nodes)
}

/// The shortest over all start and goal orientations that are allowed.
fn on_plane(puzzle: &DiePath) -> Verdict<Route> {
    let runner = &puzzle.runners[0];
    let (dx, dy) = (runner.goal.x - runner.start.x, runner.goal.y - runner.start.y);
    let pairs = runner.start_dice.iter().flat_map(|&from| runner.goal_dice.iter().map(move |&to| (from, to)));
    let routes = pairs.filter_map(|(die, to)| {
        let runs = plane::shortest(dx, dy, die, to)?.into_iter();
        let route = Route::of_runs(runs.map(|(direction, count)| (direction.letter().to_string(), count)));
        Some(route.with_starts(puzzle, vec![Start { cell: runner.start, die }]))
    });
    routes.min_by_key(|route| route.length).map_or(Verdict::Infeasible, Verdict::Optimal)
}

fn on_board(puzzle: &DiePath, request: &Request<'_>) -> (Verdict<Route>, u64) {
    let regions = Region::of_each(puzzle);
    let expand = |state, next: &mut Vec<Packed>| next.extend(moves(&regions, state).map(|(_, next)| next));
    let goals = Goals::Listed(packed(&regions, |region| &region.goals));
    let ran =
        search::shortest_path(&Graph::reversible(&expand), &packed(&regions, |region| &region.starts), &goals, request);
    let verdict = match ran.ended {
        Ended::Found(states) => Verdict::Optimal(route(puzzle, &regions, &states)),
        Ended::NoPath => Verdict::Infeasible,
        Ended::Stopped { stop, at_least } => Verdict::Unknown { bound: i64::try_from(at_least).ok(), stop },
    };
    (verdict, ran.states)
}

/// Lists shortest paths.
pub(super) fn list(puzzle: &DiePath, found: &mut Listener<'_, Route>, request: &Request<'_>) -> Listed {
    if puzzle.obstacle().is_some() {
        return Listed::default();
    }
    let regions = Region::of_each(puzzle);
    let expand = |state, next: &mut Vec<Packed>| next.extend(moves(&regions, state).map(|(_, next)| next));
    let goals = Goals::Listed(packed(&regions, |region| &region.goals));
    let (graph, starts) = (Graph::reversible(&expand), packed(&regions, |region| &region.starts));
    let mut found = |states: &[Packed], held| found(route(puzzle, &regions, states), held);
    search::list_shortest(&graph, &starts, &goals, &mut found, request).into()
}

/// Counts the shortest paths.
pub(super) fn count(puzzle: &DiePath, feasible: bool, request: &Request<'_>) -> Count {
    if puzzle.obstacle().is_some() {
        return Count::none(true);
    }
    if puzzle.board.is_none() && size(puzzle) > MAX_COUNTED_CELLS {
        let stop = Stop::CellLimit { needed: size(puzzle), limit: MAX_COUNTED_CELLS };
        return Count { stop: Some(stop), ..Count::none(false) };
    }
    let regions = Region::of_each(puzzle);
    let expand = |state, next: &mut Vec<Packed>| next.extend(moves(&regions, state).map(|(_, next)| next));
    let goals = Goals::Listed(packed(&regions, |region| &region.goals));
    let graph = Graph::reversible(&expand);
    let starts = packed(&regions, |region| &region.starts);
    let count = Count::of_shortest(&search::count_shortest(&graph, &starts, &goals, request).ended);
    let can_move = || starts.iter().any(|&start| moves(&regions, start).next().is_some());
    if feasible { count.of_any_length(can_move) } else { count }
}

/// All combinations of a state for each die.
fn packed(regions: &[Region], states: fn(&Region) -> &Vec<State>) -> Vec<Packed> {
    let with = |packed: Vec<Packed>, (die, region): (usize, &Region)| -> Vec<Packed> {
        packed.iter().flat_map(|rest| states(region).iter().map(move |&state| rest | pack(die, state))).collect()
    };
    regions.iter().enumerate().fold(vec![0], with)
}

const fn pack(die: usize, state: State) -> Packed {
    (state.index() as Packed) << (32 * die)
}

const fn unpack(die: usize, packed: Packed) -> State {
    State::from_index((packed >> (32 * die)) as u32)
}

/// The rolls from a state, each with the die that rolls and the next state. Dice never share a cell.
fn moves(regions: &[Region], packed: Packed) -> impl Iterator<Item = ((usize, Direction), Packed)> + '_ {
    let dice = regions.len();
    regions.iter().enumerate().flat_map(move |(die, region)| {
        let state = unpack(die, packed);
        let taken = move |cell: usize| (0..dice).any(|other| other != die && unpack(other, packed).cell() == cell);
        let rolls = region.graph.rolls_from(state).filter(move |arc| !taken(arc.head.cell()));
        rolls.map(move |arc| ((die, arc.direction), packed ^ pack(die, state) ^ pack(die, arc.head)))
    })
}

/// The path through successive states, of which there is at least one.
fn route(puzzle: &DiePath, regions: &[Region], states: &[Packed]) -> Route {
    let start = |(die, region): (usize, &Region)| region.start(unpack(die, states[0]));
    let roll = |pair: &[Packed]| {
        let ((die, direction), _) = moves(regions, pair[0]).find(|&(_, next)| next == pair[1])?;
        let number = if regions.len() > 1 { (die + 1).to_string() } else { String::new() };
        Some((format!("{number}{}", direction.letter()), 1))
    };
    let starts = regions.iter().enumerate().map(start).collect();
    Route::of_runs(states.windows(2).filter_map(roll)).with_starts(puzzle, starts)
}
