//! Whole files, letter by letter: they were read over, and GLPK, CBC and Gecode found the same optima; and what 0/1 variables stand for.

pub(crate) mod shared;

use self::shared::{at_least, choices, holds, total};
use super::*;
use crate::zero_one::Row;
use tumble_model::model::{Arc, Assignment, Circuit, Constraint, Linear, LinearConstraint, Literal, Sense, Table};

fn header() -> [(&'static str, String); 1] {
    [("model", "a.toml".to_owned())]
}

/// Rows of every form: bounds of all kinds, none, no terms, many terms; names that some reader would not take for names.
fn rows() -> Model {
    let mut model = Model::new("rows");
    let x = model.binary("x");
    let y = model.integer("y", -5..=7);
    let e1 = model.binary("e1");
    let z = model.implied_integer("z", 0..=3);
    let fixed = model.integer("fixed", 2..=2);
    model.binary("unused");
    model.explain("x", "a choice");
    model.block("some rows – of all kinds");
    model.add("both", Linear::from(x).plus(-2, y).between(-9, 4));
    model.add("equal", Linear::from(y).plus(3, e1).equals(4));
    model.add("least", Linear::new().plus(-1, z).plus(1, y).at_least(0));
    model.block("more");
    model.add("most", Linear::from(x).plus(12, fixed).at_most(25));
    model.add("bounds", Linear::from(fixed).plus(-7, e1).at_most(2));
    model.add("empty", Linear::new().at_most(2));
    model.add("any", LinearConstraint::new(Linear::from(x), None, None));
    let many = (0..8).map(|i| model.implied_integer(format!("quite_a_long_name_{i}"), 0..=1)).collect::<Vec<_>>();
    model.add("many", Linear::sum(many).plus(1, x).at_least(1));
    model.set_objective(Sense::Maximize, Linear::from(x).plus(-3, y).plus(10, z).plus_constant(-17));
    model
}

/// Constraints of every kind.
fn kinds() -> Model {
    let mut model = Model::new("kinds");
    let [a, b, c] = ["a", "b", "c"].map(|name| model.binary(name));
    let [p, q] = ["p", "end"].map(|name| model.integer(name, -1..=2));
    let is_two = model.is(p, 2);
    model.block("choices – of all kinds");
    model.add("different", Constraint::AllDifferent(vec![p, q]));
    let tuples: std::sync::Arc<[i64]> = [-1, 2, 2, -1, 0, 1, 1, 0].into();
    model.add("pairs", Table::new(vec![p, q], tuples.clone()));
    model.add("again", Table::new(vec![q, p], tuples));
    model.block("rows");
    model.add("if", Linear::from(p).plus(-2, q).between(-3, 1).only_if(a.into()));
    model.add("unless", Linear::from(q).equals(1).only_if(!Literal::from(a)));
    model.add("both", Linear::from(p).plus(1, q).between(0, 3));
    model.add("two", Linear::from(q).at_least(0).only_if(is_two));
    let arc = |from, to, literal| Arc { from, to, literal };
    let arcs = vec![
        arc(0, 1, a.into()),
        arc(1, 2, b.into()),
        arc(1, 0, !Literal::from(b)),
        arc(2, 0, c.into()),
        arc(2, 2, !Literal::from(c)),
        arc(2, 0, is_two),
    ];
    model.add("tour", Circuit { nodes: 3, arcs });
    model.set_objective(Sense::Minimize, Linear::from(p).plus(-4, q).plus(2, b).plus_constant(6));
    model
}

/// A file of a model, as text.
fn written(format: &str, model: &Model) -> String {
    let bytes = (find(format).unwrap().write)(model, &header()).unwrap();
    #[cfg(feature = "cp-sat")]
    if format == "cp-sat" {
        let message: cp_sat::CpModelProto = prost::Message::decode(&*bytes).unwrap();
        return format!("{message:#?}\n");
    }
    String::from_utf8(bytes).unwrap()
}

/// Compares a file with the recorded one.
fn compare(name: &str, format: &str, model: &Model) {
    shared::compare(&format!("recorded/{name}"), &written(format, model));
}

#[test]
fn files_are_the_recorded_ones() {
    let mut minimized = rows();
    let objective = minimized.take_objective().unwrap();
    minimized.set_objective(Sense::Minimize, objective.expression.plus_constant(17));
    let (mut without, mut constant) = (Model::new("without"), Model::new("constant"));
    without.integer("alone", -3..=4);
    without.binary("other");
    constant.set_objective(Sense::Maximize, Linear::new().plus_constant(5));
    for format in ["lp", "mps", "opb"] {
        compare(&format!("rows.{format}"), format, &rows());
        compare(&format!("minimized.{format}"), format, &minimized);
        compare(&format!("without.{format}"), format, &without);
        compare(&format!("constant.{format}"), format, &constant);
    }
    compare("clauses.lp", "lp", &clauses());
    compare("kinds.fzn", "fzn", &kinds());
    compare("rows.fzn", "fzn-std", &rows());
    compare("without.fzn", "fzn-std", &without);
    compare("clauses.cnf", "cnf", &clauses());
    #[cfg(feature = "cp-sat")]
    compare("kinds.pb.txt", "cp-sat", &kinds());
}

/// Lines are as long as they may be: 110 characters.
#[test]
fn lines_of_an_lp_file_are_full() {
    let mut model = Model::new("m");
    let vars = ["x", "y", "z"].iter().flat_map(|letter| (0..10).map(move |i| format!("{letter}{i}")));
    let vars: Vec<Var> = vars.map(|name| model.binary(name)).collect();
    model.add("seven", Linear::sum(vars).at_least(1));
    let text = lp::write(&model, &[]).unwrap();
    let lines: Vec<usize> = text.lines().skip_while(|line| !line.contains("seven")).map(str::len).collect();
    assert_eq!(lines[..2], [110, 51], "{text}");
    for length in 1..30 {
        let mut model = Model::new("m");
        let vars: Vec<Var> = (0..40).map(|i| model.binary(format!("x{i:0length$}"))).collect();
        model.add("row", Linear::sum(vars).at_least(1));
        let text = lp::write(&model, &[]).unwrap();
        assert!(text.lines().all(|line| line.len() <= 110), "{text}");
    }
}

/// What a FlatZinc file cannot say, and what it says of constraints that never hold.
#[test]
fn circuits_without_a_node_that_stays_are_refused_and_those_without_arcs_never_hold() {
    let with = |nodes, arcs: &[(usize, usize)]| {
        let mut model = Model::new("m");
        let x = model.binary("x");
        let arcs = arcs.iter().map(|&(from, to)| Arc { from, to, literal: x.into() }).collect();
        model.add("tour", Circuit { nodes, arcs });
        fzn::write(&model, &[])
    };
    assert!(matches!(with(1, &[(0, 0)]), Err(WriteError::Inexpressible { name, .. }) if name == "tour"));
    assert!(!with(0, &[]).unwrap().contains("\nconstraint"));
    assert!(with(2, &[(0, 1)]).unwrap().contains("constraint int_lin_eq([], [], 1);"));
    let mut model = Model::new("m");
    let x = model.binary("x");
    model.add("none", Table::new(vec![x], [].into()));
    assert!(fzn::write(&model, &[]).unwrap().contains("constraint int_lin_eq([], [], 1);"));
}

#[test]
fn bounds_of_an_objective_that_leave_an_i64_are_refused() {
    let with = |coefficient, constant| {
        let mut model = Model::new("m");
        let x = model.integer("x", -2..=1);
        model.set_objective(Sense::Minimize, Linear::new().plus(coefficient, x).plus_constant(constant));
        fzn::write(&model, &[])
    };
    let half = i64::MAX / 2;
    assert!(with(half, 0).unwrap().contains(&format!("var {}..{half}: obj", -2 * half)));
    assert!(with(-half, 0).unwrap().contains(&format!("var -{half}..{}: obj", 2 * half)));
    for (coefficient, constant) in [(half, i64::MAX), (-half, 2), (half, -3), (-half - 1, 0)] {
        let error = with(coefficient, constant).unwrap_err();
        assert!(matches!(error, WriteError::NotExact { .. }), "{coefficient} {constant}: {error}");
    }
}

/// A model with solutions of which an integer has three values.
fn clauses() -> Model {
    let mut model = Model::new("clauses");
    let (x, y) = (model.binary("x"), model.integer("y", 1..=3));
    model.explain("x", "a choice");
    model.add("sum", Linear::from(x).plus(1, y).between(2, 3));
    model.set_objective(Sense::Minimize, Linear::from(x));
    model
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
fn the_values_of_clauses_are_those_of_the_model() {
    let model = clauses();
    let text = cnf::write(&model, &header()).unwrap();
    let (head, clauses) = text.split_once("p cnf ").unwrap();
    assert!(head.contains("objective: left out"));
    let (size, clauses) = clauses.split_once('\n').unwrap();
    let (variables, count) = size.split_once(' ').unwrap();
    let clauses: Vec<Vec<i64>> = clauses
        .lines()
        .map(|line| line.strip_suffix(" 0").unwrap().split(' ').map(|literal| literal.parse().unwrap()).collect())
        .collect();
    assert_eq!(count.parse(), Ok(clauses.len()));
    let mut solutions = std::collections::BTreeSet::new();
    for choice in choices(variables.parse().unwrap()) {
        let is_true = |variable: usize| choice[variable - 1];
        let holds = |literal: &i64| is_true(literal.unsigned_abs() as usize) == (*literal > 0);
        if clauses.iter().all(|clause| clause.iter().any(holds)) {
            solutions.insert(cnf::values(&model, &is_true).unwrap());
        }
    }
    let expected = [[0, 2], [0, 3], [1, 1], [1, 2]].map(Vec::from);
    assert_eq!(solutions, expected.into());
}

#[test]
fn clauses_without_an_objective_say_nothing_of_it() {
    let mut model = clauses();
    model.take_objective();
    assert!(!cnf::write(&model, &[]).unwrap().contains("left out"));
    model.set_objective(Sense::Minimize, Linear::new().plus_constant(3));
    assert!(!cnf::write(&model, &[]).unwrap().contains("left out"));
}

#[test]
fn rows_over_bits_hold_exactly_where_the_rows_of_the_model_do() {
    let mut model = Model::new("bits");
    let (x, y, z) = (model.binary("x"), model.integer("y", -5..=5), model.integer("z", 3..=7));
    model.add("both", Linear::from(x).plus(-2, y).plus(1, z).between(-1, 9));
    model.add("equal", Linear::from(y).plus(3, x).plus(-1, z).equals(-3));
    model.add("always", Linear::new().at_most(0));
    for (sense, sign) in [(Sense::Maximize, -1), (Sense::Minimize, 1)] {
        model.set_objective(sense, Linear::from(x).plus(-3, y).plus(2, z).plus_constant(11));
        let form = zero_one::ZeroOne::of(&model).unwrap();
        let objective = form.objective.clone().unwrap();
        let mut found = 0;
        for choice in choices(form.count) {
            let values = opb::values(&model, &|variable| choice[variable - 1]).unwrap();
            let as_floats = form.values(|variable| f64::from(u8::from(choice[variable - 1])));
            assert_eq!(as_floats, values.iter().map(|&value| value as f64).collect::<Vec<_>>());
            let assignment = Assignment::from(values);
            let is_solution = model.check(&assignment).is_ok();
            assert_eq!(form.rows.iter().all(|row| holds(row, &choice)), is_solution, "{assignment:?}");
            let value = model.objective().unwrap().expression.value(&assignment);
            assert_eq!(i128::from(sign * (total(&objective.terms, &choice) + objective.constant)), value);
            found += usize::from(is_solution);
        }
        assert!(found > 3);
    }
}

#[test]
fn rows_without_variables_are_left_out_or_never_hold() {
    let with = |row: LinearConstraint| {
        let mut model = Model::new("m");
        model.add("row", row);
        zero_one::ZeroOne::of(&model).unwrap().rows
    };
    let never = vec![at_least(&[(0, 1)], 1)];
    for (row, always) in [
        (Linear::new().at_least(0), true),
        (Linear::new().at_least(-1), true),
        (Linear::new().at_least(1), false),
        (Linear::new().at_most(0), true),
        (Linear::new().at_most(-1), false),
        (Linear::new().equals(0), true),
        (Linear::new().equals(1), false),
        (Linear::new().equals(-1), false),
    ] {
        assert_eq!(with(row.clone()), if always { vec![] } else { never.clone() }, "{row:?}");
    }
    let mut model = Model::new("m");
    let (lower, upper) = (1, 0);
    model.integer("none", lower..=upper);
    assert_eq!(zero_one::ZeroOne::of(&model).unwrap().rows, never);
}

#[test]
fn a_single_row_over_bits_has_one_bound_or_is_an_equality() {
    let mut model = Model::new("m");
    let y = model.integer("y", -1..=2);
    let form = zero_one::ZeroOne::of(&model).unwrap();
    let row = |is_equality, terms: &[(i64, usize)], bound| Some(Row { terms: terms.to_vec(), is_equality, bound });
    let sum = || Linear::new().plus(2, y);
    assert_eq!(form.single(&sum().at_least(1)), row(false, &[(2, 1), (4, 2)], 3));
    assert_eq!(form.single(&sum().at_most(1)), row(false, &[(-2, 1), (-4, 2)], -3));
    assert_eq!(form.single(&sum().equals(1)), row(true, &[(2, 1), (4, 2)], 3));
    assert_eq!(form.single(&sum().between(0, 1)), None);
    assert_eq!(row(true, &[], 0).unwrap().signs().collect::<Vec<_>>(), [1, -1]);
    assert_eq!(row(false, &[], 0).unwrap().signs().collect::<Vec<_>>(), [1]);
}

/// Each number alone may be exact, and a sum over bits not.
#[test]
fn sums_over_bits_that_are_not_exact_are_refused() {
    let with = |coefficient: i64, upper: i64| {
        let mut model = Model::new("m");
        let x = model.integer("x", -upper..=upper);
        model.add("row", Linear::new().plus(coefficient, x).at_least(0));
        zero_one::ZeroOne::of(&model).map(drop)
    };
    // The constant and the weights, which are twice as much, together: three times the product.
    assert_eq!(with(1 << 20, 1 << 31), Ok(()));
    assert_eq!(with(1 << 21, 1 << 31), Err(WriteError::NotExact { number: 3 << 52, name: "row".into() }));
    assert_eq!(with(-(1 << 21), 1 << 31), Err(WriteError::NotExact { number: 3 << 52, name: "row".into() }));
    let with = |coefficients: [i64; 2]| {
        let mut model = Model::new("m");
        let vars = ["x", "y"].map(|name| model.binary(name));
        let sum = vars.into_iter().zip(coefficients).fold(Linear::new(), |sum, (var, c)| sum.plus(c, var));
        model.add("row", sum.at_least(0));
        zero_one::ZeroOne::of(&model).map(drop)
    };
    assert_eq!(with([1 << 53, 0]), Ok(()));
    let too_large = WriteError::NotExact { number: (1 << 53) + 1, name: "row".into() };
    assert_eq!(with([-(1 << 53), 1]), Err(too_large));
}

#[test]
fn formats_are_found_by_name_and_suffix() {
    for entry in REGISTRY {
        assert_eq!(find(entry.name).unwrap().name, entry.name);
    }
    assert!(find("none").is_none() && of_suffix("none").is_none() && of_suffix("").is_none());
    assert_eq!(of_suffix("fzn").unwrap().name, "fzn");
    assert_eq!(of_suffix("opb").unwrap().name, "opb");
}

#[test]
fn flatzinc_of_standard_constraints_has_no_global_ones() {
    let lowered = Capabilities { all_different: false, table: false, circuit: false, ..fzn::WITH_GLOBALS };
    assert_eq!(fzn::STANDARD, lowered);
}

#[test]
fn columns_of_an_mps_file_are_the_variables_and_the_constant() {
    let model = rows();
    let count = model.variables().len();
    let columns = mps::columns(&model).unwrap();
    assert_eq!(columns.len(), count + 1);
    assert!(columns[..count].iter().enumerate().all(|(i, column)| *column == Some(Var::from_index(i))));
    assert_eq!(columns[count], None);
    assert_eq!(mps::columns(&clauses()).unwrap(), [0, 1].map(|i| Some(Var::from_index(i))));
}
