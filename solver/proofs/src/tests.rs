//! Proofs, with a solver that tries all values and tells how. The statements are decided by plain enumeration, and VeriPB has the last word.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use proptest::prelude::*;

use self::shared::{at_least, choices, holds};
use super::Side;
use super::translation::{Translation, add_sums};
use super::writer::{Clause, Writer};
use super::{RefuteError, Statement, refute};
use tumble_formats::opb;
use tumble_formats::zero_one::Row;
use tumble_model::control::{Request, Stop};
use tumble_model::model::{Assignment, Linear, Model, Var};
use tumble_model::session::Lit;
use tumble_model::session::{BackendError, Change, Claim, Ending, Found, Receiver, Session, Step, Task};

#[allow(dead_code, reason = "files need all of it")]
#[path = "../../formats/src/tests/shared.rs"]
mod shared;

/// Tries values for one variable after the other, and propagates.
#[derive(Default)]
struct Plain {
    clauses: Vec<Vec<Lit>>,
    /// The number of clauses so far, given and derived.
    count: u64,
    /// Whether it tells a wrong step.
    lies: bool,
}

impl Plain {
    /// Propagates; the clauses that did, in order, and whether one of them is violated.
    fn propagate(&self, trail: &mut Vec<Lit>) -> (Vec<u64>, bool) {
        let mut used = Vec::new();
        loop {
            let before = trail.len();
            for (i, clause) in self.clauses.iter().enumerate() {
                if clause.iter().any(|literal| trail.contains(literal)) {
                    continue;
                }
                let open: Vec<Lit> = clause.iter().copied().filter(|&literal| !trail.contains(&!literal)).collect();
                if open.len() < 2 {
                    used.push(i as u64 + 1);
                    trail.extend(&open);
                }
                if open.is_empty() {
                    return (used, true);
                }
            }
            if trail.len() == before {
                return (used, false);
            }
        }
    }

    /// Refutes some decisions: the number of the clause that says so. Otherwise values.
    fn search(&mut self, decisions: &[Lit], steps: &mut dyn FnMut(Step) -> ControlFlow<()>) -> Result<u64, Vec<Lit>> {
        let mut trail = decisions.to_vec();
        let (mut hints, is_violated) = self.propagate(&mut trail);
        if !is_violated {
            let variables = self.clauses.iter().flatten().map(|literal| literal.number().abs()).max().unwrap_or(0);
            let is_open = |v: &i32| !trail.iter().any(|literal| literal.number().abs() == *v);
            let Some(open) = (1..=variables).find(is_open) else { return Err(trail) };
            let open = Lit::positive(open);
            let children = [open, !open].map(|literal| self.search(&[decisions, &[literal]].concat(), steps));
            for child in children {
                hints.push(child?);
            }
            // The clauses of the children come first: one forces the literal, the other is violated then.
            hints.rotate_right(2);
        }
        self.count += 1;
        let clause: Vec<Lit> = decisions.iter().map(|&literal| !literal).collect();
        let clause = if self.lies && decisions.len() == 1 { Vec::new() } else { clause };
        let children = hints[..hints.len().min(2)].to_vec();
        let _ = steps(Step::Derived { number: self.count, clause, hints });
        if !is_violated {
            for child in children {
                let _ = steps(Step::Deleted(child));
            }
        }
        Ok(self.count)
    }
}

impl Session for Plain {
    fn change(&mut self, _: Change) {
        unreachable!("the clauses are all that counts");
    }

    fn run(&mut self, task: &Task, _: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        let Task::Refute(clauses) = task else { unreachable!("only clauses are refuted") };
        let mut steps = |step| found(Found::Step(step));
        self.clauses.extend_from_slice(clauses);
        for _ in clauses {
            self.count += 1;
            if steps(Step::Given(self.count)) == ControlFlow::Break(()) {
                return Ok(Claim::stopped(Stop::Interrupted));
            }
        }
        Ok(match self.search(&[], &mut steps) {
            Ok(_) => {
                // A solver may go on with steps that mean nothing.
                let _ = steps(Step::Derived { number: self.count + 1, clause: vec![Lit::positive(1)], hints: vec![] });
                let _ = steps(Step::Deleted(self.count));
                Claim::of(Ending::Infeasible)
            }
            Err(trail) => {
                let variables = trail.iter().map(|literal| literal.number().abs()).max().unwrap_or(0);
                let value = |v| f64::from(u8::from(trail.contains(&Lit::positive(v))));
                Claim::optimal((1..=variables).map(value).collect())
            }
        })
    }
}

/// The model with rows of coefficients and a bound, which the sum is at least or is equal to.
fn with_rows(mut model: Model, vars: &[Var], rows: Vec<(Vec<i64>, i64, bool)>) -> Model {
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

/// Compares a proof, of whatever version, with the recorded one, whose steps were read over.
fn compare(name: &str, proof: &str) {
    shared::compare(&format!("recorded/{name}"), &proof.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

/// Two rows that no integers satisfy but fractions do.
fn odd() -> Model {
    let mut model = Model::new("odd");
    let vars: Vec<Var> = (0..4).map(|i| model.integer(format!("v{i}"), 0..=1 + i64::from(i == 3))).collect();
    let rows = vec![(vec![2, -2, 2, 2], 3, true), (vec![1, 1, 0, -1], 0, false)];
    with_rows(model, &vars, rows)
}

/// The statement and its proof.
fn proof_of(model: &Model) -> Result<(String, String), RefuteError> {
    let statement = Statement::new(model).unwrap();
    let mut proof = Vec::new();
    refute(&statement, &|_| Vec::new(), &mut Plain::default(), &Request::unlimited(), &mut proof)?;
    Ok((opb::write(model, &[]).unwrap(), String::from_utf8(proof).unwrap()))
}

/// Whether VeriPB accepts a proof. Without VeriPB, where nobody promises it, every proof is taken.
fn holds_by_veripb(statement: &str, proof: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let [opb, pbp] = [("x.opb", statement), ("x.pbp", proof)].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    });
    match std::process::Command::new("veripb").args([opb, pbp]).output() {
        Ok(output) => {
            output.status.success() && String::from_utf8_lossy(&output.stdout).contains("s VERIFIED UNSATISFIABLE")
        }
        Err(error) => {
            assert!(std::env::var_os("TUMBLE_VERIPB").is_none(), "veripb: {error}");
            true
        }
    }
}

/// Rows over eight 0/1 variables and a variable in 0..=2.
fn statements() -> impl Strategy<Value = Model> {
    let row = (prop::collection::vec(-3i64..=3, 9), -4i64..=9, prop::bool::weighted(0.2));
    prop::collection::vec(row, 2..6).prop_map(|rows| {
        let mut model = Model::new("random");
        let vars: Vec<Var> = (0..9).map(|i| model.integer(format!("v{i}"), 0..=1 + i64::from(i == 8))).collect();
        with_rows(model, &vars, rows)
    })
}

/// Two sums of the same variables that contradict each other, of more terms than a row has clauses for.
fn sums(weights: &[i64], bound: i64) -> Model {
    let mut model = Model::new("sums");
    let sum = weights.iter().fold(Linear::new(), |sum, &weight| {
        let var = model.binary(format!("v{}", model.variables().len()));
        sum.plus(weight, var)
    });
    model.add("least", sum.clone().at_least(bound));
    model.add("most", sum.at_most(bound - 1));
    model
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_statement_has_a_proof_by_clauses_exactly_if_no_values_satisfy_it(model in statements()) {
        match proof_of(&model) {
            Ok((statement, proof)) => {
                prop_assert!(!is_satisfiable(&model));
                prop_assert!(holds_by_veripb(&statement, &proof), "{statement}{proof}");
            }
            Err(error) => {
                prop_assert!(matches!(error, RefuteError::False), "{error}");
                prop_assert!(is_satisfiable(&model), "{}", opb::write(&model, &[]).unwrap());
            }
        }
    }
}

#[test]
fn sums_of_many_terms_are_refuted_by_definitions() {
    for (weights, bound) in [
        (vec![1; 13], 6),
        (vec![1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], 9),
        (vec![5, -5, 3, 3, -3, 2, 2, 7, -1, 1, 1, 1], 4),
    ] {
        let (statement, proof) = proof_of(&sums(&weights, bound)).unwrap();
        assert!(proof.contains("\nred "), "{proof}");
        assert!(holds_by_veripb(&statement, &proof), "{statement}{proof}");
    }
}

/// The clauses of rows, each as the numbers of its literals.
fn clauses_of(rows: &[Row]) -> Vec<Vec<i32>> {
    let mut proof = Vec::new();
    let mut writer = Writer::new(&mut proof, rows).unwrap();
    let clauses = Translation::new(9).translate(rows, 0, &mut writer).unwrap();
    clauses.iter().map(|clause| clause.literals.iter().map(|literal| literal.number()).collect()).collect()
}

#[test]
fn clauses_are_the_minimal_violations_without_those_that_pairs_imply() {
    let rows = [
        at_least(&[(3, 1), (2, 2), (2, 3), (1, 4)], 4),
        at_least(&[(-1, 1), (-1, 2), (-1, 3)], -1),
        at_least(&[(-1, 1), (-1, 2), (-1, 4), (-1, 5)], -2),
        at_least(&[(2, 6), (-1, 7)], 1),
        at_least(&[(5, 8), (5, 9)], 3),
    ];
    // 3 of 8 has to be missing, so what adds up to 5 has to have a literal.
    let expected: [&[i32]; 10] = [
        // Rows that are pairs, or a clause, come first.
        &[-1, -2],
        &[-1, -3],
        &[-2, -3],
        &[6],
        &[8, 9],
        &[1, 2],
        &[1, 3],
        &[2, 3, 4],
        // Not 1, 2, 4 and not 1, 2, 5: 1 and 2 exclude each other.
        &[-1, -4, -5],
        &[-2, -4, -5],
    ];
    assert_eq!(clauses_of(&rows), expected);
    assert_eq!(clauses_of(&[at_least(&[(1, 1), (1, 2)], 3)]), [[0; 0]]);
    assert_eq!(clauses_of(&[at_least(&[(1, 1), (-1, 2)], -1)]), [[0; 0]; 0]);
}

proptest! {
    /// Also of rows whose clauses a pair of another row shortens.
    #[test]
    fn clauses_hold_exactly_where_the_rows_do(
        rows in prop::collection::vec((prop::collection::vec(-3i64..=3, 6), -5i64..=5, prop::bool::weighted(0.2)), 1..5),
    ) {
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|(coefficients, bound, is_equality)| {
                let terms: Vec<_> = coefficients.into_iter().zip(1..).filter(|&(a, _)| a != 0).collect();
                Row { terms, is_equality, bound }
            })
            .filter(|row| !row.terms.is_empty())
            .collect();
        let clauses = clauses_of(&rows);
        for choice in choices(6) {
            let is_true = |literal: &i32| choice[literal.unsigned_abs() as usize - 1] == (*literal > 0);
            let all = clauses.iter().all(|clause| clause.iter().any(is_true));
            prop_assert_eq!(all, rows.iter().all(|row| holds(row, &choice)), "{:?} {:?} {:?}", rows, clauses, choice);
        }
    }
}

#[test]
fn rows_of_many_terms_become_short_clauses() {
    let n = 40_000;
    for (degree, longest) in [(1, n), (2, 3), (1999, 0), (n as i64 - 1, 3)] {
        let rows = [Row { terms: (1..=n).map(|x| (1, x)).collect(), is_equality: false, bound: degree }];
        let mut proof = Vec::new();
        let mut writer = Writer::new(&mut proof, &rows).unwrap();
        let ended = Translation::new(n).translate(&rows, 0, &mut writer);
        assert!(matches!(ended, Ok(_) | Err(RefuteError::TooLarge { row: 1 })));
        let lengths = ended.ok().map(|clauses| clauses.iter().map(|clause| clause.literals.len()).max().unwrap());
        // Of sums of up to 1999 literals there are too many.
        assert_eq!(lengths.unwrap_or(0), longest, "at least {degree}");
    }
}

#[test]
fn a_step_that_does_not_follow_is_noticed() {
    let statement = Statement::new(&sums(&[1, 1, 1], 2)).unwrap();
    let mut solver = Plain { lies: true, ..Plain::default() };
    let ended = refute(&statement, &|_| Vec::new(), &mut solver, &Request::unlimited(), &mut Vec::new());
    assert!(matches!(ended, Err(RefuteError::Wrong)), "{ended:?}");
}

/// The definitions and clauses of a tree of sums.
#[test]
fn a_tree_of_sums_is_the_recorded_one() {
    let rows = [Row { terms: vec![(3, 1), (-2, 2), (2, 3), (1, 4), (-1, 5)], is_equality: true, bound: 2 }];
    let mut proof = Vec::new();
    let mut writer = Writer::new(&mut proof, &rows).unwrap();
    let mut variables = 5;
    let mut text = String::new();
    for side in Side::of(0, &rows[0]) {
        let mut clauses = Vec::new();
        add_sums(&mut variables, &side, &rows, &mut writer, &mut clauses).unwrap();
        writeln!(text, "{} {:?}", side.degree, side.terms).unwrap();
        for Clause { literals, by } in &clauses {
            writeln!(text, "{literals:?} {by:?}").unwrap();
        }
    }
    compare("sums.txt", &(String::from_utf8(proof).unwrap() + &text));
}

#[test]
fn a_proof_by_clauses_is_the_recorded_one() {
    let (statement, proof) = proof_of(&odd()).unwrap();
    assert!(holds_by_veripb(&statement, &proof));
    compare("clauses.pbp", &proof);
}

#[test]
fn a_statement_knows_its_size_and_further_rows() {
    let mut model = Model::new("sizes");
    model.binary("x");
    let y = model.implied_integer("y", 0..=2);
    model.add("row", Linear::from(y).at_most(1));
    let statement = Statement::new(&model).unwrap();
    assert_eq!(statement.size(), (3, 1));
    let row = at_least(&[(-3, 2), (-3, 3)], -4);
    assert_eq!(statement.row(&Linear::new().plus(3, y).at_most(4)), Some(row));
    assert_eq!(statement.row(&Linear::new().plus(3, y).between(1, 4)), None);
}

/// Values that satisfy the clauses are cut off as far as further rows are found for them: here one for each pair of variables that are 1.
#[test]
fn values_are_cut_off_until_none_are_left() {
    let mut model = Model::new("cuts");
    let vars: Vec<Var> = (0..4).map(|i| model.binary(format!("v{i}"))).collect();
    model.add("two", Linear::sum(vars.iter().copied()).at_least(2));
    let statement = Statement::new(&model).unwrap();
    let pair = |i: usize, j: usize| at_least(&[(-1, i + 1), (-1, j + 1)], -1);
    let separate = |point: &[f64]| {
        assert!(point.len() == 4 && point.iter().all(|value| [0.0, 1.0].contains(value)) && point.contains(&1.0));
        let ones: Vec<usize> = (0..4).filter(|&i| point[i] > 0.5).collect();
        ones.iter().flat_map(|&i| ones.iter().filter(move |&&j| i < j).map(move |&j| pair(i, j))).collect()
    };
    let mut proof = Vec::new();
    let request = Request::unlimited();
    let refuted = refute(&statement, &separate, &mut Plain::default(), &request, &mut proof).unwrap();
    assert!((3..=6).contains(&refuted.cuts.len()), "{:?}", refuted.cuts);
    let proof = String::from_utf8(proof).unwrap();
    assert_eq!(refuted.bytes, proof.len() as u64);
    // With the cuts the statement is a file whose proof this is.
    for Row { terms, bound, .. } in &refuted.cuts {
        let sum = terms.iter().fold(Linear::new(), |sum, &(a, x)| sum.plus(a, vars[x - 1]));
        model.add(format!("cut_{}", model.constraints().len()), sum.at_least(*bound));
    }
    assert!(refuted.derived > 0 && holds_by_veripb(&opb::write(&model, &[]).unwrap(), &proof));
}
