//! No answer is accepted that fails the rules: a puzzle whose search and encodings give wrong answers in every possible way.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

use schemars::schema_for;
use serde::{Deserialize, Serialize};
use tumble::backend::{Backend, BackendEntry, BackendError, Kind, Outcome};
use tumble::lower::Lowering;
use tumble::model::{Capabilities, Linear, Model, Sense};
use tumble::puzzle::{
    Count, Encoding, Extras, Formulation, MovesError, NoMoves, Puzzle, PuzzleEntry, Searched, erased,
};
use tumble::render::{BoardScene, Scene};
use tumble::run::{Control, Request, Stop, Verdict};
use tumble::solve::{self, Method, ModelError, Options, Problem, SEARCH, SolveError, solve_model};

/// A puzzle: name the largest number up to a limit, which is at least 1.
#[derive(Clone, Debug)]
struct Largest {
    limit: i64,
    /// What the search answers.
    searched: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Number {
    number: i64,
    /// Added after solving; the only valid name is "n".
    #[serde(default)]
    name: Option<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("{0} is over the limit, or has a wrong name")]
struct OverTheLimit(i64);

impl Puzzle for Largest {
    type Solution = Number;
    type Breach = OverTheLimit;
    const ENCODINGS: &'static [Encoding<Self>] = &[
        Encoding::new("honest", "", |_, _| 1, |puzzle, _| encoding(puzzle.limit, 0, 0).into()),
        Encoding::new("too-loose", "", |_, _| 1, |puzzle, _| encoding(puzzle.limit + 1, 0, 0).into()),
        Encoding::new("decodes-wrongly", "", |_, _| 1, |puzzle, _| encoding(puzzle.limit, 1, 0).into()),
        Encoding::new("counts-wrongly", "", |_, _| 1, |puzzle, _| encoding(puzzle.limit, 0, 1).into()),
        Encoding::new("counts-too-little", "", |_, _| 1, |puzzle, _| encoding(puzzle.limit, 0, -1).into()),
        Encoding::new("says-it-is-smaller", "", |_, _| 0, |puzzle, _| encoding(puzzle.limit, 0, 0).into()),
    ];

    fn sense(&self) -> Option<Sense> {
        Some(Sense::Maximize)
    }

    fn infeasible_because(&self) -> Option<String> {
        None
    }

    fn search(&self, _: &Request<'_>) -> Searched<Number> {
        Searched::new(Verdict::Optimal(Number { number: self.searched, name: None }), 1)
    }

    fn count(&self, _: bool, _: &Request<'_>) -> Count {
        Count::none(false)
    }

    fn verify(&self, solution: &Number) -> Result<Option<i64>, OverTheLimit> {
        let named = solution.name.as_ref().is_none_or(|name| name == "n");
        if solution.number <= self.limit && named {
            Ok(Some(solution.number))
        } else {
            Err(OverTheLimit(solution.number))
        }
    }

    fn solution_of_moves(&self, _: &str, _: Option<&str>) -> Result<Number, MovesError<OverTheLimit>> {
        Err(MovesError::Unreadable("it has no moves".into()))
    }

    fn scene(&self, _: Option<&Number>) -> Scene {
        BoardScene::new("", tumble::geometry::Board::new(1, 1, &[]).unwrap()).into()
    }

    fn answer(&self, _: &Number) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The largest number up to `limit`; the solution is off by `shift`, the objective by `bonus`.
fn encoding(limit: i64, shift: i64, bonus: i64) -> Formulation<Number> {
    let mut model = Model::new("largest");
    let number = model.integer("number", 1..=1000);
    model.add("limit", Linear::from(number).at_most(limit));
    model.set_objective(Sense::Maximize, Linear::from(number).plus_constant(bonus));
    Formulation::new(model, Box::new(move |values| Ok(Number { number: values[number] + shift, name: None })))
}

static ENTRY: PuzzleEntry = PuzzleEntry::of::<Largest>(
    "largest",
    "",
    || schema_for!(i64),
    |_, _| Ok(erased(Largest { limit: 5, searched: 5 }, &Extras::NONE)),
);

fn problem(puzzle: Largest, extras: &'static Extras<Largest>) -> Problem {
    Problem { model: "test".into(), puzzle: &ENTRY, instance: erased(puzzle, extras) }
}

fn solved(problem: &Problem, method: Method, encoding: Option<&str>) -> Result<Option<i64>, SolveError> {
    let options = Options { encoding: encoding.map(str::to_owned), ..Options::default() };
    solve::solve(problem, method, &options, &Request::unlimited()).map(|report| report.objective)
}

#[test]
fn a_search_that_breaks_the_rules_is_found_out() {
    let honest = problem(Largest { limit: 5, searched: 5 }, &Extras::NONE);
    assert_eq!(solved(&honest, Method::Search, None).unwrap(), Some(5));
    let lying = problem(Largest { limit: 5, searched: 6 }, &Extras::NONE);
    assert!(matches!(solved(&lying, Method::Search, None), Err(SolveError::Wrong { .. })));
}

#[test]
fn encodings_that_lie_are_found_out() {
    let problem = problem(Largest { limit: 5, searched: 5 }, &Extras::NONE);
    for solver in Method::available().into_iter().filter(|method| method.name() != SEARCH) {
        lies_are_found_out(&problem, solver);
    }
}

fn lies_are_found_out(problem: &Problem, solver: Method) {
    assert_eq!(solved(problem, solver, Some("honest")).unwrap(), Some(5));
    for (encoding, why) in [
        ("too-loose", "over the limit"),
        ("decodes-wrongly", "over the limit"),
        ("counts-wrongly", "objective of Some(5)"),
    ] {
        let error = solved(problem, solver, Some(encoding)).unwrap_err();
        assert!(matches!(error, SolveError::Wrong { .. }) && error.to_string().contains(why), "{error}");
    }
}

/// A solver that answers every model with 3, as proved optimal or not.
struct Three {
    proved: bool,
}

impl Backend for Three {
    fn version(&self) -> String {
        "1".into()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    fn solve(&self, _: &Model, _: &Request<'_>) -> Result<Outcome, BackendError> {
        let solution = vec![3.0];
        Ok(Outcome::of(if self.proved {
            Verdict::Optimal(solution)
        } else {
            Verdict::Feasible { solution, bound: None, stop: Stop::TimeLimit }
        }))
    }
}

const fn three(find: fn() -> Result<&'static dyn Backend, String>) -> BackendEntry {
    BackendEntry { name: "three", summary: "", kind: Kind::Library, needs: "", find }
}

#[test]
fn the_rules_may_count_more_than_the_model_only_for_what_is_not_proved_optimal() {
    static PROVED: BackendEntry = three(|| Ok(&Three { proved: true }));
    static STOPPED: BackendEntry = three(|| Ok(&Three { proved: false }));
    let problem = problem(Largest { limit: 5, searched: 5 }, &Extras::NONE);
    for (entry, encoding, accepted) in [
        (&PROVED, "honest", true),
        (&PROVED, "counts-too-little", false),
        (&PROVED, "counts-wrongly", false),
        (&STOPPED, "honest", true),
        (&STOPPED, "counts-too-little", true),
        (&STOPPED, "counts-wrongly", false),
    ] {
        let answer = solved(&problem, Method::Backend(entry, entry.backend().unwrap()), Some(encoding));
        match answer {
            Ok(objective) => assert!(accepted && objective == Some(3), "{encoding}: {objective:?}"),
            Err(SolveError::Wrong { .. }) => assert!(!accepted, "{encoding}"),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn moves_that_are_added_are_replayed_too() {
    static BREAKS: Extras<Largest> = Extras {
        add_moves: Some(|_, solution, _| Ok((Number { name: Some("m".into()), ..*solution }, None))),
        ..Extras::NONE
    };
    static FINDS_NONE: Extras<Largest> = Extras { add_moves: Some(|_, _, _| Err(NoMoves)), ..Extras::NONE };
    static STOPPED: Extras<Largest> = Extras {
        add_moves: Some(|_, solution, _| Ok((Number { name: Some("n".into()), ..*solution }, Some(Stop::TimeLimit)))),
        ..Extras::NONE
    };
    for extras in [&BREAKS, &FINDS_NONE] {
        let lying = problem(Largest { limit: 5, searched: 5 }, extras);
        assert!(matches!(solved(&lying, Method::Search, None), Err(SolveError::Wrong { .. })));
    }
    let stopped = problem(Largest { limit: 5, searched: 5 }, &STOPPED);
    let report = solve::solve(&stopped, Method::Search, &Options::default(), &Request::unlimited()).unwrap();
    assert_eq!(report.solution.unwrap()["name"], "n");
    assert_eq!(report.reason.unwrap(), "the search for fewer moves was stopped by the time limit");
}

/// A solver that returns the same values for every model.
struct Stubborn(Vec<f64>);

impl Backend for Stubborn {
    fn version(&self) -> String {
        "1".into()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    fn solve(&self, _: &Model, _: &Request<'_>) -> Result<Outcome, BackendError> {
        Ok(Outcome::of(Verdict::Optimal(self.0.clone())))
    }
}

#[test]
fn values_of_a_solver_are_rounded_and_checked_against_the_model() {
    let mut model = Model::new("test");
    let (x, y) = (model.integer("x", 0..=10), model.binary("y"));
    model.add("sum", Linear::from(x).plus(1, y).at_most(4));
    model.set_objective(Sense::Maximize, Linear::from(x));
    let answer = |values: &[f64]| {
        solve_model(&model, &Stubborn(values.to_vec()), &Lowering::default(), &Request::new(Control::unlimited()))
    };
    let rounded = answer(&[2.999_999_9, 1e-9]).unwrap();
    assert_eq!((rounded.objective, rounded.verdict.solution().unwrap()[x]), (Some(3), 3));
    for wrong in [&[4.0, 1.0][..], &[11.0, 0.0], &[-1.0, 0.0], &[f64::NAN, 0.0], &[1e300, 0.0], &[3.0]] {
        assert!(matches!(answer(wrong), Err(ModelError::Wrong { .. })), "{wrong:?}");
    }
}

#[test]
fn a_size_formula_that_is_too_small_is_found_out() {
    let problem = problem(Largest { limit: 5, searched: 5 }, &Extras::NONE);
    let Err(error) = problem.instance.encode("says-it-is-smaller") else { panic!("it has one variable, not none") };
    assert_eq!(error.to_string(), "encoding says-it-is-smaller built 1 variables, but its size formula allows 0");
    assert!(!SolveError::from(error).is_usage());
}
