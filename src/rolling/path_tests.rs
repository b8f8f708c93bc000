//! The models of a path that visits every cell once, against all such paths: their solutions are those that start, end and close as
//! required, and no others.

use super::*;
use crate::geometry::{Board, Cell, Die, Handedness};
use crate::model::{Assignment, Model};

/// A model of a path, as the tests use it.
trait PathModel {
    fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self;
    /// The variables that are not 0 if the path is this one, by name.
    fn values(start: State, path: &[RollArc]) -> Vec<(String, usize)>;
    fn path(&self, assignment: &Assignment) -> Result<Path, String>;
}

impl PathModel for PathFlow {
    fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        Self::new(graph, endpoints, model)
    }

    /// One unit of the flow stays on each cell.
    fn values(start: State, path: &[RollArc]) -> Vec<(String, usize)> {
        let arcs = path.iter().map(|arc| (format!("a_{arc}"), 1));
        let flow =
            |(t, arc): (usize, &RollArc)| (format!("f_c{}_c{}", arc.tail.cell(), arc.head.cell()), path.len() - t);
        let ends = [(format!("s_{start}"), 1), (format!("z_{}", end(start, path)), 1)];
        arcs.chain(path.iter().enumerate().map(flow)).chain(ends).collect()
    }

    fn path(&self, assignment: &Assignment) -> Result<Path, String> {
        self.path(assignment)
    }
}

impl PathModel for PathCircuit {
    fn new(graph: RollGraph, endpoints: Endpoints, model: &mut Model) -> Self {
        Self::new(graph, endpoints, model)
    }

    fn values(start: State, path: &[RollArc]) -> Vec<(String, usize)> {
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

/// The state in which a path ends.
fn end(start: State, path: &[RollArc]) -> State {
    path.last().map_or(start, |arc| arc.head)
}

/// All sequences of rolls from a state that enter every cell once.
fn paths(graph: &RollGraph, start: State) -> Vec<Vec<RollArc>> {
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
    let mut assignment = vec![0; model.variables().len()];
    for (name, value) in values {
        let index = model.variables().iter().position(|var| var.name == *name)?;
        assignment[index] = i64::try_from(*value).unwrap();
    }
    Some(assignment.into())
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
            let found = assignment(&model, &P::values(start, &path)).filter(|found| model.check(found).is_ok());
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
fn a_path_as_a_flow_is_a_hamiltonian_path() {
    has_the_paths_that_start_end_and_close_as_they_should::<PathFlow>();
}

#[test]
fn a_path_as_a_circuit_is_a_hamiltonian_path() {
    has_the_paths_that_start_end_and_close_as_they_should::<PathCircuit>();
}
