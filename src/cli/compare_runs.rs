//! Makes the runs of a comparison, and shows their records.

use itertools::Itertools as _;

use super::compare_args::{Args, TableFormat};
use super::failure::{Exit, Failure};
use super::grid_progress::GridProgress;
use super::{compare_table, output, worker};
use crate::experiment::{
    Conditions, Journal, JournalError, Machine, Record, Run, Setting, Step, Summary, profile, run_all,
};
use crate::render::Scene;
use crate::run::Interrupt;

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
