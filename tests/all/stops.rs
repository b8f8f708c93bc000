//! Runs that are stopped at any moment: what they say is true, whatever they had reached.

use std::sync::Mutex;
use std::time::Duration;

use crate::{common, oracle};
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::control::{Bytes, Control, Event, Extent, Interrupt, Progress, Request, Stop};
use tumble::lower::{Lowering, lower};
use tumble::model::{Capabilities, Sense};
use tumble::puzzle::{
    Choices, EncodeError, Encoded, NotMade, PuzzleEntry, Question, TabulateError, TabulationSource, Wanted, Which,
};
use tumble::registry::Registry;
use tumble::report::Status;
use tumble::solve::{Asked, CertificateError, Method, Options, Problem, check_statement, count, prove, solve};

/// The best objective, or 0 without one, and the number of solutions that have it; `None`: there is no solution.
type Truth = Option<(Option<i64>, num_bigint::BigUint)>;

fn truth(problem: &Problem) -> Truth {
    let report = common::run(problem, Method::SEARCH, None);
    assert!(matches!(report.status, Status::Optimal | Status::Infeasible));
    let counted = common::count(problem, Which::Best, &Request::unlimited());
    report.solution.map(|_| (report.objective, counted.solutions))
}

/// A control that stops at a random moment.
fn stopping<'a>(rng: &mut ChaCha8Rng, observer: &'a (dyn Fn(&Event<'_>) + Sync)) -> Control<'a> {
    let looks = 2_f64.powf(rng.random_range(0.0..10.0)) as u64 - 1;
    match rng.random_range(0..8) {
        0 => Control::new(Some(Duration::from_micros(1 << rng.random_range(0..14))), Interrupt::default(), observer),
        1 | 2 => {
            let bytes = Bytes(2_f64.powf(rng.random_range(5.0..20.0)) as u64);
            Control::new(None, Interrupt::default(), observer).with_memory_limit(bytes)
        }
        _ => Control::new(None, Interrupt::after_looks(looks), observer),
    }
}

/// Whether nothing better than `bound` can be missed: it may be as good as the best or weaker.
fn holds(problem: &Problem, bound: f64, best: i64) -> bool {
    match problem.instance.sense() {
        Some(Sense::Maximize) => bound >= best as f64 - 1e-6,
        Some(Sense::Minimize) => bound <= best as f64 + 1e-6,
        None => true,
    }
}

/// What became of many runs.
#[derive(Debug, Default)]
struct Tally {
    proved: u32,
    feasible: u32,
    unknown: u32,
    bounds: u32,
    counts: u32,
}

/// Stops a method at random moments, as often as asked, and compares with what is true.
fn stop_at_random(rng: &mut ChaCha8Rng, text: &str, method: Method, times: u32, tally: &mut Tally) {
    let problem = &common::problem(text);
    let truth = &truth(problem);
    let best = truth.as_ref().and_then(|(best, _)| *best);
    for _ in 0..times {
        let heard = Mutex::new(Vec::new());
        let observer = |event: &Event<'_>| {
            if let Event::Progress(progress) = event {
                heard.lock().unwrap().push(*progress);
            }
        };
        let request = Request::new(stopping(rng, &observer)).with_threads(Some(rng.random_range(1..=2)));
        let report = solve(problem, method, &Options::default(), &request).unwrap();
        let context = format!("{method:?} {report:?}, but {truth:?} of\n{text}");
        match report.status {
            Status::Optimal => assert!(truth.is_some() && report.objective == best, "{context}"),
            Status::Infeasible => assert!(truth.is_none(), "{context}"),
            Status::Feasible | Status::Unknown => assert!(report.stop.is_some(), "{context}"),
            Status::Unbounded => panic!("{context}"),
        }
        tally.proved += u32::from(report.stop.is_none());
        tally.feasible += u32::from(report.status == Status::Feasible);
        tally.unknown += u32::from(report.status == Status::Unknown);
        if let (Some(bound), Some(best)) = (report.bound, best) {
            assert!(holds(problem, bound as f64, best), "{context}");
            tally.bounds += u32::from(report.stop.is_some());
        }
        if let (Some(root), Some(best)) = (report.stats.root_bound, best) {
            assert!(holds(problem, root, best), "{context}");
        }
        for Progress { incumbent, bound, .. } in heard.into_inner().unwrap() {
            let Some(best) = best else {
                assert!(incumbent.is_none() || truth.is_some(), "{incumbent:?}: {context}");
                continue;
            };
            assert!(bound.is_none_or(|bound| holds(problem, bound, best)), "{bound:?}: {context}");
            assert!(incumbent.is_none_or(|found| holds(problem, best as f64, found)), "{incumbent:?}: {context}");
        }
        let request = Request::new(stopping(rng, &|_| ()));
        let counted = count(problem, method, Which::Best, &request).unwrap();
        assert!(matches!(counted.extent, Extent::All | Extent::Stopped(_)), "{counted:?}: {context}");
        if counted.extent.is_all() {
            let (objective, solutions) = truth.clone().unwrap_or_default();
            assert_eq!((counted.objective, counted.solutions), (objective, solutions), "{context}");
            tally.counts += 1;
        } else if let (Some(found), Some(best)) = (counted.objective, best) {
            assert!(holds(problem, best as f64, found), "{counted:?}: {context}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_anywhere_says_what_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let mut tally = Tally::default();
    // Closed without a start: a search from every start, and the first may be far from the labels.
    let far = "puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n............1..4\n...............2\n................\n\"\"\"\n[tour]\nclosed = true\n";
    let mut labeled = [oracle::models("labeled-board"), vec![far.to_owned(); 7]].concat();
    // Closed tours are searched for from every start.
    labeled.extend((0..common::cases(30, 150)).map(|seed| {
        let options = [("columns", "4"), ("labels", ["2", "4", "6"][seed as usize % 3]), ("closed", "")];
        let text = common::random_of("labeled-board", seed, &options[..2 + usize::from(seed % 3 < 2)]);
        let is_left = |line: &&str| seed % 2 == 1 || !line.starts_with("cell =") && !line.starts_with("die =");
        text.lines().filter(is_left).collect::<Vec<_>>().join("\n")
    }));
    // Any trail will do where there are infinitely many.
    for text in &mut labeled {
        *text = text.replace("objective = \"any\"", "objective = \"min\"");
    }
    for text in oracle::models("die-tour").into_iter().chain(labeled) {
        stop_at_random(&mut rng, &text, Method::SEARCH, 3, &mut tally);
    }
    assert!(tally.proved > 100 && tally.unknown > 50 && tally.feasible > 2, "{tally:?}");
}

/// Long narrow boards are left to the frontier program; closed tours from anywhere are as many cases as cells.
#[test]
fn a_frontier_program_over_many_starts_that_is_stopped_says_what_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    let mut tally = Tally::default();
    for _ in 0..12 {
        let (columns, objective) = (rng.random_range(10..=13) * 2, ["max", "min"].choose(&mut rng).unwrap());
        let rows = if columns > 20 { 2 } else { 3 };
        let (columns, start) =
            (if rows == 2 { columns } else { 14 }, ["", "die = { top = 3 }\n"].choose(&mut rng).unwrap());
        let restore = ["", "restore-orientation = true\n"].choose(&mut rng).unwrap();
        let text = format!(
            "puzzle = \"die-tour\"\nobjective = \"{objective}\"\n[board]\ncolumns = {columns}\nrows = {rows}\n\
             [start]\n{start}[tour]\nclosed = true\n{restore}"
        );
        stop_at_random(&mut rng, &text, Method::SEARCH, 12, &mut tally);
    }
    assert!(tally.feasible > 20 && tally.unknown > 10 && tally.proved > 5, "{tally:?}");
}

#[test]
#[cfg(feature = "highs")]
fn a_bounded_search_that_is_stopped_anywhere_says_what_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(19);
    let mut tally = Tally::default();
    let method = common::lp_frontier();
    let served = oracle::models("die-tour").into_iter().filter(|text| method.serves(&*common::problem(text).instance));
    for text in served.step_by(common::cases(3, 1)) {
        stop_at_random(&mut rng, &text, method, 8, &mut tally);
    }
    let [unknown, proved, bounds] = common::cases([2, 12, 1], [20, 100, 10]);
    assert!(tally.unknown > unknown && tally.proved > proved && tally.bounds > bounds, "{tally:?}");
}

/// Does something again and again: stopped at its first look at the control, at its second, and so on; then with more and more time; then with
/// more and more memory. It returns whether it came to its end.
fn at_every_look(what: &str, mut run: impl FnMut(Control<'_>) -> bool) {
    let mut looks = 0;
    while !run(Control::new(None, Interrupt::after_looks(looks), &|_| ())) {
        // Long runs look so often that there is no time for each look.
        looks += 1 + looks / 2 * u64::from(looks >= common::cases(8, 64));
        assert!(looks < 1 << 24, "{what} does not come to an end");
    }
    let unstopped = || Control::new(None, Interrupt::default(), &|_| ());
    let mut ends = (0..)
        .step_by(2)
        .map(|power| run(Control::new(Some(Duration::from_micros(1 << power)), Interrupt::default(), &|_| ())));
    assert!(ends.by_ref().take(13).any(|ended| ended), "{what} takes over half a minute");
    drop(ends);
    let mut ends = (4..40).step_by(3).map(|power| run(unstopped().with_memory_limit(Bytes(1 << power))));
    assert!(ends.any(|ended| ended), "{what} takes all memory");
}

/// The searches of an instance, and its default model by the first solver that is built in.
fn methods(problem: &Problem, question: Question) -> Vec<Method> {
    let searches =
        (problem.puzzle.searches)().into_iter().filter(|search| problem.instance.fit(search.name, question).is_ok());
    let searches = searches.filter_map(|search| {
        let asked = Asked { method: Some(search.name), ..Asked::default() };
        asked.method(problem, question).ok()
    });
    searches.chain([common::first_solver()]).collect()
}

/// Solves, lists and counts an instance by each of its methods.
fn stop_answers(problem: &Problem, text: &str) {
    let truth = truth(problem);
    let best = truth.as_ref().and_then(|(best, _)| *best);
    let number = truth.as_ref().map_or(0_u8.into(), |(_, number)| number.clone());
    for method in methods(problem, Question::Best) {
        for solutions in [None, Some(50)] {
            let options = Options { solutions, always_model: true, ..Options::default() };
            at_every_look(&format!("{method:?} {solutions:?} of {text}"), |control| {
                // Where solutions cannot be listed, there is an error in place of a list.
                let Ok(report) = solve(problem, method, &options, &common::request(method, control)) else {
                    return true;
                };
                match report.status {
                    Status::Optimal => assert!(truth.is_some() && report.objective == best, "{report:?} of {text}"),
                    Status::Infeasible => assert!(truth.is_none(), "{report:?} of {text}"),
                    _ => assert!(report.stop.is_some(), "{report:?} of {text}"),
                }
                if report.complete == Some(true) {
                    assert_eq!(num_bigint::BigUint::from(report.solutions.as_ref().unwrap().len()), number, "{text}");
                }
                report.stop.is_none()
            });
        }
    }
    for which in [Which::Best, Which::All] {
        for method in
            methods(problem, Question::Count(which)).into_iter().filter(|method| matches!(method, Method::Search(..)))
        {
            at_every_look(&format!("a count of {text}"), |control| {
                let counted = count(problem, method, which, &Request::new(control)).unwrap();
                let is_true = which == Which::All || !counted.extent.is_all() || counted.solutions == number;
                assert!(is_true, "{counted:?} of {text}");
                counted.extent.stop().is_none()
            });
        }
    }
}

/// Builds and lowers the models of an instance: a model that was stopped is none.
fn stop_models(problem: &Problem, text: &str) {
    for name in (problem.puzzle.encodings)().into_iter().flat_map(|encoding| encoding.names()) {
        if problem.instance.fits(&name).is_err() {
            continue;
        }
        at_every_look(&format!("{name} of {text}"), |control| match problem.instance.encode(&name, &control) {
            Err(EncodeError::Stopped(_)) => false,
            Ok((_, Encoded::Whole(formulation))) => {
                lower(formulation.model.clone(), Capabilities::LINEAR, &Lowering::default()).is_ok()
            }
            Ok((_, Encoded::Staged(horizons))) => !matches!(
                horizons.formulation(horizons.at_least..=horizons.at_least, Wanted::Shortest),
                Err(EncodeError::Stopped(_))
            ),
            Ok(_) => true,
            Err(error) => panic!("{error}"),
        });
    }
}

/// Makes random instances and tables.
fn stop_makers(puzzle: &PuzzleEntry) {
    let mut options = vec![("seed", "7")];
    if puzzle.new_options.iter().any(|option| option.name == "unique") {
        options.extend([("unique", ""), ("columns", "4")]);
    }
    let choices: Choices = options.into_iter().map(|(key, value)| (key, value.to_owned())).collect();
    at_every_look(puzzle.name, |control| match (puzzle.new)(&choices, &control) {
        Ok(text) => {
            let is_one = || common::count(&common::problem(&text), Which::Best, &Request::unlimited()).is_one();
            assert!(!choices.contains_key("unique") || is_one(), "{text}");
            true
        }
        Err(NotMade::Stopped(_) | NotMade::Unfit(_) | NotMade::Refused(_)) => false,
    });
    if let Some(TabulationSource::Size { make, .. }) = puzzle.table.map(|table| table.source) {
        at_every_look(puzzle.name, |control| match make("2x2", &Request::new(control)) {
            Ok(_) => true,
            Err(TabulateError::Search(_)) => false,
            Err(error) => panic!("{error}"),
        });
    }
}

#[test]
fn every_phase_of_every_puzzle_stops_at_every_look_and_says_what_is_true() {
    for puzzle in Registry::built_in().puzzles() {
        stop_makers(puzzle);
        for text in common::instances(puzzle.name).iter().take(common::cases(1, 3)) {
            let problem = common::problem(text);
            stop_models(&problem, text);
            stop_answers(&problem, text);
        }
    }
}

#[test]
fn a_check_of_a_certificate_is_refused_only_for_what_it_says() {
    let problem = common::shipped_problem("die_tour/3x3_max");
    let report = common::run(&problem, Method::SEARCH, None);
    let request = Request::unlimited();
    let proved = prove(&problem, &report, &Options::default(), None, &request, &mut Vec::new()).unwrap();
    let check = |control: &Control<'_>| check_statement(&problem, &proved.statement, proved.witness.as_ref(), control);
    let stating = check(&request.control).unwrap();
    let mut stops = 0;
    for looks in 0.. {
        match check(&Control::unlimited().interrupted_by(Interrupt::after_looks(looks))) {
            Ok(whole) => {
                assert_eq!(whole, stating);
                break;
            }
            Err(CertificateError::Stopped(stop)) => assert_eq!(stop, Stop::Interrupted),
            Err(other) => panic!("{looks}: {other}"),
        }
        stops += 1;
    }
    assert!(stops > 2, "{stops}");
    let small = check(&Control::unlimited().with_memory_limit(Bytes(1)));
    assert!(matches!(small, Err(CertificateError::Stopped(Stop::MemoryLimit { .. }))), "{small:?}");
}
