//! `tumble solve`.

mod advice;
mod args;
mod brief;
mod certify;
mod disagreement;
mod models;
mod plan;
mod race;
mod runs;
mod stream;

use crate::{Program, Verb};
use std::path::PathBuf;
use std::time::Instant;

use clap::ArgMatches;

use super::certificate::Certificate;
use super::failure::{Exit, Failure};
use super::limits::{Format, interrupt};
use super::options;
use super::progress::Display;
use crate::show::answer;
use crate::show::repairs::{self, PATIENCE};
use crate::show::solution_picture::SolutionPicture;
use tumble_model::control::Memory;
use tumble_pipeline::report::Report;

pub use args::SolveArgs;
use models::Models;
use plan::plan;
use runs::Runs;

/// Why `--picture` is refused.
const ONE_PICTURE: &str = "--picture draws one solution: name one model and one backend";
/// Why `--proof` is refused.
const ONE_PROOF: &str = "--proof certifies one answer to a model: name one backend, or --race";

impl Verb for SolveArgs {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Solve models";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let models = Models::of(program.registry, self)?;
        let _elapsed = models.list().map(|name| Display::start_unless(self.quiet, format!("ids of {name}")));
        if let Some(form) = self.brief {
            return brief::run(program.registry, self, form, &models, matches);
        }
        let names = models.names();
        if self.picture.is_some() && names.len() > 1 {
            return Err(Failure::usage(ONE_PICTURE));
        }
        answer::check_outputs(self.format == Format::Json || self.json_stream, self.picture.as_ref())?;
        let certificates = certificates(self, &names)?;
        check_files(self, &certificates)?;
        let interrupt = interrupt();
        let mut exit = Exit::Answered;
        for (i, certificate) in certificates.into_iter().enumerate() {
            // The first model has an answer in any case, be it that nothing is known.
            if i > 0 && interrupt.is_raised() {
                return Ok(exit.max(Exit::Stopped));
            }
            // One bad model does not stop the others.
            let ended = models.read(i, program.registry, matches).and_then(|(problem, defaults, document)| {
                let started = Instant::now();
                let plan = plan(self, &problem, &defaults, &document)?;
                let limit = plan.time_limit;
                let source = document.text();
                let memory = Memory::new(self.limits.memory_limit);
                let runs =
                    Runs { args: self, problem: &problem, plan, interrupt: &interrupt, memory, source, certificate };
                let mut exit = all(&runs)?;
                if exit == Exit::Infeasible && self.format == Format::Text && !self.json_stream {
                    let left = limit.map_or(PATIENCE, |limit| limit.saturating_sub(started.elapsed()).min(PATIENCE));
                    let choices = options::choices(program.registry, problem.puzzle, matches)?;
                    let printed = repairs::print(problem.puzzle, &document, &choices, left, interrupt.clone());
                    exit = exit.max(printed.map_or_else(|error| Failure::from(error).print(), |()| Exit::Answered));
                }
                Ok(exit)
            });
            exit = exit.max(ended.unwrap_or_else(Failure::print));
        }
        Ok(exit)
    }
}

/// For each model the certificate that is asked for.
fn certificates(args: &SolveArgs, models: &[PathBuf]) -> Result<Vec<Option<Certificate>>, Failure> {
    let Some(path) = &args.proof else { return Ok(vec![None; models.len()]) };
    if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
        std::fs::create_dir_all(path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    }
    if models.len() > 1 && !path.is_dir() {
        return Err(Failure::usage(
            "--proof of several models needs a folder: one that exists, or a name that ends with /",
        ));
    }
    models.iter().map(|model| Certificate::of(path, model).map(Some)).collect()
}

/// Refuses files that must not be written.
fn check_files(args: &SolveArgs, certificates: &[Option<Certificate>]) -> Result<(), Failure> {
    let inputs = args.models.iter().chain(&args.ids).chain(&args.table);
    let picture = args.picture.as_ref().map(SolutionPicture::path);
    let outputs = certificates.iter().flatten().flat_map(Certificate::files).map(Some).chain([picture]);
    args.replacing.check(&outputs.collect::<Vec<_>>(), &inputs.map(PathBuf::as_path).collect::<Vec<_>>())
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
        return Ok(race::run(runs));
    }
    let mut exit = Exit::Answered;
    let mut reports: Vec<Report> = Vec::new();
    let mut refused = Vec::new();
    for (i, &method) in runs.plan.methods.iter().enumerate() {
        if i > 0 && runs.interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        // One failing backend does not stop the others.
        match runs.solve(method, &runs.plan.options, &runs.args.options, runs.interrupt) {
            Ok(report) => {
                let (report, ended) = answered(runs, report, &reports);
                exit = exit.max(ended);
                reports.push(report);
            }
            Err(error) if error.is_of_option() => refused.push((method, error)),
            Err(error) => exit = exit.max(Failure::from(error).print()),
        }
    }
    Ok(exit.max(runs.leave_out(refused)))
}

/// Prints an answer, and compares it with the earlier ones, even if nobody reads it.
fn answered(runs: &Runs<'_>, mut report: Report, earlier: &[Report]) -> (Report, Exit) {
    // Text need not wait for the second opinion, which JSON carries.
    let is_text = runs.args.format == Format::Text && !runs.args.json_stream;
    let printed = is_text.then(|| runs.print(&report));
    let checked = if runs.args.cross_check { runs.cross_check(&report) } else { Ok(None) };
    let printed = printed.unwrap_or_else(|| {
        report.cross_check = checked.as_ref().ok().cloned().flatten();
        runs.print(&report)
    });
    if is_text && !runs.args.quiet && !runs.is_listed() {
        advice::print(runs.problem, &report);
    }
    // A contradiction can only be understood after the answer.
    let checked = checked.map_err(|error| Failure::from(error).print()).err();
    let contradicted = earlier.iter().filter_map(|other| runs.compare(other, &report));
    let exit = checked.into_iter().chain(contradicted).fold(printed, Exit::max);
    (report, exit)
}
