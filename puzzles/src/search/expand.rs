//! From one layer of a search to the sorted list of its successors, on all cores, within the limits of time and memory.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::layer::{Layer, State, Weight};
use super::{on_threads, thread_count};
use crate::control::{Bytes, Request, Stop};

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
pub(super) struct Runs<K, W>(pub(super) Vec<Layer<K, W>>);

impl<K: Copy + Ord, W: Weight> Runs<K, W> {
    pub(super) fn states(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Sorts some states and adds them; lists of about equal length are merged, so that few are left.
    pub(super) fn push(&mut self, mut states: Layer<K, W>, request: &Request<'_>) -> Result<(), Stop> {
        states.sort_unstable_by_key(|entry| entry.0);
        join_equal(&mut states);
        while let Some(last) = self.0.pop_if(|last| last.len() <= 2 * states.len()) {
            states = merge(&last, &states, request)?;
        }
        self.0.push(states);
        Ok(())
    }

    /// Merges all lists into one, the shortest first.
    fn joined(mut self, request: &Request<'_>) -> Result<Layer<K, W>, Stop> {
        self.0.sort_unstable_by_key(|run| std::cmp::Reverse(run.len()));
        let mut all = self.0.pop().unwrap_or_default();
        while let Some(run) = self.0.pop() {
            all = merge(&run, &all, request)?;
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

/// Joins neighbours with the same state and adds up their weights.
pub(super) fn join_equal<K: PartialEq, W: Weight>(run: &mut Layer<K, W>) {
    run.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 = first.1.clone().plus(later.1.clone());
        }
        same
    });
}
