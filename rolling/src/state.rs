//! States of a die, and sets of them.

use std::fmt;

/// The number of orientations of a die of one handedness.
pub const ORIENTATIONS: usize = 24;
const PER_CELL: u32 = 24;

/// A cell c and an orientation o in one number, 24·c + o; states are ordered by it. It is written `c3_o17`, as in the names of
/// variables and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(u32);

impl State {
    /// The state of a die on cell `c` in orientation `o` ∈ 0..24.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a graph has far less than 2³² / 24 cells: boards have a million, models fewer"
    )]
    pub const fn new(c: usize, o: usize) -> Self {
        Self((c * ORIENTATIONS + o) as u32)
    }

    /// The cell's number.
    pub const fn cell(self) -> usize {
        (self.0 / PER_CELL) as usize
    }

    /// The orientation, 0..24.
    pub const fn orientation(self) -> usize {
        (self.0 % PER_CELL) as usize
    }

    /// 24·c + o.
    pub const fn index(self) -> u32 {
        self.0
    }

    /// The state of an [`index`](Self::index).
    pub const fn from_index(index: u32) -> Self {
        Self(index)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}_o{}", self.cell(), self.orientation())
    }
}

/// A set of states: one word per cell, one bit per orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSet {
    orientations: Vec<u32>,
}

impl StateSet {
    /// The empty set of states on `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self { orientations: vec![0; cells] }
    }

    /// The memory that it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        size_of_val(&*self.orientations) as u64
    }

    /// Adds a state. Returns whether it was new.
    pub fn insert(&mut self, state: State) -> bool {
        let word = &mut self.orientations[state.cell()];
        let before = *word;
        *word |= 1 << state.orientation();
        *word != before
    }

    /// Whether it contains a state.
    pub fn contains(&self, state: State) -> bool {
        self.orientations[state.cell()] >> state.orientation() & 1 == 1
    }

    /// Removes the states for which `keep` does not hold.
    pub fn retain(&mut self, mut keep: impl FnMut(State) -> bool) {
        for (c, word) in self.orientations.iter_mut().enumerate() {
            let kept = bits(*word).filter(|&o| keep(State::new(c, o)));
            *word = kept.fold(0, |word, o| word | 1 << o);
        }
    }

    /// Its states, in order.
    pub fn iter(&self) -> impl Iterator<Item = State> + '_ {
        let words = self.orientations.iter().enumerate();
        words.flat_map(|(c, &word)| bits(word).map(move |o| State::new(c, o)))
    }
}

impl Extend<State> for StateSet {
    fn extend<T: IntoIterator<Item = State>>(&mut self, states: T) {
        states.into_iter().for_each(|state| {
            self.insert(state);
        });
    }
}

/// The places of the bits that are set, ascending.
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_state_is_its_cell_and_its_orientation() {
        for (c, o) in (0..50).flat_map(|c| (0..ORIENTATIONS).map(move |o| (c, o))) {
            let state = State::new(c, o);
            assert_eq!((state.cell(), state.orientation()), (c, o));
            assert_eq!(State::from_index(state.index()), state);
            assert_eq!(state.to_string(), format!("c{c}_o{o}"));
        }
    }

    #[test]
    fn a_set_of_states_is_what_a_tree_of_them_is() {
        let mut set = StateSet::new(11);
        let mut tree = BTreeSet::new();
        // Every number below 264 but the multiples of 3, in no order.
        for i in (0..400u32).map(|i| i * 97 % 264).filter(|i| i % 3 != 0) {
            assert_eq!(set.insert(State::from_index(i)), tree.insert(State::from_index(i)), "{i}");
        }
        assert!(set.iter().eq(tree.iter().copied()));
        set.retain(|state| state.cell() != 4 && state.orientation() != 23);
        tree.retain(|state| state.cell() != 4 && state.orientation() != 23);
        assert!(set.iter().eq(tree.iter().copied()));
        assert!((0..264).map(State::from_index).all(|state| set.contains(state) == tree.contains(&state)));
    }
}
