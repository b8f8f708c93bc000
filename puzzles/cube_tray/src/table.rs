//! The distances of all trays from the start: `tumble table cube-tray`.

use std::sync::{Mutex, PoisonError};

use super::{CubeTray, search};
use tumble_model::control::{Event, Progress, Request, Stop};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{
    Choices, Histograms, JSON_MARKS, TabulateError, Tabulated, Tabulation, TabulationSource, written,
};
use tumble_puzzles::search::{NoDistances, on_threads, thread_count};
use tumble_rolling::CellGraph;

/// What `tumble table cube-tray` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "How many trays there are at each distance from the start of a model",
    source: TabulationSource::Model { help: "The model file; only its start is used", options: &[], make },
    suffix: "json",
    marks: JSON_MARKS,
    has_maps: false,
};

/// The most trays that are shown of those furthest away.
const FURTHEST: usize = 100;

fn make(document: &Document, _: &Choices, request: &Request<'_>) -> Result<Tabulated, TabulateError> {
    let tray = CubeTray::read(document).map_err(|error| document.place(error))?;
    let table = Distances::new(&tray, request)?;
    let (states, histogram) = (table.states(), table.histogram.clone());
    let histograms = Histograms { states, facts: Vec::new(), histograms: vec![("states", histogram)] };
    let furthest: Vec<String> =
        table.furthest().take(FURTHEST).map(|poses| tray.cubes.map(&tray.board, &poses, usize::MAX)).collect();
    let (text, mut numbers) =
        (histograms.text(&format!("{}: distances from the start", document.name())), histograms.numbers());
    numbers.insert("furthest".into(), furthest.into());
    let mut json = written(&numbers);
    json["puzzle"] = "cube-tray".into();
    Ok(Tabulated { text, numbers, maps: None, write: Box::new(move |out| writeln!(out, "{json}")), stop: None })
}

// The distance of every tray from the start, one byte per tray.
//
// A tray of n cells whose cubes have p poses is a cell for the hole and a number of n − 1 digits, one digit for each slot: each cell but the
// last has a slot, and a cube in the last cell has the slot of the hole. A roll changes two digits at most, so it takes a run of consecutive
// numbers to a run of consecutive numbers. Breadth-first search then needs no moves of single trays: a pass goes over the numbers of a
// hole in order, and looks, for each roll into it, whether the tray before the roll was reached by the last pass.
//
// Every roll takes the hole to a cell of the other colour of a chess board. So the trays at an even distance and those at an odd distance
// have their holes on different cells, and a pass reads some arrays and writes the others.

/// The byte of a tray that was not reached. Others are the distance and one.
const UNREACHED: u8 = 0;
/// A slab has at most so many trays: a few slabs fit the cache of a processor. In tests small trays have many slabs too.
const SLAB: usize = if cfg!(test) { 1 << 8 } else { 1 << 16 };

/// The distances of all trays from a start.
#[derive(Debug)]
pub(super) struct Distances {
    digits: Digits,
    /// By cell of the hole: a byte for each number.
    trays: Vec<Vec<u8>>,
    /// How many trays there are at each distance, from 0 to the largest.
    pub(super) histogram: Vec<u64>,
    /// Whether an invariant shows that some trays are never reached: the share of all trays then says nothing of how much is left.
    leaves_some: bool,
}

/// How trays with a given hole are numbered.
#[derive(Debug)]
struct Digits {
    cells: usize,
    poses: usize,
    /// By slot: p to the power of the slot; the last is the number of trays with a given hole.
    powers: Vec<usize>,
}

/// The rolls from trays with one hole to trays with another.
struct Roll {
    /// The hole before.
    from: usize,
    /// The period of the lower digit and of the higher digit that decide where the tray before has its number.
    low: usize,
    high: usize,
    /// By higher digit and lower digit: how far it is to the number of the tray before.
    back: Vec<isize>,
    /// If both periods are short: by number up to a common period, the number of the tray before. Else it is empty.
    near: Vec<u16>,
}

/// The longest common period of a roll with a table of its own.
const NEAR: usize = 1 << 12;

/// The state of the trays of a slab: trays with their hole in the same cell and with consecutive numbers.
#[derive(Clone, Copy, Debug)]
struct Slab {
    /// How many of these trays the last pass has reached.
    fresh: u32,
    /// How many were not reached.
    left: u32,
}

/// A slab to look through.
struct Piece<'a> {
    /// The rolls to its hole.
    rolls: &'a [Roll],
    /// Its first number.
    first: usize,
    trays: &'a mut [u8],
    slab: &'a mut Slab,
}

impl Digits {
    fn new(tray: &CubeTray) -> Self {
        let (cells, poses) = (tray.start.len(), usize::from(tray.cubes.poses()));
        // The caller has looked at their number.
        let powers = std::iter::successors(Some(1), |power| Some(power * poses)).take(cells).collect();
        Self { cells, poses, powers }
    }

    /// The number of trays with a given hole.
    fn trays(&self) -> usize {
        self.powers[self.cells - 1]
    }

    /// The slot of a cube.
    const fn slot(&self, cell: usize, hole: usize) -> usize {
        if cell == self.cells - 1 { hole } else { cell }
    }

    /// The number of a tray among those with its hole.
    fn number(&self, tray: &[Option<u8>], hole: usize) -> usize {
        let cubes = tray.iter().enumerate().filter_map(|(cell, pose)| Some((cell, usize::from((*pose)?))));
        cubes.map(|(cell, pose)| pose * self.powers[self.slot(cell, hole)]).sum()
    }

    /// The tray of a number.
    fn tray(&self, number: usize, hole: usize) -> Vec<Option<u8>> {
        let pose = |cell: usize| {
            (number / self.powers[self.slot(cell, hole)] % self.poses).try_into().expect("a pose is a byte")
        };
        (0..self.cells).map(|cell| (cell != hole).then(|| pose(cell))).collect()
    }

    /// By hole: the rolls after which it is the hole.
    fn rolls(&self, tray: &CubeTray) -> Vec<Vec<Roll>> {
        let graph = CellGraph::of_free_cells(&tray.board);
        let table = tray.cubes.roll_table();
        let into = |hole: usize| {
            let rolls = Direction::ALL.into_iter().filter_map(|direction| {
                // The cube was where the hole is, and rolled to where the hole was.
                let from = graph.next(hole, direction)?;
                Some(self.roll(from, hole, &table[direction.index()]))
            });
            rolls.collect()
        };
        (0..self.cells).map(into).collect()
    }

    /// The roll of the cube at `to` into the hole at `from`. `rolled` has the pose after it, by the pose before.
    #[expect(clippy::cast_possible_truncation, reason = "a period has at most NEAR numbers")]
    fn roll(&self, from: usize, to: usize, rolled: &[u8]) -> Roll {
        let mut before = vec![0; self.poses];
        rolled.iter().enumerate().for_each(|(pose, &after)| before[usize::from(after)] = pose);
        let last = self.cells - 1;
        let far = |digit: usize, other: usize, power: usize| (digit as isize - other as isize) * power as isize;
        if from == last || to == last {
            // The other cubes keep their slots, and the cube that rolled has the same slot before and after.
            let low = self.powers[if from == last { to } else { from }];
            let back = (0..self.poses).map(|digit| far(before[digit], digit, low)).collect();
            return Roll { from, low, high: self.trays(), back, near: Vec::new() };
        }
        // The slot of `to` was that of the cube that rolled, and becomes that of the cube in the last cell; the slot of `from` the other way.
        let [power_to, power_from] = [to, from].map(|cell| self.powers[cell]);
        let (low, high) = (power_to.min(power_from), power_to.max(power_from));
        let back = (0..self.poses * self.poses).map(|digits| {
            let (upper, lower) = (digits / self.poses, digits % self.poses);
            let (at_to, at_from) = if to < from { (lower, upper) } else { (upper, lower) };
            far(before[at_from], at_to, power_to) + far(at_to, at_from, power_from)
        });
        let back: Vec<isize> = back.collect();
        let digits = |number: usize| number / high % self.poses * self.poses + number / low % self.poses;
        let period = Some(high * self.poses).filter(|&period| period <= NEAR);
        // The tray before differs in these two digits, so its number is in the same period.
        let near =
            (0..period.unwrap_or(0)).map(|number| number.wrapping_add_signed(back[digits(number)]) as u16).collect();
        Roll { from, low, high, back, near }
    }
}

impl Distances {
    /// The distances from the start of a tray.
    ///
    /// # Errors
    /// When they would be over the memory limit, a distance is over 254, or the run is stopped.
    pub(super) fn new(tray: &CubeTray, request: &Request<'_>) -> Result<Self, NoDistances> {
        let states = tray.states().unwrap_or(u128::MAX);
        let limit = request.control.memory_limit().0;
        if states > u128::from(limit) || states > isize::MAX as u128 {
            return Err(NoDistances::TooLarge { states, limit });
        }
        let digits = Digits::new(tray);
        let rolls = digits.rolls(tray);
        let size = digits.powers.iter().copied().take_while(|&power| power <= SLAB).last().unwrap_or(1);
        let slab = Slab { fresh: 0, left: size.try_into().expect("a slab is small") };
        let mut slabs = vec![vec![slab; digits.trays() / size]; digits.cells];
        // Memory that was never written is not taken yet.
        let trays = (0..digits.cells).map(|_| vec![UNREACHED; digits.trays()]).collect();
        let leaves_some = !search::invariants(tray).is_empty();
        let mut table = Self { trays, histogram: vec![1], digits, leaves_some };
        let (hole, start) = (tray.hole(), table.digits.number(&tray.start, tray.hole()));
        table.trays[hole][start] = UNREACHED + 1;
        slabs[hole][start / size] = Slab { fresh: 1, left: slab.left - 1 };
        let colour = |hole: usize| tray.board.cell(hole).colour();
        let mut odd = (0..table.digits.cells).map(|cell| colour(cell) != colour(hole)).collect::<Vec<bool>>();
        loop {
            let found = table.pass(&mut slabs, &rolls, &odd, request).map_err(NoDistances::Stopped)?;
            if found == 0 {
                return Ok(table);
            }
            table.histogram.push(found);
            if table.histogram.len() == usize::from(u8::MAX) {
                return Err(NoDistances::TooDeep);
            }
            for is_odd in &mut odd {
                *is_odd = !*is_odd;
            }
        }
    }

    /// The number of distances that are known, so far. With more than a byte counts there is no table.
    fn distances(&self) -> u8 {
        self.histogram.len().try_into().expect("a distance is a byte")
    }

    /// Finds the trays at the next distance, whose holes are those where `goes` is set; returns how many there are.
    fn pass(
        &mut self,
        slabs: &mut [Vec<Slab>],
        rolls: &[Vec<Roll>],
        goes: &[bool],
        request: &Request<'_>,
    ) -> Result<u64, Stop> {
        let (depth, states) = (self.distances(), self.states());
        let size = self.digits.trays() / slabs[0].len();
        let (before, after): (Vec<_>, Vec<_>) =
            self.trays.iter_mut().zip(slabs).enumerate().partition(|&(hole, _)| !goes[hole]);
        let mut sources: Vec<Option<(&[u8], &[Slab])>> = vec![None; goes.len()];
        let mut pieces = Vec::new();
        for (hole, (trays, slabs)) in before {
            sources[hole] = Some((&*trays, &*slabs));
        }
        for (hole, (trays, slabs)) in after {
            let parts = trays.chunks_mut(size).zip(slabs).enumerate();
            pieces.extend(parts.map(|(i, (trays, slab))| Piece { rolls: &rolls[hole], first: i * size, trays, slab }));
        }
        let known: u64 = self.histogram.iter().sum();
        let pieces = Mutex::new((pieces.into_iter(), known));
        let take = || pieces.lock().unwrap_or_else(PoisonError::into_inner).0.next();
        let threads = thread_count(request.threads).min(goes.len() * self.digits.trays() / SLAB + 1);
        let counts = on_threads(threads, || {
            let mut found = 0;
            while let Some(piece) = take() {
                let fresh = piece.run(&sources, self.digits.poses, depth);
                found += fresh;
                if fresh > 0 {
                    let mut shared = pieces.lock().unwrap_or_else(PoisonError::into_inner);
                    shared.1 += fresh;
                    let (reached, nodes) = (shared.1, Some(shared.1));
                    drop(shared);
                    request.control.notify(&Event::Progress(Progress { nodes, ..Progress::default() }));
                    if !self.leaves_some {
                        request.control.notify(&Event::Share(reached as f64 / states as f64));
                    }
                }
                request.control.check()?;
            }
            Ok(found)
        });
        counts.into_iter().sum()
    }

    /// The number of trays.
    pub(super) fn states(&self) -> u64 {
        (self.digits.cells * self.digits.trays()) as u64
    }

    /// The distance of a tray; `None`: no rolls lead there.
    #[cfg(test)]
    pub(super) fn get(&self, tray: &[Option<u8>]) -> Option<u8> {
        let hole = tray.iter().position(Option::is_none)?;
        self.trays[hole][self.digits.number(tray, hole)].checked_sub(1)
    }

    /// The trays that are furthest away, in the order of their holes and numbers.
    pub(super) fn furthest(&self) -> impl Iterator<Item = Vec<Option<u8>>> + '_ {
        let most = self.distances();
        self.trays.iter().enumerate().flat_map(move |(hole, trays)| {
            let numbers = trays.iter().enumerate().filter(move |&(_, &byte)| byte == most);
            numbers.map(move |(number, _)| self.digits.tray(number, hole))
        })
    }
}

impl Piece<'_> {
    /// Reaches the trays of the slab that are one roll away from trays of the last pass; returns how many.
    fn run(self, sources: &[Option<(&[u8], &[Slab])>], poses: usize, depth: u8) -> u64 {
        let Self { rolls, first, trays, slab } = self;
        slab.fresh = 0;
        if slab.left == 0 {
            return 0;
        }
        let mut is_near = false;
        for roll in rolls {
            // A hole has neighbours of the other colour only.
            let Some((source, source_slabs)) = sources[roll.from] else { continue };
            is_near |= roll.relax(first, trays, (source, source_slabs), poses, depth);
        }
        if is_near {
            slab.fresh = count(trays, depth + 1);
            slab.left -= slab.fresh;
        }
        u64::from(slab.fresh)
    }
}

impl Roll {
    /// Reaches the trays from the number `first` on that this roll leads to. Returns whether it may have reached one.
    fn relax(
        &self,
        first: usize,
        trays: &mut [u8],
        (source, slabs): (&[u8], &[Slab]),
        poses: usize,
        depth: u8,
    ) -> bool {
        let size = trays.len();
        if !self.near.is_empty() && self.near.len() <= size {
            let is_near = slabs[first / size].fresh > 0;
            if is_near {
                self.reach_near(trays, &source[first..first + size], depth);
            }
            return is_near;
        }
        if self.high < size && slabs[first / size].fresh == 0 {
            // The trays before have the same numbers but for two digits within the slab.
            return false;
        }
        let mut is_near = false;
        // The higher digit is the same in a span, and the lower digit in every run of it.
        let span = self.high.min(size);
        for start in (0..size).step_by(span) {
            let upper = (first + start) / self.high * poses % self.back.len();
            // A slab may be part of a run.
            let lower = first / self.low % poses;
            let lowers = if self.low < size { 0..poses } else { lower..lower + 1 };
            for lower in lowers {
                let at = if self.low < size { start + lower * self.low } else { start };
                let from = (first + at).wrapping_add_signed(self.back[upper + lower]);
                if slabs[from / size].fresh > 0 {
                    is_near = true;
                    let span = &mut trays[at..start + span];
                    reach_runs(span, &source[from..], (self.low, self.low * poses), depth);
                }
            }
        }
        is_near
    }

    /// Reaches each tray of a slab that this roll makes of a tray of this depth. `sources` has the depths of the trays before the roll, whose
    /// numbers are in the same slab.
    fn reach_near(&self, trays: &mut [u8], sources: &[u8], depth: u8) {
        let periods = trays.chunks_mut(self.near.len()).zip(sources.chunks(self.near.len()));
        for (trays, sources) in periods {
            for (tray, &before) in trays.iter_mut().zip(&self.near) {
                reach(tray, sources[usize::from(before)], depth);
            }
        }
    }
}

/// Reaches a tray if its source has this depth, at most 254. Without a branch, also for an overflow, so that compilers turn a loop into vector
/// instructions.
#[inline]
const fn reach(tray: &mut u8, source: u8, depth: u8) {
    let is_new = source == depth && *tray == UNREACHED;
    *tray = if is_new { depth.wrapping_add(1) } else { *tray };
}

/// Reaches each tray whose source has this depth: the trays of one run in each period, the first of which `trays` and `sources` begin with.
fn reach_runs(trays: &mut [u8], sources: &[u8], (run, period): (usize, usize), depth: u8) {
    if run == 1 {
        let pairs = trays.iter_mut().step_by(period).zip(sources.iter().step_by(period));
        pairs.for_each(|(tray, &source)| reach(tray, source, depth));
        return;
    }
    for (trays, sources) in trays.chunks_mut(period).zip(sources.chunks(period)) {
        let run = trays.iter_mut().zip(sources).take(run);
        run.for_each(|(tray, &source)| reach(tray, source, depth));
    }
}

/// How many bytes have a value. Sums of up to 255 stay in a byte, so that many are counted at a time.
fn count(bytes: &[u8], value: u8) -> u32 {
    let part =
        |bytes: &[u8]| u32::from(bytes.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(u8::from(byte == value))));
    bytes.chunks(usize::from(u8::MAX)).map(part).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::collections::btree_map::{BTreeMap, Entry};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use tumble_model::control::{Control, Event, Interrupt};
    use tumble_puzzles::geometry::Direction;
    use tumble_puzzles::search::NoDistances;
    use tumble_rolling::CellGraph;

    fn tray(text: &str) -> CubeTray {
        CubeTray::read(&Document::new("test", format!("puzzle = \"cube-tray\"\n{text}"))).unwrap()
    }

    fn classic() -> CubeTray {
        tray("start.map = \"\"\"\nkkk\nk_k\nkkk\"\"\"\ngoal.map = \"\"\"\nccc\nc_c\nccc\"\"\"")
    }

    #[test]
    fn the_eccentricity_of_the_classic_start_is_49_with_12_states_and_every_state_is_reached() {
        let table = Distances::new(&classic(), &Request::new(Control::unlimited())).unwrap();
        assert_eq!(table.histogram.len(), 50);
        assert_eq!(table.histogram[49], 12);
        assert_eq!(table.histogram.iter().sum::<u64>(), 9 * 6u64.pow(8));
        // All colour up, the hole in the centre: eight digits 1.
        let goal: Vec<Option<u8>> = classic().start.iter().map(|pose| pose.map(|_| 1)).collect();
        assert_eq!(table.get(&goal), Some(36));
        let furthest: Vec<Vec<Option<u8>>> = table.furthest().collect();
        assert_eq!(furthest.len(), 12);
        assert!(furthest.iter().all(|tray| table.get(tray) == Some(49)));
    }

    /// The distances of all trays that rolls lead to, by moving one tray after the other.
    fn plain(tray: &CubeTray) -> BTreeMap<Vec<Option<u8>>, u8> {
        let (graph, rolls) = (CellGraph::of_free_cells(&tray.board), tray.cubes.roll_table());
        let mut known = BTreeMap::from([(tray.start.clone(), 0)]);
        let mut open = VecDeque::from([tray.start.clone()]);
        while let Some(state) = open.pop_front() {
            let (distance, hole) = (known[&state], state.iter().position(Option::is_none).unwrap());
            for direction in Direction::ALL {
                let Some(from) = graph.next(hole, direction.opposite()) else { continue };
                let mut after = state.clone();
                after[hole] = after[from].take().map(|pose| rolls[direction.index()][usize::from(pose)]);
                if let Entry::Vacant(place) = known.entry(after) {
                    open.push_back(place.key().clone());
                    place.insert(distance + 1);
                }
            }
        }
        known
    }

    #[test]
    fn the_distances_are_those_of_moving_trays_one_by_one() {
        let maps = ["k_", "_", "kn_", "kc\n_e", "ksn\nk_e", "k_\nke\ncw", "k_ckk"];
        let kinds = maps.map(|map| (map.to_owned(), ""));
        let oriented = ["12 __\n12 24", "__ 12 35"].map(|map| (map.to_owned(), "cubes = \"oriented\"\n"));
        for (map, kind) in kinds.into_iter().chain(oriented) {
            let tray = tray(&format!("{kind}start.map = \"\"\"\n{map}\"\"\"\ngoal.map = \"\"\"\n{map}\"\"\""));
            let plain = plain(&tray);
            for threads in [1, 3] {
                let request = Request::new(Control::unlimited()).with_threads(Some(threads));
                let table = Distances::new(&tray, &request).unwrap();
                assert_eq!(table.histogram.iter().sum::<u64>(), plain.len() as u64, "{map}");
                assert!(plain.iter().all(|(tray, &distance)| table.get(tray) == Some(distance)), "{map}");
                let most = plain.values().max();
                assert!(table.furthest().all(|tray| plain.get(&tray) == most), "{map}");
            }
        }
    }

    #[test]
    fn the_share_of_all_trays_is_told_only_if_all_may_be_reached() {
        let kinds = "cubes.a.faces = { top = \"A\", bottom = \"B\", north = \"B\", south = \"B\", east = \"B\", west = \"B\" }\n\
                     cubes.b.faces = { top = \"C\", bottom = \"C\", north = \"B\", south = \"B\", east = \"B\", west = \"B\" }\n";
        let cases =
            [("", "kk\nk_", true), (kinds, "A CB\nCB _", false), ("cubes = \"oriented\"\n", "12 12\n12 __", false)];
        for (kind, map, is_told) in cases {
            let tray = tray(&format!("{kind}start.map = \"\"\"\n{map}\"\"\"\ngoal.map = \"\"\"\n{map}\"\"\""));
            let (shares, states) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let observer = |event: &Event<'_>| {
                let heard = if matches!(event, Event::Share(_)) { &shares } else { &states };
                heard.fetch_add(1, Ordering::Relaxed);
            };
            Distances::new(&tray, &Request::new(Control::new(None, Interrupt::default(), &observer))).unwrap();
            assert!(states.into_inner() > 0, "{map}");
            assert_eq!(shares.into_inner() > 0, is_told, "{map}");
        }
    }

    #[test]
    fn a_table_that_is_too_large_is_refused_at_once() {
        let control = Control::unlimited();
        let row = "k k k k k k";
        let map = [row, row, row, row, row, "k k k k k _"].join("\n");
        let tray = tray(&format!("start.map = \"\"\"\n{map}\"\"\"\ngoal.map = \"\"\"\n{map}\"\"\""));
        let refused = Distances::new(&tray, &Request::new(control)).unwrap_err();
        assert!(matches!(refused, NoDistances::TooLarge { .. }));
    }
}
