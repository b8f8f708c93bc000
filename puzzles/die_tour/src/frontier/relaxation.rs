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

use super::key::{Crossings, Kind, Scan, Steps};
use tumble_model::control::{Event, Progress, Request, Stop, until_stopped};
use tumble_model::lp::{CutLp, Gains, Optimum, Patience, Relaxed};
use tumble_model::model::{Linear, LinearConstraint, Model, Sense, Var};
use tumble_model::session::{BackendError, Reload};
use tumble_rolling::{EdgeCut, EdgePoint, LocalCuts, ORIENTATIONS, PathStates};

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

// Prices of the rows of the linear relaxation, in integers: from them comes a bound on what every state can still become.
//
// All that follows is in units of 1/(2·scale) of the sum to maximise, so that it is computed in integers. Take any prices, which need not
// be optimal, nor even good:
//
// ```text
// μ[c]        each cell c
// σ[u] ≥ 0    each state u in which the path may stop
// π[i] ≥ 0    each cut (A_i, k_i) of `edge_cuts.rs`; S_i is A_i with the states on k_i
//
// g[u] = μ[c] − top[u] − σ[u] − Σ_{i: u ∈ A_i} π[i]                   each state u on c
// d[e] = g[u] + g[v] + 2 Σ_{i: u, v ∈ S_i} π[i]                       each edge e = {u, v}
// ζ    = max −(g[u] + 2σ[u]) over the states in which the path may still end; ξ likewise where it may still start
// ```
// Before step t of a scan, the path crosses the frontier with given edges, each into a state v of a cell that is to come. For a cut let
// a be the number of pieces of the path so far both of whose ends enter S_i, and b of those of which exactly one does. Then
//
// ```text
// f_i = ⌈(2a + b)/2⌉ if b > 0;  a + 1 if b = 0 < a;  0 if a = b = 0;  and at least 1 if k_i is to come
// Φ   = Σ_{c to come} 2μ[c] + Σ charges + [no end yet] ζ + [no start yet] ξ
// − Σ_{crossings into v} g[v] − 2 Σ_i π[i]·(f_i − [k_i to come])
// ```
// bounds what every completion adds, with a charge of max(0, −d) for each pair of neighbouring cells to come, the largest among the
// edges between them. As Φ depends on the state alone, dropping a state whose value with Φ stays below a target is exact. The proof is
// in `docs/die_tour.md`.

/// The finest unit of prices, as a power of two.
const FINEST: u32 = 16;

/// Prices in integers, in units of 1/(2·`scale`) of the sum.
#[derive(Clone, Debug)]
pub struct Prices {
    /// The units in a half of the sum.
    pub scale: i64,
    /// μ, by cell.
    pub cells: Vec<i64>,
    /// σ, by state.
    pub sigma: Vec<i64>,
    /// g, by state.
    pub gaps: Vec<i64>,
    /// −(g + 2σ), by state: the gain of a stop there.
    stops: Vec<i64>,
    /// The cuts with a price, which is π.
    pub cuts: Vec<(EdgeCut, i32)>,
    /// The charge of each pair of neighbouring cells: the cells and the charge.
    charges: Vec<((usize, usize), i64)>,
}

/// The part of Φ that does not depend on cuts, before a step.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The constant without start and end.
    pub base: i64,
    /// ξ; `None` if the path can no longer start.
    pub start: Option<i64>,
    /// ζ; `None` if it can no longer end.
    pub end: Option<i64>,
}

impl Prices {
    /// Prices from duals, which may be any numbers. `weights` are the summed numbers, by state.
    pub fn new(paths: &PathStates, weights: &[i32], duals: &Duals) -> Self {
        let places = i64::try_from(paths.cells()).unwrap_or(i64::MAX) + 2;
        let price = |dual: f64, scale: i64| rounded(dual, scale).max(0);
        // Losses are summed in 32 bits: twice the prices times the pieces, of which there are no more than half the places.
        let fits = |&scale: &i64| {
            let total: i64 = duals.cuts.iter().map(|(_, dual)| price(*dual, scale)).sum();
            total.saturating_mul(places) < i64::from(i32::MAX)
        };
        let fitting = (0..=FINEST).rev().map(|power| 1 << power).find(fits);
        // Cuts whose prices are beyond all sums are left out: the bound holds without them.
        let (scale, dear) = fitting.map_or((1, &[][..]), |scale| (scale, &duals.cuts[..]));
        let priced = |(cut, dual): &(EdgeCut, f64)| {
            let price = i32::try_from(price(*dual, scale)).ok().filter(|&price| price > 0)?;
            Some((cut.clone(), price))
        };
        let cuts: Vec<(EdgeCut, i32)> = dear.iter().filter_map(priced).collect();
        let cells: Vec<i64> = duals.cells.iter().map(|&dual| rounded(dual, scale)).collect();
        let sigma: Vec<i64> = duals.stops.iter().map(|&dual| rounded(dual, scale).max(0)).collect();
        let mut gaps: Vec<i64> = (0..paths.states.len())
            .map(|u| cells[paths.states[u].cell()] - scale * i64::from(weights[u]) - sigma[u])
            .collect();
        let mut within = vec![0; paths.edges.len()];
        for (cut, price) in &cuts {
            cut.others.iter().for_each(|&u| gaps[u] -= i64::from(*price));
            cut.inside(paths).for_each(|e| within[e] += 2 * i64::from(*price));
        }
        let stops = gaps.iter().zip(&sigma).map(|(gap, sigma)| -(gap + 2 * sigma)).collect();
        let mut charges: std::collections::BTreeMap<(usize, usize), i64> = std::collections::BTreeMap::new();
        for (edge, within) in paths.edges.iter().zip(within) {
            let loss = edge.ends.iter().map(|&u| gaps[u]).sum::<i64>() + within;
            let charge = charges.entry(edge.cells()).or_default();
            *charge = (*charge).max(-loss);
        }
        let charges = charges.into_iter().filter(|&(_, charge)| charge > 0).collect();
        Self { scale, cells, sigma, gaps, stops, cuts, charges }
    }

    /// The constants of Φ before each step of a scan, and after the last.
    pub fn constants(&self, paths: &PathStates, scan: &Scan) -> Vec<Constant> {
        let mut when = vec![0; paths.cells()];
        scan.steps.iter().enumerate().for_each(|(t, step)| when[step.cell] = t);
        let mut charged = vec![0; paths.cells()];
        for &((a, b), charge) in &self.charges {
            charged[when[a].min(when[b])] += charge;
        }
        let best = |stops: &[usize]| {
            let mut by_cell = vec![None; paths.cells()];
            for &u in stops {
                let best = &mut by_cell[paths.states[u].cell()];
                *best = (*best).max(Some(self.stops[u]));
            }
            by_cell
        };
        let (starts, ends) = (best(&paths.starts), best(&paths.ends));
        let mut constants = vec![Constant { base: 0, start: None, end: None }];
        for (t, step) in scan.steps.iter().enumerate().rev() {
            let last = &constants[constants.len() - 1];
            constants.push(Constant {
                base: last.base + 2 * self.cells[step.cell] + charged[t],
                start: last.start.max(starts[step.cell]),
                end: last.end.max(ends[step.cell]),
            });
        }
        // After the last cell the path has its start and its end.
        constants[0] = Constant { base: 0, start: Some(0), end: Some(0) };
        constants.reverse();
        constants
    }

    /// Φ before the first step of a scan, in units: no path has a larger sum. `None` if there is no path.
    pub fn root(&self, paths: &PathStates, scan: &Scan) -> Option<i64> {
        let first = &self.constants(paths, scan)[0];
        Some(first.base + first.start? + first.end?)
    }

    /// The units of a sum.
    pub fn units(&self, sum: i64) -> i64 {
        2 * self.scale * sum
    }

    /// The largest sum of at most this many units.
    pub fn sum(&self, units: i64) -> i64 {
        units.div_euclid(2 * self.scale)
    }
}

/// A dual as a number of units; a dual that is not a number, or is beyond all sums, counts as zero.
#[expect(clippy::cast_possible_truncation, reason = "a dual was found to be small")]
fn rounded(dual: f64, scale: i64) -> i64 {
    if dual.abs() < 8192.0 { (dual * scale as f64).round() as i64 } else { 0 }
}

// The bound Φ on many states, quickly.
//
// For each place of the frontier and each orientation there is a row of bits: which cuts have the state that is entered there. The
// crossings of a state that enter a cut are then counted for sixty-four cuts at a time, in binary: a word has the digit of one power of two
// of all counts. Only cuts that some crossing can enter take part.

/// Cuts that are counted together.
const LANES: usize = u64::BITS as usize;
/// Digits of a count: a frontier has at most eighteen crossings.
const DIGITS: usize = 5;

/// Φ before one step.
#[derive(Debug)]
pub(super) struct Bound {
    constant: Constant,
    /// By place and orientation: the gap of the state that is entered.
    gaps: Vec<i64>,
    blocks: usize,
    /// By place, orientation and block: which cuts have the state. A row without cuts comes last.
    rows: Vec<u64>,
    /// By block: the cuts whose cell k is to come.
    to_come: Vec<u64>,
    /// By cut: twice the price.
    prices: Vec<i64>,
}

impl Bound {
    /// Φ before step t.
    pub fn new(steps: &Steps<'_>, prices: &Prices, constant: Constant, t: usize) -> Self {
        let entered = steps.scan.entered(t);
        let mut to_come = vec![false; steps.paths.cells()];
        steps.scan.steps[t..].iter().for_each(|step| to_come[step.cell] = true);
        let state = |place: usize, o: usize| entered[place].and_then(|cell| steps.state(cell, o));
        let places = (0..entered.len()).flat_map(|place| (0..ORIENTATIONS).map(move |o| (place, o)));
        let crossing: Vec<Option<usize>> = places.map(|(place, o)| state(place, o)).collect();
        let mut is_entered = vec![false; steps.paths.states.len()];
        crossing.iter().flatten().for_each(|&u| is_entered[u] = true);
        let on_entered: Vec<bool> = (0..steps.paths.cells()).map(|c| entered.contains(&Some(c))).collect();
        let takes_part = |cut: &EdgeCut| on_entered[cut.k] || cut.others.iter().any(|&u| is_entered[u]);
        let mut cuts: Vec<_> = prices.cuts.iter().filter(|(cut, _)| takes_part(cut)).collect();
        // The dearest first: they decide most states.
        cuts.sort_by_key(|(_, price)| std::cmp::Reverse(*price));
        let blocks = cuts.len().div_ceil(LANES);
        let mut bound = Self {
            constant,
            gaps: crossing.iter().map(|u| u.map_or(0, |u| prices.gaps[u])).collect(),
            blocks,
            rows: vec![0; (crossing.len() + 1) * blocks],
            to_come: vec![0; blocks],
            prices: cuts.iter().map(|&(_, price)| 2 * i64::from(*price)).collect(),
        };
        for (i, (cut, _)) in cuts.into_iter().enumerate() {
            let (block, lane) = (i / LANES, i % LANES);
            bound.to_come[block] |= u64::from(to_come[cut.k]) << lane;
            for (row, u) in crossing.iter().enumerate() {
                let has = u.is_some_and(|u| cut.has(steps.paths, u));
                bound.rows[row * blocks + block] |= u64::from(has) << lane;
            }
        }
        bound
    }

    /// Φ of a state if it is at least `least`; `None` if Φ is less, or if the state has no completion.
    pub fn at_least(&self, crossings: &Crossings, least: i64) -> Option<i64> {
        let row = |i: usize| {
            let (place, plug) = crossings.plugs[i];
            place * ORIENTATIONS + usize::from(plug.orientation)
        };
        let mut phi = self.constant.base;
        for (kind, stop) in [(Kind::Start, self.constant.start), (Kind::End, self.constant.end)] {
            if !crossings.has(kind) {
                phi += stop?;
            }
        }
        phi -= (0..crossings.plugs.len()).map(|i| self.gaps[row(i)]).sum::<i64>();
        if phi < least {
            return None;
        }
        let nothing = self.gaps.len();
        let mut pieces = [(0, 0); super::key::MAX_WIDTH + 1];
        let mut count = 0;
        for (i, &mate) in crossings.mates.iter().enumerate().filter(|&(i, &mate)| mate >= i) {
            let other = if mate == i { nothing } else { row(mate) };
            pieces[count] = (row(i) * self.blocks, other * self.blocks);
            count += 1;
        }
        for block in 0..self.blocks {
            phi -= self.loss(block, &pieces[..count]);
            if phi < least {
                return None;
            }
        }
        Some(phi)
    }

    /// The losses of pieces, given by the rows of their two ends, to the cuts of a block.
    ///
    /// If m crossings enter a cut, f = ⌊m/2⌋, and one more if m is odd, or if m > 0 and no piece has only one end in the cut.
    fn loss(&self, block: usize, pieces: &[(usize, usize)]) -> i64 {
        let mut entering = [0u64; DIGITS];
        let mut single = 0;
        for &(first, second) in pieces {
            let (x, y) = (self.rows[first + block], self.rows[second + block]);
            single |= x ^ y;
            // x + y has the digits x ^ y and x & y.
            let carry = entering[0] & (x ^ y);
            entering[0] ^= x ^ y;
            let sum = x & y;
            let mut next = (entering[1] & (sum | carry)) | (sum & carry);
            entering[1] ^= sum ^ carry;
            for digit in &mut entering[2..] {
                (*digit, next) = (*digit ^ next, *digit & next);
            }
        }
        let [odd, mut pieces @ ..] = entering;
        let some = pieces.iter().fold(0, |some, digit| some | digit);
        let (more, to_come) = (odd | (some & !single), self.to_come[block]);
        let (mut up, mut down) = (more & !to_come, to_come & !more & some);
        for digit in &mut pieces {
            let before = *digit;
            *digit ^= up ^ down;
            (up, down) = (before & up, !before & down);
        }
        let mut lossy = pieces.iter().fold(0, |lossy, digit| lossy | digit);
        let mut sum = 0;
        while lossy != 0 {
            let lane = lossy.trailing_zeros() as usize;
            lossy &= lossy - 1;
            let times = (0..DIGITS - 1).map(|i| (pieces[i] >> lane & 1) << i).sum::<u64>();
            sum += times as i64 * self.prices[block * LANES + lane];
        }
        sum
    }
}
