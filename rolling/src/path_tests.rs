//! The models of a path that visits every cell once, against all such paths: the solutions of a model are exactly the paths that start, end
//! and close as required.

use std::marker::PhantomData;

use super::*;
use tumble_model::model::{Assignment, Constraint, LinearConstraint, Model};
use tumble_puzzles::geometry::{Board, Cell, Die, Direction, Handedness};

/// A model of a path, as the tests use it.
trait PathModel {
    fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self;
    /// The variables that are not 0 if the path is this one, by name.
    fn values(&self, start: State, path: &[RollArc]) -> Vec<(String, usize)>;
    fn path(&self, assignment: &Assignment) -> Result<Path, String>;
}

/// The path as arcs, with one of the ways to keep it in one piece.
trait Connection {
    /// Adds its variables and rows.
    fn connect(path: &PathArcs, model: &mut Model);
    /// The values of its variables that are not 0.
    fn values(path: &[RollArc]) -> Vec<(String, usize)>;
}

struct Connected<C>(PathArcs, PhantomData<C>);

impl<C: Connection> PathModel for Connected<C> {
    fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        let path = PathArcs::new(graph, endpoints, model);
        C::connect(&path, model);
        path.tighten_squares(model);
        path.tighten_two_cycles(model);
        Self(path, PhantomData)
    }

    fn values(&self, start: State, path: &[RollArc]) -> Vec<(String, usize)> {
        used(path).into_iter().chain(C::values(path)).chain(ends(start, path)).collect()
    }

    fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        let point = floats(assignment);
        assert!(PathCuts::<OnCell>::new(&self.0).violated(&point).is_empty(), "a path violates no cut over cells");
        assert!(PathCuts::<State>::new(&self.0).violated(&point).is_empty(), "nor one over states");
        self.0.path(assignment)
    }
}

/// The variables of its ends.
fn ends(start: State, path: &[RollArc]) -> [(String, usize); 2] {
    [(format!("s_{start}"), 1), (format!("z_{}", end(start, path)), 1)]
}

/// The variables of these rolls, as used.
fn used(rolls: &[RollArc]) -> Vec<(String, usize)> {
    rolls.iter().map(|arc| (format!("a_{arc}"), 1)).collect()
}

struct ByFlow;

impl Connection for ByFlow {
    fn connect(path: &PathArcs, model: &mut Model) {
        path.connect_by_flow(model);
    }

    /// One unit of the flow stays on each cell.
    fn values(path: &[RollArc]) -> Vec<(String, usize)> {
        let name = |arc: &RollArc| format!("f_c{}_c{}", arc.tail.cell(), arc.head.cell());
        path.iter().enumerate().map(|(t, arc)| (name(arc), path.len() - t)).collect()
    }
}

struct ByOrder;

impl Connection for ByOrder {
    fn connect(path: &PathArcs, model: &mut Model) {
        path.connect_by_order(model);
    }

    fn values(path: &[RollArc]) -> Vec<(String, usize)> {
        path.iter().enumerate().map(|(t, arc)| (format!("p_c{}", arc.head.cell()), t + 1)).collect()
    }
}

struct ByCommodities<P>(PhantomData<P>);

impl<P: Place> Connection for ByCommodities<P> {
    fn connect(path: &PathArcs, model: &mut Model) {
        path.connect_by_commodities::<P>(model);
    }

    /// The flow to a cell uses the rolls before it.
    fn values(path: &[RollArc]) -> Vec<(String, usize)> {
        let flow = |(t, arc): (usize, &RollArc)| -> Vec<(String, usize)> {
            let k = arc.head.cell();
            path[..=t].iter().map(|arc| (format!("g_c{k}_{}_{}", P::of(arc.tail), P::of(arc.head)), 1)).collect()
        };
        path.iter().enumerate().flat_map(flow).collect()
    }
}

impl PathModel for PathCircuit {
    fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        Self::new(graph, endpoints, model)
    }

    fn values(&self, start: State, path: &[RollArc]) -> Vec<(String, usize)> {
        let states =
            std::iter::once(start).chain(path.iter().map(|arc| arc.head)).map(|state| (format!("o_{state}"), 1));
        let rolls = path.iter().map(|arc| (format!("y_c{}_{}", arc.tail.cell(), arc.direction.letter()), 1));
        let ends = [(format!("s_c{}", start.cell()), 1), (format!("z_c{}", end(start, path).cell()), 1)];
        states.chain(rolls).chain(ends).collect()
    }

    fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        self.path(assignment)
    }
}

/// The path as undirected edges with the flow.
struct Edges(PathStates, PathEdges);

impl PathModel for Edges {
    fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        let states = PathStates::new(graph, endpoints);
        let path = PathEdges::new(states.clone(), model);
        path.connect(model);
        Self(states, path)
    }

    fn values(&self, start: State, path: &[RollArc]) -> Vec<(String, usize)> {
        let entered = path.iter().map(|arc| arc.head);
        let visited = std::iter::once(start).filter(|start| self.0.endpoints.may_enter(start.cell())).chain(entered);
        let visits = visited.map(|state| (format!("n_{state}"), 1));
        let edges = path.iter().flat_map(|arc| self.used(arc));
        visits.chain(edges).chain(ByFlow::values(path)).chain(ends(start, path)).collect()
    }

    fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        assert!(self.1.violated(&floats(assignment)).is_empty(), "a path violates no cut");
        self.1.path(assignment)
    }
}

impl Edges {
    /// The variables of the edge that a roll uses either way; none if there is no such edge.
    fn used(&self, roll: &RollArc) -> Vec<(String, usize)> {
        let ends = [roll.tail, roll.head];
        let is_it = |edge: &&Edge| ends.contains(&edge.roll.tail) && ends.contains(&edge.roll.head);
        let edges = self.0.edges.iter().filter(is_it);
        let names =
            edges.flat_map(|edge| [format!("w_{}", edge.roll), format!("y_c{}_c{}", edge.cells().0, edge.cells().1)]);
        names.map(|name| (name, 1)).collect()
    }
}

/// The state in which a path ends.
fn end(start: State, path: &[RollArc]) -> State {
    path.last().map_or(start, |arc| arc.head)
}

/// All sequences of rolls from a state that enter every cell once.
pub(super) fn paths(graph: &RollGraph, start: State) -> Vec<Vec<RollArc>> {
    let mut paths: Vec<Vec<RollArc>> = vec![Vec::new()];
    for _ in 1..graph.cells().len() {
        let longer = |path: &Vec<RollArc>| -> Vec<Vec<RollArc>> {
            let entered = |c: usize| c == start.cell() || path.iter().any(|arc| arc.head.cell() == c);
            let on = graph.rolls_from(end(start, path)).filter(|arc| !entered(arc.head.cell()));
            on.map(|arc| [&path[..], &[arc]].concat()).collect()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    paths
}

/// The assignment with these values and zeros; `None` where a variable is missing.
fn assignment(model: &Model, values: &[(String, usize)]) -> Option<Assignment> {
    model.assignment(values.iter().map(|(name, value)| (name.as_str(), *value as i64)))
}

/// Checks a model against all Hamiltonian paths. Returns the number of its solutions.
fn check<P: PathModel>(graph: &RollGraph, endpoints: &Endpoints) -> usize {
    let mut model = Model::new("path");
    let encoded = P::new(graph.clone(), endpoints.clone(), &mut model);
    let mut count = 0;
    for start in endpoints.start.states(graph) {
        for path in paths(graph, start) {
            let end = end(start, &path);
            let back = graph.rolls_from(end).find(|arc| arc.head.cell() == start.cell());
            let closes = back.is_some_and(|arc| !endpoints.restore || arc.head == start);
            let wanted = endpoints.goal.contains(end) && (closes || !endpoints.closed);
            let found = assignment(&model, &encoded.values(start, &path)).filter(|found| model.check(found).is_ok());
            assert_eq!(found.is_some(), wanted, "{start}: {path:?}");
            let Some(found) = found else { continue };
            let closing = back.filter(|_| endpoints.closed);
            let rolls = path.iter().chain(&closing).map(|arc| arc.direction).collect();
            assert_eq!(encoded.path(&found), Ok((start, rolls)));
            count += 1;
        }
    }
    count
}

fn graphs() -> Vec<RollGraph> {
    let graph = |columns, rows, blocked: &[Cell]| {
        let board = Board::new(columns, rows, blocked).unwrap();
        RollGraph::new(CellGraph::of_free_cells(&board), Handedness::Left)
    };
    vec![
        graph(1, 1, &[]),
        graph(2, 1, &[]),
        graph(3, 1, &[]),
        graph(3, 2, &[]),
        graph(4, 4, &[Cell::new(1, 1), Cell::new(2, 1)]),
        graph(3, 2, &[]).restricted(|cell, die| cell != Cell::new(1, 1) || die.top() == 3),
    ]
}

fn has_the_paths_that_start_end_and_close_as_they_should<P: PathModel>() {
    let mut counts = Vec::new();
    for graph in graphs() {
        let corner = Terminal::new(&graph, Some(Cell::new(0, 0)), &Die::all(Handedness::Left)[3..5]);
        let anywhere = Terminal::anywhere(&graph);
        let threes = Terminal::new(&graph, None, &Die::all(Handedness::Left)[8..12]);
        let opposite = graph.cells().cells().last().copied();
        let opposite = Terminal::new(&graph, opposite, &Die::all(Handedness::Left)[..12]);
        let endpoints = |start: &Terminal, goal: &Terminal, closed, restore| {
            check::<P>(&graph, &Endpoints { start: start.clone(), goal: goal.clone(), closed, restore })
        };
        counts.push([
            endpoints(&corner, &anywhere, false, false),
            endpoints(&anywhere, &threes, false, false),
            endpoints(&threes, &opposite, false, false),
            endpoints(&anywhere, &anywhere, true, false),
            endpoints(&corner, &anywhere, true, false),
            endpoints(&threes, &anywhere, true, true),
            endpoints(&anywhere, &anywhere, true, true),
        ]);
    }
    // There and back is a closed path that restores the die; one cell has none, and neither have three.
    assert_eq!(counts[..3], [[2, 4, 4, 0, 0, 0, 0], [2, 8, 2, 48, 2, 8, 48], [2, 8, 0, 0, 0, 0, 0]]);
    assert!(counts[3..].iter().all(|count| count[..5].iter().all(|&count| count > 0)), "{counts:?}");
}

#[test]
fn a_path_with_a_flow_is_a_hamiltonian_path() {
    has_the_paths_that_start_end_and_close_as_they_should::<Connected<ByFlow>>();
}

#[test]
fn a_path_with_an_order_is_a_hamiltonian_path() {
    has_the_paths_that_start_end_and_close_as_they_should::<Connected<ByOrder>>();
}

#[test]
fn a_path_with_a_flow_to_each_cell_is_a_hamiltonian_path() {
    has_the_paths_that_start_end_and_close_as_they_should::<Connected<ByCommodities<OnCell>>>();
    has_the_paths_that_start_end_and_close_as_they_should::<Connected<ByCommodities<State>>>();
}

#[test]
fn a_path_as_edges_is_a_hamiltonian_path() {
    has_the_paths_that_start_end_and_close_as_they_should::<Edges>();
}

#[test]
fn a_path_as_a_circuit_is_a_hamiltonian_path() {
    has_the_paths_that_start_end_and_close_as_they_should::<PathCircuit>();
}

/// The rolls in these directions from a state.
fn rolls(graph: &RollGraph, start: State, directions: &[Direction]) -> Vec<RollArc> {
    let mut here = start;
    let mut roll = |&direction: &Direction| {
        let arc = graph.rolls_from(here).find(|arc| arc.direction == direction).unwrap();
        here = arc.head;
        arc
    };
    directions.iter().map(&mut roll).collect()
}

/// How many of the rows an assignment violates.
fn violated(rows: &[Constraint], assignment: &Assignment) -> usize {
    rows.iter().filter(|row| !row.holds(assignment)).count()
}

/// The path from the corner of the cells `0 1 2` below `3 4 5`, in one orientation, without what keeps it in one piece.
fn corner() -> (RollGraph, State, Model, PathArcs) {
    let graph = RollGraph::new(CellGraph::of_free_cells(&Board::new(3, 2, &[]).unwrap()), Handedness::Left);
    let start = Terminal::new(&graph, Some(Cell::new(0, 0)), &Die::all(Handedness::Left)[..1]);
    let endpoints = Endpoints { start, goal: Terminal::anywhere(&graph), closed: false, restore: false };
    let mut model = Model::new("path");
    let path = PathArcs::new(graph.clone(), endpoints, &mut model);
    (graph, State::new(0, 0), model, path)
}

/// The point of a path with these rolls, and of more rolls apart from it.
fn point(model: &Model, start: State, path: &[RollArc], apart: &[RollArc]) -> Assignment {
    let values = [used(path), used(apart), ends(start, path).to_vec()].concat();
    assignment(model, &values).unwrap()
}

fn floats(assignment: &Assignment) -> Vec<f64> {
    assignment.values().iter().map(|&value| value as f64).collect()
}

/// The paths round the board and through all its columns.
fn two_paths(graph: &RollGraph, start: State, model: &Model) -> [Assignment; 2] {
    use Direction::{East, North, South, West};
    let ways = [[East, East, North, West, West], [North, East, South, East, North]];
    ways.map(|directions| {
        let path = point(model, start, &rolls(graph, start, &directions), &[]);
        assert!(model.check(&path).is_ok());
        path
    })
}

#[test]
fn cuts_refuse_a_cycle_apart_from_the_path_and_no_mixture_of_paths() {
    use Direction::{East, North, South, West};
    let (graph, start, model, path) = corner();
    let there = rolls(&graph, start, &[East, East])[1].head;
    let pair = rolls(&graph, there, &[North, South]);
    let pair = point(&model, start, &rolls(&graph, start, &[East, North, West]), &pair);
    assert!(model.check(&pair).is_ok(), "the rows of the arcs do not refuse it");
    let paths = two_paths(&graph, start, &model);
    let half: Vec<f64> =
        std::iter::zip(floats(&paths[0]), floats(&paths[1])).map(|(a, b)| f64::midpoint(a, b)).collect();
    let (cells, states) = (PathCuts::<OnCell>::new(&path), PathCuts::<State>::new(&path));
    let of_cells = |values: &[f64]| cells.violated(values).iter().map(|set| cells.cut(set).unwrap()).collect();
    let of_states = |values: &[f64]| states.violated(values).iter().map(|set| states.cut(set).unwrap()).collect();
    for violated_by in [&of_cells, &of_states] as [&dyn Fn(&[f64]) -> Vec<LinearConstraint>; 2] {
        let rows: Vec<Constraint> = violated_by(&floats(&pair)).into_iter().map(Constraint::Linear).collect();
        assert!(!rows.is_empty() && violated(&rows, &pair) == rows.len());
        assert!(paths.iter().all(|path| violated(&rows, path) == 0));
        assert!(violated_by(&half).is_empty());
    }
}

/// Four rolls round a square turn the die, so they are no cycle of states: the rows of squares are for relaxations.
#[test]
fn tightening_rows_refuse_rolls_there_and_back_and_round_a_square_and_no_path() {
    use Direction::{East, North, South, West};
    let (graph, start, mut model, path) = corner();
    let rows = |model: &Model, first: usize| -> Vec<Constraint> {
        model.constraints()[first..].iter().map(|row| row.constraint.clone()).collect()
    };
    let arcs = model.constraints().len();
    path.tighten_squares(&mut model);
    let squares = rows(&model, arcs);
    path.tighten_two_cycles(&mut model);
    let two_cycles = rows(&model, arcs + squares.len());
    let step = rolls(&graph, start, &[East]);
    let round = assignment(&model, &used(&rolls(&graph, step[0].head, &[East, North, West, South]))).unwrap();
    let back = assignment(&model, &used(&rolls(&graph, step[0].head, &[North, South]))).unwrap();
    assert_eq!((squares.len(), violated(&squares, &round), violated(&squares, &back)), (2, 1, 0));
    assert_eq!(violated(&two_cycles, &back), 2, "at both ends");
    for path in two_paths(&graph, start, &model) {
        assert_eq!((violated(&squares, &path), violated(&two_cycles, &path)), (0, 0));
    }
}
