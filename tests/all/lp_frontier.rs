//! LP-bounded frontier programming with good duals and with any others.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::backend::{self, Engine};
use tumble::control::{Request, Verdict};
use tumble::geometry::{Board, Cell, Die};
use tumble::lp::{integer_bound, is_empty};
use tumble::model::{Linear, Model, Sense};
use tumble::puzzle::die_tour::frontier::{Aim, Best, Counted, Duals, Prices, Program, Settled, Steps, optimum};
use tumble::rolling::{CellGraph, EdgeCut, Endpoints, PathStates, RollGraph, Terminal};
use tumble::session::{BackendError, Change, Claim, Ending, Receiver, Reload, Session, Task};

#[test]
fn highs_proves_bounds_by_duals_and_that_a_program_is_empty_by_a_ray() {
    // max 2x + y, x + y ≤ 1, x − y ≤ 0: 3/2 at (1/2, 1/2).
    let program = |least: i64| {
        let mut model = Model::new("m");
        let (x, y) = (model.implied_integer("x", least..=1), model.implied_integer("y", 0..=1));
        model.add("one", Linear::sum([x, y]).at_most(1));
        model.add("order", Linear::from(x).plus(-1, y).at_most(0));
        model.set_objective(Sense::Maximize, Linear::new().plus(2, x).plus(1, y));
        model
    };
    let mut engine = Engine::here(backend::find("highs").unwrap().backend().unwrap());
    let mut solved = |model: &Model| {
        engine.load(model);
        engine.solve(&Request::unlimited()).unwrap()
    };
    let (whole, empty) = (program(0), program(1));
    // 3/2, rounded down.
    assert_eq!(integer_bound(&whole, &solved(&whole).duals.unwrap()), Some(1));
    let outcome = solved(&empty);
    let ray = outcome.duals.unwrap();
    assert!(matches!(outcome.verdict, Verdict::Infeasible) && is_empty(&empty, &ray) && !is_empty(&whole, &ray));
}

/// HiGHS, whose duals are changed before the search sees them, and which after some rounds says that there is no path.
struct Mutated<F> {
    engine: Engine<'static>,
    mutate: F,
    rounds: u32,
}

impl<F: FnMut(&mut Vec<f64>)> Reload for Mutated<F> {
    fn load(&mut self, model: &Model) {
        self.engine.load(model);
    }
}

impl<F: FnMut(&mut Vec<f64>)> Session for Mutated<F> {
    fn change(&mut self, change: Change) {
        self.engine.change(change);
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        let claim = self.engine.run(task, request, found).unwrap();
        let (Ending::Optimal, Some(mut duals)) = (&claim.ending, claim.duals.clone()) else {
            return Ok(Claim::of(Ending::Infeasible));
        };
        (self.mutate)(&mut duals);
        if self.rounds == 0 {
            return Ok(Claim { duals: Some(duals), ..Claim::of(Ending::Infeasible) });
        }
        self.rounds -= 1;
        Ok(Claim { duals: Some(duals), ..claim })
    }
}

/// The paths from the south-west corner of a board, and what they sum.
fn corner(columns: i64, rows: i64, sign: i32) -> (PathStates, Vec<i32>) {
    let die = Die::new(1, 2, 3).unwrap();
    let graph = RollGraph::new(CellGraph::of_free_cells(&Board::new(columns, rows, &[]).unwrap()), die.handedness());
    let start = Terminal::new(&graph, Some(Cell::new(0, 0)), &[die]);
    let goal = Terminal::anywhere(&graph);
    let paths = PathStates::new(graph, Endpoints { start, goal, closed: false, restore: false });
    let top = |u: usize| i32::from(paths.graph.dice()[paths.states[u].orientation()].top());
    let weights = (0..paths.states.len()).map(|u| sign * top(u)).collect();
    (paths, weights)
}

#[test]
fn no_duals_make_it_wrong() {
    let highs = || Engine::here(backend::find("highs").unwrap().backend().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for ((columns, rows), sign, best) in [((3, 3), 1, 37), ((3, 3), -1, -25), ((4, 4), 1, 68), ((4, 4), -1, -47)] {
        let (paths, weights) = corner(columns, rows, sign);
        let without = Prices::new(&paths, &weights, &Duals::zero(&paths));
        let program = Program { steps: &Steps::new(&paths).unwrap(), weights: &weights, prices: &without };
        let all = program.run::<Counted>(Aim::default(), &Request::unlimited()).unwrap().worth;
        for kind in 0..7 {
            let mut numbers = ChaCha8Rng::seed_from_u64(kind);
            let mut mutate = |duals: &mut Vec<f64>| {
                for dual in duals {
                    match kind {
                        0 => {}
                        1 => *dual = 0.0,
                        2 => *dual += numbers.random_range(-1.0..1.0),
                        3 => *dual = -*dual,
                        4 => *dual *= numbers.random_range(0.0..20.0),
                        5 => *dual = if numbers.random_bool(0.1) { f64::NAN } else { *dual },
                        _ => *dual = [f64::INFINITY, -1e300, 1e9, 1e-300][numbers.random_range(0..4)],
                    }
                }
            };
            let rounds = if kind == 0 { u32::MAX } else { rng.random_range(0..60) };
            let mut solver = Mutated { engine: highs(), mutate: &mut mutate, rounds };
            let settled = optimum::<Best>(&paths, &weights, None, &mut solver, &Request::unlimited()).unwrap();
            let Settled { best: found, bound, root_bound, stop: None, .. } = settled else { panic!("it stopped") };
            assert_eq!((found.map(|found| found.sum), bound), (Some(best), Some(best)), "mutation {kind}");
            assert!(root_bound.unwrap() >= best as f64, "mutation {kind}");
            let counted = optimum::<Counted>(&paths, &weights, None, &mut solver, &Request::unlimited()).unwrap();
            assert_eq!(counted.proved, all, "mutation {kind}");
            // With a sum to reach, the rounds of cuts may end sooner.
            for (least, found) in [(best - 2, Some(best)), (best, Some(best)), (best + 1, None)] {
                let request = Request::unlimited().with_threads(Some(rng.random_range(1..3)));
                let settled = optimum::<Best>(&paths, &weights, Some(least), &mut solver, &request).unwrap();
                assert_eq!(settled.best.map(|best| best.sum), found, "mutation {kind}, at least {least}");
                let counted = optimum::<Counted>(&paths, &weights, Some(least), &mut solver, &request).unwrap();
                assert_eq!(counted.proved, found.and(all.clone()), "mutation {kind}, at least {least}");
            }
        }
    }
}

#[test]
fn every_bound_holds_for_the_best_completion_of_its_state() {
    // With the optimum as its target, the program must keep a path; with one more, it must keep none, whatever the duals.
    let mut rng = ChaCha8Rng::seed_from_u64(77);
    for (size, sign, best) in [((4, 4), 1, 68), ((5, 5), 1, 103), ((5, 5), -1, -71)] {
        let (paths, weights) = corner(size.0, size.1, sign);
        let steps = Steps::new(&paths).unwrap();
        for _ in 0..3 {
            let cells = (0..paths.cells()).map(|_| rng.random_range(0.0..12.0)).collect();
            let stops = (0..paths.states.len()).map(|_| rng.random_range(0.0..1.0)).collect();
            let prices = Prices::new(&paths, &weights, &Duals { cells, stops, cuts: Vec::new() });
            let program = Program { steps: &steps, weights: &weights, prices: &prices };
            for (target, expected) in [(best, Some(best)), (best + 1, None)] {
                let aim = Aim { target: Some(target), ..Aim::default() };
                let ran = program.run::<Counted>(aim, &Request::unlimited()).unwrap();
                assert_eq!(ran.worth.map(|worth| i64::from(worth.sum)), expected);
            }
        }
    }
}

#[test]
fn prices_beyond_all_sums_are_left_out() {
    let (paths, weights) = corner(4, 4, 1);
    let steps = Steps::new(&paths).unwrap();
    let far = paths.states.len() - 1;
    let cuts = vec![(EdgeCut { k: 0, others: vec![far] }, 8000.0); 20_000];
    let prices = Prices::new(&paths, &weights, &Duals { cuts, ..Duals::zero(&paths) });
    assert!(prices.cuts.is_empty());
    let program = Program { steps: &steps, weights: &weights, prices: &prices };
    let ran = program.run::<Counted>(Aim { target: Some(68), ..Aim::default() }, &Request::unlimited()).unwrap();
    assert_eq!(ran.worth.map(|worth| worth.sum), Some(68));
}
