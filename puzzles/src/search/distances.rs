//! The distance of every state of a numbered space, by breadth-first search, one byte per state.
//!
//! A layer is found by a scan of the whole table, eight states at a time, so that nothing but the table is in memory. Threads
//! write to it without locks: two threads that reach the same state write the same byte.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::{on_threads, thread_count};
use crate::control::{Bytes, Event, Progress, Request, Stop};

/// The byte of a state that was not reached.
const UNREACHED: u8 = u8::MAX;
/// States in a word of the table.
const LANES: u64 = 8;
/// Words that a thread takes at a time.
const WORDS_PER_TURN: usize = 1 << 13;
/// A word with a one in each lane.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Why there are no distances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDistances {
    /// The table would exceed the limit; checked before any memory is allocated.
    #[error("a table of {states} states takes {}, and the memory limit is {}: `--memory-limit` raises it", size(*states), Bytes(*limit))]
    TooLarge {
        /// The number of states, and of bytes.
        states: u128,
        /// The limit in bytes.
        limit: u64,
    },
    /// A state is further away than a byte can hold.
    #[error("some states are {last} moves away or more, which is over the limit of a table", last = UNREACHED - 1)]
    TooDeep,
    /// A limit or an interrupt.
    #[error("stopped by {0}")]
    Stopped(Stop),
}

/// The memory for this many states, one byte each.
fn size(states: u128) -> String {
    u64::try_from(states).map_or_else(|_| "more memory than there is".into(), |bytes| Bytes(bytes).to_string())
}

/// The distances of all states.
#[derive(Debug)]
pub struct Distances {
    words: Vec<AtomicU64>,
    states: u64,
    histogram: Vec<u64>,
}

impl Distances {
    /// The number of states.
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// The distance of a state; `None`: not reached.
    ///
    /// # Panics
    /// When there is no state of this number.
    pub fn get(&self, state: u64) -> Option<u8> {
        assert!(state < self.states, "a state of the space");
        let byte = read(&self.words, state);
        (byte != UNREACHED).then_some(byte)
    }

    /// How many states there are at each distance, from 0 to the largest.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The table as bytes in the order of the states, 255 for a state that was not reached.
    #[expect(clippy::cast_possible_truncation, reason = "the states are in memory, and a byte of a word is cut out")]
    pub fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        let bytes = self.words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes());
        // The states are in memory, so their number fits a usize.
        bytes.take(self.states as usize)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the states are in memory, and a byte of a word is cut out")]
fn read(words: &[AtomicU64], state: u64) -> u8 {
    (words[(state / LANES) as usize].load(Ordering::Relaxed) >> (state % LANES * 8)) as u8
}

/// The distances of the states 0 to `states` − 1 from `sources`; `expand` pushes the states one step away.
///
/// # Errors
/// When the table would be over the memory limit, a distance over 254, or the run is stopped.
pub fn distances<F>(
    states: u128,
    sources: impl IntoIterator<Item = u64>,
    expand: &F,
    request: &Request<'_>,
) -> Result<Distances, NoDistances>
where
    F: Fn(u64, &mut Vec<u64>) + Sync,
{
    let Some(size) = u64::try_from(states).ok().filter(|&size| size <= request.control.memory_limit().0) else {
        return Err(NoDistances::TooLarge { states, limit: request.control.memory_limit().0 });
    };
    let words: Vec<AtomicU64> = (0..size.div_ceil(LANES)).map(|_| AtomicU64::new(u64::MAX)).collect();
    for source in sources {
        mark(&words, source, 0);
    }
    let (mut histogram, mut reached) = (Vec::new(), 0);
    loop {
        let depth = u8::try_from(histogram.len()).ok().filter(|&d| d < UNREACHED).ok_or(NoDistances::TooDeep)?;
        let found = layer(&words, depth, expand, request).map_err(NoDistances::Stopped)?;
        if found == 0 {
            return Ok(Distances { words, states: size, histogram });
        }
        histogram.push(found);
        reached += found;
        let progress = Progress { nodes: Some(reached), ..Progress::default() };
        request.control.notify(&Event::Progress(progress));
        request.control.notify(&Event::Share(reached as f64 / states as f64));
    }
}

/// Expands the states at this depth; returns how many there are.
fn layer<F>(words: &[AtomicU64], depth: u8, expand: &F, request: &Request<'_>) -> Result<u64, Stop>
where
    F: Fn(u64, &mut Vec<u64>) + Sync,
{
    let turn = AtomicUsize::new(0);
    let threads = thread_count(request.threads).min(words.len().div_ceil(WORDS_PER_TURN)).max(1);
    let counts = on_threads(threads, || {
        let (mut found, mut next) = (0, Vec::new());
        loop {
            let from = turn.fetch_add(WORDS_PER_TURN, Ordering::Relaxed);
            if from >= words.len() {
                return Ok(found);
            }
            for word in from..(from + WORDS_PER_TURN).min(words.len()) {
                found += expand_word(words, word, depth, expand, &mut next);
            }
            request.control.check()?;
        }
    });
    counts.into_iter().sum()
}

/// Expands the states of one word that are at this depth; returns how many there are.
#[expect(clippy::cast_possible_truncation, reason = "the states are in memory, and a byte of a word is cut out")]
fn expand_word<F>(words: &[AtomicU64], word: usize, depth: u8, expand: &F, next: &mut Vec<u64>) -> u64
where
    F: Fn(u64, &mut Vec<u64>) + Sync,
{
    let lanes = words[word].load(Ordering::Relaxed);
    // A lane is zero in `odd` where it is at this depth; the usual bit trick tells whether any lane is.
    let odd = lanes ^ (ONES * u64::from(depth));
    if odd.wrapping_sub(ONES) & !odd & (ONES << 7) == 0 {
        return 0;
    }
    let mut found = 0;
    for lane in (0..LANES).filter(|lane| (odd >> (lane * 8)) as u8 == 0) {
        found += 1;
        expand(word as u64 * LANES + lane, next);
        for state in next.drain(..) {
            if read(words, state) == UNREACHED {
                mark(words, state, depth + 1);
            }
        }
    }
    found
}

/// Writes a distance over the byte of a state that was not reached, or that has the same distance already.
fn mark(words: &[AtomicU64], state: u64, distance: u8) {
    let shift = state % LANES * 8;
    let keep = !(u64::from(UNREACHED ^ distance) << shift);
    words[(state / LANES) as usize].fetch_and(keep, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;

    #[test]
    fn the_distances_on_a_grid_are_sums() {
        let control = Control::unlimited();
        let side = 301;
        let expand = |state: u64, out: &mut Vec<u64>| {
            let (x, y) = (state % side, state / side);
            out.extend((x > 0).then(|| state - 1));
            out.extend((y > 0).then(|| state - side));
            out.extend((x + 1 < 100).then_some(state + 1));
            out.extend((y + 1 < 100).then_some(state + side));
        };
        for threads in [1, 3] {
            let request = Request::new(control.clone()).with_threads(Some(threads));
            let table = distances(u128::from(side * side), [0], &expand, &request).unwrap();
            assert_eq!(table.histogram().len(), 199);
            assert_eq!(table.histogram().iter().sum::<u64>(), 100 * 100);
            assert_eq!(table.get(17 + 30 * side), Some(47));
            assert_eq!(table.get(100), None);
            assert_eq!(table.bytes().filter(|&byte| byte == 5).count(), 6);
        }
    }

    #[test]
    fn a_table_over_the_limit_is_refused_and_so_is_a_long_way() {
        let control = Control::unlimited();
        let request = Request::new(control.clone());
        let line = |state: u64, out: &mut Vec<u64>| out.extend((state < 999).then_some(state + 1));
        let refused = distances(1 << 60, [0], &line, &request).unwrap_err();
        assert!(matches!(refused, NoDistances::TooLarge { .. }));
        assert_eq!(distances(1000, [0], &line, &request).unwrap_err(), NoDistances::TooDeep);
        assert_eq!(distances(1000, [746], &line, &request).unwrap().histogram().len(), 254);
    }
}
