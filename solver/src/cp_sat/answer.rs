//! From a response of CP-SAT to a claim.
//!
//! * If the run stops before the search begins, the response states the bound 0 for an unknown bound; the log tells the two apart.
//! * Incumbents and their times are in the log.
//! * "Nodes" are decisions: a run that ends in presolve or at the root has 0 or 1.

use std::time::Duration;

use crate::control::{Incumbent, Progress, Request, Stop};
use crate::model::{Assignment, Model, Objective, Sense};
use crate::{Claim, Effort, Ending};
use tumble_formats::cp_sat::{CpSolverResponse, CpSolverStatus};

/// A run that stopped this long before its time limit, or later, stopped because of it: CP-SAT stops where the next step could exceed it.
const NEAR: Duration = Duration::from_millis(200);

/// The claim in the response to a run that began `started` after its control.
///
/// # Errors
/// When the response makes no sense.
pub(super) fn claim(
    model: &Model,
    response: &CpSolverResponse,
    started: Duration,
    request: &Request<'_>,
) -> Result<Claim, &'static str> {
    let status = response.status();
    let best = match status {
        CpSolverStatus::Optimal | CpSolverStatus::Feasible => Some(Best::of(model, response)?),
        _ => None,
    };
    let lines: Vec<Line> = response.solve_log.lines().filter_map(Line::read).collect();
    let incumbents = incumbents(model, &lines, started, request.control.elapsed(), best.as_ref());
    let ending = match status {
        CpSolverStatus::Optimal => Ending::Optimal,
        CpSolverStatus::Infeasible => Ending::Infeasible,
        _ => Ending::Stopped(stop_reason(request)),
    };
    let is_known = best.is_some() || lines.iter().any(|line| line.has_bound);
    Ok(Claim {
        bound: bound(model, response).filter(|_| is_known).map(|bound| bound as f64),
        values: best.map(|best| best.values),
        effort: Effort {
            nodes: u64::try_from(response.num_branches).ok(),
            incumbents: Some(incumbents),
            root_bound: None,
        },
        ..Claim::of(ending)
    })
}

/// The best solution.
struct Best {
    /// The values of the model's variables.
    values: Vec<f64>,
    /// Its objective, exactly; `None` without one.
    objective: Option<i64>,
}

impl Best {
    fn of(model: &Model, response: &CpSolverResponse) -> Result<Self, &'static str> {
        let solution = response.solution.get(..model.variables().len()).ok_or("its solution has too few values")?;
        let assignment = Assignment::from(solution.to_vec());
        let value = |objective: &Objective| {
            i64::try_from(objective.expression.value(&assignment)).map_err(|_| "its solution is outside the domains")
        };
        let objective = model.objective().map(value).transpose()?;
        Ok(Self { values: solution.iter().map(|&value| value as f64).collect(), objective })
    }
}

/// The bound on the objective, exactly, with its constant. It is a lower bound on what CP-SAT minimises.
fn bound(model: &Model, response: &CpSolverResponse) -> Option<i64> {
    let Objective { sense, expression } = model.objective()?;
    let lower = response.inner_objective_lower_bound;
    let bound = if *sense == Sense::Maximize { lower.checked_neg()? } else { lower };
    bound.checked_add(expression.constant())
}

/// The improving solutions that the log tells, and the best one, which the log may lack: it is throttled.
fn incumbents(
    model: &Model,
    lines: &[Line],
    started: Duration,
    ended: Duration,
    best: Option<&Best>,
) -> Vec<Incumbent> {
    let Some(best) = best else { return Vec::new() };
    let objective = best.objective.unwrap_or(0);
    let last = Incumbent { seconds: ended.as_secs_f64(), objective };
    let sense = model.objective().map(|objective| objective.sense);
    let logged = lines.iter().filter_map(|line| line.incumbent(started.as_secs_f64(), sense.is_some()));
    let mut list: Vec<Incumbent> = Vec::new();
    for incumbent in logged.chain([last]) {
        let is_better =
            |last: &Incumbent| sense.is_some_and(|sense| sense.is_better(incumbent.objective, last.objective));
        if list.last().is_none_or(is_better) {
            list.push(incumbent);
        }
    }
    list
}

/// Why a run stopped that its parameters or an interrupt stopped.
pub(super) fn stop_reason(request: &Request<'_>) -> Stop {
    let Request { control, options, .. } = request;
    // Without options of the caller's own there is no other limit.
    let is_only_limit = options.is_empty() && control.time_limit().is_some();
    if control.is_interrupted() {
        Stop::Interrupted
    } else if is_only_limit || control.remaining().is_some_and(|left| left <= NEAR) {
        Stop::TimeLimit
    } else {
        Stop::Solver("a limit among its parameters".into())
    }
}

// CP-SAT's log. It states what the C API does not: when solutions were found, and whether a bound is known.
//
// Lines of the search look like these, the second one for a maximisation; without an objective only the number and the time are there:
//
// ```text
// #Bound   0.01s best:inf   next:[1000,1397] initial_domain
// #2       0.03s best:919   next:[920,1000]  main
// #Done    0.85s main
// ```
//
// `best` is the objective of the best solution, and `next` the range in which better objectives can be. Both are rounded to nine digits,
// so numbers with an exponent are not taken.

/// A line of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// Whether it is about a new solution.
    is_solution: bool,
    /// Seconds since the start of the solver's run.
    seconds: f64,
    /// The objective of the best solution, if there is one and it is exact.
    best: Option<i64>,
    /// Whether there is a range of better objectives, and so a bound.
    pub has_bound: bool,
    /// The bound, if it is exact.
    bound: Option<i64>,
}

impl Line {
    /// Reads a line; `None` if it is not a line of the search.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix('#')?.split_whitespace();
        let kind = words.next()?;
        let is_solution = kind.parse::<u64>().is_ok();
        if !is_solution && kind != "Bound" {
            return None;
        }
        let seconds = words.next()?.strip_suffix('s')?.parse().ok()?;
        let best = words.next().and_then(|word| word.strip_prefix("best:"));
        let next = words.next().and_then(|word| word.strip_prefix("next:[")?.strip_suffix(']'));
        let bound = best.zip(next).and_then(|(best, next)| bound_in(best, next));
        let has_bound = next.is_some_and(|range| !range.is_empty());
        Some(Self { is_solution, seconds, best: best.and_then(|best| best.parse().ok()), has_bound, bound })
    }

    /// The progress that the line states, for a run with an objective.
    pub(super) fn progress(&self) -> Option<Progress> {
        let bound = self.bound.map(|bound| bound as f64);
        let progress = Progress { incumbent: self.best, bound, ..Progress::default() };
        (progress != Progress::default()).then_some(progress)
    }

    /// The solution that it is about; `started` is when the solver's run began, in seconds. Without an objective it is 0.
    pub(super) fn incumbent(&self, started: f64, has_objective: bool) -> Option<Incumbent> {
        let objective = if has_objective { self.best? } else { 0 };
        self.is_solution.then_some(Incumbent { seconds: started + self.seconds, objective })
    }
}

/// The end of the range of better objectives that is farther from the best one; `inf` is the best one of a minimisation that has no
/// solution yet, `-inf` that of a maximisation.
fn bound_in(best: &str, next: &str) -> Option<i64> {
    let (lower, upper) = next.split_once(',')?;
    let is_minimisation = match best {
        "inf" => true,
        "-inf" => false,
        // Ranges are not empty.
        best => upper.parse::<f64>().ok()? < best.parse().ok()?,
    };
    if is_minimisation { lower } else { upper }.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Control, Interrupt};
    use crate::model::Linear;

    /// Σ x over three variables 0..=9, plus 100.
    fn model(sense: Sense) -> Model {
        let mut model = Model::new("m");
        let vars: Vec<_> = (0..3).map(|i| model.integer(format!("x{i}"), 0..=9)).collect();
        model.set_objective(sense, Linear::sum(vars).plus_constant(100));
        model
    }

    fn response(status: CpSolverStatus, solution: &[i64], bound: i64, log: &str) -> CpSolverResponse {
        CpSolverResponse {
            status: status.into(),
            solution: solution.to_vec(),
            inner_objective_lower_bound: bound,
            solve_log: log.to_owned(),
            ..CpSolverResponse::default()
        }
    }

    fn claimed(sense: Sense, response: &CpSolverResponse, control: Control<'_>) -> Claim {
        let options = vec![("max_number_of_conflicts".into(), "1".into())];
        let request = Request { options, ..Request::new(control) };
        claim(&model(sense), response, Duration::ZERO, &request).unwrap()
    }

    #[test]
    fn a_bound_is_that_of_the_models_objective() {
        let optimal = response(CpSolverStatus::Optimal, &[9, 9, 8, 77], -27, "");
        let claim = claimed(Sense::Maximize, &optimal, Control::unlimited());
        assert_eq!(
            (claim.ending, claim.values, claim.bound),
            (Ending::Optimal, Some(vec![9.0, 9.0, 8.0]), Some(127.0))
        );
    }

    #[test]
    fn a_bound_without_a_solution_counts_only_if_the_log_has_one() {
        let interrupt = Interrupt::default();
        let control = Control::new(None, interrupt.clone(), &|_| ());
        interrupt.raise();
        for (log, bound) in [("", None), ("#Bound   0.01s best:inf next:[103,127] main\n", Some(103.0))] {
            let unknown = response(CpSolverStatus::Unknown, &[], 3, log);
            let claim = claimed(Sense::Minimize, &unknown, control.clone());
            assert_eq!((claim.ending, claim.values, claim.bound), (Ending::Stopped(Stop::Interrupted), None, bound));
        }
    }

    #[test]
    fn the_reason_of_a_stop_is_the_limit_that_is_near() {
        let unknown = response(CpSolverStatus::Unknown, &[], 0, "");
        for (limit, reason) in [
            (Some(Duration::from_millis(1)), Stop::TimeLimit),
            (Some(Duration::from_secs(1000)), Stop::Solver("a limit among its parameters".into())),
            (None, Stop::Solver("a limit among its parameters".into())),
        ] {
            let control = Control::new(limit, Interrupt::default(), &|_| ());
            assert_eq!(claimed(Sense::Minimize, &unknown, control.clone()).ending, Ending::Stopped(reason));
        }
    }

    #[test]
    fn incumbents_of_the_log_improve_up_to_the_best_solution() {
        let log = "#1  0.01s best:120 next:[100,119] main\n#2  0.02s best:105 next:[100,104] main\n\
                   #2  0.03s best:106 next:[100,104] main\n#Done 0.04s main\n";
        let feasible = response(CpSolverStatus::Feasible, &[1, 1, 1], 0, log);
        let request = Request::unlimited();
        let claim = claim(&model(Sense::Minimize), &feasible, Duration::from_secs(5), &request).unwrap();
        let incumbents = claim.effort.incumbents.unwrap();
        assert_eq!(incumbents.iter().map(|found| found.objective).collect::<Vec<_>>(), [120, 105, 103]);
        assert_eq!(incumbents[..2].iter().map(|found| found.seconds).collect::<Vec<_>>(), [5.01, 5.02]);
    }

    #[test]
    fn a_solution_with_too_few_values_is_a_failure() {
        let short = response(CpSolverStatus::Optimal, &[1, 1], 0, "");
        assert!(claim(&model(Sense::Minimize), &short, Duration::ZERO, &Request::unlimited()).is_err());
    }

    #[test]
    fn lines_of_the_search_are_read_and_others_are_not() {
        let line =
            |is_solution, seconds, best, has_bound, bound| Some(Line { is_solution, seconds, best, has_bound, bound });
        for (text, read) in [
            ("#Bound   0.01s best:inf   next:[1000,1397] initial_domain", line(false, 0.01, None, true, Some(1000))),
            ("#Bound   0.5s best:-inf  next:[-3,6.1e+13] main", line(false, 0.5, None, true, None)),
            (
                "#12      10.28s best:-961   next:[962,1000] main [hint]",
                line(true, 10.28, Some(-961), true, Some(1000)),
            ),
            ("#3      10.28s best:961  next:[-1000,960] main", line(true, 10.28, Some(961), true, Some(-1000))),
            ("#1       0.00s best:6.17283945e+13 next:[]         main", line(true, 0.0, None, false, None)),
            ("#1       0.02s main", line(true, 0.02, None, false, None)),
            ("#Done    0.00s main", None),
            ("#Model   0.00s var:0/0 constraints:0/0", None),
            ("#Variables: 6 (6 primary variables)", None),
            ("#kLinear1: 1", None),
            ("#", None),
            ("", None),
        ] {
            assert_eq!(Line::read(text), read, "{text}");
        }
    }

    #[test]
    fn an_incumbent_has_its_time_since_the_start_of_the_run() {
        let line = Line::read("#2 0.25s best:919 next:[920,1000] main").unwrap();
        assert_eq!(line.incumbent(1.5, true), Some(Incumbent { seconds: 1.75, objective: 919 }));
        assert_eq!(line.incumbent(1.5, false), Some(Incumbent { seconds: 1.75, objective: 0 }));
        let bound = Line::read("#Bound 0.25s best:919 next:[920,1000] main").unwrap();
        assert_eq!(bound.incumbent(1.5, true), None);
    }
}
