//! The keys and the values of the dynamic program of `stages.rs`: sets of visited labels with the node entered last, and what is known of
//! the trails to them.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::label_graph::Node;
use tumble_puzzles::search::Weight;

/// A set of visited labels, and the node that was entered last. Words of 32 bits keep small sets in 8 bytes.
pub(super) type Key<const W: usize> = ([u32; W], Node);

/// The value of a key: the length of the shortest trails to it and, if they are counted, their number.
pub(super) trait TrailWeight: Weight + Copy {
    fn of(length: u32, trails: u64) -> Self;
    fn length(self) -> u32;
    /// The number of trails; 1 if they are not counted.
    fn trails(self) -> u64;
    /// The weight after appending one of `walks` walks of this length.
    fn followed_by(self, length: u32, walks: u64) -> Self {
        Self::of(self.length() + length, self.trails().saturating_mul(walks))
    }
}

/// The length alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length(u32);

impl Weight for Length {
    fn one() -> Self {
        Self(0)
    }
    fn plus(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

impl TrailWeight for Length {
    fn of(length: u32, _: u64) -> Self {
        Self(length)
    }
    fn length(self) -> u32 {
        self.0
    }
    fn trails(self) -> u64 {
        1
    }
}

/// The length, and the number of trails of this length; saturated at `u64::MAX`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted(u32, u64);

impl Weight for Counted {
    fn one() -> Self {
        Self(0, 1)
    }
    fn plus(self, other: Self) -> Self {
        match self.0.cmp(&other.0) {
            Less => self,
            Greater => other,
            Equal => Self(self.0, self.1.saturating_add(other.1)),
        }
    }
}

impl TrailWeight for Counted {
    fn of(length: u32, trails: u64) -> Self {
        Self(length, trails)
    }
    fn length(self) -> u32 {
        self.0
    }
    fn trails(self) -> u64 {
        self.1
    }
}

/// Whether a set contains a label.
pub(super) const fn contains<const W: usize>(visited: &[u32; W], label: u16) -> bool {
    visited[label as usize / 32] >> (label % 32) & 1 == 1
}

/// A set with a label added, or removed if it contains the label.
pub(super) const fn toggled<const W: usize>(mut visited: [u32; W], label: u16) -> [u32; W] {
    visited[label as usize / 32] ^= 1 << (label % 32);
    visited
}

/// Runs `$work::<W>(…)` with enough words for the labels.
macro_rules! with_words {
    ($labels:expr, $work:ident($($argument:expr),*)) => {
        match $labels {
            0..=32 => $work::<1>($($argument),*),
            33..=64 => $work::<2>($($argument),*),
            65..=128 => $work::<4>($($argument),*),
            129..=256 => $work::<8>($($argument),*),
            _ => $work::<32>($($argument),*),
        }
    };
}
pub(super) use with_words;
