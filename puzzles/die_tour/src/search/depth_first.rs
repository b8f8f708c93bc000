//! Depth-first search over Hamiltonian paths, with dead-end and connectivity pruning on bit boards.
//!
//! Where the paths do not depend on the die, the search rolls one reference die and counts how often each of its faces was on
//! top; a full path then gives the sum for every start orientation at once ([`counts`](super::grid)). Otherwise (labels, faces that must
//! not show, a die at the goal, weights) each start orientation has paths of its own.
//!
//! A step to a cell leaves a set of cells to visit. It is pruned if
//! * the set is not connected; a flood fill checks this only if the eight cells around the step do not already show that the
//!   set, which was connected before, still is; or
//! * more of its cells are dead ends than can be the end of the tour ([`grid`](super::grid)).
//!
//! On larger boards with one start orientation it is also pruned if the best walk from it is no better than a known
//! tour ([`walk_bound`](super::grid)).
//!
//! The top of the tree is split into prefixes, which threads take in order, and the best tour of the earliest prefix wins, so that
//! the answer does not depend on the number of threads. If any tour will do, the first one found ends the search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::grid::{Grid, Node, TopCounts, WalkBound, closing_roll, has_reference_die};
use super::{MAX_CELLS, beam};
use crate::numbered::{are_sums_small, sign};
use crate::{DieTour, Objective, Tour};
use tumble_model::control::{Control, Event, Extent, Incumbent, Progress, Request, Stop, Verdict};
use tumble_model::model::Sense;
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::puzzle::{Count, Endless, Listed, Listener, Puzzle as _, Searched, Start, Which};
use tumble_puzzles::search::{announce, on_threads, thread_count};

/// Nodes between two checks of the limits.
const NODES_PER_CHECK: u64 = 1 << 14;
/// Boards with fewer cells are searched faster than threads start.
const CELLS_FOR_THREADS: usize = 25;
/// Boards with more cells may take so long that a beam looks for a tour first.
const CELLS_FOR_A_BEAM: usize = 64;
/// Prefixes for each thread: enough to balance their loads.
const PREFIXES_PER_THREAD: usize = 32;

pub(crate) fn solve(puzzle: &DieTour, request: &Request<'_>) -> Searched<Tour> {
    if let Some(why) = puzzle.obstacle() {
        return Searched::infeasible(why);
    }
    let any = puzzle.objective == Objective::Any;
    let aim = if any { Aim::Any } else { Aim::Best };
    let visits = puzzle.board.free_cells().count();
    // A limit leaves a tour that is better than the first ones of a walk through the tree.
    let known = if visits > CELLS_FOR_A_BEAM { beam::soon(puzzle, &request.control) } else { None };
    let Explored { best, extent, nodes, incumbents, .. } = explore(puzzle, request, aim, known.as_ref(), None);
    let found = best.map(|best| Tour::new(puzzle, Start { cell: best.start, die: best.die }, &best.moves));
    // Of equal tours the last one, which does not depend on the beam.
    let tour = known.into_iter().chain(found).max_by_key(|tour| sign(puzzle) * tour.total);
    let verdict = match (tour, extent) {
        (Some(solution), Extent::Stopped(stop)) if !any => Verdict::Feasible { solution, bound: None, stop },
        (Some(tour), _) => Verdict::Optimal(tour),
        (None, Extent::Stopped(stop)) => Verdict::Unknown { bound: None, stop },
        (None, Extent::All) => Verdict::Infeasible,
        (None, Extent::Enough | Extent::Endless(_)) => unreachable!("a tour that is enough is there"),
    };
    Searched { incumbents, ..Searched::new(verdict, nodes) }
}

pub(crate) fn count(puzzle: &DieTour, which: Which, request: &Request<'_>) -> Count<Endless<Tour>> {
    if let Some(why) = puzzle.obstacle() {
        return Count::infeasible(why);
    }
    let all = which == Which::All || puzzle.objective == Objective::Any;
    let aim = if all { Aim::CountAll } else { Aim::CountBest };
    let Explored { best, extent, tours, .. } = explore(puzzle, request, aim, None, None);
    if all {
        return Count::new(tours, extent);
    }
    let objective = best.as_ref().map(|best| best.total);
    Count { objective, ..Count::new(best.map_or(0, |best| best.ties), extent) }
}

/// Lists tours, if there is an objective those of sums that are at most so much worse than the best one: a first search finds the best sum, then
/// one for each sum lists all tours that have it.
pub(crate) fn list(
    puzzle: &DieTour,
    within: u64,
    found: &mut Listener<'_, Tour>,
    request: &Request<'_>,
) -> Listed<Tour> {
    if let Some(why) = puzzle.obstacle() {
        return Listed::infeasible(why);
    }
    // The search itself holds one path.
    let mut found = |start: Start, moves: &[Direction]| found(Tour::new(puzzle, start, moves), 0);
    let Some(sense) = puzzle.sense() else {
        let Explored { extent, nodes, .. } = explore(puzzle, request, Aim::List, None, Some(&mut found));
        return Listed::new(extent, nodes);
    };
    let Explored { best, mut extent, mut nodes, .. } = explore(puzzle, request, Aim::Best, None, None);
    let Some(best) = best.filter(|_| extent.is_all()) else { return Listed::new(extent, nodes) };
    for (_, wanted) in by_sum(puzzle, sense, best.total, within) {
        let of_sum = explore(&wanted, request, Aim::List, None, Some(&mut found));
        (extent, nodes) = (of_sum.extent, nodes + of_sum.nodes);
        if !extent.is_all() {
            break;
        }
    }
    Listed::new(extent, nodes)
}

/// For each sum from the best one on to so much worse: the sum, and the instance of which the tours of this sum are the solutions. A required
/// sum leaves no other one.
pub(super) fn by_sum(
    puzzle: &DieTour,
    sense: Sense,
    best: i64,
    worse: u64,
) -> impl Iterator<Item = (i64, DieTour)> + '_ {
    let sums = sense.within(best, if puzzle.total.is_some() { 0 } else { worse });
    sums.map(|sum| (sum, DieTour { objective: Objective::Any, total: Some(sum), ..puzzle.clone() }))
}

/// The result of the whole search.
struct Explored {
    best: Option<Best>,
    tours: u64,
    extent: Extent<Endless<Tour>>,
    nodes: u64,
    incumbents: Vec<Incumbent>,
}

/// Searches for the best tours, or counts, with the narrowest bit board that holds the rectangle. If a tour is known, only tours that are as
/// good or better are found. With [`Aim::List`], `found` receives the tours.
fn explore(
    puzzle: &DieTour,
    request: &Request<'_>,
    aim: Aim,
    known: Option<&Tour>,
    found: Option<FoundTour<'_>>,
) -> Explored {
    match puzzle.board.size() {
        0..=64 => explore_in::<1>(puzzle, request, aim, known, found),
        65..=128 => explore_in::<2>(puzzle, request, aim, known, found),
        129..=256 => explore_in::<4>(puzzle, request, aim, known, found),
        257..=MAX_CELLS => explore_in::<16>(puzzle, request, aim, known, found),
        cells => {
            let stop = Stop::CellLimit { needed: cells as u128, limit: MAX_CELLS as u128 };
            Explored { best: None, tours: 0, extent: Extent::Stopped(stop), nodes: 0, incumbents: Vec::new() }
        }
    }
}

fn explore_in<const W: usize>(
    puzzle: &DieTour,
    request: &Request<'_>,
    aim: Aim,
    known: Option<&Tour>,
    found: Option<FoundTour<'_>>,
) -> Explored {
    let grid = Grid::<W>::new(puzzle);
    let shared = Shared::new(puzzle, aim);
    if let Some(tour) = known {
        // Of a prefix after all others, so that an equal tour of the tree is preferred.
        shared.record(tour.total, u32::MAX as usize, &request.control, || tour.clone());
    }
    let bound = WalkBound::new(puzzle, &grid, shared.sign());
    // A list is made on one thread, so that it does not depend on their number.
    let alone = found.is_some() || grid.cells() < CELLS_FOR_THREADS;
    let threads = if alone { 1 } else { thread_count(request.threads) };
    let prefixes = prefixes(&grid, puzzle, if threads > 1 { threads * PREFIXES_PER_THREAD } else { 1 });
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = |found| {
        let tally = Tally { counted: Counted::default(), found };
        let mut walker = Walker {
            grid: &grid,
            bound: &bound,
            shared: &shared,
            request,
            total_nodes: &nodes,
            tally,
            prefix: 0,
            moves: Vec::new(),
            nodes: 0,
        };
        let extent = walker.run(&prefixes, &next);
        (walker.tally.counted, extent)
    };
    let ended = if found.is_some() { vec![work(found)] } else { on_threads(threads, || work(None)) };
    let (counted, extents): (Vec<_>, Vec<_>) = ended.into_iter().unzip();
    let (best, tours) = shared.merge(counted);
    let extent = extents.into_iter().find(|extent| !extent.is_all()).unwrap_or(Extent::All);
    Explored { best, tours, extent, nodes: nodes.into_inner(), incumbents: shared.incumbents() }
}

/// The beginning of a path.
struct Prefix<const W: usize> {
    node: Node<W>,
    moves: Vec<Direction>,
}

/// At least `wanted` prefixes, or all if the tree has fewer; together they cover the whole tree, in its order.
fn prefixes<const W: usize>(grid: &Grid<W>, puzzle: &DieTour, wanted: usize) -> Vec<Prefix<W>> {
    let mut level: Vec<Prefix<W>> = grid.roots(puzzle).map(|node| Prefix { node, moves: Vec::new() }).collect();
    while level.len() < wanted && level.iter().any(|prefix| !prefix.node.rest.is_empty()) {
        let children = |prefix: Prefix<W>| -> Vec<Prefix<W>> {
            if prefix.node.rest.is_empty() {
                return vec![prefix];
            }
            let longer = |direction| {
                let node = grid.step(&prefix.node, direction)?;
                Some(Prefix { node, moves: [&prefix.moves[..], &[direction]].concat() })
            };
            Direction::ALL.into_iter().filter_map(longer).collect()
        };
        level = level.into_iter().flat_map(children).collect();
    }
    level
}

/// One thread's walk through the tree.
struct Walker<'a, 'f, 'r, const W: usize> {
    grid: &'a Grid<W>,
    bound: &'a WalkBound,
    shared: &'a Shared<'a>,
    request: &'a Request<'r>,
    /// The nodes of all threads, except those since each thread's last check.
    total_nodes: &'a AtomicU64,
    tally: Tally<'f>,
    prefix: usize,
    moves: Vec<Direction>,
    /// The nodes since the last check.
    nodes: u64,
}

/// A part of the search tree, or why it was left.
type Walked = ControlFlow<Extent<Endless<Tour>>>;

impl<const W: usize> Walker<'_, '_, '_, W> {
    /// Takes prefixes until none is left, a limit is reached, or a tour was found where any will do.
    fn run(&mut self, prefixes: &[Prefix<W>], next: &AtomicUsize) -> Extent<Endless<Tour>> {
        let extent = Extent::of(self.walks(prefixes, next));
        self.total_nodes.fetch_add(self.nodes, Ordering::Relaxed);
        extent
    }

    fn walks(&mut self, prefixes: &[Prefix<W>], next: &AtomicUsize) -> Walked {
        loop {
            self.prefix = next.fetch_add(1, Ordering::Relaxed);
            let Some(Prefix { node, moves }) = prefixes.get(self.prefix) else { return ControlFlow::Continue(()) };
            if self.shared.is_settled() {
                return ControlFlow::Break(Extent::Enough);
            }
            self.moves.clone_from(moves);
            self.walk(node)?;
        }
    }

    fn walk(&mut self, node: &Node<W>) -> Walked {
        self.nodes += 1;
        if self.nodes == NODES_PER_CHECK {
            self.check_limits()?;
        }
        if node.rest.is_empty() {
            return self.tour(node);
        }
        let is_beaten = |signed| self.shared.is_beaten(signed, self.prefix);
        if self.bound.best(node).is_some_and(is_beaten) || self.bound.misses_total(node) {
            return ControlFlow::Continue(());
        }
        for direction in Direction::ALL {
            if let Some(child) = self.grid.step(node, direction) {
                self.moves.push(direction);
                self.walk(&child)?;
                self.moves.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Every cell is visited: closes the tour if required, and counts it.
    fn tour(&mut self, node: &Node<W>) -> Walked {
        let puzzle = self.shared.puzzle;
        let Ok(closing) = closing_roll(puzzle, self.grid, node) else { return ControlFlow::Continue(()) };
        self.moves.extend(closing);
        let start = puzzle.board.cell(node.start as usize);
        let is_of_all = has_reference_die(puzzle);
        let sums = if is_of_all { Sums::OfAll(node.tops) } else { Sums::OfOne(node.start_die, node.sum) };
        let settled = self.tally.add(self.shared, &self.request.control, self.prefix, (start, &self.moves), sums);
        if closing.is_some() {
            self.moves.pop();
        }
        if settled { ControlFlow::Break(Extent::Enough) } else { ControlFlow::Continue(()) }
    }

    /// Checks the limits and whether another thread has ended the search, and reports progress.
    fn check_limits(&mut self) -> Walked {
        let nodes = self.total_nodes.fetch_add(self.nodes, Ordering::Relaxed) + self.nodes;
        self.nodes = 0;
        if self.shared.is_settled() {
            return ControlFlow::Break(Extent::Enough);
        }
        if let Some(stop) = self.request.control.stop() {
            return ControlFlow::Break(Extent::Stopped(stop));
        }
        let progress = Progress { incumbent: self.shared.incumbent(), bound: None, nodes: Some(nodes) };
        self.request.control.notify(&Event::Progress(progress));
        ControlFlow::Continue(())
    }
}

// The results that a search keeps of the tours that it finds: their number, and the best tour.
//
// A path is found once for all start orientations: how often each face of a reference die was on top determines the sum for each
// of them.

/// The best tour, and the number of tours that are as good, itself included.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) total: i64,
    pub(super) ties: u64,
    pub(super) start: Cell,
    pub(super) die: Die,
    pub(super) moves: Vec<Direction>,
    /// The prefix under which it was found: among equals the earliest wins, whichever thread is faster.
    prefix: usize,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The best tour.
    Best,
    /// The number of best tours.
    CountBest,
    /// The number of tours.
    CountAll,
    /// Any tour.
    Any,
    /// All tours, one by one, whatever their sums.
    List,
}

/// The state that the threads share.
pub(super) struct Shared<'a> {
    pub(super) puzzle: &'a DieTour,
    aim: Aim,
    /// By start orientation: the values of the reference die's faces.
    face_values: Vec<[i64; 7]>,
    /// Whether sums leave room for the prefix in a rank.
    ranks_prefixes: bool,
    /// The [`rank`](Shared::rank) of the best tour so far.
    best: AtomicI64,
    /// Whether a tour was found, if any will do.
    settled: AtomicBool,
    incumbents: Mutex<Vec<Incumbent>>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(puzzle: &'a DieTour, aim: Aim) -> Self {
        Self {
            puzzle,
            aim,
            ranks_prefixes: are_sums_small(puzzle),
            face_values: puzzle.start_dice.iter().map(|&die| TopCounts::face_values(puzzle, die)).collect(),
            best: AtomicI64::new(i64::MIN),
            settled: AtomicBool::new(false),
            incumbents: Mutex::default(),
        }
    }

    /// 1 to maximise the sum, −1 to minimise it, `None` if the sum does not matter.
    pub(super) fn sign(&self) -> Option<i64> {
        match (self.aim, self.puzzle.objective) {
            (Aim::Any | Aim::CountAll | Aim::List, _) | (_, Objective::Any) => None,
            (_, Objective::Max) => Some(1),
            (_, Objective::Min) => Some(-1),
        }
    }

    /// The order of tours in the answer: by their signed sum, and among equals by the earlier prefix, where there is room for it.
    const fn rank(&self, signed: i64, prefix: usize) -> i64 {
        if self.ranks_prefixes { (signed << 32) + (u32::MAX as i64 - prefix as i64) } else { signed }
    }

    /// Whether tours under a prefix whose signed sum is at most `signed` cannot change the answer.
    pub(super) fn is_beaten(&self, signed: i64, prefix: usize) -> bool {
        let best = self.best.load(Ordering::Relaxed);
        match self.aim {
            Aim::Best if self.ranks_prefixes => self.rank(signed, prefix) <= best,
            // Equally good tours are counted, or the one of the earliest prefix is chosen at the end.
            Aim::Best | Aim::CountBest => self.rank(signed, 0) < best,
            Aim::CountAll | Aim::Any | Aim::List => false,
        }
    }

    /// Whether a tour was found, and any will do.
    pub(super) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Relaxed)
    }

    /// The improving solutions of the whole search.
    pub(super) fn incumbents(self) -> Vec<Incumbent> {
        self.incumbents.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The best objective so far.
    pub(super) fn incumbent(&self) -> Option<i64> {
        self.incumbents.lock().unwrap_or_else(PoisonError::into_inner).last().map(|i| i.objective)
    }

    /// Whether total `a` is better than `b`.
    fn is_better(&self, a: i64, b: i64) -> bool {
        match self.puzzle.objective {
            Objective::Max => a > b,
            Objective::Min => a < b,
            Objective::Any => false,
        }
    }

    /// Records the best total of a thread so far; if it is better than all before it on any thread, notifies the listener of it and its
    /// tour.
    pub(super) fn record(&self, total: i64, prefix: usize, control: &Control<'_>, tour: impl FnOnce() -> Tour) {
        let Some(sign) = self.sign() else { return };
        self.best.fetch_max(self.rank(sign * total, prefix), Ordering::Relaxed);
        let mut incumbents = self.incumbents.lock().unwrap_or_else(PoisonError::into_inner);
        if incumbents.last().is_none_or(|last| self.is_better(total, last.objective)) {
            incumbents.push(Incumbent { seconds: control.elapsed().as_secs_f64(), objective: total });
            control.notify(&Event::Progress(Progress { incumbent: Some(total), bound: None, nodes: None }));
            announce(control, total, &tour());
        }
    }

    /// Merges the results of the threads: the best tour, and the number of tours.
    pub(super) fn merge(&self, counted: Vec<Counted>) -> (Option<Best>, u64) {
        let mut tours = 0;
        let mut best: Option<Best> = None;
        for of_thread in counted {
            tours += of_thread.tours;
            let Some(mut found) = of_thread.best else { continue };
            if let Some(old) = best {
                if self.is_better(old.total, found.total) {
                    found = old;
                } else if !self.is_better(found.total, old.total) {
                    let ties = found.ties + old.ties;
                    found = if old.prefix < found.prefix { old } else { found };
                    found.ties = ties;
                }
            }
            best = Some(found);
        }
        (best, tours)
    }
}

/// The result of one thread.
#[derive(Default)]
pub(super) struct Counted {
    tours: u64,
    best: Option<Best>,
}

/// Receives the tours of a list: start and moves. Breaks off when no other tour is wanted.
pub(super) type FoundTour<'f> = &'f mut dyn FnMut(Start, &[Direction]) -> ControlFlow<()>;

/// The sums of a path.
#[derive(Clone, Copy)]
pub(super) enum Sums {
    /// Of one start orientation.
    OfOne(Die, i64),
    /// Of all start orientations, by the faces of the reference die.
    OfAll(TopCounts),
}

/// What one thread has found so far.
pub(super) struct Tally<'f> {
    pub(super) counted: Counted,
    /// With [`Aim::List`].
    pub(super) found: Option<FoundTour<'f>>,
}

impl Tally<'_> {
    /// Counts a full path, for every start orientation if it has a reference die. Returns whether the search may end.
    pub(super) fn add(
        &mut self,
        shared: &Shared<'_>,
        control: &Control<'_>,
        prefix: usize,
        (start, moves): (Cell, &[Direction]),
        sums: Sums,
    ) -> bool {
        let (alone, of_all) = match sums {
            Sums::OfOne(die, sum) => (Some((die, sum)), None),
            Sums::OfAll(tops) => (None, Some(tops)),
        };
        let dice = shared.puzzle.start_dice.iter().zip(&shared.face_values);
        let dice =
            of_all.into_iter().flat_map(|tops| dice.clone().map(move |(&die, values)| (die, tops.total(values))));
        for (die, total) in alone.into_iter().chain(dice) {
            if shared.puzzle.total.is_some_and(|wanted| wanted != total) {
                continue;
            }
            self.counted.tours += 1;
            if let Some(found) = &mut self.found {
                if found(Start { cell: start, die }, moves).is_break() {
                    shared.settled.store(true, Ordering::Relaxed);
                    return true;
                }
                continue;
            }
            match &mut self.counted.best {
                Some(best) if !shared.is_better(total, best.total) => best.ties += u64::from(total == best.total),
                _ => {
                    let tour = || Tour::new(shared.puzzle, Start { cell: start, die }, moves);
                    shared.record(total, prefix, control, tour);
                    self.counted.best = Some(Best { total, ties: 1, start, die, moves: moves.to_vec(), prefix });
                }
            }
            if shared.aim == Aim::Any {
                shared.settled.store(true, Ordering::Relaxed);
                return true;
            }
        }
        false
    }
}
