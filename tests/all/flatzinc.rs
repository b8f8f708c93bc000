//! Exported FlatZinc files mean the same to Gecode, directly and through MiniZinc, as they do to tumble.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::{self, models::enumerated};
use itertools::Itertools as _;
use tumble::format::{self, FormatEntry, fzn};
use tumble::lower::{Lowering, lower};
use tumble::model::{Arc, Circuit, Constraint, Linear, LinearConstraint, Literal, Model, Sense, Table, Var};

fn output(program: &str, file: &Path, args: &[&str]) -> String {
    let run = Command::new(program).args(args).arg(file).output().unwrap_or_else(|e| panic!("{program}: {e}"));
    let text = String::from_utf8(run.stdout).unwrap();
    let is_complete = text.contains("==========") || text.contains("=====UNSATISFIABLE=====");
    assert!(is_complete, "{program} on {}: {text}{}", file.display(), String::from_utf8_lossy(&run.stderr));
    text
}

/// The two ways to write FlatZinc.
fn formats() -> impl Iterator<Item = &'static FormatEntry> {
    format::REGISTRY.iter().filter(|entry| entry.suffixes == ["fzn"])
}

fn write(model: &Model, format: &FormatEntry, dir: &Path) -> std::path::PathBuf {
    let lowered = lower(model.clone(), format.capabilities, &Lowering::default()).unwrap().model;
    let path = dir.join("model.fzn");
    std::fs::write(&path, (format.write)(&lowered, &[("model", "a tést".to_owned())]).unwrap()).unwrap();
    path
}

/// The values of a model's variables in each solution of an output.
fn solutions(model: &Model, output: &str) -> BTreeSet<Vec<i64>> {
    let solution = |text: &str| {
        let value = |variable: &tumble::model::Variable| {
            let key = format!("{} = ", format::written_name(&variable.name));
            let line = text.lines().find_map(|line| line.strip_prefix(&key)).unwrap();
            line.trim_end_matches(';').parse().unwrap()
        };
        model.variables().iter().map(value).collect()
    };
    let (found, _) = output.rsplit_once("----------").unwrap_or_default();
    found.split("----------").filter(|text| !text.trim().is_empty()).map(solution).collect()
}

/// Compares all solutions that Gecode finds with plain enumeration; returns their number.
fn check(model: &Model) -> usize {
    let dir = tempfile::tempdir().unwrap();
    let expected = enumerated(model);
    for format in formats() {
        let path = write(model, format, dir.path());
        for program in ["fzn-gecode", "minizinc"] {
            let output = output(program, &path, &["-a"]);
            assert_eq!(solutions(model, &output), expected, "{} by {program}, {}", model.name(), format.name);
        }
    }
    expected.len()
}

#[test]
fn rows_conditions_and_literals_have_the_solutions_that_enumeration_finds() {
    let mut model = Model::new("rows");
    let x = model.integer("x", -3..=2);
    let y = model.implied_integer("y", 0..=3);
    let b = model.binary("b");
    model.add("two_sided", Linear::new().plus(2, x).plus(-1, y).between(-6, 1));
    model.add("only_if", Linear::sum([x, y]).equals(1).only_if(b.into()));
    model.add("unless", Linear::from(y).between(1, 2).only_if(!Literal::from(b)));
    let is_minus_one = model.is(x, -1);
    let is_never = model.is(x, 7);
    model.add("literals", Linear::count([is_minus_one, !is_never, b.into()]).at_most(2));
    model.add("no_bounds", LinearConstraint::new(Linear::from(x), None, None).only_if(is_minus_one));
    assert!(check(&model) > 4);
    model.add("empty", Linear::new().at_least(1).only_if(b.into()));
    let without_b = check(&model);
    assert!(without_b > 0);
    model.add("false", Linear::new().at_least(1));
    assert_eq!(check(&model), 0);
}

#[test]
fn tables_and_all_different_have_the_solutions_that_enumeration_finds() {
    let mut model = Model::new("globals");
    let vars: Vec<Var> = (0..4).map(|i| model.integer(format!("x_{i}"), -1..=3)).collect();
    model.add("different", Constraint::AllDifferent(vars[..3].to_vec()));
    let tuples: std::sync::Arc<[i64]> = [-1, 0, 0, 3, 1, 1, 2, 9, 2, -1].into();
    for (i, pair) in vars.windows(2).enumerate().skip(1) {
        model.add(format!("pair_{i}"), Table::new(pair.to_vec(), tuples.clone()));
    }
    assert!(check(&model) > 4);
    model.add("nothing", Table::new(vec![vars[0]], [].into()));
    assert_eq!(check(&model), 0);
}

/// A model of the circuits over arcs, with a variable for each, negated for every third one.
fn circuit(nodes: usize, arcs: &[(usize, usize)]) -> Model {
    let mut model = Model::new("circuit");
    let arcs = arcs.iter().enumerate().map(|(i, &(from, to))| {
        let literal = Literal::from(model.binary(format!("a_{i}_{from}_{to}")));
        Arc { from, to, literal: if i % 3 == 2 { !literal } else { literal } }
    });
    let arcs = arcs.collect();
    model.add("circuit", Circuit { nodes, arcs });
    model
}

#[test]
fn circuits_that_skip_nodes_have_the_solutions_that_enumeration_finds() {
    let all = |nodes: usize, skippable: &[usize]| -> Vec<(usize, usize)> {
        let pairs = (0..nodes).cartesian_product(0..nodes);
        pairs.filter(|&(from, to)| from != to || skippable.contains(&from)).collect()
    };
    // Of n nodes, k of which may be skipped: Σ over the subsets of these, of size i, of (n − i − 1)! circuits.
    assert_eq!(check(&circuit(3, &all(3, &[]))), 2);
    assert_eq!(check(&circuit(4, &all(4, &[]))), 6);
    assert_eq!(check(&circuit(4, &all(4, &[2]))), 6 + 2);
    assert_eq!(check(&circuit(4, &all(4, &[0, 2]))), 6 + 2 * 2 + 1);
    // A single node that is not skipped has no arc to itself.
    assert_eq!(check(&circuit(3, &all(3, &[1, 2]))), 2 + 2);
    // Two arcs between the same nodes; one of them is used.
    assert_eq!(check(&circuit(3, &[(0, 1), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0)])), 4);
    assert_eq!(check(&circuit(2, &[(0, 1)])), 0);
}

#[test]
fn a_circuit_that_may_skip_every_node_is_written_as_rows_only() {
    let model = circuit(2, &[(0, 0), (1, 1), (0, 1), (1, 0)]);
    let error = fzn::write(&model, &[]).unwrap_err();
    assert!(error.to_string().contains("every node of the circuit may be skipped"), "{error}");
    let lowered = lower(model, fzn::STANDARD, &Lowering::default()).unwrap().model;
    assert!(fzn::write(&lowered, &[]).is_ok());
}

#[test]
fn tours_have_the_totals_of_the_source() {
    let dir = tempfile::tempdir().unwrap();
    for (objective, value) in [("max", 37), ("min", 25)] {
        let problem = common::problem(&common::corner(3, 3, objective, ""));
        for (format, encoding) in formats().cartesian_product(["cp-table", "time-expanded"]) {
            let path = write(&common::formulation(&problem, encoding).model, format, dir.path());
            for program in ["fzn-gecode", "minizinc"] {
                let output = output(program, &path, &[]);
                let last = output.lines().filter_map(|line| line.strip_prefix("obj = ")).next_back().unwrap();
                assert_eq!(last, format!("{value};"), "{encoding} as {} by {program}", format.name);
            }
        }
    }
}

#[test]
fn constants_and_negative_objectives_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let mut model = Model::new("constant");
    let x = model.integer("x", -5..=7);
    model.add("row", Linear::new().plus(2, x).at_most(9));
    for (sense, best) in [(Sense::Maximize, 15 + 100), (Sense::Minimize, -12 + 100)] {
        model.set_objective(sense, Linear::new().plus(-3, x).plus_constant(100));
        for format in formats() {
            let output = output("fzn-gecode", &write(&model, format, dir.path()), &[]);
            let last = output.lines().filter_map(|line| line.strip_prefix("obj = ")).next_back();
            assert_eq!(last, Some(&*format!("{best};")), "{sense:?}");
        }
    }
    model.set_objective(Sense::Minimize, Linear::new().plus(i64::MAX, x));
    assert!(fzn::write(&model, &[]).is_err());
}
