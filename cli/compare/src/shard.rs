//! The parts of a grid, for several machines.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

/// A part of a grid: the part of machine `index` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// A text that is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write I/N with 1 ≤ I ≤ N, as in 2/3")]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (index, of) = text.split_once('/').ok_or(NoShard)?;
        let [index, of] = [index, of].map(|number| number.trim().parse::<usize>().map_err(|_| NoShard));
        let (index, of) = (index?, of?);
        if (1..=of).contains(&index) { Ok(Self { index, of }) } else { Err(NoShard) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Shard {
    /// The items of a list that this shard has, in order. Each item is in one shard. The list is shuffled first, with a fixed seed, so that
    /// neighbours, which are often alike, are mostly in different shards.
    pub fn part<T>(self, list: Vec<T>) -> Vec<T> {
        let mut shuffled: Vec<usize> = (0..list.len()).collect();
        shuffled.shuffle(&mut ChaCha8Rng::seed_from_u64(0));
        let own: BTreeSet<usize> = shuffled.into_iter().skip(self.index - 1).step_by(self.of).collect();
        list.into_iter().enumerate().filter(|(i, _)| own.contains(i)).map(|(_, item)| item).collect()
    }
}
