//! Sets of cells as bits: one word for boards up to 64 cells, two up to 128, and so on.

use std::ops::{BitAnd, BitOr, Not};

/// A set of up to 64·W numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    pub(super) const fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    pub(super) const fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub(super) const fn without(mut self, i: usize) -> Self {
        self.0[i / 64] &= !(1 << (i % 64));
        self
    }

    pub(super) const fn with(mut self, i: usize) -> Self {
        self.insert(i);
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The smallest number; `None` if the set is empty.
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Each number plus `n`; numbers beyond the end are dropped.
    pub(super) const fn up(self, n: usize) -> Self {
        let mut out = [0; W];
        let (words, bits) = (n / 64, n % 64);
        let mut i = words;
        while i < W {
            out[i] = self.0[i - words] << bits;
            if bits > 0 && i > words {
                out[i] |= self.0[i - words - 1] >> (64 - bits);
            }
            i += 1;
        }
        Self(out)
    }

    /// Each number minus `n`; negative numbers are dropped.
    pub(super) const fn down(self, n: usize) -> Self {
        let mut out = [0; W];
        let (words, bits) = (n / 64, n % 64);
        let mut i = 0;
        while i + words < W {
            out[i] = self.0[i + words] >> bits;
            if bits > 0 && i + words + 1 < W {
                out[i] |= self.0[i + words + 1] << (64 - bits);
            }
            i += 1;
        }
        Self(out)
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    fn not(self) -> Self {
        Self(std::array::from_fn(|i| !self.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_cross_words_and_drop_what_leaves() {
        let of = |numbers: &[usize]| numbers.iter().fold(Bits::<2>::EMPTY, |bits, &i| bits.with(i));
        for n in [0, 1, 7, 63, 64, 65, 127, 128, 200] {
            for i in 0..128 {
                assert_eq!(of(&[i]).up(n), if i + n < 128 { of(&[i + n]) } else { of(&[]) }, "{i} up {n}");
                assert_eq!(of(&[i]).down(n), if i >= n { of(&[i - n]) } else { of(&[]) }, "{i} down {n}");
            }
        }
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let bits = Bits::<2>::EMPTY.with(3).with(100);
        assert!(bits.contains(3) && bits.contains(100) && !bits.contains(64));
        assert_eq!(bits.len(), 2);
        assert_eq!(bits.without(3).without(100), Bits::EMPTY);
        assert!((!bits & bits).is_empty());
    }
}
