//! Rows that come and go, and when rounds of cuts end.

use std::cell::RefCell;

use super::*;
use crate::control::{Request, Stop};
use crate::model::{Linear, LinearConstraint, Model, Sense, Var};
use crate::session::{BackendError, Change, Claim, Ending, Receiver, Reload, Session, Task};

type Answer<'a> = Box<dyn FnMut() -> Claim + 'a>;

/// A solver of linear programs that says what it is told to say, and keeps the names of its rows.
struct Told<'a> {
    /// The names of the rows.
    loaded: Vec<String>,
    answer: Answer<'a>,
}

impl<'a> Told<'a> {
    fn new(answer: impl FnMut() -> Claim + 'a) -> Self {
        Self { loaded: Vec::new(), answer: Box::new(answer) }
    }
}

impl Reload for Told<'_> {
    fn load(&mut self, model: &Model) {
        self.loaded = model.constraints().iter().map(|row| row.name.clone()).collect();
    }
}

impl Session for Told<'_> {
    fn change(&mut self, change: Change) {
        match change {
            Change::Add(name, _) => {
                assert!(!self.loaded.contains(&name), "{name} is there");
                self.loaded.push(name);
            }
            Change::Retain(kept) => {
                assert_eq!(kept.len(), self.loaded.len());
                let mut kept = kept.iter();
                self.loaded.retain(|_| *kept.next().unwrap());
            }
        }
    }

    fn run(&mut self, _: &Task, _: &Request<'_>, _: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        Ok((self.answer)())
    }
}

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

fn nothing() -> Claim {
    Claim::of(Ending::Infeasible)
}

#[test]
fn rows_are_added_once_and_dropped_when_enough_of_them_were_idle_for_long() {
    let mut solver = Told::new(nothing);
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
    assert_eq!(solver.loaded, all);
}

#[test]
fn a_program_is_empty_only_where_a_ray_proves_it() {
    let answers = RefCell::new(vec![
        Claim { duals: Some(vec![1.0]), ..nothing() },
        Claim { duals: Some(vec![0.0]), ..nothing() },
        nothing(),
        Claim::stopped(Stop::Interrupted),
        Claim { duals: Some(vec![1.0]), ..Claim::optimal(vec![1.0; 6]) },
    ]);
    let mut solver = Told::new(|| answers.borrow_mut().remove(0));
    let mut narrow = program();
    (0..6).for_each(|i| narrow.set_range(Var::from_index(i), 2..=3));
    let mut lp = CutLp::<usize>::new(narrow, 2, &mut solver);
    let request = Request::unlimited();
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Empty)));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Unproved)));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Unproved)));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Stopped(Stop::Interrupted))));
    assert!(matches!(lp.solve(&request), Ok(Relaxed::Optimal(optimum)) if optimum.values == [1.0; 6]));
}

#[test]
fn a_solver_may_give_too_few_numbers() {
    let mut solver = Told::new(|| Claim { duals: Some(Vec::new()), ..Claim::optimal(vec![1.0]) });
    let mut lp = CutLp::<usize>::new(program(), 2, &mut solver);
    lp.add(vec![0, 1], row);
    let Ok(Relaxed::Optimal(optimum)) = lp.solve(&Request::unlimited()) else { panic!("it is an optimum") };
    assert_eq!((optimum.values, &*optimum.duals), (vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0], &[0.0; 3][..]));
    assert_eq!(lp.with_duals(&optimum.duals).count(), 2);
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
