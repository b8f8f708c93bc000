//! `tumble compare`.

use std::collections::BTreeMap;
use std::path::Path;

use clap::ArgMatches;
use itertools::Itertools as _;

use super::compare_args::{Args, TableFormat};
use super::failure::{Exit, Failure};
use super::grid_progress::GridProgress;
use super::limits::interrupt;
use super::{compare_table, input, output, reproduce, worker};
use crate::experiment::{
    Conditions, Journal, JournalError, Machine, Planned, Record, Run, Setting, Step, Subject, Summary,
};
use crate::experiment::{profile, read, run_all};
use crate::registry::Registry;
use crate::render::Scene;
use crate::run::Interrupt;

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
        output::note(format_args!("{}: {} is left out: {}", left.model, left.what, left.why));
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
pub(super) fn subject(registry: &Registry, path: &Path, matches: &ArgMatches) -> Result<Subject, Failure> {
    let (problem, _, document) = input::model(registry, path, matches)?;
    let choices = super::options::choices(registry, problem.puzzle, matches)?;
    Ok(Subject::new(problem, document.text(), &choices))
}

/// Makes the runs that the output does not have. Returns its records, those of other runs included.
pub(super) fn make(args: &Args, mut runs: Vec<Run<'_>>, interrupt: &Interrupt) -> Result<Vec<Record>, Failure> {
    let (mut journal, mut records) = match &args.output {
        None => (None, Vec::new()),
        Some(path) => {
            let (journal, records, is_torn) = Journal::open(path)?;
            if is_torn {
                output::note(format_args!("{}: the last line was cut short: its run is made again", path.display()));
            }
            (Some(journal), records)
        }
    };
    let all = runs.len();
    runs.retain(|run| !records.iter().any(|record| record.setting == run.setting));
    if runs.len() < all {
        output::note(format_args!("{} of {all} runs are recorded, {} are left", all - runs.len(), runs.len()));
    }
    let jobs = usize::from(args.jobs);
    let conditions =
        Conditions { machine: Machine::this(), jobs, interrupt: interrupt.clone(), worker: worker::command() };
    let progress = GridProgress::start(runs.iter().map(|run| name(&run.subject.problem.model, &run.setting)), jobs);
    run_all(&runs, &conditions, |step| {
        match step {
            Step::Begun(i) => progress.begun(i),
            Step::Ended(i, record) => {
                if let Some(journal) = &mut journal {
                    journal.add(record)?;
                }
                records.push(record.clone());
                progress.ended(i);
            }
        }
        Ok(())
    })?;
    Ok(records)
}

/// What a run is called while it runs.
fn name(model: &str, setting: &Setting) -> String {
    let seed = setting.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    format!("{model}: {}{seed}", setting.configuration)
}

/// Puts the records of several files together, each run once.
fn merge(args: &Args) -> Result<Exit, Failure> {
    let mut merged: BTreeMap<Setting, usize> = BTreeMap::new();
    let mut records: Vec<Record> = Vec::new();
    let mut again = 0;
    let (mut journal, files) = match &args.output {
        None => (None, Vec::new()),
        Some(path) => {
            let (journal, known, _) = Journal::open(path)?;
            (Some(journal), known)
        }
    };
    for record in files {
        merged.insert(record.setting.clone(), records.len());
        records.push(record);
    }
    for path in args.merge.iter().filter(|path| Some(*path) != args.output.as_ref()) {
        for record in read(path)? {
            if merged.contains_key(&record.setting) {
                again += 1;
                continue;
            }
            merged.insert(record.setting.clone(), records.len());
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

/// Prints the tables, contradictions and failures first, and draws the picture.
pub(super) fn show(args: &Args, records: &[Record]) -> Result<Exit, Failure> {
    let summary = Summary::of(records);
    for contradiction in &summary.contradictions {
        output::note(format_args!("CONTRADICTION on {}: {}", contradiction.model, contradiction.what));
    }
    for (model, configuration, error) in &summary.failures {
        output::note(format_args!("{model}: {configuration} failed: {error}"));
    }
    output::print(&match args.format {
        TableFormat::Text => compare_table::text(&summary, records),
        TableFormat::Markdown => compare_table::markdown(&summary, records),
        TableFormat::Csv => compare_table::csv(&summary)?,
        TableFormat::Json => records.iter().map(|record| format!("{}\n", serde_json::json!(record))).join(""),
    })?;
    if let Some(picture) = &args.picture {
        if picture.is_printed() {
            output::print("\n")?;
        }
        picture.draw(&Scene::Profile(profile(records)))?;
    }
    let has_failed = !summary.contradictions.is_empty() || !summary.failures.is_empty();
    Ok(if has_failed { Exit::Internal } else { Exit::Answered })
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::usage(error)
    }
}
