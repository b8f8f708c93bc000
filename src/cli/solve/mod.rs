//! `tumble solve`.

mod advice;
mod args;
mod brief;
mod certify;
mod disagreement;
mod ids;
mod plan;
mod race;
mod runs;
mod stream;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ArgMatches;

use super::certificate::Certificate;
use super::failure::{Exit, Failure};
use super::input;
use super::limits::{Format, interrupt};
use super::options;
use crate::cli::show::answer;
use crate::cli::show::repairs::{self, PATIENCE};
use crate::cli::show::solution_picture::SolutionPicture;
use crate::control::Memory;
use crate::registry::Registry;
use crate::report::Report;

pub(super) use args::SolveArgs;
use plan::plan;
use runs::Runs;

/// Why `--picture` is refused.
const ONE_PICTURE: &str = "--picture draws one solution: name one model and one backend";
/// Why `--proof` is refused.
const ONE_PROOF: &str = "--proof certifies one answer to a model: name one backend, or --race";

pub(super) fn run(registry: &Registry, args: &SolveArgs, matches: &ArgMatches) -> Result<Exit, Failure> {
    if let Some(ids) = &args.ids {
        return ids::run(registry, args, ids);
    }
    if let Some(form) = args.brief {
        return brief::run(registry, args, form, matches);
    }
    if args.picture.is_some() && args.models.len() > 1 {
        return Err(Failure::usage(ONE_PICTURE));
    }
    answer::check_outputs(args.format == Format::Json || args.json_stream, args.picture.as_ref())?;
    let inputs: Vec<&Path> = args.models.iter().map(PathBuf::as_path).collect();
    let certificates = certificates(args)?;
    let picture = args.picture.as_ref().map(SolutionPicture::path);
    let outputs = certificates.iter().flatten().flat_map(Certificate::files).map(Some).chain([picture]);
    args.replacing.check(&outputs.collect::<Vec<_>>(), &inputs)?;
    let interrupt = interrupt();
    let mut exit = Exit::Answered;
    for (i, (path, certificate)) in args.models.iter().zip(certificates).enumerate() {
        // The first model has an answer in any case, be it that nothing is known.
        if i > 0 && interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        // One bad model does not stop the others.
        let ended = input::model(registry, path, matches).and_then(|(problem, defaults, document)| {
            let started = Instant::now();
            let plan = plan(args, &problem, &defaults, &document)?;
            let limit = plan.time_limit;
            let source = document.text();
            let memory = Memory::new(args.limits.memory_limit);
            let runs = Runs { args, problem: &problem, plan, interrupt: &interrupt, memory, source, certificate };
            let exit = all(&runs)?;
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

/// For each model the certificate that is asked for.
fn certificates(args: &SolveArgs) -> Result<Vec<Option<Certificate>>, Failure> {
    let Some(path) = &args.proof else { return Ok(vec![None; args.models.len()]) };
    if args.models.len() > 1 && !path.is_dir() {
        return Err(Failure::usage("--proof of several models needs a folder that exists"));
    }
    args.models.iter().map(|model| Certificate::of(path, model).map(Some)).collect()
}

/// Runs each method in turn, or all at once.
fn all(runs: &Runs<'_>) -> Result<Exit, Failure> {
    let several = runs.have_several_answers();
    if runs.args.picture.is_some() && several {
        return Err(Failure::usage(ONE_PICTURE));
    }
    if runs.certificate.is_some() && several {
        return Err(Failure::usage(ONE_PROOF));
    }
    if runs.args.race && runs.plan.methods.len() > 1 {
        return race::run(runs);
    }
    let mut exit = Exit::Answered;
    let mut reports: Vec<Report> = Vec::new();
    let mut refused = Vec::new();
    for (i, &method) in runs.plan.methods.iter().enumerate() {
        if i > 0 && runs.interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        // One failing backend does not stop the others.
        let answered = match runs.solve(method, &runs.plan.options, &runs.args.options, runs.interrupt) {
            Ok(report) => answered(runs, report, &reports),
            Err(error) if error.is_of_option() => {
                refused.push((method, error));
                continue;
            }
            Err(error) => Err(error.into()),
        };
        match answered {
            Ok((report, ended)) => {
                exit = exit.max(ended);
                reports.push(report);
            }
            Err(failure) => exit = exit.max(failure.print()),
        }
    }
    Ok(exit.max(runs.leave_out(refused)))
}

/// Prints an answer, and compares it with the earlier ones.
fn answered(runs: &Runs<'_>, mut report: Report, earlier: &[Report]) -> Result<(Report, Exit), Failure> {
    // Text need not wait for the second opinion, which JSON carries.
    let is_text = runs.args.format == Format::Text && !runs.args.json_stream;
    let printed = if is_text { Some(runs.print(&report)?) } else { None };
    let checked = if runs.args.cross_check { runs.cross_check(&report) } else { Ok(None) };
    let printed = if let Some(exit) = printed {
        exit
    } else {
        report.cross_check = checked.as_ref().ok().cloned().flatten();
        runs.print(&report)?
    };
    if is_text && !runs.args.quiet {
        advice::print(runs.problem, &report);
    }
    // A contradiction can only be understood after the answer.
    let checked = checked.map_err(|error| Failure::from(error).print()).err();
    let contradicted = earlier.iter().filter_map(|other| runs.compare(other, &report));
    let exit = checked.into_iter().chain(contradicted).fold(printed, Exit::max);
    Ok((report, exit))
}
