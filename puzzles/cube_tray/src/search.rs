//! Shortest solutions and their number, by breadth-first search from both sides.
//!
//! A state is one number: the index of the hole in the lowest six bits, above it a pose for each cell, 0 in the hole. Every roll
//! can be undone by rolling back, so the search keeps only two layers per side.

use super::instance::POSE_BITS;
use super::{CubeTray, Rolls};
use tumble_model::control::Request;
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_puzzles::puzzle::{Count, Endless, Listed, Listener, Search, Searched, Which, count_ways, list_ways};
use tumble_puzzles::search::{self, Goals, Graph};
use tumble_rolling::CellGraph;

/// A state of the search.
type PackedTray = u128;

/// The number of bits of a state that hold the hole's index.
const HOLE_BITS: u32 = PackedTray::BITS - POSE_BITS;
/// Up to this many goals are listed and searched from; with more, the search goes forward only.
const LISTED_GOALS: u128 = 1 << 20;

/// A tray as the search sees it.
struct Tray<'a> {
    puzzle: &'a CubeTray,
    /// Bits per pose.
    bits: u32,
    /// `rolled[direction][pose]`.
    rolled: [Vec<u8>; 4],
    cells: CellGraph,
}

impl<'a> Tray<'a> {
    fn new(puzzle: &'a CubeTray) -> Self {
        Self {
            puzzle,
            bits: puzzle.cubes.bits(),
            rolled: puzzle.cubes.roll_table(),
            cells: CellGraph::of_free_cells(&puzzle.board),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a tray has at most 36 cells, and a pose is masked")]
    const fn shift(&self, cell: usize) -> u32 {
        HOLE_BITS + self.bits * cell as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "a tray has at most 36 cells, and a pose is masked")]
    fn pose(&self, state: PackedTray, cell: usize) -> u8 {
        (state >> self.shift(cell)) as u8 & ((1 << self.bits) - 1)
    }

    fn hole(state: PackedTray) -> usize {
        state as usize & ((1 << HOLE_BITS) - 1)
    }

    fn start(&self) -> PackedTray {
        let poses = self.puzzle.start.iter().enumerate();
        let state = poses.fold(0, |state, (cell, pose)| state | u128::from(pose.unwrap_or(0)) << self.shift(cell));
        state | self.puzzle.hole() as u128
    }

    /// The state after a roll in this direction, if there is a cube to roll.
    fn roll(&self, state: PackedTray, direction: Direction) -> Option<PackedTray> {
        let hole = Self::hole(state);
        let from = self.cells.next(hole, direction.opposite())?;
        let pose = self.pose(state, from);
        let rolled = self.rolled[direction.index()][usize::from(pose)];
        let cubes = state ^ hole as u128 ^ u128::from(pose) << self.shift(from);
        Some(cubes | u128::from(rolled) << self.shift(hole) | from as u128)
    }

    fn expand(&self, state: PackedTray, next: &mut Vec<PackedTray>) {
        next.extend(Direction::ALL.into_iter().filter_map(|direction| self.roll(state, direction)));
    }

    fn is_goal(&self, state: PackedTray) -> bool {
        let hole = Self::hole(state);
        let fits = |(cell, wanted): (usize, &super::Wanted)| {
            if cell == hole { wanted.hole } else { wanted.allows(self.pose(state, cell)) }
        };
        self.puzzle.goal.iter().enumerate().all(fits)
    }

    /// The number of goal states.
    fn goal_count(&self) -> u128 {
        let goal = &self.puzzle.goal;
        let of = |hole: usize| {
            let others = goal.iter().enumerate().filter(|&(cell, _)| cell != hole);
            others.fold(1, |product: u128, (_, wanted)| product.saturating_mul(u128::from(wanted.poses.count_ones())))
        };
        (0..goal.len()).filter(|&cell| goal[cell].hole).fold(0, |sum: u128, hole| sum.saturating_add(of(hole)))
    }

    /// All goal states but those that invariants rule out; only called if they are few.
    fn listed_goals(&self) -> Vec<PackedTray> {
        let goal = &self.puzzle.goal;
        let with_hole = |hole: usize| {
            (0..goal.len()).filter(|&cell| cell != hole).fold(vec![hole as u128], |states, cell| {
                let poses = (0..self.puzzle.cubes.poses()).filter(|&pose| goal[cell].allows(pose));
                let add = |pose| states.iter().map(move |state| state | u128::from(pose) << self.shift(cell));
                poses.flat_map(add).collect()
            })
        };
        let holes = (0..goal.len()).filter(|&cell| goal[cell].hole);
        let invariants = invariants(self.puzzle);
        let number = |invariant: &Invariant, state| {
            let pose = |cell| (cell != Self::hole(state)).then(|| self.pose(state, cell));
            invariant.number((0..goal.len()).map(pose))
        };
        let at_start: Vec<usize> = invariants.iter().map(|invariant| number(invariant, self.start())).collect();
        let keeps = |&state: &PackedTray| {
            invariants.iter().zip(&at_start).all(|(invariant, &at_start)| number(invariant, state) == at_start)
        };
        holes.flat_map(with_hole).filter(keeps).collect()
    }

    /// Searches from the start to the goals: a list of them, or a predicate if there are too many.
    fn search<T>(&self, run: impl FnOnce(&Graph<'_, PackedTray>) -> T) -> T {
        let expand = |state, next: &mut Vec<PackedTray>| self.expand(state, next);
        let is_goal = |state| self.is_goal(state);
        let are_few = self.goal_count() <= LISTED_GOALS;
        let goals = if are_few { Goals::Listed(self.listed_goals()) } else { Goals::Where(&is_goal) };
        run(&Graph::reversible(&expand, vec![self.start()], goals))
    }
}

pub(super) const DIRECT: Search<CubeTray> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, which, means| Ok(count(puzzle, which, means.request)),
)
.listing(|puzzle, within, found, means| Ok(list(puzzle, within, found, means.request)));

pub(super) fn solve(puzzle: &CubeTray, request: &Request<'_>) -> Searched<Rolls> {
    if let Some(why) = obstacle(puzzle) {
        return Searched::infeasible(why);
    }
    let tray = Tray::new(puzzle);
    let ran = tray.search(|graph| search::shortest_path(graph, request));
    Searched::new(ran.ended.verdict().map(|path| tray.rolls(&path)), ran.states)
}

impl Tray<'_> {
    /// The rolls along a path of states.
    fn rolls(&self, path: &[PackedTray]) -> Rolls {
        let letter = |pair: &[PackedTray]| {
            let roll = Direction::ALL.into_iter().find(|&direction| self.roll(pair[0], direction) == Some(pair[1]));
            roll.expect("neighbours on a path are one roll apart").letter()
        };
        let moves: String = path.windows(2).map(letter).collect();
        Rolls::new(moves)
    }
}

/// Lists the shortest solutions, and those of up to so many rolls more.
pub(super) fn list(
    puzzle: &CubeTray,
    within: u64,
    found: &mut Listener<'_, Rolls>,
    request: &Request<'_>,
) -> Listed<Rolls> {
    if let Some(why) = obstacle(puzzle) {
        return Listed::infeasible(why);
    }
    let tray = Tray::new(puzzle);
    let mut found = |path: &[PackedTray], held| found(tray.rolls(path), held);
    tray.search(|graph| list_ways(graph, within, &mut found, request))
}

/// Counts the shortest solutions, or all.
pub(super) fn count(puzzle: &CubeTray, which: Which, request: &Request<'_>) -> Count<Endless<Rolls>> {
    if let Some(why) = obstacle(puzzle) {
        return Count::infeasible(why);
    }
    let tray = Tray::new(puzzle);
    tray.search(|graph| count_ways(graph, which, request, &|path| tray.rolls(path)))
}

// What no roll changes, and goals that this proves to be unreachable.
//
// Colour the cells like a chess board. A roll changes both the colour of the cell under a cube and the class of its orientation, so
// whether the two agree never changes for a cube, and the number of cubes for which they agree is the same in every reachable tray.
// There is no such invariant if orientations of both classes look alike, as with six states.
//
// Of cubes of several kinds the number of each kind never changes.

/// Something that is true of so many cubes in every tray that rolls reach.
pub(super) struct Invariant {
    /// By cell and pose: whether it is true of a cube there.
    holds: Vec<Vec<bool>>,
    /// What is true, in words; `{number}` stands for how many cubes of the start.
    fact: String,
}

impl Invariant {
    fn new(puzzle: &CubeTray, fact: String, holds: impl Fn(Cell, u8) -> bool) -> Self {
        let by_pose = |cell| (0..puzzle.cubes.poses()).map(|pose| holds(puzzle.board.cell(cell), pose)).collect();
        Self { holds: (0..puzzle.goal.len()).map(by_pose).collect(), fact }
    }

    /// The number of cubes of which it is true; the hole has no pose.
    pub(super) fn number(&self, tray: impl Iterator<Item = Option<u8>>) -> usize {
        tray.enumerate().filter(|&(cell, pose)| pose.is_some_and(|pose| self.holds[cell][usize::from(pose)])).count()
    }

    /// Why no rolls reach the goal, if this shows it.
    fn obstacle(&self, puzzle: &CubeTray) -> Option<String> {
        let at_start = self.number(puzzle.start.iter().copied());
        // For each cell of the goal: whether it may be true of a cube there, and whether it has to be.
        let counts: Vec<(bool, bool)> = (0..puzzle.goal.len())
            .map(|cell| {
                let mut poses = (0..puzzle.cubes.poses()).filter(|&pose| puzzle.goal[cell].allows(pose));
                let holds = |pose: u8| self.holds[cell][usize::from(pose)];
                (poses.clone().any(holds), poses.all(holds))
            })
            .collect();
        let sum = |hole: usize, pick: fn(&(bool, bool)) -> bool| {
            counts.iter().enumerate().filter(|&(cell, count)| cell != hole && pick(count)).count()
        };
        let holes = (0..puzzle.goal.len()).filter(|&cell| puzzle.goal[cell].hole);
        let ranges: Vec<(usize, usize)> = holes.map(|hole| (sum(hole, |c| c.1), sum(hole, |c| c.0))).collect();
        if ranges.iter().any(|&(least, most)| (least..=most).contains(&at_start)) {
            return None;
        }
        let least = ranges.iter().map(|range| range.0).min()?;
        let most = ranges.iter().map(|range| range.1).max()?;
        let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let fact = self.fact.replace("{number}", &at_start.to_string());
        Some(format!("{fact}, and the goal needs {wanted}"))
    }
}

/// The invariants of a tray.
pub(super) fn invariants(puzzle: &CubeTray) -> Vec<Invariant> {
    let parity = puzzle.cubes.classes().map(|classes| {
        let fact = "every roll changes the chess-board colour under a cube and the class of its orientation, so the number of cubes for \
                    which the two agree stays {number}";
        Invariant::new(puzzle, fact.into(), |cell, pose| classes[usize::from(pose)] == cell.colour())
    });
    let kinds = puzzle.cubes.kinds();
    let of_kind = kinds.iter().filter(|_| kinds.len() > 1).zip(puzzle.cubes.given()).map(|(&poses, given)| {
        let fact = format!("there are {{number}} cubes like `{}`", puzzle.cubes.text(given));
        Invariant::new(puzzle, fact, |_, pose| poses >> pose & 1 == 1)
    });
    parity.into_iter().chain(of_kind).collect()
}

/// Why no moves reach the goal, if an invariant shows it.
pub(super) fn obstacle(puzzle: &CubeTray) -> Option<String> {
    invariants(puzzle).iter().find_map(|invariant| invariant.obstacle(puzzle))
}
