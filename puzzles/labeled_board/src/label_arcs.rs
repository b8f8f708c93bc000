//! The arcs of the contracted board (`label_graph.rs`) as variables: a generalised travelling-salesman path, with one node for each label.
//! `arc-circuit`, `arc-cuts` and `arc-flow` share it, and differ in how they keep the arcs in one piece.
//!
//! Sets: points u: the states on labeled cells c that show the label, and the terminals, where trails begin and end: one for an open
//! board; for a closed one one for each start cell, or if the orientation is restored for each start state. Arcs (u, v): two points, not
//! on the same cell, with a walk over free cells from u to v, the shortest of which has d(u, v) rolls; those on the way from some terminal
//! to some terminal. L is the number of labels.
//!
//! Variables: `a[u,v]` ∈ {0, 1} the trail takes a shortest walk from state u to state v; `s[v]` = `a[t,v]` v is the first state on a label
//! after terminal t; `z[u]` = `a[u,t]` u is the last one.
//!
//! ```text
//! min  Σ d(u, v) · a[u,v]                                      omitted if any trail will do
//! (1)  Σ_{a into states on c} a = 1;  Σ_{a into terminals} a = 1   each labeled cell c
//! (2)  Σ a into u = Σ a out of u                               each point u
//! ```
//! By (1), the fewest rolls into each cell add up to a constant; the model's objective has only the rolls beyond the constant. Without free
//! cells there are none.
//!
//! This allows a trail together with cycles, which rows from (3) on rule out. A solution stands for all trails with these states on
//! the labels: the encodings list solutions only where no cell is free, so that each walk is one roll.

use std::collections::BTreeMap;

use super::fixing::{FIXING, fix};
use super::label_graph::{Arc, Contracted, LabelGraph, Point};
use super::{LabeledBoard, Objective, Trail};
use tumble_model::control::Request;
use tumble_model::model::{Assignment, Linear, Model, Sense, Var};
use tumble_puzzles::puzzle::{Chosen, Formulation, Has};
use tumble_rolling::OnCell;

/// The arcs of a board, each with its variable.
pub(super) struct LabelArcs {
    pub(super) graph: LabelGraph,
    pub(super) board: Contracted,
    pub(super) arcs: Vec<(Arc, Var)>,
    /// Whether walks are single rolls.
    is_full: bool,
    has: Has<Trail>,
}

/// The arcs without those at terminals, by the cells that they join, and those from terminals, by the cell that they enter.
pub(super) struct BetweenCells {
    pub(super) first: Vec<(OnCell, Var)>,
    pub(super) arcs: BTreeMap<(OnCell, OnCell), Vec<Var>>,
}

impl LabelArcs {
    /// Adds the variables to a model, and the objective.
    pub(super) fn new(puzzle: &LabeledBoard, chosen: Chosen, model: &mut Model) -> Self {
        let graph = LabelGraph::new(puzzle);
        let mut board = Contracted::new(&graph);
        if chosen.has(&FIXING) {
            fix(puzzle, &graph, &mut board, &Request::new(model.control()));
        }
        Contracted::explain(&graph, model);
        let var = |&arc: &Arc| (arc, model.binary(board.name_of_arc(&graph, arc)));
        let arcs = board.arcs.iter().map(var).collect();
        let made = Self { graph, board, arcs, is_full: puzzle.is_full(), has: puzzle.has_by_arcs() };
        if puzzle.objective == Objective::Min {
            model.set_objective(Sense::Minimize, made.rolls());
        }
        made
    }

    /// The number of rolls: for each label, and for the terminals, the fewest into it, and what the trail makes beyond these.
    fn rolls(&self) -> Linear {
        let mut least: BTreeMap<Option<usize>, u32> = BTreeMap::new();
        for (arc, _) in &self.arcs {
            let least = least.entry(arc.to.label(&self.graph)).or_insert(arc.rolls);
            *least = arc.rolls.min(*least);
        }
        let constant = least.values().map(|&rolls| i64::from(rolls)).sum();
        let beyond =
            self.arcs.iter().map(|&(arc, var)| (i64::from(arc.rolls - least[&arc.to.label(&self.graph)]), var));
        let beyond = beyond.filter(|&(rolls, _)| rolls > 0);
        beyond.fold(Linear::new().plus_constant(constant), |sum, (rolls, var)| sum.plus(rolls, var))
    }

    /// Adds the rows (1) and (2).
    pub(super) fn pass(&self, model: &mut Model) {
        let mut visits: BTreeMap<Option<usize>, Linear> =
            (0..self.graph.labels()).map(Some).chain([None]).map(|label| (label, Linear::new())).collect();
        let mut balance: BTreeMap<Point, Linear> = BTreeMap::new();
        for &(arc, var) in &self.arcs {
            visits.entry(arc.to.label(&self.graph)).or_default().push(1, var);
            balance.entry(arc.to).or_default().push(1, var);
            balance.entry(arc.from).or_default().push(-1, var);
        }
        model.block("(1) each labeled cell is entered once, and the trail ends once");
        for (label, sum) in visits {
            model.add(label.map_or("end".into(), |label| format!("visit_{}", self.cell(label))), sum.equals(1));
        }
        model.block("(2) what enters a state leaves it");
        for (point, sum) in balance {
            let row = if matches!(point, Point::Terminal(_)) { "return" } else { "pass" };
            model.add(self.board.name(&self.graph, row, point), sum.equals(0));
        }
    }

    pub(super) fn cell(&self, label: usize) -> OnCell {
        OnCell(self.graph.cell(label))
    }

    /// The arcs between cells.
    pub(super) fn between_cells(&self) -> BetweenCells {
        let mut between = BetweenCells { first: Vec::new(), arcs: BTreeMap::new() };
        for &(arc, var) in &self.arcs {
            let Some(to) = arc.to.label(&self.graph).map(|label| self.cell(label)) else { continue };
            match arc.from.label(&self.graph).map(|label| self.cell(label)) {
                Some(from) => between.arcs.entry((from, to)).or_default().push(var),
                None => between.first.push((to, var)),
            }
        }
        between
    }

    /// The trail of an assignment that is in one piece.
    fn trail(&self, assignment: &Assignment) -> Result<Trail, String> {
        let used = self.arcs.iter().filter(|&&(_, var)| assignment[var] == 1);
        let next: BTreeMap<Point, Point> = used.map(|&(arc, _)| (arc.from, arc.to)).collect();
        let begin =
            next.keys().find_map(|&point| if let Point::Terminal(number) = point { Some(number) } else { None });
        let terminal = begin.ok_or("the trail has no start")?;
        let mut here = Point::Terminal(terminal);
        let mut nodes = Vec::new();
        for step in 0..self.graph.labels() {
            here = *next.get(&here).ok_or_else(|| format!("the trail stops after {step} labels"))?;
            let Point::Node(node) = here else { return Err(format!("the trail ends after {step} labels")) };
            nodes.push(node);
        }
        self.board.trail(&self.graph, terminal, &nodes).ok_or_else(|| "there is no walk between two labels".into())
    }

    /// The formulation of a model with these arcs.
    pub(super) fn formulation(self, model: Model) -> Formulation<Trail> {
        let (is_full, vars) = (self.is_full, self.arcs.iter().map(|&(_, var)| var).collect::<Vec<_>>());
        let formulation = Formulation::new(model, self.has.clone(), Box::new(move |assignment| self.trail(assignment)));
        if is_full { formulation.distinguished_by(vars) } else { formulation }
    }
}
