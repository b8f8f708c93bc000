//! A die tour with numbered cells and orientations, shared by its encodings.

use num_bigint::BigUint;

use super::frontier::Counted;
use super::{DieTour, Objective, Tour};
use tumble_model::control::Extent;
use tumble_model::model::{Assignment, Linear, Model, Sense, Var};
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::puzzle::{Count, Endless, Formulation, Has, Searched, Start};
use tumble_puzzles::search;
use tumble_rolling::{CellGraph, Endpoints, ORIENTATIONS, Path, PathStates, RollGraph, State, Terminal};

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

// Die tours as paths through every cell, for the frontier programs ([`frontier`](super::frontier)), and for methods that
// take bounds from linear programs.

/// The number of cells across the board.
pub(super) fn width(puzzle: &DieTour) -> usize {
    puzzle.board.columns().min(puzzle.board.rows())
}

/// 1 to maximise the sum, −1 to minimise it: programs maximise.
pub(super) fn sign(puzzle: &DieTour) -> i64 {
    if puzzle.objective == Objective::Min { -1 } else { 1 }
}

/// The largest absolute sum that a tour may have.
pub(super) fn largest_sum(puzzle: &DieTour) -> i64 {
    let largest = |cell: Cell| (1..=6).map(|face| puzzle.value(cell, face).abs()).max().unwrap_or(0);
    puzzle.board.free_cells().map(largest).sum()
}

/// Whether sums fit into the numbers of a frontier program, with prices beside them.
pub(super) fn are_sums_small(puzzle: &DieTour) -> bool {
    largest_sum(puzzle) < i64::from(i32::MAX / 16)
}

/// By state, the weight of a visit in the sum that a program maximises.
pub(super) fn weights(tour: &Numbered, paths: &PathStates, sign: i64) -> Vec<i32> {
    paths.states.iter().map(|state| i32::try_from(sign * tour.value(*state)).expect("sums are small")).collect()
}

/// Paths that together are all tours.
pub(super) struct Cases {
    /// Where they start and end.
    pub(super) ends: Vec<Endpoints>,
    /// The number of tours that each path stands for; all of them have one sum.
    pub(super) times: usize,
}

/// Closed tours are open tours that end next to their start. Each start cell is a case of its own, and for a restored orientation each
/// start.
pub(super) fn cases(puzzle: &DieTour, tour: &Numbered) -> Cases {
    if !puzzle.closed {
        return Cases { ends: vec![tour.endpoints.clone()], times: 1 };
    }
    let graph = &tour.graph;
    let cells = puzzle.start_cells();
    // A restored tour can be started at any of its cells, if the die may be in any orientation there.
    let turns = puzzle.restore_orientation && puzzle.start_dice.len() == ORIENTATIONS;
    let (cells, times) = if turns { (&cells[..1], cells.len()) } else { (&cells[..], 1) };
    let dice: Vec<&[Die]> =
        if puzzle.restore_orientation { puzzle.start_dice.chunks(1).collect() } else { vec![&puzzle.start_dice[..]] };
    let starts = cells.iter().flat_map(|&cell| dice.iter().map(move |&dice| (cell, dice)));
    let ends = starts
        .map(|(cell, dice)| Endpoints { start: Terminal::new(graph, Some(cell), dice), ..tour.endpoints.clone() })
        .collect();
    Cases { ends, times }
}

/// The best tour of one cell, which is not a path between two ends. The puzzle has no obstacle.
pub(super) fn single(puzzle: &DieTour, tour: &Numbered) -> Option<Tour> {
    let sign = sign(puzzle);
    let states = tour.endpoints.start.states(&tour.graph).filter(|&state| tour.endpoints.goal.contains(state));
    let with_total = states.filter(|&state| puzzle.total.is_none_or(|total| tour.value(state) == total));
    Some(tour.tour(with_total.max_by_key(|&state| sign * tour.value(state))?, &[]))
}

/// How many tours the best paths of some cases stand for; each path stands for `times` tours.
pub(super) fn best_count(known: &search::Cases<Counted>, times: usize) -> Count<Endless<Tour>> {
    let objective = known.best().map(|(sum, _)| *sum);
    let solutions = known.best().map_or(BigUint::ZERO, |(_, best)| best.ways.clone()) * times;
    let extent = known.stop().map_or(Extent::All, |stop| Extent::Stopped(stop.clone()));
    Count { objective, ..Count::new(solutions, extent) }
}

/// From the results of cases to the result of the search.
pub(super) fn searched(known: search::Cases<Tour>) -> Searched<Tour> {
    let (nodes, incumbents) = (known.states(), known.incumbents().to_vec());
    Searched { incumbents, ..Searched::new(known.verdict(|tour| tour), nodes) }
}
