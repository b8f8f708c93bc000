//! `tumble solve --ids`: a file of short texts that each name an instance, such as a game's ids, one per line.

use std::path::Path;

use super::args::SolveArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::{Format, interrupt};
use crate::cli::output;
use crate::cli::progress::Display;
use crate::cli::show::answer::exit_of;
use crate::control::{Control, Request};
use crate::instance::Document;
use crate::puzzle::{Ids, PuzzleEntry, ReadId};
use crate::registry::Registry;
use crate::solve::{self, Method, Options, Problem};

/// Solves the ids in a file, and prints one line per answer. Empty lines and lines that begin with `#` are skipped.
pub(super) fn run(registry: &Registry, args: &SolveArgs, file: &Path) -> Result<Exit, Failure> {
    let with_ids: Vec<(&'static PuzzleEntry, Ids)> =
        registry.puzzles().filter_map(|puzzle| Some((puzzle, puzzle.ids?))).collect();
    let document = Document::read(file)?;
    let Some(&(puzzle, ids)) = with_ids
        .iter()
        .find(|(_, ids)| document.text().lines().any(|line| (ids.looks_like_one)(line.trim())))
        .or(with_ids.first())
    else {
        return Err(Failure::usage("no puzzle here has ids"));
    };
    let read = reader(ids, args.table.as_deref())?;
    // The progress on a single id says nothing about the batch; the answers show that.
    let _elapsed = Display::start_unless(args.quiet, format!("ids of {}", document.name()));
    let interrupt = interrupt();
    let mut exit = Exit::Answered;
    let mut from = 0;
    // A save file is one game, over several lines.
    let is_one = (ids.looks_like_one)(document.text());
    let lines: Vec<&str> = if is_one { vec![document.text()] } else { document.text().split_inclusive('\n').collect() };
    for line in lines {
        let start = from + line.len() - line.trim_start().len();
        from += line.len();
        let id = line.trim();
        if id.is_empty() || id.starts_with('#') {
            continue;
        }
        if interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        let instance = match read(id) {
            Ok(instance) => instance,
            // One bad id does not stop the others.
            Err(error) => {
                exit = exit.max(Failure::from(document.place(error.shifted(start))).print());
                continue;
            }
        };
        let model = if id.contains('\n') { document.name() } else { id };
        let problem = Problem { model: model.to_owned(), puzzle, instance };
        let control = Control::new(args.limits.time_limit, interrupt.clone(), &|_| ())
            .with_memory_limit(args.limits.memory_limit);
        exit = exit.max(answer(args, &problem, &Request::new(control).with_threads(args.limits.threads))?);
    }
    Ok(exit)
}

/// The reader of ids; with a table, it returns instances that are looked up there.
fn reader(ids: Ids, table: Option<&Path>) -> Result<ReadId, Failure> {
    let Some(path) = table else { return Ok(Box::new(ids.read)) };
    let named = |error: String| Failure::usage(format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| named(error.to_string()))?;
    (ids.with_table)(bytes).map_err(named)
}

fn answer(args: &SolveArgs, problem: &Problem, request: &Request<'_>) -> Result<Exit, Failure> {
    let report = match solve::solve(problem, Method::SEARCH, &Options::default(), request) {
        Ok(report) => report,
        Err(error) => return Ok(Failure::from(error).print()),
    };
    let line = match args.format {
        Format::Json => serde_json::to_string(&report).map_err(Failure::usage)?,
        Format::Text => {
            let moves = report.solution.as_ref().and_then(|solution| solution["moves"].as_str());
            let more = moves.map(|moves| format!(" {moves}"));
            let why = || report.reason.as_ref().map(|reason| format!(" ({reason})"));
            format!("{}: {}{}", problem.model, report.headline(), more.or_else(why).unwrap_or_default())
        }
    };
    output::print(&format!("{line}\n"))?;
    Ok(exit_of(&report))
}
