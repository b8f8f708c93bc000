//! Depth-first search, fewest candidates first.
//!
//! The state is two bit masks: the digits that each face has (9 bits a face) and the directions in which it can still read (4
//! bits a face). A node takes the free position with the fewest placements that agree with both. Reachability is checked
//! when all positions are filled.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use itertools::Itertools as _;

use super::instance::Unread;
use super::obstacle::Obstacle;
use super::placements::{Assembly, Layout, PIECES, Placement, Shown, placements};
use super::{Solution, SudokuCube, placements};
use tumble_model::control::{Event, Extent, Progress, Request, Stop, Verdict};
use tumble_puzzles::puzzle::{Count, Endless, Listed, Listener, Search, Searched};
use tumble_puzzles::search::{on_threads, thread_count};

/// Nodes between two checks of the limits.
const NODES_PER_CHECK: u64 = 1 << 12;
/// The number of short searches of a cube with unread fields, each twice as long as the one before.
const SHORT_SEARCHES: u64 = 10;
/// The approximate bytes of a counted layout.
const LAYOUT_BYTES: u64 = 256;

/// A placement as masks.
struct Candidate {
    piece: usize,
    position: usize,
    permutation: usize,
    /// The digits that it puts on faces: bit 9·face + digit − 1.
    digits: u64,
    /// The directions in which it allows each face to read: bits 4·face + direction.
    directions: u32,
}

impl Candidate {
    /// Adds the ways to read a placement that may fit: at most one, unless fields of the piece are unread.
    fn add(placement: &Placement, cube: &SudokuCube, all: &mut Vec<Self>) {
        let &Placement { piece, position, permutation, .. } = placement;
        let none = Self { piece, position, permutation, digits: 0, directions: ALL_DIRECTIONS };
        none.add_read(&placement.shown, cube, all);
    }

    /// Adds the candidate with these fields more, read in all ways.
    fn add_read(self, fields: &[Shown], cube: &SudokuCube, all: &mut Vec<Self>) {
        match fields.split_first() {
            None => all.push(self),
            Some((field, others)) => {
                for candidate in readings(field, cube).filter_map(|reading| self.with(reading)) {
                    candidate.add_read(others, cube, all);
                }
            }
        }
    }

    /// The candidate with one field more, whose digit and directions are these bits; `None` if its face shows the digit already.
    fn with(&self, (digit, directions): (u64, u32)) -> Option<Self> {
        let candidate = Self { digits: self.digits | digit, directions: self.directions & directions, ..*self };
        (self.digits & digit == 0).then_some(candidate)
    }

    /// The bits of what it takes.
    const fn takes(&self) -> u64 {
        1 << self.position | 1 << (PIECES.end + self.piece)
    }
}

/// The ways to read a field, each as the bits of its digit and of the directions of the faces. An unread digit is one of those that are left on
/// its face, without a bit; where it is upside down, it has to be a symmetric one, which is chosen here.
fn readings<'a>(shown: &Shown, cube: &'a SudokuCube) -> impl Iterator<Item = (u64, u32)> + 'a {
    let face = shown.field.face.index();
    let of_face = move |directions: u32| ALL_DIRECTIONS & !(0b1111 << (4 * face)) | directions << (4 * face);
    let upright = 1 << shown.direction;
    let either_way = upright | 1 << ((shown.direction + 2) % 4);
    let [is_any_digit, is_any_direction] =
        [cube.unread.has_digit(shown.number), cube.unread.has_direction(shown.number)];
    let digit = if is_any_digit { 0 } else { digit_bit(face, shown.digit) };
    let directions = match (is_any_direction, shown.symmetric && !is_any_digit) {
        (true, _) => 0b1111,
        (false, true) => either_way,
        (false, false) => upright,
    };
    let chosen = cube.symmetric.iter().filter(move |_| is_any_digit && !is_any_direction);
    std::iter::once((digit, of_face(directions)))
        .chain(chosen.map(move |&digit| (digit_bit(face, digit), of_face(either_way))))
}

/// Every face can read in every direction.
const ALL_DIRECTIONS: u32 = (1 << 24) - 1;

const fn digit_bit(face: usize, digit: u8) -> u64 {
    1 << (9 * face + digit as usize - 1)
}

/// Whether every face has a direction left.
const fn none_empty(directions: u32) -> bool {
    let lowest = 0x11_1111;
    (directions | directions >> 1 | directions >> 2 | directions >> 3) & lowest == lowest
}

/// Called with each solution found.
type Visit<'a> = dyn FnMut(&Assembly, Layout) -> ControlFlow<()> + 'a;

/// A part of the search tree, or why it was left.
type Walked = ControlFlow<Extent<Endless<Solution>>>;

/// One run of the search.
struct Assembling<'a, 'r> {
    cube: &'a SudokuCube,
    placements: Vec<Placement>,
    /// By position; with unread fields also by piece, after all positions: pieces that are read go to few of these positions then.
    candidates: Vec<Vec<Candidate>>,
    request: &'a Request<'r>,
    nodes: u64,
    assembly: Assembly,
    /// Mixes the order of the candidates; 0 leaves it.
    mix: u64,
    /// The number of nodes after which it is given up.
    most_nodes: u64,
    /// Why turns cannot reach the first unreachable assembly that was found.
    obstacle: Option<Obstacle>,
}

/// A node of the search tree.
#[derive(Clone, Copy)]
struct SearchNode {
    digits: u64,
    directions: u32,
    /// The positions that are left, then the pieces.
    left: u64,
}

impl<'a, 'r> Assembling<'a, 'r> {
    fn new(cube: &'a SudokuCube, request: &'a Request<'r>) -> Self {
        let placements = placements(cube);
        let groups = if cube.unread.is_empty() { PIECES.end } else { 2 * PIECES.end };
        let mut candidates: Vec<Vec<Candidate>> = (0..groups).map(|_| Vec::new()).collect();
        for placement in &placements {
            for group in [placement.position, PIECES.end + placement.piece].into_iter().filter(|&group| group < groups)
            {
                Candidate::add(placement, cube, &mut candidates[group]);
            }
        }
        let assembly = Assembly { put: [(0, 0); PIECES.end] };
        Self { cube, placements, candidates, request, nodes: 0, assembly, mix: 0, most_nodes: u64::MAX, obstacle: None }
    }

    /// Calls `visit` with every solution, until it breaks off.
    fn run(&mut self, visit: &mut Visit<'_>) -> Extent<Endless<Solution>> {
        let is_read = |&(face, _): &(usize, _)| !self.cube.unread.has_digit(Unread::CENTERS + face);
        let centers = self.cube.centers.iter().enumerate().filter(is_read);
        let state = SearchNode {
            digits: centers.map(|(face, &digit)| digit_bit(face, digit)).sum(),
            directions: ALL_DIRECTIONS,
            left: (1 << (2 * PIECES.end)) - 1,
        };
        Extent::of(self.walk(state, visit))
    }

    fn walk(&mut self, state: SearchNode, visit: &mut Visit<'_>) -> Walked {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.check_limits()?;
        }
        let Some((group, mut fitting)) = self.most_constrained(state) else {
            return self.full(state.directions, visit);
        };
        if self.mix > 0 && !fitting.is_empty() {
            let mixed = (self.nodes ^ self.mix).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
            let places = mixed as usize % fitting.len();
            fitting.rotate_left(places);
        }
        for i in fitting {
            let candidate = &self.candidates[group][i];
            let &Candidate { piece, position, permutation, digits, directions } = candidate;
            self.assembly.put[piece] = (position, permutation);
            let next = SearchNode {
                digits: state.digits | digits,
                directions: state.directions & directions,
                left: state.left & !candidate.takes(),
            };
            self.walk(next, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The position or piece that is left with the fewest fitting candidates, and these; `None` when none is left.
    fn most_constrained(&self, state: SearchNode) -> Option<(usize, Vec<usize>)> {
        let fits = |candidate: &Candidate| {
            state.left & candidate.takes() == candidate.takes()
                && state.digits & candidate.digits == 0
                && none_empty(state.directions & candidate.directions)
        };
        let fitting = |group: usize| self.candidates[group].iter().enumerate().filter(|(_, c)| fits(c));
        let mut fewest: Option<(usize, usize)> = None;
        for group in (0..self.candidates.len()).filter(|group| state.left & 1 << group != 0) {
            // Counting stops once the group can no longer have the fewest.
            let limit = fewest.map_or(usize::MAX, |(count, _)| count);
            let count = fitting(group).take(limit).count();
            if count < limit {
                fewest = Some((count, group));
            }
            if count == 0 {
                break;
            }
        }
        fewest.map(|(_, group)| (group, fitting(group).map(|(i, _)| i).collect()))
    }

    /// All positions are filled, and faces can read in these directions. With unread fields there may be several; they only matter for the
    /// centres, so the first layout without an obstacle stands for all.
    fn full(&mut self, directions: u32, visit: &mut Visit<'_>) -> Walked {
        let Self { cube, assembly, placements, .. } = self;
        let layouts: Box<dyn Iterator<Item = Layout>> = if cube.unread.is_empty() {
            Box::new(assembly.layout(cube, placements).into_iter())
        } else {
            let of_face = |face: u32| (0..4_u8).filter(move |d| directions >> (4 * face) >> d & 1 == 1);
            let each = (0..6).map(of_face).multi_cartesian_product();
            Box::new(each.map(|each| assembly.filled(cube, placements, std::array::from_fn(|face| each[face]))))
        };
        for layout in layouts {
            match placements::obstacle(cube, assembly, layout.directions).filter(|_| !cube.any_assembly) {
                None => return visit(assembly, layout).map_break(|()| Extent::Enough),
                Some(obstacle) => {
                    let is_of_pieces = obstacle != Obstacle::Centers;
                    self.obstacle.get_or_insert(obstacle);
                    if is_of_pieces {
                        break;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists solutions. If there is no solution, the reason tells why turns cannot reach an assembly that was found.
    fn list(&mut self, found: &mut Listener<'_, Solution>) -> Listed<Solution> {
        let (mut nothing, cube) = (true, self.cube);
        // The search itself holds one assembly.
        let extent = self.run(&mut |assembly, layout| {
            nothing = false;
            found(Solution::new(cube, assembly, &layout), 0)
        });
        let obstacle = self.obstacle.filter(|_| nothing && extent.is_all());
        let reason = obstacle.map(|obstacle| format!("there is an assembly, but {obstacle}"));
        Listed { nodes: self.nodes, extent, reason }
    }

    fn check_limits(&mut self) -> Walked {
        let progress = Progress { nodes: Some(self.nodes), ..Progress::default() };
        self.request.control.notify(&Event::Progress(progress));
        if self.nodes >= self.most_nodes {
            return ControlFlow::Break(Extent::Enough);
        }
        self.request.control.stop().map_or(ControlFlow::Continue(()), |stop| ControlFlow::Break(Extent::Stopped(stop)))
    }
}

pub(super) const DIRECT: Search<SudokuCube> = Search::direct(
    |puzzle, means| Ok(solve(puzzle, means.request)),
    |puzzle, _, means| Ok(count(puzzle, means.request)),
)
.listing(|puzzle, _, found, means| Ok(list(puzzle, found, means.request)));

/// With unread fields there may be many solutions, of which some orders of the candidates find none for very long: then short searches in several
/// orders come before one that looks at everything.
pub(super) fn solve(cube: &SudokuCube, request: &Request<'_>) -> Searched<Solution> {
    let mut search = Assembling::new(cube, request);
    let short = if cube.unread.is_empty() { 0 } else { SHORT_SEARCHES };
    for mix in (1..=short).chain([0]) {
        let mut first = None;
        search.mix = mix;
        search.most_nodes = if mix == 0 { u64::MAX } else { search.nodes + (NODES_PER_CHECK << mix) };
        let mut found = |solution, _| {
            first = Some(solution);
            ControlFlow::Break(())
        };
        let Listed { nodes, extent, reason } = search.list(&mut found);
        let verdict = match (first, extent) {
            (Some(solution), _) => Verdict::Optimal(solution),
            (None, Extent::All) => Verdict::Infeasible,
            (None, Extent::Stopped(stop)) => Verdict::Unknown { bound: None, stop },
            (None, Extent::Enough | Extent::Endless(_)) => continue,
        };
        return Searched { reason, ..Searched::new(verdict, nodes) };
    }
    unreachable!("the last search has an end of its own")
}

/// Lists solutions.
pub(super) fn list(cube: &SudokuCube, found: &mut Listener<'_, Solution>, request: &Request<'_>) -> Listed<Solution> {
    Assembling::new(cube, request).list(found)
}

pub(super) fn count(cube: &SudokuCube, request: &Request<'_>) -> Count<Endless<Solution>> {
    let room = request.control.memory_left().0 / LAYOUT_BYTES;
    let mut solutions = 0u64;
    let mut layouts = HashSet::new();
    let mut search = Assembling::new(cube, request);
    let mut full = None;
    let extent = search.run(&mut |_, layout| {
        solutions += 1;
        layouts.insert(layout);
        full = (layouts.len() as u64 >= room).then_some(Stop::MemoryLimit { needed: None });
        if full.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let extent = full.map_or(extent, Extent::Stopped);
    Count { layouts: Some(layouts.len() as u64), ..Count::new(solutions, extent) }
}

/// Maps items on threads, up to a limit: the results by the indices of the items, in their order, and the limit.
pub(super) fn on_all<T: Sync, R: Send>(
    items: &[T],
    map: impl Fn(&T) -> Result<R, Stop> + Sync,
    request: &Request<'_>,
) -> (Vec<(usize, R)>, Option<Stop>) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return (results, None) };
            match request.control.check().and_then(|()| map(item)) {
                Ok(result) => results.push((index, result)),
                Err(stop) => return (results, Some(stop)),
            }
        }
    };
    let threads = thread_count(request.threads).min(items.len()).max(1);
    let (results, stops): (Vec<_>, Vec<_>) = on_threads(threads, work).into_iter().unzip();
    let results = results.into_iter().flatten().sorted_by_key(|&(index, _)| index);
    (results.collect(), stops.into_iter().flatten().next())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{random, request, seed_instance};
    use super::*;

    #[test]
    fn the_seed_instance_has_one_solution_and_takes_few_nodes() {
        let cube = seed_instance();
        let mut solutions = Vec::new();
        let mut found = |solution, _| {
            solutions.push(solution);
            ControlFlow::Continue(())
        };
        let listed = list(&cube, &mut found, &request());
        assert_eq!(solutions.len(), 1);
        assert!(listed.nodes < 100, "{} nodes", listed.nodes);
        assert!(solutions[0].reachable);
    }

    /// Whether two placements can be those of two pieces: their digits on a face differ, and read in one direction.
    fn agree(a: &Placement, b: &Placement) -> bool {
        let mut pairs = a.shown.iter().cartesian_product(&b.shown).filter(|(a, b)| a.field.face == b.field.face);
        let agree = |(a, b): (&Shown, &Shown)| a.digit != b.digit && a.readings().any(|d| b.readings().contains(&d));
        a.piece != b.piece && a.position != b.position && pairs.all(agree)
    }

    /// All choices of a placement for each piece such that any two agree, of those that are left: the simplest search, piece by piece.
    fn walk<'a>(left: &[&'a Placement], put: &mut Vec<&'a Placement>, visit: &mut dyn FnMut(&[&Placement])) {
        if put.len() == PIECES.end {
            return visit(put);
        }
        let of = |piece| left.iter().filter(move |placement| placement.piece == piece);
        let pieces = PIECES.filter(|&piece| put.iter().all(|placement| placement.piece != piece));
        for placement in pieces.map(of).min_by_key(|placements| placements.clone().count()).unwrap() {
            put.push(placement);
            let rest: Vec<_> = left.iter().copied().filter(|other| agree(placement, other)).collect();
            walk(&rest, put, visit);
            put.pop();
        }
    }

    #[test]
    fn the_simplest_search_finds_as_many_solutions_of_200_random_instances() {
        for seed in 0..200 {
            let cube = random(seed);
            let placements = placements(&cube);
            let is_free = |shown: &Shown| cube.centers[shown.field.face.index()] != shown.digit;
            let left: Vec<_> = placements.iter().filter(|placement| placement.shown.iter().all(is_free)).collect();
            let (mut solutions, mut layouts) = ([0_u64; 2], [HashSet::new(), HashSet::new()]);
            walk(&left, &mut Vec::new(), &mut |put| {
                let mut assembly = Assembly { put: [(0, 0); PIECES.end] };
                for placement in put {
                    assembly.put[placement.piece] = (placement.position, placement.permutation);
                }
                let Some(layout) = assembly.layout(&cube, &placements) else { return };
                let first = usize::from(placements::obstacle(&cube, &assembly, layout.directions).is_some());
                for any_assembly in first..2 {
                    solutions[any_assembly] += 1;
                    layouts[any_assembly].insert(layout.clone());
                }
            });
            for any_assembly in [false, true] {
                let (of, cube) = (usize::from(any_assembly), SudokuCube { any_assembly, ..cube.clone() });
                let layouts = Some(layouts[of].len() as u64);
                let plainly = Count { layouts, ..Count::new(solutions[of], Extent::All) };
                assert_eq!(count(&cube, &request()), plainly, "seed {seed}");
            }
        }
    }
}
