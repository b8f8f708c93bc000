//! Exported LP and MPS files mean the same to programs that share no code with tumble: cbc, glpsol, HiGHS, and SCIP where it is
//! installed.

use std::path::Path;
use std::process::Command;

use crate::common;
use tumble::control::Control;
use tumble::format::solution::{self, Stated};
use tumble::format::{lp, mps};
use tumble::lower::{Lowering, lower};
use tumble::model::{Capabilities, Linear, Model, Sense};
use tumble::solve::{self, Method};

/// Programs, each with the arguments by which it solves a file and writes a solution.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("cbc", &["FILE", "-solve", "-solu", "solution"]),
    ("glpsol", &["FORMAT", "FILE", "-o", "solution"]),
    ("highs", &["--solution_file", "solution", "FILE"]),
    ("scip", &["-q", "-c", "read FILE", "-c", "optimize", "-c", "write solution solution", "-c", "quit"]),
];

/// A program's answer to a file of a folder: the objective, or `None` when it is infeasible.
fn by((program, args): (&str, &[&str]), folder: &Path, file: &str) -> Option<i64> {
    let format = if file.ends_with("lp") { "--lp" } else { "--freemps" };
    let args = args.iter().map(|arg| arg.replace("FILE", file).replace("FORMAT", format));
    let run =
        Command::new(program).args(args).current_dir(folder).output().unwrap_or_else(|e| panic!("{program}: {e}"));
    let log = String::from_utf8_lossy(&run.stdout);
    let text = std::fs::read_to_string(folder.join("solution")).unwrap_or_else(|e| panic!("{program}: {e}: {log}"));
    std::fs::remove_file(folder.join("solution")).unwrap();
    let contents = solution::read(&text).unwrap_or_else(|e| panic!("{program}: {e}: {text}")).contents;
    match contents.stated {
        Stated::Optimal => {
            let value = contents.objective.unwrap();
            assert!((value - value.round()).abs() < 1e-6, "{program}: {value}");
            Some(value.round() as i64)
        }
        Stated::Infeasible => None,
        // GLPK tells so in its log.
        _ if log.contains("NO PRIMAL FEASIBLE") || log.contains("NO INTEGER FEASIBLE") => None,
        other => panic!("{program}: {other:?}: {log}"),
    }
}

/// Writes a model as LP and as MPS; every program has to give the same answer to both.
fn answer(model: &Model) -> Option<i64> {
    let dir = tempfile::tempdir().unwrap();
    let lowered = lower(model.clone(), Capabilities::LINEAR, &Lowering::default()).unwrap().model;
    let header = [("model", "a tést".to_owned())];
    let files = [("model.lp", lp::write(&lowered, &header)), ("model.mps", mps::write(&lowered, &header))];
    let mut answers = Vec::new();
    let programs =
        PROGRAMS.into_iter().filter(|(name, _)| *name != "scip" || Command::new(name).arg("-v").output().is_ok());
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text.unwrap()).unwrap();
        // An MPS file is always a minimisation.
        let is_negated = name.ends_with("mps") && model.objective().is_some_and(|o| o.sense == Sense::Maximize);
        let sign = if is_negated { -1 } else { 1 };
        answers.extend(programs.clone().map(|program| by(program, dir.path(), name).map(|objective| sign * objective)));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{}: {answers:?}", model.name());
    answers[0]
}

#[test]
fn tours_3x3_read_back_with_37_and_25() {
    // The last two keep CBC and GLPK busy.
    let encodings = ["arc-flow", "time-expanded", "time-indexed", "cp-circuit", "cp-table"];
    for (i, encoding) in encodings.into_iter().enumerate().take(common::cases(1, encodings.len())) {
        let (objective, value) = [("max", 37), ("min", 25)][i % 2];
        let problem = common::problem(&common::corner(3, 3, objective, ""));
        assert_eq!(answer(&common::formulation(&problem, encoding).model), Some(value), "{encoding} {objective}");
    }
}

/// The models of staged encodings up to a horizon, from one that is too short to one that is longer than needed.
#[test]
fn shortest_solutions_read_back_where_the_horizon_reaches_them() {
    let options = [("columns", "3"), ("rows", "2"), ("rolls", "6")];
    let tray = common::random_of("cube-tray", 4, &options);
    let cube = "puzzle = \"tatham-cube\"\nid = \"c4x3:CFE,3\"".to_owned();
    for (text, beyond) in [(tray, 2), (cube, 1)].into_iter().take(common::cases(1, 2)) {
        let problem = common::problem(&text);
        let length = common::run(&problem, Method::SEARCH, None).objective.unwrap();
        for horizon in length - 1..=length + beyond {
            let lowering = Lowering::default();
            let prepare = |horizon| {
                solve::prepare_whole(
                    &problem,
                    "time-indexed",
                    Capabilities::LINEAR,
                    &lowering,
                    Some(horizon as u64),
                    &Control::unlimited(),
                )
            };
            let Ok(prepared) = prepare(horizon) else {
                assert!(horizon < length, "only what is ruled out beforehand has no model");
                continue;
            };
            let expected = (horizon >= length).then_some(length);
            assert_eq!(answer(&prepared.formulation.model), expected, "{horizon} on {text}");
        }
    }
}

#[test]
fn labeled_boards_read_back() {
    let read = |name: &str, encoding: &str| {
        let text = common::shipped(&format!("labeled_board/{name}"));
        answer(&common::formulation(&common::problem(&text), encoding).model)
    };
    assert_eq!(read("full_cycle", "arc-flow"), Some(36));
    assert_eq!(read("full_path", "arc-flow"), Some(63));
    assert_eq!(read("full_cycle", "cp-circuit"), Some(36));
    // Without its cuts it is a relaxation: at most the true 13 rolls.
    let least = read("source", "euler-flow");
    assert!(least.is_some_and(|least| (9..=13).contains(&least)), "{least:?}");
    assert_eq!(read("relabeled", "euler-flow"), None);
    // With a flow it is complete.
    for encoding in ["arc-flow", "commodity-flow"] {
        assert_eq!(read("source", encoding), Some(13), "{encoding}");
        assert_eq!(read("relabeled", encoding), None, "{encoding}");
    }
    assert_eq!(read("source", "arc-flow+fixing"), Some(13));
}

#[test]
fn infeasible_tours_read_back_as_infeasible() {
    let problem = common::problem(&common::corner(3, 3, "max", "").replace("[0, 0]", "[1, 0]"));
    assert_eq!(answer(&common::formulation(&problem, "arc-flow").model), None);
}

/// Every feature of the dialect in one small model: constants, negative and fixed bounds, two-sided rows, rows without
/// variables, continuous variables, long lines.
#[test]
fn every_corner_of_the_dialect_reads_back() {
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
    assert_eq!(answer(&model), Some(-979));
    // x = −5, y = −1 or x = −6 …: 2x − y ≥ −9 leaves y ≤ −1 at x = −5, so −15 − 3 − 20 + 1000.
    model.set_objective(Sense::Minimize, sum.plus_constant(1000));
    assert_eq!(answer(&model), Some(962));
}

/// Bounds alone: ranges below zero, variables that occur nowhere, continuous variables only.
#[test]
fn models_without_rows_read_back() {
    for is_continuous in [false, true] {
        let mut model = Model::new("bounds");
        let range = -9..=-4;
        let x = if is_continuous { model.implied_integer("x", range) } else { model.integer("x", range) };
        model.implied_integer("unused", -1_000_000..=1_000_000);
        if !is_continuous {
            model.binary("unused_too");
        }
        for (sense, best) in [(Sense::Maximize, -12 + 5), (Sense::Minimize, -27 + 5)] {
            model.set_objective(sense, Linear::new().plus(3, x).plus_constant(5));
            assert_eq!(answer(&model), Some(best));
        }
    }
}

#[test]
fn no_objective_and_a_false_row_read_back() {
    let mut model = Model::new("satisfy");
    let x = model.binary("x");
    model.add("on", Linear::from(x).at_least(1));
    assert_eq!(answer(&model), Some(0));
    model.add("never", Linear::new().equals(1));
    assert_eq!(answer(&model), None);
}

/// Names that a reader might take for a number or a keyword, as variables and as rows.
#[test]
fn names_that_mean_something_to_readers_read_back() {
    let names = [
        "e1", "E2", "e", "_e1", "one", "obj", "st", "free", "inf", "infinity", "end", "bounds", "binaries", "sos1",
        "v_e1", "RHS", "MARKER", "rest", "int",
    ];
    let mut model = Model::new("names");
    let vars: Vec<_> = names.iter().map(|&name| model.binary(name)).collect();
    for (i, name) in names.iter().enumerate() {
        let next = vars[(i + 1) % vars.len()];
        model.add(*name, Linear::new().plus(2, vars[i]).plus(1, next).at_most(2));
    }
    let sum = vars.iter().fold(Linear::new(), |sum, &var| sum.plus(3, var));
    // At most one of two neighbours on a ring of 19: at most 9.
    model.set_objective(Sense::Maximize, sum.plus_constant(100));
    assert_eq!(answer(&model), Some(127));
}

#[test]
fn flatzinc_beyond_32_bits_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.fzn");
    let path = path.to_str().unwrap();
    let large = common::corner(12, 12, "max", "") + "[faces]\n1 = 1000000\n6 = 1000000\n";
    for (model, is_large) in [(large, true), (common::corner(3, 3, "max", ""), false)] {
        for format in ["fzn", "fzn-std"] {
            let (_, note) =
                common::printed(&["export", "-", "-e", "arc-flow", "--format", format, "-o", path], &model, 0);
            let head = std::fs::read_to_string(path).unwrap().lines().next().unwrap().to_owned();
            for text in [&note, &head] {
                let is_told = text.contains("leave 32 bits: Gecode and Chuffed may give wrong answers");
                assert_eq!(is_told, is_large, "{text}");
            }
        }
    }
    // Numbers that every reader takes in full.
    let (lp, note) =
        common::printed(&["export", "-", "--format", "lp", "-o", "-"], &common::corner(3, 3, "max", ""), 0);
    assert!(!lp.contains("32 bits") && !note.contains("32 bits"));
}
