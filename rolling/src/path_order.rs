//! An order of the cells that keeps the path of `path_arcs.rs` in one piece: it rises along every roll.
//!
//! Sets: the cell arcs (c, b) between free neighbours, neither of them a fixed start cell; `y[c,b]` is the sum of the a's over (c, b).
//!
//! Variables: `p[c]` ∈ L..=C−1 the place of a cell in the order, where L is 1 if the start cell is fixed, which then has none, and 0
//! otherwise. Let R = C − 1 − L.
//!
//! ```text
//! (6)  p[c] − p[b] + (R + 1) · y[c,b] + (R − 1) · y[b,c] ≤ R   each cell arc
//! ```
//! If the path rolls from c to b, the rows of (c, b) and of (b, c) give `p[b] = p[c] + 1`: the order is the number of rolls before a cell.
//! So there is one choice along a path, and p is an implied integer. Without the term in `y[b,c]` there would be more, fractions among them.
//!
//! Size: at most C variables.
//!
//! Source: C. Miller, A. Tucker and R. Zemlin, 1960; the term in `y[b,c]` is that of M. Desrochers and G. Laporte, 1991.

use std::collections::BTreeMap;

use super::{OnCell, PathArcs};
use tumble_model::model::{Linear, Model, Var};

impl PathArcs {
    /// Adds the variables p and the rows (6).
    pub fn connect_by_order(&self, model: &mut Model) {
        model.explain("p_cC", "the number of rolls before cell C");
        let last = self.cells() as i64 - 1;
        let first = i64::from(self.endpoints.start.only_cell().is_some());
        let range = last - first;
        let ordered = (0..self.cells()).filter(|&c| self.endpoints.may_enter(c));
        let place: BTreeMap<OnCell, Var> =
            ordered.map(|c| (OnCell(c), model.implied_integer(format!("p_c{c}"), first..=last))).collect();
        let between = self.rolls_between::<OnCell>();
        model.block("(6) the order rises by one along a roll");
        for ((from, to), used) in &between {
            let (Some(&before), Some(&after)) = (place.get(from), place.get(to)) else { continue };
            let sum = Linear::from(before).plus(-1, after);
            let sum = used.iter().fold(sum, |sum, &var| sum.plus(range + 1, var));
            let back = between.get(&(*to, *from)).into_iter().flatten();
            let sum = back.fold(sum, |sum, &var| sum.plus(range - 1, var));
            model.add(format!("rise_{from}_{to}"), sum.at_most(range));
        }
    }
}
