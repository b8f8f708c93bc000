//! Branch and cut against direct search, with a solver of linear programs that is right and with any other.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::time::Duration;

use crate::common;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::backend::{self, Engine};
use tumble::control::{Control, Event, Interrupt, Request, Verdict};
use tumble::lp::{Bound, LpAnswer, LpFailure, LpSolver, Optimum, Trial, is_empty};
use tumble::model::{Linear, LinearConstraint, Model, Sense, Var};
use tumble::report::Status;
use tumble::solve::{Method, Options, Problem, solve};

fn branch_and_cut() -> Method {
    Method::bounded("branch-and-cut", None).unwrap()
}

/// Both methods' status, which has to be the same, as the objective.
fn agreed(text: &str) -> Status {
    let problem = common::problem(text);
    let [found, search] = [branch_and_cut(), Method::Search].map(|method| common::run(&problem, method, None));
    assert_eq!((found.status, found.objective), (search.status, search.objective), "{text}");
    found.status
}

#[test]
fn boards_up_to_3x3_have_the_answer_of_direct_search_in_all_variants() {
    let mut statuses = Vec::new();
    let longest = common::cases(2, 3);
    for (columns, rows) in (1..=3).flat_map(|columns| (1..=longest).map(move |rows| (columns, rows))) {
        for objective in ["max", "min", "any"] {
            for tour in ["", "closed = true", "closed = true\nrestore-orientation = true"] {
                let text = common::corner(columns, rows, objective, tour);
                let any_cell = text.replace("cell = [0, 0]", "");
                let any_die = text.replace("die = {", "handedness = \"left\" # {");
                let anything = any_die.replace("cell = [0, 0]", "");
                statuses.extend([text, any_cell, any_die, anything].map(|text| agreed(&text)));
            }
            for total in [10, 21, 31, 34] {
                let text = common::corner(columns, rows, objective, &format!("total = {total}"));
                statuses.extend([text.replace("cell = [0, 0]", ""), text].map(|text| agreed(&text)));
            }
        }
    }
    let solved = statuses.iter().filter(|&&status| status == Status::Optimal).count();
    let needed = common::cases(90, 150);
    assert!(solved > needed && statuses.len() - solved > needed, "{solved} of {} have a tour", statuses.len());
}

#[test]
fn random_boards_have_the_answer_of_direct_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    let mut solved = 0;
    for _ in 0..common::cases(40, 320) {
        let mut text = common::tours::random(&mut rng, &["max", "min", "max", "min", "any"]);
        if rng.random_bool(0.15) {
            let _ = writeln!(text, "total = {}", rng.random_range(10..50));
        }
        solved += usize::from(agreed(&text) == Status::Optimal);
    }
    assert!(solved > common::cases(12, 100), "{solved} have a tour");
}

#[test]
fn the_largest_and_the_smallest_sum_of_5x5_are_103_and_71() {
    for (objective, best) in [("max", 103), ("min", 71)] {
        let problem = common::problem(&common::corner(5, 5, objective, ""));
        let report = common::run(&problem, branch_and_cut(), None);
        assert_eq!((report.status, report.objective, report.bound), (Status::Optimal, Some(best), Some(best)));
        let stats = report.stats;
        assert!(stats.nodes.unwrap() > 1 && stats.cuts.unwrap() > 100 && stats.cut_rounds.unwrap() > 5);
        let gap = (stats.root_bound.unwrap() - best as f64) * if objective == "max" { 1.0 } else { -1.0 };
        assert!((0.0..4.0).contains(&gap), "{gap}");
        assert_eq!(stats.incumbents.unwrap().last().unwrap().objective, best);
    }
}

fn highs() -> Engine<'static> {
    Engine::here(backend::find("highs").unwrap().backend().unwrap())
}

#[test]
fn highs_tries_values_and_proves_that_a_program_is_empty() {
    // max 2x + y, x + y ≤ 1, x − y ≤ 0: 3/2 at (1/2, 1/2).
    let mut model = Model::new("m");
    let (x, y) = (model.implied_integer("x", 0..=1), model.implied_integer("y", 0..=1));
    model.add("one", Linear::sum([x, y]).at_most(1));
    model.add("order", Linear::from(x).plus(-1, y).at_most(0));
    model.set_objective(Sense::Maximize, Linear::new().plus(2, x).plus(1, y));
    let (mut engine, request) = (highs(), Request::unlimited());
    engine.load(&model);
    for _ in 0..2 {
        let outcome = engine.solve(&request).unwrap();
        assert!((Bound::new(&model, &outcome.duals.unwrap()).approximate() - 1.5).abs() < 1e-6);
        let tried = engine.probe(&[(x, 0), (x, 1), (y, 1)], 100, &request).unwrap();
        let [down, up, other] = &tried[..] else { panic!("{tried:?}") };
        for (var, value, outcome) in [(x, 0, down), (y, 1, other)] {
            let mut fixed = model.clone();
            fixed.set_range(var, value..=value);
            assert_eq!(Bound::new(&fixed, outcome.duals.as_ref().unwrap()).floor(), 1);
        }
        let mut fixed = model.clone();
        fixed.set_range(x, 1..=1);
        assert!(matches!(up.verdict, Verdict::Infeasible) && is_empty(&fixed, up.duals.as_ref().unwrap()));
        assert!(!is_empty(&model, up.duals.as_ref().unwrap()));
    }
    engine.set_range(x, 1..=1);
    let outcome = engine.solve(&request).unwrap();
    model.set_range(x, 1..=1);
    assert!(matches!(outcome.verdict, Verdict::Infeasible) && is_empty(&model, &outcome.duals.unwrap()));
    engine.set_range(x, 0..=1);
    assert!(matches!(engine.solve(&request).unwrap().verdict, Verdict::Optimal(_)));
}

/// A solver of linear programs that says what it likes. Where it has HiGHS, it changes what HiGHS says.
struct Liar {
    highs: Option<Engine<'static>>,
    kind: u32,
    rng: ChaCha8Rng,
    variables: usize,
    rows: usize,
}

impl Liar {
    fn new(kind: u32, highs: bool) -> Self {
        Self {
            highs: highs.then(self::highs),
            kind,
            rng: ChaCha8Rng::seed_from_u64(kind.into()),
            variables: 0,
            rows: 0,
        }
    }

    /// Numbers in place of others.
    fn lie(&mut self, truth: &mut [f64]) {
        let rng = &mut self.rng;
        for number in truth {
            *number = match self.kind % 6 {
                0 => 0.0,
                1 => *number + rng.random_range(-1.0..1.0),
                2 => -*number,
                3 => *number * rng.random_range(0.0..20.0),
                4 => {
                    if rng.random_bool(0.1) {
                        f64::NAN
                    } else {
                        *number
                    }
                }
                _ => [f64::INFINITY, -1e300, 1e9, 1e-300, 1.0][rng.random_range(0..5)],
            };
        }
    }

    fn lies(&mut self, count: usize) -> Vec<f64> {
        let mut numbers: Vec<f64> = (0..count).map(|_| self.rng.random_range(0.0..1.0)).collect();
        self.lie(&mut numbers);
        numbers
    }
}

impl LpSolver for Liar {
    fn load(&mut self, model: &Model) {
        (self.variables, self.rows) = (model.variables().len(), model.constraints().len());
        if let Some(highs) = &mut self.highs {
            highs.load(&model.clone().relaxed());
        }
    }

    fn add(&mut self, name: String, row: LinearConstraint) {
        self.rows += 1;
        if let Some(highs) = &mut self.highs {
            highs.add(name, row);
        }
    }

    fn retain(&mut self, kept: &[bool]) {
        assert_eq!(kept.len(), self.rows);
        self.rows = kept.iter().filter(|&&kept| kept).count();
        if let Some(highs) = &mut self.highs {
            highs.retain(kept);
        }
    }

    fn set_range(&mut self, var: Var, range: RangeInclusive<i64>) {
        if let Some(highs) = &mut self.highs {
            highs.set_range(var, range);
        }
    }

    fn probe(&mut self, trials: &[(Var, i64)], _: u32, _: &Request<'_>) -> Result<Vec<Trial>, LpFailure> {
        let trial = |_| match self.rng.random_range(0..3) {
            0 => Trial::Nothing,
            1 => Trial::Ray(self.lies(self.rows)),
            _ => Trial::Duals(self.lies(self.rows)),
        };
        Ok(trials.iter().skip(1).map(trial).collect())
    }

    fn solve(&mut self, request: &Request<'_>) -> Result<LpAnswer, LpFailure> {
        let rows = self.rows;
        if self.rng.random_bool(0.2) {
            let ray = self.rng.random_bool(0.5).then(|| self.lies(rows));
            return Ok(LpAnswer::Infeasible { ray });
        }
        let Some(highs) = &mut self.highs else {
            let values = self.lies(self.variables);
            return Ok(LpAnswer::Optimal(Optimum { values, duals: self.lies(rows) }));
        };
        let outcome = highs.solve(request).unwrap();
        match (outcome.verdict, outcome.duals) {
            (Verdict::Optimal(mut values), Some(mut duals)) => {
                self.lie(&mut duals);
                if self.kind >= 6 {
                    self.lie(&mut values);
                }
                Ok(LpAnswer::Optimal(Optimum { values, duals }))
            }
            (Verdict::Infeasible, ray) => Ok(LpAnswer::Infeasible { ray }),
            other => panic!("{other:?}"),
        }
    }
}

/// What the method makes of a problem with a solver.
fn told(problem: &Problem, solver: &mut dyn LpSolver) -> (Status, Option<i64>) {
    let bounded = problem.instance.bounded_search("branch-and-cut", solver, &Request::unlimited()).unwrap().unwrap();
    let total = bounded.searched.verdict.solution().map(|tour| tour["total"].as_i64().unwrap());
    (Status::from(&bounded.searched.verdict), total)
}

#[test]
fn no_numbers_of_the_solver_make_it_wrong() {
    let boards = [
        (3, 2, "", Some(22), Some(17)),
        (3, 2, "closed = true\nrestore-orientation = true", None, None),
        (2, 3, "", Some(24), Some(19)),
        (3, 3, "", Some(37), Some(25)),
    ];
    for &(columns, rows, tour, max, min) in &boards[..common::cases(2, 4)] {
        for (objective, expected) in [("max", max), ("min", min)] {
            let problem = common::problem(&common::corner(columns, rows, objective, tour));
            let search = common::run(&problem, Method::Search, None);
            assert_eq!(search.objective, expected, "{columns}×{rows} {objective} {tour}");
            for kind in 0..12 {
                for highs in [true, false] {
                    let told = told(&problem, &mut Liar::new(kind, highs));
                    assert_eq!(told, (search.status, search.objective), "{columns}×{rows} {objective}, {kind} {highs}");
                }
            }
        }
    }
}

#[test]
fn limits_end_it_with_a_bound_that_holds() {
    let problem = common::problem(&common::corner(8, 8, "max", ""));
    let lines = Mutex::new(Vec::new());
    let observer = |event: &Event<'_>| {
        if let Event::Log(line) = event {
            lines.lock().unwrap().push((*line).to_owned());
        }
    };
    let control = Control::new(Some(Duration::from_secs(2)), Interrupt::default(), &observer);
    let request = Request { control, log: true, ..Request::unlimited() };
    let report = solve(&problem, branch_and_cut(), &Options::default(), &request).unwrap();
    assert!(matches!(report.status, Status::Unknown | Status::Feasible), "{:?}", report.status);
    // The largest sum of 8×8 is 273.
    assert!(report.bound.is_none_or(|bound| bound >= 273) && report.objective.is_none_or(|sum| sum <= 273));
    let lines = lines.into_inner().unwrap();
    assert!(lines.iter().any(|line| line.contains("bound") && line.contains("cuts")), "{lines:?}");
}
