//! The linear program of a search, with its cuts, at one node after the other.

use super::tree::Fixed;
use super::{Setup, Task};
use crate::lp::{Bound, LpAnswer, LpFailure, LpSolver, Optimum, Pool, Trial, is_empty};
use crate::model::{Linear, LinearConstraint, Model, Var};
use crate::run::{Request, Stop};

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

/// The program. The model is what the solver has.
pub(super) struct Program<'a, T: Task> {
    task: &'a T,
    model: Model,
    candidates: &'a [Var],
    pool: Pool<Row<T::Cut>>,
    solver: &'a mut dyn LpSolver,
    pub rounds: u64,
    pub cuts: u64,
}

/// What is known of a node's program after a run.
pub(super) enum Relaxed {
    /// It has a point, as far as is known: with the bound of its duals.
    Open(Optimum, Bound),
    /// It has none, which is proved.
    Empty,
    /// The solver says that it has none, and cannot prove it.
    Unproved,
    /// A limit.
    Stopped(Stop),
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
        let model = setup.model.clone();
        solver.load(&model);
        let pool = Pool::new(model.constraints().len(), IDLE_RUNS);
        Self { task, model, candidates: &setup.candidates, pool, solver, rounds: 0, cuts: 0 }
    }

    /// Goes to a node.
    pub fn enter(&mut self, fixed: &Fixed) {
        for (&var, value) in self.candidates.iter().zip(fixed.values()) {
            let range = value.map_or(0..=1, |value| i64::from(value)..=i64::from(value));
            let known = self.model.variable(var);
            if (known.lower, known.upper) != (*range.start(), *range.end()) {
                self.model.set_range(var, range.clone());
                self.solver.set_range(var, range);
            }
        }
    }

    pub fn solve(&mut self, request: &Request<'_>) -> Result<Relaxed, LpFailure> {
        Ok(match self.solver.solve(request)? {
            LpAnswer::Optimal(optimum) => {
                let bound = Bound::new(&self.model, &optimum.duals);
                Relaxed::Open(optimum, bound)
            }
            LpAnswer::Infeasible { ray } if ray.as_ref().is_some_and(|ray| is_empty(&self.model, ray)) => {
                Relaxed::Empty
            }
            LpAnswer::Infeasible { .. } => Relaxed::Unproved,
            LpAnswer::Stopped(stop) => Relaxed::Stopped(stop),
        })
    }

    /// Adds the cuts that a point violates. Returns whether there are any.
    pub fn tighten(&mut self, optimum: &Optimum) -> bool {
        let violated = self.task.violated(optimum).into_iter().map(Row::Cut).collect();
        if let Some(kept) = self.pool.drop_idle(&optimum.duals) {
            self.model.retain(&kept);
            self.solver.retain(&kept);
        }
        self.add(violated)
    }

    /// Excludes these values of the candidates. Returns whether they were not excluded before.
    pub fn exclude(&mut self, values: Vec<bool>) -> bool {
        self.add(vec![Row::Not(values)])
    }

    fn add(&mut self, rows: Vec<Row<T::Cut>>) -> bool {
        let fresh = self.pool.fresh(rows);
        let is_any = !fresh.is_empty();
        self.rounds += u64::from(is_any);
        self.cuts += fresh.len() as u64;
        for row in fresh {
            let linear = self.row(&row);
            let name = self.pool.push(row);
            self.model.add(name.clone(), linear.clone());
            self.solver.add(name, linear);
        }
        is_any
    }

    fn row(&self, row: &Row<T::Cut>) -> LinearConstraint {
        match row {
            Row::Cut(cut) => self.task.row(cut),
            Row::Not(values) => {
                let differ = |sum: Linear, (&var, &value): (&Var, &bool)| {
                    if value { sum.plus(-1, var).plus_constant(1) } else { sum.plus(1, var) }
                };
                self.candidates.iter().zip(values).fold(Linear::new(), differ).at_least(1)
            }
        }
    }

    /// The bound if a candidate has a value, by its reduced cost.
    pub fn floor_with(&self, bound: &Bound, candidate: usize, value: bool) -> i64 {
        bound.floor_with(&self.model, self.candidates[candidate], value.into())
    }

    /// Tries values of candidates; nothing is known of those beyond the end of the list.
    pub fn probe(
        &mut self,
        trials: &[(usize, bool)],
        iterations: u32,
        request: &Request<'_>,
    ) -> Result<Vec<Option<Tried>>, LpFailure> {
        let fixings: Vec<(Var, i64)> = trials.iter().map(|&(i, value)| (self.candidates[i], value.into())).collect();
        let found = self.solver.probe(&fixings, iterations, request)?;
        Ok(fixings.iter().zip(found).map(|(&(var, value), trial)| self.tried(var, value, &trial)).collect())
    }

    fn tried(&mut self, var: Var, value: i64, trial: &Trial) -> Option<Tried> {
        let known = self.model.variable(var);
        let range = known.lower..=known.upper;
        self.model.set_range(var, value..=value);
        let tried = match trial {
            Trial::Duals(duals) => {
                let bound = Bound::new(&self.model, duals);
                Some(Tried::Bound(bound.floor(), bound.approximate()))
            }
            Trial::Ray(ray) => is_empty(&self.model, ray).then_some(Tried::Empty),
            Trial::Nothing => None,
        };
        self.model.set_range(var, range);
        tried
    }

    /// The task's guess from the duals of an optimum.
    pub fn guess(&self, optimum: &Optimum, request: &Request<'_>) -> Option<super::Found<T::Solution>> {
        let rows = self.pool.with_duals(&optimum.duals);
        let mut cuts = rows.filter_map(|(row, dual)| if let Row::Cut(cut) = row { Some((cut, dual)) } else { None });
        self.task.guess(&optimum.duals, &mut cuts, request)
    }
}
