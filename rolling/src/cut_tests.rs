//! Cuts of paths against all sets: a cut is found exactly where one is violated, no other is violated by more, and no path violates it.

use std::collections::BTreeMap;

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::edge_cuts::{ENOUGH, VIOLATION};
use super::path_tests::paths;
use super::*;
use tumble_model::model::{LinearConstraint, Model, Var};
use tumble_puzzles::geometry::{Board, Cell, Die, Handedness};

/// Two violations that differ by less are the same: values become multiples of 2^-20.
const SAME: f64 = 1e-4;

fn board(columns: i64, rows: i64) -> RollGraph {
    let board = Board::new(columns, rows, &[]).unwrap_or_else(|wrong| panic!("{wrong}"));
    RollGraph::new(CellGraph::of_free_cells(&board), Handedness::Left)
}

/// The paths from the corner in one orientation, or from anywhere.
fn from(graph: &RollGraph, corner: bool) -> PathStates {
    let corner = corner.then(|| Terminal::new(graph, Some(Cell::new(0, 0)), &Die::all(Handedness::Left)[..1]));
    let anywhere = Terminal::anywhere(graph);
    let start = corner.unwrap_or_else(|| anywhere.clone());
    PathStates::new(graph.clone(), Endpoints { start, goal: anywhere, closed: false, restore: false })
}

/// A point by edges and, by state, how much it starts and ends there.
#[derive(Clone)]
struct Values {
    edges: Vec<f64>,
    stops: Vec<f64>,
}

impl Values {
    fn none(paths: &PathStates) -> Self {
        Self { edges: vec![0.0; paths.edges.len()], stops: vec![0.0; paths.states.len()] }
    }

    /// Adds a path by some part, or a walk that comes back to where it began and neither starts nor ends.
    fn add(&mut self, paths: &PathStates, visits: &[usize], part: f64) {
        for pair in visits.windows(2) {
            let joins = |&&e: &&usize| paths.edges[e].other(pair[0]) == pair[1];
            self.edges[*paths.at[pair[0]].iter().find(joins).unwrap_or(&0)] += part;
        }
        if visits.len() == 1 || visits.first() != visits.last() {
            for end in [visits.first(), visits.last()].into_iter().flatten() {
                self.stops[*end] += part;
            }
        }
    }

    fn point(&self, paths: &PathStates) -> EdgePoint {
        EdgePoint::new(paths, self.edges.clone(), self.stops.clone())
    }
}

/// Adds paths through some cells each, and rolls there and back, that visit all free cells once together.
fn add_cover(values: &mut Values, paths: &PathStates, mut is_free: Vec<bool>, rng: &mut ChaCha8Rng, part: f64) {
    while let Some(c) = (0..paths.cells()).find(|&c| is_free[c]) {
        let mut visits = vec![rng.random_range(paths.by_cell()[c].clone())];
        is_free[c] = false;
        for _ in 0..rng.random_range(0..paths.cells()) {
            let free: Vec<usize> =
                paths.neighbours(visits[visits.len() - 1]).filter(|&u| is_free[paths.states[u].cell()]).collect();
            let Some(&next) = free.choose(rng) else { break };
            is_free[paths.states[next].cell()] = false;
            visits.push(next);
        }
        if visits.len() == 2 && rng.random_bool(0.8) {
            visits.push(visits[0]);
        }
        values.add(paths, &visits, part);
    }
}

/// Three times round a square of cells, each state by a third. Returns the cells that are left.
fn add_square(values: &mut Values, paths: &PathStates, rng: &mut ChaCha8Rng) -> Vec<bool> {
    // A fixed start is in one state.
    let is_entered = |square: &[usize; 4]| square.iter().all(|&c| paths.by_cell()[c].len() > 1);
    let squares: Vec<[usize; 4]> = paths.graph.cells().squares().filter(is_entered).collect();
    let square = squares[rng.random_range(0..squares.len())];
    let mut visits = vec![rng.random_range(paths.by_cell()[square[0]].clone())];
    for t in 1..=12 {
        let next = paths.neighbours(visits[t - 1]).find(|&u| paths.states[u].cell() == square[t % 4]);
        visits.extend(next);
    }
    values.add(paths, &visits, 1.0 / 3.0);
    (0..paths.cells()).map(|c| !square.contains(&c)).collect()
}

/// A point whose states on each cell are visited once together.
fn random_values(paths: &PathStates, rng: &mut ChaCha8Rng) -> Values {
    let mut values = Values::none(paths);
    if rng.random_bool(0.2) {
        let left = add_square(&mut values, paths, rng);
        add_cover(&mut values, paths, left, rng, 1.0);
        return values;
    }
    let covers = rng.random_range(1..=2);
    for _ in 0..covers {
        add_cover(&mut values, paths, vec![true; paths.cells()], rng, 1.0 / f64::from(covers));
    }
    values
}

/// By how much a point violates the row of cell k and A.
fn violation(paths: &PathStates, values: &Values, point: &EdgePoint, k: usize, others: &[usize]) -> f64 {
    let is_in = |u: usize| paths.states[u].cell() == k || others.contains(&u);
    let edges = paths.edges.iter().zip(&values.edges);
    let inside: f64 = edges.filter(|(edge, _)| edge.ends.into_iter().all(is_in)).map(|(_, value)| value).sum();
    inside - others.iter().map(|&u| point.visits[u]).sum::<f64>()
}

/// The greatest violation by trying all sets of states that the point visits, which are bits here.
fn greatest_violation(paths: &PathStates, values: &Values, point: &EdgePoint) -> f64 {
    let visited: Vec<usize> = (0..paths.states.len()).filter(|&u| point.visits[u] > 0.0).collect();
    let bit = |u: usize| visited.iter().position(|&v| v == u).map_or(0, |i| 1_u32 << i);
    let used = paths.edges.iter().zip(&values.edges).filter(|&(_, &value)| value > 0.0);
    let used: Vec<(u32, f64)> = used.map(|(edge, &value)| (bit(edge.ends[0]) | bit(edge.ends[1]), value)).collect();
    let mut greatest = f64::MIN;
    for k in 0..paths.cells() {
        let on_k: u32 = visited.iter().filter(|&&u| paths.states[u].cell() == k).map(|&u| bit(u)).sum();
        for others in (0..1_u32 << visited.len()).filter(|others| others & on_k == 0) {
            let inside = used.iter().filter(|&&(ends, _)| ends & !(others | on_k) == 0).map(|&(_, value)| value);
            let visits = visited.iter().enumerate().filter(|(i, _)| others >> i & 1 == 1);
            greatest = greatest.max(inside.sum::<f64>() - visits.map(|(_, &u)| point.visits[u]).sum::<f64>());
        }
    }
    greatest
}

/// The points of all paths from the corner.
fn all_paths(states: &PathStates) -> Vec<Values> {
    let index = |state: State| states.states.binary_search(&state).unwrap_or(usize::MAX);
    let start = states.states[states.starts[0]];
    let point = |path: Vec<RollArc>| {
        let visits: Vec<usize> = std::iter::once(start).chain(path.iter().map(|arc| arc.head)).map(index).collect();
        let mut values = Values::none(states);
        values.add(states, &visits, 1.0);
        values
    };
    paths(&states.graph, start).into_iter().map(point).collect()
}

/// Of the states that the point does not visit, A has those that two edges join to the set.
fn has_the_unvisited_states_between_its_own(paths: &PathStates, point: &EdgePoint, cut: &EdgeCut) {
    let unvisited = |&u: &usize| point.visits[u] == 0.0 && paths.states[u].cell() != cut.k;
    for u in (0..paths.states.len()).filter(unvisited) {
        let joined = paths.neighbours(u).filter(|&v| cut.has(paths, v)).count();
        assert_eq!(cut.has(paths, u), joined > 1, "{} joined by {joined} edges to {cut:?}", paths.states[u]);
    }
}

#[test]
fn what_is_hardly_used_changes_no_cut() {
    let states = from(&board(3, 2), false);
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    for _ in 0..100 {
        let mut values = random_values(&states, &mut rng);
        let point = values.point(&states);
        let cuts = states.violated(&point);
        let unvisited = |e: &usize| states.edges[*e].ends.iter().all(|&u| point.visits[u] == 0.0);
        if let Some(e) = (0..states.edges.len()).find(unvisited) {
            values.edges[e] = 1e-6;
        }
        assert_eq!(states.violated(&values.point(&states)), cuts);
    }
}

#[test]
fn cuts_over_edges_are_found_where_any_set_is_violated_and_hold_for_all_paths() {
    let states = from(&board(3, 2), true);
    let local = LocalCuts::new(&states);
    let all = all_paths(&states);
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut counts, mut all_of_them) = ([0; 2], 0);
    for _ in 0..300 {
        let values = random_values(&states, &mut rng);
        let point = values.point(&states);
        let greatest = greatest_violation(&states, &values, &point);
        let cuts = states.violated(&point);
        counts[usize::from(!cuts.is_empty())] += 1;
        assert_eq!(!cuts.is_empty(), greatest > VIOLATION + SAME, "{greatest}");
        let of = |cut: &EdgeCut| violation(&states, &values, &point, cut.k, &cut.others);
        let found = cuts.iter().map(of).fold(f64::MIN, f64::max);
        assert!(cuts.is_empty() || (found - greatest).abs() < SAME, "{found} instead of {greatest}");
        for cut in &cuts {
            has_the_unvisited_states_between_its_own(&states, &point, cut);
        }
        let with_local = local.separate(&states, &point);
        let has_all = cuts.iter().all(|cut| with_local.contains(cut));
        assert!(has_all || with_local.len() >= ENOUGH, "{} cuts without minimum cuts", with_local.len());
        all_of_them += usize::from(has_all && !cuts.is_empty());
        for cut in with_local {
            assert!(of(&cut) > VIOLATION, "{cut:?} is not violated");
            assert!(cut.others.is_sorted() && cut.others.iter().all(|&u| states.states[u].cell() != cut.k), "{cut:?}");
            for path in &all {
                let most = violation(&states, path, &path.point(&states), cut.k, &cut.others);
                assert!(most <= 0.0, "a path violates {cut:?}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 50) && all_of_them > 50, "{counts:?}, {all_of_them}");
}

/// The values of a model's variables for a point.
fn by_name(model: &Model, states: &PathStates, values: &Values) -> Vec<f64> {
    let point = values.point(states);
    let edges = states.edges.iter().zip(&values.edges).map(|(edge, &value)| (format!("w_{}", edge.roll), value));
    let visits = states.states.iter().zip(&point.visits).map(|(state, &value)| (format!("n_{state}"), value));
    let named: BTreeMap<String, f64> = edges.chain(visits).collect();
    model.variables().iter().map(|var| named.get(&var.name).copied().unwrap_or(0.0)).collect()
}

fn row_value(row: &LinearConstraint, values: &[f64]) -> f64 {
    row.terms().iter().map(|&(var, factor)| factor as f64 * values[var.index()]).sum()
}

#[test]
fn the_rows_of_cuts_are_those_of_their_sets() {
    let states = from(&board(3, 2), false);
    let mut model = Model::new("path");
    let path = PathEdges::new(states.clone(), &mut model);
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..20 {
        let values = random_values(&states, &mut rng);
        let (point, by_var) = (values.point(&states), by_name(&model, &states, &values));
        let k = rng.random_range(0..states.cells());
        let others: Vec<usize> = (0..states.states.len())
            .filter(|&u| states.states[u].cell() != k && rng.random_bool(if point.visits[u] > 0.0 { 0.8 } else { 0.1 }))
            .collect();
        let set: Vec<usize> = std::iter::once(k).chain(others.iter().copied()).collect();
        let row = path.cut(&set).unwrap_or_else(|wrong| panic!("{wrong}"));
        let violated = violation(&states, &values, &point, k, &others);
        assert!((row_value(&row, &by_var) - violated).abs() < SAME, "{set:?}");
        assert_eq!((row.lower(), row.upper()), (None, Some(0)));
    }
    let on_the_cell = states.by_cell()[0].start;
    let off_it = states.by_cell()[1].start;
    for wrong in
        [vec![], vec![6, on_the_cell], vec![0, on_the_cell], vec![0, off_it + 1, off_it], vec![0, off_it, off_it]]
    {
        assert_eq!(path.cut(&wrong).unwrap_err(), format!("{wrong:?} is not a cell and states on other cells"));
    }
    assert!(path.cut(&[0, 6 * ORIENTATIONS]).is_err(), "there is no such state");
    assert!(path.cut(&[0, off_it]).is_ok());
}

/// On four cells: a cut for a state and a roll from it, of which there are two; for each cell and state on the cell across, the state with
/// its neighbours; for three such states, round which the die comes, all round; for each cell, all the others.
#[test]
fn there_are_all_local_cuts_and_each_once() {
    let states = from(&board(2, 2), false);
    let sets = LocalCuts::new(&states).separate(&states, &everywhere(&states));
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for cut in &sets {
        *sizes.entry(cut.others.len()).or_default() += 1;
    }
    let wanted = [(1, 4 * ORIENTATIONS * 2), (3, 4 * ORIENTATIONS), (9, 4 * ORIENTATIONS / 3), (3 * ORIENTATIONS, 4)];
    assert_eq!(sizes, BTreeMap::from(wanted));
}

/// A point that violates every cut: all edges and no visits.
fn everywhere(states: &PathStates) -> EdgePoint {
    let edges = vec![1.0; states.edges.len()];
    let stops = states.at.iter().map(|at| -(at.len() as f64)).collect();
    EdgePoint::new(states, edges, stops)
}

/// A violated set of cells, by trying all: by how much at most, and how much enters the sets that are found at least.
#[test]
fn cuts_over_cells_are_found_where_any_set_is_violated() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut model = Model::new("path");
    let starts: Vec<(OnCell, Var)> =
        (0..5).map(|c| (OnCell::of(State::new(c, 0)), model.binary(format!("s{c}")))).collect();
    let places: Vec<OnCell> = starts.iter().map(|&(place, _)| place).collect();
    let mut between: BTreeMap<(OnCell, OnCell), Vec<Var>> = BTreeMap::new();
    for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))).filter(|(i, j)| i != j) {
        let two = (0..2).map(|n| model.binary(format!("a{i}_{j}_{n}")));
        between.insert((places[i], places[j]), two.collect());
    }
    let cuts = PathCuts::of(starts.clone(), between.clone());
    let mut counts = [0; 2];
    for density in (0..500).map(|i| f64::from(i % 10) / 10.0) {
        let values: Vec<f64> =
            model.variables().iter().map(|_| if rng.random_bool(density) { 0.5 } else { 0.0 }).collect();
        let enters = |set: usize| -> f64 {
            let has = |place: &OnCell| set >> place.cell() & 1 == 1;
            let start = starts.iter().filter(|(place, _)| has(place)).map(|(_, var)| values[var.index()]);
            let rolls = between.iter().filter(|((from, to), _)| has(to) && !has(from));
            start.chain(rolls.flat_map(|(_, vars)| vars.iter().map(|var| values[var.index()]))).sum()
        };
        let least = (1..32).map(enters).fold(f64::MAX, f64::min);
        let found = cuts.violated(&values);
        assert_eq!(found.is_empty(), least >= 1.0, "{values:?}");
        counts[usize::from(found.is_empty())] += 1;
        let bits = |set: &Vec<usize>| set.iter().map(|c| 1 << c).sum();
        assert!(found.is_empty() || found.iter().any(|set| enters(bits(set)) <= least));
        for set in &found {
            assert!(enters(bits(set)) < 1.0);
            let row = cuts.cut(set).unwrap_or_else(|wrong| panic!("{wrong}"));
            assert_eq!((row_value(&row, &values), row.lower(), row.upper()), (enters(bits(set)), Some(1), None));
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    for wrong in [&[][..], &[5], &[1, 1]] {
        assert_eq!(cuts.cut(wrong).unwrap_err(), format!("{wrong:?} is not a set of places with all those on a cell"));
    }
}
