//! What a model keeps and gives back, and what its constraints allow.

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

// What rows and other constraints allow, at the edges too.

/// `count` 0/1 variables and the literals of a circuit over the given arcs.
fn circuit(nodes: usize, arcs: &[(usize, usize)]) -> Constraint {
    let literal = |i| Literal::from(Var::from_index(i));
    let arcs = arcs.iter().enumerate().map(|(i, &(from, to))| Arc { from, to, literal: literal(i) }).collect();
    Circuit { nodes, arcs }.into()
}

#[test]
fn linear_bounds_are_exact_at_the_edge_of_the_numbers() {
    let x = Var::from_index(0);
    let row: Constraint = Linear::new().plus(i64::MAX, x).at_most(i64::MAX).into();
    assert!(row.holds(&vec![1].into()));
    assert!(!row.holds(&vec![2].into()));
}

#[test]
fn a_half_reified_row_says_nothing_without_its_literal() {
    let (x, b) = (Var::from_index(0), Var::from_index(1));
    let row: Constraint = Linear::from(x).at_most(3).only_if(b.into()).into();
    assert!(row.holds(&vec![9, 0].into()));
    assert!(!row.holds(&vec![9, 1].into()));
    let negated: Constraint = Linear::from(x).at_most(3).only_if(!Literal::from(b)).into();
    assert!(!negated.holds(&vec![9, 0].into()));
}

#[test]
fn a_circuit_is_one_cycle_and_skips_nodes_by_their_self_arcs() {
    // Arcs 0→1, 1→0, 2→3, 3→2, 1→2, 3→0, and the self-arcs of 2 and 3.
    let c = circuit(4, &[(0, 1), (1, 0), (2, 3), (3, 2), (1, 2), (3, 0), (2, 2), (3, 3)]);
    assert!(c.holds(&vec![1, 0, 1, 0, 1, 1, 0, 0].into()), "0 1 2 3");
    assert!(c.holds(&vec![1, 1, 0, 0, 0, 0, 1, 1].into()), "0 1 with 2 and 3 skipped");
    assert!(!c.holds(&vec![1, 1, 1, 1, 0, 0, 0, 0].into()), "two cycles");
    assert!(!c.holds(&vec![1, 0, 0, 0, 0, 0, 1, 1].into()), "1 is not left");
    assert!(!c.holds(&vec![1, 1, 0, 0, 0, 0, 0, 0].into()), "2 has no arc");
    assert!(circuit(1, &[(0, 0)]).holds(&vec![1].into()), "everything skipped");
}

#[test]
fn tables_and_all_different_compare_whole_values() {
    let vars: Vec<Var> = (0..2).map(Var::from_index).collect();
    let table: Constraint = Table::new(vars.clone(), [1, 2, 3, -4].into()).into();
    assert!(table.holds(&vec![3, -4].into()));
    assert!(!table.holds(&vec![1, -4].into()));
    assert!(!Constraint::AllDifferent(vars.clone()).holds(&vec![7, 7].into()));
    assert!(Constraint::AllDifferent(vars).holds(&vec![7, -7].into()));
}

#[test]
fn constants_move_into_the_bounds_and_terms_merge() {
    let x = Var::from_index(0);
    let row = Linear::new().plus(2, x).plus_constant(5).plus(-1, x).plus_literal(1, !Literal::from(x)).at_most(7);
    // 2x + 5 − x + (1 − x) ≤ 7 is 0 ≤ 1.
    assert!(row.terms().is_empty());
    assert_eq!(row.upper(), Some(1));
}

#[test]
fn a_row_is_tight_at_its_bounds_and_beyond() {
    let [x, y] = [0, 1].map(Var::from_index);
    let sum = Linear::new().plus(3, x).plus(-2, y);
    // 3 · 0.5 − 2 · 0.25 = 1
    let point = [0.5, 0.25];
    for (lower, upper, tight) in [(0, 2, false), (1, 2, true), (2, 3, true), (0, 1, true), (-1, 0, true)] {
        assert_eq!(sum.clone().between(lower, upper).is_tight_at(&point), tight, "{lower} {upper}");
    }
    assert!(!sum.clone().at_least(0).is_tight_at(&point) && sum.clone().at_least(1).is_tight_at(&point));
    assert!(!sum.clone().at_most(2).is_tight_at(&point) && sum.at_most(1).is_tight_at(&point));
    // As near as linear programs come.
    let near = |x: f64, row: &LinearConstraint| row.is_tight_at(&[x]);
    let (least, most) = (Linear::from(x).at_least(1), Linear::from(x).at_most(1));
    assert!(near(1.000_000_9, &least) && !near(1.000_001_1, &least));
    assert!(near(0.999_999_1, &most) && !near(0.999_998_9, &most));
}

#[test]
fn occurrences_count_conditions_too() {
    let [x, y] = [0, 1].map(Var::from_index);
    let row = Linear::from(x).plus(1, y).at_most(3);
    let rows: [(Constraint, usize); 5] = [
        (row.clone().into(), 2),
        (row.only_if(x.into()).into(), 3),
        (Constraint::AllDifferent(vec![x, y]), 2),
        (Table::new(vec![x, y], [1, 2, 3, 4, 5, 6].into()).into(), 2),
        (circuit(2, &[(0, 1), (1, 0), (0, 0)]), 3),
    ];
    for (constraint, count) in rows {
        assert_eq!(constraint.variable_count(), count, "{constraint:?}");
    }
}

#[test]
fn what_does_not_hold_says_why() {
    let mut model = Model::new("m");
    let [x, y] = ["x", "y"].map(|name| model.integer(name, 0..=3));
    let sum = Linear::from(x).plus(2, y);
    let rows: [(Constraint, &str); 6] = [
        (sum.clone().between(1, 3).into(), "the sum is 9, outside 1..=3"),
        (sum.clone().at_most(-1).into(), "the sum is 9, outside −∞..=-1"),
        (sum.at_least(10).into(), "the sum is 9, outside 10..=∞"),
        (Constraint::AllDifferent(vec![x, y]), "the values are not all different: x=3 y=3"),
        (Table::new(vec![y, x], [1, 2].into()).into(), "no allowed tuple is y=3 x=3"),
        (circuit(2, &[(0, 0)]), "the used arcs are not one circuit over 2 nodes"),
    ];
    for (constraint, reason) in rows {
        assert_eq!(constraint.describe(&model, &vec![3, 3].into()), reason);
    }
}
