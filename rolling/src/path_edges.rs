//! A path that visits every cell once, as undirected edges of the graph of (cell, orientation): rolls can be undone, so one edge stands
//! for a roll and for the one that undoes it.
//!
//! Sets: states u = (c, o), c ∈ 0..C, o ∈ 0..24: those of the graph that rolls from a start state reach (a fixed start cell only in its
//! start states); edges e = {u, v}, v one roll north or east of u; cell edges {c, b} between free neighbours.
//!
//! Variables: `s[u]` ∈ {0, 1} the path starts in u; `y[c,b]` ∈ {0, 1} it uses a cell edge; `n[u]`, `w[e]`, `z[u]` ∈ {0, 1} it visits u, uses e,
//! ends in u (ends only in goal states, on cells of the colour that C − 1 rolls lead to, next to a start cell where the path is closed). The
//! latter are implied integers: if y is a path and s one of its ends, every roll along it is determined. On a fixed start cell `s[u]` takes
//! the place of `n[u]`. Let w(δ(u)) be the sum of the edges at u.
//!
//! ```text
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  Σ_{u on c} n[u] = 1                                      each cell c
//! (3)  w(δ(u)) + s[u] + z[u] = 2 n[u]                           each state u
//! (4)  w[e] ≤ n[u]                                              each end u of e
//! (5)  s[u] + z[u] ≤ n[u]                                       each state u in which the path may start or end; C > 1
//! (6)  y[c,b] = Σ w[e]                                          each cell edge, e over it
//! (7)  Σ_{u on c} s[u] ≤ Σ z one roll before c                  closed: each start cell c
//! (8)  s[u] ≤ Σ z one roll before u                             restored: each start state u
//! ```
//! This allows a path together with cycles. A flow rules them out:
//!
//! ```text
//! (9)  y[c,b] ≤ f[c,b] + f[b,c];  f[c,b], f[b,c] ≤ (C − 1) · y[c,b]   each cell edge; C − 2 if a fixed start cell is not on it
//! (10) C · Σ_{u on c} s[u] + Σ f into c = 1 + Σ f out of c      each cell c
//! ```
//! with implied integers `f[c,b]` ∈ 0..=C−1, none into a fixed start cell (a bound on the sum of the two would be as tight, but has optimal
//! vertices in which both are halves); or the cuts of `edge_cuts.rs` are added when violated.
//!
//! Size: with n orientations per cell, at most C·(5n + 2) variables (n visits, starts and ends, 2n edges, 2 cell edges a cell), with the flow
//! C·(5n + 6); a quarter of it for a fixed start, because of the colours.

use std::collections::BTreeMap;

use super::edge_cuts::{EdgeCut, EdgePoint};
use super::endpoints::chosen;
use super::{LocalCuts, Path, PathStates, State};
use tumble_model::model::{Assignment, Linear, LinearConstraint, Model, Var};
use tumble_puzzles::geometry::Direction;

/// A path that visits every cell once, added to a model, together with cycles that are still to be ruled out. Keeps its variables, and
/// reads the path back from an assignment.
#[derive(Clone, Debug)]
pub struct PathEdges {
    paths: PathStates,
    local: LocalCuts,
    /// As `paths.starts`.
    starts: Vec<Var>,
    /// As `paths.ends`.
    ends: Vec<Var>,
    /// By state, what says whether it is visited.
    visits: Vec<Var>,
    /// By edge.
    edges: Vec<Var>,
    /// By the cells, the smaller number first.
    cell_edges: BTreeMap<(usize, usize), Var>,
}

impl PathEdges {
    /// Adds the variables and the rows (1) to (8) to a model; the objective is the encoding's.
    pub fn new(paths: PathStates, model: &mut Model) -> Self {
        let path = Self::variables(paths, model);
        model.block("(1) the path starts once and ends once");
        model.add("one_start", Linear::sum(path.starts.iter().copied()).equals(1));
        model.add("one_stop", Linear::sum(path.ends.iter().copied()).equals(1));
        path.cells(model);
        path.degrees(model);
        path.bounds(model);
        path.projection(model);
        let paths = &path.paths;
        let ends = paths.ends.iter().zip(&path.ends).map(|(&u, &end)| (paths.states[u], end.into())).collect();
        paths.endpoints.close(&paths.graph, 7, &path.start_states(), &ends, model);
        path
    }

    fn variables(paths: PathStates, model: &mut Model) -> Self {
        paths.graph.explain(model);
        model.explain("s_cC_oO", "the path starts on cell C in orientation O");
        model.explain("z_cC_oO", "the path ends on cell C in orientation O");
        model.explain("n_cC_oO", "the path visits cell C in orientation O");
        model.explain("w_cC_oO_D", "it has a roll between cell C in orientation O and the next cell in direction D");
        model.explain("y_cA_cB", "it has a roll between the cells A and B");
        let states = &paths.states;
        let starts: Vec<Var> = paths.starts.iter().map(|&u| model.binary(format!("s_{}", states[u]))).collect();
        let known: BTreeMap<usize, Var> = paths.starts.iter().copied().zip(starts.iter().copied()).collect();
        let mut visit = |u: usize| match known.get(&u) {
            Some(&start) if paths.is_start_only(u) => start,
            _ => model.implied_integer(format!("n_{}", states[u]), 0..=1),
        };
        let visits = (0..states.len()).map(&mut visit).collect();
        let ends = paths.ends.iter().map(|&u| model.implied_integer(format!("z_{}", states[u]), 0..=1)).collect();
        let edges = paths.edges.iter().map(|edge| model.implied_integer(format!("w_{}", edge.roll), 0..=1)).collect();
        let mut cell_edges = BTreeMap::new();
        for edge in &paths.edges {
            let (a, b) = edge.cells();
            cell_edges.entry((a, b)).or_insert_with(|| model.binary(format!("y_c{a}_c{b}")));
        }
        Self { local: LocalCuts::new(&paths), paths, starts, ends, visits, edges, cell_edges }
    }

    fn start_states(&self) -> Vec<(State, Var)> {
        self.paths.starts.iter().map(|&u| self.paths.states[u]).zip(self.starts.iter().copied()).collect()
    }

    /// For each state the variable that says whether the path visits it.
    pub fn visited(&self) -> impl Iterator<Item = (State, Var)> + '_ {
        self.paths.states.iter().copied().zip(self.visits.iter().copied())
    }

    /// The variables of which any two paths differ in at least one.
    pub fn distinguishing(&self) -> Vec<Var> {
        self.starts.iter().chain(self.cell_edges.values()).copied().collect()
    }

    /// The variables that say whether the path starts and ends in a state, as far as it may.
    fn terminals(&self) -> impl Iterator<Item = (usize, Var)> + '_ {
        self.paths.terminals().zip(self.starts.iter().chain(&self.ends).copied())
    }

    /// Rows (2).
    fn cells(&self, model: &mut Model) {
        model.block("(2) each cell is visited once");
        for (c, states) in self.paths.by_cell().into_iter().enumerate() {
            model.add(format!("visit_c{c}"), Linear::sum(self.visits[states].iter().copied()).equals(1));
        }
    }

    /// Rows (3).
    fn degrees(&self, model: &mut Model) {
        let mut sums: Vec<Linear> = self.visits.iter().map(|&var| Linear::new().plus(-2, var)).collect();
        let edges = self.paths.edges.iter().zip(&self.edges);
        let edges = edges.flat_map(|(edge, &var)| edge.ends.map(|u| (u, var)));
        for (u, var) in edges.chain(self.terminals()) {
            sums[u].push(1, var);
        }
        model.block("(3) the path has two rolls at a visited state, its ends included as half of one");
        for (sum, state) in sums.into_iter().zip(&self.paths.states) {
            model.add(format!("degree_{state}"), sum.equals(0));
        }
    }

    /// Rows (4) and (5).
    fn bounds(&self, model: &mut Model) {
        model.block("(4) rolls are between visited states");
        for (edge, &var) in self.paths.edges.iter().zip(&self.edges) {
            for (side, u) in ["tail", "head"].into_iter().zip(edge.ends) {
                // There, (3) says it.
                if !self.paths.is_start_only(u) {
                    let row = Linear::from(var).plus(-1, self.visits[u]).at_most(0);
                    model.add(format!("{side}_{}", edge.roll), row);
                }
            }
        }
        if self.paths.cells() == 1 {
            return;
        }
        let mut sums: BTreeMap<usize, Linear> = BTreeMap::new();
        for (u, var) in self.terminals().filter(|&(u, _)| !self.paths.is_start_only(u)) {
            sums.entry(u).or_default().push(1, var);
        }
        model.block("(5) the path starts or ends in visited states, and not both in one");
        for (u, sum) in sums {
            model.add(format!("stand_{}", self.paths.states[u]), sum.plus(-1, self.visits[u]).at_most(0));
        }
    }

    /// Rows (6).
    fn projection(&self, model: &mut Model) {
        let mut sums: BTreeMap<(usize, usize), Linear> = BTreeMap::new();
        for (edge, &var) in self.paths.edges.iter().zip(&self.edges) {
            sums.entry(edge.cells()).or_default().push(1, var);
        }
        model.block("(6) a cell edge is used in one orientation");
        for ((a, b), sum) in sums {
            model.add(format!("use_c{a}_c{b}"), sum.plus(-1, self.cell_edges[&(a, b)]).equals(0));
        }
    }

    /// The cuts of `edge_cuts.rs` that a point violates, which has a value for each variable of the model; none if it is a path or a
    /// mixture of paths. Each is the cell k, then the indices of the states of A, ascending.
    pub fn violated(&self, values: &[f64]) -> Vec<Vec<usize>> {
        let mut stops = vec![0.0; self.visits.len()];
        for (u, var) in self.terminals() {
            stops[u] += values[var.index()];
        }
        let edges = self.edges.iter().map(|var| values[var.index()]).collect();
        let point = EdgePoint::new(&self.paths, edges, stops);
        let cuts = self.local.separate(&self.paths, &point).into_iter();
        cuts.map(|EdgeCut { k, others }| std::iter::once(k).chain(others).collect()).collect()
    }

    /// The row of a cut, as [`violated`](Self::violated) writes it.
    ///
    /// # Errors
    /// When it is no cell with states on other cells, ascending.
    pub fn cut(&self, set: &[usize]) -> Result<LinearConstraint, String> {
        let wrong = || format!("{set:?} is not a cell and states on other cells");
        let (&k, others) = set.split_first().ok_or_else(wrong)?;
        let is_elsewhere = |&u: &usize| self.paths.states.get(u).is_some_and(|state| state.cell() != k);
        if k >= self.paths.cells() || !others.is_sorted_by(|a, b| a < b) || !others.iter().all(is_elsewhere) {
            return Err(wrong());
        }
        let cut = EdgeCut { k, others: others.to_vec() };
        let edges = Linear::sum(cut.inside(&self.paths).map(|e| self.edges[e]));
        Ok(cut.others.iter().fold(edges, |sum, &u| sum.plus(-1, self.visits[u])).at_most(0))
    }

    /// Adds the flow (9) and (10), which keeps the path in one piece.
    pub fn connect(&self, model: &mut Model) {
        model.explain("f_cA_cB", "the flow from cell A to cell B");
        let PathStates { endpoints, .. } = &self.paths;
        let cells = self.paths.cells() as i64;
        let mut balance = vec![Linear::new(); self.paths.cells()];
        for (state, start) in self.start_states() {
            balance[state.cell()].push(cells, start);
        }
        model.block("(9) flow runs over the used cell edges, and at least one unit over each");
        for (&(a, b), &used) in &self.cell_edges {
            let inner = endpoints.start.only_cell().is_some_and(|start| start != a && start != b);
            let most = if inner { cells - 2 } else { cells - 1 };
            let mut both = Linear::new();
            for (from, to) in [(a, b), (b, a)].into_iter().filter(|&(_, to)| endpoints.may_enter(to)) {
                let f = model.implied_integer(format!("f_c{from}_c{to}"), 0..=cells - 1);
                both.push(1, f);
                model.add(format!("most_c{from}_c{to}"), Linear::new().plus(1, f).plus(-most, used).at_most(0));
                balance[from].push(-1, f);
                balance[to].push(1, f);
            }
            model.add(format!("least_c{a}_c{b}"), both.plus(-1, used).at_least(0));
        }
        model.block("(10) each cell takes one unit of the flow from the start");
        for (c, sum) in balance.into_iter().enumerate() {
            model.add(format!("take_c{c}"), sum.equals(1));
        }
    }

    /// The path of an assignment that satisfies the model and is in one piece.
    ///
    /// # Errors
    /// Why the assignment is not a path: a fault of the model.
    pub fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        let PathStates { graph, endpoints, edges, .. } = &self.paths;
        let start = chosen(&self.start_states(), assignment).ok_or("the path has no start")?;
        let mut exits: BTreeMap<State, Vec<(Direction, State)>> = BTreeMap::new();
        for (edge, _) in edges.iter().zip(&self.edges).filter(|&(_, &var)| assignment[var] == 1) {
            let roll = edge.roll;
            exits.entry(roll.tail).or_default().push((roll.direction, roll.head));
            exits.entry(roll.head).or_default().push((roll.direction.opposite(), roll.tail));
        }
        let mut before = None;
        endpoints.walk(graph, start, start, |&here| {
            let onward = exits.get(&here)?.iter().find(|&&(_, next)| Some(next) != before);
            before = Some(here);
            onward.copied()
        })
    }
}
