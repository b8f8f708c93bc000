//! A die tour with numbered cells and orientations, shared by its encodings.

use super::{DieTour, Objective, Tour};
use tumble_model::model::{Assignment, Linear, Model, Sense, Var};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{Formulation, Has, Start};
use tumble_rolling::{CellGraph, Endpoints, Path, RollGraph, State, Terminal};

/// An instance with numbered cells and orientations: free cells c ∈ 0..C, row by row from the south-west, and orientations o ∈ 0..24 of the die's
/// handedness.
pub(super) struct Numbered {
    /// The states in which the die may visit a cell.
    pub(super) graph: RollGraph,
    pub(super) endpoints: Endpoints,
    puzzle: DieTour,
}

impl Numbered {
    pub(super) fn new(puzzle: &DieTour) -> Self {
        let mut graph = RollGraph::new(CellGraph::of_free_cells(&puzzle.board), puzzle.start_dice[0].handedness());
        if !puzzle.shows_anything() {
            graph = graph.restricted(|cell, die| puzzle.may_show(cell, die.top()));
        }
        let goal_dice = puzzle.goal_dice.as_deref().unwrap_or_else(|| graph.dice());
        let endpoints = Endpoints {
            start: Terminal::new(&graph, puzzle.start_cell, &puzzle.start_dice),
            goal: Terminal::new(&graph, puzzle.goal_cell, goal_dice),
            closed: puzzle.closed,
            restore: puzzle.restore_orientation,
        };
        Self { graph, endpoints, puzzle: puzzle.clone() }
    }

    /// The number of cells C, which is the number of visits.
    pub(super) fn visits(&self) -> usize {
        self.graph.cells().len()
    }

    /// The number of rolls: C − 1, C on a closed tour.
    pub(super) fn rolls(&self) -> usize {
        self.visits() - 1 + usize::from(self.endpoints.closed)
    }

    /// What a visit in a state counts in the sum.
    pub(super) fn value(&self, state: State) -> i64 {
        let (cell, die) = self.graph.placed(state);
        self.puzzle.value(cell, die.top())
    }

    /// What the face on top counts in an orientation, where it counts the same on all cells.
    pub(super) fn value_of_top(&self, o: usize) -> i64 {
        self.puzzle.values.value(0, self.graph.dice()[o].top())
    }

    /// Adds the objective and the required total over the sum of the top faces.
    pub(super) fn objective(&self, model: &mut Model, sum: Linear) {
        if let Some(total) = self.puzzle.total {
            // A total out of reach is replaced by the nearest one out of reach, to stay in a solver's range.
            let (least, most) = self.puzzle.sums();
            model.block("the sum of the top faces is the required total");
            model.add("total", sum.clone().equals(total.clamp(least - 1, most + 1)));
        }
        match self.puzzle.objective {
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
        visits.fold(Linear::new(), |sum, (state, var)| sum.plus(self.value(state), var))
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
        Formulation::new(model, Has::All, Box::new(decode)).distinguished_by(distinct)
    }

    /// The tour from a state with these rolls, the closing one included.
    pub(super) fn tour(&self, start: State, rolls: &[Direction]) -> Tour {
        let (cell, die) = self.graph.placed(start);
        Tour::new(&self.puzzle, Start { cell, die }, rolls)
    }

    /// The tour of a path between two ends, with the roll that closes it.
    pub(super) fn closed(&self, (start, rolls): Path) -> Tour {
        let closing = self.endpoints.closing_roll(&self.graph, start, &rolls).ok().flatten();
        self.tour(start, &rolls.into_iter().chain(closing).collect::<Vec<_>>())
    }
}
