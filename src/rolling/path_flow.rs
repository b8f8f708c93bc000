//! A path that visits every cell once, as a path on the graph of (cell, orientation) without time; a single-commodity flow over
//! the cells keeps it in one piece (Gavish and Graves' flow on a generalised travelling-salesman path: one node for each cell).
//!
//! Sets: states u = (c, o), c ∈ 0..C, o ∈ 0..24: those of the graph that rolls from a start state reach (a fixed start cell is not
//! entered again); the cell arcs (c, c') between free neighbours.
//!
//! Variables: `s[u]`, `z[u]` ∈ {0, 1} the path starts, ends in u (ends only in goal states, on cells of the colour that C − 1 rolls
//! lead to, next to a start cell where the path is closed); `a[u,d]` ∈ {0, 1} the die rolls from u in direction d; `f[c,c']` ∈ 0..=C−1
//! the flow over a cell arc, an implied integer. Let `y[c,c']` be the sum of the a's over (c, c').
//!
//! ```text
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  Σ_{u on c} s[u] + Σ_{a into c} a = 1                    each cell c
//! (3)  s[u] + what enters u = z[u] + what leaves u             each state u
//! (4)  y[c,c'] ≤ f[c,c'] ≤ (C−1) · y[c,c']                     each cell arc
//! (5)  C · Σ_{u on c} s[u] + Σ f into c = 1 + Σ f out of c     each cell c
//! (6)  Σ_{u on c} s[u] ≤ Σ z one roll before c                 closed: each start cell c
//! (7)  s[u] ≤ Σ z one roll before u                            restored: each start state u
//! ```
//! Size: with n orientations per cell, at most C·(6n + 4) variables (4n arcs, n starts, n ends, 4 flows per cell); about half as
//! many for a fixed start.

use std::collections::BTreeMap;

use super::endpoints::chosen;
use super::{Endpoints, RollArc, RollGraph, State};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Var};

/// A path that visits every cell once, added to a model: at most C·(6n + 4) variables on C cells with n orientations
/// each. Keeps its variables, and reads the path back from an assignment.
#[derive(Debug)]
pub struct PathFlow {
    graph: RollGraph,
    endpoints: Endpoints,
    starts: Vec<(State, Var)>,
    ends: Vec<(State, Var)>,
    arcs: Vec<(RollArc, Var)>,
}

/// A path: the state in which it starts, and its rolls, the closing one included.
pub type Path = (State, Vec<Direction>);

impl PathFlow {
    /// Adds the variables and the rows to a model; the objective is the encoding's.
    #[must_use]
    pub fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        let flow = Self::variables(graph, endpoints, model);
        model.block("(1) the tour starts once and ends once");
        model.add("one_start", Linear::sum(flow.starts.iter().map(|&(_, var)| var)).equals(1));
        model.add("one_stop", Linear::sum(flow.ends.iter().map(|&(_, var)| var)).equals(1));
        flow.visits(model);
        flow.passes(model);
        flow.connect(model);
        let ends = flow.ends.iter().map(|&(state, end)| (state, end.into())).collect();
        flow.endpoints.close(&flow.graph, 6, &flow.starts, &ends, model);
        flow
    }

    fn variables(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        graph.explain(model);
        model.explain("s_cC_oO", "the path starts on cell C in orientation O");
        model.explain("z_cC_oO", "the path ends on cell C in orientation O");
        model.explain("a_cC_oO_D", "the die rolls from cell C and orientation O in direction D");
        model.explain("f_cA_cB", "the flow from cell A to cell B");
        let reached = graph.reached(endpoints.start.states(&graph), |c| endpoints.may_enter(c));
        let starts = endpoints.start.states(&graph).map(|state| (state, model.binary(format!("s_{state}")))).collect();
        let end_cells: Vec<bool> = (0..graph.cells().len()).map(|c| endpoints.may_end_on(&graph, c)).collect();
        let ends = reached.iter().filter(|&state| end_cells[state.cell()] && endpoints.goal.contains(state));
        let ends = ends.map(|state| (state, model.binary(format!("z_{state}")))).collect();
        let arcs = reached.iter().flat_map(|tail| graph.rolls_from(tail));
        let arcs = arcs.filter(|arc| endpoints.may_enter(arc.head.cell()));
        let arcs = arcs.map(|arc| (arc, model.binary(format!("a_{arc}")))).collect();
        Self { graph, endpoints, starts, ends, arcs }
    }

    /// Each variable that represents a visit, with the visited state: starts, and arcs with their heads.
    pub fn visited(&self) -> impl Iterator<Item = (State, Var)> + '_ {
        self.starts.iter().copied().chain(self.arcs.iter().map(|&(arc, var)| (arc.head, var)))
    }

    /// The variables of which any two paths differ in at least one.
    #[must_use]
    pub fn distinguishing(&self) -> Vec<Var> {
        self.visited().map(|(_, var)| var).collect()
    }

    /// Rows (2).
    fn visits(&self, model: &mut Model) {
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
    fn passes(&self, model: &mut Model) {
        let mut balance: BTreeMap<State, Linear> = BTreeMap::new();
        for (state, var) in self.visited() {
            balance.entry(state).or_default().push(1, var);
        }
        let leaving = self.arcs.iter().map(|&(arc, var)| (arc.tail, var));
        for (state, var) in self.ends.iter().copied().chain(leaving) {
            balance.entry(state).or_default().push(-1, var);
        }
        model.block("(3) what enters a state leaves it");
        for (state, sum) in balance {
            model.add(format!("pass_{state}"), sum.equals(0));
        }
    }

    /// Rows (4) and (5), with the variables f.
    fn connect(&self, model: &mut Model) {
        let cells = i64::try_from(self.graph.cells().len()).expect("there are fewer than 2^63 cells");
        let mut balance = vec![Linear::new(); self.graph.cells().len()];
        for &(state, start) in &self.starts {
            balance[state.cell()].push(cells, start);
        }
        let mut uses: BTreeMap<(usize, usize), Vec<Var>> = BTreeMap::new();
        for &(arc, var) in &self.arcs {
            uses.entry((arc.tail.cell(), arc.head.cell())).or_default().push(var);
        }
        model.block("(4) flow runs over the used cell arcs, and at least one unit over each");
        for ((from, to), used) in uses {
            let f = model.implied_integer(format!("f_c{from}_c{to}"), 0..=cells - 1);
            let minus = |times: i64| used.iter().fold(Linear::from(f), |sum, &var| sum.plus(-times, var));
            model.add(format!("least_c{from}_c{to}"), minus(1).at_least(0));
            model.add(format!("most_c{from}_c{to}"), minus(cells - 1).at_most(0));
            balance[from].push(-1, f);
            balance[to].push(1, f);
        }
        model.block("(5) each cell takes one unit of the flow from the start");
        for (c, sum) in balance.into_iter().enumerate() {
            model.add(format!("take_c{c}"), sum.equals(1));
        }
    }

    /// The path of an assignment that satisfies the model.
    ///
    /// # Errors
    /// Why the assignment is not a path: a fault of the model.
    pub fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        let start = chosen(&self.starts, assignment).ok_or("the path has no start")?;
        let used = self.arcs.iter().filter(|&&(_, var)| assignment[var] == 1);
        let used: BTreeMap<State, RollArc> = used.map(|&(arc, _)| (arc.tail, arc)).collect();
        let mut here = start;
        let mut rolls = Vec::new();
        for t in 0..self.graph.cells().len() - 1 {
            let arc = used.get(&here).ok_or_else(|| format!("the path ends at step {t}"))?;
            here = arc.head;
            rolls.push(arc.direction);
        }
        rolls.extend(self.endpoints.closing_roll(&self.graph, start, &rolls)?);
        Ok((start, rolls))
    }
}
