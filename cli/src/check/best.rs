//! `tumble check --best`: how far a solution is from the best one.

use super::Args;
use crate::failure::{Exit, Failure};
use crate::input::Model;
use crate::limits::Limits;
use crate::progress::Display;
use tumble_model::control::Event;
use tumble_model::model::Sense;
use tumble_pipeline::report::{Report, Status};
use tumble_pipeline::solve::{self, Method, Options, Statement};
use tumble_puzzles::puzzle::Question;

/// The best solution of a problem, which is looked for when the first solution is compared with it.
pub(super) struct Best<'a> {
    model: &'a Model,
    args: &'a Args,
    report: Option<Report>,
}

impl<'a> Best<'a> {
    pub(super) const fn new(model: &'a Model, args: &'a Args) -> Self {
        Self { model, args, report: None }
    }

    /// How far a solution with this objective, which keeps the rules, is from the best one, in words. If that is not
    /// proved, the exit code says so.
    pub(super) fn distance(&mut self, objective: Option<i64>) -> Result<(String, Exit), Failure> {
        let (Some(own), Some(sense)) = (objective, self.model.problem.instance.sense()) else {
            return Ok(("every other is as good".into(), Exit::Answered));
        };
        let report = match self.report.take() {
            Some(report) => report,
            None => self.solve()?,
        };
        let report = self.report.insert(report);
        let said = Statement::from(&*report);
        let own_says = Statement { by: "the replay".into(), status: Status::Feasible, objective, bound: None };
        solve::compare_statements(Some(sense), &said, &own_says)?;
        Ok(distance(own, sense, &said, &report.remark()))
    }

    /// The answer of the fastest method.
    fn solve(&self) -> Result<Report, Failure> {
        let Self { model, args, .. } = *self;
        let problem = &model.problem;
        let method = Method::fastest(problem, Question::Best);
        let display = Display::start(format!("{} (best)", problem.model));
        let observer = |event: &Event<'_>| display.hear(event);
        let limits = Limits { time_limit: args.time_limit, memory_limit: args.memory_limit, threads: None };
        let request = model.request(&limits, &observer);
        let options = Options { skip_moves: true, ..Options::default() };
        Ok(solve::solve(problem, method, &options, &request)?)
    }
}

/// How far an objective is from the best one, as far as a run says, and why it does not say more.
fn distance(own: i64, sense: Sense, said: &Statement, why: &str) -> (String, Exit) {
    if said.status == Status::Unbounded {
        return ("there is no best one, as the objective is unbounded".into(), Exit::Answered);
    }
    let known = said.objective.filter(|&found| sense.is_better(found, own)).unwrap_or(own);
    let least = known.abs_diff(own);
    if said.status == Status::Optimal || said.bound == Some(known) {
        let words = if least == 0 { "none is better".into() } else { format!("{least} from the best, {known}") };
        return (words, Exit::Answered);
    }
    let most = said.bound.map_or_else(|| "or more".into(), |bound| format!("to {}", bound.abs_diff(own)));
    (format!("{least} {most} from the best, which is not known{why}"), Exit::Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a solution with objective 12, of which the least is wanted.
    fn words(status: Status, objective: Option<i64>, bound: Option<i64>) -> (String, Exit) {
        distance(12, Sense::Minimize, &Statement { by: String::new(), status, objective, bound }, " (a limit)")
    }

    #[test]
    fn a_distance_is_as_exact_as_what_is_proved() {
        let proved = |words: &str| (words.to_owned(), Exit::Answered);
        let open = |words: &str| (words.to_owned(), Exit::Stopped);
        assert_eq!(words(Status::Optimal, Some(9), Some(9)), proved("3 from the best, 9"));
        assert_eq!(words(Status::Optimal, Some(12), Some(12)), proved("none is better"));
        assert_eq!(
            words(Status::Feasible, Some(10), Some(8)),
            open("2 to 4 from the best, which is not known (a limit)")
        );
        assert_eq!(
            words(Status::Feasible, Some(15), None),
            open("0 or more from the best, which is not known (a limit)")
        );
        // Nobody has found a better one, and the bound shows that there is none.
        assert_eq!(words(Status::Feasible, Some(15), Some(12)), proved("none is better"));
        assert_eq!(words(Status::Unknown, None, Some(12)), proved("none is better"));
    }
}
