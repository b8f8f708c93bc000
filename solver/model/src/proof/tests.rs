//! Proofs of random statements, with a solver of linear programs that knows nothing: the tree alone has to find the proof. The statements
//! are decided by plain enumeration, and the checker, which shares no code with the writer, has the last word.

use std::sync::Mutex;

use proptest::prelude::*;

use super::{Effort, RefuteError, Separate, Statement, refute};
use crate::checker::check;
use crate::control::{Control, Event, Interrupt, Request};
use crate::format::opb;
use crate::format::tests::shared::{self, at_least};
use crate::format::zero_one::Row;
use crate::lp::tests::told::{Loaded, Told};
use crate::lp::{LpAnswer, Optimum, Trial};
use crate::model::{Assignment, Constraint, Linear, LinearConstraint, Model, Var};

/// Says now that there is a point, and always gives the same, now that there is none; duals and rays are nothing.
fn blind() -> Told<'static> {
    let mut calls = 0;
    Told::new(move |loaded| {
        calls += 1;
        let values = loaded.ranges.iter().map(|&(lower, upper)| (lower + upper) as f64 / 2.0).collect();
        match calls % 3 {
            0 => LpAnswer::Infeasible { ray: Some(vec![1.0; loaded.rows.len()]) },
            1 => LpAnswer::Optimal(Optimum { values, duals: vec![-0.5; loaded.rows.len()] }),
            _ => LpAnswer::Infeasible { ray: None },
        }
    })
    .trying(|loaded, trials| {
        let duals = || vec![-0.25; loaded.rows.len()];
        let trial = |i: usize| match i % 3 {
            0 => Trial::Duals(duals()),
            1 => Trial::Ray(duals()),
            _ => Trial::Nothing,
        };
        (0..trials.len()).map(trial).collect()
    })
}

/// Rows over integers in 0..=2 and −1..=1 and 0/1 variables, each a sum with small coefficients, at least a bound or equal to it.
fn statements() -> impl Strategy<Value = Model> {
    let row = (prop::collection::vec(-3i64..=3, 5), -4i64..=5, prop::bool::weighted(0.2));
    prop::collection::vec(row, 3..9).prop_map(|rows| {
        let mut model = Model::new("random");
        let ranges = [0..=1, 0..=1, 0..=2, -1..=1, 0..=1];
        let vars: Vec<Var> =
            ranges.into_iter().enumerate().map(|(i, range)| model.integer(format!("v{i}"), range)).collect();
        with_rows(model, &vars, rows)
    })
}

/// The model with rows of coefficients and a bound, which the sum is at least or is equal to.
pub(super) fn with_rows(mut model: Model, vars: &[Var], rows: Vec<(Vec<i64>, i64, bool)>) -> Model {
    for (r, (coefficients, bound, is_equality)) in rows.into_iter().enumerate() {
        let sum = vars.iter().zip(coefficients).fold(Linear::new(), |sum, (&var, c)| sum.plus(c, var));
        model.add(format!("r{r}"), if is_equality { sum.equals(bound) } else { sum.at_least(bound) });
    }
    model
}

/// Whether some values satisfy a model, by trying all.
fn is_satisfiable(model: &Model) -> bool {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for variable in model.variables() {
        let extended = all.iter().flat_map(|values| {
            (variable.lower..=variable.upper).map(move |value| [values.as_slice(), &[value]].concat())
        });
        all = extended.collect();
    }
    all.into_iter().any(|values| model.check(&Assignment::from(values)).is_ok())
}

/// The statement and its proof.
fn proof_of(model: &Model, has_cutoff: bool) -> Result<(String, String), RefuteError> {
    let statement = Statement::new(model, has_cutoff).unwrap();
    let mut proof = Vec::new();
    refute(&statement, &|_| Vec::new(), &mut blind(), &Request::unlimited(), &mut proof)?;
    Ok((opb::write(model, &[]).unwrap(), String::from_utf8(proof).unwrap()))
}

/// Fails unless the statement of a model has a proof, and one that holds, or some values satisfy the model.
pub(super) fn proved_exactly_if_unsatisfiable(
    model: &Model,
    proof: Result<(String, String), RefuteError>,
) -> Result<(), TestCaseError> {
    match proof {
        Ok((statement, proof)) => {
            prop_assert!(!is_satisfiable(model));
            let checked = check(&statement, &mut proof.as_bytes(), &|_| false);
            prop_assert!(checked.is_ok(), "{checked:?}\n{statement}{proof}");
        }
        Err(error) => {
            prop_assert!(matches!(error, RefuteError::False), "{error}");
            prop_assert!(is_satisfiable(model), "{}", opb::write(model, &[]).unwrap());
        }
    }
    Ok(())
}

/// Compares a proof, of whatever version, with the recorded one, whose steps were read over.
pub(super) fn compare(name: &str, proof: &str) {
    shared::compare(&format!("proof/recorded/{name}"), &proof.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

fn holds(statement: &str, proof: &str) -> bool {
    check(statement, &mut proof.as_bytes(), &|_| false).is_ok()
}

/// A text with a change: a digit, a dropped line, a cut, two lines exchanged.
fn changed(text: &str, how: usize, place: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = place % lines.len();
    match how % 4 {
        0 => {
            let digits: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
            if digits.is_empty() {
                return text.to_owned();
            }
            let at = digits[place % digits.len()];
            let digit = (u32::from(text.as_bytes()[at] - b'0') + 1 + how as u32 / 4 % 9) % 10;
            return format!("{}{digit}{}", &text[..at], &text[at + 1..]);
        }
        1 => drop(lines.remove(line)),
        2 => lines.truncate(line),
        _ => lines.swap(line, (line + 1 + how / 4) % text.lines().count()),
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

proptest! {
    #[test]
    fn a_statement_has_a_proof_exactly_if_no_values_satisfy_it(model in statements(), has_cutoff: bool) {
        proved_exactly_if_unsatisfiable(&model, proof_of(&model, has_cutoff))?;
    }

    /// Some rows are cuts, which are found at points of linear programs. Where no point of use is told, a proof may not be found.
    #[test]
    fn a_proof_with_cuts_is_one_of_the_statement_with_those_cuts(model in statements(), kept in 1usize..4) {
        let mut rows = model.clone();
        rows.retain(&(0..model.constraints().len()).map(|row| row < kept).collect::<Vec<_>>());
        let statement = Statement::new(&rows, false).unwrap();
        let hidden: Vec<(LinearConstraint, Row)> = model.constraints()[kept.min(model.constraints().len())..]
            .iter()
            .filter_map(|named| {
                let Constraint::Linear(row) = &named.constraint else { return None };
                Some((row.clone(), statement.row(row)?))
            })
            .collect();
        let violated = |point: &[f64]| {
            let sum = |row: &LinearConstraint| row.terms().iter().map(|&(var, a)| a as f64 * point[var.index()]).sum::<f64>();
            let side = |bound: Option<i64>, default: f64| bound.map_or(default, |bound| bound as f64);
            let is_violated = |row: &LinearConstraint| {
                !(side(row.lower(), f64::NEG_INFINITY)..=side(row.upper(), f64::INFINITY)).contains(&sum(row))
            };
            hidden.iter().filter(|(row, _)| is_violated(row)).map(|(_, row)| row.clone()).collect()
        };
        let mut proof = Vec::new();
        let Ok(refuted) = refute(&statement, &violated, &mut blind(), &Request::unlimited(), &mut proof) else {
            return Ok(());
        };
        prop_assert!(!is_satisfiable(&model));
        prop_assert_eq!(refuted.bytes, proof.len() as u64);
        for cut in &refuted.cuts {
            let place = hidden.iter().position(|(_, row)| row == cut).unwrap();
            rows.add(format!("cut_{}", rows.constraints().len()), hidden[place].0.clone());
        }
        prop_assert!(holds(&opb::write(&rows, &[]).unwrap(), std::str::from_utf8(&proof).unwrap()));
    }

    #[test]
    fn no_proof_of_a_false_statement_is_accepted(
        model in statements(),
        other in statements(),
        changes in prop::collection::vec((any::<u16>(), any::<u16>()), 1..4),
    ) {
        let Ok((_, mut proof)) = proof_of(&model, false) else { return Ok(()) };
        for (how, place) in changes {
            if !proof.is_empty() {
                proof = changed(&proof, usize::from(how), usize::from(place));
            }
        }
        for model in [&model, &other] {
            let statement = opb::write(model, &[]).unwrap();
            prop_assert!(!holds(&statement, &proof) || !is_satisfiable(model), "{statement}{proof}");
        }
    }
}

#[test]
fn most_changes_of_a_proof_are_refused() {
    let mut model = Model::new("pigeons");
    let x: Vec<Var> = (0..12).map(|i| model.binary(format!("x{i}"))).collect();
    for pigeon in 0..4 {
        model.add(format!("p{pigeon}"), Linear::sum(x[3 * pigeon..][..3].iter().copied()).at_least(1));
    }
    for hole in 0..3 {
        let here = (0..4).map(|pigeon| x[3 * pigeon + hole]);
        model.add(format!("h{hole}"), Linear::sum(here).at_most(1));
    }
    let (statement, proof) = proof_of(&model, false).unwrap();
    assert!(holds(&statement, &proof));
    let lines = proof.lines().count();
    // Nothing that is cut short holds, and hardly a line can be left out.
    assert!((0..lines).all(|line| !holds(&statement, &changed(&proof, 2, line))));
    let left_out = (0..lines).filter(|&line| !holds(&statement, &changed(&proof, 1, line))).count();
    assert!(left_out * 2 > lines, "{left_out} of {lines}");
    let digits = (0..300).filter(|&place| !holds(&statement, &changed(&proof, 0, place))).count();
    assert!(digits > 200, "{digits} of 300");
}

/// Two rows that no integers satisfy but fractions do.
pub(super) fn odd() -> Model {
    let mut model = Model::new("odd");
    let vars: Vec<Var> = (0..4).map(|i| model.integer(format!("v{i}"), 0..=1 + i64::from(i == 3))).collect();
    let rows = vec![(vec![2, -2, 2, 2], 3, true), (vec![1, 1, 0, -1], 0, false)];
    with_rows(model, &vars, rows)
}

/// The tree needs decisions, and joins what closes them.
#[test]
fn a_proof_by_a_tree_is_the_recorded_one_and_tells_of_its_nodes() {
    let model = odd();
    let statement = Statement::new(&model, false).unwrap();
    let (nodes, lines) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let observer = |event: &Event<'_>| match event {
        Event::Progress(progress) => nodes.lock().unwrap().push(progress.nodes.unwrap()),
        Event::Log(line) => lines.lock().unwrap().push((*line).to_owned()),
        _ => {}
    };
    let control = Control::new(None, Interrupt::default(), &observer);
    let request = Request { log: true, ..Request::new(control) };
    let mut proof = Vec::new();
    let refuted = refute(&statement, &|_| Vec::new(), &mut blind(), &request, &mut proof).unwrap();
    let proof = String::from_utf8(proof).unwrap();
    assert!(holds(&opb::write(&model, &[]).unwrap(), &proof));
    compare("tree.pbp", &proof);
    let Effort::LinearPrograms(last) = refuted.effort else { panic!("{:?}", refuted.effort) };
    // The last node ends the proof.
    assert!(nodes.into_inner().unwrap().into_iter().eq(1..last) && last > 20, "{last}");
    assert!(lines.into_inner().unwrap().iter().all(|line| line.contains("depth") && line.contains("cuts      0")));
}

#[test]
fn a_statement_knows_its_size_and_what_is_branched_on_first() {
    let mut model = odd_cycle();
    let y = model.implied_integer("y", 0..=2);
    let statement = Statement::new(&model, false).unwrap();
    assert_eq!((statement.size(), statement.goal), ((5, 4), None));
    assert_eq!(statement.is_first, [true, true, true, false, false]);
    let row = at_least(&[(-3, 4), (-3, 5)], -4);
    assert_eq!(statement.row(&Linear::new().plus(3, y).at_most(4)), Some(row));
    assert_eq!(statement.row(&Linear::new().plus(3, y).between(1, 4)), None);
    assert_eq!(Statement::new(&model, true).unwrap().goal, Some(3));
    let efforts = [Effort::LinearPrograms(1), Effort::LinearPrograms(20), Effort::Clauses(1)];
    let words = efforts.map(|effort| effort.to_string());
    assert_eq!(words, ["1 linear program", "20 linear programs", "1 derived clause"]);
}

/// No two of three variables are 1, and at least two are: the cutoff, if there is one.
fn odd_cycle() -> Model {
    let mut model = Model::new("odd cycle");
    let x: Vec<Var> = (0..3).map(|i| model.binary(format!("x{i}"))).collect();
    for (i, j) in [(0, 1), (1, 2), (0, 2)] {
        model.add(format!("not_{i}_{j}"), Linear::sum([x[i], x[j]]).at_most(1));
    }
    model.add("two", Linear::sum(x).at_least(2));
    model
}

/// What a proof takes, the rows that it needs beyond those of the statement, and its rules.
fn told(
    statement: &Statement,
    separate: &Separate<'_>,
    answer: impl FnMut(&Loaded) -> LpAnswer,
) -> (Effort, Vec<Row>, Vec<String>) {
    let mut proof = Vec::new();
    let refuted = refute(statement, separate, &mut Told::new(answer), &Request::unlimited(), &mut proof).unwrap();
    let proof = String::from_utf8(proof).unwrap();
    let rules = proof.lines().filter(|line| line.starts_with("pol") || line.starts_with("rup"));
    (refuted.effort, refuted.cuts, rules.map(str::to_owned).collect())
}

#[test]
fn good_duals_and_good_rays_prove_a_statement_at_the_root() {
    let model = odd_cycle();
    let optimum =
        |values: [f64; 3], duals: &[f64]| LpAnswer::Optimal(Optimum { values: values.to_vec(), duals: duals.to_vec() });
    let statement = Statement::new(&model, true).unwrap();
    let by_duals = told(&statement, &|_| Vec::new(), |loaded| {
        assert_eq!(loaded.rows, ["r0", "r1", "r2"], "the cutoff is the objective");
        let terms = |terms: &[(Var, i64)]| terms.iter().map(|&(var, a)| (var.index(), a)).collect::<Vec<_>>();
        let Constraint::Linear(row) = &loaded.model.constraints()[1].constraint else { panic!() };
        assert_eq!((terms(row.terms()), row.lower(), row.upper()), (vec![(1, -1), (2, -1)], Some(-1), None));
        assert_eq!(terms(loaded.model.objective().unwrap().expression.terms()), [(0, 1), (1, 1), (2, 1)]);
        optimum([0.5; 3], &[-0.5; 3])
    });
    let sum = vec!["pol 1 2 + 3 + 4 2 * +;".to_owned()];
    assert_eq!(by_duals, (Effort::LinearPrograms(1), vec![], sum.clone()));
    let statement = Statement::new(&model, false).unwrap();
    for sign in [1.0, -1.0] {
        let by_ray = told(&statement, &|_| Vec::new(), |loaded| {
            let ray = [-0.5, -0.5, -0.5, -1.0][..loaded.rows.len()].iter().map(|dual| sign * dual);
            LpAnswer::Infeasible { ray: Some(ray.collect()) }
        });
        assert_eq!(by_ray, (Effort::LinearPrograms(1), vec![], sum.clone()), "{sign}");
    }
    // One row less, which is found as a cut.
    let mut fewer = model.clone();
    fewer.retain(&[true, true, false, true]);
    let statement = Statement::new(&fewer, true).unwrap();
    let cut = Statement::new(&model, true).unwrap().form.rows[2].clone();
    let separate = |point: &[f64]| if point[0] + point[2] > 1.0 { vec![cut.clone()] } else { Vec::new() };
    let with_cut = told(&statement, &separate, |loaded| match loaded.rows.len() {
        2 => optimum([1.0, 0.0, 1.0], &[-1.0, 0.0]),
        _ => optimum([0.5; 3], &[-0.5; 3]),
    });
    let sum = vec!["pol 1 2 + 3 2 * + 4 +;".to_owned()];
    assert_eq!(with_cut, (Effort::LinearPrograms(1), vec![cut.clone()], sum));
}
