//! Makes the runs of a comparison, and shows their records.

use std::collections::BTreeSet;

use itertools::Itertools as _;

use super::args::{Args, TableFormat};
use super::csv;
use super::progress::GridProgress;
use super::table;
use crate::{
    Conditions, Journal, JournalError, LeftOut, Machine, Opened, Record, Run, Setting, Step, Summary, profile, run_all,
};
use tumble_cli::failure::{Exit, Failure};
use tumble_cli::output;
use tumble_cli::show::target::{Picture, files_first};
use tumble_cli::worker;
use tumble_model::control::Interrupt;
use tumble_puzzles::render::Scene;

/// Opens the file for records, if there is one: with the records that it has.
pub(super) fn open(args: &Args) -> Result<(Option<Journal>, Vec<Record>), Failure> {
    let Some(path) = &args.output else { return Ok((None, Vec::new())) };
    let Opened { journal, records, is_torn } = Journal::open(path)?;
    if is_torn {
        output::note(format_args!("{}: the last line was cut short: its run is made again", path.display()));
    }
    Ok((Some(journal), records))
}

/// Makes the runs that the output does not have. Returns all records of the output, also of other runs.
pub(super) fn make(args: &Args, mut runs: Vec<Run<'_>>, interrupt: &Interrupt) -> Result<Vec<Record>, Failure> {
    let (mut journal, mut records) = open(args)?;
    let all = runs.len();
    let failed: BTreeSet<Setting> =
        records.iter().filter(|record| record.has_failed()).map(|record| record.setting.clone()).collect();
    let failed = runs.iter().filter(|run| failed.contains(&run.setting)).count();
    if args.retry_failed {
        records.retain(|record| !record.has_failed() || !runs.iter().any(|run| run.setting == record.setting));
    }
    let known: BTreeSet<&Setting> = records.iter().map(|record| &record.setting).collect();
    runs.retain(|run| !known.contains(&run.setting));
    if runs.len() < all {
        let are = if all == 1 { "is" } else { "are" };
        let recorded = all - runs.len();
        output::note(format_args!("{recorded} of {} {are} recorded, {} left", crate::runs(all), runs.len()));
    }
    match failed {
        0 => {}
        _ if args.retry_failed => output::note(format_args!("made again, as they failed: {}", crate::runs(failed))),
        _ => output::note(format_args!("{failed} of the recorded runs failed: --retry-failed makes them again")),
    }
    let jobs = usize::from(args.jobs);
    let conditions =
        Conditions { machine: Machine::this(), jobs, interrupt: interrupt.clone(), worker: worker::command() };
    let name = |run: &Run<'_>| format!("{}: {}", run.subject.problem.model, run.setting);
    let progress = GridProgress::start(runs.iter().map(name));
    let mut made = 0;
    run_all(&runs, &conditions, |step| {
        match step {
            Step::Begun(i) => progress.begun(i),
            Step::Ended(i, record) => {
                if let Some(journal) = &mut journal {
                    journal.add(&record)?;
                }
                records.push(*record);
                made += 1;
                progress.ended(i);
            }
        }
        Ok(())
    })?;
    drop(progress);
    if interrupt.is_raised() {
        let were = if runs.len() == 1 { "was" } else { "were" };
        output::note(format_args!("stopped by an interrupt: {made} of {} {were} made", crate::runs(runs.len())));
    }
    Ok(records)
}

/// Prints the tables, contradictions and failures first, and draws the picture.
pub(super) fn show(args: &Args, records: &[Record], left_out: &[LeftOut]) -> Exit {
    let summary = Summary::of(records);
    for contradiction in &summary.contradictions {
        output::note(format_args!("CONTRADICTION on {contradiction}"));
    }
    for (model, configuration, error) in &summary.failures {
        output::note(format_args!("{model}: {configuration} failed: {error}"));
    }
    let print = || {
        output::print(&match args.format {
            TableFormat::Text => table::text(&summary, records, left_out),
            TableFormat::Markdown => table::markdown(&summary, records, left_out),
            TableFormat::Latex => table::latex(&summary, records, left_out),
            TableFormat::Csv => csv::text(&summary, left_out)?,
            TableFormat::Json => records.iter().map(|record| format!("{record}\n")).join(""),
        })?;
        Ok(Exit::Answered)
    };
    let draw = || args.picture.as_ref().map_or(Ok(Exit::Answered), |picture| draw(picture, &summary, records));
    let shown = files_first([(true, &print), (args.picture.as_ref().is_some_and(Picture::is_printed), &draw)]);
    let has_failed = !summary.contradictions.is_empty() || !summary.failures.is_empty();
    if has_failed { Exit::Internal } else { shown }
}

/// Draws the performance profile.
fn draw(picture: &Picture, summary: &Summary, records: &[Record]) -> Result<Exit, Failure> {
    if picture.is_printed() {
        output::print("\n")?;
    }
    picture.draw(&[Scene::Profile(profile(records))])?;
    if summary.rows.iter().map(|row| row.configuration.lp_only).unique().count() > 1 {
        output::note("--picture: linear relaxations are left out of the profile");
    }
    Ok(Exit::Answered)
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::usage(error)
    }
}
