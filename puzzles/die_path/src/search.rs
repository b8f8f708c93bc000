//! Direct search: the folded table on the plane, bidirectional breadth-first search on boards.

use super::region::Ways;
use super::region::{Region, size};
use super::{DiePath, Route, plane};
use tumble_model::control::{Request, Stop, Verdict};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{
    Count, Endless, Listed, Listener, Question, Search, Searched, Start, Which, count_ways, list_ways,
};
use tumble_puzzles::search::{self, Goals, Graph};
use tumble_rolling::State;

/// The largest region on the plane, in cells, whose shortest paths are counted.
const MAX_COUNTED_CELLS: u128 = 1_000_000;

/// The states of all dice in one number: the index of each, 32 bits per die.
type Packed = u64;

/// In a round trip: whether the die has left the start. A round trip has one die, whose state takes half of the number.
const LEFT: Packed = 1 << 63;

pub(super) const DIRECT: Search<DiePath> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, which, means| Ok(count(puzzle, which, means.request)),
)
.listing(|puzzle, within, found, means| Ok(list(puzzle, within, found, means.request)))
.fitting(|puzzle, question| {
    let is_far = |more| puzzle.board.is_none() && size(puzzle, more) > MAX_COUNTED_CELLS;
    match question {
        Question::List(more) if is_far(more) => Err("too many cells lie between start and goal to list paths"),
        _ => Ok(1),
    }
});

pub(super) fn solve(puzzle: &DiePath, request: &Request<'_>) -> Searched<Route> {
    if let Some(why) = puzzle.obstacle() {
        return Searched::infeasible(why);
    }
    match (&puzzle.board, &puzzle.sum) {
        (None, _) => Searched::new(on_plane(puzzle), 0),
        (Some(_), None) => on_board(puzzle, request),
        (Some(_), Some(sum)) => Ways::new(puzzle, Some(sum)).solve(request),
    }
}

/// The shortest over all start and goal orientations that are allowed.
fn on_plane(puzzle: &DiePath) -> Verdict<Route> {
    let runner = &puzzle.runners[0];
    // On the plane there is a goal cell.
    let goal = runner.goal.unwrap_or(runner.start);
    let (dx, dy) = (goal.x - runner.start.x, goal.y - runner.start.y);
    let pairs = runner.start_dice.iter().flat_map(|&from| runner.goal_dice.iter().map(move |&to| (from, to)));
    let routes = pairs.filter_map(|(die, to)| {
        let runs = plane::shortest(dx, dy, die, to)?.into_iter();
        let route = Route::of_runs(runs.map(|(direction, count)| (direction.letter().to_string(), count)));
        Some(route.with_starts(puzzle, vec![Start { cell: runner.start, die }]))
    });
    routes.min_by_key(|route| route.length).map_or(Verdict::Infeasible, Verdict::Optimal)
}

fn on_board(puzzle: &DiePath, request: &Request<'_>) -> Searched<Route> {
    let rolls = Rolls::new(puzzle, 0);
    let ran = rolls.search(|graph| search::shortest_path(graph, request));
    Searched::new(ran.ended.verdict().map(|states| rolls.route(&states)), ran.states)
}

/// Lists the shortest paths, or those of the best sum, and those that are so much longer or worse.
pub(super) fn list(
    puzzle: &DiePath,
    within: u64,
    found: &mut Listener<'_, Route>,
    request: &Request<'_>,
) -> Listed<Route> {
    if let Some(why) = puzzle.obstacle() {
        return Listed::infeasible(why);
    }
    if let Some(sum) = &puzzle.sum {
        return Ways::new(puzzle, Some(sum)).list_within(within, found, request);
    }
    let rolls = Rolls::new(puzzle, within);
    let mut found = |states: &[Packed], held| found(rolls.route(states), held);
    rolls.search(|graph| list_ways(graph, within, &mut found, request))
}

/// Counts the shortest paths, or those of the best sum, or all.
pub(super) fn count(puzzle: &DiePath, which: Which, request: &Request<'_>) -> Count<Endless<Route>> {
    if let Some(why) = puzzle.obstacle() {
        return Count::infeasible(why);
    }
    let more = which.within();
    if puzzle.board.is_none() && size(puzzle, more) > MAX_COUNTED_CELLS {
        let stop = Stop::CellLimit { needed: size(puzzle, more), limit: MAX_COUNTED_CELLS };
        return Count::stopped(stop);
    }
    if let (Which::Within(more), Some(sum)) = (which, &puzzle.sum) {
        return Ways::new(puzzle, Some(sum)).count_within(more, request);
    }
    if puzzle.runners.len() == 1 && !puzzle.is_plain() && (which == Which::All || puzzle.sum.is_some()) {
        return Ways::new(puzzle, puzzle.sum.as_ref()).count(which, request);
    }
    let rolls = Rolls::new(puzzle, more);
    rolls.search(|graph| count_ways(graph, which, request, &|states| rolls.route(states)))
}

/// The states of all dice, and the rolls between them.
struct Rolls<'a> {
    puzzle: &'a DiePath,
    regions: Vec<Region>,
}

/// A die, the direction in which it rolls, and the states of all dice then.
type Roll = ((usize, Direction), Packed);

impl<'a> Rolls<'a> {
    fn new(puzzle: &'a DiePath, more: u64) -> Self {
        Self { puzzle, regions: Region::of_each(puzzle, more) }
    }

    /// Searches from the starts to the goals.
    fn search<T>(&self, run: impl FnOnce(&Graph<'_, Packed>) -> T) -> T {
        let forward = |state, next: &mut Vec<Packed>| next.extend(self.from(state).map(|(_, next)| next));
        let backward = |state, next: &mut Vec<Packed>| self.to(state, next);
        let reversible = !self.puzzle.is_round_trip && self.regions.iter().all(|region| region.graph.is_reversible());
        let is_goal = |packed: Packed| self.is_goal(packed);
        let goals = if self.puzzle.runners.iter().all(|runner| runner.goal.is_some()) {
            Goals::Listed(self.packed(|region| &region.goals).into_iter().map(|goal| goal | self.left()).collect())
        } else {
            Goals::Where(&is_goal)
        };
        run(&Graph { forward: &forward, backward: &backward, reversible, starts: self.starts(), goals })
    }

    const fn left(&self) -> Packed {
        if self.puzzle.is_round_trip { LEFT } else { 0 }
    }

    fn starts(&self) -> Vec<Packed> {
        self.packed(|region| &region.starts)
    }

    /// All combinations of a state for each die.
    fn packed(&self, states: fn(&Region) -> &Vec<State>) -> Vec<Packed> {
        let with = |packed: Vec<Packed>, (die, region): (usize, &Region)| -> Vec<Packed> {
            packed.iter().flat_map(|rest| states(region).iter().map(move |&state| rest | pack(die, state))).collect()
        };
        self.regions.iter().enumerate().fold(vec![0], with)
    }

    fn is_goal(&self, packed: Packed) -> bool {
        let mut dice = self.puzzle.runners.iter().zip(&self.regions).enumerate();
        dice.all(|(die, (runner, region))| {
            let (cell, placed) = region.graph.placed(unpack(die, packed));
            runner.goal.is_none_or(|goal| goal == cell) && runner.goal_dice.contains(&placed)
        })
    }

    /// The rolls from a state. Dice never share a cell.
    fn from(&self, packed: Packed) -> impl Iterator<Item = Roll> + '_ {
        self.regions.iter().enumerate().flat_map(move |(die, region)| {
            let state = unpack(die, packed);
            let rolls = region.graph.rolls_from(state).filter(move |arc| !self.is_taken(die, arc.head.cell(), packed));
            rolls
                .map(move |arc| ((die, arc.direction), (packed | self.left()) ^ pack(die, state) ^ pack(die, arc.head)))
        })
    }

    fn is_taken(&self, die: usize, cell: usize, packed: Packed) -> bool {
        (0..self.regions.len()).any(|other| other != die && unpack(other, packed).cell() == cell)
    }

    /// Pushes the states from which a roll leads here.
    fn to(&self, packed: Packed, before: &mut Vec<Packed>) {
        if packed & LEFT != self.left() {
            return;
        }
        for (die, region) in self.regions.iter().enumerate() {
            let state = unpack(die, packed);
            for arc in region.graph.rolls_to(state).filter(|arc| !self.is_taken(die, arc.tail.cell(), packed)) {
                let tail = packed ^ pack(die, state) ^ pack(die, arc.tail);
                before.push(tail);
                if self.puzzle.is_round_trip && region.starts.contains(&arc.tail) {
                    before.push(tail ^ LEFT);
                }
            }
        }
    }

    /// The path through successive states, of which there is at least one.
    fn route(&self, states: &[Packed]) -> Route {
        let start = |(die, region): (usize, &Region)| region.start(unpack(die, states[0]));
        let roll = |pair: &[Packed]| {
            let ((die, direction), _) = self.from(pair[0]).find(|&(_, next)| next == pair[1])?;
            let number = if self.regions.len() > 1 { (die + 1).to_string() } else { String::new() };
            Some((format!("{number}{}", direction.letter()), 1))
        };
        let starts = self.regions.iter().enumerate().map(start).collect();
        Route::of_runs(states.windows(2).filter_map(roll)).with_starts(self.puzzle, starts)
    }
}

const fn pack(die: usize, state: State) -> Packed {
    (state.index() as Packed) << (32 * die)
}

#[expect(clippy::cast_possible_truncation, reason = "two states in one number")]
const fn unpack(die: usize, packed: Packed) -> State {
    State::from_index(((packed & !LEFT) >> (32 * die)) as u32)
}
