//! What a report says about a run: times, limits, lists, and second opinions.

use std::process::Command;
use std::time::Duration;

use crate::common;
use tumble::control::{Bytes, Control, Interrupt, Request, peak_memory};
use tumble::report::{Agreement, Report, Status};
use tumble::solve::{self, Method, Options, Problem, Verified};

fn within(problem: &Problem, milliseconds: u64, options: &Options) -> Report {
    let control = Control::new(Some(Duration::from_millis(milliseconds)), Interrupt::default(), &|_| ());
    solve::solve(problem, Method::SEARCH, options, &Request::new(control)).unwrap()
}

#[test]
fn the_solution_is_the_first_of_the_list() {
    // The search for fewer turns continues until the limit: two searches would find different turns.
    let options = Options { solutions: Some(1), ..Options::default() };
    let report = within(&common::shipped_problem("sudoku_cube/two_layouts"), 2000, &options);
    let listed = report.solutions.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(report.solution.as_ref().map(Verified::json), listed.iter().next());
    assert!(report.solution.unwrap().json()["moves"].is_string());
}

#[test]
fn a_list_has_moves_as_long_as_the_limit_lasts_and_says_so() {
    let options = Options { solutions: Some(5), ..Options::default() };
    let report = within(&common::shipped_problem("sudoku_cube/two_layouts"), 100, &options);
    let listed = report.solutions.unwrap();
    assert_eq!((listed.len(), report.complete), (2, Some(true)), "both layouts are found at once");
    assert!(listed.iter().next().unwrap()["moves"].is_string());
    assert_eq!(report.reason.unwrap(), "the search for fewer moves was stopped by the time limit");
}

#[test]
fn limits_seed_and_threads_are_recorded() {
    let problem = common::shipped_problem("die_tour/3x3_max");
    let control = Control::new(Some(Duration::from_secs(9)), Interrupt::default(), &|_| ());
    let control = control.with_memory_limit(Bytes(123 << 20));
    let request = Request { control, threads: Some(1), seed: Some(7), log: false, options: Vec::new(), worker: None };
    let report = solve::solve(&problem, common::first_solver(), &Options::default(), &request).unwrap();
    assert_eq!((report.seed, report.threads), (Some(7), Some(1)));
    assert_eq!((report.limits.time_seconds, report.limits.memory_bytes), (Some(9.0), 123 << 20));
}

#[test]
#[cfg(target_os = "linux")]
fn the_peak_of_memory_is_that_of_the_run() {
    // The other tests of this process take memory too: the test runs in a process of its own.
    const OF_ITS_OWN: &str = "TUMBLE_TEST_PROCESS";
    if std::env::var_os(OF_ITS_OWN).is_none() {
        let name = "reports::the_peak_of_memory_is_that_of_the_run";
        let program = std::env::current_exe().unwrap();
        let output = Command::new(program).args(["--exact", name]).env(OF_ITS_OWN, "").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let large = vec![1_u8; 200 << 20];
    let sum: u64 = large.iter().map(|&byte| u64::from(byte)).sum();
    drop(large);
    let report = within(&common::shipped_problem("die_tour/3x3_max"), 60_000, &Options::default());
    let peak = report.stats.peak_memory_bytes;
    // The peak was there before, and stays: it is of the process that the run is in, which may measure it for itself.
    assert_eq!(peak, None);
    assert!(peak_memory().is_none_or(|peak| peak > sum), "{:?}", peak_memory());
}

#[test]
fn what_was_settled_without_a_solver_says_why_and_is_no_second_opinion() {
    let problem = common::shipped_problem("cube_tray/2x2_flip");
    let first = common::run(&problem, Method::SEARCH, None);
    let second = common::run(&problem, common::first_solver(), None);
    assert_eq!((second.status, second.stats.solver_runs), (Status::Infeasible, Some(0)));
    assert_eq!(second.reason.as_deref(), Some("the goal is out of reach; settled while the model was built"));
    let checked = solve::cross_check(&problem, &first, &second).unwrap();
    assert_eq!(checked.agreement, Agreement::NotIndependent);
}

#[test]
fn a_second_proof_agrees_and_a_second_answer_without_a_proof_is_undecided() {
    let problem = common::shipped_problem("die_tour/3x3_max");
    let search = common::run(&problem, Method::SEARCH, None);
    assert_eq!(solve::other_method(&problem, &search).unwrap().name(), common::first_solver().name());
    let other = common::run(&problem, common::first_solver(), None);
    assert_eq!(solve::cross_check(&problem, &search, &other).unwrap().agreement, Agreement::Agrees);
    let stopped = Report { status: Status::Feasible, bound: Some(40), ..other };
    assert_eq!(solve::cross_check(&problem, &search, &stopped).unwrap().agreement, Agreement::Undecided);
}

#[test]
fn an_instance_that_no_encoding_fits_has_no_second_method() {
    let problem = common::shipped_problem("die_path/two_dice");
    let report = common::run(&problem, Method::SEARCH, None);
    assert!(solve::other_method(&problem, &report).is_none());
    assert_eq!(Method::serving(&*problem.instance).len(), 1);
}

/// Every backend of this build that this test knows options of, with options that allow it to end before the proof, or to prove
/// something else.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("highs", "mip_rel_gap", "0.9"),
    ("highs", "mip_abs_gap", "100"),
    ("highs", "mip_max_nodes", "1"),
    ("highs", "mip_max_improving_sols", "1"),
    ("highs", "objective_target", "40"),
    ("highs", "objective_bound", "40"),
    ("cbc", "ratioGap", "0.9"),
    ("cbc", "allowableGap", "50"),
    ("cp-sat", "relative_gap_limit", "0.9"),
    ("cp-sat", "stop_after_first_solution", "true"),
    ("microlp", "int_tol", "0.4"),
    ("external:cbc", "ratioGap", "0.9"),
    ("external:cbc", "cutoff", "-1000"),
    ("external:glpsol", "mipgap", "0.5"),
    ("external:highs", "mip_rel_gap", "0.9"),
];

#[test]
fn no_option_of_a_solver_makes_a_proof_of_what_is_none() {
    let problem = common::shipped_problem(common::cases("die_tour/3x3_max", "die_tour/4x4_max"));
    let optimum = within(&problem, 60_000, &Options::default()).objective.unwrap();
    let mut weaker = 0;
    for &(name, option, value) in OPTIONS {
        let Ok(method) = Method::named(name) else { continue };
        let control = Control::new(Some(Duration::from_secs(2)), Interrupt::default(), &|_| ());
        let request = Request { options: vec![(option.into(), value.into())], ..Request::new(control) };
        let options = Options { encoding: Some("arc-flow".into()), ..Options::default() };
        let report = solve::solve(&problem, method, &options, &request).unwrap();
        let said = format!("{name} with {option}={value}: {}{}", report.headline(), report.remark());
        assert!(report.status != Status::Infeasible, "{said}");
        assert!(report.status != Status::Optimal || report.objective == Some(optimum), "{said}");
        assert!(report.objective.is_none_or(|objective| objective <= optimum), "{said}");
        assert!(report.bound.is_none_or(|bound| bound >= optimum), "{said}");
        weaker += usize::from(report.status != Status::Optimal);
    }
    assert!(weaker > 0, "some options end a run before the proof");
}

/// HiGHS for a few runs; after that it stops and knows nothing.
#[cfg(feature = "highs")]
struct Tired {
    runs: std::sync::atomic::AtomicU32,
}

#[cfg(feature = "highs")]
impl tumble::backend::Backend for Tired {
    fn version(&self) -> String {
        "1".into()
    }

    fn capabilities(&self) -> tumble::model::Capabilities {
        tumble::model::Capabilities { relaxations: true, ..tumble::model::Capabilities::LINEAR }
    }

    fn open<'b>(&'b self, model: tumble::model::Model) -> Box<dyn tumble::backend::Session + 'b> {
        Box::new(tumble::session::WholeRuns::new(model, |model, request| {
            if self.runs.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 0 {
                return Ok(tumble::backend::Claim::stopped(tumble::control::Stop::TimeLimit));
            }
            tumble::backend::find("highs").unwrap().backend().unwrap().solve(model, request)
        }))
    }
}

#[cfg(feature = "highs")]
#[test]
fn a_bound_that_was_proved_before_a_limit_is_kept() {
    static ENTRY: tumble::backend::BackendEntry = tumble::backend::BackendEntry {
        name: "tired",
        summary: "",
        kind: tumble::backend::Kind::Library,
        needs: "",
        find: || Err("made by the tests".into()),
    };
    let problem = common::shipped_problem("die_tour/4x4_max");
    let optimum = within(&problem, 60_000, &Options::default()).objective.unwrap();
    for runs in 1..8 {
        let tired: &Tired = Box::leak(Box::new(Tired { runs: runs.into() }));
        let options = Options { encoding: Some("product-cuts".into()), ..Options::default() };
        let report = solve::solve(
            &problem,
            Method::Model(solve::Solver { entry: &ENTRY, backend: tired }),
            &options,
            &Request::unlimited(),
        )
        .unwrap();
        let bound = report.bound.unwrap_or_else(|| panic!("no bound after {runs} runs: {}", report.headline()));
        assert!(bound >= optimum && report.objective.is_none_or(|objective| objective <= optimum));
    }
}
