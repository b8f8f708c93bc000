//! A flow that keeps the path of `path_arcs.rs` in one piece: it starts with C units, of which each cell takes one.
//!
//! Sets: the cell arcs (c, b) between free neighbours, none into a fixed start cell; `y[c,b]` is the sum of the a's over (c, b).
//!
//! Variables: `f[c,b]` ∈ 0..=C−1 the flow over a cell arc, an implied integer: along a path there is one choice, the number of cells
//! that are still to be visited.
//!
//! ```text
//! (6)  y[c,b] ≤ f[c,b] ≤ (C − 1) · y[c,b]                      each cell arc
//! (7)  C · Σ_{u on c} s[u] + Σ f into c = 1 + Σ f out of c     each cell c
//! ```
//! Size: at most 4·C variables.
//!
//! Source: B. Gavish and S. Graves' flow, 1978.

use super::{OnCell, PathArcs};
use tumble_model::model::{Linear, Model};

impl PathArcs {
    /// Adds the variables f and the rows (6) and (7).
    pub fn connect_by_flow(&self, model: &mut Model) {
        model.explain("f_cA_cB", "the flow from cell A to cell B");
        let cells = self.cells() as i64;
        let mut balance = vec![Linear::new(); self.cells()];
        for (OnCell(c), start) in self.starts_at() {
            balance[c].push(cells, start);
        }
        model.block("(6) flow runs over the used cell arcs, and at least one unit over each");
        for ((OnCell(from), OnCell(to)), used) in self.rolls_between() {
            let f = model.implied_integer(format!("f_c{from}_c{to}"), 0..=cells - 1);
            let minus = |times: i64| used.iter().fold(Linear::from(f), |sum, &var| sum.plus(-times, var));
            model.add(format!("least_c{from}_c{to}"), minus(1).at_least(0));
            model.add(format!("most_c{from}_c{to}"), minus(cells - 1).at_most(0));
            balance[from].push(-1, f);
            balance[to].push(1, f);
        }
        model.block("(7) each cell takes one unit of the flow from the start");
        for (c, sum) in balance.into_iter().enumerate() {
            model.add(format!("take_c{c}"), sum.equals(1));
        }
    }
}
