//! The Sudoku Cube's encodings on every backend: the source's instance, random ones, defects, sizes.

use std::time::Duration;

use crate::common;
use crate::common::sudoku::{SEED, SEED_FACES, any_assembly, faces};
use serde_json::{Value, json};
use tumble::control::{Control, Interrupt, Request, Verdict};
use tumble::lower::Lowering;
use tumble::model::{Assignment, Linear, Var};
use tumble::puzzle::{Formulation, Which};
use tumble::report::Status;
use tumble::solve::{self, Method, Options, Problem, Solver};

/// A random instance as `tumble new` writes it.
fn random(seed: u64, defect: Option<&str>) -> Problem {
    let defect = defect.map(|defect| ("defect", defect));
    common::problem(&common::random_of("sudoku-cube", seed, &defect.into_iter().collect::<Vec<_>>()))
}

/// Those that are not only for small models.
fn backends() -> Vec<Method> {
    // CBC takes many seconds for a cube.
    let is_slow = |name| ["search", "microlp"].contains(&name) || name == "cbc" && !common::is_whole();
    Method::available().into_iter().filter(|method| !is_slow(method.name())).collect()
}

fn solve_within(problem: &Problem, method: Method, encoding: &str, seconds: u64) -> tumble::report::Report {
    let control = Control::new(Some(Duration::from_secs(seconds)), Interrupt::default(), &|_| ());
    let options = Options { encoding: Some(encoding.into()), skip_moves: true, ..Options::default() };
    solve::solve(problem, method, &options, &Request::new(control)).unwrap()
}

/// The encodings that CBC does not finish in minutes, and HiGHS only in part.
const INTEGER_ENCODINGS: [&str; 4] = ["integer-chain", "integer-pairs", "integer-chain+parity", "integer-pairs+parity"];

#[test]
#[ignore = "15 seconds: scripts/test --all"]
fn the_seed_instance_comes_out_of_the_sources_first_model() {
    let report = solve_within(&common::problem(SEED), Method::named("highs").unwrap(), "integer-chain", 300);
    assert_eq!(report.status, Status::Optimal);
    assert_eq!(faces(&report.solution.unwrap().json()), SEED_FACES);
}

/// The variables of an assembly's placements.
fn placements(solution: &Value) -> Vec<String> {
    let number = |put: &Value, key: &str| put[key].as_u64().unwrap();
    let of = |list: &str, first: u64| -> Vec<String> {
        let name = |put: &Value| {
            let (piece, position) = (number(put, "piece") + first - 1, number(put, "position") + first - 1);
            format!("x_k{piece}_p{position}_q{}", number(put, "permutation"))
        };
        solution[list].as_array().unwrap().iter().map(name).collect()
    };
    [of("corners", 0), of("edges", 8)].concat()
}

/// The verdict on a model in which these variables must be 1.
fn with_all_of(formulation: &Formulation<Value>, names: &[String], method: Method) -> Verdict<Assignment> {
    let mut model = formulation.model.clone();
    let is_named = |i: &usize| names.contains(&model.variables()[*i].name);
    let fixed: Vec<Var> = (0..model.variables().len()).filter(is_named).map(Var::from_index).collect();
    assert_eq!(fixed.len(), names.len());
    model.add("fixed", Linear::sum(fixed).equals(names.len() as i64));
    let Method::Model(Solver { backend, .. }) = method else { panic!("search solves no model") };
    solve::solve_model(&model, backend, &Lowering::default(), &Request::unlimited()).unwrap().verdict
}

#[test]
fn the_integer_encodings_have_the_solution_and_nothing_close_to_it() {
    let problem = common::problem(SEED);
    let solution = common::run(&problem, Method::SEARCH, None).solution.unwrap().json();
    for encoding in INTEGER_ENCODINGS {
        let formulation = common::formulation(&problem, encoding);
        for method in backends() {
            let assignment = with_all_of(&formulation, &placements(&solution), method);
            let decoded = (formulation.decode)(assignment.solution().expect("the solution")).unwrap();
            assert_eq!(faces(&decoded), SEED_FACES, "{encoding} {method:?}");
            let mut turned = solution.clone();
            turned["corners"][0]["permutation"] =
                json!((solution["corners"][0]["permutation"].as_u64().unwrap() + 1) % 3);
            let mut swapped = solution.clone();
            for (i, other) in [(3, 7), (7, 3)] {
                swapped["edges"][i]["position"] = solution["edges"][other]["position"].clone();
            }
            for wrong in [turned, swapped] {
                let verdict = with_all_of(&formulation, &placements(&wrong), method);
                assert_eq!(verdict, Verdict::Infeasible, "{encoding} {method:?}");
            }
        }
    }
}

#[test]
fn the_integer_encodings_leave_an_odd_assembly_to_cuts_or_rule_it_out() {
    let text = include_str!("../../models/sudoku_cube/unreachable.toml");
    let odd = common::run(&any_assembly(text), Method::SEARCH, None).solution.unwrap().json();
    let problem = common::problem(text);
    for encoding in INTEGER_ENCODINGS {
        let formulation = common::formulation(&problem, encoding);
        for method in backends() {
            let verdict = with_all_of(&formulation, &placements(&odd), method);
            if encoding.ends_with("+parity") {
                assert_eq!(verdict, Verdict::Infeasible, "{encoding} {method:?}");
            } else {
                let cuts = (formulation.separate.as_ref().unwrap())(verdict.solution().expect("the assembly"));
                assert_eq!(cuts.len(), 1, "{encoding} {method:?}");
            }
        }
    }
}

#[test]
fn random_instances_agree_between_search_and_face_digit_plus() {
    let highs = Method::named("highs").unwrap();
    for seed in 0..common::cases(40, 200) {
        let problem = random(seed, None);
        let by_search = common::count(&problem, Which::Best, &common::search_request());
        assert!(by_search.solutions > 0u8.into());
        let by_highs = solve::count(&problem, highs, Which::Best, &Request::unlimited()).unwrap();
        assert_eq!(by_search, by_highs, "seed {seed}");
    }
}

#[test]
fn defects_are_infeasible_by_cuts_and_by_inversions() {
    for defect in ["twisted-corner", "flipped-edge", "swapped-edges", "turned-sticker", "turned-centre"] {
        for seed in 0..3 {
            let problem = random(seed, Some(defect));
            for encoding in ["face-digit-plus", "face-digit-plus+parity", "aggregated+parity"] {
                let report = solve_within(&problem, Method::named("highs").unwrap(), encoding, 300);
                assert_eq!(report.status, Status::Infeasible, "{defect} {seed} {encoding}");
            }
        }
    }
}

#[test]
fn an_odd_assembly_is_cut_off_and_counted() {
    let problem = common::problem(include_str!("../../models/sudoku_cube/unreachable.toml"));
    let report = solve_within(&problem, Method::named("highs").unwrap(), "face-digit-plus", 300);
    assert_eq!(report.status, Status::Infeasible);
    assert_eq!((report.stats.cut_rounds, report.stats.cuts), (Some(1), Some(1)));
    let report = solve_within(&problem, Method::named("highs").unwrap(), "face-digit-plus+parity", 300);
    assert_eq!((report.status, report.stats.cuts), (Status::Infeasible, Some(0)));
}
