//! What a model keeps and gives back.

use super::*;

/// Two variables, an implied integer, two blocks of one row each, and an objective.
fn model() -> (Model, [Var; 3]) {
    let mut model = Model::new("m");
    let vars = [model.binary("b"), model.integer("x", 0..=5), model.implied_integer("y", -2..=2)];
    for (title, name, var) in [("(1) first", "low", vars[1]), ("(2) second", "high", vars[2])] {
        model.block(title);
        model.add(name, Linear::from(var).at_least(1));
    }
    model.set_objective(Sense::Maximize, Linear::from(vars[1]).plus_constant(3));
    (model, vars)
}

fn implied(model: &Model) -> Vec<bool> {
    model.variables().iter().map(Variable::may_be_continuous).collect()
}

fn rows(model: &Model) -> Vec<(&str, Option<usize>)> {
    model.constraints().iter().map(|row| (&*row.name, row.block)).collect()
}

#[test]
fn names_and_blocks_are_as_they_were_given() {
    let (model, _) = model();
    assert_eq!(model.name(), "m");
    assert_eq!(model.blocks(), ["(1) first", "(2) second"]);
    assert_eq!(rows(&model), [("low", Some(0)), ("high", Some(1))]);
    assert_eq!(Assignment::from(vec![1, 4, -2]).values(), [1, 4, -2]);
}

#[test]
fn promises_of_integrality_are_made_and_taken_back() {
    let (mut model, [.., y]) = model();
    assert_eq!(implied(&model), [false, false, true]);
    model.require_integer(y);
    assert_eq!(implied(&model), [false; 3]);
    assert_eq!(implied(&model.relaxed()), [true; 3]);
}

#[test]
fn rows_are_dropped_and_keep_their_blocks() {
    let (mut model, _) = model();
    model.retain(&[false, true]);
    assert_eq!(rows(&model), [("high", Some(1))]);
}

#[test]
fn an_objective_becomes_a_row_or_is_taken() {
    let (mut model, _) = model();
    let mut other = model.clone();
    assert_eq!(other.take_objective().map(|objective| objective.sense), Some(Sense::Maximize));
    assert!(other.objective().is_none() && other.constraints().len() == 2);
    model.fix_objective("best", 7);
    assert!(model.objective().is_none());
    // x + 3 = 7
    for (x, holds) in [(4, true), (5, false)] {
        assert_eq!(model.check(&Assignment::from(vec![0, x, 1])).is_ok(), holds);
    }
}

#[test]
fn equality_literals_are_interned_and_checked() {
    let mut model = Model::new("m");
    let x = model.integer("x", -2..=5);
    let b = model.binary("b");
    assert_eq!(model.is(x, -1), model.is(x, -1));
    assert_eq!(model.is(b, 1), b.into());
    assert_eq!(model.is(b, 0), !Literal::from(b));
    let minus_one = model.is(x, -1).var();
    let never = model.is(x, 9).var();
    assert_eq!(model.variable(minus_one).name, "x_is_m1");
    assert_eq!(model.variable(never).upper, 0);

    let good: Assignment = vec![-1, 0, 1, 0].into();
    assert_eq!(model.check(&good), Ok(()));
    for bad in [vec![-1, 0, 0, 0], vec![3, 0, 1, 0], vec![6, 0, 0, 0], vec![3, 0, 0, 1]] {
        assert!(model.check(&bad.into()).is_err());
    }
}
