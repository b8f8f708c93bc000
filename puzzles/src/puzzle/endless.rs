//! Infinitely many solutions, shown by some of them.

use crate::search::Circle;

/// A solution with a circle of moves in it, after which everything is as before it. So the circle can be left out, or made any number of times.
/// What a search says of it is believed once the rules have replayed these solutions and compared the
/// [positions](super::Powers::position) around the circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless<S> {
    /// The solutions in which the circle is left out, made once, and made twice.
    pub solutions: [S; 3],
    /// The number of moves before the circle.
    pub before: u64,
    /// The number of moves of the circle, at least 1.
    pub length: u64,
}

impl<S> Endless<S> {
    /// Of a way with a circle; `solution` makes a solution of the states of a way.
    pub fn of<K: Copy>(circle: &Circle<K>, solution: impl Fn(&[K]) -> S) -> Self {
        let (before, length) = circle.lengths();
        Self { solutions: [0, 1, 2].map(|times| solution(&circle.way(times))), before, length }
    }

    /// With its solutions converted.
    pub fn map<T>(self, convert: impl FnMut(S) -> T) -> Endless<T> {
        Endless { solutions: self.solutions.map(convert), before: self.before, length: self.length }
    }
}
