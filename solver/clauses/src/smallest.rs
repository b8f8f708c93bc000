//! A queue of numbers from which the two with the fewest values are merged, again and again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Numbers, each by its values in ascending order: first the numbers with the fewest values; of equally many values, first the numbers that
/// came first.
pub(super) struct Smallest<T> {
    queue: BinaryHeap<Reverse<(usize, usize)>>,
    /// By the second number in the queue.
    items: Vec<Option<T>>,
    /// The least and the largest sum of all numbers.
    ends: (i64, i64),
}

impl<T: AsRef<[i64]>> FromIterator<T> for Smallest<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut all = Self { queue: BinaryHeap::new(), items: Vec::new(), ends: (0, 0) };
        items.into_iter().for_each(|item| all.push(item));
        all
    }
}

impl<T: AsRef<[i64]>> Smallest<T> {
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    pub fn push(&mut self, item: T) {
        let values = item.as_ref();
        self.ends.0 += values[0];
        self.ends.1 += values[values.len() - 1];
        self.queue.push(Reverse((values.len(), self.items.len())));
        self.items.push(Some(item));
    }

    pub fn pop(&mut self) -> Option<T> {
        let Reverse((_, i)) = self.queue.pop()?;
        let item = self.items[i].take()?;
        let values = item.as_ref();
        self.ends.0 -= values[0];
        self.ends.1 -= values[values.len() - 1];
        Some(item)
    }

    /// The least and the largest sum of the numbers that are left.
    pub const fn ends(&self) -> (i64, i64) {
        self.ends
    }

    /// The numbers in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().flatten()
    }
}
