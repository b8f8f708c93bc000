//! CP-SAT: its messages and parameters against the public schema, what it makes of every kind of constraint against plain enumeration,
//! its options and limits, and the list of all solutions.
//!
//! Where the library is not installed nothing is tested, unless `TUMBLE_ORTOOLS` is set, as `scripts/test` does.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::models::integers;
use crate::common::{self, root};
use prost::Message;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tumble::backend::cp_sat::{CpSat, Listed};
use tumble::backend::{Backend as _, BackendError};
use tumble::control::{Control, Interrupt, Request, Stop, Verdict};
use tumble::format::cp_sat::{self as format, CpModelProto, Kind};
use tumble::model::{Constraint, Linear, Model, Sense, Var};
use tumble::session::Found;

/// Whether the library has to be there.
fn is_promised() -> bool {
    std::env::var_os("TUMBLE_ORTOOLS").is_some_and(|path| !path.is_empty())
}

/// The solver, where it is installed.
fn cp_sat() -> Option<&'static CpSat> {
    let found = CpSat::find();
    assert!(found.is_ok() || !is_promised(), "{found:?}");
    found.ok()
}

/// The Python that `scripts/get-cp-sat` installs the package for.
fn python() -> Option<PathBuf> {
    let python = root().join(".cp-sat/bin/python3");
    assert!(python.exists() || !is_promised(), "scripts/get-cp-sat installs it");
    python.exists().then_some(python)
}

/// What a script prints when it is given these bytes.
fn printed(python: &Path, args: &[&str], input: &[u8]) -> String {
    let mut command = Command::new(python);
    let mut child =
        command.args(args).current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What the public schema has: a line for each field of a message, and for each value of an enumeration.
const SCHEMA: &str = "
from google.protobuf import descriptor_pb2
from ortools.sat import cp_model_pb2, sat_parameters_pb2
for module in (cp_model_pb2, sat_parameters_pb2):
    file = descriptor_pb2.FileDescriptorProto()
    module.DESCRIPTOR.CopyToProto(file)
    for message in file.message_type:
        for field in message.field:
            kind = descriptor_pb2.FieldDescriptorProto.Type.Name(field.type)[5:].lower()
            print(message.name, field.name, field.number, 'enumeration' if kind == 'enum' else kind, field.label == 3)
    for enumeration in file.enum_type:
        for value in enumeration.value:
            print(enumeration.name, value.name, value.number)
";

/// The messages as they are declared in a source, by the same lines.
fn declared(source: &str) -> Vec<String> {
    let (mut lines, mut of, mut field) = (Vec::new(), "", None);
    for line in source.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let words: Vec<&str> =
            line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
        match &words[..] {
            // The kinds of a constraint are fields of it.
            ["pub", "enum", "Kind"] => of = "ConstraintProto",
            ["pub", "struct" | "enum", name] => of = name,
            ["prost", "oneof", ..] => field = None,
            ["prost", kind, .., tag] => field = Some((*kind, words.contains(&"repeated"), *tag)),
            ["pub", name, ..] | [name, _] if field.is_some() => {
                let (kind, is_repeated, tag) = field.take().unwrap();
                lines.push(format!("{of} {name} {tag} {kind} {is_repeated}"));
            }
            [name, number] if line.ends_with(',') => lines.push(format!("{of} {name} {number}")),
            _ => {}
        }
    }
    lines
}

#[test]
fn messages_have_the_fields_of_the_public_schema() {
    let Some(python) = python() else { return };
    let schema = printed(&python, &["-c", SCHEMA], b"");
    let source = std::fs::read_to_string(root().join("solver/formats/src/cp_sat/message.rs")).unwrap();
    let declared = declared(&source);
    let spelt_alike = |line: &str| line.replace('_', "").to_lowercase();
    assert_eq!(declared.len(), source.matches("tag =").count() + 5, "{declared:#?}");
    for line in &declared {
        assert!(schema.lines().any(|known| spelt_alike(known) == spelt_alike(line)), "the schema has no {line}");
    }
}

#[test]
fn the_table_of_parameters_is_what_its_script_writes() {
    let Some(python) = python() else { return };
    let written = std::fs::read_to_string(root().join("solver/src/cp_sat/parameters.txt")).unwrap();
    assert!(printed(&python, &["scripts/cp-sat-parameters"], b"") == written, "run scripts/cp-sat-parameters");
}

#[test]
fn a_file_has_the_model_and_its_header() {
    let mut model = Model::new("three");
    let x = model.integer("x", 0..=3);
    model.add("row", Linear::from(x).at_least(2));
    let bytes = format::write(&model, &[("puzzle", "none".into()), ("encoding", "by hand".into())]).unwrap();
    let proto = CpModelProto::decode(&*bytes).unwrap();
    assert_eq!(proto.name, "three\npuzzle: none\nencoding: by hand");
    let translated = format::translate(&model).unwrap();
    assert_eq!((translated.variables, translated.constraints), (proto.variables, proto.constraints));
}

#[test]
fn a_model_is_exported_as_it_is() {
    let folder = common::Folder::new();
    let path = folder.path("tour.pb");
    common::printed(&["export", "models/die_tour/3x3_max.toml", "-o", &path], "", 0);
    let proto = CpModelProto::decode(&*std::fs::read(&path).unwrap()).unwrap();
    assert!(proto.name.contains("\npuzzle: die-tour\nencoding: cp-circuit\nlowering: none\n"), "{}", proto.name);
    assert!(proto.constraints.iter().any(|constraint| matches!(constraint.constraint, Some(Kind::Circuit(_)))));
    assert!(proto.variables.iter().all(|variable| !variable.name.is_empty()));
    assert!(proto.objective.is_some());
}

/// All solutions of a model, by CP-SAT; each one comes once.
fn listed(solver: &CpSat, model: &Model, limit: usize, request: &Request<'_>) -> (BTreeSet<Vec<i64>>, Listed) {
    let mut solutions = BTreeSet::new();
    let listed = solver.list_up_to(model, limit, request, &mut |found| {
        let Found::Solution(values) = found else { panic!("only solutions are listed") };
        assert!(solutions.insert(integers(&values)), "{values:?} comes twice");
        ControlFlow::Continue(())
    });
    let listed = listed.unwrap();
    assert_eq!(listed.count, solutions.len());
    (solutions, listed)
}

fn with_option(name: &str, value: &str) -> Request<'static> {
    Request { options: vec![(name.into(), value.into())], ..Request::unlimited() }
}

/// A model whose first solutions are far from the best: three sums that should each be half of their total, and what they miss.
fn split() -> Model {
    let mut model = Model::new("split");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let vars: Vec<Var> = (0..30).map(|i| model.binary(format!("x{i}"))).collect();
    let mut missing = Linear::new();
    for row in 0..3 {
        let weights: Vec<i64> = vars.iter().map(|_| rng.random_range(0..100)).collect();
        let [over, under] = ["over", "under"].map(|name| model.integer(format!("{name}{row}"), 0..=10_000));
        let sum = vars.iter().zip(&weights).fold(Linear::new(), |sum, (&var, &weight)| sum.plus(weight, var));
        model.add(format!("half{row}"), sum.plus(-1, over).plus(1, under).equals(weights.iter().sum::<i64>() / 2));
        missing = missing.plus(1, over).plus(1, under);
    }
    model.set_objective(Sense::Minimize, missing);
    model
}

#[test]
fn options_reach_the_solver_and_bad_ones_are_refused() {
    let Some(solver) = cp_sat() else { return };
    let solve = |name: &str, value: &str| solver.solve(&split(), &with_option(name, value));
    let stopped = solve("stop_after_first_solution", "true").unwrap().judged(&split()).verdict;
    assert!(matches!(stopped, Verdict::Feasible { stop: Stop::Solver(_), .. }), "{stopped:?}");
    // With such a gap the solver calls any solution optimal.
    let gap = solve("relative_gap_limit", "1e9").unwrap().judged(&split()).verdict;
    assert!(matches!(gap, Verdict::Feasible { bound: Some(_), stop: Stop::Solver(_), .. }), "{gap:?}");
    for (name, value, reason) in [
        ("no_such_thing", "1", "there is no such parameter"),
        ("num_workers", "many", "it takes an integer"),
        // Refused by the library.
        ("num_workers", "-3", "should be in [0,10000]"),
        ("search_branching", "RANDOM", "it takes one of AUTOMATIC_SEARCH"),
    ] {
        let error = solve(name, value).unwrap_err();
        assert!(matches!(error, BackendError::Option { .. }), "{error:?}");
        let text = error.to_string();
        assert!(text.starts_with("CP-SAT 9.") && text.contains(&format!("{name}={value}")), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}

#[test]
fn threads_seed_and_limit_are_in_the_log() {
    if cp_sat().is_none() {
        return;
    }
    let args = ["--backend", "cp-sat", "--threads", "2", "--seed", "7", "--time-limit", "50s"];
    let model = "models/die_tour/3x3_max.toml";
    // The log goes to standard output, of this process or of a child, from where it reaches standard error.
    let (_, text, error) = common::called(&[&["solve", model, "--log"][..], &args].concat(), "");
    let log = text + &error;
    let asked = ["Starting CP-SAT solver", "num_workers: 2", "random_seed: 7", "max_time_in_seconds: 49.", "#1 "];
    let always = ["absolute_gap_limit: 0 ", "relative_gap_limit: 0 ", "catch_sigint_signal: false"];
    common::says(&log, &[&asked[..], &always].concat());
    // Without a log nothing else is printed.
    let answer = common::json(&[&["solve", model, "--format", "json"][..], &args].concat(), "", 0);
    assert_eq!((&answer["status"], &answer["objective"]), (&"optimal".into(), &37.into()));
    assert_eq!(answer["stats"]["incumbents"].as_array().unwrap().last().unwrap()["objective"], 37);
}

#[test]
fn a_library_that_is_not_there_is_explained() {
    let mut command = assert_cmd::Command::cargo_bin("tumble").unwrap();
    let command = command.current_dir(root()).env("TUMBLE_ORTOOLS", "/nowhere").env("NO_COLOR", "1");
    let output = command.args(["solve", "--backend", "cp-sat", "models/die_tour/3x3_max.toml"]).output().unwrap();
    let (code, _, error) = common::ran(output);
    assert_eq!(code, 2);
    common::says(&error, &["cp-sat is not here: TUMBLE_ORTOOLS is /nowhere", "install the Python package ortools"]);
}

/// A copy of the project elsewhere has its own library; that of the folder that tumble is called in may be a stranger's.
#[test]
#[cfg(unix)]
fn the_library_is_found_in_the_project_of_the_program_and_not_in_the_present_folder() {
    let Some(installed) = std::env::var_os("TUMBLE_ORTOOLS").filter(|path| !path.is_empty()) else { return };
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let [bare, project] = ["bare", "project"].map(|name| folder.path().join(name));
    let programs = [&bare, &project].map(|folder| {
        let release = folder.join("target/release");
        std::fs::create_dir_all(&release).unwrap();
        std::fs::hard_link(env!("CARGO_BIN_EXE_tumble"), release.join("tumble")).unwrap();
        release.join("tumble")
    });
    std::os::unix::fs::symlink(root().join(installed), project.join(".cp-sat")).unwrap();
    for (program, present, is_found) in [(&programs[1], &bare, true), (&programs[0], &project, false)] {
        let mut command = Command::new(program);
        let command = command.current_dir(present).env_remove("TUMBLE_ORTOOLS").env("PATH", "");
        let output = command.args(["list", "backends", "--format", "json"]).output().unwrap();
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let row = rows.iter().find(|row| row["name"] == "cp-sat").unwrap();
        assert_eq!(row["available"], is_found, "{row}");
    }
}

#[test]
fn an_observer_that_panics_ends_the_run() {
    let Some(solver) = cp_sat() else { return };
    let mut model = Model::new("pigeons");
    for (i, hole) in (0..12).map(|_| 0..=10).enumerate() {
        model.integer(format!("x{i}"), hole);
    }
    // Eleven holes for twelve pigeons, written as single differences so that nothing settles it at once.
    for i in 0..12 {
        for j in 0..i {
            let pair = vec![Var::from_index(i), Var::from_index(j)];
            model.add(format!("d{i}_{j}"), Constraint::AllDifferent(pair));
        }
    }
    let request = Request::new(Control::new(None, Interrupt::default(), &|_| panic!("the observer's own fault")));
    let request = Request { options: vec![("cp_model_presolve".into(), "false".into())], ..request };
    let error = solver.solve(&model, &request.with_threads(Some(1))).unwrap_err();
    assert!(matches!(&error, BackendError::Failed { message, .. } if message.contains("observer")), "{error}");
}

#[test]
fn thousands_of_solutions_are_listed_each_once() {
    let Some(solver) = cp_sat() else { return };
    let mut model = Model::new("permutations");
    let vars: Vec<Var> = (0..7).map(|i| model.integer(format!("x{i}"), -3..=3)).collect();
    model.add("different", Constraint::AllDifferent(vars.clone()));
    // Ignored.
    model.set_objective(Sense::Maximize, Linear::sum(vars));
    let (solutions, all) = listed(solver, &model, usize::MAX, &Request::unlimited());
    assert_eq!((solutions.len(), all), (5040, Listed { count: 5040, complete: true, stop: None }));
    assert!(solutions.iter().all(|values| model.check(&values.clone().into()).is_ok()));
    // More than one round finds, and fewer than there are.
    let (_, some) = listed(solver, &model, 2500, &Request::unlimited());
    assert_eq!(some, Listed { count: 2500, complete: false, stop: None });
}

#[test]
fn a_list_keeps_its_limits() {
    let Some(solver) = cp_sat() else { return };
    let mut model = Model::new("bits");
    let vars: Vec<Var> = (0..3).map(|i| model.binary(format!("x{i}"))).collect();
    model.add("not_all", Linear::sum(vars.iter().copied()).at_most(2));
    for (limit, complete) in [(0, false), (1, false), (6, false), (7, true), (8, true)] {
        let (_, ended) = listed(solver, &model, limit, &Request::unlimited());
        assert_eq!(ended, Listed { count: limit.min(7), complete, stop: None }, "limit {limit}");
    }
    let mut first = Vec::new();
    let mut keep_one = |found: Found| {
        first.push(found);
        ControlFlow::Break(())
    };
    let ended = solver.list_up_to(&model, 5, &Request::unlimited(), &mut keep_one).unwrap();
    assert_eq!((first.len(), ended), (1, Listed { count: 1, complete: false, stop: None }));
    // Without variables, and without solutions.
    assert_eq!(listed(solver, &Model::new("nothing"), 9, &Request::unlimited()).1.count, 1);
    // Options of the caller's do not make a list look complete.
    for (name, value) in [("solution_pool_size", "1"), ("enumerate_all_solutions", "false"), ("num_workers", "4")] {
        assert_eq!(listed(solver, &model, 9, &with_option(name, value)).1.count, 7, "{name}");
    }
    model.add("never", Linear::new().at_least(1));
    let ended = Listed { count: 0, complete: true, stop: None };
    assert_eq!(listed(solver, &model, 0, &Request::unlimited()).1, ended);
}

#[test]
fn a_list_stops_at_the_limits_of_its_request() {
    let Some(solver) = cp_sat() else { return };
    let mut model = Model::new("bits");
    let vars: Vec<Var> = (0..50).map(|i| model.binary(format!("x{i}"))).collect();
    model.add("some", Linear::sum(vars).at_least(2));
    let interrupt = Interrupt::default();
    interrupt.raise();
    let control = Control::new(None, interrupt, &|_| ());
    let ended = listed(solver, &model, usize::MAX, &Request::new(control)).1;
    assert_eq!((ended.complete, ended.stop), (false, Some(Stop::Interrupted)));
    // No round gets anywhere.
    let request = with_option("max_deterministic_time", "0");
    let ended = listed(solver, &model, usize::MAX, &request).1;
    assert_eq!((ended.count, ended.complete), (0, false));
    assert!(matches!(ended.stop, Some(Stop::Solver(_))), "{ended:?}");
}
