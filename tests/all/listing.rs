//! Lists of solutions: complete, without repetitions, the same from every method, and as long as `count` says.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use crate::common::{self, cases, corner, models, problem, random_of, shipped, tray, verify};
use crate::oracle::{FEW, OF_SEVERAL_TRAILS};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tumble::backend::{self, Backend, Kind};
use tumble::control::{Bytes, Control, Event, Extent, Interrupt, Request, Stop};
use tumble::lower::Lowering;
use tumble::model::{Assignment, Linear, Model, Sense};
use tumble::puzzle::Which;
use tumble::report::{Report, Status};
use tumble::solve::{self, Method, ModelSolutions, Options, Problem, SolveError, list_model};

fn list_within(
    problem: &Problem,
    method: Method,
    encoding: Option<&str>,
    limit: usize,
    request: &Request<'_>,
) -> Result<Report, SolveError> {
    let options = Options {
        encoding: encoding.map(str::to_owned),
        solutions: Some(limit),
        skip_moves: true,
        ..Options::default()
    };
    solve::solve(problem, method, &options, request)
}

fn list(problem: &Problem, method: Method, encoding: Option<&str>, limit: usize) -> Result<Report, SolveError> {
    let control = Control::new(Some(Duration::from_mins(3)), Interrupt::default(), &|_| ());
    list_within(problem, method, encoding, limit, &common::request(method, control))
}

/// The solutions of a complete list; each was replayed again here, has the best objective, and is listed once.
fn all(problem: &Problem, report: &Report) -> BTreeSet<String> {
    assert_eq!(report.complete, Some(true), "{report:?}");
    let solutions = report.solutions.as_ref().unwrap();
    for solution in solutions.iter() {
        assert_eq!(verify(problem, &solution).unwrap(), report.objective);
    }
    let distinct: BTreeSet<String> = solutions.iter().map(|solution| solution.to_string()).collect();
    assert_eq!(distinct.len(), solutions.len(), "no solution is listed twice");
    assert_eq!(report.status == Status::Infeasible, solutions.is_empty());
    distinct
}

/// Lists by search, and compares the number with that of `count`.
fn by_search(text: &str) -> BTreeSet<String> {
    let problem = problem(text);
    let report = list(&problem, Method::SEARCH, None, usize::MAX).unwrap();
    let listed = all(&problem, &report);
    let count = common::count(&problem, Which::Best, &Request::unlimited());
    assert!(count.extent.is_all());
    assert_eq!(count.solutions, listed.len().into(), "{text}");
    listed
}

#[test]
fn a_list_is_as_long_as_requested() {
    let problem = problem(&corner(4, 4, "any", ""));
    for (limit, complete) in [(1, false), (51, false), (52, true), (53, true)] {
        let report = list(&problem, Method::SEARCH, None, limit).unwrap();
        let length = report.solutions.as_ref().unwrap().len();
        assert_eq!((length, report.complete), (limit.min(52), Some(complete)));
    }
}

/// The same, whatever the number of threads.
#[test]
fn lists_begin_with_the_same_solutions() {
    let problem = problem(&corner(5, 5, "any", ""));
    let lists = [1, 2].map(|threads| {
        let request = Request { threads: Some(threads), ..Request::unlimited() };
        list_within(&problem, Method::SEARCH, None, 5, &request).unwrap().solutions
    });
    assert_eq!(lists[0], lists[1]);
}

#[test]
fn a_list_that_outgrows_its_memory_is_cut_short() {
    for text in [corner(6, 6, "any", ""), random_of("die-path", 1, &[("columns", "30"), ("rows", "30")])] {
        let control = Control::unlimited().with_memory_limit(Bytes(64 << 10));
        let report = list_within(&problem(&text), Method::SEARCH, None, usize::MAX, &Request::new(control)).unwrap();
        assert_eq!(report.complete, Some(false));
        assert!(report.reason.unwrap().starts_with("stopped by the memory limit"), "{text}");
    }
}

#[test]
fn a_count_through_a_backend_keeps_no_solutions() {
    let problem = problem(&corner(5, 5, "any", ""));
    // A backend that lists, so that no rows are needed that exclude solutions.
    if let Ok(method) = Method::named("cp-sat") {
        let request = |bytes| Request::new(Control::unlimited().with_memory_limit(Bytes(bytes)));
        // The models take memory, too: the least that is enough for a count is not enough for a list.
        let counts = (1..100).map(|part| part * (32 << 10));
        let mut counts =
            counts.map(|bytes| (bytes, solve::count(&problem, method, Which::Best, &request(bytes)).unwrap()));
        let (bytes, count) = counts.find(|(_, count)| count.extent.is_all()).unwrap();
        assert_eq!((count.solutions, count.extent.stop()), (824_u32.into(), None), "{}", method.name());
        let listed = list_within(&problem, method, None, usize::MAX, &request(bytes)).unwrap();
        assert!(listed.complete == Some(false) && listed.solutions.unwrap().len() < 824, "{}", method.name());
    }
}

fn is_of_several_trails(what: &str) -> bool {
    let encoding = what.strip_prefix("encoding ").and_then(|name| name.split('+').next());
    encoding.is_some_and(|encoding| OF_SEVERAL_TRAILS.contains(&encoding))
}

/// What each method says of a model has to be these solutions, as `key` writes them: the lists and counts of the search and, where there
/// are few, of every backend that is not among the slow ones.
fn all_methods_say(text: &str, expected: &BTreeSet<String>, slow: &[&str], key: &dyn Fn(&serde_json::Value) -> String) {
    let problem = problem(text);
    for method in Method::serving(&*problem.instance) {
        let name = method.name();
        if name != "search" && (expected.len() as u64 > FEW || name == "microlp" || slow.contains(&name)) {
            continue;
        }
        let report = match list(&problem, method, None, usize::MAX) {
            Err(SolveError::Unlisted { what }) if is_of_several_trails(&what) => continue,
            report => report.unwrap(),
        };
        all(&problem, &report);
        let keys: BTreeSet<String> = report.solutions.as_ref().unwrap().iter().map(|solution| key(&solution)).collect();
        assert_eq!(&keys, expected, "{name} on\n{text}");
        assert_eq!(keys.len(), report.solutions.unwrap().len(), "each once: {name} on\n{text}");
        let count =
            solve::count(&problem, method, Which::Best, &common::request(method, Control::unlimited())).unwrap();
        assert_eq!((count.solutions, count.extent.is_all()), (expected.len().into(), true), "{name} on\n{text}");
    }
}

/// The boards of `docs/results.md`: two cycles from one start, and two that restore the die, in both directions.
#[test]
fn every_method_lists_the_cycles_of_boards_that_have_two() {
    for (name, solutions) in [("two_cycles", 2), ("two_restored_cycles", 4)] {
        let text = shipped(&format!("labeled_board/{name}"));
        let expected = by_search(&text);
        assert_eq!(expected.len(), solutions, "{name}");
        all_methods_say(&text, &expected, &[], &|solution| solution.to_string());
        let problem =
            problem(&format!("{}restore-orientation = true\n", text.replace("restore-orientation = true\n", "")));
        for method in Method::serving(&*problem.instance).into_iter().filter(|method| method.name() != "microlp") {
            let is_restored = common::run(&problem, method, None).status == Status::Optimal;
            assert_eq!(is_restored, solutions == 4, "{} on {name}", method.name());
        }
    }
}

/// Labeled boards against plain enumeration are in `labeled_board.rs`; here every method has to say what the search says.
#[test]
fn all_methods_list_and_count_the_same_of_other_puzzles_with_open_choices() {
    let map = |rows: &str| format!("puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n{rows}\"\"\"\n");
    for text in [
        map("2 4\n5 6\n"),
        map("2 .\n1 4\n") + "[start]\ndie = { top = 2 }\n",
        map("3 . 1\n. . 2\n") + "[start]\ncell = [0, 1]\n[goal]\ndie = { top = 2 }\n",
        map("1 .\n. 6\n") + "[tour]\nclosed = true\n",
        shipped("sudoku_cube/two_layouts"),
        tray("k k\n_ k", "c c\n_ c"),
        tray("k k\n_ k", "? n\n? ?"),
    ] {
        let expected = by_search(&text);
        all_methods_say(&text, &expected, &[], &serde_json::Value::to_string);
    }
}

#[test]
fn the_progress_of_a_list_keeps_the_proved_optimum() {
    let small = corner(2, 2, "max", "").replace("cell = [0, 0]", "");
    let large = shipped("die_tour/3x3_any_start_max");
    let problem = problem(&cases(small, large));
    for solver in common::solvers().into_iter().filter(|solver| solver.name() != "microlp") {
        let known = Mutex::new((None, None));
        let observer = |event: &Event<'_>| {
            let mut known = known.lock().unwrap();
            match event {
                Event::Progress(progress) => {
                    *known = (progress.incumbent.or(known.0), progress.bound.or(known.1));
                }
                Event::Incumbent { found, .. } | Event::Solution { found, .. } => known.0 = Some(found.objective),
                Event::Log(_) | Event::Share(_) => {}
            }
        };
        let control = Control::new(Some(Duration::from_mins(3)), Interrupt::default(), &observer);
        let report = list_within(&problem, solver, None, 3, &common::request(solver, control)).unwrap();
        assert!(report.solutions.unwrap().len() > 1, "{}", solver.name());
        let best = report.objective.unwrap();
        assert_eq!(known.into_inner().unwrap(), (Some(best), Some(best as f64)), "{}", solver.name());
    }
}

/// The libraries of this build, by name.
fn libraries() -> impl Iterator<Item = (&'static str, &'static dyn Backend)> {
    let entries = backend::REGISTRY.iter().filter(|entry| entry.kind == Kind::Library);
    entries.filter_map(|entry| Some((entry.name, entry.backend().ok()?)))
}

fn list_of(model: &Model, backend: &dyn Backend, limit: usize, control: Control<'_>) -> ModelSolutions {
    list_model(model, backend, &Lowering::default(), limit, &Request::new(control)).unwrap()
}

/// A row that holds only if a literal does may leave variables of the lowered model open, and a backend lists a
/// solution several times then.
#[test]
fn models_have_the_solutions_of_plain_enumeration() {
    for seed in 0..cases(40, 300) as u64 {
        let mut model = models::random(&mut ChaCha8Rng::seed_from_u64(seed));
        // Without an objective there are more solutions.
        if seed.is_multiple_of(2) {
            model.take_objective();
        }
        let all = models::enumerated(&model);
        let best = models::best(&model, &all);
        let is_best = |values: &&Vec<i64>| models::best(&model, &BTreeSet::from([(*values).clone()])) == best;
        let wanted: BTreeSet<&[i64]> = all.iter().filter(is_best).map(Vec::as_slice).collect();
        for (name, backend) in libraries() {
            let what = format!("{name}, seed {seed}: {model:?}");
            // One by one takes a run for each.
            let limit = if backend.capabilities().lists { usize::MAX } else { 12 };
            let listed = list_of(&model, backend, limit, Control::unlimited());
            let found: Vec<&[i64]> = listed.solutions.iter().map(Assignment::values).collect();
            assert!(found.is_sorted() && found.iter().all(|values| wanted.contains(values)), "{what}: {found:?}");
            let different = found.iter().collect::<BTreeSet<_>>().len();
            assert_eq!([found.len(), different], [wanted.len().min(limit); 2], "{what}");
            assert_eq!((listed.extent.is_all(), listed.extent.stop()), (wanted.len() <= limit, None), "{what}");
            assert_eq!(listed.objective, model.objective().and(best), "{what}");
        }
    }
}

/// Of a model with 2^20 solutions, a limit leaves those until then.
#[test]
fn limits_end_the_list_of_a_model() {
    let mut model = Model::new("many");
    (0..20).for_each(|i| _ = model.binary(format!("x{i}")));
    for (name, backend) in libraries() {
        let some = list_of(&model, backend, 3, Control::unlimited());
        assert_eq!((some.solutions.len(), some.extent), (3, Extent::Enough), "{name}");
        let soon = Control::new(Some(Duration::from_millis(300)), Interrupt::default(), &|_| ());
        let small = Control::unlimited().with_memory_limit(Bytes(50_000));
        let [in_time, in_memory] = [soon, small].map(|control| list_of(&model, backend, usize::MAX, control));
        assert!([&in_time, &in_memory].iter().all(|some| some.solutions.len() < 1 << 20), "{name}");
        assert_eq!(in_time.extent, Extent::Stopped(Stop::TimeLimit), "{name}");
        let extent = in_memory.extent;
        assert!(matches!(extent, Extent::Stopped(Stop::MemoryLimit { .. })), "{name}: {extent:?}");
    }
}

/// Whatever names the model has.
#[test]
fn solutions_that_differ_in_integers_are_told_apart() {
    let mut model = Model::new("integers");
    let (x, y) = (model.integer("other_1_below_0", 0..=100), model.integer("best", 0..=100));
    model.add("other_1", Linear::sum([x, y]).equals(100));
    model.add("few", Linear::from(x).at_most(4));
    model.set_objective(Sense::Maximize, Linear::sum([x, y]).plus_constant(7));
    for (name, backend) in libraries() {
        let listed = list_of(&model, backend, 9, Control::unlimited());
        let found: Vec<(i64, i64)> = listed.solutions.iter().map(|solution| (solution[x], solution[y])).collect();
        assert_eq!(found, (0..=4).map(|x| (x, 100 - x)).collect::<Vec<_>>(), "{name}");
        assert_eq!((listed.extent.is_all(), listed.objective), (true, Some(107)), "{name}");
    }
}
