//! `tumble check`.

mod best;
mod proof;
mod veripb;

use crate::{Program, Verb};
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, ValueHint};
use serde_json::Value;

use crate::failure::{Exit, Failure};
use crate::input;
use crate::output;
use crate::results::{self, Record, Results};
use crate::way::{Given, Moves, Replayed, Way};
use tumble_model::control::{Bytes, MEMORY_LIMIT};
use tumble_pipeline::solve::{self, CheckError, Problem};
use tumble_puzzles::instance::Document;

use best::Best;

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
    /// Print only what breaks the rules.
    #[arg(long, short)]
    quiet: bool,
}

impl Verb for Args {
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Check solutions: replay them by the puzzle's rules";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let model = input::model(program.registry, &self.model, matches)?;
        let problem = &model.problem;
        let mut best = self.best.then(|| Best::new(&model, self));
        if let Some(path) = &self.proof {
            return proof::check_proof(problem, path, self);
        }
        match self.way.given(self.result.as_deref())? {
            Some(Given::Moves(moves)) => check_moves(problem, &moves, self, best.as_mut()),
            Some(Given::Results(document)) => check_file(problem, document, self.quiet, best.as_mut()),
            None => Err(Failure::usage("nothing to check: name a file of results, or give --moves or --proof")),
        }
    }
}

fn check_moves(problem: &Problem, moves: &Moves, args: &Args, best: Option<&mut Best<'_>>) -> Result<Exit, Failure> {
    let finding = match moves.replayed(problem)? {
        Replayed::Keeps(verified) => Finding::keeps(1, verified.objective()),
        Replayed::Breaks(broken) => Finding::Breaks(broken.words()),
    };
    let (text, exit) = finding.compared(best)?;
    if finding.is_shown(args.quiet) {
        output::print(&format!("{}: {text}\n", problem.model))?;
    }
    Ok(exit)
}

/// Checks every result of this model in a file, and prints one line for each; if it is quiet, only for results that break the rules.
fn check_file(
    problem: &Problem,
    document: Document,
    quiet: bool,
    mut best: Option<&mut Best<'_>>,
) -> Result<Exit, Failure> {
    let Results { document, records, skipped } = results::read(document, &problem.model)?;
    let mut exit = Exit::Answered;
    for record in records {
        let checked = record.and_then(|record| {
            let finding = check_record(problem, &record).map_err(|why| record.error(&document, why))?;
            Ok((record, finding))
        });
        match checked {
            Ok((record, finding)) => {
                let (text, ended) = finding.compared(best.as_deref_mut())?;
                if finding.is_shown(quiet) {
                    let method = record.method().map(|method| format!(" ({method})")).unwrap_or_default();
                    output::print(&format!("{}: line {}{method}: {text}\n", problem.model, record.line))?;
                }
                exit = exit.max(ended);
            }
            // An unreadable record does not stop the others.
            Err(error) => exit = exit.max(Failure::from(error).print()),
        }
    }
    if skipped > 0 && !quiet {
        let plural = if skipped == 1 { "result" } else { "results" };
        output::note(format_args!("{}: skipped {skipped} {plural} of other models", document.name()));
    }
    Ok(exit)
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

/// Replays every solution of a record, and checks the stated objective against the one that the rules count.
///
/// # Errors
/// When the record is not a result or a solution of this puzzle: the message.
fn check_record(problem: &Problem, record: &Record) -> Result<Finding, String> {
    let solutions = record.solutions();
    if solutions.is_empty() {
        return match record.status() {
            Some(status @ ("infeasible" | "unknown")) => Ok(Finding::Nothing(status.to_owned())),
            Some(status) => Err(format!("the result is {status}, but has no solution")),
            None => Err("the result has neither a solution nor a status".into()),
        };
    }
    let mut first = None;
    for (i, solution) in solutions.iter().enumerate() {
        let which = if solutions.len() == 1 {
            "the solution".into()
        } else {
            format!("solution {} of {}", i + 1, solutions.len())
        };
        let objective = match solve::check(&*problem.instance, solution) {
            Ok(verified) => verified.objective(),
            Err(CheckError::Breach(breach)) => {
                return Ok(Finding::Breaks(format!("{which} breaks the rules: {breach}")));
            }
            Err(CheckError::Malformed(malformed)) => return Err(malformed.to_string()),
        };
        let counted = objective.map_or(Value::Null, Value::from);
        if let Some(stated) = record.objective().filter(|stated| **stated != counted) {
            return Ok(Finding::Breaks(format!(
                "the result states objective {stated}, but the rules count {counted} for {which}"
            )));
        }
        first.get_or_insert(objective);
    }
    Ok(Finding::keeps(solutions.len(), first.flatten()))
}
