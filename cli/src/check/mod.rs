//! `tumble check`; with `--best`, how far a solution is from the best one.

mod answers;
mod proof;
mod veripb;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgGroup, ArgMatches, ValueHint};
use serde::Serialize;
use serde_json::Value;

use crate::failure::{Exit, Failure};
use crate::input::{self, Model};
use crate::limits::{Form, Limits, Lines};
use crate::progress::Display;
use crate::results::{self, Record, Results};
use crate::way::{Given, Moves, Replayed, Way};
use crate::{Program, Verb, output};
use answers::Answer;
use tumble_model::control::{Bytes, Event, MEMORY_LIMIT};
use tumble_model::model::Sense;
use tumble_pipeline::report::{Report, Status, length};
use tumble_pipeline::solve::{self, CheckError, Method, Options, Problem, Statement, Verified};
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::Question;

/// The arguments of `tumble check`.
#[derive(clap::Args, Debug)]
#[command(group = ArgGroup::new("work").multiple(true))]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    /// A file of results as `tumble solve --format json` prints them, an array of them, or a single solution; results of other models are
    /// skipped. Or a file of moves as text. `-` is standard input.
    #[arg(group = "way", conflicts_with = "proof")]
    result: Option<PathBuf>,
    /// In place of a result: a certificate that `tumble solve --proof` wrote, by its .pbp file. Its witness is replayed, its
    /// statement is built again from the model, and VeriPB, a program that has to be on PATH, checks its proof.
    #[arg(long, value_name = "FILE", group = "work", conflicts_with_all = ["moves", "best", "answers"],
        value_hint = ValueHint::FilePath)]
    proof: Option<PathBuf>,
    /// In place of a result: a file of answers as comma-separated values, each of which is told on a line, with its length and how far it is
    /// from the best one. Its first line names the columns: `moves`, `start` if the model leaves it open, and one for whose answer it is.
    #[arg(long, value_name = "FILE", groups = ["way", "work"], conflicts_with = "quiet", value_hint = ValueHint::FilePath)]
    answers: Option<PathBuf>,
    #[command(flatten)]
    way: Way,
    /// Say how far each solution is from the best one, which the fastest method looks for.
    #[arg(long, group = "work", conflicts_with = "quiet")]
    best: bool,
    /// With --best, --answers or --proof: stop after this time: `60s`, `5min`, `1h 30min`.
    #[arg(long, value_name = "TIME", requires = "work", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// With --best, --answers or --proof: memory limit: `512M`, `8G`.
    #[arg(long, value_name = "SIZE", requires = "work", default_value_t = MEMORY_LIMIT)]
    memory_limit: Bytes,
    /// Print only what breaks the rules, or is stated wrongly.
    #[arg(long, short)]
    quiet: bool,
    /// How to print what was found; for programs each solution has a line.
    #[arg(long, value_enum, default_value_t, conflicts_with = "proof")]
    format: Form,
}

impl Verb for Args {
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Check solutions: replay them by the puzzle's rules";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let model = input::model(program.registry, &self.model, matches)?;
        let problem = &model.problem;
        let best = (self.best || self.answers.is_some()).then(|| Best::new(&model, self));
        let mut checks = Checks { problem, args: self, best, lines: Lines::new(self.format) };
        if let Some(path) = &self.proof {
            return proof::check_proof(problem, path, self);
        }
        match (self.way.given(self.result.as_deref())?, &self.answers) {
            (Some(Given::Moves(moves)), _) => checks.tell(vec![Found::of_moves(problem, &moves)?], Source::Moves),
            (Some(Given::Results(document)), _) => checks.check_file(document),
            (None, Some(answers)) => checks.check_answers(answers),
            (None, None) => {
                Err(Failure::usage("nothing to check: name a file of results, or give --moves, --answers or --proof"))
            }
        }
    }
}

/// The checks of one model's solutions, and how they are told.
struct Checks<'a> {
    problem: &'a Problem,
    args: &'a Args,
    best: Option<Best<'a>>,
    lines: Lines,
}

/// What solutions are from.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// The moves on the command line, or in a file.
    Moves,
    /// An answer in a file: whose it is, and its line.
    Answer(&'a str, usize),
    /// A result in a file.
    Record(&'a Record),
}

/// What is printed of a solution for programs.
#[derive(Default, Serialize)]
struct Told<'a> {
    model: &'a str,
    /// Whose answer it is; `None`: it is of no file of answers.
    name: Option<&'a str>,
    /// The line of the file on which its result begins; `None`: it was given as moves.
    line: Option<usize>,
    /// Its number in this result, from 1; `None`: the result has no solution and needs none.
    solution: Option<usize>,
    keeps_rules: Option<bool>,
    /// How many moves it has.
    length: Option<usize>,
    /// The objective that the rules count.
    objective: Option<i64>,
    /// What is wrong, and where, or why there is nothing to check.
    reason: Option<String>,
    /// With the best one looked for: how far it is from that, if this is known.
    distance: Option<u64>,
    /// The same in words.
    best: Option<String>,
}

impl Checks<'_> {
    /// Checks every answer in a file. One that cannot be read is no solution.
    fn check_answers(&mut self, path: &Path) -> Result<Exit, Failure> {
        let mut exit = Exit::Answered;
        for Answer { name, line, moves } in answers::read(path)? {
            let found = Found::of_moves(self.problem, &moves);
            let found = found.unwrap_or_else(|why| Found::faulty(why.message().unwrap_or_default()));
            exit = exit.max(self.tell(vec![found], Source::Answer(&name, line))?);
        }
        Ok(exit)
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
                Ok((record, found)) => exit = exit.max(self.tell(found, Source::Record(&record))?),
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
    fn tell(&mut self, found: Vec<Found>, source: Source<'_>) -> Result<Exit, Failure> {
        let finding = Finding::of(&found, source.status());
        if self.args.format != Form::Text && !found.is_empty() {
            return Ok(finding.exit().max(self.tell_each(found, source)?));
        }
        let (text, exit) = finding.compared(self.best.as_mut())?;
        if finding.is_shown(self.args.quiet) {
            let told = Told { reason: Some(text), ..Told::of(&self.problem.model, source) };
            let reason = told.reason.as_deref().unwrap_or_default();
            let words = || format!("{}: {reason}", source.words(told.model, found.first().and_then(|one| one.length)));
            self.lines.print(&told, words)?;
        }
        Ok(exit)
    }

    /// Prints a line for each solution; if it is quiet, for those of which something is wrong.
    fn tell_each(&mut self, found: Vec<Found>, source: Source<'_>) -> Result<Exit, Failure> {
        let mut exit = Exit::Answered;
        for (one, number) in found.into_iter().zip(1..).filter(|(one, _)| !self.args.quiet || one.fault.is_some()) {
            let best = self.best.as_mut().filter(|_| one.fault.is_none()).map(|best| best.distance(one.objective));
            let best = best.transpose()?;
            exit = exit.max(best.as_ref().map_or(Exit::Answered, |best| best.exit));
            let told = Told {
                solution: Some(number),
                keeps_rules: Some(one.keeps_rules),
                length: one.length,
                objective: one.objective,
                reason: one.fault,
                distance: best.as_ref().and_then(|best| best.known),
                best: best.map(|best| best.words),
                ..Told::of(&self.problem.model, source)
            };
            self.lines.print(&told, String::new)?;
        }
        Ok(exit)
    }
}

impl Source<'_> {
    fn status(&self) -> Option<&str> {
        if let Self::Record(record) = self { record.status() } else { None }
    }

    /// What stands before what is said of them: as a rule the model, of an answer whose it is and its length.
    fn words(&self, model: &str, length: Option<usize>) -> String {
        match self {
            Self::Moves => model.to_owned(),
            Self::Answer(name, _) => {
                let plural = if length == Some(1) { "" } else { "s" };
                format!("{name}{}", length.map(|length| format!(" ({length} move{plural})")).unwrap_or_default())
            }
            Self::Record(record) => {
                let method = record.method().map(|method| format!(" ({method})")).unwrap_or_default();
                format!("{model}: line {}{method}", record.line)
            }
        }
    }
}

impl<'a> Told<'a> {
    fn of(model: &'a str, source: Source<'a>) -> Self {
        let (name, line) = match source {
            Source::Moves => (None, None),
            Source::Answer(name, line) => (Some(name), Some(line)),
            Source::Record(record) => (None, Some(record.line)),
        };
        Self { model, name, line, ..Self::default() }
    }
}

/// What the replay of a solution found.
struct Found {
    keeps_rules: bool,
    /// How many moves it has.
    length: Option<usize>,
    /// The objective that the rules count, with that of the moves after which the model begins.
    objective: Option<i64>,
    /// What breaks the rules, or is stated wrongly.
    fault: Option<String>,
}

impl Found {
    fn of_moves(problem: &Problem, moves: &Moves) -> Result<Self, Failure> {
        Ok(match moves.replayed(problem)? {
            Replayed::Keeps(verified) => Self::keeping(problem, &verified),
            Replayed::Breaks(broken) => Self::faulty(broken.words()),
        })
    }

    fn keeping(problem: &Problem, verified: &Verified) -> Self {
        let objective = verified.objective().map(|objective| problem.in_all(objective));
        Self { keeps_rules: true, length: length(verified.solved()), objective, fault: None }
    }

    /// Of what is no solution.
    const fn faulty(fault: String) -> Self {
        Self { keeps_rules: false, length: None, objective: None, fault: Some(fault) }
    }
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
        let Distance { words, exit, .. } = best.distance(*objective)?;
        Ok((format!("{text}: {words}"), exit))
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
    // Of a list, whose first solution is a best one, the others may be worse.
    let within = record.get("within").and_then(Value::as_u64).unwrap_or(0);
    let which = |number: usize| if all == 1 { "the solution".into() } else { format!("solution {number} of {all}") };
    let replay = |(solution, number): (&Value, usize)| {
        let found = match solve::check(&*problem.instance, solution) {
            Ok(verified) => Found::keeping(problem, &verified),
            Err(CheckError::Breach(breach)) => {
                return Ok(Found::faulty(format!("{} breaks the rules: {breach}", which(number))));
            }
            Err(CheckError::Malformed(malformed)) => return Err(malformed.to_string()),
        };
        let counted = found.objective.map_or(Value::Null, Value::from);
        let is_near = |stated: &Value| match (problem.instance.sense(), stated.as_i64(), found.objective) {
            (Some(sense), Some(best), Some(own)) if number > 1 => sense.is_within(own, best, within),
            _ => *stated == counted,
        };
        let fault = record.objective().filter(|stated| !is_near(stated)).map(|stated| {
            format!("the result states objective {stated}, but the rules count {counted} for {}", which(number))
        });
        Ok(Found { fault, ..found })
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

    /// How far a solution with this objective, which keeps the rules, is from the best one.
    fn distance(&mut self, objective: Option<i64>) -> Result<Distance, Failure> {
        let (Some(own), Some(sense)) = (objective, self.model.problem.instance.sense()) else {
            return Ok(Distance { known: Some(0), words: "every other is as good".into(), exit: Exit::Answered });
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

/// How far a solution is from the best one.
#[derive(Debug, PartialEq, Eq)]
struct Distance {
    /// The difference of their objectives, if it is proved.
    known: Option<u64>,
    words: String,
    /// If it is not proved, the exit code says so.
    exit: Exit,
}

/// How far an objective is from the best one, as far as a run says, and why it does not say more.
fn distance(own: i64, sense: Sense, said: &Statement, why: &str) -> Distance {
    if said.status == Status::Unbounded {
        let words = "there is no best one, as the objective is unbounded".into();
        return Distance { known: None, words, exit: Exit::Answered };
    }
    let known = said.objective.filter(|&found| sense.is_better(found, own)).unwrap_or(own);
    let least = known.abs_diff(own);
    if said.status == Status::Optimal || said.bound == Some(known) {
        let words = if least == 0 { "none is better".into() } else { format!("{least} from the best, {known}") };
        return Distance { known: Some(least), words, exit: Exit::Answered };
    }
    let most = said.bound.map_or_else(|| "or more".into(), |bound| format!("to {}", bound.abs_diff(own)));
    let words = format!("{least} {most} from the best, which is not known{why}");
    Distance { known: None, words, exit: Exit::Stopped }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a solution with objective 12, of which the least is wanted.
    fn far(status: Status, objective: Option<i64>, bound: Option<i64>) -> Distance {
        distance(12, Sense::Minimize, &Statement { by: String::new(), status, objective, bound }, " (a limit)")
    }

    #[test]
    fn a_distance_is_as_exact_as_what_is_proved() {
        let proved =
            |known, words: &str| Distance { known: Some(known), words: words.to_owned(), exit: Exit::Answered };
        let open = |words: &str| Distance { known: None, words: words.to_owned(), exit: Exit::Stopped };
        assert_eq!(far(Status::Optimal, Some(9), Some(9)), proved(3, "3 from the best, 9"));
        assert_eq!(far(Status::Optimal, Some(12), Some(12)), proved(0, "none is better"));
        assert_eq!(
            far(Status::Feasible, Some(10), Some(8)),
            open("2 to 4 from the best, which is not known (a limit)")
        );
        assert_eq!(
            far(Status::Feasible, Some(15), None),
            open("0 or more from the best, which is not known (a limit)")
        );
        // Nobody has found a better one, and the bound shows that there is none.
        assert_eq!(far(Status::Feasible, Some(15), Some(12)), proved(0, "none is better"));
        assert_eq!(far(Status::Unknown, None, Some(12)), proved(0, "none is better"));
    }
}
