//! The dynamic program: cell by cell, every state that can still reach a target.

use super::key::{Crossings, Key};
use super::prices::{Bound, Prices};
use super::steps::{Choice, Steps};
use super::table::{self, Table, Worth};
use tumble_model::control::{Event, Progress, Request, Stop};
use tumble_puzzles::search::thread_count;

/// States between two looks at the limits.
const STATES_PER_CHECK: usize = 1 << 14;
/// Layers with fewer states are done before threads have started.
pub(super) const STATES_FOR_THREADS: usize = 1 << 13;

/// Less than every bound, and far from where differences would overflow.
const ANYTHING: i64 = i64::MIN / 4;

/// The program.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The steps.
    pub steps: &'a Steps<'a>,
    /// What each visit adds, by state.
    pub weights: &'a [i32],
    /// For the bound.
    pub prices: &'a Prices,
}

/// The target of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aim {
    /// States that cannot reach this sum are dropped.
    pub target: Option<i64>,
    /// Only this number of states is kept before each cell: the states of the best bound.
    pub beam: Option<usize>,
    /// Whether the best path is wanted, not only its sum.
    pub path: bool,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Ran<V> {
    /// The value of all paths that reach the target together; `None` if no path does.
    pub worth: Option<V>,
    /// How the best path passes the cells in their order, if it was wanted.
    pub choices: Option<Vec<Choice>>,
    /// States before all cells together.
    pub states: u64,
    /// Whether no state was dropped that could reach the target.
    pub is_exact: bool,
}

type Layer<V> = Vec<(Key, V)>;

/// Which states are let into a table.
struct Gate<'a> {
    program: &'a Program<'a>,
    bound: &'a Bound,
    /// The place of the next cell.
    place: usize,
    /// In units.
    target: Option<i64>,
}

impl Gate<'_> {
    /// Puts a state into a table if it can reach the target.
    fn offer<V: Worth>(&self, table: &mut Table<V>, key: Key, worth: V, room: &mut Crossings) {
        let Program { steps, prices, .. } = *self.program;
        let least = self.target.map_or(ANYTHING, |target| target - prices.units(i64::from(worth.sum())));
        let is_full = table.offer(key, worth, || {
            room.read(key, steps.scan.width, self.place);
            self.bound.at_least(room, least)
        });
        if is_full {
            table.grow();
        }
    }
}

/// The value that a thread returned.
fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

impl Program<'_> {
    /// Runs it.
    ///
    /// # Errors
    /// The limit that stopped it.
    pub fn run<V: Worth>(&self, aim: Aim, request: &Request<'_>) -> Result<Ran<V>, Stop> {
        let count = self.steps.scan.steps.len();
        let constants = self.prices.constants(self.steps.paths, &self.steps.scan);
        let mut layers: Vec<Layer<V>> = vec![vec![(Key::default(), V::nothing())]];
        let mut ran = Ran { worth: None, choices: None, states: 1, is_exact: true };
        let mut held = 0;
        for t in 0..count {
            let before = ran.states;
            let observer = |event: &Event<'_>| request.control.notify(&event.after_nodes(before));
            let counted = request.observed_by(&observer);
            let bound = Bound::new(self.steps, self.prices, constants[t + 1].clone(), t + 1);
            let layer = &layers[layers.len() - 1];
            let tables = self.next(t, layer, &bound, aim, held, &counted)?;
            let mut states: Vec<(Key, V, i64)> = tables.into_iter().flat_map(Table::into_states).collect();
            if let Some(beam) = aim.beam.filter(|&beam| beam < states.len()) {
                ran.is_exact = false;
                let rank = |(_, worth, phi): &(Key, V, i64)| {
                    std::cmp::Reverse(self.prices.units(i64::from(worth.sum())) + phi)
                };
                states.select_nth_unstable_by_key(beam, |state| (rank(state), state.0));
                states.truncate(beam);
            }
            ran.states += states.len() as u64;
            let next: Layer<V> = states.into_iter().map(|(key, worth, _)| (key, worth)).collect();
            if aim.path {
                held += next.len() * size_of::<(Key, V)>();
            } else {
                layers.clear();
            }
            layers.push(next);
        }
        ran.worth = layers[layers.len() - 1].first().map(|(_, worth)| worth.clone());
        if aim.path && ran.worth.is_some() {
            ran.choices = self.walk_back(&layers);
        }
        Ok(ran)
    }

    /// The states after step t, in a table for each thread.
    fn next<V: Worth>(
        &self,
        t: usize,
        layer: &Layer<V>,
        bound: &Bound,
        aim: Aim,
        held: usize,
        request: &Request<'_>,
    ) -> Result<Vec<Table<V>>, Stop> {
        let threads = if layer.len() < STATES_FOR_THREADS { 1 } else { thread_count(request.threads) };
        let place = self.steps.scan.steps.get(t + 1).map_or(0, |step| step.place);
        let target = aim.target.map(|target| self.prices.units(target));
        let gate = Gate { program: self, bound, place, target };
        let heap = layer.iter().map(|(_, worth)| worth.heap_bytes()).max().unwrap_or(0);
        let mut tables: Vec<Table<V>> = (0..threads).map(|_| Table::for_states(layer.len() / threads)).collect();
        for part in layer.chunks(STATES_PER_CHECK * threads) {
            request.control.check()?;
            if let [table] = &mut tables[..] {
                let mut room = Crossings::default();
                self.expand(t, part, |key, worth| gate.offer(table, key, worth, &mut room));
            } else {
                self.expand_on_threads(t, part, &gate, &mut tables);
            }
            let nodes = Some(tables.iter().map(|table| table.len() as u64).sum());
            request.control.notify(&Event::Progress(Progress { nodes, ..Progress::default() }));
            let places: usize = tables.iter().map(Table::places).sum();
            let here = layer.len() * (size_of::<(Key, V)>() + heap);
            // In 64 bits: on a machine of 32 bits the sum may be more than a `usize` holds.
            let needed = (held + here) as u64 + places as u64 * (3 * Table::<V>::BYTES + heap) as u64;
            request.control.check_memory(needed)?;
        }
        Ok(tables)
    }

    /// The states after step t that come from these.
    fn expand<V: Worth>(&self, t: usize, states: &[(Key, V)], mut found: impl FnMut(Key, V)) {
        let mut room = Crossings::default();
        for (key, worth) in states {
            self.steps.each(t, *key, &mut room, |next, choice| found(next, worth.plus(self.weights[choice.visit])));
        }
    }

    /// Each thread expands a share of the states, then each merges what belongs into its table.
    fn expand_on_threads<V: Worth>(&self, t: usize, states: &[(Key, V)], gate: &Gate<'_>, tables: &mut [Table<V>]) {
        let count = tables.len();
        let shares = states.chunks(states.len().div_ceil(count));
        let sorted: Vec<Vec<Vec<(Key, V)>>> = std::thread::scope(|scope| {
            let expand = |share| {
                let mut sorted = vec![Vec::new(); count];
                self.expand(t, share, |key, worth| sorted[table::owner(key, count)].push((key, worth)));
                sorted
            };
            let running: Vec<_> = shares.map(|share| scope.spawn(move || expand(share))).collect();
            running.into_iter().map(joined).collect()
        });
        std::thread::scope(|scope| {
            for (owner, table) in tables.iter_mut().enumerate() {
                let sorted = &sorted;
                scope.spawn(move || {
                    let mut room = Crossings::default();
                    for (key, worth) in sorted.iter().flat_map(|share| &share[owner]) {
                        gate.offer(table, *key, worth.clone(), &mut room);
                    }
                });
            }
        });
    }

    /// The choices of a best path, from the layers of a run that kept them all.
    fn walk_back<V: Worth>(&self, layers: &[Layer<V>]) -> Option<Vec<Choice>> {
        let mut choices = Vec::new();
        let mut crossings = Crossings::default();
        let (mut key, mut sum) = layers.last()?.first().map(|(key, worth)| (*key, worth.sum()))?;
        for (t, layer) in layers.iter().enumerate().rev().skip(1) {
            // The smallest state, so that the path does not depend on the order of the layer.
            let mut before: Option<(Key, i32, Choice)> = None;
            for (from, worth) in layer {
                self.steps.each(t, *from, &mut crossings, |next, choice| {
                    let leads = next == key && worth.sum() + self.weights[choice.visit] == sum;
                    if leads && before.is_none_or(|(other, ..)| *from < other) {
                        before = Some((*from, worth.sum(), choice));
                    }
                });
            }
            let (from, worth, choice) = before?;
            (key, sum) = (from, worth);
            choices.push(choice);
        }
        choices.reverse();
        Some(choices)
    }
}
