//! Exported LP files mean the same to programs that share no code with tumble: cbc and glpsol.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]
#![cfg(all(feature = "highs", feature = "cbc"))]

mod common;

use std::path::Path;
use std::process::Command;

use tumble::format::lp;
use tumble::lower::{Lowering, lower};
use tumble::model::{Capabilities, Linear, Model, Sense};
use tumble::solve::{self, Method};

/// An external solver's answer to an LP file: the objective, or `None` when it is infeasible.
type Answer = Option<i64>;

fn output(program: &str, args: &[&str]) -> String {
    let run = Command::new(program).args(args).output().unwrap_or_else(|e| panic!("{program}: {e}"));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

fn number(text: &str) -> i64 {
    let value: f64 = text.trim().parse().unwrap_or_else(|_| panic!("no number: {text}"));
    assert!((value - value.round()).abs() < 1e-6);
    value.round() as i64
}

fn by_cbc(lp: &Path) -> Answer {
    let log = output("cbc", &[lp.to_str().unwrap(), "-solve"]);
    if log.contains("Problem proven infeasible") || log.contains("Problem is infeasible") {
        return None;
    }
    let line = log.lines().find_map(|line| line.strip_prefix("Objective value:"));
    Some(number(line.unwrap_or_else(|| panic!("cbc: {log}"))))
}

fn by_glpsol(lp: &Path) -> Answer {
    let report = lp.with_extension("glpsol");
    let log = output("glpsol", &["--lp", lp.to_str().unwrap(), "-o", report.to_str().unwrap()]);
    let report = std::fs::read_to_string(report).unwrap_or_else(|e| panic!("{e}: {log}"));
    let line = |key: &str| report.lines().find_map(|line| line.strip_prefix(key)).unwrap().trim().to_owned();
    if !line("Status:").contains("OPTIMAL") {
        assert!(log.contains("NO PRIMAL FEASIBLE") || log.contains("NO INTEGER FEASIBLE"), "{log}");
        return None;
    }
    let objective = line("Objective:");
    Some(number(objective.split(['=', '(']).nth(1).unwrap()))
}

fn write(model: &Model, dir: &Path) -> std::path::PathBuf {
    let lowered = lower(model.clone(), Capabilities::LINEAR, &Lowering::default()).unwrap().model;
    let path = dir.join("model.lp");
    std::fs::write(&path, lp::write(&lowered, &[("model", "a tést".to_owned())]).unwrap()).unwrap();
    path
}

#[test]
fn tours_3x3_read_back_with_37_and_25() {
    let dir = tempfile::tempdir().unwrap();
    for (objective, value) in [("max", 37), ("min", 25)] {
        let problem = common::problem(&common::corner(3, 3, objective, ""));
        for encoding in ["arc-flow", "cp-circuit", "cp-table", "time-expanded", "time-indexed"] {
            let path = write(&common::formulation(&problem, encoding).model, dir.path());
            assert_eq!(by_cbc(&path), Some(value), "cbc, {encoding} {objective}");
            assert_eq!(by_glpsol(&path), Some(value), "glpsol, {encoding} {objective}");
        }
    }
}

/// The models of staged encodings up to a horizon, from one that is too short to one that is longer than needed.
#[test]
fn shortest_solutions_read_back_where_the_horizon_reaches_them() {
    let dir = tempfile::tempdir().unwrap();
    let options = [("columns", "3"), ("rows", "2"), ("rolls", "6")];
    let tray = common::random_of("cube-tray", 4, &options);
    let cube = "puzzle = \"tatham-cube\"\nid = \"c4x3:CFE,3\"".to_owned();
    for (text, beyond) in [(tray, 2), (cube, 1)] {
        let problem = common::problem(&text);
        let length = common::run(&problem, Method::Search, None).objective.unwrap();
        for horizon in length - 1..=length + beyond {
            let lowering = Lowering::default();
            let prepare = |horizon| {
                solve::prepare_whole(&problem, "time-indexed", Capabilities::LINEAR, &lowering, Some(horizon as u64))
            };
            let Ok(prepared) = prepare(horizon) else {
                assert!(horizon < length, "only what is ruled out beforehand has no model");
                continue;
            };
            let path = write(&prepared.formulation.model, dir.path());
            let expected = (horizon >= length).then_some(length);
            assert_eq!((by_cbc(&path), by_glpsol(&path)), (expected, expected), "{horizon} on {text}");
        }
    }
}

#[test]
fn labeled_boards_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let read = |name: &str, encoding: &str| {
        let text = std::fs::read_to_string(format!("models/labeled_board/{name}.toml")).unwrap();
        let path = write(&common::formulation(&common::problem(&text), encoding).model, dir.path());
        (by_cbc(&path), by_glpsol(&path))
    };
    assert_eq!(read("full_cycle", "arc-flow"), (Some(36), Some(36)));
    assert_eq!(read("full_path", "arc-flow"), (Some(63), Some(63)));
    assert_eq!(read("full_cycle", "cp-circuit"), (Some(36), Some(36)));
    // Without its cuts it is a relaxation: at most the true 13 rolls.
    let (cbc, glpsol) = read("source", "euler-flow");
    assert!(cbc == glpsol && cbc.is_some_and(|least| (9..=13).contains(&least)), "{cbc:?} {glpsol:?}");
    assert_eq!(read("relabeled", "euler-flow"), (None, None));
}

#[test]
fn infeasible_tours_read_back_as_infeasible() {
    let dir = tempfile::tempdir().unwrap();
    let problem = common::problem(&common::corner(3, 3, "max", "").replace("[0, 0]", "[1, 0]"));
    let path = write(&common::formulation(&problem, "arc-flow").model, dir.path());
    assert_eq!(by_cbc(&path), None);
    assert_eq!(by_glpsol(&path), None);
}

/// Every feature of the dialect in one small model: constants, negative and fixed bounds, two-sided rows, rows without
/// variables, continuous variables, long lines.
#[test]
fn every_corner_of_the_dialect_reads_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut model = Model::new("corners");
    model.block("(1) two-sided rows − and a title with a −");
    let x = model.integer("x", -5..=7);
    let y = model.implied_integer("y_flow", -3..=3);
    let fixed = model.integer("fixed", -2..=-2);
    model.add("range", Linear::new().plus(2, x).plus(-1, y).between(-9, 11));
    model.add("nothing", Linear::new().at_most(3));
    let many: Vec<_> = (0..80).map(|i| model.binary(format!("quite_a_long_name_of_a_variable_{i}"))).collect();
    model.add("long", Linear::sum(many.iter().copied()).at_most(17));
    let sum = many.iter().fold(Linear::new().plus(3, x).plus(1, y).plus(10, fixed), |sum, &var| sum.plus(1, var));
    model.set_objective(Sense::Maximize, sum.clone().plus_constant(-1000));
    // x = 7, y = 3: 21 + 3 − 20 + 17 − 1000.
    let path = write(&model, dir.path());
    assert_eq!((by_cbc(&path), by_glpsol(&path)), (Some(-979), Some(-979)));
    // x = −5, y = −1 or x = −6 …: 2x − y ≥ −9 leaves y ≤ −1 at x = −5, so −15 − 3 − 20 + 1000.
    model.set_objective(Sense::Minimize, sum.plus_constant(1000));
    let path = write(&model, dir.path());
    assert_eq!((by_cbc(&path), by_glpsol(&path)), (Some(962), Some(962)));
}

#[test]
fn no_objective_and_a_false_row_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut model = Model::new("satisfy");
    let x = model.binary("x");
    model.add("on", Linear::from(x).at_least(1));
    let path = write(&model, dir.path());
    assert_eq!((by_cbc(&path), by_glpsol(&path)), (Some(0), Some(0)));
    model.add("never", Linear::new().equals(1));
    let path = write(&model, dir.path());
    assert_eq!((by_cbc(&path), by_glpsol(&path)), (None, None));
}

/// Names that a reader might take for a number or a keyword, as variables and as rows.
#[test]
fn names_that_mean_something_to_readers_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let names = [
        "e1", "E2", "e", "_e1", "one", "obj", "st", "free", "inf", "infinity", "end", "bounds", "binaries", "sos1",
        "int",
    ];
    let mut model = Model::new("names");
    let vars: Vec<_> = names.iter().map(|&name| model.binary(name)).collect();
    for (i, name) in names.iter().enumerate() {
        let next = vars[(i + 1) % vars.len()];
        model.add(*name, Linear::new().plus(2, vars[i]).plus(1, next).at_most(2));
    }
    let sum = vars.iter().fold(Linear::new(), |sum, &var| sum.plus(3, var));
    // At most one of two neighbours on a ring of 15: at most 7.
    model.set_objective(Sense::Maximize, sum.plus_constant(100));
    let path = write(&model, dir.path());
    assert_eq!((by_cbc(&path), by_glpsol(&path)), (Some(121), Some(121)));
}

#[test]
fn names_are_plain_and_unique_and_blocks_are_told() {
    for encoding in ["arc-flow", "cp-circuit", "cp-table", "time-expanded", "time-indexed"] {
        for more in ["", "closed = true\nrestore-orientation = true"] {
            let problem = common::problem(&common::corner(4, 2, "max", more));
            let model = common::formulation(&problem, encoding).model;
            let lowered = lower(model, Capabilities::LINEAR, &Lowering::default()).unwrap().model;
            let names: Vec<&str> = lowered.variables().iter().map(|v| v.name.as_str()).collect();
            let rows: Vec<&str> = lowered.constraints().iter().map(|c| c.name.as_str()).collect();
            for list in [&names, &rows] {
                assert!(list.iter().all(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')));
                assert_eq!(list.len(), list.iter().collect::<std::collections::BTreeSet<_>>().len(), "{encoding}");
            }
            let text = lp::write(&lowered, &[]).unwrap();
            assert!(text.lines().all(|line| line.len() <= 120), "{encoding}");
            assert!(text.contains("\\ (1) ") && text.contains("\\ (2) "), "{encoding}");
        }
    }
}
