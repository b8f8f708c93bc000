//! The dynamic program: cell by cell, every state that can still reach a target.

use num_bigint::BigUint;

use super::key::{Choice, Crossings, Key, Steps};
use super::relaxation::{Bound, Prices};
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
                self.expand(t, share, |key, worth| sorted[owner(key, count)].push((key, worth)));
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

// The states of a layer: a hash table with open addressing.

/// No state: all bits set is not a state that `key.rs` makes.
const EMPTY: Key = Key(u128::MAX);

/// The value of a state. When the state is reached again, the values are merged.
pub trait Worth: Clone + Send + Sync + 'static {
    /// The value of the state before the first step.
    fn nothing() -> Self;
    /// The sum of the best way to the state.
    fn sum(&self) -> i32;
    /// The value after a visit that adds to the sum.
    #[must_use]
    fn plus(&self, weight: i32) -> Self;
    /// Merges the value of other ways to the state.
    fn merge(&mut self, other: Self);
    /// The bytes that it takes beside its own size.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// The best sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best(pub i32);

impl Worth for Best {
    fn nothing() -> Self {
        Self(0)
    }

    fn sum(&self) -> i32 {
        self.0
    }

    fn plus(&self, weight: i32) -> Self {
        Self(self.0 + weight)
    }

    fn merge(&mut self, other: Self) {
        self.0 = self.0.max(other.0);
    }
}

/// The best sum, and the number of ways to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The best sum.
    pub sum: i32,
    /// In how many ways it is reached.
    pub ways: BigUint,
}

impl Worth for Counted {
    fn nothing() -> Self {
        Self { sum: 0, ways: BigUint::from(1u8) }
    }

    fn sum(&self) -> i32 {
        self.sum
    }

    fn plus(&self, weight: i32) -> Self {
        Self { sum: self.sum + weight, ways: self.ways.clone() }
    }

    fn merge(&mut self, other: Self) {
        match other.sum.cmp(&self.sum) {
            std::cmp::Ordering::Greater => *self = other,
            std::cmp::Ordering::Equal => self.ways += other.ways,
            std::cmp::Ordering::Less => {}
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a hash is cut and masked")]
    fn heap_bytes(&self) -> usize {
        // Words of 64 bits, and what allocators add.
        (self.ways.bits() as usize).next_multiple_of(64) / 8 + 16
    }
}

/// States with their values.
#[derive(Debug)]
pub(super) struct Table<V> {
    keys: Vec<Key>,
    /// The value, and Φ.
    known: Vec<Option<(V, i64)>>,
    len: usize,
}

impl<V: Worth> Table<V> {
    /// Bytes for each place of a table.
    pub const BYTES: usize = size_of::<Key>() + size_of::<Option<(V, i64)>>();

    /// An empty table with room for this many states.
    pub fn for_states(count: usize) -> Self {
        let places = (2 * count).next_power_of_two().max(64);
        Self { keys: vec![EMPTY; places], known: vec![None; places], len: 0 }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn places(&self) -> usize {
        self.keys.len()
    }

    /// The place of a state, or the empty place where it belongs.
    #[expect(clippy::cast_possible_truncation, reason = "a hash is cut and masked")]
    fn place(&self, key: Key) -> usize {
        let mask = self.keys.len() - 1;
        let mut place = hash(key) as usize & mask;
        while self.keys[place] != key && self.keys[place] != EMPTY {
            place = (place + 1) & mask;
        }
        place
    }

    /// Merges the value of a state, or adds the state if `phi` has a bound for it. Returns whether the table is too full now.
    pub fn offer(&mut self, key: Key, worth: V, phi: impl FnOnce() -> Option<i64>) -> bool {
        let place = self.place(key);
        if let Some((known, _)) = &mut self.known[place] {
            known.merge(worth);
        } else if let Some(phi) = phi() {
            self.keys[place] = key;
            self.known[place] = Some((worth, phi));
            self.len += 1;
        }
        10 * self.len > 6 * self.keys.len()
    }

    /// Makes it twice as large.
    pub fn grow(&mut self) {
        let mut larger = Self::for_states(self.keys.len());
        for (place, key) in self.keys.iter().enumerate().filter(|&(_, &key)| key != EMPTY) {
            let there = larger.place(*key);
            larger.keys[there] = *key;
            larger.known[there] = self.known[place].take();
        }
        larger.len = self.len;
        *self = larger;
    }

    /// The states.
    pub fn into_states(self) -> impl Iterator<Item = (Key, V, i64)> {
        self.keys.into_iter().zip(self.known).filter_map(|(key, known)| {
            let (worth, phi) = known?;
            Some((key, worth, phi))
        })
    }
}

/// Which of `count` tables a state belongs to.
pub(super) fn owner(key: Key, count: usize) -> usize {
    // Other bits than those of the place in the table.
    (hash(key) >> 32) as usize % count
}

/// Well mixed in its lower 44 bits.
#[expect(clippy::cast_possible_truncation, reason = "a hash is cut and masked")]
pub(super) fn hash(key: Key) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (low, high) = (key.0 as u64, (key.0 >> 64) as u64);
    let mixed = u128::from(low ^ ODD) * u128::from(high ^ 0xd6e8_feb8_6659_fd93 | 1);
    let folded = (mixed as u64) ^ ((mixed >> 64) as u64);
    (folded ^ low.rotate_left(29)).wrapping_mul(ODD) >> 20
}

// States with numbers, in the order in which they are found.

/// No number.
const FREE: u32 = u32::MAX;

/// States, each with its place in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    keys: Vec<Key>,
    /// A hash table with open addressing: the numbers of the states. Its length is a power of two, or 0.
    places: Vec<u32>,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a key has a number less than that of the keys in memory; a hash is masked"
)]
impl Numbering {
    /// Numbers states, no two of them the same.
    pub fn of(states: &[Key]) -> Self {
        let mut numbering = Self::default();
        for &key in states {
            numbering.number(key);
        }
        numbering
    }

    /// The states, by number.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The states alone, by number.
    pub fn into_keys(self) -> Vec<Key> {
        self.keys
    }

    /// The number of a state, the next free one if it is new.
    pub fn number(&mut self, key: Key) -> u32 {
        if 2 * self.keys.len() >= self.places.len() {
            self.grow();
        }
        let place = self.place(key);
        if self.places[place] == FREE {
            // A table of 2³² numbers is beyond the memory that the caller allows.
            self.places[place] = self.keys.len() as u32;
            self.keys.push(key);
        }
        self.places[place]
    }

    /// The numbers of some states, in their order. What the table says of them is looked up for all of them first, so that the processor waits
    /// for the memory of many at once.
    pub fn numbers(&mut self, keys: &[Key]) -> Vec<u32> {
        let mut numbers: Vec<u32> = match self.places.len().checked_sub(1) {
            Some(mask) => keys.iter().map(|&key| self.places[hash(key) as usize & mask]).collect(),
            None => vec![FREE; keys.len()],
        };
        for (&key, number) in keys.iter().zip(&mut numbers) {
            if self.keys.get(*number as usize) != Some(&key) {
                *number = FREE;
            }
        }
        for (&key, number) in keys.iter().zip(&mut numbers).filter(|(_, number)| **number == FREE) {
            *number = self.number(key);
        }
        numbers
    }

    /// The place of a state in the table, or the free one where it belongs.
    fn place(&self, key: Key) -> usize {
        let mask = self.places.len() - 1;
        let is_taken = |place: usize| self.places[place] != FREE && self.keys[self.places[place] as usize] != key;
        let mut place = hash(key) as usize & mask;
        while is_taken(place) {
            place = (place + 1) & mask;
        }
        place
    }

    /// Makes the table twice as large.
    fn grow(&mut self) {
        self.places = vec![FREE; (2 * self.places.len()).max(64)];
        for (number, &key) in self.keys.iter().enumerate() {
            let place = self.place(key);
            self.places[place] = number as u32;
        }
    }

    /// The memory that it takes, while it grows.
    pub fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<Key>() + self.places.len() * size_of::<u32>()
    }
}
