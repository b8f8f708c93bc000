//! `arc-flow`: arcs between states on labeled cells, along shortest walks over free cells; a flow over the labeled cells keeps them in one
//! piece.
//!
//! Sets, variables `a`, `s`, `z` and rows (1) and (2): as in `label_arcs.rs`; `y[c,b]` is the sum of the a's from states on c to states on b;
//! `+fixing` leaves out arcs, as in `fixing.rs`.
//!
//! Variables: `f[c,b]` ∈ 0..=L−1 the flow from cell c to cell b, an implied integer: along a trail there is one choice, the number of labels
//! that are still to be visited.
//!
//! ```text
//! (3)  y[c,b] ≤ f[c,b] ≤ (L − 1) · y[c,b]                      each two cells with arcs from c to b
//! (4)  L · Σ_{u on c} s[u] + Σ f into c = 1 + Σ f out of c     each labeled cell c
//! ```
//! Size: at most 8 arcs and a flow for two labels with free cells between them, and 8 arcs for each label at a terminal.
//!
//! Source: B. Gavish and S. Graves' flow, 1978.

use std::collections::BTreeMap;

use super::fixing::FIXING;
use super::label_arcs::LabelArcs;
use super::label_graph::size;
use super::{LabeledBoard, Trail};
use tumble_model::model::{Linear, Model};
use tumble_puzzles::puzzle::{Chosen, Encoding, Formulation};
use tumble_rolling::OnCell;

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "arc-flow",
    "arcs between the states on labels, the shortest walks over free cells; connected by a flow over the labeled cells",
    |puzzle: &LabeledBoard, _| size(puzzle) * 9 / 8,
    |puzzle, chosen, model| build(puzzle, chosen, model).into(),
)
.fitting(LabeledBoard::has_labels)
.with_strengthenings(&[FIXING]);

fn build(puzzle: &LabeledBoard, chosen: Chosen, mut model: Model) -> Formulation<Trail> {
    let arcs = LabelArcs::new(puzzle, chosen, &mut model);
    arcs.pass(&mut model);
    connect(&arcs, &mut model);
    arcs.formulation(model)
}

/// Rows (3) and (4).
fn connect(arcs: &LabelArcs, model: &mut Model) {
    model.explain("f_cA_cB", "the flow from cell A to cell B");
    let between = arcs.between_cells();
    let labels = arcs.graph.labels();
    let mut balance: BTreeMap<OnCell, Linear> = (0..labels).map(|label| (arcs.cell(label), Linear::new())).collect();
    let labels = labels as i64;
    for (to, first) in between.first {
        balance.entry(to).or_default().push(labels, first);
    }
    model.block("(3) flow runs over the used arcs, and at least one unit over each");
    for ((from, to), used) in between.arcs {
        let f = model.implied_integer(format!("f_{from}_{to}"), 0..=labels - 1);
        let minus = |times: i64| used.iter().fold(Linear::from(f), |sum, &var| sum.plus(-times, var));
        model.add(format!("least_{from}_{to}"), minus(1).at_least(0));
        model.add(format!("most_{from}_{to}"), minus(labels - 1).at_most(0));
        balance.entry(from).or_default().push(-1, f);
        balance.entry(to).or_default().push(1, f);
    }
    model.block("(4) each labeled cell takes one unit of the flow from the start");
    for (cell, sum) in balance {
        model.add(format!("take_{cell}"), sum.equals(1));
    }
}
