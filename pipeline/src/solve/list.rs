//! The solutions of a list: each is replayed by the rules as it comes, and kept as text, or only counted.
//!
//! The bytes of the texts, and what the method holds, count against the memory limit. Moves are added after the list is made, so that the
//! time for moves does not make the list shorter.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;

use serde_json::Value;

use super::answer::By;
use super::error::SolveError;
use super::problem::Problem;
use crate::report::{Position, Solutions, Status};
use crate::verify::{Infinite, Verified};
use tumble_model::control::{Control, Extent, Request, Stop, Verdict};
use tumble_puzzles::puzzle::Endless;

/// The memory of an entry in a table of positions, in bytes, with the room that the table leaves when it grows.
const BYTES_PER_POSITION: u64 = 40;

/// The memory of an entry in a set of fingerprints.
const BYTES_PER_FINGERPRINT: u64 = 32;

/// A list that grows.
pub(super) struct List<'a> {
    problem: &'a Problem,
    by: By,
    control: &'a Control<'a>,
    /// The number of solutions that are wanted.
    limit: usize,
    /// If two assignments of a model may be one solution: the place of each text by its hash, or by the next number if another text has
    /// this hash.
    places: Option<(RandomState, HashMap<u64, Position>)>,
    /// Of solutions that are only counted, the first.
    solutions: Solutions,
    first: Option<Verified>,
    tally: Option<Tally>,
    broken: Option<Broken>,
}

/// Why a list takes no more solutions.
enum Broken {
    /// There is one more than wanted.
    Enough,
    Stopped(Stop),
    /// The list is worthless.
    Refused(SolveError),
}

/// Solutions that were listed.
pub(super) struct Listing {
    /// Of solutions that are only counted, the first.
    pub solutions: Solutions,
    /// The first of them. All have its objective.
    pub first: Option<Verified>,
    pub tally: Option<Tally>,
    pub extent: Extent<Infinite>,
}

/// Solutions that are counted. Of their texts it keeps 128 random bits: two of a billion texts have the same with a probability of 10⁻²¹.
#[derive(Default)]
pub(super) struct Tally {
    hashers: [RandomState; 2],
    solutions: HashSet<u128>,
    layouts: HashSet<u128>,
}

impl Tally {
    fn note(&mut self, verified: &Verified, text: &str) {
        self.solutions.insert(self.fingerprint(text));
        if let Some(layout) = verified.solved().layout() {
            self.layouts.insert(self.fingerprint(&layout));
        }
    }

    fn fingerprint(&self, text: &str) -> u128 {
        let [high, low] = self.hashers.each_ref().map(|hasher| u128::from(hasher.hash_one(text)));
        high << 64 | low
    }

    fn bytes(&self) -> u64 {
        BYTES_PER_FINGERPRINT * (self.solutions.capacity() + self.layouts.capacity()) as u64
    }

    /// The number of different solutions.
    pub fn solutions(&self) -> usize {
        self.solutions.len()
    }

    /// The number of different layouts of the solutions.
    pub fn layouts(&self) -> u64 {
        self.layouts.len() as u64
    }
}

impl<'a> List<'a> {
    /// A list that only counts.
    pub fn counting(problem: &'a Problem, by: By, control: &'a Control<'a>) -> Self {
        let mut list = Self::new(problem, by, usize::MAX, true, control);
        list.tally = Some(Tally::default());
        list
    }

    /// An empty list. `is_distinct`: the method finds each solution once.
    pub fn new(problem: &'a Problem, by: By, limit: usize, is_distinct: bool, control: &'a Control<'a>) -> Self {
        Self {
            problem,
            by,
            control,
            limit,
            places: (!is_distinct).then(Default::default),
            solutions: Solutions::default(),
            first: None,
            tally: None,
            broken: None,
        }
    }

    /// Takes a solution that has no assignment: see [`take`](Self::take).
    pub fn replay(&mut self, solution: &Value, held: u64) -> ControlFlow<()> {
        let replayed = self.by.replayed(self.problem, Status::Optimal, solution);
        self.take(replayed, held)
    }

    /// Takes a solution of an assignment to which the model gives the objective `claim`: see [`take`](Self::take).
    pub fn count(&mut self, verified: Verified, claim: Option<i128>, held: u64) -> ControlFlow<()> {
        let counted = self.by.counted(self.problem, Status::Optimal, (verified, claim));
        self.take(counted, held)
    }

    /// Takes a solution. `held` are the bytes that the method holds. Breaks off if no other solution is to be looked for.
    fn take(&mut self, verified: Result<Verified, SolveError>, held: u64) -> ControlFlow<()> {
        let verified = match verified {
            Ok(verified) => verified,
            Err(error) => return self.refuse(error),
        };
        let [all, this] = [self.first.as_ref().unwrap_or(&verified), &verified].map(Verified::objective);
        if all != this {
            let why = format!("it lists solutions with objectives {all:?} and {this:?} as optimal");
            return self.refuse(self.by.wrong(Status::Optimal, why));
        }
        let text = verified.json().to_string();
        if let Some(tally) = &mut self.tally {
            tally.note(&verified, &text);
            if !self.solutions.is_empty() {
                return self.go_on(held);
            }
        }
        let hash = match self.find(&text) {
            Ok(hash) => hash,
            Err(Twice) => return self.go_on(held),
        };
        if self.solutions.len() == self.limit {
            self.broken = Some(Broken::Enough);
            return ControlFlow::Break(());
        }
        let position = self.solutions.push(&text);
        self.first.get_or_insert(verified);
        if let (Some((_, places)), Some(hash)) = (&mut self.places, hash) {
            places.insert(hash, position);
        }
        self.go_on(held)
    }

    /// The number under which the place of a new text is to be noted, if places are noted.
    fn find(&self, text: &str) -> Result<Option<u64>, Twice> {
        let Some((hasher, places)) = &self.places else { return Ok(None) };
        let mut hash = hasher.hash_one(text);
        while let Some(&position) = places.get(&hash) {
            if self.solutions.text(position) == text {
                return Err(Twice);
            }
            hash = hash.wrapping_add(1);
        }
        Ok(Some(hash))
    }

    /// Breaks off where a limit is reached.
    fn go_on(&mut self, held: u64) -> ControlFlow<()> {
        let full = self.bytes().saturating_add(held) > self.control.memory_left().0;
        let stop = self.control.stop().or_else(|| full.then_some(Stop::MemoryLimit { needed: None }));
        self.broken = stop.map(Broken::Stopped);
        if self.broken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The memory that the list takes, in bytes.
    fn bytes(&self) -> u64 {
        let places = self.places.as_ref().map_or(0, |(_, places)| places.capacity() as u64);
        let tally = self.tally.as_ref().map_or(0, Tally::bytes);
        self.solutions.bytes() + BYTES_PER_POSITION * places + tally
    }

    pub fn refuse(&mut self, error: SolveError) -> ControlFlow<()> {
        self.broken = Some(Broken::Refused(error));
        ControlFlow::Break(())
    }

    /// The list, if all its solutions were right. `extent` is what the method says of it.
    pub fn finish(self, extent: Extent<Infinite>) -> Result<Listing, SolveError> {
        let Self { solutions, first, tally, broken, .. } = self;
        let extent = match (extent, broken) {
            (_, Some(Broken::Refused(error))) => return Err(error),
            (Extent::Endless(infinite), _) => Extent::Endless(infinite),
            (_, Some(Broken::Stopped(stop))) => Extent::Stopped(stop),
            (_, Some(Broken::Enough)) => Extent::Enough,
            (said @ (Extent::All | Extent::Enough | Extent::Stopped(_)), None) => said,
        };
        Ok(Listing { solutions, first, tally, extent })
    }

    /// What a search says of its list: infinitely many only if the rules agree. A solution with a circle is then in the list, whatever limit
    /// came before it.
    pub fn finish_search(mut self, extent: Extent<Endless<Value>>) -> Result<Listing, SolveError> {
        let instance = &*self.problem.instance;
        let extent = extent.try_map(|endless| Infinite::replayed(instance, endless));
        let extent = extent.map_err(|why| self.by.wrong(Status::Optimal, why))?;
        if let (Extent::Endless(infinite), true) = (&extent, self.solutions.is_empty()) {
            let _ = self.replay(infinite.first(), 0);
        }
        self.finish(extent)
    }
}

impl Listing {
    /// What a list by search shows: its first solution, or that there is none.
    ///
    /// # Errors
    /// When there are others, but none is there.
    pub fn verdict(&self) -> Result<Verdict<Verified>, String> {
        Ok(match (self.first.clone(), &self.extent) {
            (Some(first), _) => Verdict::Optimal(first),
            (None, Extent::All) => Verdict::Infeasible,
            (None, Extent::Stopped(stop)) => Verdict::Unknown { bound: None, stop: stop.clone() },
            (None, Extent::Enough | Extent::Endless(_)) => {
                return Err("it lists no solution, but says there are".into());
            }
        })
    }

    /// Adds moves to the solutions, as long as limits allow: afterwards, so that a list does not become shorter for its moves. Returns the
    /// first solution with its moves, if it got them, and the limit that cut the search for moves short.
    pub fn add_moves(
        &mut self,
        problem: &Problem,
        by: &By,
        request: &Request<'_>,
    ) -> Result<(Option<Verified>, Option<Stop>), SolveError> {
        let limit = request.control.memory_left().0;
        let (mut with_moves, mut first, mut stop, mut failed) = (Solutions::default(), None, None, None);
        let mut left = self.solutions.bytes();
        std::mem::take(&mut self.solutions).drain(|text| {
            left -= text.len() as u64 + 1;
            if with_moves.bytes() + left > limit {
                stop.get_or_insert(Stop::MemoryLimit { needed: None });
            }
            if failed.is_some() || stop.is_some() {
                with_moves.push(text);
                return;
            }
            match moved(problem, by, text, request) {
                Ok((verified, cut_short)) => {
                    with_moves.push(&verified.json().to_string());
                    first.get_or_insert(verified);
                    stop = cut_short;
                }
                Err(error) => failed = Some(error),
            }
        });
        self.solutions = with_moves;
        failed.map_or(Ok((first, stop)), Err)
    }
}

/// The text is in the list.
struct Twice;

/// A solution with its moves, replayed again, and the limit that cut the search for them short.
fn moved(
    problem: &Problem,
    by: &By,
    text: &str,
    request: &Request<'_>,
) -> Result<(Verified, Option<Stop>), SolveError> {
    let wrong = |why: String| by.wrong(Status::Optimal, why);
    let solution: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let verified = by.replayed(problem, Status::Optimal, &solution)?;
    verified.with_moves(request).map_err(|fault| wrong(fault.to_string()))
}
