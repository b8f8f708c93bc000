//! The parts of the search, and the search with a solver whose numbers mean nothing: they decide how long it takes, not what it finds.

#![allow(clippy::float_cmp, reason = "the numbers are exact")]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;

use proptest::prelude::*;

use super::branching::{Fractional, PseudoCosts};
use super::program::Program;
use super::tree::{Branched, Fixed, Node, Tree};
use super::*;
use crate::control::{Control, Event, Interrupt};
use crate::lp::tests::told::{Loaded, Told};
use crate::lp::{LpAnswer, Trial};
use crate::model::{Assignment, Constraint, Linear, Sense};

const THINGS: usize = 3;

/// Things to pack: whether one is packed, and up to two additions to it. A solution is the numbers of all variables.
#[derive(Debug)]
struct Packing {
    model: Model,
    things: Vec<Var>,
    /// All that fits, by value.
    solutions: Vec<Found<Vec<i64>>>,
}

impl Packing {
    /// With values and two kinds of weight of things, then of additions. Values are multiples of the unit.
    fn new(values: &[i64], weights: [&[i64]; 2], unit: i64) -> Self {
        let mut model = Model::new("packing");
        let things: Vec<Var> = (0..THINGS).map(|i| model.binary(format!("x{i}"))).collect();
        let additions: Vec<Var> = (0..THINGS).map(|i| model.integer(format!("y{i}"), 0..=2)).collect();
        let all: Vec<Var> = things.iter().chain(&additions).copied().collect();
        let sum = |numbers: &[i64]| all.iter().zip(numbers).fold(Linear::new(), |sum, (&var, &c)| sum.plus(c, var));
        for (i, numbers) in weights.into_iter().enumerate() {
            model.add(format!("weight_{i}"), sum(numbers).between(4, 20));
        }
        model.set_objective(Sense::Maximize, sum(values).times(unit.abs()).plus_constant(3 * unit));
        let choices = (0..6_i64.pow(THINGS as u32)).map(|code| {
            let digit = |i: usize| code / 6_i64.pow(i as u32) % 6;
            (0..THINGS).map(|i| digit(i) / 3).chain((0..THINGS).map(|i| digit(i) % 3)).collect::<Vec<i64>>()
        });
        let solutions = choices.filter(|values| (0..THINGS).all(|i| values[THINGS + i] <= 2 * values[i]));
        let solutions = solutions.filter_map(|values| {
            let assignment = Assignment::from(values.clone());
            model.check(&assignment).ok()?;
            let objective = model.objective()?.expression.value(&assignment);
            Some(Found { objective: objective.try_into().unwrap(), solution: values })
        });
        let mut solutions: Vec<_> = solutions.collect();
        solutions.sort_by_key(|found| found.objective);
        Self { model, things, solutions }
    }

    fn setup(&self, unit: i64, any: bool) -> Setup {
        Setup { model: self.model.clone(), candidates: self.things.clone(), any, unit }
    }
}

impl Task for Packing {
    /// That there are additions to a thing only if it is packed.
    type Cut = usize;
    type Solution = Vec<i64>;

    fn violated(&self, point: &Optimum) -> Vec<usize> {
        (0..THINGS).filter(|i| point.values[THINGS + i] > 2.0 * point.values[*i]).collect()
    }

    fn row(&self, i: &usize) -> LinearConstraint {
        Linear::from(Var::from_index(THINGS + i)).plus(-2, self.things[*i]).at_most(0)
    }

    fn best_of(&self, packed: &[bool]) -> Option<Found<Vec<i64>>> {
        let has = |found: &&Found<Vec<i64>>| packed.iter().zip(&found.solution).all(|(&is, &x)| i64::from(is) == x);
        self.solutions.iter().rev().find(has).cloned()
    }

    /// A solution where there are duals at all: rows of the model first, then the cuts.
    fn guess(
        &self,
        duals: &[f64],
        cuts: &mut dyn Iterator<Item = (&usize, f64)>,
        _: &Request<'_>,
    ) -> Option<Found<Vec<i64>>> {
        let rows = self.model.constraints().len();
        let is_dual = |dual: f64| duals[rows..].iter().any(|other| other.to_bits() == dual.to_bits());
        cuts.for_each(|(&cut, dual)| assert!(cut < THINGS && is_dual(dual)));
        self.solutions.get(duals.len() % 5).cloned()
    }
}

fn packings() -> impl Strategy<Value = (Packing, i64)> {
    let numbers = |range: std::ops::Range<i64>| prop::collection::vec(range, 2 * THINGS);
    let weights = (numbers(1..9), numbers(1..9));
    (numbers(-3..20), weights, prop::sample::select(vec![1i64, -1, 2, -2]))
        .prop_map(|(values, (a, b), unit)| (Packing::new(&values, [&a, &b], unit), unit))
}

/// A solver that says these numbers one after the other, whatever it is asked.
fn babbler(numbers: &[f64]) -> Told<'_> {
    let mut numbers = numbers.iter().copied().cycle();
    let take = move |count: usize| numbers.by_ref().take(count).collect::<Vec<f64>>();
    let take = Rc::new(RefCell::new(take));
    let other = take.clone();
    let answer = move |loaded: &Loaded| {
        let mut take = take.borrow_mut();
        let duals = take(loaded.rows.len());
        match take(1)[0] {
            kind if kind < -0.8 => LpAnswer::Infeasible { ray: Some(duals) },
            kind if kind < -0.6 => LpAnswer::Infeasible { ray: None },
            kind => {
                let values = take(loaded.ranges.len()).into_iter().map(f64::abs);
                let values = values.map(|value| if kind < 0.5 { value } else { value.round() }).collect();
                LpAnswer::Optimal(Optimum { values, duals })
            }
        }
    };
    Told::new(answer).trying(move |loaded, trials| {
        let trial = |_| {
            let mut take = other.borrow_mut();
            let duals = take(loaded.rows.len());
            match take(1)[0] {
                kind if kind < -0.5 => Trial::Nothing,
                kind if kind < 0.0 => Trial::Ray(duals),
                _ => Trial::Duals(duals),
            }
        };
        trials.iter().skip(1).map(trial).collect()
    })
}

fn numbers() -> impl Strategy<Value = Vec<f64>> {
    let number = prop_oneof![9 => -1.0..1.0, 1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, -7.0, 1e300])];
    prop::collection::vec(number, 1..200)
}

proptest! {
    #[test]
    fn no_numbers_of_the_solver_hide_the_best_solution(
        (packing, unit) in packings(),
        numbers in numbers(),
        known in any::<prop::sample::Index>(),
        has_known: bool,
    ) {
        let known = (has_known && !packing.solutions.is_empty())
            .then(|| packing.solutions[known.index(packing.solutions.len())].clone());
        let mut solver = babbler(&numbers);
        let ended = solve(&packing, &packing.setup(unit, false), known, &mut solver, &Request::unlimited()).unwrap();
        let best = packing.solutions.last().map(|found| found.objective);
        prop_assert_eq!(ended.best.as_ref().map(|found| found.objective), best);
        prop_assert!(ended.best.is_none_or(|found| packing.solutions.contains(&found)));
        prop_assert_eq!((ended.bound, ended.stop), (best, None));
        prop_assert_eq!(ended.cuts, solver.loaded.added as u64);
        prop_assert!(ended.rounds <= ended.cuts && (ended.rounds > 0) == (ended.cuts > 0));
        if let (Some(bound), Some(best)) = (ended.root_bound, best) {
            let bound = bound * unit as f64;
            prop_assert!(bound > best as f64 - 1e-6 * bound.abs());
        }
        let seen: Vec<i64> = ended.incumbents.iter().map(|incumbent| incumbent.objective * unit).collect();
        prop_assert!(seen.is_sorted_by(|a, b| a < b) && seen.last().copied() == best);
    }

    #[test]
    fn any_solution_ends_a_search_for_any(packing in packings(), numbers in numbers()) {
        let (packing, unit) = packing;
        let mut solver = babbler(&numbers);
        let ended = solve(&packing, &packing.setup(unit, true), None, &mut solver, &Request::unlimited()).unwrap();
        prop_assert_eq!(ended.best.is_some(), !packing.solutions.is_empty());
        prop_assert!(ended.incumbents.len() <= 1 && ended.bound.is_none() && ended.root_bound.is_none());
    }

    #[test]
    fn a_search_that_is_stopped_has_a_bound_that_holds(
        (packing, unit) in packings(),
        numbers in numbers(),
        looks in 0u64..12,
    ) {
        let (lines, reported) = (Mutex::new(Vec::new()), Mutex::new(None));
        let observer = |event: &Event<'_>| match event {
            Event::Log(line) => lines.lock().unwrap().push((*line).to_owned()),
            Event::Progress(progress) => {
                *reported.lock().unwrap() = progress.incumbent;
                let best = packing.solutions.last().map(|found| found.objective as f64 / unit as f64);
                if let (Some(bound), Some(best)) = (progress.bound, best) {
                    assert!((bound - best) * unit as f64 >= -1e-9 * bound.abs(), "{bound} {best}");
                }
            }
            _ => {}
        };
        let control = Control::new(None, Interrupt::after_looks(looks), &observer);
        let request = Request { log: true, ..Request::new(control) };
        let mut solver = babbler(&numbers);
        let ended = solve(&packing, &packing.setup(unit, false), None, &mut solver, &request).unwrap();
        let best = packing.solutions.last().map(|found| found.objective);
        if let (Some(bound), Some(best)) = (ended.bound, best) {
            prop_assert!(bound >= best);
        }
        prop_assert!(ended.bound != Some(i64::MAX), "which stands for none");
        prop_assert_eq!(reported.into_inner().unwrap(), ended.incumbents.last().map(|found| found.objective));
        if ended.stop.is_none() {
            prop_assert_eq!(ended.best.map(|found| found.objective), best);
        }
        prop_assert!(looks > 0 || (ended.nodes == 0 && ended.stop.is_some()));
        prop_assert!(lines.into_inner().unwrap().iter().all(|line| line.contains("open") && line.contains("cuts")));
    }
}

/// Good numbers make it short: with the duals of the optimum one node is enough. The root bound is in what users see.
#[test]
fn good_duals_end_a_search_at_its_root() {
    for unit in [1, 2] {
        let packing = Packing::new(&[9, 1, 1, 0, 0, 0], [&[9, 9, 9, 0, 0, 0], &[9, 9, 9, 0, 0, 0]], unit);
        // Of three things of weight 9 two fit: 9 + 1, and the duals of the program, 1/9 for a row, give 11 − 7/9.
        let good = Optimum { values: vec![1.0, 1.0, 0.2, 0.0, 0.0, 0.0], duals: vec![unit as f64 / 9.0, 0.0] };
        let mut solver = Told::new(|loaded| {
            let mut optimum = good.clone();
            optimum.duals.resize(loaded.rows.len(), 0.0);
            LpAnswer::Optimal(optimum)
        });
        let known = packing.solutions.last().cloned();
        let ended = solve(&packing, &packing.setup(unit, false), known, &mut solver, &Request::unlimited()).unwrap();
        assert_eq!((ended.nodes, ended.bound, ended.cuts), (1, Some(13 * unit), 0));
        assert!((ended.root_bound.unwrap() - 13.222).abs() < 1e-3, "{:?}", ended.root_bound);
    }
}

#[test]
fn a_program_has_the_ranges_of_its_node_and_the_rows_of_what_is_excluded() {
    let packing = Packing::new(&[9, 1, 1, 2, 1, 1], [&[9, 9, 9, 1, 1, 1], &[9, 9, 9, 1, 1, 1]], 1);
    let setup = packing.setup(1, false);
    let mut solver = Told::new(|_| LpAnswer::Infeasible { ray: None });
    let mut program = Program::new(&packing, &setup, &mut solver);
    assert_eq!(program.others(), 3);
    let mut node = Tree::new(THINGS, program.others()).pop().unwrap();
    node.fixed.fix(1, true);
    node.fixed.fix(2, false);
    node.absent[0] = true;
    program.enter(&node);
    let bound = program.bound(&Optimum { values: vec![0.0; 6], duals: vec![0.0, 0.0] });
    program.mark_absent(&bound, &mut node.absent, |_| false);
    assert_eq!(&*node.absent, &[true, false, false], "what is absent stays so");
    // Without the others: 9 + 1, the constant, 1 for each of them that is 1, and 2 for each that is 2.
    program.mark_absent(&bound, &mut node.absent, |floor| floor <= 16);
    assert_eq!(&*node.absent, &[true, false, false]);
    program.mark_absent(&bound, &mut node.absent, |floor| floor <= 17);
    assert_eq!(&*node.absent, &[true, true, true]);
    let point = Optimum { values: vec![0.0, 0.0, 0.0, 1.0, 1.0, 0.0], duals: vec![0.0; 4] };
    assert!(program.tighten(&point) && !program.tighten(&point));
    assert_eq!((program.rounds, program.cuts), (1, 2));
    assert!(program.exclude(vec![true, false, true]) && !program.exclude(vec![true, false, true]));
    assert_eq!((program.rounds, program.cuts), (2, 3));
    drop(program);
    assert_eq!(solver.loaded.ranges, [(0, 1), (1, 1), (0, 0), (0, 0), (0, 2), (0, 2)]);
    let row = Constraint::Linear(solver.loaded.last.unwrap());
    for code in 0..8 {
        let values: Vec<i64> = (0..6).map(|i| code >> i & 1).collect();
        assert_eq!(row.holds(&values.into()), code != 0b101, "{code:b}");
    }
}

fn branched(candidate: usize, value: bool, change: f64) -> Branched {
    Branched { candidate, value, change, before: 10.0 }
}

#[test]
fn pseudo_costs_are_the_average_falls_each_way() {
    let mut costs = PseudoCosts::new(3);
    let falls = |costs: &PseudoCosts, candidate: usize| {
        let mut values = [0.0; 3];
        values[candidate] = 0.25;
        costs.fractional(&Fixed::nothing(3), &values)[0].falls
    };
    assert_eq!(falls(&costs, 1), [0.25, 0.75], "nothing is known");
    costs.observe(branched(1, false, 0.5), 8.0);
    costs.observe(branched(1, false, 0.5), 9.0);
    costs.observe(branched(1, true, 0.25), 9.0);
    // 4 and 2 down, 4 up, for a whole change.
    assert_eq!(falls(&costs, 1), [0.75, 3.0]);
    assert_eq!(falls(&costs, 0), [0.75, 3.0], "those of all candidates");
    // A bound that rises has fallen by nothing; what changes nothing, or is no number, tells nothing.
    costs.observe(branched(2, true, 0.5), 11.0);
    costs.observe(branched(2, false, 1e-7), 0.0);
    costs.observe(branched(2, false, 0.5), f64::NEG_INFINITY);
    assert_eq!(falls(&costs, 2), [0.75, 0.0]);
    assert_eq!(falls(&costs, 0), [0.75, 1.5]);
}

#[test]
fn the_candidate_with_the_largest_falls_both_ways_comes_first() {
    let fractional = |falls| Fractional { candidate: 0, value: 0.5, falls };
    assert_eq!(fractional([2.0, 3.0]).score(), 6.0);
    assert_eq!(fractional([2.0, 0.0]).score(), 2e-3);
    let mut costs = PseudoCosts::new(4);
    costs.observe(branched(2, true, 1.0), 7.0);
    let mut fixed = Fixed::nothing(4);
    fixed.fix(3, true);
    // Candidate 1 is integral, up to rounding, 3 is fixed.
    let list = costs.fractional(&fixed, &[0.5, 1e-7, 0.5, 0.5]);
    assert_eq!(list.iter().map(|f| f.candidate).collect::<Vec<_>>(), [0, 2]);
    costs.observe(branched(2, true, 1.0), -7.0);
    let list = costs.fractional(&fixed, &[0.5, 1.0 - 1e-7, 0.75, 0.5]);
    assert_eq!(list.iter().map(|f| f.candidate).collect::<Vec<_>>(), [0, 2]);
    let to_one = list[1].branched(true, 4.0);
    assert_eq!((to_one.candidate, to_one.value, to_one.change, to_one.before), (2, true, 0.25, 4.0));
    assert_eq!(list[1].branched(false, 4.0).change, 0.75);
}

#[test]
fn the_best_candidates_that_are_not_reliable_are_tried() {
    let mut costs = PseudoCosts::new(6);
    for candidate in [0, 2] {
        for value in [false, true].repeat(4) {
            costs.observe(branched(candidate, value, 1.0), 9.0 - candidate as f64);
        }
    }
    for value in [true, true, true, true, false, false, false] {
        costs.observe(branched(4, value, 1.0), 2.0);
    }
    let mut list: Vec<Fractional> =
        [4, 2, 1, 0, 3, 5].map(|candidate| Fractional { candidate, value: 0.5, falls: [1.0; 2] }).into();
    let reliable = costs.unreliable(&mut list);
    // Of the first four, 0 and 2 are reliable, and 4 is not, for want of one observation.
    assert_eq!(reliable, 4);
    let candidates = |list: &[Fractional]| {
        let mut candidates: Vec<usize> = list.iter().map(|f| f.candidate).collect();
        candidates.sort_unstable();
        candidates
    };
    assert_eq!((candidates(&list[..reliable]), candidates(&list[reliable..])), (vec![0, 2, 3, 5], vec![1, 4]));
}

#[test]
fn nodes_are_taken_depth_first_and_the_largest_bound_holds_for_all() {
    let mut tree = Tree::new(2, 3);
    assert_eq!((tree.len(), tree.bound()), (1, Some(i64::MAX)));
    let root = tree.pop().unwrap();
    assert_eq!((root.absent.len(), root.fixed.free().collect::<Vec<_>>()), (3, vec![0, 1]));
    assert!(tree.pop().is_none() && tree.bound().is_none());
    for bound in [5, 9, 7] {
        tree.push(Node { bound, ..root.clone() });
    }
    assert_eq!((tree.len(), tree.bound()), (3, Some(9)));
    assert_eq!(tree.pop().map(|node| node.bound), Some(7));
    let mut fixed = Fixed::nothing(2);
    assert_eq!(fixed.all(), None);
    fixed.fix(1, true);
    assert_eq!((fixed.free().collect::<Vec<_>>(), fixed.all()), (vec![0], None));
    fixed.fix(0, false);
    assert_eq!(
        (fixed.all(), fixed.values().collect::<Vec<_>>()),
        (Some(vec![false, true]), vec![Some(false), Some(true)])
    );
}
