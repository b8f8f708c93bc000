//! Layers of a search: sorted lists of states, each with what is known of it. From one layer to the next on all cores, within the limits of time
//! and memory; one side of a breadth-first search; and searches through a fixed number of stages, such as Held and Karp's dynamic program over
//! subsets, where every move leads from a state of one stage to a state of the next one, at a cost.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use super::{on_threads, thread_count};
use crate::control::{Bytes, Event, Progress, Request, Stop};

/// A state: anything small that has an order.
pub trait State: Copy + Ord + Send + Sync {}

impl<K: Copy + Ord + Send + Sync> State for K {}

/// Pushes the states that one move leads to. It is called once for each state that a search expands, so that searches are compiled once for each
/// type of states.
pub type Expand<'a, K> = dyn Fn(K, &mut Vec<K>) + Sync + 'a;

/// The knowledge about a state, for example the number of shortest paths to it.
pub trait Weight: Clone + Send + Sync {
    /// The weight of a state that a search starts from.
    fn one() -> Self;
    /// The weight of a state that is reached in two ways.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

impl Weight for () {
    fn one() -> Self {}
    fn plus(self, (): Self) -> Self {}
}

/// Numbers of paths; `u64::MAX` means that many or more.
impl Weight for u64 {
    fn one() -> Self {
        1
    }
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
}

/// States in ascending order, each once.
pub type Layer<K, W> = Vec<(K, W)>;

/// Layers smaller than this are expanded faster than threads start.
const STATES_FOR_THREADS: usize = 1 << 13;
/// The most copies of a new state in memory: in lists that still grow, or in a list that is merged and in the result.
const COPIES: u64 = 3;
/// States that are sorted at a time: about a tenth of a second.
const STATES_PER_RUN: usize = 1 << 21;
/// States that a thread takes at a time.
const STATES_PER_TURN: usize = 1 << 11;

/// Everything that `expand` pushes for the states of a layer, if it fits in memory beside the `held` bytes. Each thread has its
/// own scratch.
///
/// # Errors
/// Why it stopped: a limit or an interrupt.
pub fn expanded<K, W, S, E>(
    layer: &Layer<K, W>,
    expand: &E,
    request: &Request<'_>,
    held: u64,
) -> Result<Layer<K, W>, Stop>
where
    K: State,
    W: Weight,
    S: Default,
    E: Fn(&mut S, K, W, &mut Layer<K, W>) + Sync,
{
    let room = Room::new(request, held, size_of::<(K, W)>() as u64);
    let threads = if layer.len() < STATES_FOR_THREADS { 1 } else { thread_count(request.threads) };
    let (turn, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || expand_turns(layer, expand, request, room, [&turn, &taken]);
    let mut runs = Runs(Vec::new());
    for run in on_threads(threads, work) {
        runs.0.push(run?);
    }
    runs.joined(request)
}

/// What one thread does: it takes states turn by turn and sorts their successors.
fn expand_turns<K, W, S, E>(
    layer: &Layer<K, W>,
    expand: &E,
    request: &Request<'_>,
    room: Room,
    [turn, taken]: [&AtomicUsize; 2],
) -> Result<Layer<K, W>, Stop>
where
    K: Copy + Ord,
    W: Weight,
    S: Default,
    E: Fn(&mut S, K, W, &mut Layer<K, W>),
{
    let mut runs = Runs(Vec::new());
    let (mut run, mut scratch) = (Vec::new(), S::default());
    loop {
        let from = turn.fetch_add(STATES_PER_TURN, Ordering::Relaxed);
        let Some(states) = layer.get(from..(from + STATES_PER_TURN).min(layer.len())) else { break };
        if states.is_empty() {
            break;
        }
        let before = run.len();
        for (state, weight) in states {
            expand(&mut scratch, *state, weight.clone(), &mut run);
        }
        let new = run.len() - before;
        let all = taken.fetch_add(new, Ordering::Relaxed) + new;
        if all > room.states {
            return Err(room.exceeded(all, turn.load(Ordering::Relaxed).min(layer.len()), layer.len()));
        }
        request.control.check()?;
        if run.len() >= STATES_PER_RUN {
            let before = runs.states() + run.len();
            runs.push(std::mem::take(&mut run), request)?;
            // States that were pushed twice are now counted once.
            taken.fetch_sub(before - runs.states(), Ordering::Relaxed);
        }
    }
    runs.push(run, request)?;
    runs.joined(request)
}

/// The memory that a new layer has to fit in.
#[derive(Clone, Copy)]
struct Room {
    /// Bytes already in use.
    held: u64,
    /// Bytes of a state.
    state: u64,
    /// The number of states that fit while their lists are joined.
    states: usize,
}

impl Room {
    fn new(request: &Request<'_>, held: u64, state: u64) -> Self {
        let free = request.control.memory_left().0.saturating_sub(held) / state.max(1);
        Self { held, state, states: usize::try_from(free / COPIES).unwrap_or(usize::MAX) }
    }

    /// The new layer does not fit: `expanded` of `layer` states led to `new` ones, and the estimate takes the same rate for the
    /// others.
    fn exceeded(self, new: usize, expanded: usize, layer: usize) -> Stop {
        let all = new as u128 * layer as u128 / expanded.max(1) as u128;
        let needed = u128::from(self.held) + all * u128::from(self.state * COPIES);
        Stop::MemoryLimit { needed: u64::try_from(needed).ok().map(Bytes) }
    }
}

/// Sorted lists that are merged in short steps, between which the limits are checked.
struct Runs<K, W>(Vec<Layer<K, W>>);

impl<K: Copy + Ord, W: Weight> Runs<K, W> {
    fn states(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Sorts some states and adds them; lists of about equal length are merged, so that few are left.
    fn push(&mut self, mut states: Layer<K, W>, request: &Request<'_>) -> Result<(), Stop> {
        sort(&mut states);
        join_equal(&mut states);
        while let Some(last) = self.0.pop_if(|last| last.len() <= 2 * states.len()) {
            states = merge(&last, &states, request)?;
        }
        self.0.push(states);
        Ok(())
    }

    /// Merges all lists into one, the shortest first.
    fn joined(mut self, request: &Request<'_>) -> Result<Layer<K, W>, Stop> {
        let mut all = Vec::new();
        while let Some(shortest) = (0..self.0.len()).min_by_key(|&run| self.0[run].len()) {
            let run = self.0.swap_remove(shortest);
            all = if all.is_empty() { run } else { merge(&run, &all, request)? };
        }
        Ok(all)
    }
}

/// Merges two sorted lists.
fn merge<K: Copy + Ord, W: Weight>(
    mut a: &[(K, W)],
    mut b: &[(K, W)],
    request: &Request<'_>,
) -> Result<Layer<K, W>, Stop> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    while !a.is_empty() && !b.is_empty() {
        request.control.check()?;
        for _ in 0..STATES_PER_RUN {
            let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b) else { break };
            match first_a.0.cmp(&first_b.0) {
                Less => {
                    merged.push(first_a.clone());
                    a = rest_a;
                }
                Greater => {
                    merged.push(first_b.clone());
                    b = rest_b;
                }
                Equal => {
                    merged.push((first_a.0, first_a.1.clone().plus(first_b.1.clone())));
                    (a, b) = (rest_a, rest_b);
                }
            }
        }
    }
    merged.extend_from_slice(a);
    merged.extend_from_slice(b);
    Ok(merged)
}

/// The states that a search starts from, as a layer: a state that is there twice is a start of two ways.
pub(super) fn first<K: State, W: Weight>(starts: &[K]) -> Layer<K, W> {
    let mut layer = starts.iter().map(|&state| (state, W::one())).collect();
    sort(&mut layer);
    join_equal(&mut layer);
    layer
}

/// Sorts states that may be equal.
fn sort<K: Copy + Ord, W>(run: &mut Layer<K, W>) {
    run.sort_unstable_by_key(|entry| entry.0);
}

/// Joins neighbours with the same state and adds up their weights.
fn join_equal<K: PartialEq, W: Weight>(run: &mut Layer<K, W>) {
    run.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 = first.1.clone().plus(later.1.clone());
        }
        same
    });
}

/// Exact numbers of ways; the memory of large numbers is little beside that of the states.
impl Weight for BigUint {
    fn one() -> Self {
        Self::from(1_u8)
    }
    fn plus(self, other: Self) -> Self {
        self + other
    }
}

/// One side of a breadth-first search. If every move can be undone, a neighbour of a state in layer d lies in layer d − 1, d or d + 1, so two
/// layers are enough to tell whether a state is new. Otherwise it may lie in any earlier layer: their states are kept in a few sorted lists.
pub(super) struct Side<'a, K, W> {
    /// The states at distance `depth`.
    pub(super) layer: Layer<K, W>,
    /// Their distance from the states that this side began with.
    pub(super) depth: u64,
    /// The number of states that were ever in a layer.
    pub(super) seen: u64,
    earlier: Earlier<K, W>,
    /// All layers before this one, by distance, if they are wanted.
    kept: Option<Vec<Layer<K, W>>>,
    expand: &'a Expand<'a, K>,
}

/// The states of earlier layers that a move may lead back to.
enum Earlier<K, W> {
    /// If every move can be undone: those of the last layer.
    Last(Layer<K, W>),
    All(Runs<K, W>),
}

impl<'a, K: State, W: Weight> Side<'a, K, W> {
    /// A side that begins at these states; `expand` pushes what one move leads to.
    pub(super) fn new(states: &[K], reversible: bool, expand: &'a Expand<'a, K>) -> Self {
        let mut layer: Layer<K, W> = states.iter().map(|&state| (state, W::one())).collect();
        sort(&mut layer);
        layer.dedup_by_key(|entry| entry.0);
        let earlier = if reversible { Earlier::Last(Vec::new()) } else { Earlier::All(Runs(Vec::new())) };
        Self { seen: layer.len() as u64, layer, depth: 0, earlier, kept: None, expand }
    }

    /// This side, which keeps all its layers.
    pub(super) fn keeping(self) -> Self {
        Self { kept: Some(Vec::new()), ..self }
    }

    /// The bytes that its layers take.
    pub(super) fn bytes(&self) -> u64 {
        let earlier = match &self.earlier {
            Earlier::Last(layer) => layer.len(),
            Earlier::All(runs) => runs.states(),
        };
        let kept = self.kept.iter().flatten().map(Vec::len).sum::<usize>();
        ((self.layer.len() + earlier + kept) * size_of::<(K, W)>()) as u64
    }

    /// Advances to the next layer. `others` is the memory in bytes that the rest of the search holds.
    pub(super) fn advance(&mut self, request: &Request<'_>, others: u64) -> Result<(), Stop> {
        let expand = |next: &mut Vec<K>, state, weight: W, out: &mut Layer<K, W>| {
            (self.expand)(state, next);
            out.extend(next.drain(..).map(|state| (state, weight.clone())));
        };
        let mut next = expanded(&self.layer, &expand, request, self.bytes().saturating_add(others))?;
        let earlier = match &self.earlier {
            Earlier::Last(layer) => std::slice::from_ref(layer),
            Earlier::All(runs) => &runs.0,
        };
        for layer in earlier.iter().chain([&self.layer]) {
            subtract(&mut next, layer);
            request.control.check()?;
        }
        next.shrink_to_fit();
        self.seen += next.len() as u64;
        self.depth += 1;
        let passed = std::mem::replace(&mut self.layer, next);
        if let Some(kept) = &mut self.kept {
            kept.push(passed.clone());
        }
        match &mut self.earlier {
            Earlier::Last(layer) => *layer = passed,
            Earlier::All(runs) => runs.push(passed, request)?,
        }
        Ok(())
    }

    /// Its layers by their distance, of a side that keeps them.
    pub(super) fn into_layers(self) -> Vec<Layer<K, W>> {
        self.kept.into_iter().flatten().chain([self.layer]).collect()
    }

    /// The states that two sides share, with both weights.
    pub(super) fn meet<'b>(&'b self, other: &'b Side<'_, K, W>) -> impl Iterator<Item = (K, W, W)> + 'b {
        let mut theirs = other.layer.iter().peekable();
        self.layer.iter().filter_map(move |(state, weight)| {
            while theirs.next_if(|entry| entry.0 < *state).is_some() {}
            theirs.peek().filter(|entry| entry.0 == *state).map(|entry| (*state, weight.clone(), entry.1.clone()))
        })
    }
}

/// Reports the progress of a search: the number of states that it kept, and the lower bound `at_least` on the length of a path.
pub(super) fn report(request: &Request<'_>, states: u64, at_least: u64) {
    let progress = Progress { incumbent: None, bound: Some(at_least as f64), nodes: Some(states) };
    request.control.notify(&Event::Progress(progress));
}

/// A list that is so many times as long as another is searched for the states of the other one by one.
const LONG: usize = 32;

/// Removes from a sorted list the states of another.
fn subtract<K: Copy + Ord, W>(from: &mut Layer<K, W>, what: &Layer<K, W>) {
    if from.len().saturating_mul(LONG) < what.len() {
        return from.retain(|entry| what.binary_search_by_key(&entry.0, |other| other.0).is_err());
    }
    let mut rest = what.iter().peekable();
    from.retain(|entry| {
        while rest.next_if(|other| other.0 < entry.0).is_some() {}
        rest.peek().is_none_or(|other| other.0 != entry.0)
    });
}

/// The result of a search through stages.
#[derive(Clone, Debug)]
pub struct Stages<K, W> {
    /// The states of each stage in ascending order, from the first stage on, or of the latest stage only. The list ends early
    /// with a stage that has no states, or where the search was stopped.
    pub layers: Vec<Layer<K, W>>,
    /// The number of states of all stages.
    pub states: u64,
    /// Why it was stopped before its end.
    pub stop: Option<Stop>,
}

/// Searches `count` stages, beginning with the stage `first`. `expand` pushes the states of the next stage that a state leads to,
/// each with the weight of the way there; in each stage its scratch is a new one. `narrow` may take states out of a new layer. `at_least` gives a lower bound on the cost of a
/// solution through a layer, for progress.
///
/// All layers are kept where `keep` is set, otherwise the latest only.
pub fn stages<K, W, S, F>(
    first: Layer<K, W>,
    count: usize,
    keep: bool,
    expand: &F,
    narrow: &mut dyn FnMut(&mut Layer<K, W>),
    at_least: &dyn Fn(&Layer<K, W>) -> u64,
    request: &Request<'_>,
) -> Stages<K, W>
where
    K: State,
    W: Weight,
    S: Default,
    F: Fn(&mut S, K, W, &mut Layer<K, W>) + Sync,
{
    let mut layer = first;
    sort(&mut layer);
    join_equal(&mut layer);
    narrow(&mut layer);
    let mut found = Stages { states: layer.len() as u64, layers: vec![layer], stop: None };
    for _ in 1..count {
        let Some(layer) = found.layers.last().filter(|layer| !layer.is_empty()) else { break };
        report(request, found.states, at_least(layer));
        let held = found.layers.iter().map(Vec::len).sum::<usize>() * size_of::<(K, W)>();
        match expanded(layer, expand, request, held as u64) {
            Ok(mut next) => {
                narrow(&mut next);
                next.shrink_to_fit();
                found.states += next.len() as u64;
                if !keep {
                    found.layers.clear();
                }
                found.layers.push(next);
            }
            Err(stop) => {
                found.stop = Some(stop);
                break;
            }
        }
    }
    found
}
