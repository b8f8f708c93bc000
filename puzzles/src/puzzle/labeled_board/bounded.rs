//! The search through stages, with bounds: trails that must get longer than wanted are left out.
//!
//! No trail has fewer rolls than the bound of the priced ng-routes says (`prices.rs`). With this many rolls as the limit, the dynamic program
//! keeps a state only if its rolls and the bound on the rest of its trail (`completions.rs`) are within the limit. The limit
//! rises until a trail is found, which is then a shortest one, and all shortest trails are among the states. Stages of too many states are cut
//! to the best, which yields trails but no proof; then the bounds are improved, and the stages may be wider.

use super::LabeledBoard;
use super::bound_graph::{NEVER, ROLL};
use super::completions::Completions;
use super::label_graph::LabelGraph;
use super::prices::Bounds;
use super::stages::{Cut, Explored, TrailWeight, explore};
use crate::control::{Bytes, Event, Progress, Request, Stop};
use crate::rolling::State;

/// The trails that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Any trail.
    Any,
    /// A shortest trail.
    One,
    /// All shortest trails.
    All,
    /// The number of shortest trails.
    Number,
}

/// Which searches may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Plain,
    Bounded,
    Both,
}

impl Way {
    /// Without free cells every trail has the same length, and there are few ways to go.
    pub(super) fn of(puzzle: &LabeledBoard) -> Self {
        if puzzle.is_full() { Self::Plain } else { Self::Both }
    }
}

/// Without bounds, stages of this many states take milliseconds.
const PLAIN_WIDTH: usize = 1 << 13;
/// The states of a stage at first, with bounds.
const FIRST_WIDTH: usize = 1 << 10;
/// Rounds of the subgradient method between searches.
const ROUNDS: u32 = 25;

/// A search for trails from one start after the other.
pub(super) struct Bounded<'a> {
    graph: &'a LabelGraph,
    wanted: Wanted,
    /// Whether the search without bounds may be small.
    try_plain: bool,
    bounds: Option<Bounds<'a>>,
}

impl<'a> Bounded<'a> {
    pub(super) fn new(graph: &'a LabelGraph, wanted: Wanted, way: Way) -> Self {
        let bounds = if way == Way::Plain || graph.labels() < 2 { None } else { Bounds::new(graph) };
        Self { graph, wanted, try_plain: way == Way::Both, bounds }
    }

    fn explore<const W: usize, V: TrailWeight>(&self, starts: &[State], cut: Cut<'_>, request: &Request<'_>) -> Explored<'a, W, V> {
        explore(self.graph, starts.to_vec(), self.wanted != Wanted::Number, cut, request)
    }

    /// The shortest trails from these starts, if they have up to `most` rolls.
    pub(super) fn search<const W: usize, V: TrailWeight>(&mut self, starts: &[State], most: Option<u32>, request: &Request<'_>) -> Explored<'a, W, V> {
        let plain = Cut { longer: None, width: usize::MAX, proved: 0 };
        let mut states = 0;
        if self.try_plain && self.bounds.is_some() {
            let explored = self.explore::<W, V>(starts, Cut { width: PLAIN_WIDTH, ..plain }, request);
            if !explored.truncated {
                return explored;
            }
            self.try_plain = false;
            states = explored.states;
        }
        let Some(mut bounds) = self.bounds.take() else {
            return self.explore(starts, plain, request);
        };
        if bounds.begin(self.graph, starts).is_none() {
            return self.explore(starts, plain, request);
        }
        let mut run = Run { search: self, starts, lower: 0, upper: most.unwrap_or(u32::MAX), found: None, states, width: FIRST_WIDTH };
        let ended = run.search(&mut bounds, request);
        let explored = run.explored(ended);
        self.bounds = Some(bounds);
        explored
    }
}

/// The search for trails from one start.
struct Run<'a, 'b, const W: usize, V> {
    search: &'b Bounded<'a>,
    starts: &'b [State],
    /// No trail has fewer rolls.
    lower: u32,
    /// Longer trails are not wanted.
    upper: u32,
    /// The best trails, of `upper` rolls.
    found: Option<Explored<'a, W, V>>,
    states: u64,
    width: usize,
}

/// How a part of the search ended.
enum Ended {
    /// What was found is the answer.
    Known,
    /// There is no trail.
    None,
    /// It has to go on.
    Open,
}

impl<'a, const W: usize, V: TrailWeight> Run<'a, '_, W, V> {
    fn explored(self, ended: Result<Ended, Stop>) -> Explored<'a, W, V> {
        let none = Explored {
            graph: self.search.graph,
            starts: self.starts.to_vec(),
            layers: Vec::new(),
            ends: Vec::new(),
            states: 0,
            stop: None,
            truncated: false,
            next: u32::MAX,
        };
        let (best, stop) = match ended {
            Ok(Ended::None) => (none, None),
            Ok(_) => (self.found.unwrap_or(none), None),
            Err(stop) => (self.found.unwrap_or(none), Some((stop, u64::from(self.lower)))),
        };
        Explored { stop, states: self.states, ..best }
    }

    fn search(&mut self, bounds: &mut Bounds<'a>, request: &Request<'_>) -> Result<Ended, Stop> {
        let verbose = std::env::var_os("LB").is_some();
        let t0 = std::time::Instant::now();
        loop {
            let room = request.control.memory_limit().0 / 4;
            let cost = bounds.polish(ROUNDS, room, request)?;
            if cost == NEVER {
                return Ok(Ended::None);
            }
            self.lower = self.lower.max(Completions::rolls(i64::from(cost)));
            if verbose {
                eprintln!("{:?} cost {cost} lower {} upper {} states {} width {} {}", t0.elapsed(), self.lower, self.upper, self.states, self.width, bounds.describe());
            }
            if self.lower > self.upper {
                return Ok(Ended::None);
            }
            let completions = bounds.completions(room, request)?;
            if let ended @ (Ended::Known | Ended::None) = self.beam(&completions, request)? {
                return Ok(ended);
            }
            if verbose {
                eprintln!("{:?}   beam upper {} states {}", t0.elapsed(), self.upper, self.states);
            }
            if let ended @ (Ended::Known | Ended::None) = self.exact(&completions, request)? {
                return Ok(ended);
            }
            if verbose {
                eprintln!("{:?}   exact lower {} upper {} states {}", t0.elapsed(), self.lower, self.upper, self.states);
            }
            if let Ok(upper) = i32::try_from(self.upper)
                && let Some(most) = upper.checked_mul(ROLL)
            {
                bounds.fix(most, room, request)?;
            }
            self.width = self.width.saturating_mul(2);
        }
    }

    /// Runs the dynamic program.
    fn explore(&mut self, most: u32, completions: &Completions, request: &Request<'_>) -> Result<Explored<'a, W, V>, Stop> {
        let cut = Cut { longer: Some((most, completions)), width: self.width, proved: self.lower };
        let left = request.control.memory_limit().0.saturating_sub(completions.bytes());
        let request = Request { control: request.control.clone().with_memory_limit(Bytes(left)), ..request.clone() };
        let explored = self.search.explore::<W, V>(self.starts, cut, &request);
        self.states += explored.states;
        match explored.stop {
            Some((stop, _)) => Err(stop),
            None => Ok(explored),
        }
    }

    fn keep(&mut self, explored: Explored<'a, W, V>, request: &Request<'_>) {
        if let Some(end) = explored.ends.first() {
            self.upper = end.weight.length();
            self.found = Some(explored);
            let progress = Progress {
                incumbent: Some(self.upper.into()),
                bound: Some(self.lower.into()),
                nodes: Some(self.states),
            };
            request.control.notify(&Event::Progress(progress));
        }
    }

    /// Whether what was found is enough.
    fn is_enough(&self) -> bool {
        match self.search.wanted {
            Wanted::Any => self.found.is_some(),
            Wanted::One => self.found.is_some() && self.lower >= self.upper,
            Wanted::All | Wanted::Number => false,
        }
    }

    /// Looks for shorter trails, without a proof.
    fn beam(&mut self, completions: &Completions, request: &Request<'_>) -> Result<Ended, Stop> {
        let most = if self.found.is_some() { self.upper - 1 } else { self.upper };
        if most <= self.lower {
            return Ok(Ended::Open);
        }
        let explored = self.explore(most, completions, request)?;
        self.keep(explored, request);
        Ok(if self.is_enough() { Ended::Known } else { Ended::Open })
    }

    /// Raises the limit from the lower bound on, as long as the stages are narrow.
    fn exact(&mut self, completions: &Completions, request: &Request<'_>) -> Result<Ended, Stop> {
        let mut failed = 0;
        loop {
            let most = self.lower.saturating_add(1_u32.checked_shl(failed).unwrap_or(u32::MAX) / 4).min(self.upper);
            let explored = self.explore(most, completions, request)?;
            let (truncated, next) = (explored.truncated, explored.next);
            let is_none = explored.ends.is_empty();
            if !is_none {
                self.keep(explored, request);
            }
            match (truncated, is_none) {
                (false, false) => return Ok(Ended::Known),
                (false, true) => self.lower = if self.found.is_some() { next.min(self.upper) } else { next },
                (true, _) => return Ok(if self.is_enough() { Ended::Known } else { Ended::Open }),
            }
            failed += 1;
            if self.lower == u32::MAX || self.lower > self.upper {
                return Ok(Ended::None);
            }
            if self.is_enough() {
                return Ok(Ended::Known);
            }
        }
    }
}
