//! The linear program of a search, with its cuts, at one node after the other.

use std::collections::BTreeSet;

use super::tree::Node;
use super::{Setup, Task};
use crate::control::Request;
use crate::lp::{Bound, CutLp, LpFailure, LpSolver, Optimum, Relaxed, Trial, is_empty};
use crate::model::{Linear, LinearConstraint, Var};

/// Rows are dropped after so many idle runs: one that is needed again is found again, and a small program counts for more.
const IDLE_RUNS: u32 = 5;

/// A row beyond those of the model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Row<C> {
    /// A cut of the task.
    Cut(C),
    /// Not these values of the candidates: their solutions are known.
    Not(Vec<bool>),
}

impl<C> Row<C> {
    fn linear<T: Task<Cut = C>>(&self, task: &T, candidates: &[Var]) -> LinearConstraint {
        match self {
            Self::Cut(cut) => task.row(cut),
            Self::Not(values) => {
                let differ = |sum: Linear, (&var, &value): (&Var, &bool)| {
                    if value { sum.plus(-1, var).plus_constant(1) } else { sum.plus(1, var) }
                };
                candidates.iter().zip(values).fold(Linear::new(), differ).at_least(1)
            }
        }
    }
}

/// The program.
pub(super) struct Program<'a, T: Task> {
    task: &'a T,
    candidates: &'a [Var],
    /// The variables that may be absent: beside the candidates, those that are 0 or more, with their largest values.
    others: Vec<(Var, i64)>,
    relaxation: CutLp<'a, Row<T::Cut>>,
    pub rounds: u64,
    pub cuts: u64,
}

/// What is known of a candidate's value at a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tried {
    /// No point has a larger objective: an integer, and a number that proves nothing.
    Bound(i64, f64),
    /// No point has the value.
    Empty,
}

impl<'a, T: Task> Program<'a, T> {
    pub fn new(task: &'a T, setup: &'a Setup, solver: &'a mut dyn LpSolver) -> Self {
        let relaxation = CutLp::new(setup.model.clone(), IDLE_RUNS, solver);
        let candidates: BTreeSet<Var> = setup.candidates.iter().copied().collect();
        let variables = setup.model.variables().iter().enumerate().map(|(i, variable)| (Var::from_index(i), variable));
        let may_be_absent = variables.filter(|(var, variable)| !candidates.contains(var) && variable.lower == 0);
        let others = may_be_absent.map(|(var, variable)| (var, variable.upper)).filter(|&(_, upper)| upper > 0);
        Self { task, candidates: &setup.candidates, others: others.collect(), relaxation, rounds: 0, cuts: 0 }
    }

    /// How many variables may be absent.
    pub fn others(&self) -> usize {
        self.others.len()
    }

    /// Goes to a node.
    pub fn enter(&mut self, node: &Node) {
        for (&(var, upper), &is_absent) in self.others.iter().zip(&node.absent) {
            self.relaxation.set_range(var, 0..=if is_absent { 0 } else { upper });
        }
        for (&var, value) in self.candidates.iter().zip(node.fixed.values()) {
            let range = value.map_or(0..=1, |value| i64::from(value)..=i64::from(value));
            self.relaxation.set_range(var, range);
        }
    }

    /// Marks the variables as absent whose other values have a bound that is closed.
    pub fn mark_absent(&self, bound: &Bound, absent: &mut [bool], is_closed: impl Fn(i64) -> bool) {
        let floor = |var, value| bound.floor_with(self.relaxation.model(), var, value);
        for (&(var, upper), absent) in self.others.iter().zip(absent) {
            // The bound is linear in the value.
            *absent = *absent || (is_closed(floor(var, 1)) && is_closed(floor(var, upper)));
        }
    }

    pub fn solve(&mut self, request: &Request<'_>) -> Result<Relaxed, LpFailure> {
        self.relaxation.solve(request)
    }

    /// What the duals of an optimum prove.
    pub fn bound(&self, optimum: &Optimum) -> Bound {
        Bound::new(self.relaxation.model(), &optimum.duals)
    }

    /// Adds the cuts that a point violates. Returns whether there are any.
    pub fn tighten(&mut self, optimum: &Optimum) -> bool {
        let violated = self.task.violated(optimum).into_iter().map(Row::Cut).collect();
        let linear = |row: &Row<T::Cut>| row.linear(self.task, self.candidates);
        let fresh = self.relaxation.exchange(violated, &optimum.duals, linear).len();
        self.note(fresh)
    }

    /// Excludes these values of the candidates. Returns whether they were not excluded before.
    pub fn exclude(&mut self, values: Vec<bool>) -> bool {
        let fresh = self.relaxation.add(vec![Row::Not(values)], |row| row.linear(self.task, self.candidates)).len();
        self.note(fresh)
    }

    /// Counts new rows. Returns whether there are any.
    fn note(&mut self, fresh: usize) -> bool {
        self.rounds += u64::from(fresh > 0);
        self.cuts += fresh as u64;
        fresh > 0
    }

    /// The bound if a candidate has a value, by its reduced cost.
    pub fn floor_with(&self, bound: &Bound, candidate: usize, value: bool) -> i64 {
        bound.floor_with(self.relaxation.model(), self.candidates[candidate], value.into())
    }

    /// Tries values of candidates. The answer may be shorter than the list of trials: nothing is known of the other trials.
    pub fn probe(
        &mut self,
        trials: &[(usize, bool)],
        iterations: u32,
        request: &Request<'_>,
    ) -> Result<Vec<Option<Tried>>, LpFailure> {
        let fixings: Vec<(Var, i64)> = trials.iter().map(|&(i, value)| (self.candidates[i], value.into())).collect();
        let found = self.relaxation.probe(&fixings, iterations, request)?;
        Ok(fixings.iter().zip(found).map(|(&(var, value), trial)| self.tried(var, value, &trial)).collect())
    }

    fn tried(&mut self, var: Var, value: i64, trial: &Trial) -> Option<Tried> {
        self.relaxation.with_fixed(var, value, |model| match trial {
            Trial::Duals(duals) => {
                let bound = Bound::new(model, duals);
                Some(Tried::Bound(bound.floor(), bound.approximate()))
            }
            Trial::Ray(ray) => is_empty(model, ray).then_some(Tried::Empty),
            Trial::Nothing => None,
        })
    }

    /// The task's guess from the duals of an optimum.
    pub fn guess(&self, optimum: &Optimum, request: &Request<'_>) -> Option<super::Found<T::Solution>> {
        let rows = self.relaxation.with_duals(&optimum.duals);
        let mut cuts = rows.filter_map(|(row, dual)| if let Row::Cut(cut) = row { Some((cut, dual)) } else { None });
        self.task.guess(&optimum.duals, &mut cuts, request)
    }
}
