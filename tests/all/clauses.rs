//! Exported CNF and OPB files mean the same to MiniSat and clasp, which share no code with tumble: random models of all kinds of
//! constraint have the solutions and optima of plain enumeration, tours those of the search. What the solvers print is read by the
//! comments of the file alone.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;

use crate::common;
use crate::common::models::{best, enumerated, random};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tumble::format::solution::{self, Stated};
use tumble::format::{self, WriteError, cnf, opb};
use tumble::lower::{Lowering, lower};
use tumble::model::{Constraint, EXACT, Linear, Model, Sense, Table, Var};

/// The numbers of the variables that hold in a solution.
type Values = HashSet<usize>;

/// What a program says of a file, in the file `answer` or on its standard output: a solution, the best one if there is an objective, which comes
/// with it.
fn solved(program: &str, file: &Path, args: &[&str]) -> Option<(Values, Option<i64>)> {
    let run = Command::new(program).arg(file).args(args).current_dir(file.parent().unwrap()).output().unwrap();
    let answer = file.with_file_name("answer");
    let text = std::fs::read_to_string(&answer).unwrap_or_else(|_| String::from_utf8(run.stdout).unwrap());
    let _ = std::fs::remove_file(answer);
    let read = solution::read(&text).unwrap_or_else(|error| panic!("{program}: {error}\n{text}"));
    let ones = read.ones(1 << 20).unwrap();
    assert!(ones.is_some() || read.contents.stated == Stated::Infeasible, "{program}: {text}");
    ones.map(|ones| (ones, read.contents.objective.map(|objective| objective as i64)))
}

/// The comments of a file of the form `left = right`.
fn legend<'a>(text: &'a str, sign: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    text.lines().filter_map(move |line| line.strip_prefix(sign)).filter_map(|line| line.split_once(" = "))
}

/// `-5 + 1*42 + 2*43` or `-5 + 1 x42 + 2 x43`.
fn sum(text: &str, values: &Values) -> Option<i64> {
    let mut terms = text.split(" + ");
    let constant: i64 = terms.next()?.parse().ok()?;
    let term = |term: &str| {
        let (weight, variable) = term.split_once('*').or_else(|| term.split_once(" x"))?;
        Some(weight.parse::<i64>().ok()? * i64::from(values.contains(&variable.parse().ok()?)))
    };
    Some(constant + terms.map(term).sum::<Option<i64>>()?)
}

/// The values of the model's variables by the comments of a CNF file. What they leave open is the least value.
fn read_cnf(model: &Model, text: &str, values: &Values) -> Vec<i64> {
    let holds = |literal: i64| values.contains(&(literal.unsigned_abs() as usize)) == (literal > 0);
    let mut found: Vec<i64> = model.variables().iter().map(|variable| variable.lower).collect();
    let index: HashMap<&str, usize> = model.variables().iter().enumerate().map(|(i, v)| (&*v.name, i)).collect();
    for (name, least) in text.lines().filter_map(|line| line.strip_prefix("c ")?.split_once(" >= ")) {
        if let Some(&i) = index.get(name) {
            found[i] = least.parse().unwrap();
        }
    }
    for (left, right) in legend(text, "c ") {
        // `12 = [x >= 4]`, `12 = [x = 4]`, `12 = x`, or `x = 5 + 1*7`.
        if let Some(&i) = index.get(left) {
            found[i] = sum(right, values).unwrap();
            continue;
        }
        let Ok(literal) = left.parse::<i64>() else { continue };
        match right.strip_prefix('[').and_then(|right| right.strip_suffix(']')) {
            None => found[index[right]] = i64::from(holds(literal)),
            Some(fact) if holds(literal) => {
                let (name, value) = fact.split_once(" >= ").or_else(|| fact.split_once(" = ")).unwrap();
                found[index[name]] = value.parse().unwrap();
            }
            Some(_) => {}
        }
    }
    found
}

/// The values of the model's variables by the comments of an OPB file, and the objective of the model for that of the file.
fn read_opb(model: &Model, text: &str, values: &Values, optimum: Option<i64>) -> (Vec<i64>, Option<i64>) {
    let index: HashMap<&str, usize> = model.variables().iter().enumerate().map(|(i, v)| (&*v.name, i)).collect();
    let mut found = vec![0; model.variables().len()];
    let mut objective = None;
    for (left, right) in legend(text, "* ") {
        // A variable of the model may be called x1 too.
        if let Some(&i) = index.get(right) {
            found[i] = i64::from(values.contains(&left[1..].parse().unwrap()));
        } else if let Some(&i) = index.get(left) {
            found[i] = sum(right, values).unwrap();
        } else if left == "objective" {
            let (constant, rest) = right.split_once(' ').unwrap();
            let optimum = optimum.unwrap_or(0);
            let sign = if rest == "- optimum" { -1 } else { 1 };
            objective = Some(constant.parse::<i64>().unwrap() + sign * optimum);
        }
    }
    (found, objective)
}

/// A model without its objective as a CNF file: whether MiniSat finds a solution. It has to be one of the model.
fn satisfiable(model: &Model, dir: &Path) -> bool {
    let path = dir.join("model.cnf");
    let text = cnf::write(model, &[("model", "a tést".to_owned())]).unwrap();
    std::fs::write(&path, &text).unwrap();
    let Some((values, _)) = solved("minisat", &path, &["answer", "-verb=0"]) else { return false };
    let found = read_cnf(model, &text, &values);
    model.check(&found.into()).unwrap_or_else(|violation| panic!("{violation}: {model:?}\n{text}"));
    true
}

/// A model as an OPB file: the objective that clasp finds, 0 without one. The solution has to be one of the model.
fn optimum(model: &Model, dir: &Path) -> Option<i64> {
    let path = dir.join("model.opb");
    let lowered = lower(model.clone(), format::find("opb").unwrap().capabilities, &Lowering::default()).unwrap().model;
    let text = opb::write(&lowered, &[("model", "a tést".to_owned())]).unwrap();
    std::fs::write(&path, &text).unwrap();
    let (values, optimum) = solved("clasp", &path, &[])?;
    let (found, objective) = read_opb(&lowered, &text, &values, optimum);
    let assignment = found[..model.variables().len()].to_vec().into();
    model.check(&assignment).unwrap_or_else(|violation| panic!("{violation}: {model:?}\n{text}"));
    let value = model.objective().map(|objective| objective.expression.value(&assignment) as i64);
    assert_eq!(objective, value, "the file's objective is that of its solution\n{text}");
    Some(objective.unwrap_or(0))
}

#[test]
fn random_models_have_the_solutions_of_plain_enumeration() {
    let dir = tempfile::tempdir().unwrap();
    let (mut without, mut with) = (0, 0);
    for seed in 0..300 {
        let model = random(&mut ChaCha8Rng::seed_from_u64(seed));
        let all = enumerated(&model);
        *(if all.is_empty() { &mut without } else { &mut with }) += 1;
        assert_eq!(optimum(&model, dir.path()).map(i128::from), best(&model, &all), "seed {seed}: {model:?}");
        assert_eq!(satisfiable(&model, dir.path()), !all.is_empty(), "seed {seed}: {model:?}");
    }
    assert!(without > 50 && with > 50, "{without} without a solution, {with} with some");
}

#[test]
fn tours_3x3_read_back_with_37_and_25_and_any_other_total() {
    let dir = tempfile::tempdir().unwrap();
    for (objective, value) in [("max", 37), ("min", 25)] {
        let problem = common::problem(&common::corner(3, 3, objective, ""));
        for encoding in ["arc-flow", "cp-circuit", "time-indexed"] {
            let model = common::formulation(&problem, encoding).model;
            assert_eq!(optimum(&model, dir.path()), Some(value), "{encoding} {objective}");
        }
    }
    for (total, exists) in [(24, false), (25, true), (26, false), (31, false), (33, true), (37, true), (38, false)] {
        let problem = common::problem(&common::corner(3, 3, "any", &format!("total = {total}")));
        for encoding in ["arc-flow", "cp-circuit", "cp-table", "time-expanded", "time-indexed"] {
            let model = common::formulation(&problem, encoding).model;
            assert_eq!(satisfiable(&model, dir.path()), exists, "{encoding} {total}");
        }
    }
}

#[test]
fn integers_of_many_values_are_read_back() {
    let dir = tempfile::tempdir().unwrap();
    for sense in [Sense::Maximize, Sense::Minimize] {
        let mut model = Model::new("wide");
        let (x, y) = (model.integer("x", -70_000..=90_001), model.integer("y", 5..=5));
        let z = model.integer("z", -3..=200);
        model.add("row", Linear::new().plus(2, x).plus(-3, z).plus(1, y).between(-1_001, 999));
        model.add("far", Linear::new().plus(1, x).plus(1, z).at_least(-400));
        model.set_objective(sense, Linear::new().plus(7, x).plus(-2, z).plus(1, y).plus_constant(-13));
        let best = enumerated_wide(&model, sense);
        assert_eq!(optimum(&model, dir.path()), Some(best));
        model.fix_objective("objective", best);
        assert!(satisfiable(&model, dir.path()));
    }
}

/// The best objective over x and z.
fn enumerated_wide(model: &Model, sense: Sense) -> i64 {
    let points = (-1000..=1000).flat_map(|x| (-3..=200).map(move |z| vec![x, 5, z]));
    let values = points
        .map(Into::into)
        .filter(|point| model.check(point).is_ok())
        .map(|point| i64::try_from(model.objective().unwrap().expression.value(&point)).unwrap());
    if sense == Sense::Maximize { values.max().unwrap() } else { values.min().unwrap() }
}

#[test]
fn what_a_file_cannot_hold_is_refused() {
    let refused = |result: Result<String, WriteError>| match result.unwrap_err() {
        WriteError::Inexpressible { name, why } => format!("{name}: {why}"),
        other => other.to_string(),
    };
    let mut model = Model::new("m");
    let x = model.integer("x", 0..=EXACT);
    model.set_objective(Sense::Maximize, x.into());
    model.add("far", Linear::new().plus(2, x).at_least(1));
    assert!(refused(opb::write(&model, &[])).contains("in far is beyond"));
    let mut model = Model::new("m");
    let x = model.binary("x");
    model.add("table", Table::new(vec![x], [0].into()));
    assert!(refused(opb::write(&model, &[])).contains("no constraint like table"));
    let mut model = Model::new("m");
    let vars: Vec<Var> = (0..3000).map(|i| model.integer(format!("x{i}"), 0..=9999)).collect();
    model.add("different", Constraint::AllDifferent(vars));
    assert!(refused(cnf::write(&model, &[])).contains("20 million clauses"));
}
