//! `tumble solve --brief`: a line for each model file, also of whole folders, as whoever makes many levels needs it, and for each id of a list.

use std::path::Path;
use std::time::Instant;

use clap::ArgMatches;
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::Value;

use super::args::SolveArgs;
use super::models::Models;
use crate::count::exact;
use crate::failure::{Exit, Failure};
use crate::input::Model;
use crate::limits::{Form, Lines, interrupt};
use crate::progress::Display;
use crate::show::answer::exit_of;
use tumble_model::control::{Interrupt, Request};
use tumble_pipeline::report::{Report, Status, difficulty, in_units};
use tumble_pipeline::solve::{self, Infinite, Method, Options, Problem};
use tumble_puzzles::puzzle::{Count, Question, Which};
use tumble_puzzles::registry::Registry;

/// What is told of a file.
#[derive(Default, Serialize)]
struct Line {
    model: String,
    puzzle: Option<&'static str>,
    /// As in a report, or `invalid`.
    status: String,
    objective: Option<i64>,
    /// How many solutions have this objective, or how many there are if there is none.
    solutions: Option<Value>,
    /// Whether the number of solutions is exact; if not, there are at least so many.
    complete: Option<bool>,
    /// See [`difficulty`].
    difficulty: Option<u64>,
    /// The time for the solution and the number.
    seconds: f64,
    /// Why there is no solution, or no better answer.
    reason: Option<String>,
    #[serde(skip)]
    headline: String,
}

pub(super) fn run(
    registry: &Registry,
    args: &SolveArgs,
    form: Form,
    models: &Models,
    matches: &ArgMatches,
) -> Result<Exit, Failure> {
    let interrupt = interrupt();
    let mut lines = Lines::new(form);
    let mut exit = Exit::Answered;
    for (i, name) in models.names.iter().enumerate() {
        if interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        let read = || models.read(i, registry, matches);
        let (line, ended) = line(name, &read, args, &interrupt);
        lines.print(&line, || line.text())?;
        exit = exit.max(ended);
    }
    Ok(exit)
}

/// What is told of a file, and the exit code for it.
fn line(
    name: &Path,
    read: &dyn Fn() -> Result<Model, Failure>,
    args: &SolveArgs,
    interrupt: &Interrupt,
) -> (Line, Exit) {
    let started = Instant::now();
    let mut line = Line { model: name.display().to_string(), ..Line::default() };
    let answer = read().and_then(|Model { problem, time_limit, threads, .. }| {
        line.puzzle = Some(problem.puzzle.name);
        let _elapsed = Display::start_unless(args.quiet, line.model.clone());
        let request = args.limits.for_one_of_many(time_limit, threads, interrupt);
        let (report, count) = solved_and_counted(&problem, &request)?;
        line.difficulty = difficulty(&report);
        Ok((report, count))
    });
    line.seconds = started.elapsed().as_secs_f64();
    let exit = match answer {
        Ok((report, count)) => {
            line.tell(&report, count.as_ref());
            exit_of(&report)
        }
        Err(failure) => {
            line.status = "invalid".into();
            line.headline.clone_from(&line.status);
            line.reason = failure.message();
            // The place in the file takes more than a line.
            failure.print()
        }
    };
    (line, exit)
}

/// The answer of the fastest method, and how many solutions are as good, if there is one.
fn solved_and_counted(problem: &Problem, request: &Request<'_>) -> Result<(Report, Option<Count<Infinite>>), Failure> {
    let options = Options { skip_moves: true, ..Options::default() };
    let report = solve::solve(problem, Method::fastest(problem, Question::Best), &options, request)?;
    if report.status != Status::Optimal {
        return Ok((report, None));
    }
    let count = solve::count(problem, Method::fastest(problem, Question::Count(Which::Best)), Which::Best, request)?;
    Ok((report, Some(count)))
}

impl Line {
    fn tell(&mut self, report: &Report, count: Option<&Count<Infinite>>) {
        self.status = report.status.to_string();
        self.headline = report.headline();
        self.objective = report.objective;
        self.reason = report.reason.clone().filter(|_| report.status != Status::Optimal);
        // A count that was stopped may not have got to the best solutions, of which there is one at least.
        let Some(count) = count else { return };
        let one = BigUint::from(1u8);
        let is_of_best = count.extent.is_all() || count.objective == report.objective;
        self.solutions = Some(exact(if is_of_best { (&count.solutions).max(&one) } else { &one }));
        self.complete = Some(count.extent.is_all());
    }

    fn text(&self) -> String {
        let reason = self.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        let number = self.solutions.as_ref().map(|solutions| {
            let least = if self.complete == Some(true) { "" } else { "at least " };
            let plural = if solutions.as_u64() == Some(1) { "" } else { "s" };
            let digits = solutions.as_str().map_or_else(|| solutions.to_string(), str::to_owned);
            format!(", {least}{digits} solution{plural}")
        });
        let number = number.unwrap_or_default();
        let difficulty = self.difficulty.map(|difficulty| format!(", difficulty {difficulty}")).unwrap_or_default();
        format!("{}: {}{reason}{number}{difficulty}, {}", self.model, self.headline, in_units(self.seconds))
    }
}
