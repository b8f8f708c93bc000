//! The search through stages, with bounds: trails that must get longer than wanted are left out.
//!
//! No trail has fewer rolls than the bound of the priced ng-routes says (`prices.rs`). With this many rolls as the limit, the dynamic
//! program keeps a state only if its rolls and the bound on the rest of its trail (`stages.rs`) are within the limit. The limit
//! rises until a trail is found, which is then a shortest one, and all shortest trails are among the states. Where a stage has too many
//! states, the bounds are improved first, and then stages may be wider. A search that keeps the best states of each stage finds trails
//! without a proof; once a trail is known, the bounds are improved on what trails up to a lower limit could use, first halfway to the known
//! trail, then the lower bound: such a trail is found, or the lower bound rises ("destructive improvement": R. Klein, A. Scholl,
//! *Computing lower bounds by destructive improvement*, European Journal of Operational Research 112, 1999).

use super::LabeledBoard;
use super::bound_graph::ROLL;
use super::label_graph::LabelGraph;
use super::prices::Bounds;
use super::stages::{Completions, Cut, Explored, TrailWeight, Trails, explore};
use tumble_model::control::{Bytes, Event, Progress, Request, Stop};
use tumble_puzzles::search::announce;
use tumble_rolling::State;

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

/// Reports a trail of those that were found.
pub(super) fn announce_first<const W: usize, V: TrailWeight>(
    explored: &Explored<'_, W, V>,
    wanted: Wanted,
    request: &Request<'_>,
) {
    // Where trails are only counted, the stages that lead to them are not kept.
    if wanted != Wanted::Number
        && let Some(trail) = Trails::new(explored).next()
    {
        announce(&request.control, explored.ends[0].weight.length().into(), &trail);
    }
}

/// Which searches may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Without bounds.
    Plain,
    /// With bounds from the first stage on, of which each may have so many states at first.
    Bounded(usize),
    /// Without bounds as long as the stages are small.
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
/// The part of the memory that the tables of the bounds may take: one of so many equal parts.
const PART_OF_BOUNDS: u64 = 4;
/// The prices are improved as long as the bound gains this much, in thousandths of a roll.
const LEAST_GAIN: i32 = ROLL / 5;
/// They are improved at most so often before the next search, and before the first one.
const MOST_GAINS: u32 = 20;
const GAINS_AT_FIRST: u32 = 3;

/// A search for trails from one start after the other.
pub(super) struct Bounded<'a> {
    graph: &'a LabelGraph,
    wanted: Wanted,
    way: Way,
    /// Made when first needed.
    bounds: Option<Bounds<'a>>,
}

impl<'a> Bounded<'a> {
    pub(super) const fn new(graph: &'a LabelGraph, wanted: Wanted, way: Way) -> Self {
        Self { graph, wanted, way, bounds: None }
    }

    /// The shortest trails from these starts, if they have up to `most` rolls.
    pub(super) fn search<const W: usize, V: TrailWeight>(
        &mut self,
        starts: &[State],
        most: Option<u32>,
        request: &Request<'_>,
    ) -> Explored<'a, W, V> {
        let keep = self.wanted != Wanted::Number;
        let plain = |width| explore::<W, V>(self.graph, starts.to_vec(), keep, Cut::at_width(width), request);
        let (width, states) = match self.way {
            Way::Plain => return plain(usize::MAX),
            _ if self.graph.labels() == 0 => return plain(usize::MAX),
            Way::Bounded(width) => (width, 0),
            Way::Both => {
                let explored = plain(PLAIN_WIDTH);
                if !explored.truncated {
                    return explored;
                }
                self.way = Way::Bounded(FIRST_WIDTH);
                (FIRST_WIDTH, explored.states)
            }
        };
        let mut run = Run {
            graph: self.graph,
            starts,
            wanted: self.wanted,
            lower: 0,
            upper: most.unwrap_or(u32::MAX),
            limit: u32::MAX,
            found: None,
            states,
            width,
        };
        let ended = run.search(&mut self.bounds, request);
        run.explored(ended)
    }
}

/// The search for trails from one start.
struct Run<'a, 'b, const W: usize, V> {
    graph: &'a LabelGraph,
    starts: &'b [State],
    wanted: Wanted,
    /// No trail has fewer rolls.
    lower: u32,
    /// Longer trails are not wanted.
    upper: u32,
    /// Longer trails are closed to the bounds once a trail is known: up to `upper`, or lower to find out whether a trail is that short.
    limit: u32,
    /// The best trails, of `upper` rolls.
    found: Option<Explored<'a, W, V>>,
    states: u64,
    /// The most states of a stage.
    width: usize,
}

/// How a part of the search ended.
enum Ended {
    /// What was found is the answer.
    Known,
    /// There is no trail that is wanted.
    None,
    /// It has to go on.
    Open,
}

impl<'a, const W: usize, V: TrailWeight> Run<'a, '_, W, V> {
    fn explored(self, ended: Result<Ended, Stop>) -> Explored<'a, W, V> {
        let (found, stop) = match ended {
            Ok(Ended::None) => (None, None),
            Ok(Ended::Known | Ended::Open) => (self.found, None),
            Err(stop) => (self.found, Some((stop, u64::from(self.lower)))),
        };
        let none = || Explored::none(self.graph, self.starts.to_vec());
        Explored { stop, states: self.states, ..found.unwrap_or_else(none) }
    }

    fn search(&mut self, bounds: &mut Option<Bounds<'a>>, request: &Request<'_>) -> Result<Ended, Stop> {
        if bounds.is_none() {
            *bounds = Bounds::new(self.graph, request)?;
        }
        let Some(bounds) = bounds.as_mut() else { return self.without_bounds(request) };
        if bounds.begin(self.graph, self.starts).is_none() {
            return self.without_bounds(request);
        }
        self.upper = self.upper.min(bounds.longest());
        self.limit = self.upper;
        loop {
            let is_known = self.found.is_some();
            let completions = match self.improve(bounds, request) {
                Err(Stop::MemoryLimit { .. }) => return self.without_bounds(request),
                improved => improved?,
            };
            if let Some(completions) = completions {
                for part in [Self::beam, Self::rise] {
                    if let ended @ (Ended::Known | Ended::None) = part(self, &completions, request)? {
                        return Ok(ended);
                    }
                }
                self.width = self.width.saturating_mul(2);
            }
            if self.lower > self.upper {
                return Ok(Ended::None);
            }
            if self.lower > self.limit {
                // What was closed for a limit may be open for a higher one.
                bounds.begin(self.graph, self.starts);
            }
            let limit = match self.found {
                Some(_) if is_known => self.lower,
                Some(_) => self.lower.midpoint(self.upper),
                None => self.limit,
            };
            if limit != self.limit && limit < self.upper {
                bounds.restart();
            }
            self.limit = limit;
        }
    }

    /// Improves the bounds as long as they gain; `None`: no trail is within the limit.
    fn improve(&mut self, bounds: &mut Bounds<'a>, request: &Request<'_>) -> Result<Option<Completions>, Stop> {
        let room = request.control.memory_left().0.saturating_sub(self.held()) / PART_OF_BOUNDS;
        // No trail of interest costs more.
        let most = (self.limit as i32).saturating_mul(ROLL);
        let is_closed = self.is_closed();
        let enough = if self.found.is_some() && self.limit == self.upper { most - ROLL } else { most };
        let mut before = i32::MIN;
        // Before a trail is known, and closes most of the graph, rounds take long.
        for _ in 0..if is_closed { MOST_GAINS } else { GAINS_AT_FIRST } {
            if is_closed {
                bounds.fix(most, room, request)?;
            }
            let cost = bounds.polish(enough, room, request)?;
            self.lower = self.lower.max(Completions::rolls(i64::from(cost)).min(self.limit + 1));
            self.report(request);
            if self.lower > self.limit {
                return Ok(None);
            }
            if cost > enough || cost < before.saturating_add(LEAST_GAIN) {
                break;
            }
            before = cost;
        }
        bounds.completions(room, request).map(Some)
    }

    /// The dynamic program with a limit and the completions to tell what is over the limit, or without.
    fn explore(
        &mut self,
        longer: Option<(u32, &Completions)>,
        narrow: bool,
        request: &Request<'_>,
    ) -> Result<Explored<'a, W, V>, Stop> {
        let width = if longer.is_some() { self.width } else { usize::MAX };
        let cut = Cut { longer, width, narrow, proved: self.lower };
        let held = self.held() + longer.map_or(0, |(_, completions)| completions.table.bytes());
        let left = Bytes(request.control.memory_limit().0.saturating_sub(held));
        let before = self.states;
        let observer = |event: &Event<'_>| request.control.notify(&event.after_nodes(before));
        let control = request.control.observed_by(&observer).with_memory_limit(left);
        let request = request.with_control(control);
        let keep = self.wanted != Wanted::Number;
        let mut explored = explore::<W, V>(self.graph, self.starts.to_vec(), keep, cut, &request);
        self.states += explored.states;
        match explored.stop.take() {
            Some((stop, at_least)) => {
                self.lower = self.lower.max(u32::try_from(at_least).unwrap_or(u32::MAX));
                Err(stop)
            }
            None => Ok(explored),
        }
    }

    /// Whether a limit has closed a part of the graph to the bounds.
    fn is_closed(&self) -> bool {
        self.found.is_some() || self.limit < self.upper
    }

    /// The bytes of the trails that are known.
    fn held(&self) -> u64 {
        self.found.as_ref().map_or(0, Explored::bytes)
    }

    fn report(&self, request: &Request<'_>) {
        let incumbent = self.found.as_ref().map(|_| i64::from(self.upper));
        let progress = Progress { incumbent, bound: Some(self.lower.into()), nodes: Some(self.states) };
        request.control.notify(&Event::Progress(progress));
    }

    /// Keeps the trails that were found, which are shorter than those before, or all that are as short.
    fn keep(&mut self, explored: Explored<'a, W, V>, request: &Request<'_>) {
        if let Some(end) = explored.ends.first() {
            self.upper = end.weight.length();
            self.limit = self.limit.min(self.upper);
            announce_first(&explored, self.wanted, request);
            self.found = Some(explored);
            self.report(request);
        }
    }

    /// What was found, if that is enough.
    fn ended(&self) -> Ended {
        let is_enough = match self.wanted {
            Wanted::Any => true,
            Wanted::One => self.lower >= self.upper,
            Wanted::All | Wanted::Number => false,
        };
        if is_enough && self.found.is_some() { Ended::Known } else { Ended::Open }
    }

    /// Without bounds there is no limit.
    fn without_bounds(&mut self, request: &Request<'_>) -> Result<Ended, Stop> {
        let explored = self.explore(None, false, request)?;
        let is_none = explored.ends.is_empty();
        self.keep(explored, request);
        Ok(if is_none { Ended::None } else { Ended::Known })
    }

    /// Looks for shorter trails, without a proof.
    fn beam(&mut self, completions: &Completions, request: &Request<'_>) -> Result<Ended, Stop> {
        let most = if self.found.is_some() { self.upper.saturating_sub(1) } else { self.upper };
        if most > self.lower && self.limit == self.upper {
            let explored = self.explore(Some((most, completions)), true, request)?;
            self.keep(explored, request);
        }
        Ok(self.ended())
    }

    /// Raises the number of rolls from the lower bound on, up to the limit, as long as the stages are not too wide.
    fn rise(&mut self, completions: &Completions, request: &Request<'_>) -> Result<Ended, Stop> {
        // One by one at first, then faster: where no trail exists, it has to rise until nothing is left out.
        for more in (0..).map(|failed| 1_u32.checked_shl(failed).unwrap_or(u32::MAX) / 8) {
            let most = self.lower.saturating_add(more).min(self.limit).min(self.upper);
            let explored = self.explore(Some((most, completions)), false, request)?;
            let (truncated, next) = (explored.truncated, explored.next);
            if truncated {
                return Ok(Ended::Open);
            }
            if !explored.ends.is_empty() {
                self.keep(explored, request);
                return Ok(Ended::Known);
            }
            // The search skips trails above `limit`, so it only shows: every unseen trail costs at least `limit + 1`.
            let unseen = if self.limit < self.upper { self.limit + 1 } else { self.upper };
            self.lower = if self.is_closed() { next.min(unseen) } else { next };
            let ended = self.ended();
            if self.lower > self.limit || matches!(ended, Ended::Known) {
                return Ok(ended);
            }
        }
        Ok(Ended::Open)
    }
}
