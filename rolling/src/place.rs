//! Cells and states as places that a path passes: flows and cuts may look at either.

use std::fmt;

use super::State;

/// A cell, or a state of the die on it.
pub trait Place: Copy + Ord + fmt::Debug + fmt::Display {
    /// Where a die in a state is.
    fn of(state: State) -> Self;

    /// The number of its cell.
    fn cell(self) -> usize;

    /// A number that is its own.
    fn number(self) -> usize;
}

impl Place for State {
    fn of(state: State) -> Self {
        state
    }

    fn cell(self) -> usize {
        self.cell()
    }

    fn number(self) -> usize {
        self.index() as usize
    }
}

/// A cell, whatever the orientation of the die on it. It is written `c3`, as in the names of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OnCell(pub usize);

impl Place for OnCell {
    fn of(state: State) -> Self {
        Self(state.cell())
    }

    fn cell(self) -> usize {
        self.0
    }

    fn number(self) -> usize {
        self.0
    }
}

impl fmt::Display for OnCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}
