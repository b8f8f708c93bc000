//! No answer is accepted that fails the rules: a puzzle whose search and encodings give wrong answers in every possible way. And which pairs
//! of reports on one problem contradict each other.

use crate::common;
use schemars::schema_for;
use serde::{Deserialize, Serialize};
use tumble::backend::{Backend, BackendEntry, Claim, Ending, Kind, Session};
use tumble::control::{Control, Event, Extent, Incumbent, Request, Stop, Verdict};
use tumble::instance::{Document, InputError};
use tumble::lower::Lowering;
use tumble::model::{Assignment, Capabilities, Linear, Model, Sense};
use tumble::puzzle::{
    Choices, Count, Encoding, Endless, Formulation, Has, MovesError, NoMoves, Powers, Puzzle, PuzzleEntry, Search,
    Searched, Which, erased,
};
use tumble::render::{BoardScene, Scene};
use tumble::report::{Report, Status};
use tumble::session::WholeRuns;
use tumble::solve::{self, Method, ModelError, Options, Problem, SolveError, Solver, list_model, solve_model};

/// A puzzle: name the largest number up to a limit, which is at least 1.
#[derive(Clone, Debug)]
struct Largest {
    limit: i64,
    /// What the search answers.
    searched: i64,
    /// The name that is added afterwards, and whether the search for it is stopped; `None`: no name is found.
    named: Option<(&'static str, bool)>,
}

/// What answers rightly.
const HONEST: Largest = Largest { limit: 5, searched: 5, named: Some(("n", false)) };

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
    const NAME: &'static str = "largest";
    const SUMMARY: &'static str = "";
    type Solution = Number;
    type Breach = OverTheLimit;
    const ENCODINGS: &'static [Encoding<Self>] = &[
        Encoding::new("honest", "", |_, _| 1, |puzzle, _, _| encoding(puzzle.limit, 0, 0).into()),
        Encoding::new("too-loose", "", |_, _| 1, |puzzle, _, _| encoding(puzzle.limit + 1, 0, 0).into()),
        Encoding::new("decodes-wrongly", "", |_, _| 1, |puzzle, _, _| encoding(puzzle.limit, 1, 0).into()),
        Encoding::new("counts-wrongly", "", |_, _| 1, |puzzle, _, _| encoding(puzzle.limit, 0, 1).into()),
        Encoding::new("counts-too-little", "", |_, _| 1, |puzzle, _, _| encoding(puzzle.limit, 0, -1).into()),
        Encoding::new("says-it-is-smaller", "", |_, _| 0, |puzzle, _, _| encoding(puzzle.limit, 0, 0).into()),
    ];

    const SEARCHES: &'static [Search<Self>] = &[Search::direct(
        |puzzle, _| Ok(Searched::new(Verdict::Optimal(Number { number: puzzle.searched, name: None }), 1)),
        |puzzle, _, _| {
            let number = Number { number: puzzle.searched, name: None };
            let solutions = [number.clone(), number.clone(), number];
            Ok(Count::new(1_u8, Extent::All).endless(Endless { solutions, before: 0, length: puzzle.limit as u64 }))
        },
    )];
    const POWERS: Powers<Self> = Powers {
        // After five moves everything is as before.
        position: Some(|_, _, moves| Some((moves % 5).to_string())),
        add_moves: Some(|puzzle, solution, _| {
            let (name, is_stopped) = puzzle.named.ok_or(NoMoves)?;
            Ok((Number { name: Some(name.into()), ..*solution }, is_stopped.then_some(Stop::TimeLimit)))
        }),
        ..Powers::NONE
    };

    fn schema() -> schemars::Schema {
        schema_for!(i64)
    }

    fn read(_: &Document, _: &Choices) -> Result<Self, InputError> {
        Ok(HONEST)
    }

    fn sense(&self) -> Option<Sense> {
        Some(Sense::Maximize)
    }

    fn infeasible_because(&self) -> Option<String> {
        None
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
    let smaller = move |values: &Assignment| Linear::from(number).at_most(values[number] - 1);
    Formulation::new(model, Has::All, Box::new(move |values| Ok(Number { number: values[number] + shift, name: None })))
        .with_exclude(Box::new(smaller))
}

static ENTRY: PuzzleEntry = PuzzleEntry::of::<Largest>();

fn problem(puzzle: Largest) -> Problem {
    Problem::new("test".into(), &ENTRY, erased(puzzle))
}

fn solved(problem: &Problem, method: Method, encoding: Option<&str>) -> Result<Option<i64>, SolveError> {
    let options = Options { encoding: encoding.map(str::to_owned), ..Options::default() };
    solve::solve(problem, method, &options, &Request::unlimited()).map(|report| report.objective)
}

#[test]
fn infinitely_many_need_a_circle_that_the_rules_replay() {
    let count = |puzzle| solve::count(&problem(puzzle), Method::SEARCH, Which::All, &Request::unlimited());
    assert!(matches!(count(HONEST).unwrap().extent, Extent::Endless(_)));
    let wrong = |puzzle, why: &str| {
        let error = count(puzzle).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    wrong(Largest { searched: 6, ..HONEST }, "a solution with a circle is none");
    wrong(Largest { limit: 7, ..HONEST }, "does not lead back");
    wrong(Largest { limit: 0, searched: 0, ..HONEST }, "has no moves");
}

/// The same for a list, which has one solution.
fn listed(problem: &Problem, method: Method, encoding: &str) -> Result<Option<i64>, SolveError> {
    let options = Options { encoding: Some(encoding.into()), solutions: Some(9), ..Options::default() };
    let report = solve::solve(problem, method, &options, &Request::unlimited())?;
    assert_eq!((report.solutions.unwrap().len(), report.complete), (1, Some(true)), "{encoding}");
    Ok(report.objective)
}

#[test]
fn a_search_that_breaks_the_rules_is_found_out() {
    let honest = problem(HONEST);
    assert_eq!(solved(&honest, Method::SEARCH, None).unwrap(), Some(5));
    let lying = problem(Largest { searched: 6, ..HONEST });
    assert!(matches!(solved(&lying, Method::SEARCH, None), Err(SolveError::Wrong { .. })));
}

#[test]
fn encodings_that_lie_are_found_out() {
    let problem = problem(HONEST);
    for solver in Method::solvers() {
        lies_are_found_out(&problem, solver);
    }
}

fn lies_are_found_out(problem: &Problem, solver: Method) {
    assert_eq!(solved(problem, solver, Some("honest")).unwrap(), Some(5));
    assert_eq!(listed(problem, solver, "honest").unwrap(), Some(5));
    for (encoding, why) in [
        ("too-loose", "over the limit"),
        ("decodes-wrongly", "over the limit"),
        ("counts-wrongly", "objective of Some(5)"),
    ] {
        for error in
            [solved(problem, solver, Some(encoding)), listed(problem, solver, encoding)].map(Result::unwrap_err)
        {
            assert!(matches!(error, SolveError::Wrong { .. }) && error.to_string().contains(why), "{error}");
        }
    }
}

/// A solver that makes the same claim about every model; before it, it may report an incumbent.
struct Liar {
    claim: Claim,
    incumbent: Option<i64>,
}

impl Backend for Liar {
    fn version(&self) -> String {
        "1".into()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { relaxations: true, ..Capabilities::LINEAR }
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        option == "harmless"
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        Box::new(WholeRuns::new(model, |_, request| {
            if let Some(objective) = self.incumbent {
                let found = Incumbent { seconds: 0.0, objective };
                request.control.notify(&Event::Incumbent { found, values: &[objective as f64] });
            }
            Ok(self.claim.clone())
        }))
    }
}

static LIAR: BackendEntry = BackendEntry {
    name: "liar",
    summary: "",
    kind: Kind::Library,
    needs: "",
    find: || Err("made by the tests".into()),
};

/// The method of a solver that makes this claim.
fn claiming(ending: Ending, value: Option<f64>, bound: Option<f64>) -> Method {
    let claim = Claim { values: value.map(|value| vec![value]), bound, ..Claim::of(ending) };
    method(Liar { claim, incumbent: None })
}

fn method(liar: Liar) -> Method {
    Method::Model(Solver { entry: &LIAR, backend: Box::leak(Box::new(liar)) })
}

/// How a run ends: status, objective, bound.
fn said(method: Method, request: &Request<'_>) -> Result<(Status, Option<i64>, Option<i64>), SolveError> {
    let problem = problem(HONEST);
    let options = Options { encoding: Some("honest".into()), ..Options::default() };
    let report = solve::solve(&problem, method, &options, request)?;
    Ok((report.status, report.objective, report.bound))
}

fn stopped() -> Ending {
    Ending::Stopped(Stop::TimeLimit)
}

/// As the values of a flow with superfluous circles, which decoding leaves out: the rules count more than the model.
#[test]
fn a_list_begins_with_an_incumbent_whose_values_count_too_little() {
    let claim = Claim { bound: Some(5.0), ..Claim::of(stopped()) };
    let options = Options { encoding: Some("counts-too-little".into()), solutions: Some(9), ..Options::default() };
    let solver = method(Liar { claim, incumbent: Some(5) });
    let report = solve::solve(&problem(HONEST), solver, &options, &Request::unlimited()).unwrap();
    assert_eq!((report.status, report.objective, report.complete), (Status::Optimal, Some(5), Some(false)));
    assert_eq!(report.solutions.unwrap().len(), 1);
}

#[test]
fn an_incumbent_that_breaks_the_rules_is_none() {
    for (incumbent, expected) in [(5, (Status::Feasible, Some(5))), (6, (Status::Unknown, None))] {
        let solver = method(Liar { claim: Claim::of(stopped()), incumbent: Some(incumbent) });
        let options = Options { encoding: Some("too-loose".into()), ..Options::default() };
        let report = solve::solve(&problem(HONEST), solver, &options, &Request::unlimited()).unwrap();
        assert_eq!((report.status, report.objective), expected);
    }
}

#[test]
fn lies_that_contradict_themselves_are_caught_by_the_pipeline() {
    let request = Request::unlimited();
    for (ending, value, bound, expected) in [
        // Within a gap, as a caller may allow it.
        (Ending::Optimal, Some(3.0), Some(4.2), (Status::Feasible, Some(3), Some(4))),
        (Ending::Optimal, Some(3.0), Some(f64::INFINITY), (Status::Feasible, Some(3), None)),
        // A bound that its own solution beats.
        (Ending::Optimal, Some(4.0), Some(3.0), (Status::Feasible, Some(4), None)),
        (stopped(), Some(4.0), Some(3.0), (Status::Feasible, Some(4), None)),
        (Ending::Infeasible, Some(3.0), Some(3.0), (Status::Optimal, Some(3), Some(3))),
        (Ending::Optimal, None, Some(5.0), (Status::Unknown, None, Some(5))),
        (stopped(), Some(5.0), Some(5.3), (Status::Optimal, Some(5), Some(5))),
    ] {
        assert_eq!(said(claiming(ending.clone(), value, bound), &request).unwrap(), expected, "{ending:?} {value:?}");
    }
    let wrong = |liar| matches!(said(liar, &request), Err(SolveError::Wrong { .. }));
    assert!(wrong(claiming(Ending::Optimal, Some(7.0), Some(7.0))), "a solution that breaks the model");
    let claim = Claim::of(Ending::Infeasible);
    assert!(wrong(method(Liar { claim, incumbent: Some(4) })), "there was a solution before");
    for bound in [Some(3.0), None] {
        let claim = Claim { bound, ..Claim::optimal(vec![3.0]) };
        assert!(wrong(method(Liar { claim: claim.clone(), incumbent: Some(4) })), "there was a better one before");
        assert_eq!(said(method(Liar { claim, incumbent: Some(2) }), &request).unwrap().1, Some(3));
    }
    for (value, bound) in [(None, 3.0), (Some(vec![2.0]), 3.0)] {
        let claim = Claim { values: value, bound: Some(bound), ..Claim::of(stopped()) };
        let answer = said(method(Liar { claim, incumbent: Some(4) }), &request);
        assert_eq!(answer.unwrap(), (Status::Feasible, Some(4), None), "a bound that a solution beats is none");
    }
}

#[test]
fn lies_that_only_another_method_can_refute_are_caught_by_a_cross_check() {
    let problem = problem(HONEST);
    let options = Options { encoding: Some("honest".into()), ..Options::default() };
    let solve = |method| solve::solve(&problem, method, &options, &Request::unlimited()).unwrap();
    let truth = solve(Method::SEARCH);
    for (lie, is_caught) in [
        (claiming(Ending::Optimal, Some(5.0), Some(5.0)), false),
        (claiming(Ending::Optimal, Some(3.0), Some(3.0)), true),
        (claiming(Ending::Optimal, Some(3.0), None), true),
        (claiming(Ending::Infeasible, None, None), true),
        (claiming(stopped(), None, Some(4.0)), true),
        (claiming(stopped(), Some(3.0), Some(4.0)), true),
        (claiming(stopped(), Some(3.0), Some(5.0)), false),
    ] {
        let answer = solve(lie);
        let caught = solve::compare(problem.instance.sense(), &answer, &truth).is_err();
        assert_eq!(caught, is_caught, "{}", answer.headline());
    }
    // The bound of a relaxation is compared like any other.
    let liar = claiming(Ending::Optimal, Some(4.0), None).solver().unwrap();
    let relaxed = solve::relax(&problem, liar, &options, &Request::unlimited()).unwrap();
    assert_eq!(relaxed.bound, Some(4));
    assert!(solve::compare(problem.instance.sense(), &relaxed, &truth).is_err());
}

#[test]
fn a_point_of_a_linear_program_is_not_its_optimum() {
    let options = Options { encoding: Some("honest".into()), ..Options::default() };
    let relaxed = |ending| {
        let solver = claiming(ending, Some(4.0), None).solver().unwrap();
        let report = solve::relax(&problem(HONEST), solver, &options, &Request::unlimited()).unwrap();
        report.relaxation.unwrap().value
    };
    assert_eq!(relaxed(Ending::Optimal), Some(4.0));
    assert_eq!(relaxed(Ending::Stopped(Stop::Solver("its iterations".into()))), None);
}

#[test]
fn under_an_option_that_may_spoil_proofs_nothing_is_proved() {
    let with = |option: &str| Request { options: vec![(option.into(), "1".into())], ..Request::unlimited() };
    for (ending, value, expected) in [
        (Ending::Optimal, Some(5.0), (Status::Feasible, Some(5), None)),
        (Ending::Infeasible, None, (Status::Unknown, None, None)),
        (stopped(), None, (Status::Unknown, None, None)),
    ] {
        let method = claiming(ending, value, Some(5.0));
        assert_eq!(said(method, &with("cutoff")).unwrap(), expected);
        assert_ne!(said(method, &with("harmless")).unwrap(), expected);
    }
    let wrong = said(claiming(Ending::Optimal, Some(7.0), Some(7.0)), &with("cutoff")).unwrap_err();
    assert!(wrong.is_usage() && wrong.to_string().contains("cutoff"), "the option is to blame: {wrong}");
}

#[test]
fn the_rules_may_count_more_than_the_model_only_for_what_is_not_proved_optimal() {
    let proved = claiming(Ending::Optimal, Some(3.0), None);
    let stopped = claiming(stopped(), Some(3.0), None);
    let problem = problem(HONEST);
    for (method, encoding, accepted) in [
        (proved, "honest", true),
        (proved, "counts-too-little", false),
        (proved, "counts-wrongly", false),
        (stopped, "honest", true),
        (stopped, "counts-too-little", true),
        (stopped, "counts-wrongly", false),
    ] {
        let answer = solved(&problem, method, Some(encoding));
        match answer {
            Ok(objective) => assert!(accepted && objective == Some(3), "{encoding}: {objective:?}"),
            Err(SolveError::Wrong { .. }) => assert!(!accepted, "{encoding}"),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn moves_that_are_added_are_replayed_too() {
    for named in [Some(("m", false)), None] {
        let lying = problem(Largest { named, ..HONEST });
        assert!(matches!(solved(&lying, Method::SEARCH, None), Err(SolveError::Wrong { .. })));
    }
    let stopped = problem(Largest { named: Some(("n", true)), ..HONEST });
    let report = solve::solve(&stopped, Method::SEARCH, &Options::default(), &Request::unlimited()).unwrap();
    assert_eq!(report.solution.unwrap().json()["name"], "n");
    assert_eq!(report.reason.unwrap(), "the search for fewer moves was stopped by the time limit");
}

#[test]
fn values_of_a_solver_are_rounded_and_checked_against_the_model() {
    let mut model = Model::new("test");
    let (x, y) = (model.integer("x", 0..=10), model.binary("y"));
    model.add("sum", Linear::from(x).plus(1, y).at_most(4));
    model.set_objective(Sense::Maximize, Linear::from(x));
    let answer = |values: &[f64]| {
        let liar = Liar { claim: Claim::optimal(values.to_vec()), incumbent: None };
        solve_model(&model, &liar, &Lowering::default(), &Request::unlimited())
    };
    let rounded = answer(&[2.999_999_9, 1e-9]).unwrap();
    assert_eq!((rounded.objective, rounded.verdict.solution().unwrap()[x]), (Some(3), 3));
    for wrong in [&[4.0, 1.0][..], &[11.0, 0.0], &[-1.0, 0.0], &[f64::NAN, 0.0], &[1e300, 0.0], &[3.0]] {
        assert!(matches!(answer(wrong), Err(ModelError::Wrong { .. })), "{wrong:?}");
    }
}

/// A solution that is claimed again is excluded by then.
#[test]
fn solutions_of_a_list_are_checked_and_differ() {
    let mut model = Model::new("test");
    model.integer("x", 0..=10);
    let liar = Liar { claim: Claim::optimal(vec![3.0]), incumbent: None };
    let list = |limit| list_model(&model, &liar, &Lowering::default(), limit, &Request::unlimited());
    assert!(matches!(list(1), Err(ModelError::Wrong { .. })), "it looks for one more");
    let first = list(0).unwrap();
    assert!(first.solutions.is_empty() && !first.extent.is_all());
}

#[test]
fn a_size_formula_that_is_too_small_is_found_out() {
    let problem = problem(HONEST);
    let Err(error) = problem.instance.encode("says-it-is-smaller", &Control::unlimited()) else {
        panic!("it has one variable, not none")
    };
    assert_eq!(error.to_string(), "encoding says-it-is-smaller built 1 variables, but its size formula allows 0");
    assert!(!SolveError::from(error).is_usage());
}

fn report(status: Status, objective: Option<i64>, bound: Option<i64>) -> Report {
    let template = common::run(&common::problem(&common::corner(2, 2, "max", "")), Method::SEARCH, None);
    Report { status, objective, bound, ..template }
}

#[test]
fn contradictions_are_seen_from_both_sides() {
    use Status::{Feasible, Infeasible, Optimal, Unknown};
    let max = Some(Sense::Maximize);
    let min = Some(Sense::Minimize);
    let cases = [
        // Sense, one report, the other, whether they can both be true.
        (max, (Optimal, Some(37), Some(37)), (Optimal, Some(37), Some(37)), true),
        (max, (Optimal, Some(37), Some(37)), (Optimal, Some(36), Some(36)), false),
        (None, (Optimal, None, None), (Infeasible, None, None), false),
        (None, (Optimal, None, None), (Unknown, None, None), true),
        (max, (Infeasible, None, None), (Feasible, Some(3), None), false),
        (max, (Infeasible, None, None), (Unknown, None, Some(9)), true),
        (max, (Optimal, Some(37), Some(37)), (Feasible, Some(36), Some(40)), true),
        (max, (Optimal, Some(37), Some(37)), (Feasible, Some(38), Some(40)), false),
        (min, (Optimal, Some(37), Some(37)), (Feasible, Some(38), Some(20)), true),
        (min, (Optimal, Some(37), Some(37)), (Feasible, Some(36), Some(20)), false),
        (max, (Feasible, Some(60), Some(68)), (Optimal, Some(70), Some(70)), false),
        (max, (Feasible, Some(60), Some(68)), (Optimal, Some(68), Some(68)), true),
        (min, (Unknown, None, Some(25)), (Optimal, Some(24), Some(24)), false),
    ];
    for (sense, (s1, o1, b1), (s2, o2, b2), possible) in cases {
        let (a, b) = (report(s1, o1, b1), report(s2, o2, b2));
        assert_eq!(solve::compare(sense, &a, &b).is_ok(), possible, "{s1:?} {o1:?} {b1:?}, {s2:?} {o2:?} {b2:?}");
        assert_eq!(solve::compare(sense, &b, &a).is_ok(), possible, "{s2:?} {o2:?} {b2:?}, {s1:?} {o1:?} {b1:?}");
    }
}
