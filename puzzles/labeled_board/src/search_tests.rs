//! The search with bounds against the search without: lengths, numbers, lists, bounds at any prices, and stops at any moment.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::bound_graph::ROLL;
use super::bounded::{Wanted, Way};
use super::label_graph::{Contracted, LabelGraph};
use super::prices::Bounds;
use super::search::{count_in_words, list_in_words, solve_in_words};
use super::stages::{Cut, Explored, Length, TrailWeight as _, Trails, explore};
use super::{LabeledBoard, Trail, local_search, new, rules};
use tumble_model::control::{Bytes, Control, Interrupt, Request, Verdict};
use tumble_model::model::{Assignment, Capabilities};
use tumble_puzzles::geometry::{Die, Direction};
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{Choice, Choices, Encoded, Formulation, Purpose, erased};
use tumble_rolling::State;

/// A board as `tumble new` makes it.
fn made(seed: u64, options: &[(&'static str, usize)]) -> Option<LabeledBoard> {
    let mut choices: Choices = options.iter().map(|&(key, value)| (key, value.to_string())).collect();
    choices.insert("seed", seed.to_string());
    let text = new::write(&choices, &Control::unlimited()).ok()?;
    Some(LabeledBoard::read(&Document::new("test", &text)).unwrap())
}

/// A random small board of any kind.
pub(super) fn random_board(random: &mut ChaCha8Rng) -> LabeledBoard {
    loop {
        let (columns, rows) = (random.random_range(2..=5), random.random_range(1..=4));
        let mut options = vec![("columns", columns), ("rows", rows), ("blocked", random.random_range(0..3))];
        options.push(("labels", random.random_range(1..=8)));
        if random.random_bool(0.3) {
            options.push(("closed", 0));
        }
        let Some(mut puzzle) = made(random.random_range(0..1_000_000), &options) else { continue };
        vary(&mut puzzle, random);
        if puzzle.obstacle().is_none() {
            return puzzle;
        }
    }
}

/// Opens the start, adds a goal, restores the orientation, or gives a label another face.
fn vary(puzzle: &mut LabeledBoard, random: &mut ChaCha8Rng) {
    let some_dice = |random: &mut ChaCha8Rng, dice: &[Die]| -> Vec<Die> {
        let top = dice.choose(random).unwrap().top();
        if random.random() { dice.iter().copied().filter(|die| die.top() == top).collect() } else { dice.to_vec() }
    };
    let all = Die::all(puzzle.start_dice[0].handedness());
    let cells: Vec<_> = puzzle.board.free_cells().collect();
    if random.random_bool(0.3) {
        puzzle.start_dice = some_dice(random, all);
    }
    if random.random_bool(0.2) {
        puzzle.start_cell = if random.random() { None } else { cells.choose(random).copied() };
    }
    puzzle.restore_orientation = puzzle.closed && random.random();
    if random.random_bool(0.3) {
        let labeled = (0..puzzle.labels.len()).filter(|&i| puzzle.labels[i].is_some());
        let mut order: Vec<usize> = labeled.collect();
        order.shuffle(random);
        order.truncate(random.random_range(1..=3));
        puzzle.order = order;
    }
    if !puzzle.closed && random.random_bool(0.4) {
        puzzle.goal_cell = cells.choose(random).copied().filter(|_| random.random());
        puzzle.goal_dice = if random.random() { some_dice(random, all) } else { vec![*all.choose(random).unwrap()] };
    }
    if random.random_bool(0.3)
        && let Some(face) = puzzle.labels.iter_mut().flatten().next()
    {
        *face = random.random_range(1..=6);
    }
}

/// Everything that a search says: whether there is a trail and its length, the number of shortest trails, and all of them.
pub(super) type Said = (Option<i64>, Option<(u64, u64)>, Vec<Trail>);

pub(super) fn said(puzzle: &LabeledBoard, graph: &LabelGraph, way: Way) -> Said {
    let request = Request::unlimited().with_threads(Some(1));
    let length = match solve_in_words::<1>(graph, (Wanted::One, way), &request).verdict {
        Verdict::Optimal(trail) => Some(rules::verify(puzzle, &trail).unwrap()),
        Verdict::Infeasible => None,
        other => panic!("{other:?}"),
    };
    let any = solve_in_words::<1>(graph, (Wanted::Any, way), &request).verdict;
    match any.solution() {
        Some(trail) => assert!(Some(rules::verify(puzzle, trail).unwrap()) >= length),
        None => assert_eq!(length, None),
    }
    let counted = count_in_words::<1>(graph, way, &request);
    assert!(counted.extent.is_all(), "there is no limit");
    let count = counted.objective.map(|length| (length.unsigned_abs(), u64::try_from(counted.solutions).unwrap()));
    let mut trails = Vec::new();
    let mut receive = |trail, _| {
        trails.push(trail);
        if trails.len() < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let listed = list_in_words::<1>(graph, way, &mut receive, &request);
    assert_eq!(listed.extent.is_all(), trails.len() < 2000);
    (length, count, trails)
}

/// How many boards a test takes: more in `scripts/test --all`.
pub(super) fn boards(few: u64) -> u64 {
    if std::env::var_os("TUMBLE_TESTS").is_some_and(|value| value == "all") { 10 * few } else { few }
}

#[test]
fn with_bounds_lengths_counts_and_lists_are_the_same() {
    let mut kinds = BTreeMap::new();
    for seed in 0..boards(200) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let puzzle = random_board(&mut random);
        let graph = LabelGraph::new(&puzzle);
        let plain = said(&puzzle, &graph, Way::Plain);
        for width in [1, 3, 1 << 10] {
            assert_eq!(said(&puzzle, &graph, Way::Bounded(width)), plain, "seed {seed}, width {width}: {puzzle:?}");
        }
        *kinds.entry((puzzle.closed, plain.0.is_some())).or_insert(0) += 1;
    }
    assert!(kinds.len() == 4 && kinds.values().all(|&boards| boards > 5), "{kinds:?}");
}

/// The trails of a search, in order.
fn listed(explored: &Explored<'_, 1, Length>) -> Vec<Trail> {
    Trails::new(explored).take(2000).collect()
}

#[test]
fn at_any_prices_and_neighbourhoods_no_trail_is_lost() {
    let request = Request::unlimited().with_threads(Some(1));
    let mut feasible = 0;
    for seed in 0..boards(200) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let puzzle = random_board(&mut random);
        let graph = LabelGraph::new(&puzzle);
        let starts: Vec<State> = graph.board.endpoints.start.states(&graph.board.graph).collect();
        let starts = if puzzle.closed { vec![*starts.choose(&mut random).unwrap()] } else { starts };
        let plain = Cut::at_width(usize::MAX);
        let all = explore::<1, Length>(&graph, starts.clone(), true, plain, &request);
        let optimum = all.ends.first().map(|end| end.weight.length());
        feasible += u32::from(optimum.is_some());
        let mut bounds = Bounds::new(&graph, &request).unwrap().unwrap();
        bounds.begin(&graph, &starts).unwrap();
        for _ in 0..4 {
            bounds.disturb(&mut random);
            let cost = bounds.bound(u64::MAX, &request).unwrap();
            let Some(optimum) = optimum else { continue };
            assert!(cost <= optimum as i32 * ROLL, "seed {seed}: {cost} of {optimum}: {puzzle:?}");
            let completions = bounds.completions(u64::MAX, &request).unwrap();
            let most = optimum + random.random_range(0..2);
            let cut = Cut { longer: Some((most, &completions)), ..plain };
            let bounded = explore::<1, Length>(&graph, starts.clone(), true, cut, &request);
            assert_eq!(listed(&bounded), listed(&all), "seed {seed}: {puzzle:?}");
            bounds.fix(optimum as i32 * ROLL, u64::MAX, &request).unwrap();
        }
    }
    assert!(feasible > 20, "{feasible}");
}

#[test]
fn four_boards_of_64_cells_have_their_known_lengths() {
    for (labels, seed, length) in [(24, 1, 50), (24, 2, 42), (30, 1, 49), (30, 2, 56)] {
        let puzzle = made(seed, &[("columns", 8), ("rows", 8), ("labels", labels)]).unwrap();
        for threads in [1, 2] {
            let request = Request::unlimited().with_threads(Some(threads));
            let found = super::search::solve(&puzzle, &request).verdict;
            let Verdict::Optimal(trail) = found else { panic!("{found:?}") };
            assert_eq!(rules::verify(&puzzle, &trail), Ok(length));
        }
    }
}

#[test]
fn a_stop_at_any_moment_leaves_what_is_true() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..boards(60) {
        let puzzle = random_board(&mut random);
        let graph = LabelGraph::new(&puzzle);
        let optimum = said(&puzzle, &graph, Way::Plain).0;
        let looks = random.random_range(0..200);
        let control = Control::new(None, Interrupt::after_looks(looks), &|_| ());
        let memory = Bytes(if random.random() { 1 << random.random_range(10..20) } else { 1 << 30 });
        let request = Request::new(control.with_memory_limit(memory)).with_threads(Some(1));
        match solve_in_words::<1>(&graph, (Wanted::One, Way::Bounded(3)), &request).verdict {
            Verdict::Optimal(trail) => assert_eq!(rules::verify(&puzzle, &trail).ok(), optimum, "seed {seed}"),
            Verdict::Infeasible => assert_eq!(optimum, None, "seed {seed}"),
            Verdict::Feasible { solution, bound, .. } => {
                assert!(rules::verify(&puzzle, &solution).ok() >= optimum && bound <= optimum, "seed {seed}");
            }
            Verdict::Unknown { bound, .. } => assert!(optimum.is_none() || bound <= optimum, "seed {seed}"),
        }
    }
}

// The encodings as arcs against the search: every shortest trail is a solution of each model, with its length; and the trails of the
// local search.

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
