//! `tumble check --best`: how far a solution is from the best one.

use super::Args;
use crate::failure::{Exit, Failure};
use crate::limits::interrupt;
use crate::progress::Display;
use crate::worker;
use tumble_model::control::{Control, Event, Request};
use tumble_model::model::Sense;
use tumble_pipeline::report::{Report, Status};
use tumble_pipeline::solve::{self, Named, Options, Problem, Statement};
use tumble_puzzles::instance::{Document, SolveTable};
use tumble_puzzles::puzzle::Question;

/// The best solution of a problem, which is looked for when the first solution is compared with it.
pub(super) struct Best<'a> {
    problem: &'a Problem,
    args: &'a Args,
    /// The limits in the model file.
    in_file: &'a SolveTable,
    document: &'a Document,
    report: Option<Report>,
}

impl<'a> Best<'a> {
    pub(super) const fn new(
        problem: &'a Problem,
        args: &'a Args,
        in_file: &'a SolveTable,
        document: &'a Document,
    ) -> Self {
        Self { problem, args, in_file, document, report: None }
    }

    /// How far a solution with this objective, which keeps the rules, is from the best one, in words. If that is not
    /// proved, the exit code says so.
    pub(super) fn distance(&mut self, objective: Option<i64>) -> Result<(String, Exit), Failure> {
        let (Some(own), Some(sense)) = (objective, self.problem.instance.sense()) else {
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
        let Self { problem, args, in_file, document, .. } = *self;
        let method = Named::default().method(problem, Question::Best)?;
        let limit_in_file = in_file.time_limit().map_err(|error| document.place(error))?;
        let threads = in_file.threads().map_err(|error| document.place(error))?;
        let display = Display::start(format!("{} (best)", problem.model));
        let observer = |event: &Event<'_>| display.hear(event);
        let control = Control::new(args.time_limit.or(limit_in_file), interrupt(), &observer)
            .with_memory_limit(args.memory_limit);
        let request = Request { threads, worker: worker::command(), ..Request::new(control) };
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
