//! `tumble solve --ids`: many ids of Simon Tatham's Cube, one a line.

use std::path::Path;
use std::sync::Arc;

use tumble::instance::Document;
use tumble::puzzle;
use tumble::puzzle::tatham_cube::{TableFile, TathamCube};
use tumble::run::Control;
use tumble::solve::{self, Method, Options, Problem};

use super::failure::{Exit, Failure};
use super::output;
use super::progress::Display;
use super::solve::{Args, Format, exit_of, headline, interrupt};

/// Solves the ids of a file; empty lines and those that begin with `#` are left out. One line an answer.
pub(super) fn run(args: &Args, ids: &Path) -> Result<Exit, Failure> {
    let table = args.table.as_deref().map(open).transpose()?;
    let document = Document::read(ids)?;
    let Some(entry) = puzzle::find("tatham-cube") else { return Err(Failure::usage("no tatham-cube in this build")) };
    // How far a single id's search is says nothing of the batch: the answers themselves show it.
    let _elapsed = Display::start(format!("ids of {}", document.name()));
    let interrupt = interrupt();
    let options = Options { threads: args.limits.threads, ..Options::default() };
    let mut exit = Exit::Answered;
    let mut from = 0;
    for line in document.text().split_inclusive('\n') {
        let start = from + line.len() - line.trim_start().len();
        from += line.len();
        let id = line.trim();
        if id.is_empty() || id.starts_with('#') {
            continue;
        }
        if interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        let cube = match TathamCube::from_id(id) {
            Ok(cube) => cube,
            // One bad id does not stop the others.
            Err(error) => {
                exit = exit.max(Failure::from(document.place(error.shifted(start))).print());
                continue;
            }
        };
        let serving = table.clone().filter(|table| table.serves(&cube));
        let instance = Box::new(TathamCube { table: serving, ..cube });
        let problem = Problem { model: id.to_owned(), puzzle: entry, instance };
        let control = Control::new(args.limits.time_limit, interrupt.clone(), &|_| ())
            .with_memory_limit(args.limits.memory_limit);
        exit = exit.max(answer(args, &problem, &options, &control)?);
    }
    Ok(exit)
}

fn open(path: &Path) -> Result<Arc<TableFile>, Failure> {
    TableFile::open(path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

fn answer(args: &Args, problem: &Problem, options: &Options, control: &Control<'_>) -> Result<Exit, Failure> {
    let report = match solve::solve(problem, Method::Search, options, control) {
        Ok(report) => report,
        Err(error) => return Ok(Failure::from(error).print()),
    };
    let line = match args.format {
        Format::Json => serde_json::to_string(&report).map_err(Failure::usage)?,
        Format::Text => {
            let moves = report.solution.as_ref().and_then(|solution| solution["moves"].as_str());
            let more = moves.map(|moves| format!(" {moves}"));
            let why = || report.reason.as_ref().map(|reason| format!(" ({reason})"));
            format!("{}: {}{}", problem.model, headline(&report), more.or_else(why).unwrap_or_default())
        }
    };
    output::print(&format!("{line}\n"))?;
    Ok(exit_of(&report))
}
