//! `tumble solve`.

mod args;
mod brief;
mod job;
mod models;

use crate::{Program, Verb};
use std::path::PathBuf;
use std::time::Instant;

use clap::ArgMatches;

use super::certificate::Certificate;
use super::failure::{Exit, Failure};
use super::limits::interrupt;
use super::progress::Display;
use crate::output;
use crate::show::answer::check_outputs;
use crate::show::repairs::{self, PATIENCE};
use crate::show::solution_picture::SolutionPicture;

pub use args::SolveArgs;
use job::{Job, ONE_PICTURE};
use models::Models;

impl Verb for SolveArgs {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Solve models";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let models = Models::of(program.registry, self)?;
        let list = models.list.as_ref().map(|list| format!("ids of {}", list.document.name()));
        let _elapsed = list.map(|name| Display::start_unless(self.quiet, name));
        if let Some(form) = self.brief {
            return brief::run(program.registry, self, form, &models, matches);
        }
        if self.picture.is_some() && models.names.len() > 1 {
            return Err(Failure::usage(ONE_PICTURE));
        }
        check_outputs(self.is_json(), self.picture.as_ref())?;
        let certificates = certificates(self, &models.names)?;
        check_files(self, &certificates)?;
        let interrupt = interrupt();
        let mut exit = Exit::Answered;
        for (i, certificate) in certificates.into_iter().enumerate() {
            // The first model has an answer in any case, be it that nothing is known.
            if i > 0 && interrupt.is_raised() {
                return Ok(exit.max(Exit::Stopped));
            }
            // One bad model does not stop the others.
            let ended = models.read(i, program.registry, matches).and_then(|model| {
                let (started, puzzle) = (Instant::now(), model.problem.puzzle);
                let job = Job::new(self, &model, certificate, &interrupt)?;
                let mut exit = job.run();
                if exit == Exit::Infeasible && !self.is_json() {
                    let limit = job.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
                    let left = limit.map_or(PATIENCE, |limit| limit.min(PATIENCE));
                    let printed = repairs::print(puzzle, &model.document, &model.choices, left, interrupt.clone());
                    if !self.quiet && model.problem.instance.has_facts() {
                        output::note(format_args!(
                            "{}: `tumble explain` says why, and what would help",
                            model.problem.model
                        ));
                    }
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
