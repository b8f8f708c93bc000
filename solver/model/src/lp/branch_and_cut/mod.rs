//! Branch and cut: a tree of linear programs, with cuts found at every node. Every bound of the solver is computed again in exact integers.
//!
//! A [`Task`] has a model of linear rows, which together with cuts describes its solutions, and 0/1 variables, the candidates, whose values
//! nearly determine one. A node fixes some candidates. It is closed only by one of
//!
//! 1. a [`Bound`] below the target, the next better objective: duals bound the node's program in integers, whatever they are;
//! 2. a ray that proves, in integers, that the node's program has no point ([`lp::is_empty`](crate::lp::is_empty));
//! 3. all its candidates being fixed: the task then finds the best solution with these values by itself.
//!
//! Otherwise it is branched: a candidate is fixed at 0 in one child and at 1 in the other. Wherever the values of a point are integral, the
//! task is asked as in 3, and a row that excludes these values is added. As soon as a solution is known, reduced costs fix variables,
//! candidates and others, whose other values lead to nothing better in the node. So values decide which cuts are found and
//! where a node is branched, duals how soon it is closed, and neither what the answer is. A bound knows rows and ranges only, so cuts,
//! branchings and rows of any kind of task need no proof of their own.
//!
//! | file | what |
//! |---|---|
//! | `program.rs` | the linear program with its cuts, at a node |
//! | `branching.rs` | on which candidate to branch: pseudo-costs, and trials where they are not reliable |
//! | `tree.rs` | the nodes that are open |
//! | `search.rs` | the search |
//!
//! Sources: Padberg and Rinaldi (1991) for branch and cut; Achterberg, Koch and Martin, *Branching rules revisited* (2005), for reliability
//! branching.

pub(crate) mod branching;
mod program;
mod search;
#[cfg(test)]
mod tests;
pub(crate) mod tree;

use crate::control::{Incumbent, Request, Stop};
#[cfg(doc)]
use crate::lp::Bound;
use crate::lp::Optimum;
use crate::model::{LinearConstraint, Model, Var};

pub use search::solve;

/// A problem to be solved. Its model maximises.
pub trait Task {
    /// A cut, without its form in the program.
    type Cut: Clone + Ord;
    /// A solution.
    type Solution;

    /// Rows that a point of the relaxation violates, and every solution satisfies.
    fn violated(&self, point: &Optimum) -> Vec<Self::Cut>;

    /// A cut as a row of the model.
    fn row(&self, cut: &Self::Cut) -> LinearConstraint;

    /// The best of all solutions whose candidates have these values, in order; `None` if there is none.
    fn best_of(&self, values: &[bool]) -> Option<Found<Self::Solution>>;

    /// A good solution, if one is found quickly, from the duals at the root. `duals`: rows of the model first, then cuts. `cuts`: the cuts
    /// again, each with its dual.
    fn guess(
        &self,
        duals: &[f64],
        cuts: &mut dyn Iterator<Item = (&Self::Cut, f64)>,
        request: &Request<'_>,
    ) -> Option<Found<Self::Solution>>;
}

/// A solution and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<S> {
    /// Its objective in the model.
    pub objective: i64,
    /// The solution.
    pub solution: S,
}

/// The linear program of a task, and the wanted solutions.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Linear rows that every solution satisfies.
    pub model: Model,
    /// 0/1 variables of the model, to branch on.
    pub candidates: Vec<Var>,
    /// Whether any solution will do. The objective of the model then counts for nothing.
    pub any: bool,
    /// How many units of the model's objective are one unit for users; negative if users minimise. The objective of every solution is a
    /// multiple of it.
    pub unit: i64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Ended<S> {
    /// The best solution found.
    pub best: Option<Found<S>>,
    /// No solution has a larger objective in the model; `None` if nothing is known.
    pub bound: Option<i64>,
    /// The limit that stopped the search before a proof.
    pub stop: Option<Stop>,
    /// The bound at the root, as users see it.
    pub root_bound: Option<f64>,
    /// Nodes.
    pub nodes: u64,
    /// Rounds of cuts.
    pub rounds: u64,
    /// Cuts.
    pub cuts: u64,
    /// The solutions that were better than all before them, as users see their values.
    pub incumbents: Vec<Incumbent>,
}

impl<S> Ended<S> {
    /// The result of a search that was not needed.
    #[must_use]
    pub const fn nothing() -> Self {
        let incumbents = Vec::new();
        Self { best: None, bound: None, stop: None, root_bound: None, nodes: 0, rounds: 0, cuts: 0, incumbents }
    }
}
