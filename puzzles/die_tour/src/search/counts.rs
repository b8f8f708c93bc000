//! The results that a search keeps of the tours that it finds: their number, and the best tour.
//!
//! A path is found once for all start orientations: how often each face of a reference die was on top determines the sum for each
//! of them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::cases::are_sums_small;
use crate::{DieTour, Objective, Tour};
use tumble_model::control::{Control, Event, Incumbent, Progress};
use tumble_puzzles::geometry::{Cell, Die, Direction, Face, Place};
use tumble_puzzles::puzzle::Start;
use tumble_puzzles::search::announce;

/// How often each face of the reference die was on top: ten bits a face, which no board is large enough to fill.
#[derive(Clone, Copy, Default)]
pub(super) struct TopCounts(u64);

impl TopCounts {
    /// The reference die: its faces 1 to 6 stand for the start's top, north, east, west, south and bottom.
    pub(super) const REFERENCE: Die = Die::new(1, 2, 3).expect("1, 2, 3 meet at a corner");

    /// Counts `face` on top once more.
    #[must_use]
    pub(super) const fn plus(self, face: Face) -> Self {
        Self(self.0 + (1 << (10 * (face - 1))))
    }

    const fn of(self, face: Face) -> i64 {
        (self.0 >> (10 * (face - 1)) & 0x3ff) as i64
    }

    /// By face of the reference die: what it counts in the sum when the tour starts with `die`, where it counts the same on all cells.
    fn face_values(puzzle: &DieTour, die: Die) -> [i64; 7] {
        let places = [Place::Top, Place::North, Place::East, Place::West, Place::South, Place::Bottom];
        let mut face_values = [0; 7];
        for (face, place) in (1..).zip(places) {
            face_values[face] = puzzle.values.values[usize::from(die.face(place)) - 1];
        }
        face_values
    }

    /// The sum of the top faces with these face values.
    fn total(self, face_values: &[i64; 7]) -> i64 {
        (1..=6).map(|face: Face| self.of(face) * face_values[face as usize]).sum()
    }
}

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
