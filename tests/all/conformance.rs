//! One suite that every backend of this build runs: tiny models with obvious answers.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::common::models::{best, enumerated, knapsack, random, value};
use crate::common::{alone, cases};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::backend::{self, Backend, Kind, ModelAnswer, Outcome, solve_model};
use tumble::control::{Control, Event, Incumbent, Interrupt, Request, Stop, Verdict};
use tumble::lower::{Lowering, lower, lowering_infos};
use tumble::model::{Assignment, Constraint, EXACT, Linear, Literal, Model, Sense, Table, Var};
use tumble::session::Change;

/// There is one to test.
fn backends() -> Vec<(&'static str, &'static dyn Backend)> {
    let found = backend::REGISTRY.iter().filter_map(|entry| Some((entry.name, entry.backend().ok()?)));
    let found: Vec<_> = found.collect();
    assert!(!found.is_empty());
    found
}

fn solve_within(backend: &dyn Backend, model: &Model, control: Control<'_>) -> Outcome {
    let lowered = lower(model.clone(), backend.capabilities(), &Lowering::default()).unwrap();
    backend.solve(&lowered.model, &Request::new(control)).unwrap().judged(&lowered.model)
}

fn solve(backend: &dyn Backend, model: &Model) -> Verdict<Vec<f64>> {
    solve_within(backend, model, Control::unlimited()).verdict
}

/// The rounded values of a proved optimum, checked against the model before lowering.
fn optimum(name: &str, backend: &dyn Backend, model: &Model) -> Assignment {
    let Verdict::Optimal(values) = solve(backend, model) else { panic!("{name}: not optimal") };
    let rounded: Vec<i64> = values[..model.variables().len()].iter().map(|v| v.round() as i64).collect();
    let assignment = Assignment::from(rounded);
    model.check(&assignment).unwrap_or_else(|violation| panic!("{name}: {violation}"));
    assignment
}

fn objective(model: &Model, assignment: &Assignment) -> i128 {
    model.objective().unwrap().expression.value(assignment)
}

#[test]
fn a_constant_objective_and_none_at_all() {
    for (name, backend) in backends() {
        let mut model = Model::new("m");
        let (x, y) = (model.binary("x"), model.binary("y"));
        model.add("one", Linear::sum([x, y]).equals(1));
        optimum(name, backend, &model);
        model.set_objective(Sense::Maximize, Linear::new().plus_constant(-5));
        let any = optimum(name, backend, &model);
        assert_eq!(objective(&model, &any), -5);
    }
}

#[test]
fn infeasible_by_bounds_by_rows_by_parity_and_by_an_empty_row() {
    for (name, backend) in backends() {
        let mut rows = Model::new("rows");
        let (x, y) = (rows.integer("x", 0..=5), rows.integer("y", 0..=5));
        rows.add("far", Linear::sum([x, y]).at_least(11));

        let mut parity = Model::new("parity");
        let (x, y) = (parity.integer("x", 0..=50), parity.integer("y", 0..=50));
        parity.add("odd", Linear::new().plus(2, x).plus(2, y).equals(51));

        let mut empty_row = Model::new("empty row");
        empty_row.binary("x");
        empty_row.add("never", Linear::new().at_least(1));

        let mut bounds = Model::new("bounds");
        let (lower, upper) = (3, 2);
        bounds.integer("x", lower..=upper);
        for model in [rows, parity, empty_row, bounds] {
            assert_eq!(solve(backend, &model), Verdict::Infeasible, "{name} {}", model.name());
        }
    }
}

#[test]
fn models_without_variables_or_without_rows() {
    for (name, backend) in backends() {
        assert_eq!(solve(backend, &Model::new("nothing")), Verdict::Optimal(vec![]), "{name}");
        let mut model = Model::new("free");
        let x = model.integer("x", -3..=4);
        model.set_objective(Sense::Maximize, x.into());
        assert_eq!(optimum(name, backend, &model).values(), [4], "{name}");
    }
}

#[test]
fn negative_domains_and_coefficients() {
    for (name, backend) in backends() {
        let mut model = Model::new("negative");
        let (x, y) = (model.integer("x", -7..=-2), model.integer("y", -1_000_000..=3));
        model.add("row", Linear::new().plus(-3, x).plus(2, y).between(-4, 1));
        model.set_objective(Sense::Minimize, Linear::new().plus(5, y).plus(-1, x));
        // 2y ≥ −4 + 3x: the least y is −12 at x = −7 (2y ≥ −25), worth −60 + 7.
        assert_eq!(objective(&model, &optimum(name, backend, &model)), -53, "{name}");
    }
}

#[test]
fn continuous_flow_variables_and_pure_linear_programs() {
    for (name, backend) in backends() {
        // Five units from a over two arcs of capacity three, one of them switched by an integer variable.
        let mut model = Model::new("flow");
        let (f, g) = (model.implied_integer("f", 0..=3), model.implied_integer("g", 0..=3));
        let open = model.binary("open");
        model.add("send", Linear::sum([f, g]).equals(5));
        model.add("gate", Linear::from(g).plus(-3, open).at_most(0));
        model.set_objective(Sense::Minimize, Linear::new().plus(2, f).plus(1, g).plus(10, open));
        assert_eq!(objective(&model, &optimum(name, backend, &model)), 2 * 2 + 3 + 10, "{name}");

        let mut lp = Model::new("lp");
        let (x, y) = (lp.implied_integer("x", 0..=9), lp.implied_integer("y", 0..=9));
        lp.add("row", Linear::sum([x, y]).at_most(11));
        lp.set_objective(Sense::Maximize, Linear::new().plus(2, x).plus(1, y).plus_constant(-1));
        assert_eq!(objective(&lp, &optimum(name, backend, &lp)), 19, "{name}");

        let mut empty = Model::new("infeasible lp");
        let x = empty.implied_integer("x", 0..=9);
        empty.add("row", Linear::from(x).at_least(10));
        assert_eq!(solve(backend, &empty), Verdict::Infeasible, "{name}");
    }
}

/// A market-split instance: no solver settles it quickly, and hardly any finds a solution.
fn hard() -> Model {
    let mut model = Model::new("market split");
    let vars: Vec<Var> = (0..50).map(|i| model.binary(format!("x{i}"))).collect();
    let mut state = 12_345u64;
    for row in 0..6 {
        let mut sum = Linear::new();
        let mut total = 0;
        for &var in &vars {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let weight = i64::try_from((state >> 33) % 100).unwrap();
            sum.push(weight, var);
            total += weight;
        }
        model.add(format!("split{row}"), sum.equals(total / 2));
    }
    model
}

#[test]
fn a_time_limit_without_an_incumbent_is_unknown() {
    let _alone = alone();
    for (name, backend) in backends() {
        let started = Instant::now();
        let control = Control::new(Some(Duration::from_millis(500)), Interrupt::default(), &|_| ());
        let verdict = solve_within(backend, &hard(), control).verdict;
        assert!(matches!(verdict, Verdict::Unknown { stop: Stop::TimeLimit, .. }), "{name}: {verdict:?}");
        assert!(started.elapsed() < Duration::from_secs(20), "{name}");
    }
}

#[test]
fn a_time_limit_with_an_incumbent_gives_it_and_a_bound() {
    let _alone = alone();
    for (name, backend) in backends() {
        // The same rows as soft constraints: everything is feasible, nothing is proved.
        let mut model = hard();
        let mut slacks = Linear::new();
        model = model.rewrite(&mut |name, constraint, out| {
            let Constraint::Linear(row) = &constraint else { return out.add(name, constraint) };
            let slack = [0, 1].map(|i| out.model_mut().integer(format!("{name}_s{i}"), 0..=10_000));
            let sum = row.terms().iter().fold(Linear::new(), |sum, &(var, c)| sum.plus(c, var));
            out.add(name, sum.plus(1, slack[0]).plus(-1, slack[1]).equals(row.lower().unwrap()));
            slacks = slack.into_iter().fold(std::mem::take(&mut slacks), |sum, var| sum.plus(1, var));
        });
        model.set_objective(Sense::Minimize, slacks);
        // A second is enough for the first incumbent, unless other work fills the machine.
        let within = |seconds| {
            let limit = Some(Duration::from_secs(seconds));
            solve_within(backend, &model, Control::new(limit, Interrupt::default(), &|_| ())).verdict
        };
        let mut verdicts = [1, 5, 25].into_iter().map(within);
        let reached = verdicts.find(|verdict| !matches!(verdict, Verdict::Unknown { stop: Stop::TimeLimit, .. }));
        match reached {
            Some(Verdict::Feasible { solution, bound, stop: Stop::TimeLimit }) => {
                let rounded = Assignment::from(solution.iter().map(|v| v.round() as i64).collect::<Vec<_>>());
                model.check(&rounded).unwrap();
                let reached = objective(&model, &rounded);
                assert!(bound.is_none_or(|bound| i128::from(bound) <= reached), "{name}: {bound:?}");
                assert!(bound.is_some() || !["highs", "cbc"].contains(&name), "{name} knows a bound");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn an_interrupt_ends_a_run_soon() {
    let _alone = alone();
    // CBC ends at its own limit only: a child process adds the interrupt.
    for (name, backend) in backends().into_iter().filter(|(name, _)| *name != "cbc") {
        let interrupt = Interrupt::default();
        let raised = interrupt.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            raised.raise();
        });
        let started = Instant::now();
        let limit = Duration::from_secs(10);
        let control = Control::new(Some(limit), interrupt, &|_| ());
        let verdict = solve_within(backend, &hard(), control).verdict;
        assert!(matches!(verdict, Verdict::Unknown { stop: Stop::Interrupted, .. }), "{name}: {verdict:?}");
        assert!(started.elapsed() < limit / 2, "{name}: {:?}", started.elapsed());
    }
}

/// That they have an effect is tested in `solver/src/highs/handle.rs` and in `cli.rs`.
#[test]
fn any_threads_and_seeds_give_the_same_optimum() {
    for (name, backend) in backends() {
        let mut model = Model::new("m");
        let x = model.integer("x", 0..=10);
        model.add("even", Linear::new().plus(2, x).at_most(15));
        model.set_objective(Sense::Maximize, x.into());
        for (threads, seed) in [(1, 0), (2, 7), (1, u32::MAX), (2, 1)] {
            let request = Request { threads: Some(threads), seed: Some(seed), ..Request::new(Control::unlimited()) };
            let outcome = backend.solve(&model, &request).unwrap().judged(&model);
            assert_eq!(outcome.verdict, Verdict::Optimal(vec![7.0]), "{name}");
        }
    }
}

#[test]
fn numbers_beyond_the_exact_range_are_refused() {
    for (name, backend) in backends() {
        for domain in [0..=EXACT + 1, -EXACT - 1..=0, 0..=i64::MAX, i64::MIN..=i64::MAX, i64::MAX..=i64::MAX] {
            let mut model = Model::new("m");
            model.integer("x", domain.clone());
            assert!(backend.solve(&model, &Request::unlimited()).is_err(), "{name} {domain:?}");
        }
    }
}

/// By solvers that compute in integers of 64 bits.
#[test]
fn numbers_up_to_the_exact_range_are_exact() {
    for (name, backend) in backends().into_iter().filter(|(name, _)| ["cadical", "cp-sat"].contains(name)) {
        for (sense, expected) in [(Sense::Maximize, (EXACT / 2 - 1) / 2), (Sense::Minimize, -1_000_000_007)] {
            let mut model = Model::new("wide");
            let x = model.integer("x", -1_000_000_007..=EXACT);
            model.add("half", Linear::new().plus(2, x).at_most(EXACT / 2 - 1));
            model.set_objective(sense, Linear::from(x).plus_constant(12_345));
            let Outcome { verdict, effort, .. } = solve_within(backend, &model, Control::unlimited());
            assert_eq!(verdict, Verdict::Optimal(vec![expected as f64]), "{name}");
            assert_eq!(effort.incumbents.unwrap().last().unwrap().objective, expected + 12_345, "{name}");
        }
        let mut model = Model::new("table");
        let (x, y) = (model.integer("x", -EXACT..=EXACT), model.integer("y", 0..=3));
        model.add("table", Table::new(vec![x, y], [EXACT - 1, 2, -EXACT, 7, 5, 1].into()));
        model.add("not_five", Linear::from(y).at_least(2));
        assert_eq!(solve(backend, &model), Verdict::Optimal(vec![(EXACT - 1) as f64, 2.0]), "{name}");
    }
}

/// Rows and an objective in which numbers of very different sizes meet.
fn badly_scaled(rng: &mut ChaCha8Rng) -> Model {
    let mut model = Model::new("badly_scaled");
    let vars: Vec<Var> = (0..4).map(|i| model.integer(format!("x{i}"), 0..=2)).collect();
    let scale = 10_i64.pow(rng.random_range(0..=12));
    let number = |rng: &mut ChaCha8Rng| rng.random_range(-3..=3) * if rng.random() { scale } else { 1 };
    let sum = |rng: &mut ChaCha8Rng| vars.iter().fold(Linear::new(), |sum, &var| sum.plus(number(rng), var));
    for i in 0..3 {
        let (row, side) = (sum(rng), number(rng) + rng.random_range(-1..=1));
        model.add(format!("row{i}"), if rng.random() { row.at_most(side) } else { row.equals(side) });
    }
    let sense = if rng.random() { Sense::Maximize } else { Sense::Minimize };
    model.set_objective(sense, sum(rng));
    model
}

/// Where tolerances swallow an integer, a solver may find nothing, but says nothing wrong.
#[test]
fn numbers_of_very_different_sizes_give_no_false_proof() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for i in 0..cases(60, 200) {
        let model = badly_scaled(&mut rng);
        let all = enumerated(&model);
        let best = best(&model, &all);
        for (name, backend) in backends() {
            let what = format!("{name}, model {i}");
            match solve_model(&model, backend, &Lowering::default(), &Request::new(Control::unlimited())) {
                Ok(answer) => match answer.verdict {
                    Verdict::Optimal(_) => assert_eq!(answer.objective, best, "{what}"),
                    Verdict::Infeasible => assert_eq!(best, None, "{what}"),
                    Verdict::Feasible { bound, .. } | Verdict::Unknown { bound, .. } => {
                        assert_eq!(bound, None, "{what}");
                    }
                },
                // A solver may give up or crash at such numbers, but values that break a row are not called its fault.
                Err(error) => assert!(error.is_usage() || !error.to_string().contains("violates"), "{what}: {error}"),
            }
        }
    }
}

#[test]
fn a_run_that_is_settled_at_the_root_has_its_optimum_as_root_bound() {
    for (name, backend) in backends() {
        for (sense, best) in [(Sense::Maximize, 1007.0), (Sense::Minimize, 1000.0)] {
            let mut model = Model::new("m");
            let x = model.integer("x", 0..=10);
            model.add("even", Linear::new().plus(2, x).at_most(15));
            model.set_objective(sense, Linear::from(x).plus_constant(1000));
            let outcome = solve_within(backend, &model, Control::unlimited());
            // A backend that does not count nodes cannot know, and another branches here.
            if outcome.effort.nodes.is_some_and(|nodes| nodes <= 1) {
                let root = outcome.effort.root_bound;
                assert!(root.is_some_and(|bound| (bound - best).abs() < 1e-6), "{name}: {outcome:?}");
            }
        }
    }
}

#[test]
fn what_backends_report_is_consistent() {
    let model = knapsack(30, 100);
    let value = |values: &Vec<f64>| model.objective().unwrap().at(values) as i64;
    for (name, backend) in backends() {
        assert!(backend.version().starts_with(|c: char| c.is_ascii_digit()), "{name} {}", backend.version());
        let heard = Mutex::new(Vec::new());
        let hear = |event: &Event<'_>| {
            if let Event::Incumbent { found, values } = event {
                heard.lock().unwrap().push((*found, values.to_vec()));
            }
        };
        let outcome = solve_within(backend, &model, Control::new(None, Interrupt::default(), &hear));
        let Verdict::Optimal(best) = &outcome.verdict else { panic!("{name}") };
        assert!(outcome.effort.root_bound.is_none_or(|bound| bound > value(best) as f64 - 1e-6), "{name}");
        let incumbents = outcome.effort.incumbents.unwrap_or_default();
        assert!(incumbents.is_sorted_by(|a, b| a.objective < b.objective && a.seconds <= b.seconds), "{name}");
        assert!(incumbents.last().is_none_or(|last| last.objective == value(best)), "{name}: {incumbents:?}");
        // Those that are told come with their values. CP-SAT tells the last one.
        let (told, values): (Vec<Incumbent>, Vec<Vec<f64>>) = heard.into_inner().unwrap().into_iter().unzip();
        assert!(incumbents.ends_with(&told), "{name}: {told:?} {incumbents:?}");
        assert!(values.iter().map(value).eq(told.iter().map(|found| found.objective)), "{name}: {told:?}");
        assert!(values.last().is_none_or(|last| last == best), "{name}");
        let all = if name == "cp-sat" { 1 } else { incumbents.len() };
        assert!(!["cadical", "cp-sat", "pumpkin"].contains(&name) || told.len() == all, "{name}: {told:?}");
    }
}

/// A literal for each value of each variable.
fn equalities(model: &mut Model) -> Vec<Literal> {
    let mut literals = Vec::new();
    for i in 0..model.variables().len() {
        let var = Var::from_index(i);
        let values = model.variable(var).lower..=model.variable(var).upper;
        literals.extend(values.map(|value| model.is(var, value)).collect::<Vec<Literal>>());
    }
    literals
}

/// All solutions, the best first, by a session that forbids each one that it finds.
fn forbidden_one_by_one(backend: &dyn Backend, mut model: Model) -> Vec<Vec<i64>> {
    let count = model.variables().len();
    let literals = equalities(&mut model);
    let lowered = lower(model, backend.capabilities(), &Lowering::default()).unwrap().model;
    let mut session = backend.open(lowered.clone());
    let mut solutions = Vec::new();
    loop {
        let verdict = session.best(&Request::unlimited()).unwrap().judged(&lowered).verdict;
        let Verdict::Optimal(values) = verdict else {
            assert_eq!(verdict, Verdict::Infeasible, "{lowered:?}");
            return solutions;
        };
        let assignment = Assignment::from(values.iter().map(|value| value.round() as i64).collect::<Vec<_>>());
        let held = literals.iter().filter(|&&literal| assignment.holds(literal)).copied();
        let row = Linear::count(held).at_most(count as i64 - 1);
        session.change(Change::Add(format!("not_{}", solutions.len()), row));
        solutions.push(assignment.values()[..count].to_vec());
    }
}

#[test]
fn a_session_finds_each_solution_once_and_better_ones_first() {
    // CBC aborts the process at some models without a solution, and programs take long to start.
    let libraries = backend::REGISTRY.iter().filter(|entry| entry.kind == Kind::Library && entry.name != "cbc");
    for (name, backend) in libraries.filter_map(|entry| Some((entry.name, entry.backend().ok()?))) {
        let (mut without, mut count) = (0, 0);
        for seed in 0..cases(60, 300) {
            let model = random(&mut ChaCha8Rng::seed_from_u64(seed));
            let (all, solutions) = (enumerated(&model), forbidden_one_by_one(backend, model.clone()));
            count += solutions.len();
            without += usize::from(all.is_empty());
            assert_eq!(solutions.len(), all.len(), "{name}, seed {seed}: {model:?}");
            assert_eq!(solutions.iter().cloned().collect::<BTreeSet<_>>(), all, "{name}, seed {seed}");
            let sign = if model.objective().is_some_and(|o| o.sense == Sense::Maximize) { -1 } else { 1 };
            assert!(solutions.iter().map(|found| sign * value(&model, found)).is_sorted(), "{name}, seed {seed}");
        }
        assert!(without > 10 && count > 200, "{without} without a solution, {count} solutions");
    }
}

#[test]
fn random_models_of_every_kind_have_the_optima_of_plain_enumeration() {
    let ways = lowering_infos();
    for seed in 0..cases(60, 600) as u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = random(&mut rng);
        // A program takes a thousand times as long as a library.
        let kind = if seed.is_multiple_of(10) { Kind::Program } else { Kind::Library };
        let entries: Vec<_> = backend::REGISTRY.iter().filter(|entry| entry.kind == kind).collect();
        let entry = entries[rng.random_range(0..entries.len())];
        let Ok(backend) = entry.backend() else { continue };
        let way = &ways[rng.random_range(0..ways.len())];
        let applies = model.constraints().iter().any(|row| row.constraint.kind() == way.kind);
        let lowering: Lowering = if applies { way.name.parse().unwrap() } else { Lowering::default() };
        let what = format!("{}, {lowering}: {model:?}", entry.name);
        let answer = match solve_model(&model, backend, &lowering, &Request::unlimited()) {
            // The backend takes no such model.
            Err(error) if error.is_usage() => continue,
            answer => answer.unwrap_or_else(|error| panic!("{what}: {error}")),
        };
        agrees(&model, &answer, &what);
    }
}

/// Checks a proof by all solutions of a model.
fn agrees(model: &Model, answer: &ModelAnswer, what: &str) {
    let solutions = enumerated(model);
    match &answer.verdict {
        Verdict::Optimal(assignment) => {
            assert!(solutions.contains(assignment.values()), "{what}");
            assert_eq!(answer.objective.or(Some(0)), best(model, &solutions), "{what}");
        }
        verdict => assert!(*verdict == Verdict::Infeasible && solutions.is_empty(), "{what}: {verdict:?}"),
    }
}

/// Up to eight binary variables. With others CBC often aborts the process where there is no solution.
#[cfg(feature = "cbc")]
fn binary(rng: &mut ChaCha8Rng) -> Model {
    let mut model = Model::new("binary");
    let vars: Vec<Var> = (0..rng.random_range(1..=8)).map(|i| model.binary(format!("x{i}"))).collect();
    let sum = |rng: &mut ChaCha8Rng, most: i64| {
        vars.iter().fold(Linear::new(), |sum, &var| sum.plus(rng.random_range(-most..=most), var))
    };
    for i in 0..rng.random_range(1..=4) {
        let (row, lower, width) = (sum(rng, 4), rng.random_range(-9..=9), rng.random_range(0..=9));
        model.add(format!("r{i}"), if width > 6 { row.at_least(lower) } else { row.between(lower, lower + width) });
    }
    if let Some(sense) = [None, Some(Sense::Maximize), Some(Sense::Minimize)][rng.random_range(0..3)] {
        model.set_objective(sense, sum(rng, 5).plus_constant(7));
    }
    model
}

/// The models are the same in every run: at one in 60,000 CBC aborts its process, here that of all tests.
#[cfg(feature = "cbc")]
#[test]
fn cbc_agrees_with_trying_all_values() {
    let cbc = backend::find("cbc").unwrap().backend().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut models: Vec<Model> = (0..1500).map(|_| binary(&mut rng)).collect();
    // With its preprocessing CBC calls 4 optimal, not 3.
    let mut model = Model::new("one row");
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.binary(name));
    model.add("row", Linear::new().plus(4, c).plus(4, d).plus(-2, a).plus(-1, b).between(3, 4));
    model.set_objective(Sense::Minimize, Linear::new().plus(-3, a).plus(3, c).plus(4, d));
    models.push(model);
    for model in &models {
        let answer = solve_model(model, cbc, &Lowering::default(), &Request::unlimited()).unwrap();
        agrees(model, &answer, &format!("{model:?}"));
    }
}
