//! The encodings as arcs against the search: every shortest trail is a solution of each model, with its length; and the trails of the
//! local search.

use std::collections::BTreeMap;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::bounded::Way;
use super::contracted::Contracted;
use super::label_graph::LabelGraph;
use super::search_tests::{boards, random_board, said};
use super::{LabeledBoard, Trail, local_search, rules};
use tumble_model::control::Control;
use tumble_model::model::{Assignment, Capabilities};
use tumble_puzzles::geometry::Direction;
use tumble_puzzles::puzzle::{Choice, Encoded, Formulation, Purpose, erased};
use tumble_rolling::State;

/// The states on labels that a trail takes, in order, and its start.
fn visited(graph: &LabelGraph, trail: &Trail) -> (State, Vec<State>) {
    let (rolls, start) = (&graph.board.graph, trail.start);
    let cell = rolls.cells().number(start.cell).unwrap();
    let start = State::new(cell, start.die.index());
    let mut state = start;
    let mut nodes: Vec<State> = graph.node(start).map(|_| start).into_iter().collect();
    for roll in trail.moves.chars().filter_map(Direction::of_letter) {
        state = rolls.roll(state, roll).unwrap();
        // A closed trail comes back to its start.
        let is_back = nodes.first().is_some_and(|first| first.cell() == state.cell());
        nodes.extend(graph.node(state).filter(|_| !is_back).map(|_| state));
    }
    (start, nodes)
}

/// The values of a trail by the names of variables: arcs, then all others.
fn values(graph: &LabelGraph, trail: &Trail) -> [BTreeMap<String, i64>; 2] {
    let (start, nodes) = visited(graph, trail);
    let ends = &graph.board.endpoints;
    let terminal = match (ends.closed, ends.restore) {
        (false, _) => String::new(),
        (true, false) => format!("_c{}", start.cell()),
        (true, true) => format!("_{start}"),
    };
    let mut arcs = BTreeMap::from([
        (format!("s{terminal}_{}", nodes[0]), 1),
        (format!("z{terminal}_{}", nodes[nodes.len() - 1]), 1),
    ]);
    let mut others = BTreeMap::from([(format!("t{terminal}"), 1)]);
    others.extend(nodes.iter().map(|node| (format!("n_{node}"), 1)));
    for (at, pair) in nodes.windows(2).enumerate() {
        arcs.insert(format!("a_{}_{}", pair[0], pair[1]), 1);
        others.insert(format!("f_c{}_c{}", pair[0].cell(), pair[1].cell()), (nodes.len() - 1 - at) as i64);
    }
    [arcs, others]
}

/// The assignment of a trail in a model that has all its arcs.
fn assignment(formulation: &Formulation<Trail>, [arcs, others]: &[BTreeMap<String, i64>; 2]) -> Assignment {
    let variables = formulation.model.variables().iter();
    let names: Vec<&str> = variables.map(|variable| variable.name.as_str()).collect();
    let missing = arcs.keys().find(|arc| !names.contains(&arc.as_str()));
    assert_eq!(missing, None);
    let value = |name: &&str| arcs.get(*name).or_else(|| others.get(*name)).copied().unwrap_or(0);
    names.iter().map(value).collect::<Vec<i64>>().into()
}

#[test]
fn every_shortest_trail_is_a_solution_of_each_model() {
    let (mut checked, mut fixed, mut all) = (0, 0, 0);
    for seed in 0..boards(150) {
        let puzzle = random_board(&mut ChaCha8Rng::seed_from_u64(seed));
        let graph = LabelGraph::new(&puzzle);
        let (length, _, trails) = said(&puzzle, &graph, Way::Plain);
        for name in ["arc-circuit", "arc-cuts", "arc-flow"] {
            for more in ["", "+fixing"] {
                let choice = Choice::<LabeledBoard>::named(&format!("{name}{more}")).unwrap();
                let Ok(Encoded::Whole(formulation)) = choice.build(&puzzle, &Control::unlimited()) else {
                    panic!("{name} has one model")
                };
                *(if more.is_empty() { &mut all } else { &mut fixed }) += formulation.model.variables().len();
                for trail in trails.iter().take(20) {
                    let assignment = assignment(&formulation, &values(&graph, trail));
                    let context = format!("seed {seed}, {name}{more}, {trail:?} of {puzzle:?}");
                    assert_eq!(formulation.model.check(&assignment).err(), None, "{context}");
                    let objective = formulation.model.objective().unwrap().expression.value(&assignment);
                    assert_eq!(Some(objective), length.map(i128::from), "{context}");
                    let decoded = (formulation.decode)(&assignment).unwrap();
                    assert_eq!(rules::verify(&puzzle, &decoded).ok(), length, "{context}");
                    let cuts = formulation.separate.as_ref().map_or_else(Vec::new, |cuts| cuts(&assignment));
                    assert!(cuts.is_empty(), "{context}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "{checked}");
    assert!(fixed * 4 < all * 3, "fixing leaves {fixed} of {all} variables");
}

/// Nothing proves that an arc that was left out is on no better trail.
#[test]
fn arcs_are_left_out_by_default_but_not_in_certificates() {
    let puzzle = random_board(&mut ChaCha8Rng::seed_from_u64(0));
    let puzzle = erased(puzzle);
    let purposes = [Purpose::Backend(Capabilities::LINEAR), Purpose::File(Capabilities::LINEAR), Purpose::Certificate];
    let names = purposes.map(|purpose| puzzle.best_encoding(purpose).unwrap());
    assert_eq!(names.map(|name| name.ends_with("+fixing")), [true, true, false]);
}

#[test]
fn the_local_search_finds_trails() {
    let (mut feasible, mut best) = (0, 0);
    for seed in 0..boards(150) {
        let puzzle = random_board(&mut ChaCha8Rng::seed_from_u64(seed));
        let graph = LabelGraph::new(&puzzle);
        let (length, ..) = said(&puzzle, &graph, Way::Plain);
        let board = Contracted::new(&graph);
        let Some((terminal, nodes)) = local_search::trail(&graph, &board, 1 << 16, &Control::unlimited()) else {
            continue;
        };
        let found = rules::verify(&puzzle, &board.trail(&graph, terminal, &nodes).unwrap()).unwrap();
        assert!(length.is_some_and(|length| length <= found), "seed {seed}: {found}: {puzzle:?}");
        feasible += 1;
        best += u32::from(length == Some(found));
    }
    assert!(feasible > 20 && best * 10 > feasible * 9, "{best} of {feasible}");
}
