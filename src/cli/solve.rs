//! `tumble solve`.

use std::time::Instant;

use clap::ArgMatches;

use super::answer::{self, exit_of};
use super::failure::{Exit, Failure};
use super::limits::{Format, interrupt};
use super::plan::plan;
use super::repairs::{self, PATIENCE};
use super::runs::Runs;
use super::solve_args::SolveArgs;
use super::{advice, ids, input, options, race};
use crate::registry::Registry;
use crate::report::Report;
use crate::solve::Method;

/// Why `--picture` is refused.
const ONE_PICTURE: &str = "--picture draws one solution: name one model and one backend";

pub(super) fn run(registry: &Registry, args: &SolveArgs, matches: &ArgMatches) -> Result<Exit, Failure> {
    if let Some(ids) = &args.ids {
        return ids::run(registry, args, ids);
    }
    if args.picture.is_some() && args.models.len() > 1 {
        return Err(Failure::usage(ONE_PICTURE));
    }
    answer::check_outputs(args.format == Format::Json || args.json_stream, args.picture.as_ref())?;
    let interrupt = interrupt();
    let mut exit = Exit::Answered;
    for path in &args.models {
        if interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        // One bad model does not stop the others.
        let ended = input::model(registry, path, matches).and_then(|(problem, defaults, document)| {
            let started = Instant::now();
            let plan = plan(args, &problem, &defaults, &document)?;
            let limit = plan.time_limit;
            let exit = all(&Runs { args, problem: &problem, plan, interrupt: &interrupt, source: document.text() })?;
            if exit == Exit::Infeasible && args.format == Format::Text && !args.json_stream {
                let left = limit.map_or(PATIENCE, |limit| limit.saturating_sub(started.elapsed()).min(PATIENCE));
                let choices = options::choices(registry, problem.puzzle, matches)?;
                repairs::print(problem.puzzle, &document, &choices, left, interrupt.clone())?;
            }
            Ok(exit)
        });
        exit = exit.max(ended.unwrap_or_else(Failure::print));
    }
    Ok(exit)
}

/// Runs each method in turn, or all at once.
fn all(runs: &Runs<'_>) -> Result<Exit, Failure> {
    let several = runs.plan.methods.len() > 1;
    if runs.args.picture.is_some() && several && !runs.args.race {
        return Err(Failure::usage(ONE_PICTURE));
    }
    if runs.args.race && several {
        return race::run(runs);
    }
    let mut exit = Exit::Answered;
    let mut reports: Vec<Report> = Vec::new();
    for &method in &runs.plan.methods {
        if runs.interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        // One failing backend does not stop the others.
        match one(runs, method, &reports) {
            Ok((report, ended)) => {
                exit = exit.max(ended);
                reports.push(report);
            }
            Err(failure) => exit = exit.max(failure.print()),
        }
    }
    Ok(exit)
}

/// Runs a method, prints its answer, and compares it with the earlier ones.
fn one(runs: &Runs<'_>, method: Method, earlier: &[Report]) -> Result<(Report, Exit), Failure> {
    let mut report = runs.solve(method, &runs.plan.options, &runs.args.options, runs.interrupt)?;
    // Text need not wait for the second opinion, which JSON carries.
    let is_text = runs.args.format == Format::Text && !runs.args.json_stream;
    if is_text {
        runs.print(&report)?;
    }
    let checked = if runs.args.cross_check { runs.cross_check(&report) } else { Ok(None) };
    if !is_text {
        report.cross_check = checked.as_ref().ok().cloned().flatten();
        runs.print(&report)?;
    }
    if is_text && !runs.args.quiet {
        advice::print(runs.problem, &report);
    }
    // A contradiction can only be understood after the answer.
    let checked = checked.map_err(|error| Failure::from(error).print()).err();
    let contradicted = earlier.iter().filter_map(|other| runs.compare(other, &report));
    let exit = checked.into_iter().chain(contradicted).fold(exit_of(&report), Exit::max);
    Ok((report, exit))
}
