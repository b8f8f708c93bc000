//! The states of a layer: a hash table with open addressing.

use num_bigint::BigUint;

use super::key::Key;

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
