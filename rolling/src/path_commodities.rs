//! Flows that keep the path of `path_arcs.rs` in one piece: one unit from the start to each cell. They run over cells, or over states,
//! where their linear relaxation is nearly exact but large.
//!
//! Sets: the cells k but a fixed start cell; places p: cells, or states; place arcs (p, q): two places with rolls from one to the other.
//! `y[p,q]` is the sum of the a's from p to q.
//!
//! Variables: `g[k,p,q]` ∈ {0, 1} the flow to cell k over a place arc, p not on k. It is an implied integer: along a path there is one
//! choice, 1 on all rolls before k and 0 on the others.
//!
//! ```text
//! (6)  g[k,p,q] ≤ y[p,q]                                       each cell k and place arc (p, q), p not on k
//! (7)  Σ_{u in p} s[u] + Σ g[k] into p = Σ g[k] out of p       each cell k and place p not on k
//! ```
//! So one unit arrives on cell k, unless the path starts there; among states, in the one that the path visits, by (2) and (6).
//!
//! Size: at most 4·C² variables over cells, and with n orientations per cell 4n·C² over states.
//!
//! Source: R. Wong, 1980; A. Claus, 1984.

use std::collections::BTreeMap;

use super::{PathArcs, Place};
use tumble_model::model::{Linear, Model};

impl PathArcs {
    /// Adds the variables g and the rows (6) and (7).
    pub fn connect_by_commodities<P: Place>(&self, model: &mut Model) {
        model.explain("g_cK_cA_cB", "the flow to cell K from cell A to cell B");
        model.explain("g_cK_cA_oO_cB_oP", "the flow to cell K from cell A in orientation O to cell B in orientation P");
        let between = self.rolls_between::<P>();
        let mut balance: BTreeMap<(usize, P), Linear> = BTreeMap::new();
        model.block("(6) flow runs over the used arcs");
        for k in (0..self.cells()).filter(|&k| self.endpoints.may_enter(k)) {
            for (place, start) in self.starts_at::<P>().filter(|(place, _)| place.cell() != k) {
                balance.entry((k, place)).or_default().push(1, start);
            }
            for (&(from, to), used) in between.iter().filter(|((from, _), _)| from.cell() != k) {
                let g = model.implied_integer(format!("g_c{k}_{from}_{to}"), 0..=1);
                let row = used.iter().fold(Linear::from(g), |sum, &var| sum.plus(-1, var));
                model.add(format!("over_c{k}_{from}_{to}"), row.at_most(0));
                balance.entry((k, from)).or_default().push(-1, g);
                if to.cell() != k {
                    balance.entry((k, to)).or_default().push(1, g);
                }
            }
        }
        model.block("(7) the flow to a cell begins at the start and passes the other places");
        for ((k, place), sum) in balance {
            model.add(format!("carry_c{k}_{place}"), sum.equals(0));
        }
    }
}
