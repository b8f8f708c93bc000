//! Rows that come and go, and when rounds of cuts end.

pub(crate) mod told;

use std::cell::RefCell;

use self::told::Told;
use super::*;
use crate::model::{Linear, Sense};

/// The row x[i] ≤ 1.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "a row is given by reference")]
fn row(i: &usize) -> LinearConstraint {
    Linear::from(Var::from_index(*i)).at_most(1)
}

fn program() -> Model {
    let mut model = Model::new("m");
    let vars: Vec<Var> = (0..6).map(|i| model.integer(format!("x{i}"), 0..=3)).collect();
    model.add("fixed", Linear::sum(vars.iter().copied()).at_most(9));
    model.set_objective(Sense::Maximize, Linear::sum(vars));
    model
}

/// The names of the rows that are loaded.
fn rows<'m, R: Ord>(lp: &'m CutLp<'_, R>) -> Vec<&'m str> {
    lp.model().constraints().iter().map(|row| &*row.name).collect()
}

fn nothing() -> LpAnswer {
    LpAnswer::Infeasible { ray: None }
}

#[test]
fn rows_are_added_once_and_dropped_when_enough_of_them_were_idle_for_long() {
    let mut solver = Told::new(|_| nothing());
    let mut lp = CutLp::new(program(), 2, &mut solver);
    let mut exchange = |rows: Vec<usize>, duals: &[f64]| {
        lp.exchange(rows, duals, row).iter().map(|(row, idle)| (*row, *idle)).collect::<Vec<_>>()
    };
    assert_eq!(exchange(vec![2, 0, 2], &[1.0]), [(0, 0), (2, 0)]);
    assert_eq!(exchange(vec![0, 2], &[1.0, 0.0, 0.0]), [], "and the runs do not count");
    assert_eq!(exchange(vec![1, 0], &[1.0, 0.0, -1.0]), [(1, 0)]);
    // The first row is idle for the second time: one of three.
    assert_eq!(exchange(vec![3], &[1.0, 1e-10, 1.0, 1.0]), [(3, 0)]);
    assert_eq!(rows(&lp), ["fixed", "row_2", "row_3", "row_4"]);
    let duals = [5.0, 6.0, 7.0, 8.0];
    assert_eq!(lp.with_duals(&duals).collect::<Vec<_>>(), [(&2, 6.0), (&1, 7.0), (&3, 8.0)]);
    assert_eq!(lp.add(vec![4, 3], row), [(4, 0)]);
    assert!(lp.add(vec![4, 3], row).is_empty());
    assert_eq!(rows(&lp), ["fixed", "row_2", "row_3", "row_4", "row_5"]);
    // One of five is idle for long: too few.
    lp.exchange(vec![5], &[0.0, 0.0, 1.0, 0.0, 1.0], row);
    lp.exchange(vec![0], &[0.0, 0.0, 1.0, 1.0, 1.0, 1.0], row);
    let all = ["fixed", "row_2", "row_3", "row_4", "row_5", "row_6", "row_7"];
    assert_eq!(rows(&lp), all);
    assert_eq!(solver.loaded.rows, all);
}

#[test]
fn a_range_is_told_to_the_solver_if_it_changes_and_a_look_at_a_value_changes_nothing() {
    let mut solver = Told::new(|_| nothing());
    let x = Var::from_index(3);
    {
        let mut lp = CutLp::<usize>::new(program(), 2, &mut solver);
        lp.set_range(x, 1..=2);
        let ranges = |model: &Model| (model.variable(x).lower, model.variable(x).upper);
        assert_eq!(ranges(lp.model()), (1, 2));
        assert_eq!(lp.with_fixed(x, 2, ranges), (2, 2));
        assert_eq!(ranges(lp.model()), (1, 2));
        let shown = format!("{lp:?}");
        assert!(shown.starts_with("CutLp { model: ") && shown.contains("fixed: 1, rows: []"), "{shown}");
    }
    assert_eq!(solver.loaded.ranges[2..5], [(0, 3), (1, 2), (0, 3)]);
}

#[test]
fn a_program_is_empty_only_where_a_ray_proves_it() {
    let answers = RefCell::new(vec![
        LpAnswer::Infeasible { ray: Some(vec![1.0]) },
        LpAnswer::Infeasible { ray: Some(vec![0.0]) },
        nothing(),
        LpAnswer::Stopped(Stop::Interrupted),
        LpAnswer::Optimal(Optimum { values: vec![1.0; 6], duals: vec![1.0] }),
    ]);
    let mut solver = Told::new(|_| answers.borrow_mut().remove(0))
        .trying(|loaded, trials| vec![Trial::Duals(vec![loaded.rows.len() as f64]); trials.len()]);
    let mut lp = CutLp::<usize>::new(program(), 2, &mut solver);
    for i in 0..6 {
        lp.set_range(Var::from_index(i), 2..=3);
    }
    let request = Request::unlimited();
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Empty { ray }) if ray == [1.0]));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Unproved)));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Unproved)));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Stopped(Stop::Interrupted))));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Optimal(optimum)) if optimum.values == [1.0; 6]));
    let tried = lp.probe(&[(Var::from_index(0), 1); 3], 9, &request).unwrap();
    assert!(tried.len() == 3 && tried.iter().all(|trial| matches!(trial, Trial::Duals(duals) if *duals == [1.0])));
}

#[test]
fn rounds_end_when_some_of_them_gain_too_little() {
    let mut gains = Gains::new(Patience { rounds: 2, gain: 0.5 });
    let ended = [9.0, 8.9, 8.5, 8.45, 8.0, 7.75, 7.5, 7.26].map(|bound| gains.have_ended(bound));
    assert_eq!(ended, [false, false, false, true, false, false, false, true]);
    assert_eq!(gains.rounds(), 8);
    gains.restart();
    assert_eq!(gains.rounds(), 0);
    assert!(!gains.have_ended(1.0) && !gains.have_ended(1.0) && gains.have_ended(1.0));
    // Bounds of a minimisation rise.
    let mut gains = Gains::new(Patience { rounds: 1, gain: 0.5 });
    assert_eq!([1.0, 2.0, 2.4].map(|bound| gains.have_ended(bound)), [false, false, true]);
}
