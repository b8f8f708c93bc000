//! What a search keeps of the tours that it finds: how many, and the best.
//!
//! A path is found once for all start orientations: from how often each face of a reference die was on top follows the sum
//! for each of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{DieTour, Objective};
use crate::geometry::{Cell, Die, Direction, Face, Place};
use crate::run::{Control, Event, Incumbent, Progress};

/// How often each face of the reference die was on top: ten bits a face, which no board is large enough to fill.
#[derive(Clone, Copy, Default)]
pub(super) struct TopCounts(u64);

impl TopCounts {
    /// The reference die: its faces 1 to 6 stand for the start's top, north, east, west, south and bottom.
    pub(super) const REFERENCE: Die = Die::new(1, 2, 3).expect("1, 2, 3 meet at a corner");

    /// One more time `face` on top.
    #[must_use]
    pub(super) const fn plus(self, face: Face) -> Self {
        Self(self.0 + (1 << (10 * (face - 1))))
    }

    const fn of(self, face: Face) -> i64 {
        (self.0 >> (10 * (face - 1)) & 0x3ff) as i64
    }

    /// The sum of the top faces when the tour starts with `die`.
    fn total(self, die: Die) -> i64 {
        const PLACES: [(Face, Place); 6] = [
            (1, Place::Top),
            (2, Place::North),
            (3, Place::East),
            (4, Place::West),
            (5, Place::South),
            (6, Place::Bottom),
        ];
        PLACES.iter().map(|&(reference, place)| self.of(reference) * i64::from(die.face(place))).sum()
    }
}

/// The best tour and how many are as good.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) total: i64,
    pub(super) ties: u64,
    pub(super) start: Cell,
    pub(super) die: Die,
    pub(super) moves: Vec<Direction>,
    /// The prefix under which it was found: the earliest wins, whatever thread is faster.
    prefix: usize,
}

/// What the threads share.
pub(super) struct Shared<'a> {
    puzzle: &'a DieTour,
    first_only: bool,
    /// With `first_only`: whether a tour was found.
    settled: AtomicBool,
    incumbents: Mutex<Vec<Incumbent>>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(puzzle: &'a DieTour, first_only: bool) -> Self {
        Self { puzzle, first_only, settled: AtomicBool::new(false), incumbents: Mutex::default() }
    }

    /// Whether a tour was found where any will do.
    pub(super) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Relaxed)
    }

    /// The improving solutions of the whole search.
    pub(super) fn incumbents(self) -> Vec<Incumbent> {
        self.incumbents.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The best objective so far.
    pub(super) fn incumbent(&self) -> Option<f64> {
        self.incumbents.lock().unwrap_or_else(PoisonError::into_inner).last().map(|i| i.objective as f64)
    }

    /// Whether total `a` is better than `b`.
    fn is_better(&self, a: i64, b: i64) -> bool {
        match self.puzzle.objective {
            Objective::Max => a > b,
            Objective::Min => a < b,
            Objective::Any => false,
        }
    }

    /// Notes a total that is better than all before it on any thread, and tells the listener.
    fn note(&self, total: i64, control: &Control<'_>) {
        if self.puzzle.objective == Objective::Any {
            return;
        }
        let mut incumbents = self.incumbents.lock().unwrap_or_else(PoisonError::into_inner);
        if incumbents.last().is_none_or(|last| self.is_better(total, last.objective)) {
            incumbents.push(Incumbent { seconds: control.elapsed().as_secs_f64(), objective: total });
            control.tell(&Event::Progress(Progress { incumbent: Some(total as f64), bound: None, nodes: None }));
        }
    }

    /// Adds up what the threads found.
    pub(super) fn merge(&self, tallies: impl Iterator<Item = Tally<'a>>) -> (Option<Best>, u64) {
        let mut tours = 0;
        let mut best: Option<Best> = None;
        for tally in tallies {
            tours += tally.tours;
            let Some(mut found) = tally.best else { continue };
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

/// What one thread found.
pub(super) struct Tally<'a> {
    puzzle: &'a DieTour,
    tours: u64,
    best: Option<Best>,
}

impl<'a> Tally<'a> {
    pub(super) const fn new(shared: &Shared<'a>) -> Self {
        Self { puzzle: shared.puzzle, tours: 0, best: None }
    }

    pub(super) const fn puzzle(&self) -> &'a DieTour {
        self.puzzle
    }

    /// Counts a full path for every start orientation. Returns whether the search may end.
    pub(super) fn add(
        &mut self,
        shared: &Shared<'a>,
        control: &Control<'_>,
        prefix: usize,
        (start, moves, tops): (Cell, &[Direction], TopCounts),
    ) -> bool {
        for &die in &self.puzzle.start_dice {
            let total = tops.total(die);
            if self.puzzle.total.is_some_and(|wanted| wanted != total) {
                continue;
            }
            self.tours += 1;
            match &mut self.best {
                Some(best) if !shared.is_better(total, best.total) => best.ties += u64::from(total == best.total),
                _ => {
                    shared.note(total, control);
                    self.best = Some(Best { total, ties: 1, start, die, moves: moves.to_vec(), prefix });
                }
            }
            if shared.first_only {
                shared.settled.store(true, Ordering::Relaxed);
                return true;
            }
        }
        false
    }
}
