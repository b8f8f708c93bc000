//! A path that visits every cell once, as undirected edges of the graph of (cell, orientation): rolls can be undone, so one edge stands
//! for a roll and for the one that undoes it.
//!
//! Sets: states u = (c, o), c ∈ 0..C, o ∈ 0..24: those of the graph that rolls from a start state reach (a fixed start cell only in its
//! start states); edges e = {u, v}, v one roll north or east of u; cell edges {c, b} between free neighbours.
//!
//! Variables: `s[u]` ∈ {0, 1} the path starts in u; `y[c,b]` ∈ {0, 1} it uses a cell edge; `n[u]`, `w[e]`, `z[u]` ∈ {0, 1} it visits u, uses e,
//! ends in u (ends only in goal states, on cells of the colour that C − 1 rolls lead to, next to a start cell where the path is closed). The
//! latter are implied integers: if y is a path and s one of its ends, every roll along it is determined. On a fixed start cell s[u] takes
//! the place of n[u]. Let w(δ(u)) be the sum of the edges at u.
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
//! This allows a path together with cycles; [`PathEdges::connect`] adds the flow
//!
//! ```text
//! (9)  y[c,b] ≤ f[c,b] + f[b,c] ≤ (C − 1) · y[c,b]              each cell edge; C − 2 if a fixed start cell is not on it
//! (10) C · Σ_{u on c} s[u] + Σ f into c = 1 + Σ f out of c      each cell c
//! ```
//! with implied integers `f[c,b]` ∈ 0..=C−1, none into a fixed start cell; or the cuts of `edge_cuts.rs` are added when violated.
//!
//! Size: with n orientations per cell, at most C·(5n + 2) variables (n visits, starts and ends, 2n edges, 2 cell edges a cell), with the flow
//! C·(5n + 6); a quarter of it for a fixed start, because of the colours.

use std::collections::BTreeMap;

use super::endpoints::chosen;
use super::{Endpoints, Path, RollArc, RollGraph, State};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Var};

/// A path that visits every cell once, added to a model, together with cycles that are still to be ruled out. Keeps its variables, and
/// reads the path back from an assignment.
#[derive(Clone, Debug)]
pub struct PathEdges {
    graph: RollGraph,
    endpoints: Endpoints,
    starts: Vec<(State, Var)>,
    pub(super) ends: BTreeMap<State, Var>,
    /// What says whether a state is visited.
    pub(super) visits: BTreeMap<State, Var>,
    pub(super) edges: Vec<(RollArc, Var)>,
    /// By the cells, the smaller number first.
    cell_edges: BTreeMap<(usize, usize), Var>,
}

impl PathEdges {
    /// Adds the variables and the rows (1) to (8) to a model; the objective is the encoding's.
    #[must_use]
    pub fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        let path = Self::variables(graph, endpoints, model);
        model.block("(1) the path starts once and ends once");
        model.add("one_start", Linear::sum(path.starts.iter().map(|&(_, var)| var)).equals(1));
        model.add("one_stop", Linear::sum(path.ends.values().copied()).equals(1));
        path.cells(model);
        path.degrees(model);
        path.bounds(model);
        path.projection(model);
        let ends = path.ends.iter().map(|(&state, &end)| (state, end.into())).collect();
        path.endpoints.close(&path.graph, 7, &path.starts, &ends, model);
        path
    }

    fn variables(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        graph.explain(model);
        model.explain("s_cC_oO", "the path starts on cell C in orientation O");
        model.explain("z_cC_oO", "the path ends on cell C in orientation O");
        model.explain("n_cC_oO", "the path visits cell C in orientation O");
        model.explain("w_cC_oO_D", "it has a roll between cell C in orientation O and the next cell in direction D");
        model.explain("y_cA_cB", "it has a roll between the cells A and B");
        let reached = graph.reached(endpoints.start.states(&graph), |c| endpoints.may_enter(c));
        let starts: Vec<(State, Var)> =
            endpoints.start.states(&graph).map(|state| (state, model.binary(format!("s_{state}")))).collect();
        let known: BTreeMap<State, Var> = starts.iter().copied().collect();
        let mut visit = |state: State| match known.get(&state) {
            Some(&start) if !endpoints.may_enter(state.cell()) => start,
            _ => model.implied_integer(format!("n_{state}"), 0..=1),
        };
        let visits = reached.iter().map(|state| (state, visit(state))).collect();
        let end_cells: Vec<bool> = (0..graph.cells().len()).map(|c| endpoints.may_end_on(&graph, c)).collect();
        let ends = reached.iter().filter(|&state| end_cells[state.cell()] && endpoints.goal.contains(state));
        let ends = ends.map(|state| (state, model.implied_integer(format!("z_{state}"), 0..=1))).collect();
        let rolls = reached.iter().flat_map(|tail| graph.rolls_from(tail));
        let rolls = rolls.filter(|roll| matches!(roll.direction, Direction::North | Direction::East));
        let rolls = rolls.filter(|roll| reached.contains(roll.head));
        let edges: Vec<(RollArc, Var)> =
            rolls.map(|roll| (roll, model.implied_integer(format!("w_{roll}"), 0..=1))).collect();
        let mut cell_edges = BTreeMap::new();
        for (roll, _) in &edges {
            let (a, b) = cells_of(roll);
            cell_edges.entry((a, b)).or_insert_with(|| model.binary(format!("y_c{a}_c{b}")));
        }
        Self { graph, endpoints, starts, ends, visits, edges, cell_edges }
    }

    /// For each state the variable that says whether the path visits it.
    pub fn visited(&self) -> impl Iterator<Item = (State, Var)> + '_ {
        self.visits.iter().map(|(&state, &var)| (state, var))
    }

    /// The variables of which any two paths differ in at least one.
    #[must_use]
    pub fn distinguishing(&self) -> Vec<Var> {
        self.starts.iter().map(|&(_, var)| var).chain(self.cell_edges.values().copied()).collect()
    }

    /// For each state the variables that say whether the path starts and ends in it, as far as it may.
    pub(super) fn terminals(&self) -> impl Iterator<Item = (State, Var)> + '_ {
        self.starts.iter().copied().chain(self.ends.iter().map(|(&state, &var)| (state, var)))
    }

    /// Whether s[u] takes the place of n[u].
    fn is_start_only(&self, state: State) -> bool {
        !self.endpoints.may_enter(state.cell())
    }

    /// Rows (2).
    fn cells(&self, model: &mut Model) {
        let mut sums = vec![Linear::new(); self.graph.cells().len()];
        for (state, var) in self.visited() {
            sums[state.cell()].push(1, var);
        }
        model.block("(2) each cell is visited once");
        for (c, sum) in sums.into_iter().enumerate() {
            model.add(format!("visit_c{c}"), sum.equals(1));
        }
    }

    /// Rows (3).
    fn degrees(&self, model: &mut Model) {
        let mut sums: BTreeMap<State, Linear> =
            self.visited().map(|(state, var)| (state, Linear::new().plus(-2, var))).collect();
        let edges = self.edges.iter().flat_map(|&(roll, var)| [(roll.tail, var), (roll.head, var)]);
        for (state, var) in edges.chain(self.terminals()) {
            sums.entry(state).or_default().push(1, var);
        }
        model.block("(3) the path has two rolls at a visited state, its ends included as half of one");
        for (state, sum) in sums {
            model.add(format!("degree_{state}"), sum.equals(0));
        }
    }

    /// Rows (4) and (5).
    fn bounds(&self, model: &mut Model) {
        model.block("(4) rolls are between visited states");
        for &(roll, var) in &self.edges {
            for (side, state) in [("tail", roll.tail), ("head", roll.head)] {
                // There, (3) says it.
                if !self.is_start_only(state) {
                    let row = Linear::from(var).plus(-1, self.visits[&state]).at_most(0);
                    model.add(format!("{side}_{roll}"), row);
                }
            }
        }
        if self.graph.cells().len() == 1 {
            return;
        }
        let mut sums: BTreeMap<State, Linear> = BTreeMap::new();
        for (state, var) in self.terminals().filter(|&(state, _)| !self.is_start_only(state)) {
            sums.entry(state).or_default().push(1, var);
        }
        model.block("(5) the path starts or ends in visited states, and not both in one");
        for (state, sum) in sums {
            model.add(format!("stand_{state}"), sum.plus(-1, self.visits[&state]).at_most(0));
        }
    }

    /// Rows (6).
    fn projection(&self, model: &mut Model) {
        let mut sums: BTreeMap<(usize, usize), Linear> = BTreeMap::new();
        for (roll, var) in &self.edges {
            sums.entry(cells_of(roll)).or_default().push(1, *var);
        }
        model.block("(6) a cell edge is used in one orientation");
        for ((a, b), sum) in sums {
            model.add(format!("use_c{a}_c{b}"), sum.plus(-1, self.cell_edges[&(a, b)]).equals(0));
        }
    }

    /// Adds the flow (9) and (10), which keeps the path in one piece.
    pub fn connect(&self, model: &mut Model) {
        model.explain("f_cA_cB", "the flow from cell A to cell B");
        let cells = self.graph.cells().len() as i64;
        let mut balance = vec![Linear::new(); self.graph.cells().len()];
        for &(state, start) in &self.starts {
            balance[state.cell()].push(cells, start);
        }
        model.block("(9) flow runs over the used cell edges, and at least one unit over each");
        for (&(a, b), &used) in &self.cell_edges {
            let mut both = Linear::new();
            for (from, to) in [(a, b), (b, a)].into_iter().filter(|&(_, to)| self.endpoints.may_enter(to)) {
                let f = model.implied_integer(format!("f_c{from}_c{to}"), 0..=cells - 1);
                both.push(1, f);
                balance[from].push(-1, f);
                balance[to].push(1, f);
            }
            let inner = self.endpoints.start.only_cell().is_some_and(|start| start != a && start != b);
            let most = if inner { cells - 2 } else { cells - 1 };
            model.add(format!("least_c{a}_c{b}"), both.clone().plus(-1, used).at_least(0));
            model.add(format!("most_c{a}_c{b}"), both.plus(-most, used).at_most(0));
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
        let start = chosen(&self.starts, assignment).ok_or("the path has no start")?;
        let mut exits: BTreeMap<State, Vec<(Direction, State)>> = BTreeMap::new();
        for (roll, _) in self.edges.iter().filter(|&&(_, var)| assignment[var] == 1) {
            exits.entry(roll.tail).or_default().push((roll.direction, roll.head));
            exits.entry(roll.head).or_default().push((roll.direction.opposite(), roll.tail));
        }
        let (mut before, mut here) = (None, start);
        let mut rolls = Vec::new();
        for t in 0..self.graph.cells().len() - 1 {
            let next = exits.get(&here).and_then(|exits| exits.iter().find(|&&(_, next)| Some(next) != before));
            let &(direction, next) = next.ok_or_else(|| format!("the path ends at step {t}"))?;
            (before, here) = (Some(here), next);
            rolls.push(direction);
        }
        rolls.extend(self.endpoints.closing_roll(&self.graph, start, &rolls)?);
        Ok((start, rolls))
    }
}

/// The cells of an edge, the smaller number first.
fn cells_of(roll: &RollArc) -> (usize, usize) {
    let (a, b) = (roll.tail.cell(), roll.head.cell());
    (a.min(b), a.max(b))
}
