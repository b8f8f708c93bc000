//! From an assignment of a model to a solution that the rules have replayed; the solutions of a list, as they come; from a verdict to a report.
//!
//! The solutions of a list are kept as text, or only counted. The bytes of the texts, and what the method holds, count against the memory limit.
//! Moves are added after the list is made, so that the time for moves does not make the list shorter.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::Value;

use super::error::SolveError;
use super::method::{MODEL, Options, Solver};
use super::prepare::Prepared;
use super::problem::Problem;
use super::watch::Watch;
use crate::report::{FORMAT_VERSION, Limits, Position, Report, SEARCH, Solutions, Stats, Status};
use crate::verify::{Infinite, Verified, check};
use tumble_model::control::{Control, Extent, Request, Stop, Verdict};
use tumble_model::model::Assignment;
use tumble_puzzles::puzzle::{Endless, Formulation};

/// What solved it, and how.
#[derive(Clone, Debug)]
pub(super) struct By {
    pub name: &'static str,
    pub version: String,
    /// How: a model, or the name of a search.
    pub method: &'static str,
    pub encoding: Option<String>,
    pub lowering: Option<String>,
}

impl By {
    /// By a search, with this solver for its linear programs.
    pub fn search(method: &'static str, solver: Option<Solver>) -> Self {
        let own = || (SEARCH, env!("CARGO_PKG_VERSION").to_owned());
        let (name, version) = solver.map_or_else(own, |solver| (solver.entry.name, solver.backend.version()));
        Self { name, version, method, encoding: None, lowering: None }
    }

    /// By a solver, through this model.
    pub fn model(name: &'static str, version: String, prepared: &Prepared) -> Self {
        let (encoding, lowering) = (Some(prepared.encoding.clone()), Some(prepared.lowering.to_string()));
        Self { name, version, method: MODEL, encoding, lowering }
    }

    /// The error for an answer of this solver that failed the checks.
    pub fn wrong(&self, status: Status, why: String) -> SolveError {
        let solver = format!("{} {}", self.name, self.version);
        SolveError::Wrong { solver, encoding: self.encoding.clone().unwrap_or_else(|| "none".into()), status, why }
    }

    /// Replays a solution that has no assignment.
    pub fn replayed(&self, problem: &Problem, status: Status, solution: &Value) -> Result<Verified, SolveError> {
        check(&*problem.instance, solution).map_err(|error| self.wrong(status, error.to_string()))
    }

    /// The solution of an answer with this status, unless the rules count its objective otherwise than the model. Where nothing is proved
    /// they may count a better one: only the best flow is without superfluous cycles, which decoding leaves out.
    pub fn counted(
        &self,
        problem: &Problem,
        status: Status,
        verified: Verified,
        claim: Option<i128>,
    ) -> Result<Verified, SolveError> {
        let objective = verified.objective();
        let counted = objective.map(i128::from);
        let is_better = match (problem.instance.sense(), claim, counted) {
            (Some(sense), Some(claim), Some(counted)) => sense.is_better(counted, claim),
            _ => false,
        };
        if counted == claim || (status == Status::Feasible && is_better) {
            return Ok(verified);
        }
        Err(self.wrong(status, format!("the rules count an objective of {objective:?}, the model {claim:?}")))
    }
}

/// A solver's assignment, which satisfies the model, and its solution.
pub(super) struct Answer {
    pub assignment: Assignment,
    pub verified: Verified,
    /// The objective as the model counts it; `None` if the model has no objective.
    pub claim: Option<i128>,
}

impl Answer {
    /// Decodes an assignment that satisfies the model, and replays the solution.
    ///
    /// # Errors
    /// Why it is none.
    pub fn new(problem: &Problem, formulation: &Formulation<Value>, assignment: Assignment) -> Result<Self, String> {
        let solution = (formulation.decode)(&assignment).map_err(|why| format!("it cannot be decoded: {why}"))?;
        let verified = check(&*problem.instance, &solution).map_err(|error| error.to_string())?;
        let claim = formulation.model.objective().map(|objective| objective.expression.value(&assignment));
        Ok(Self { assignment, verified, claim })
    }

    /// Its objective in the model.
    pub fn objective(&self) -> Option<i64> {
        self.claim.and_then(|objective| i64::try_from(objective).ok())
    }
}

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
    /// How much worse than that of the first one their objectives may be.
    pub within: u64,
    /// If two assignments of a model may be one solution: the place of each text by its hash, or by the next number if another text has
    /// this hash.
    places: Option<(RandomState, HashMap<u64, Position>)>,
    /// Of solutions that are only counted, the first.
    solutions: Solutions,
    first: Option<Verified>,
    /// The objective of the last one: none after it is better.
    last: Option<i64>,
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
    /// The first of them. None has a better objective.
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
    /// How many have each objective, in the order in which they came.
    by_objective: Vec<(i64, usize)>,
}

impl Tally {
    fn note(&mut self, verified: &Verified, text: &str) {
        let is_new = self.solutions.insert(self.fingerprint(text));
        if let Some(objective) = verified.objective().filter(|_| is_new) {
            match self.by_objective.last_mut() {
                Some((last, number)) if *last == objective => *number += 1,
                _ => self.by_objective.push((objective, 1)),
            }
        }
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

    /// How many different solutions have this objective.
    pub fn with(&self, objective: i64) -> usize {
        self.by_objective.iter().find(|(other, _)| *other == objective).map_or(0, |&(_, number)| number)
    }

    /// The number of different layouts of the solutions.
    pub fn layouts(&self) -> u64 {
        self.layouts.len() as u64
    }
}

impl<'a> List<'a> {
    /// A list that only counts.
    pub fn counting(problem: &'a Problem, by: By, within: u64, control: &'a Control<'a>) -> Self {
        let mut list = Self::new(problem, by, (usize::MAX, within), true, control);
        list.tally = Some(Tally::default());
        list
    }

    /// An empty list of up to so many solutions, whose objectives may be so much worse than that of the first one. `is_distinct`: the method
    /// finds each solution once.
    pub fn new(
        problem: &'a Problem,
        by: By,
        (limit, within): (usize, u64),
        is_distinct: bool,
        control: &'a Control<'a>,
    ) -> Self {
        Self {
            problem,
            by,
            control,
            limit,
            within,
            places: (!is_distinct).then(Default::default),
            solutions: Solutions::default(),
            first: None,
            last: None,
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
        let counted = self.by.counted(self.problem, Status::Optimal, verified, claim);
        self.take(counted, held)
    }

    /// Takes a solution. `held` are the bytes that the method holds. Breaks off if no other solution is to be looked for.
    fn take(&mut self, verified: Result<Verified, SolveError>, held: u64) -> ControlFlow<()> {
        let verified = match verified {
            Ok(verified) => verified,
            Err(error) => return self.refuse(error),
        };
        let [first, this] = [self.first.as_ref().unwrap_or(&verified), &verified].map(Verified::objective);
        if !self.may_follow(first, this) {
            let (within, last) = (self.within, self.last);
            let why = format!(
                "within {within} of {first:?} it lists a solution with objective {this:?} after one with {last:?}"
            );
            return self.refuse(self.by.wrong(Status::Optimal, why));
        }
        self.last = this;
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

    /// Whether a solution with the objective `this` may come after the first and the last one.
    fn may_follow(&self, first: Option<i64>, this: Option<i64>) -> bool {
        match (self.problem.instance.sense(), first, this) {
            (Some(sense), Some(first), Some(this)) => {
                sense.is_within(this, first, self.within) && !self.last.is_some_and(|last| sense.is_better(this, last))
            }
            _ => first == this,
        }
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

/// The answer of a method.
pub(super) struct Answered {
    pub by: By,
    /// Of a list with its first solution.
    pub verdict: Verdict<Verified>,
    /// Why there is no solution, where the method knows.
    pub reason: Option<String>,
    pub stats: Stats,
    pub listing: Option<Listing>,
}

impl Answered {
    /// Adds moves, and reports.
    pub fn report(
        mut self,
        problem: &Problem,
        options: &Options,
        request: &Request<'_>,
        watch: &Watch,
    ) -> Result<Report, SolveError> {
        let moves_stop = self.add_moves(problem, options, request)?;
        let (reason, stop) = self.reason(problem, moves_stop);
        let Self { by, verdict, mut stats, listing, .. } = self;
        let bound = match &verdict {
            Verdict::Optimal(verified) => verified.objective(),
            Verdict::Feasible { bound, .. } | Verdict::Unknown { bound, .. } => *bound,
            Verdict::Infeasible => None,
        };
        let best = verdict.solution();
        if problem.begun.is_some() {
            stats.root_bound = stats.root_bound.map(|bound| bound + problem.in_all(0) as f64);
            for incumbent in stats.incumbents.iter_mut().flatten() {
                incumbent.objective = problem.in_all(incumbent.objective);
            }
        }
        stats.total_seconds = Some(watch.seconds());
        stats.peak_memory_bytes = watch.peak_memory(stats.peak_memory_bytes);
        Ok(Report {
            format_version: FORMAT_VERSION,
            model: problem.model.clone(),
            puzzle: problem.puzzle.name,
            backend: by.name,
            backend_version: by.version,
            encoding: by.encoding,
            lowering: by.lowering,
            status: Status::from(&verdict),
            objective: best.and_then(Verified::objective).map(|objective| problem.in_all(objective)),
            bound: bound.map(|bound| problem.in_all(bound)),
            after: problem.begun.clone(),
            solution: best.cloned(),
            verified: best.is_some(),
            stats,
            method: by.method,
            seed: request.seed,
            threads: request.threads,
            options: request.options.clone(),
            limits: Limits::of(&request.control),
            reason,
            stop,
            complete: listing.as_ref().map(|listing| listing.extent.is_all()),
            solutions: listing.map(|listing| Arc::new(listing.solutions)),
            within: Some(options.within).filter(|&within| within > 0 && options.solutions.is_some()),
            relaxation: None,
            cross_check: None,
        })
    }

    /// Adds moves to the solutions, and returns the limit that cut the search for moves short.
    fn add_moves(
        &mut self,
        problem: &Problem,
        options: &Options,
        request: &Request<'_>,
    ) -> Result<Option<Stop>, SolveError> {
        if !problem.instance.adds_moves() || options.skip_moves {
            return Ok(None);
        }
        let status = Status::from(&self.verdict);
        let Self { by, verdict, listing, .. } = self;
        let (first, stop) = match listing.as_mut().filter(|listing| !listing.solutions.is_empty()) {
            Some(listing) => listing.add_moves(problem, by, request)?,
            None => match verdict.solution().map(|verified| verified.with_moves(request)).transpose() {
                Ok(moved) => moved.map_or((None, None), |(verified, stop)| (Some(verified), stop)),
                Err(fault) => return Err(by.wrong(status, fault.to_string())),
            },
        };
        if let Some(first) = first {
            *verdict = verdict.clone().map(|_| first);
        }
        Ok(stop)
    }

    /// Why there is no better answer: in words, and the limit behind it.
    fn reason(&mut self, problem: &Problem, moves_stop: Option<Stop>) -> (Option<String>, Option<Stop>) {
        let stopped = |stop: &Stop| match stop {
            Stop::Unbounded(why) => (Some(why.clone()), None),
            stop => (Some(format!("stopped by {stop}")), Some(stop.clone())),
        };
        match &self.verdict {
            Verdict::Feasible { stop, .. } | Verdict::Unknown { stop, .. } => return stopped(stop),
            Verdict::Infeasible => return (problem.instance.infeasible_because().or_else(|| self.reason.take()), None),
            Verdict::Optimal(_) => {}
        }
        match self.listing.as_ref().map(|listing| &listing.extent) {
            Some(Extent::Stopped(stop)) => return stopped(stop),
            Some(Extent::Endless(_)) => return (self.reason.take(), None),
            Some(Extent::All | Extent::Enough) | None => {}
        }
        (moves_stop.map(|stop| format!("the search for fewer moves was stopped by {stop}")), None)
    }
}
