//! The linear relaxation whose duals price the rows: the model of `rolling/src/path_edges.rs` with its visits n eliminated, in units of a half
//! of the sum.
//!
//! ```text
//! max  Σ_u top[u] · D[u]                                         where D[u] = w(δ(u)) + s[u] + z[u] = 2 n[u]
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  Σ_{u on c} D[u] = 2                                       each cell c
//! (3)  s[u] + z[u] ≤ w(δ(u))                                     each state u in which the path may stop
//! (4)  2 w(E(S)) − Σ_{u ∈ A} D[u] ≤ 0                            each cut (A, k), S = A ∪ {states on k}
//! ```
//! Rows (3) and (4) are added when they are violated, and dropped when they are idle for some rounds. The rounds end when none is violated,
//! or when the last ones gained little.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tumble_model::control::{Event, Progress, Request, Stop, until_stopped};
use tumble_model::lp::{CutLp, Gains, Optimum, Patience, Relaxed};
use tumble_model::model::{Linear, LinearConstraint, Model, Sense, Var};
use tumble_model::session::{BackendError, Reload};
use tumble_rolling::{EdgeCut, EdgePoint, LocalCuts, PathStates};

/// The duals of the relaxation, in units of a half of the sum.
#[derive(Clone, Debug)]
pub struct Duals {
    /// By cell: rows (2).
    pub cells: Vec<f64>,
    /// By state: rows (3), 0 where the path may not stop.
    pub stops: Vec<f64>,
    /// Rows (4).
    pub cuts: Vec<(EdgeCut, f64)>,
}

impl Duals {
    /// Duals of 0, which price nothing.
    pub fn zero(paths: &PathStates) -> Self {
        Self { cells: vec![0.0; paths.cells()], stops: vec![0.0; paths.states.len()], cuts: Vec::new() }
    }
}

/// What a round of cuts led to.
#[derive(Clone, Debug)]
pub struct Round {
    /// The duals.
    pub duals: Duals,
    /// Rounds of cuts so far.
    pub rounds: u64,
    /// Cuts so far.
    pub cuts: u64,
    /// The size of the linear program: rows times variables.
    pub size: u64,
}

/// How the rounds ended.
#[derive(Clone, Debug)]
pub enum Root {
    /// With duals.
    Duals(Round),
    /// There is no path: duals that bound every sum by less than any path has, as far as prices can be that large.
    Infeasible,
    /// At a limit, before there were any duals.
    Stopped(Stop),
}

/// Rows (3) are added if a point violates them by more.
const VIOLATION: f64 = 0.01;
/// A row is dropped after so many idle rounds.
const IDLE_ROUNDS: u32 = 5;

/// The variables of the relaxation in a model.
#[derive(Clone, Debug)]
pub struct Relaxation<'a> {
    paths: &'a PathStates,
    /// w, by edge.
    pub edges: Vec<Var>,
    /// s, as `paths.starts`.
    pub starts: Vec<Var>,
    /// z, as `paths.ends`.
    pub ends: Vec<Var>,
}

/// A row that is added when it is violated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// Row (3) of a state.
    Stop(usize),
    /// Row (4).
    Cut(EdgeCut),
}

/// Solves the relaxation in rounds of cuts. `weights` are the summed numbers, by state; `patience` is for
/// the bounds of the sum. The rounds also end when `look`, which sees each round, says that its duals are good enough.
///
/// # Errors
/// When the solver fails.
pub fn root(
    paths: &PathStates,
    weights: &[i32],
    patience: Patience,
    solver: &mut dyn Reload,
    request: &Request<'_>,
    look: &mut dyn FnMut(&Round) -> ControlFlow<()>,
) -> Result<Root, BackendError> {
    let mut model = Model::new("relaxation");
    let relaxation = Relaxation::new(paths, weights, &mut model);
    let mut program = CutLp::new(model, IDLE_ROUNDS, solver);
    let local = match until_stopped(&request.control, || LocalCuts::new(paths)) {
        Ok(local) => local,
        Err(stop) => return Ok(Root::Stopped(stop)),
    };
    let mut gains = Gains::new(patience);
    let mut cuts = 0;
    let mut last = None;
    loop {
        let optimum = match program.solve(request)? {
            Relaxed::Optimal(optimum) => optimum,
            Relaxed::Empty => return Ok(Root::Infeasible),
            // Any duals will do: those of the round before, or none.
            Relaxed::Unproved => {
                let none = Round { duals: Duals::zero(paths), rounds: gains.rounds() as u64, cuts, size: 0 };
                return Ok(Root::Duals(last.unwrap_or(none)));
            }
            Relaxed::Stopped(stop) => return Ok(last.map_or(Root::Stopped(stop), Root::Duals)),
        };
        let model = program.model();
        let value = model.objective().map_or(0.0, |objective| objective.at(&optimum.values)) / 2.0;
        let size = (model.constraints().len() * model.variables().len()) as u64;
        let has_ended = gains.have_ended(value);
        request.control.notify(&Event::Progress(Progress { bound: Some(value), ..Progress::default() }));
        let duals = relaxation.duals(&optimum.duals, program.with_duals(&optimum.duals));
        let round = Round { duals, rounds: gains.rounds() as u64, cuts, size };
        if has_ended || request.control.stop().is_some() || look(&round).is_break() {
            return Ok(Root::Duals(round));
        }
        let Ok(violated) = until_stopped(&request.control, || relaxation.violated(&local, &optimum)) else {
            return Ok(Root::Duals(round));
        };
        let fresh = program.exchange(violated, &optimum.duals, |row| relaxation.row(row));
        if fresh.is_empty() {
            return Ok(Root::Duals(round));
        }
        cuts += fresh.iter().filter(|(row, _)| matches!(row, Row::Cut(_))).count() as u64;
        last = Some(round);
    }
}

impl<'a> Relaxation<'a> {
    /// Adds the variables, the objective and the rows (2) and (1) to a model without variables.
    pub fn new(paths: &'a PathStates, weights: &[i32], model: &mut Model) -> Self {
        let states = &paths.states;
        // No bound is ever tight: a bound that were would have a dual of its own.
        let mut part = |name: String| model.integer(name, 0..=2);
        let edges = paths.edges.iter().map(|edge| part(format!("w_{}", edge.roll))).collect();
        let starts = paths.starts.iter().map(|&u| part(format!("s_{}", states[u]))).collect();
        let ends = paths.ends.iter().map(|&u| part(format!("z_{}", states[u]))).collect();
        let relaxation = Self { paths, edges, starts, ends };
        model.set_objective(Sense::Maximize, relaxation.twice(weights));
        relaxation.rows(model);
        relaxation
    }

    /// Twice the sum of these weights of the states visited.
    pub fn twice(&self, weights: &[i32]) -> Linear {
        let mut value = Linear::new();
        for (u, &weight) in weights.iter().enumerate() {
            self.terms(u, i64::from(weight), &mut value);
        }
        value
    }

    /// Adds `times · D[u]` to a sum.
    fn terms(&self, u: usize, times: i64, sum: &mut Linear) {
        self.paths.at[u].iter().for_each(|&e| sum.push(times, self.edges[e]));
        self.stop_terms(u, times, sum);
    }

    /// Adds `times · (s[u] + z[u])` to a sum.
    fn stop_terms(&self, u: usize, times: i64, sum: &mut Linear) {
        for (list, vars) in [(&self.paths.starts, &self.starts), (&self.paths.ends, &self.ends)] {
            if let Ok(i) = list.binary_search(&u) {
                sum.push(times, vars[i]);
            }
        }
    }

    /// Rows (2) and (1).
    fn rows(&self, model: &mut Model) {
        for (c, states) in self.paths.by_cell().into_iter().enumerate() {
            let mut sum = Linear::new();
            states.for_each(|u| self.terms(u, 1, &mut sum));
            model.add(format!("visit_c{c}"), sum.equals(2));
        }
        model.add("one_start", Linear::sum(self.starts.iter().copied()).equals(1));
        model.add("one_stop", Linear::sum(self.ends.iter().copied()).equals(1));
    }

    /// A row (3) or (4).
    pub fn row(&self, row: &Row) -> LinearConstraint {
        let mut sum = Linear::new();
        match row {
            Row::Stop(u) => {
                self.stop_terms(*u, 1, &mut sum);
                self.paths.at[*u].iter().for_each(|&e| sum.push(-1, self.edges[e]));
            }
            Row::Cut(cut) => {
                cut.inside(self.paths).for_each(|e| sum.push(2, self.edges[e]));
                cut.others.iter().for_each(|&u| self.terms(u, -1, &mut sum));
            }
        }
        sum.at_most(0)
    }

    /// The rows that a point violates.
    pub fn violated(&self, local: &LocalCuts, optimum: &Optimum) -> Vec<Row> {
        let point = self.point(optimum);
        let stops = self.paths.terminals().collect::<BTreeSet<usize>>().into_iter();
        // s + z ≤ w(δ) = 2n − s − z.
        let stops = stops.filter(|&u| point.stops[u] - point.visits[u] > VIOLATION / 2.0).map(Row::Stop);
        let mut rows: Vec<Row> = stops.collect();
        rows.extend(local.separate(self.paths, &point).into_iter().map(Row::Cut));
        rows
    }

    fn point(&self, optimum: &Optimum) -> EdgePoint {
        let value = |var: &Var| optimum.values[var.index()];
        let mut stops = vec![0.0; self.paths.states.len()];
        for (u, var) in self.paths.terminals().zip(self.starts.iter().chain(&self.ends)) {
            stops[u] += value(var);
        }
        EdgePoint::new(self.paths, self.edges.iter().map(value).collect(), stops)
    }

    /// The duals by rows, from `duals` of all rows, and `rows`, the rows (3) and (4) with their duals. Duals of (1) are not needed: the
    /// bound finds better multipliers.
    pub fn duals<'r>(&self, duals: &[f64], rows: impl Iterator<Item = (&'r Row, f64)>) -> Duals {
        let mut stops = vec![0.0; self.paths.states.len()];
        let mut cuts = Vec::new();
        for (row, dual) in rows.filter(|&(_, dual)| dual > 0.0) {
            match row {
                Row::Stop(u) => stops[*u] = dual,
                Row::Cut(cut) => cuts.push((cut.clone(), dual)),
            }
        }
        Duals { cells: duals[..self.paths.cells()].to_vec(), stops, cuts }
    }
}
