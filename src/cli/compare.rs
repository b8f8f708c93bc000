//! `tumble compare`.

use std::collections::BTreeSet;
use std::path::Path;

use clap::ArgMatches;

use super::compare_args::{Args, TableFormat};
use super::compare_runs::{make, open, show};
use super::failure::{Exit, Failure};
use super::limits::interrupt;
use super::{input, output, reproduce};
use crate::experiment::{Planned, Run, Setting, Subject, read};
use crate::registry::Registry;

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    if args.format == TableFormat::Json && args.picture.as_ref().is_some_and(super::target::Picture::is_printed) {
        return Err(Failure::usage("--picture - is text between lines of JSON: draw to a file"));
    }
    if !args.merge.is_empty() {
        return merge(args);
    }
    if let Some(recorded) = &args.reproduce {
        return reproduce::run(registry, args, recorded);
    }
    let interrupt = interrupt();
    let subjects = args.models.iter().map(|path| subject(registry, path, matches)).collect::<Result<Vec<_>, _>>()?;
    let Planned { settings, left_out } = args.grid().plan(&subjects).map_err(Failure::usage)?;
    for left in left_out {
        output::note(left);
    }
    if settings.is_empty() {
        return Err(Failure::usage("there is nothing to run: no backend or encoding is left"));
    }
    let settings = match args.shard {
        Some(shard) => shard.part(settings),
        None => settings,
    };
    let runs = settings.into_iter().map(|(i, setting)| Run { subject: &subjects[i], setting }).collect();
    let records = make(args, runs, &interrupt)?;
    let exit = show(args, &records)?;
    Ok(if interrupt.is_raised() { exit.max(Exit::Stopped) } else { exit })
}

/// Reads a model whose runs are compared.
fn subject(registry: &Registry, path: &Path, matches: &ArgMatches) -> Result<Subject, Failure> {
    let (problem, _, document) = input::model(registry, path, matches)?;
    let choices = super::options::choices(registry, problem.puzzle, matches)?;
    Ok(Subject::new(problem, document.text(), &choices))
}

/// Puts the records of several files together, each run once.
fn merge(args: &Args) -> Result<Exit, Failure> {
    let (mut journal, mut records) = open(args)?;
    let mut merged: BTreeSet<Setting> = records.iter().map(|record| record.setting.clone()).collect();
    let mut again = 0;
    for path in args.merge.iter().filter(|path| Some(*path) != args.output.as_ref()) {
        for record in read(path)? {
            if !merged.insert(record.setting.clone()) {
                again += 1;
                continue;
            }
            if let Some(journal) = &mut journal {
                journal.add(&record)?;
            }
            records.push(record);
        }
    }
    if again > 0 {
        output::note(format_args!("{again} runs are recorded more than once: the first record counts"));
    }
    show(args, &records)
}
