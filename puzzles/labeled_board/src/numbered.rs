//! A labeled board with numbered cells and orientations, shared by its encodings and its search.

use super::{LabeledBoard, Objective};
use tumble_model::model::{Linear, Model, Sense};
use tumble_puzzles::geometry::Face;
use tumble_puzzles::puzzle::Start;
use tumble_rolling::{CellGraph, Endpoints, RollGraph, State, Terminal};

/// An instance with numbered cells and orientations: cells c ∈ 0..C that are not blocked, row by row from the south-west, and orientations
/// o ∈ 0..24 of the die's handedness; on labeled cells only the states that show the label.
pub(super) struct Numbered {
    pub(super) graph: RollGraph,
    pub(super) endpoints: Endpoints,
    /// By cell: its label; `None` on free cells.
    pub(super) labels: Vec<Option<Face>>,
    objective: Objective,
}

impl Numbered {
    pub(super) fn new(puzzle: &LabeledBoard) -> Self {
        let cells = CellGraph::of_free_cells(&puzzle.board);
        let labels = cells.cells().iter().map(|&cell| puzzle.label(cell)).collect();
        let graph = RollGraph::new(cells, puzzle.start_dice[0].handedness())
            .restricted(|cell, die| puzzle.label(cell).is_none_or(|label| label == die.top()));
        let endpoints = Endpoints {
            start: Terminal::new(&graph, puzzle.start_cell, &puzzle.start_dice),
            goal: Terminal::new(&graph, puzzle.goal_cell, &puzzle.goal_dice),
            closed: puzzle.closed,
            restore: puzzle.restore_orientation,
        };
        Self { graph, endpoints, labels, objective: puzzle.objective }
    }

    /// Whether a cell is labeled.
    pub(super) fn is_labeled(&self, c: usize) -> bool {
        self.labels[c].is_some()
    }

    /// Sets the objective of a path that visits every cell once, if rolls are minimised: all such paths have equally many rolls.
    pub(super) fn path_length(&self, model: &mut Model) {
        if self.objective == Objective::Min {
            let rolls = self.labels.len() - usize::from(!self.endpoints.closed);
            // A board has at most 1024 cells.
            model.set_objective(Sense::Minimize, Linear::new().plus_constant(rolls as i64));
        }
    }

    /// A state as the start of a trail.
    pub(super) fn start(&self, state: State) -> Start {
        let (cell, die) = self.graph.placed(state);
        Start { cell, die }
    }
}
