//! `tumble check`; with `--best`, how far a solution is from the best one.

mod proof;
mod veripb;

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, ValueHint};
use serde::Serialize;
use serde_json::Value;

use crate::failure::{Exit, Failure};
use crate::input::{self, Model};
use crate::limits::{Format, Limits};
use crate::progress::Display;
use crate::results::{self, Record, Results};
use crate::way::{Given, Moves, Replayed, Way};
use crate::{Program, Verb, output};
use tumble_model::control::{Bytes, Event, MEMORY_LIMIT};
use tumble_model::model::Sense;
use tumble_pipeline::report::{Report, Status};
use tumble_pipeline::solve::{self, CheckError, Method, Options, Problem, Statement};
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::Question;

/// The arguments of `tumble check`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    /// A file of results as `tumble solve --format json` prints them, or of a single solution; results of other models are
    /// skipped. Or a file of moves as text. `-` is standard input.
    #[arg(group = "way", conflicts_with = "proof")]
    result: Option<PathBuf>,
    /// In place of a result: a certificate that `tumble solve --proof` wrote, by its .pbp file. Its witness is replayed, its
    /// statement is built again from the model, and VeriPB, a program that has to be on PATH, checks its proof.
    #[arg(long, value_name = "FILE", group = "work", conflicts_with = "moves", value_hint = ValueHint::FilePath)]
    proof: Option<PathBuf>,
    #[command(flatten)]
    way: Way,
    /// Say how far each solution is from the best one, which the fastest method looks for.
    #[arg(long, group = "work", conflicts_with = "quiet")]
    best: bool,
    /// With --best or --proof: stop after this time: `60s`, `5min`, `1h 30min`.
    #[arg(long, value_name = "TIME", requires = "work", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// With --best or --proof: memory limit: `512M`, `8G`.
    #[arg(long, value_name = "SIZE", requires = "work", default_value_t = MEMORY_LIMIT)]
    memory_limit: Bytes,
    /// Print only what breaks the rules, or is stated wrongly.
    #[arg(long, short)]
    quiet: bool,
    /// How to print what was found: as JSON one object for each solution, on a line.
    #[arg(long, value_enum, default_value_t, conflicts_with = "proof")]
    format: Format,
}

impl Verb for Args {
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Check solutions: replay them by the puzzle's rules";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let model = input::model(program.registry, &self.model, matches)?;
        let problem = &model.problem;
        let mut checks = Checks { problem, args: self, best: self.best.then(|| Best::new(&model, self)) };
        if let Some(path) = &self.proof {
            return proof::check_proof(problem, path, self);
        }
        match self.way.given(self.result.as_deref())? {
            Some(Given::Moves(moves)) => checks.check_moves(&moves),
            Some(Given::Results(document)) => checks.check_file(document),
            None => Err(Failure::usage("nothing to check: name a file of results, or give --moves or --proof")),
        }
    }
}

/// The checks of one model's solutions, and how they are told.
struct Checks<'a> {
    problem: &'a Problem,
    args: &'a Args,
    best: Option<Best<'a>>,
}

/// What is printed of a solution as JSON.
#[derive(Serialize)]
struct Told<'a> {
    model: &'a str,
    /// The line of the file on which its result begins; `None`: it was given as moves.
    line: Option<usize>,
    /// Its number in this result, from 1; `None`: the result has no solution and needs none.
    solution: Option<usize>,
    keeps_rules: Option<bool>,
    /// The objective that the rules count.
    objective: Option<i64>,
    /// What is wrong, and where, or why there is nothing to check.
    reason: Option<String>,
    /// With --best: how far it is from the best one.
    best: Option<String>,
}

impl Checks<'_> {
    fn check_moves(&mut self, moves: &Moves) -> Result<Exit, Failure> {
        let found = match moves.replayed(self.problem)? {
            Replayed::Keeps(verified) => Found { keeps_rules: true, objective: verified.objective(), fault: None },
            Replayed::Breaks(broken) => Found { keeps_rules: false, objective: None, fault: Some(broken.words()) },
        };
        self.tell(vec![found], None)
    }

    /// Checks every result of this model in a file.
    fn check_file(&mut self, document: Document) -> Result<Exit, Failure> {
        let Results { document, records, skipped } = results::read(document, &self.problem.model)?;
        let mut exit = Exit::Answered;
        for record in records {
            let checked = record.and_then(|record| {
                let found = replays(self.problem, &record).map_err(|why| record.error(&document, why))?;
                Ok((record, found))
            });
            match checked {
                Ok((record, found)) => exit = exit.max(self.tell(found, Some(&record))?),
                // An unreadable record does not stop the others.
                Err(error) => exit = exit.max(Failure::from(error).print()),
            }
        }
        if skipped > 0 && !self.args.quiet {
            let plural = if skipped == 1 { "result" } else { "results" };
            output::note(format_args!("{}: skipped {skipped} {plural} of other models", document.name()));
        }
        Ok(exit)
    }

    /// Prints what was found of the solutions of a record, or of the one that moves make; if it is quiet, only what is wrong.
    fn tell(&mut self, found: Vec<Found>, record: Option<&Record>) -> Result<Exit, Failure> {
        let finding = Finding::of(&found, record.and_then(Record::status));
        let (text, exit) = finding.compared(self.best.as_mut())?;
        let model = &self.problem.model;
        match (self.args.format, record) {
            _ if !finding.is_shown(self.args.quiet) => {}
            (Format::Json, _) if !found.is_empty() => return Ok(exit.max(self.tell_each(found, record)?)),
            (Format::Json, _) => print_line(&Told { reason: Some(text), ..Told::of(model, record) })?,
            (Format::Text, None) => output::print(&format!("{model}: {text}\n"))?,
            (Format::Text, Some(record)) => {
                let method = record.method().map(|method| format!(" ({method})")).unwrap_or_default();
                output::print(&format!("{model}: line {}{method}: {text}\n", record.line))?;
            }
        }
        Ok(exit)
    }

    /// Prints a line of JSON for each solution; if it is quiet, for those of which something is wrong.
    fn tell_each(&mut self, found: Vec<Found>, record: Option<&Record>) -> Result<Exit, Failure> {
        let mut exit = Exit::Answered;
        for (one, number) in found.into_iter().zip(1..).filter(|(one, _)| !self.args.quiet || one.fault.is_some()) {
            let best = self.best.as_mut().filter(|_| one.fault.is_none()).map(|best| best.distance(one.objective));
            let (best, ended) = best.transpose()?.unzip();
            exit = exit.max(ended.unwrap_or(Exit::Answered));
            print_line(&Told {
                solution: Some(number),
                keeps_rules: Some(one.keeps_rules),
                objective: one.objective,
                reason: one.fault,
                best,
                ..Told::of(&self.problem.model, record)
            })?;
        }
        Ok(exit)
    }
}

impl<'a> Told<'a> {
    fn of(model: &'a str, record: Option<&Record>) -> Self {
        let line = record.map(|record| record.line);
        Self { model, line, solution: None, keeps_rules: None, objective: None, reason: None, best: None }
    }
}

fn print_line(line: &Told<'_>) -> Result<(), Failure> {
    Ok(output::print(&format!("{}\n", serde_json::to_string(line).map_err(Failure::usage)?))?)
}

/// What the replay of a solution found.
struct Found {
    keeps_rules: bool,
    /// The objective that the rules count.
    objective: Option<i64>,
    /// What breaks the rules, or is stated wrongly.
    fault: Option<String>,
}

/// The result of a check.
enum Finding {
    /// The solutions keep the rules.
    Keeps {
        /// The objective that the rules count.
        objective: Option<i64>,
        /// The message.
        text: String,
    },
    /// The result has no solution and needs no solution: its status.
    Nothing(String),
    /// Something breaks the rules or is stated wrongly: the message.
    Breaks(String),
}

impl Finding {
    /// What was found of all solutions of a result with this status.
    fn of(found: &[Found], status: Option<&str>) -> Self {
        match (found, found.iter().find_map(|one| one.fault.clone())) {
            (_, Some(fault)) => Self::Breaks(fault),
            ([first, ..], None) => Self::keeps(found.len(), first.objective),
            ([], None) => Self::Nothing(status.unwrap_or_default().to_owned()),
        }
    }

    fn keeps(solutions: usize, objective: Option<i64>) -> Self {
        let what = if solutions == 1 { "the solution keeps".into() } else { format!("{solutions} solutions keep") };
        let counted = objective.map(|objective| format!(", objective {objective}")).unwrap_or_default();
        Self::Keeps { objective, text: format!("{what} the rules{counted}") }
    }

    /// Whether it is printed.
    const fn is_shown(&self, quiet: bool) -> bool {
        !quiet || matches!(self, Self::Breaks(_))
    }

    fn text(&self) -> String {
        match self {
            Self::Keeps { text, .. } | Self::Breaks(text) => text.clone(),
            Self::Nothing(status) => format!("no solution to check: {status}"),
        }
    }

    /// What is printed of it, and the exit code; with a best solution also how far solutions that keep the rules are from
    /// that one.
    fn compared(&self, best: Option<&mut Best<'_>>) -> Result<(String, Exit), Failure> {
        let (Self::Keeps { objective, text }, Some(best)) = (self, best) else {
            return Ok((self.text(), self.exit()));
        };
        let (far, exit) = best.distance(*objective)?;
        Ok((format!("{text}: {far}"), exit))
    }

    const fn exit(&self) -> Exit {
        match self {
            Self::Keeps { .. } | Self::Nothing(_) => Exit::Answered,
            Self::Breaks(_) => Exit::Infeasible,
        }
    }
}

/// What was found of a record: see [`replays`].
fn check_record(problem: &Problem, record: &Record) -> Result<Finding, String> {
    Ok(Finding::of(&replays(problem, record)?, record.status()))
}

/// Replays every solution of a record, and checks the stated objective against the one that the rules count. There are none if the record's
/// status needs no solution.
///
/// # Errors
/// When the record is not a result or a solution of this puzzle: the message.
fn replays(problem: &Problem, record: &Record) -> Result<Vec<Found>, String> {
    let solutions = record.solutions();
    if solutions.is_empty() {
        return match record.status() {
            Some("infeasible" | "unknown") => Ok(Vec::new()),
            Some(status) => Err(format!("the result is {status}, but has no solution")),
            None => Err("the result has neither a solution nor a status".into()),
        };
    }
    let all = solutions.len();
    let which = |number: usize| if all == 1 { "the solution".into() } else { format!("solution {number} of {all}") };
    let replay = |(solution, number): (&Value, usize)| {
        let objective = match solve::check(&*problem.instance, solution) {
            Ok(verified) => verified.objective(),
            Err(CheckError::Breach(breach)) => {
                let fault = Some(format!("{} breaks the rules: {breach}", which(number)));
                return Ok(Found { keeps_rules: false, objective: None, fault });
            }
            Err(CheckError::Malformed(malformed)) => return Err(malformed.to_string()),
        };
        let counted = objective.map_or(Value::Null, Value::from);
        let fault = record.objective().filter(|stated| **stated != counted).map(|stated| {
            format!("the result states objective {stated}, but the rules count {counted} for {}", which(number))
        });
        Ok(Found { keeps_rules: true, objective, fault })
    };
    solutions.iter().zip(1..).map(replay).collect()
}

/// The best solution of a problem, which is looked for when the first solution is compared with it.
struct Best<'a> {
    model: &'a Model,
    args: &'a Args,
    report: Option<Report>,
}

impl<'a> Best<'a> {
    const fn new(model: &'a Model, args: &'a Args) -> Self {
        Self { model, args, report: None }
    }

    /// How far a solution with this objective, which keeps the rules, is from the best one, in words. If that is not
    /// proved, the exit code says so.
    fn distance(&mut self, objective: Option<i64>) -> Result<(String, Exit), Failure> {
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
