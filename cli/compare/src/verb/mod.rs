//! `tumble compare`.

mod args;
mod csv;
mod progress;
mod reproduce;
mod runs;
mod table;

use std::path::{Path, PathBuf};
use tumble_cli::{Program, Verb};

use clap::ArgMatches;

use crate::{Planned, Record, Run, Subject, each_once, read};
pub use args::Args;
use args::TableFormat;
use runs::{make, open, show};
use tumble_cli::failure::{Exit, Failure};
use tumble_cli::input::{self, Model};
use tumble_cli::limits::interrupt;
use tumble_cli::output;
use tumble_cli::replacing::Replacing;
use tumble_cli::show::target::Picture;
use tumble_pipeline::file::{self, Identity};
use tumble_puzzles::registry::Registry;

impl Verb for Args {
    const NAME: &'static str = "compare";
    const ABOUT: &'static str = "Solve models in every way, and compare: encodings × lowerings × backends × seeds";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        if self.format == TableFormat::Json && self.picture.as_ref().is_some_and(Picture::is_printed) {
            return Err(Failure::usage("--picture - is text between lines of JSON: draw to a file"));
        }
        let models = input::files(&self.models)?;
        check_files(self, &models)?;
        if !self.merge.is_empty() {
            return merge(self);
        }
        if let Some(recorded) = &self.reproduce {
            return reproduce::run(program.registry, self, recorded);
        }
        let interrupt = interrupt();
        let subjects =
            models.iter().map(|path| subject(program.registry, path, matches)).collect::<Result<Vec<_>, _>>()?;
        let Planned { settings, left_out } = self.grid().plan(&subjects).map_err(Failure::usage)?;
        left_out.iter().for_each(output::note);
        if settings.is_empty() {
            return Err(Failure::usage("there is nothing to run: no backend or encoding is left"));
        }
        let settings = match self.shard {
            Some(shard) => shard.part(settings),
            None => settings,
        };
        let runs = settings.into_iter().map(|(i, setting)| Run { subject: &subjects[i], setting }).collect();
        let records = make(self, runs, &interrupt)?;
        let exit = show(self, &records, &left_out);
        Ok(if interrupt.is_raised() { exit.max(Exit::Stopped) } else { exit })
    }
}

/// Refuses files that must not be written. Records may be merged into one of the files that have them: the records of the other files are
/// added.
fn check_files(args: &Args, models: &[PathBuf]) -> Result<(), Failure> {
    let mut inputs: Vec<&Path> = models.iter().chain(&args.reproduce).map(PathBuf::as_path).collect();
    if let Some(output) = &args.output {
        if output::is_standard(output) || file::is_special(output) {
            return Err(Failure::usage("--output: records are read again, and need a file: --format json prints them"));
        }
        Replacing::check_added(output, &inputs)?;
    }
    inputs.extend(args.merge.iter().chain(&args.output).map(PathBuf::as_path));
    args.replacing.check(&[args.picture.as_ref().map(Picture::path)], &inputs)
}

/// Reads a model whose runs are compared.
fn subject(registry: &Registry, path: &Path, matches: &ArgMatches) -> Result<Subject, Failure> {
    let Model { problem, document, choices, .. } = input::model(registry, path, matches)?;
    Ok(Subject::new(problem, document.text(), &choices))
}

/// Puts the records of several files together, each run once.
fn merge(args: &Args) -> Result<Exit, Failure> {
    let output = args.output.as_deref().and_then(Identity::of);
    let others = args.merge.iter().filter(|path| output.is_none() || Identity::of(path) != output);
    // All files are read before one is written.
    let others = others.map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let (mut journal, mut records) = open(args)?;
    let known = records.len();
    records.extend(others.into_iter().flatten());
    let before = records[..known].to_vec();
    let (records, again) = each_once(records);
    if let Some(journal) = &mut journal {
        let is_new = |(place, record): &(usize, &Record)| {
            before.get(*place).is_none_or(|old| old.has_failed() && !record.has_failed())
        };
        records.iter().enumerate().filter(is_new).try_for_each(|(_, record)| journal.add(record))?;
    }
    if again > 0 {
        let are = if again == 1 { "is" } else { "are" };
        let runs = crate::runs(again);
        output::note(format_args!("{runs} {are} recorded more than once: the first record that did not fail counts"));
    }
    Ok(show(args, &records, &[]))
}
