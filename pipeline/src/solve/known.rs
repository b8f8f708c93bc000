//! The results of the runs on one model so far, while cuts are added to the model: a bound, and solutions that the rules accept.
//!
//! A model that lacks cuts is a relaxation. Its bounds hold for the puzzle; the bounds of later models, which have more rows, hold too. Its
//! incumbents need not be solutions: only incumbents that the rules accept count.

use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::answer::Answer;
use super::problem::Problem;
use tumble_model::control::{Control, Event, Incumbent, Progress, Verdict};
use tumble_model::model::Sense;
use tumble_puzzles::puzzle::Formulation;
use tumble_solver::exact;

/// See the [module](self).
pub(super) struct SoFar {
    /// The sense of the objective in the model; `None` if there is no objective.
    sense: Option<Sense>,
    /// The horizon of a staged encoding, which is the bound: bounds in the model of one horizon say nothing of longer solutions.
    horizon: Option<i64>,
    /// No solution is better than this.
    bound: Option<i64>,
    found: Mutex<Incumbents>,
}

/// The solutions among the incumbents.
#[derive(Default)]
struct Incumbents {
    best: Option<Answer>,
    incumbents: Vec<Incumbent>,
}

impl SoFar {
    pub fn new(sense: Option<Sense>, horizon: Option<i64>) -> Self {
        Self { sense, horizon, bound: horizon, found: Mutex::default() }
    }

    /// Records that no solution is better than `bound`.
    pub fn tighten(&mut self, bound: Option<i64>) {
        if self.sense.is_some() && self.horizon.is_none() {
            self.bound = tightest(self.sense, [self.bound, bound]);
        }
    }

    /// No solution is better than this.
    pub const fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// Passes an event on to the observer of the run: an incumbent of a relaxation only if it is a solution.
    pub fn hear(&self, event: &Event<'_>, problem: &Problem, formulation: &Formulation<Value>, control: &Control<'_>) {
        let is_relaxation = formulation.separate.is_some();
        match event {
            Event::Progress(progress) => {
                let incumbent = if is_relaxation { self.incumbent() } else { progress.incumbent };
                let bound = self.tightest(progress.bound);
                control.notify(&Event::Progress(Progress { incumbent, bound, ..*progress }));
            }
            Event::Incumbent { found, values } => match heard(values, problem, formulation) {
                Some(answer) => {
                    let found = Incumbent { objective: answer.objective().unwrap_or(0), ..*found };
                    let solution = answer.verified.json();
                    if self.keep(answer, found) {
                        control.notify(&Event::Incumbent { found, values });
                        control.notify(&Event::Solution { found, solution: &solution });
                    }
                }
                None if !is_relaxation => control.notify(event),
                None => {}
            },
            other => control.notify(other),
        }
    }

    /// The results so far, as progress of the run.
    pub fn progress(&self) -> Progress {
        Progress { incumbent: self.incumbent(), bound: self.tightest(None), ..Progress::default() }
    }

    fn incumbent(&self) -> Option<i64> {
        self.found().incumbents.last().map(|found| found.objective)
    }

    /// The better of a solver's present bound and the known bound.
    fn tightest(&self, stated: Option<f64>) -> Option<f64> {
        let known = self.bound.map(|bound| bound as f64);
        let stated = stated.filter(|_| self.horizon.is_none());
        tightest(self.sense, [stated, known])
    }

    /// The incumbents that were solutions, in order.
    pub fn incumbents(&self) -> Vec<Incumbent> {
        self.found().incumbents.clone()
    }

    /// The result at the end of the last run: the better solution, the better bound.
    ///
    /// # Errors
    /// When the verdict denies a solution that is known: that there is one, or that one is so good.
    pub fn merge(self, verdict: Verdict<Answer>) -> Result<Verdict<Answer>, String> {
        let Self { sense, horizon: _, bound: known, found } = self;
        let best = found.into_inner().unwrap_or_else(PoisonError::into_inner).best;
        let (solution, bound, stop) = match (verdict, best) {
            (Verdict::Infeasible, Some(_)) => return Err("there is no solution, but it found one before".into()),
            (Verdict::Optimal(answer), Some(best)) if is_better(sense, &best, &answer) => {
                let [said, found] = [answer, best].map(|answer| answer.objective().unwrap_or_default());
                return Err(format!("its optimum is {said}, but it found {found} before"));
            }
            (verdict @ (Verdict::Optimal(_) | Verdict::Infeasible), _) => return Ok(verdict),
            (Verdict::Feasible { solution, bound, stop }, best) => (Some(better(sense, solution, best)), bound, stop),
            (Verdict::Unknown { bound, stop }, best) => (best, bound, stop),
        };
        // A bound that a solution beats is none, as in the claim of a single run.
        let is_beaten = |bound| {
            let objective = solution.as_ref().and_then(Answer::objective);
            sense.zip(objective).is_some_and(|(sense, objective)| sense.is_better(objective, bound))
        };
        let bound = tightest(sense, [known, bound].map(|bound| bound.filter(|&bound| !is_beaten(bound))));
        Ok(match solution {
            Some(solution) if sense.is_none() || bound.is_some() && solution.objective() == bound => {
                Verdict::Optimal(solution)
            }
            Some(solution) => Verdict::Feasible { solution, bound, stop },
            None => Verdict::Unknown { bound, stop },
        })
    }

    /// Keeps a solution if it is better than all solutions before, and says whether it is better.
    fn keep(&self, answer: Answer, incumbent: Incumbent) -> bool {
        let mut found = self.found();
        let is_better = found.best.as_ref().is_none_or(|best| is_better(self.sense, &answer, best));
        if is_better {
            found.incumbents.push(incumbent);
            found.best = Some(answer);
        }
        is_better
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Incumbents> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tightest bound, which excludes most; of equal bounds the first.
fn tightest<T: PartialOrd + Copy>(sense: Option<Sense>, bounds: [Option<T>; 2]) -> Option<T> {
    let is_tighter = |a: T, b: T| sense.is_some_and(|sense| sense.is_better(b, a));
    bounds.into_iter().flatten().reduce(|a, b| if is_tighter(b, a) { b } else { a })
}

/// Whether the objective of an answer is better than that of another one.
fn is_better(sense: Option<Sense>, answer: &Answer, other: &Answer) -> bool {
    match (sense, answer.objective(), other.objective()) {
        (Some(sense), Some(answer), Some(other)) => sense.is_better(answer, other),
        _ => false,
    }
}

/// The better of two answers; of equal answers the first.
fn better(sense: Option<Sense>, a: Answer, b: Option<Answer>) -> Answer {
    match b {
        Some(b) if is_better(sense, &b, &a) => b,
        _ => a,
    }
}

/// The solution in a solver's values, with the objective that the rules count; `None` if the values are no solution. Parts that decoding
/// leaves out, such as superfluous circuits of a flow, may violate cuts, and count in the objective of the model.
fn heard(values: &[f64], problem: &Problem, formulation: &Formulation<Value>) -> Option<Answer> {
    let assignment = exact(&formulation.model, values).ok()?;
    let answer = Answer::new(problem, formulation, assignment).ok()?;
    Some(Answer { claim: answer.verified.objective().map(i128::from), ..answer })
}
