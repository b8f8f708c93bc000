//! `arc-circuit`: arcs between states on labeled cells, along shortest walks over free cells, as a circuit over the states that need not
//! visit all of them.
//!
//! Sets, variables `a`, `s`, `z` and the objective: as in `label_arcs.rs`; `+fixing` leaves out arcs, as in `fixing.rs`.
//!
//! Variables: `n[u]` ∈ {0, 1} the trail visits state u, for cells with several states; `t[u]` ∈ {0, 1} it begins and ends at terminal u, for
//! several terminals. The only state of a cell is always visited, and so is the only terminal.
//!
//! ```text
//! (3)  Σ_{u on c} n[u] = 1;  Σ t = 1                           each labeled cell c
//! (4)  a circuit over the points, with arcs a[u,v], that skips point u exactly if n[u] or t[u] is 0
//! ```
//! The rows (1) and (2) of `label_arcs.rs` follow, and are left out.
//!
//! Size: at most 8 arcs for two labels with free cells between them, 8 arcs for each label at a terminal, and 4 states a label.

use std::collections::BTreeMap;

use super::fixing::FIXING;
use super::label_arcs::LabelArcs;
use super::label_graph::{Point, size};
use super::{LabeledBoard, Trail};
use tumble_model::model::{Arc, Circuit, ConstraintKind, Linear, Literal, Model, Var};
use tumble_puzzles::puzzle::{Chosen, Encoding, Formulation};

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "arc-circuit",
    "a circuit over the states on labels, whose arcs are the shortest walks over free cells: for constraint solvers",
    |puzzle: &LabeledBoard, _| size(puzzle),
    |puzzle, chosen, model| build(puzzle, chosen, model).into(),
)
.fitting(LabeledBoard::has_labels)
.with_strengthenings(&[FIXING])
.with_constraints(&[ConstraintKind::Circuit])
.ranked(|_, capabilities| if capabilities.circuit || capabilities.half_reified { 3 } else { 0 });

fn build(puzzle: &LabeledBoard, chosen: Chosen, mut model: Model) -> Formulation<Trail> {
    let arcs = LabelArcs::new(puzzle, chosen, &mut model);
    let visits = visits(&arcs, &mut model);
    let number: BTreeMap<Point, usize> = arcs.board.points().into_iter().zip(0..).collect();
    let walks = arcs.arcs.iter().map(|&(arc, var)| (arc.from, arc.to, var.into()));
    let skipped = visits.into_iter().map(|(point, var)| (point, point, !Literal::from(var)));
    let all = walks.chain(skipped).map(|(from, to, literal)| Arc { from: number[&from], to: number[&to], literal });
    let circuit = Circuit { nodes: number.len(), arcs: all.collect() };
    model.block("(4) the trail is a circuit over the states that it visits and a terminal");
    model.add("circuit", circuit);
    arcs.formulation(model)
}

/// The variables n, and the rows (3).
fn visits(arcs: &LabelArcs, model: &mut Model) -> Vec<(Point, Var)> {
    let labels = (0..arcs.graph.labels()).map(Some).chain([None]);
    let mut points: BTreeMap<Option<usize>, Vec<Point>> = labels.map(|label| (label, Vec::new())).collect();
    for point in arcs.board.points() {
        points.entry(point.label(&arcs.graph)).or_default().push(point);
    }
    model.block("(3) the trail visits each labeled cell in one state, and one terminal");
    let mut visits = Vec::new();
    for (label, points) in points.into_iter().filter(|(_, points)| points.len() != 1) {
        let kind = if label.is_some() { "n" } else { "t" };
        let vars = points.into_iter().map(|point| (point, model.binary(arcs.board.name(&arcs.graph, kind, point))));
        let vars: Vec<(Point, Var)> = vars.collect();
        let name = label.map_or("one_terminal".into(), |label| format!("one_{}", arcs.cell(label)));
        model.add(name, Linear::sum(vars.iter().map(|&(_, var)| var)).equals(1));
        visits.extend(vars);
    }
    visits
}
