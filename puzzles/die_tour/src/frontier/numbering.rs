//! States with numbers, in the order in which they are found.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a key has a number less than that of the keys in memory; a hash is masked"
)]

use super::key::Key;
use super::table::hash;

/// No number.
const FREE: u32 = u32::MAX;

/// States, each with its place in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    keys: Vec<Key>,
    /// A hash table with open addressing: the numbers of the states. Its length is a power of two, or 0.
    places: Vec<u32>,
}

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
