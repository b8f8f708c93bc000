//! A path that visits every cell once, as a circuit over the cells: a node outside the board follows the last cell and precedes the first.
//! Each cell has an orientation, and each used cell arc turns that of its tail into that of its head.
//!
//! Sets: states u = (c, o), c ∈ 0..C, o ∈ 0..24: those of the graph that rolls from a start state reach (a fixed start cell is not
//! entered again); the cell arcs (c, d) to the free neighbour c' of c in direction d; T(o, d) is the orientation after a roll.
//!
//! Variables, all in {0, 1}: `o[u]` the die is in state u when it visits the cell; `y[c,d]` it rolls over a cell arc; `s[c]`, `z[c]` the
//! path starts, ends on c (ends only on goal cells of the colour that C − 1 rolls lead to, next to a start cell where the path is closed).
//!
//! ```text
//! (1)  Σ_{u on c} o[u] = 1                              each cell c
//! (2)  a circuit over the cells and the node C outside: s[c] from C to c, y[c,d] from c to c', z[c] from c to C
//! (3)  y[c,d] + o[c,o] ≤ 1 + o[c',T(o,d)]               each cell arc, each state on c
//! (4)  s[c] ≤ Σ o[u] over the start states on c         each start cell c
//! (5)  z[c] ≤ Σ o[u] over the goal states on c          each cell c on which the path may end
//! (6)  s[c'] ≤ Σ z[c] over the neighbours c of c'       closed: each start cell c'
//! (7)  z[c] + o[c,o] + s[c'] ≤ 2 + o[c',T(o,d)]         closed: each neighbour c of a start cell c', each state on c
//! ```
//! A state that the graph lacks has no variable: 0 takes its place. If the orientation need not be restored, only those rows (7)
//! are stated in which the graph lacks (c', T(o, d)). Rows (4) and (5) are left out where they follow from (1).
//!
//! Each T(·, d) is a bijection, so (1) and (3) also determine the orientation before a roll from the one after it.
//!
//! Size: with n orientations per cell, at most C·(n + 6) variables (n orientations, 4 arcs, a start and an end per cell) and C·(4n + 4) + 1
//! constraints, 4·C·n more if the path is closed.

use std::collections::BTreeMap;

use super::{Endpoints, Path, RollArc, RollGraph, State, Terminal};
use tumble_model::model::{Arc, Assignment, Circuit, Linear, Model, Var};

/// A path that visits every cell once, added to a model: at most C·(n + 6) variables on C cells with n orientations each. Keeps
/// its variables, and reads the path back from an assignment.
#[derive(Debug)]
pub struct PathCircuit {
    graph: RollGraph,
    endpoints: Endpoints,
    states: BTreeMap<State, Var>,
    /// The rolls from a cell to a neighbour, in any orientation.
    rolls: Vec<(RollArc<usize>, Var)>,
    /// By cell.
    starts: BTreeMap<usize, Var>,
    /// By cell.
    ends: BTreeMap<usize, Var>,
}

impl PathCircuit {
    /// Adds the variables and the constraints to a model; the objective is the encoding's.
    pub fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        let path = Self::variables(graph, endpoints, model);
        path.orientations(model);
        path.circuit(model);
        path.turns(model);
        path.terminals(model);
        path.close(model);
        path
    }

    fn variables(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        graph.explain(model);
        model.explain("o_cC_oO", "the die is in orientation O when it visits cell C");
        model.explain("y_cC_D", "it rolls from cell C in direction D");
        model.explain("s_cC", "the path starts on cell C");
        model.explain("z_cC", "the path ends on cell C");
        let reached = endpoints.reached(&graph);
        let states = reached.iter().map(|state| (state, model.binary(format!("o_{state}")))).collect();
        let cells = 0..graph.cells().len();
        let arcs = cells.clone().flat_map(|tail| graph.cells().neighbours(tail).map(move |to| (tail, to)));
        let arcs = arcs.filter(|&(_, (_, head))| endpoints.may_enter(head)).map(|(tail, (direction, head))| {
            let var = model.binary(format!("y_c{tail}_{}", direction.letter()));
            (RollArc { tail, direction, head }, var)
        });
        let rolls = arcs.collect();
        let starts = endpoints.start.cells.clone().map(|c| (c, model.binary(format!("s_c{c}")))).collect();
        let ends = cells.filter(|&c| endpoints.may_end_on(&graph, c));
        let ends = ends.map(|c| (c, model.binary(format!("z_c{c}")))).collect();
        Self { graph, endpoints, states, rolls, starts, ends }
    }

    /// For each state its variable, which is 1 if the path visits the state's cell in the state's orientation.
    pub fn visited(&self) -> impl Iterator<Item = (State, Var)> + '_ {
        self.states.iter().map(|(&state, &var)| (state, var))
    }

    /// The variables of which any two paths differ in at least one.
    pub fn distinguishing(&self) -> Vec<Var> {
        let rolls = self.rolls.iter().map(|&(_, var)| var);
        self.starts.values().copied().chain(rolls).chain(self.states.values().copied()).collect()
    }

    /// The states on a cell, with their variables.
    fn on(&self, c: usize) -> impl Iterator<Item = (State, Var)> + '_ {
        let range = State::new(c, 0)..State::new(c + 1, 0);
        self.states.range(range).map(|(&state, &var)| (state, var))
    }

    /// Rows (1).
    fn orientations(&self, model: &mut Model) {
        model.block("(1) the die has one orientation on each cell");
        for c in 0..self.graph.cells().len() {
            model.add(format!("stand_c{c}"), Linear::sum(self.on(c).map(|(_, var)| var)).equals(1));
        }
    }

    /// Constraint (2).
    fn circuit(&self, model: &mut Model) {
        let outside = self.graph.cells().len();
        let arc = |from, to, var: Var| Arc { from, to, literal: var.into() };
        let starts = self.starts.iter().map(|(&c, &var)| arc(outside, c, var));
        let rolls = self.rolls.iter().map(|&(roll, var)| arc(roll.tail, roll.head, var));
        let ends = self.ends.iter().map(|(&c, &var)| arc(c, outside, var));
        model.block("(2) the path visits each cell once");
        model.add("circuit", Circuit { nodes: outside + 1, arcs: starts.chain(rolls).chain(ends).collect() });
    }

    /// Rows (3).
    fn turns(&self, model: &mut Model) {
        model.block("(3) a roll turns the orientation before it into the one after it");
        for &(roll, used) in &self.rolls {
            for (state, var) in self.on(roll.tail) {
                let both = Linear::sum([used, var]);
                let row = self.minus_head(both, self.graph.roll(state, roll.direction)).at_most(1);
                model.add(format!("turn_{state}_{}", roll.direction.letter()), row);
            }
        }
    }

    /// Subtracts the variable of a state from a sum, if there is one.
    fn minus_head(&self, sum: Linear, head: Option<State>) -> Linear {
        match head.and_then(|head| self.states.get(&head)) {
            Some(&var) => sum.plus(-1, var),
            None => sum,
        }
    }

    /// Rows (4) and (5).
    fn terminals(&self, model: &mut Model) {
        model.block("(4) the path starts in a start state");
        self.terminal("start", &self.starts, &self.endpoints.start, model);
        model.block("(5) it ends in a goal state");
        self.terminal("goal", &self.ends, &self.endpoints.goal, model);
    }

    fn terminal(&self, name: &str, cells: &BTreeMap<usize, Var>, terminal: &Terminal, model: &mut Model) {
        for (&c, &used) in cells {
            let is_excluded = |(state, _): (State, Var)| !terminal.contains(state);
            if self.on(c).any(is_excluded) {
                let allowed = self.on(c).filter(|&(state, _)| terminal.contains(state));
                let row = allowed.fold(Linear::from(used), |sum, (_, var)| sum.plus(-1, var)).at_most(0);
                model.add(format!("{name}_c{c}"), row);
            }
        }
    }

    /// Rows (6) and (7).
    fn close(&self, model: &mut Model) {
        if !self.endpoints.closed {
            return;
        }
        let before = |c: usize| {
            let neighbours = self.graph.cells().neighbours(c);
            neighbours.filter_map(|(back, tail)| Some((tail, back.opposite(), *self.ends.get(&tail)?)))
        };
        model.block("(6) the last cell is next to the first");
        for (&c, &start) in &self.starts {
            let row = before(c).fold(Linear::from(start), |sum, (_, _, end)| sum.plus(-1, end)).at_most(0);
            model.add(format!("close_c{c}"), row);
        }
        model.block(if self.endpoints.restore {
            "(7) the closing roll restores the orientation"
        } else {
            "(7) the die may stand on the first cell as the closing roll leaves it"
        });
        for (&c, &start) in &self.starts {
            for (tail, direction, end) in before(c) {
                for (state, var) in self.on(tail) {
                    let head = self.graph.roll(state, direction);
                    if self.endpoints.restore || head.is_none() {
                        let row = self.minus_head(Linear::sum([end, var, start]), head).at_most(2);
                        model.add(format!("back_{state}_{}", direction.letter()), row);
                    }
                }
            }
        }
    }

    /// The path of an assignment that satisfies the model.
    ///
    /// # Errors
    /// Why the assignment is not a path: a fault of the model.
    pub fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        let first = self.starts.iter().find(|&(_, &var)| assignment[var] == 1);
        let (&first, _) = first.ok_or("the path has no start")?;
        let mut stands = self.on(first).filter(|&(_, var)| assignment[var] == 1);
        let (start, _) = stands.next().ok_or("the path starts in no orientation")?;
        let used = self.rolls.iter().filter(|&&(_, var)| assignment[var] == 1);
        let used: BTreeMap<usize, RollArc<usize>> = used.map(|&(roll, _)| (roll.tail, roll)).collect();
        self.endpoints.walk(&self.graph, start, first, |here| used.get(here).map(|roll| (roll.direction, roll.head)))
    }
}
