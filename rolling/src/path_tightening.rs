//! Rows that tighten the linear relaxation of `path_arcs.rs`. All paths satisfy them.
//!
//! ```text
//! (S)  Σ y over the four cell edges round a 2×2 block, both ways ≤ 3           each block of free cells
//! (T)  a[u,d] ≤ s[u] + what enters u, but from the state to which a[u,d] leads      each arc whose roll can be undone
//! ```
//! A path has no cycles, so it does not use all four cell edges of a block. This holds for closed paths too, those of four cells included:
//! the closing roll is no a. By (2), the row is the cut of `path_cuts.rs` for the four cells.
//!
//! On the graph of states, rolls there and back are no part of a path: if v is one roll from u, a[u→v] + a[v→u] ≤ the visits of u. Take
//! a[v→u] away on both sides and (T) is left. It holds at both ends, because v has a row of its own. It is a cut as well: that of u
//! together with all states on the cell of v. No set of cells gives it.

use std::collections::BTreeMap;

use super::{OnCell, PathArcs, State};
use tumble_model::model::{Linear, Model, Var};

impl PathArcs {
    /// Adds the rows (S).
    pub fn tighten_squares(&self, model: &mut Model) {
        let between = self.rolls_between::<OnCell>();
        model.block("(S) the path uses at most three of the edges round a 2×2 block");
        for [c, north, corner, east] in self.graph.cells().squares() {
            let edges = [(c, east), (c, north), (east, corner), (north, corner)];
            let arcs = edges.into_iter().flat_map(|(a, b)| [(OnCell(a), OnCell(b)), (OnCell(b), OnCell(a))]);
            let rolls = arcs.filter_map(|arc| between.get(&arc)).flatten().copied();
            model.add(format!("square_c{c}"), Linear::sum(rolls).at_most(3));
        }
    }

    /// Adds the rows (T).
    pub fn tighten_two_cycles(&self, model: &mut Model) {
        let between = self.rolls_between::<State>();
        let mut entering: BTreeMap<State, Vec<Var>> = BTreeMap::new();
        for (state, var) in self.visited() {
            entering.entry(state).or_default().push(var);
        }
        model.block("(T) the path does not roll back at once");
        for (&(from, to), rolls) in &between {
            let Some(back) = between.get(&(to, from)) else { continue };
            let others = entering[&from].iter().filter(|var| !back.contains(var));
            let sum = others.fold(Linear::sum(rolls.iter().copied()), |sum, &var| sum.plus(-1, var));
            model.add(format!("onward_{from}_{to}"), sum.at_most(0));
        }
    }
}
