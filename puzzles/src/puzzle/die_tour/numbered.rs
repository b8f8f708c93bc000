//! A die tour with numbered cells and orientations, shared by its encodings.

use super::{DieTour, Objective, Tour};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Model, Sense, Var};
use crate::puzzle::{Formulation, Start};
use crate::rolling::{CellGraph, Endpoints, Path, RollGraph, State, Terminal};

/// An instance with numbered cells and orientations: free cells c ∈ 0..C, row by row from the south-west, and orientations o ∈ 0..24 of the die's
/// handedness.
pub(super) struct Numbered {
    pub(super) graph: RollGraph,
    pub(super) endpoints: Endpoints,
    objective: Objective,
    total: Option<i64>,
}

impl Numbered {
    pub(super) fn new(puzzle: &DieTour) -> Self {
        let graph = RollGraph::new(CellGraph::of_free_cells(&puzzle.board), puzzle.start_dice[0].handedness());
        let endpoints = Endpoints {
            start: Terminal::new(&graph, puzzle.start_cell, &puzzle.start_dice),
            goal: Terminal::anywhere(&graph),
            closed: puzzle.closed,
            restore: puzzle.restore_orientation,
        };
        Self { graph, endpoints, objective: puzzle.objective, total: puzzle.total }
    }

    /// The number of cells C, which is the number of visits.
    pub(super) fn visits(&self) -> usize {
        self.graph.cells().len()
    }

    /// The number of rolls: C − 1, C on a closed tour.
    pub(super) fn rolls(&self) -> usize {
        self.visits() - 1 + usize::from(self.endpoints.closed)
    }

    /// The face on top in an orientation.
    pub(super) fn top(&self, o: usize) -> i64 {
        i64::from(self.graph.dice()[o].top())
    }

    /// Adds the objective and the required total over the sum of the top faces.
    pub(super) fn objective(&self, model: &mut Model, sum: Linear) {
        if let Some(total) = self.total {
            // A total out of reach is replaced by the nearest one out of reach, to stay in a solver's range.
            let visits = i64::try_from(self.visits()).expect("a board has fewer than 2^63 cells");
            model.block("the sum of the top faces is the required total");
            model.add("total", sum.clone().equals(total.clamp(visits - 1, 6 * visits + 1)));
        }
        match self.objective {
            Objective::Max => model.set_objective(Sense::Maximize, sum),
            Objective::Min => model.set_objective(Sense::Minimize, sum),
            Objective::Any => {}
        }
    }

    /// Adds the objective and the required total, where each variable represents a visit of a state.
    pub(super) fn objective_of_visits(&self, model: &mut Model, visits: impl Iterator<Item = (State, Var)>) {
        self.objective(model, self.sum_of_visits(visits));
    }

    /// The sum of the top faces, where each variable represents a visit of a state.
    pub(super) fn sum_of_visits(&self, visits: impl Iterator<Item = (State, Var)>) -> Linear {
        visits.fold(Linear::new(), |sum, (state, var)| sum.plus(self.top(state.orientation()), var))
    }

    /// The formulation of a model whose assignments are paths, read back by `path`, of which any two differ in one of these variables.
    pub(super) fn formulation(
        self,
        model: Model,
        distinct: Vec<Var>,
        path: impl Fn(&Assignment) -> Result<Path, String> + Send + Sync + 'static,
    ) -> Formulation<Tour> {
        let decode = move |assignment: &Assignment| {
            let (start, rolls) = path(assignment)?;
            Ok(self.tour(start, &rolls))
        };
        Formulation::new(model, Box::new(decode)).distinguished_by(distinct)
    }

    /// The tour from a state with these rolls, the closing one included.
    pub(super) fn tour(&self, start: State, rolls: &[Direction]) -> Tour {
        let (cell, die) = self.graph.placed(start);
        Tour::new(Start { cell, die }, rolls, self.visits())
    }
}
