//! `tumble compare --reproduce`: makes recorded runs once more, and says what differs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Args;
use super::{make, show};
use crate::{Record, Run, Setting, Subject, read};
use tumble_cli::failure::{Exit, Failure};
use tumble_cli::input::{self, Model};
use tumble_cli::limits::interrupt;
use tumble_cli::output;
use tumble_puzzles::puzzle::PuzzleOption;
use tumble_puzzles::registry::Registry;

/// Times that differ by less than this factor count as equal.
const FACTOR: f64 = 2.0;
/// Times that differ by less than this, in seconds, count as equal too.
const SECONDS: f64 = 0.1;

pub(super) fn run(registry: &Registry, args: &Args, recorded: &Path) -> Result<Exit, Failure> {
    let records = match args.shard {
        Some(shard) => shard.part(read(recorded)?),
        None => read(recorded)?,
    };
    if let Some(output) = &args.output {
        refuse_known(output, &records)?;
    }
    let mut subjects: Vec<Subject> = Vec::new();
    let mut exit = Exit::Answered;
    for record in &records {
        if subjects.iter().any(|subject| is_of(subject, &record.setting)) {
            continue;
        }
        let subject = subject(registry, record)?;
        if subject.digest == record.setting.model_sha256 {
            subjects.push(subject);
        } else {
            output::note(format_args!("{}: the file has changed since: its runs are left out", record.model));
            exit = Exit::Usage;
        }
    }
    let find = |record: &Record| subjects.iter().find(|subject| is_of(subject, &record.setting));
    let runs =
        records.iter().filter_map(|record| Some(Run { subject: find(record)?, setting: record.setting.clone() }));
    let interrupt = interrupt();
    let again = make(args, runs.collect(), &interrupt)?;
    let mut differences = 0;
    let by_setting: BTreeMap<&Setting, &Record> = again.iter().map(|now| (&now.setting, now)).collect();
    let pairs: Vec<_> = records.iter().filter_map(|before| Some((before, by_setting.get(&before.setting)?))).collect();
    for &(before, now) in &pairs {
        for difference in differences_of(before, now) {
            differences += 1;
            output::note(format_args!("{}: {}: {difference}", before.model, before.setting));
        }
    }
    let were = if records.len() == 1 { "was" } else { "were" };
    let plural = if differences == 1 { "" } else { "s" };
    output::note(format_args!(
        "{} of {} {were} made again, with {differences} difference{plural}",
        pairs.len(),
        crate::runs(records.len())
    ));
    exit = exit.max(show(args, &again, &[]));
    Ok(if interrupt.is_raised() { exit.max(Exit::Stopped) } else { exit })
}

/// Refuses an output that has some of the runs: they would be compared with themselves.
fn refuse_known(output: &Path, records: &[Record]) -> Result<(), Failure> {
    if !output.exists() {
        return Ok(());
    }
    let known: BTreeSet<Setting> = read(output)?.into_iter().map(|record| record.setting).collect();
    match records.iter().filter(|record| known.contains(&record.setting)).count() {
        0 => Ok(()),
        some => Err(Failure::usage(format!(
            "{}: it has {some} of the runs to reproduce: a run made once more is recorded in another file",
            output.display()
        ))),
    }
}

fn is_of(subject: &Subject, setting: &Setting) -> bool {
    subject.digest == setting.model_sha256 && subject.options == setting.puzzle_options
}

/// Reads the model of a record, with the puzzle's options that it was read with.
fn subject(registry: &Registry, record: &Record) -> Result<Subject, Failure> {
    let given = &record.setting.puzzle_options;
    let value = |option: &PuzzleOption| Some((option.name, given.get(option.name)?.clone()));
    let read = input::model_with(registry, Path::new(&record.model), |puzzle| {
        Ok(puzzle.options.iter().filter_map(value).collect())
    });
    let Model { problem, document, choices, .. } = read?;
    Ok(Subject::new(problem, document.text(), &choices))
}

/// What differs between two runs of one setting.
fn differences_of(before: &Record, now: &Record) -> Vec<String> {
    let mut list = Vec::new();
    let mut differ = |what: &str, before: String, now: String| {
        if before != now {
            list.push(format!("{what} was {before}, is {now}"));
        }
    };
    let number = |number: Option<i64>| number.map_or_else(|| "none".into(), |number| number.to_string());
    differ("the status", before.status.to_string(), now.status.to_string());
    differ("the objective", number(before.objective), number(now.objective));
    let size = |record: &Record| {
        let size = record.stats.lowered.or_else(|| record.stats.size());
        size.map_or_else(|| "none".into(), |size| format!("{} variables × {} rows", size.variables, size.constraints))
    };
    differ("the model", size(before), size(now));
    let version = |record: &Record| record.rest.get("backend_version").map_or_else(String::new, ToString::to_string);
    differ("the backend's version", version(before), version(now));
    differ("the version of tumble", before.origin.tumble.clone(), now.origin.tumble.clone());
    if let (Some(a), Some(b)) = (before.seconds(), now.seconds())
        && (a - b).abs() > SECONDS
        && !(1.0 / FACTOR..=FACTOR).contains(&(a / b))
    {
        list.push(format!("the time was {a:.2} s, is {b:.2} s"));
    }
    list
}
