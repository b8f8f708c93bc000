//! A path that visits every cell once, as arcs of the graph of (cell, orientation) without time: a generalised travelling-salesman
//! path, with one node for each cell.
//!
//! Sets: states u = (c, o), c ∈ 0..C, o ∈ 0..24: those of the graph that rolls from a start state reach (a fixed start cell is not
//! entered again).
//!
//! Variables: `s[u]`, `z[u]` ∈ {0, 1} the path starts, ends in u (ends only in goal states, on cells of the colour that C − 1 rolls
//! lead to, next to a start cell where the path is closed); `a[u,d]` ∈ {0, 1} the die rolls from u in direction d.
//!
//! ```text
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  Σ_{u on c} s[u] + Σ_{a into c} a = 1                    each cell c
//! (3)  s[u] + what enters u = z[u] + what leaves u             each state u
//! (4)  Σ_{u on c} s[u] ≤ Σ z one roll before c                 closed: each start cell c
//! (5)  s[u] ≤ Σ z one roll before u                            restored: each start state u
//! ```
//! This allows a path together with cycles. One of these rules them out, with rows from (6) on: a flow (`path_flow.rs`), an order
//! (`path_order.rs`), a flow to each cell (`path_commodities.rs`), or cuts that are added when violated (`path_cuts.rs`).
//!
//! Size: with n orientations per cell, at most 6n·C variables (4n arcs, n starts, n ends per cell); about half as many for a fixed start.

use std::collections::BTreeMap;

use super::endpoints::chosen;
use super::{Endpoints, Place, RollArc, RollGraph, State};
use tumble_model::model::{Assignment, Linear, Model, Var};
use tumble_puzzles::geometry::Direction;

/// A path that visits every cell once, added to a model, together with cycles that are still to be ruled out: at most 6·C·n variables
/// on C cells with n orientations each. Keeps its variables, and reads the path back from an assignment.
#[derive(Clone, Debug)]
pub struct PathArcs {
    pub(super) graph: RollGraph,
    pub(super) endpoints: Endpoints,
    starts: Vec<(State, Var)>,
    ends: Vec<(State, Var)>,
    arcs: Vec<(RollArc, Var)>,
}

/// A path: the state in which it starts, and its rolls, the closing one included.
pub type Path = (State, Vec<Direction>);

impl PathArcs {
    /// Adds the variables and the rows (1) to (5) to a model; the objective is the encoding's.
    pub fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        let path = Self::variables(graph, endpoints, model);
        model.block("(1) the path starts once and ends once");
        model.add("one_start", Linear::sum(path.starts.iter().map(|&(_, var)| var)).equals(1));
        model.add("one_stop", Linear::sum(path.ends.iter().map(|&(_, var)| var)).equals(1));
        path.visits(model);
        path.passes(model);
        let ends = path.ends.iter().map(|&(state, end)| (state, end.into())).collect();
        path.endpoints.close(&path.graph, 4, &path.starts, &ends, model);
        path
    }

    fn variables(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        graph.explain(model);
        model.explain("s_cC_oO", "the path starts on cell C in orientation O");
        model.explain("z_cC_oO", "the path ends on cell C in orientation O");
        model.explain("a_cC_oO_D", "the die rolls from cell C and orientation O in direction D");
        let reached = endpoints.reached(&graph);
        let starts = endpoints.start.states(&graph).map(|state| (state, model.binary(format!("s_{state}")))).collect();
        let ends = endpoints.ends(&graph, &reached).into_iter();
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
    pub fn distinguishing(&self) -> Vec<Var> {
        self.visited().map(|(_, var)| var).collect()
    }

    /// The number of cells C.
    pub(super) fn cells(&self) -> usize {
        self.graph.cells().len()
    }

    /// The starts, by where they are.
    pub(super) fn starts_at<P: Place>(&self) -> impl Iterator<Item = (P, Var)> + '_ {
        self.starts.iter().map(|&(state, var)| (P::of(state), var))
    }

    /// The rolls from one place to another, for each two of them between which there are some.
    pub(super) fn rolls_between<P: Place>(&self) -> BTreeMap<(P, P), Vec<Var>> {
        let mut between: BTreeMap<(P, P), Vec<Var>> = BTreeMap::new();
        for &(arc, var) in &self.arcs {
            between.entry((P::of(arc.tail), P::of(arc.head))).or_default().push(var);
        }
        between
    }

    /// Rows (2).
    fn visits(&self, model: &mut Model) {
        let mut sums = vec![Linear::new(); self.cells()];
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

    /// The path of an assignment that satisfies the model and is in one piece.
    ///
    /// # Errors
    /// Why the assignment is not a path: a fault of the model.
    pub fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        let start = chosen(&self.starts, assignment).ok_or("the path has no start")?;
        let used = self.arcs.iter().filter(|&&(_, var)| assignment[var] == 1);
        let used: BTreeMap<State, RollArc> = used.map(|&(arc, _)| (arc.tail, arc)).collect();
        self.endpoints.walk(&self.graph, start, start, |here| used.get(here).map(|arc| (arc.direction, arc.head)))
    }
}
